"""Yes or no, and the opposites that a question may offer (increase or decrease).

Owns the reading of a statement's direction. It is used only where the question asks for one.
"""

import re

from bench.rules.overlap import content_tokens
from bench.text.fold import flatten
from bench.text.patterns import one_of, words
from bench.text.sentences import split_sentences


def says_yes(text: str, about: str = "") -> bool | None:
    """True for a yes, False for a no, None where the text states neither. The first statement decides.

    With `about` (the question and the reference), a sentence that shares nothing with it states nothing on it.
    """
    for sentence in split_sentences(flatten(text)):
        stripped = _PREAMBLE.sub("", sentence.strip(" \n\"'「*"))
        if not stripped or _ANNOUNCES.match(stripped):
            continue
        if _YES.match(stripped):
            return True
        if _NO.match(stripped):
            return False
        tokens = content_tokens(stripped)
        own = tokens - _RULING
        if about and not tokens:
            continue
        if about and len(own & content_tokens(about)) < len(own) * _ON_TOPIC:
            continue
        return not _NEGATION.search(_without_reason(stripped))
    return None


def opens_with_ruling(text: str) -> bool:
    """Whether a text opens with a plain yes or no, which then is the answer."""
    opening = _PREAMBLE.sub("", flatten(text).strip())
    return bool(_YES.match(opening) or _NO.match(opening))


def direction(text: str) -> str:
    """ "+" or "-" for a text that speaks of one direction of change, "" for none or both."""
    flat = flatten(text)
    ups, downs = bool(_UP.search(flat)), bool(_DOWN.search(flat))
    if ups == downs:
        return ""
    return "+" if ups else "-"


# A statement without a yes or no must be mostly about the question to count as one.
_ON_TOPIC = 0.34
_PREAMBLE = re.compile(
    r"(?:(?:according to|based on|as per|from) [^,]{2,60}, |[^、。]{2,30}(?:によると|によれば|に基づくと|"
    r"を確認(?:する|した)と|から申し上げると|から言うと|として|に関して|については?)、)+",
    re.I,
)
_ANNOUNCES = re.compile(
    r"(?:the )?(?:answer|result)? ?(?:is )?as follows|以下のとおり|次のとおり|回答します|お答えします", re.I
)
# Words of ruling: a sentence of these alone answers any question of may or can.
_RULING = content_tokens(
    "permitted allowed possible prohibited forbidden eligible acceptable available true correct meet "
    "meets satisfy satisfied requirement requirements condition conditions "
    "許可 可能 不可 禁止 認めら 対象 対象外 該当 条件 資格 満た 使用 利用 要件 不可能"
)
_YES = re.compile(r"(?:yes|yeah|correct|true|はい|ええ|可能です|できます|可(?![能否]))(?![A-Za-z])", re.I)
_NO = re.compile(r"(?:no(?!t|ne| doubt)|false|いいえ|いえ|不可|できません|ノー)(?![A-Za-z])", re.I)
# A statement with one of these says no.
_NEGATION = re.compile(
    words(r"""
        not | cannot | never | no longer | neither | nor | prohibited | forbidden | banned | ineligible | unable
        fails? to | disallowed | impossible | unacceptable | ruled out | denied
    """)
    + "|"
    + one_of(r"""
        n't\b | ない | なく | ません | ませぬ | ず(?:[、。にっ]|\Z) | 不可 | 禁止 | 禁[煙漁猟酒] | お断り
        不適 | 対象外 | 非該当 | 不合格
        禁じ | 認められず | できかね
    """),
    re.I,
)
_REASON = re.compile(
    r"(?:,? (?:because|since|as|although|though|but|unless)\b.*|^[^、。]*(?:ため|ので|から|が|ものの|"
    r"けれども)、)",
    re.I | re.S,
)
_UP = re.compile(
    r"increas|\brose\b|\bris(?:e|en|ing)\b|\bgrew\b|\bgrow|\bup\b|\bhigher\b|増加|増え|増大|上昇|上が|"
    r"拡大|伸び",
    re.I,
)
_DOWN = re.compile(
    r"decreas|\bfell\b|\bfall|\bdeclin|\bdrop|\breduc|\bdown\b|\blower\b|減少|減っ|減り|減る|低下|下が|"
    r"縮小|下落|減らし",
    re.I,
)


def _without_reason(sentence: str) -> str:
    """The main clause: a negation in the reason does not turn the statement."""
    rest = _REASON.sub("", sentence, count=1).strip()
    return rest or sentence
