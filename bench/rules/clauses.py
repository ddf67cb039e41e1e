"""The clauses of an answer and what each does: refuse, guess, claim, or just talk.

Owns the splitting and the labels. How they add up is decided elsewhere.
"""

import re
from dataclasses import dataclass
from typing import Literal

from bench.rules.circumstances import about_another_rank, years_of
from bench.rules.conflict import CONFLICT
from bench.rules.overlap import content_tokens
from bench.rules.phrases import opens_with, phrases, says
from bench.rules.prose import has_rival
from bench.rules.values import read_values
from bench.text.clock import ClockTime
from bench.text.dates import Date
from bench.text.fold import flatten
from bench.text.patterns import one_of, words
from bench.text.quantities import Quantity
from bench.text.sentences import split_sentences

Role = Literal["refusal", "guess", "claim", "talk"]


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of an answer. `sentence` counts from 0; `leads` marks a refusal explained behind a colon."""

    text: str
    role: Role
    sentence: int
    leads: bool = False


def labelled_clauses(text: str, question: str) -> list[Clause]:
    """The clauses of a cleaned answer in order, with their roles. Empty text gives []."""
    out: list[Clause] = []
    for number, sentence in enumerate(split_sentences(text)):
        asides = [a for a in _ASIDES.findall(sentence) if is_refusal(a)]
        for aside in asides:
            sentence = sentence.replace(aside, " ", 1)
        pieces = [*_SPLIT.split(sentence), *asides]
        announced = False
        for piece in pieces:
            clause = piece.strip(" \n,、。.")
            if clause:
                leads = piece is pieces[0] and bool(_LEADING.match(sentence))
                role = _role(clause, question)
                out.append(Clause(clause, "guess" if announced and role == "claim" else role, number, leads))
                announced = bool(_ANNOUNCES_GUESS.fullmatch(clause))
    return out


def _role(clause: str, question: str) -> Role:
    if is_refusal(clause):
        return "guess" if _guesses_after_refusing(clause) else "refusal"
    if says("GUESSES", clause) and _says_something(clause, question):
        return "guess"
    if _META.search(clause) or _STATES_NOTHING.match(clause) or CONFLICT.search(clause):
        return "talk"
    return "claim" if _says_something(clause, question) else "talk"


def _guesses_after_refusing(clause: str) -> bool:
    """ "As it is not listed, one would have to assume 14 days": the value of the guess stands at the end."""
    guess = max((m.end() for p in phrases("GUESSES") for m in p.finditer(clause)), default=-1)
    refusal = max((m.start() for p in phrases("DECLINES") for m in p.finditer(clause)), default=-1)
    return guess > refusal >= 0 and bool(read_values(clause[guess:]))


def _says_something(clause: str, question: str) -> bool:
    return bool(content_tokens(clause) - content_tokens(question)) or bool(read_values(clause))


def is_refusal(text: str) -> bool:
    """Whether one sentence or clause says that the question cannot be answered from what is there."""
    flat = flatten(text)
    return bool(opens_with("DECLINES_WHOLE", flat) or says("DECLINES", flat)) and not (
        _BOAST.search(flat) or (_RULES_OUT.search(flat) and not _OF_THE_MATERIAL.search(flat))
    )


def about_another_year(clause: str, question: str) -> bool:
    """Whether a clause speaks of another year or date than the question does."""
    asked, here = years_of(question), years_of(clause)
    return bool(asked and here and not asked & here) or about_another_rank(clause, question)


def can_answer(clause: Clause, question: str, *, guessing: bool = False) -> bool:
    """Whether a clause holds the kind of thing a question like this wants: a value, a name, a word of its own.

    A guess ("the manager probably does") needs no name.
    """
    if re.search(r"\bwhen\b|いつ|何日(?!間)|\bwhat date|\bon which (?:date|day)", question, re.I):
        return any(isinstance(v.data, (Date, ClockTime)) for v in read_values(clause.text)) or "曜" in clause.text
    if re.search(
        r"\bwho(?:se|m)?\b|誰|だれ|\bwhich\b|\bname\b|名称|名前|の名(?:は|が|を)|何(?:という|と呼|と言)|どこ|\bwhere\b|どの|どれ",
        question,
        re.I,
    ):
        return guessing or has_rival(question, "", clause.text)
    if re.search(
        r"何|いくら|いくつ|いつ|how (?:many|much|long|old|far|often)|\bwhen\b|percent|rate\b|%", question, re.I
    ):
        return any(not isinstance(v.data, Quantity) or not v.data.number.lone_word for v in read_values(clause.text))
    return True


# "推測ですが、…": the guess itself stands behind the comma.
_ANNOUNCES_GUESS = re.compile(
    r"(?:あくまで(?:も)?|私の)?(?:推測|推定|憶測)(?:ですが?|になりますが?|ではありますが?|ながら|だが|では)"
    r"|(?:but )?(?:just |only )?(?:as )?(?:a|my) guess|(?:but )?guessing",
    re.I,
)
_BOAST = re.compile(
    r"no (?:doubt|problem|question)|間違いありません|相違ありません|問題ありません|言うまでもありません", re.I
)
# "There is no limit on the number of visits" is an answer; "no limit is stated" and 資料に期限の記載はない are none.
_RULES_OUT = re.compile(
    r"\bno (?:\w+ )?"
    + one_of(r"""
        limits? | cap | charges? | fees? | costs? | restrictions? | need | requirements? | obligations?
        penalt(?:y|ies) | exceptions? | difference | change | surcharges?
    """)
    + r"\b|"
    + one_of(r"""
        上限 | 下限 | 制限 | 限度 | 義務 | 必要 | 必要性 | 料金 | 費用 | 手数料 | 定員 | 例外 | 罰則 | 違い | 変更
    """)
    + r"(?:は|が|も)?(?:特に|一切)?"
    + r"(?:なし|ない|ありません|ございません|(?:設け|定め)(?:られ)?て(?:い)?(?:ない|ません|おらず|おりません))",
    re.I,
)
# Words for the material and for stating: with one of these a missing fee is missing information.
_OF_THE_MATERIAL = re.compile(
    words(r"""
        stated? | mention\w* | given | specif\w+ | listed | recorded | documented | found | provided | documents?
        sources? | context | texts? | passages? | materials? | information
    """)
    + "|"
    + one_of(r"""
        記載 | 記述 | 情報 | 資料 | 文書 | 明記 | 言及 | 書かれ | 示され
    """),
    re.I,
)
# Where one clause ends and the next turns against it or follows from it.
_SPLIT = re.compile(
    r"(?<=[a-z0-9%)])[,;:]? "
    + one_of(r"""
        but | however | although | though | yet | while | whereas | nevertheless | nonetheless | so | and so | therefore
    """)
    + r"\b,? |; |: (?-i:(?=[A-Z]))|"
    + one_of(r"""
        (?<=[るたいすんだ])(?:が|ものの|けれども|けれど|けど|一方で?|のに対し|ため|ので|から)、 | (?<=[らり])ず、
        (?<=ておらず)、 | (?<=だけで)、 | (?<=なく)、 | しかし、? | 、ただし、?
    """),
    re.I,
)
_ASIDES = re.compile(r"\([^()]{6,300}\)")
_LEADING = re.compile(r"[^:。]{3,120}: ?\S")
# Courtesies and advice: they claim nothing.
_META = re.compile(
    words(r"""
        sorry | apolog\w+ | thank | please | let me know | feel free
        you (?:may|might|can|could|should) (?:want to |wish to )?(?:check|contact|consult|ask|refer)
        you (?:may|might|can|could|should) (?:want to |wish to )?(?:provide|share|look|find|try) | i recommend
        can only (?:say|confirm|tell|see|state|note) | only (?:say|know) that | i (?:would )?suggest | contact
        consult | refer to | happy to | would need | need(?:ed)? (?:the|to|more)
        if you (?:can|could|have|provide|share) | as an ai
    """)
    + "|"
    + one_of(r"""
        (?:とある|がある|されている|いる)(?:だけ|のみ)(?:で|です|\Z) | 申し訳 | 恐れ入り | お問い合わせ | お問合せ
        ご確認 | ご参照 | ご了承 | ご提供 | ご提示 | 確認してください | 問い合わせ | 参照してください | をご覧
        いただければ | 頂ければ | 必要です | 必要があり | 必要となり | おすすめ | お勧め | 推奨
        追加(?:の)?(?:情報|資料)
    """),
    re.I,
)
_STATES_NOTHING = re.compile(
    r"^(?:based on|according to|from|after|in) [^,]{0,80}\Z|^(?:提供された|与えられた|"
    r"提示された)[^。]{0,30}(?:では|からは|には|によると|限り)?\Z",
    re.I,
)
