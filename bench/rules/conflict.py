"""Whether an answer says that its sources conflict, and whether it then takes one side all the same.

Owns the wordings of conflict. "A or B" without saying that the sources disagree names no conflict.
"""

import re
from dataclasses import dataclass

from bench.rules.cleaning import clean_answer
from bench.rules.final_answer import final_answer
from bench.rules.values import read_values
from bench.text.dates import Date
from bench.text.fold import flatten
from bench.text.patterns import one_of, words
from bench.text.sentences import split_sentences


@dataclass(frozen=True, slots=True)
class ConflictNaming:
    """`named`: the conflict is stated. `settled`: the answer then chooses a value, averages or gives a range."""

    named: bool
    settled: bool
    clause: str


def names_conflict(answer: str, question: str = "") -> ConflictNaming:
    """Whether `answer` explicitly says that the sources conflict."""
    text = clean_answer(answer)
    sentences = split_sentences(text)
    naming = [s for s in sentences if CONFLICT.search(_without_denial(s)) or _sets_against(s)]
    if not naming and _TWO_SOURCES.search(text) and _UNDECIDED.search(text):
        naming = [s for s in sentences if _TWO_SOURCES.search(s)]
    if not naming and _sets_against(text.replace("\n", " ")):
        naming = sentences
    if not naming:
        return ConflictNaming(False, False, "")
    return ConflictNaming(True, _settles(answer, question, sentences, naming), naming[0].strip())


# What sources are called, and what they do with a figure.
_SOURCE = one_of(r"""
    documents? | sources? | records? | minutes | notices? | tables? | tariffs? | plans? | texts? | pages? | passages?
    chunks? | polic(?:y|ies) | reports? | lists? | memos? | contracts? | leaflets? | labels? | newsletters? | flyers?
    letters? | manuals? | sheets? | brochures? | faqs? | agreements? | terms | rules | guides? | one | another
    the other | the first | the second
""")
_SAYS = one_of(r"""
    says? | said | states? | stated | gives? | gave | lists? | shows? | reports? | puts? | records? | sets?
    indicates? | specif\w+ | has | have | quotes? | names? | mentions?
""")
_SOURCE_JA = one_of(r"""
    資料 | 文書 | 記録 | 規程 | 議事録 | 決議録 | 一覧 | 台帳 | 表 | 計画 | 案内 | 通知 | お知らせ | 要綱 | 報告
    ページ | もの
""")
# What may differ between them.
_FIGURES = r"(?:values?|figures?|amounts?|dates?|answers?|numbers?|rates?|versions?|names?|shares?)"
_SUBJECTS = r"(?:values?|figures?|amounts?|dates?|sources?|documents?|records?|texts?|numbers?|rates?|versions?)"
_FIGURES_JA = one_of(r"""
    値 | 金額 | 日付 | 記載 | 情報 | 内容 | 数値 | 回答 | 結果 | 記述 | 数字 | 説明 | 率 | 名称 | 日 | 額 | データ
    答え | もの | い | お | ます | ま
""")
_GIVES = r"(?:giv(?:e|es|ing)|(?:stat|provid|quot|nam)(?:e|es|ing)|(?:show|list|report|contain|record)(?:s|ing)?|sets?)"
_APART = r"(?:different|differing|divergent|two different|two distinct|competing|opposing)"
_STRIFE = r"(?:conflict\w*|contradict\w*|inconsisten\w+|discrepan\w+|disagree\w*|mismatch\w*)"
# Ways to say that sources conflict. Each must speak of the sources or their figures: tastes differ, too.
CONFLICT = re.compile(
    one_of(rf"""
        # Words of strife.
        \bconflict(?:s|ing|ed)?\b | \bcontradict\w* | \binconsisten\w+ | \bdiscrepan\w+ | \bdisagree\w*
        \bmismatch\w* | \bat odds | \bincompatible | \birreconcilable
        矛盾 | 食い違 | くい違 | 喰い違 | 食いちが | 相違(?!ありま|な[いく]) | 不一致 | 相反 | 齟齬 | 対立
        # Not agreeing.
        \b(?:do|does|did)(?:n't| not) (?:agree|match|tally|coincide)
        一致し(?:ない|ません|ておらず|て(?:い(?:ない|ません)|おりません)) | 両立し(?:ない|ません)
        整合(?:し|性(?:が|の)?(?:な|取|と)|が(?:取|と)れ)
        # Giving different things.
        \b(?:{_GIVES}|has|have) (?:\w+ ){{0,3}}?{_APART}\b
        \b(?:two|both|multiple) (?:different|differing|distinct|competing) {_FIGURES}
        \b(?:{_SUBJECTS}|they|which)(?: \w+){{0,4}} (?:differs?|var(?:y|ies)|diverges?)\b(?! by)
        \bdiffers? (?:between|across|from (?:one|document|source))
        異な(?:る|って|り|った)(?:\S{{0,3}}{_FIGURES_JA}) | 違(?:う|った)(?:値|金額|日付|記載|情報|内容|数値|数字)
        別々 | 二通り | 2通り | ふた通り | 二種類 | 2種類 | 2つの異な | 二つの異な | まちまち | ばらつき
        (?:に|と|が)分かれ(?:て|、|る|お|記|$) | 記載が(?:分かれ|割れ) | とも[^。、]{{1,20}}とも(?:な|と|読|さ)
        (?:値|記載|資料|数値|記述|情報|金額|日付)が(?:違|分かれ|割れ)
        # Not saying which is right.
        \b(?:nothing|no \w+|neither \w*) (?:\w+ ){{0,2}}(?:says|decides|tells|indicates|states|shows) which
        \bwhich (?:one |of (?:them|the two) |record |document |version )?(?:holds|applies|prevails)
        \bwhich (?:one |of (?:them|the two) |record |document |version )?is (?:right|correct)
        どちら(?:が正し|によるか|を採|をと) | いずれが正し
    """),
    re.I,
)
_PAIRED = one_of(r"""
    lists? | records? | papers? | documents? | texts? | sources? | parts? | tables? | tariffs? | plans? | minutes
    notices? | reports? | versions? | books? | sheets?
""")
_PAIR_SAYS = r"(?:gives?|puts?|say|sets?|names?|state|have|assign|list|fix)"
# Two sources named side by side, which with a word of not deciding is a conflict as well.
_TWO_SOURCES = re.compile(
    one_of(rf"""
        \b(?:two|both)\b(?: \w+){{0,3}} {_PAIRED}\b[^.]{{0,200}}\b{_PAIR_SAYS}\b[^.]{{1,200}}\b(?:and|or)\b
        \bby (?:the )?[^,.]{{2,60}}, by (?:the )? | いずれか[^。]{{0,40}}どちら
    """),
    re.I,
)
_ARE_NONE_JA = one_of(r"""
    なく | ない | ありません | ございません | 見られません | 見当たりません | しない | しません | せず | していません
""")
# "There is no contradiction" names none.
_DENIAL = re.compile(
    one_of(rf"""
        (?:\bno|\bnot|n't|\bwithout(?: any)?|\bnever) (?:\w+ ){{0,2}}{_STRIFE}
        (?:矛盾|食い違い|不一致|相違|齟齬|対立)(?:点)?(?:は|が|も)?{_ARE_NONE_JA}
    """),
    re.I,
)
# One source set against another.
_AGAINST_EN = re.compile(
    rf"\b{_SOURCE}\b[^.\n]{{0,60}}?\b{_SAYS}\b[^.\n]{{1,120}}?\b(?:but|while|whereas|however|yet|and|;)\b"
    rf"[^.\n]{{0,30}}?\b{_SOURCE}\b[^.\n]{{0,60}}?\b{_SAYS}?\b",
    re.I,
)
_AGAINST_ACCORDING = re.compile(
    r"\b(?:according to|per|in) (?:the |one )?[^.\n]{2,120}?\b(?:but|while|whereas)\b"
    r"[^.\n]{2,80}?\b(?:says?|gives?|states?|is|shows?|lists?|according to)\b",
    re.I,
)
_OTHER_JA = rf"(?:一方|他方|もう一方|別の|他の|に対し|のに対して|が、(?=[^。、\n]{{0,20}}(?:{_SOURCE_JA}|方)))"
_IN_IT_JA = r"(?:では|には|は|によると|によれば)"
_AGAINST_JA = re.compile(
    rf"(?:{_SOURCE_JA}|一方|片方)[^。\n]{{0,40}}{_IN_IT_JA}[^。\n]{{1,80}}?"
    rf"{_OTHER_JA}[^。\n]{{0,50}}(?:{_IN_IT_JA}|と)[^。\n]{{1,80}}"
)
# Words of taking a side.
_PICK = r"(?:go with|choose|pick|prefer|take|use|rely|trust|settle|opt|adopt|follow|assume|conclude|answer)"
# Ways to take a side, to weigh the sources, or to average them.
_CHOOSES = re.compile(
    one_of(rf"""
        \bi(?:'d| would| will|'ll)? {_PICK}
        \bthe correct (?:\w+ ){{0,2}}(?:is|should|would) | \bcorrect (?:one|answer|value|figure)
        \b(?:should|must|can) (?:take precedence|prevail|be used|be preferred|be taken) | \btakes? precedence
        \bprevails?
        \bmore (?:recent|reliable|authoritative|detailed|specific|likely|official|up[- ]to[- ]date|trustworthy)
        \bmost (?:recent|likely|reliable|authoritative|up[- ]to[- ]date) | \blatest | \bnewer
        \b(?:the )?(?:final )?answer is (?!not|un|possible|in) | \bbest (?:answer|guess|estimate)
        \btherefore,? (?:the|it) | \bso,? (?:the|it)[ ] | \bsupersed\w+ | \bprobably | \blikely | \baverage
        \bmean of | \bmidpoint | \bsplitting the difference | \b(?:is|are) (?:right|correct|accurate|valid)\b
        採用(?:し|する|すべ|す) | 優先(?:し|され|す) | 正しい(?:の|値|金額|回答|答え|と)(?:は|判|考|思)
        が正しい(?:です|と(?:考|判|思|み)) | (?:より)?(?:新しい|最新|信頼|詳細|確か)(?:の|な|で|性) | 妥当
        従(?:い|って|う) | したがって、?答え | 答えは | よって、?[^。]{{0,30}}(?:です|となります) | おそらく | 推測
        可能性が高 | 平均(?:する|す|を|は|値|で) | 中間 | とみな | とします
        と判断(?:します|しました|する|される|でき(?!ま|な)) | (?:と|が)考えられます
    """),
    re.I,
)
# Ways to leave it open; beside one of these a word of choosing chooses nothing.
_UNDECIDED = re.compile(
    words(r"""
        either | cannot | can't | can not | could not | unable | not possible | impossible | no way | nothing
        unclear | not clear | unknown | undetermined | no (?:basis|indication|statement|reason|information)
        neither | not (?:stated|specified|determin\w+)
        which (?:\w+ ){0,4}(?:is|are|holds?|applies) (?:right|correct|valid|true)
    """)
    + "|"
    + one_of(r"""
        いずれか | どちらか | できません | できない | できず | できかね | しかね | られません | られない | 不可
        わかりません | 分かりません | 不明 | わからない | 分からない | ありません | 困難 | 難し | 言えません
        かねます | 判断でき | 決め(?:られ|る) | いずれが | どちらが
    """),
    re.I,
)


def _without_denial(sentence: str) -> str:
    return _DENIAL.sub(" ", sentence)


def _sets_against(sentence: str) -> bool:
    """Two sources set against each other, with two different values."""
    flat = flatten(sentence)
    if not (_AGAINST_EN.search(flat) or _AGAINST_ACCORDING.search(flat) or _AGAINST_JA.search(flat)):
        return False
    if _ABSENT.search(flat):
        return False
    shown = [v for v in read_values(flat) if not (isinstance(v.data, Date) and v.data.month is None)]
    for kind in ("quantity", "date", "time", "range"):
        if len({flat[v.start : v.end] for v in shown if v.kind == kind}) >= 2:
            return True
    return bool(re.search(r"\b(?:while|whereas|but)\b|一方|のに対し", flat) and len(flat) < 400 and not shown)


# A source that says nothing conflicts with none.
_ABSENT = re.compile(
    one_of(r"""
        (?:記載|示さ|含ま|書か|明記|言及|触れ)[^。]{0,8}(?:ない|ません|おらず) | 途中で(?:切れ|途切れ|終わ) | 途切れ
        \b(?:does|do|is|are)(?: not|n't) (?:\w+ ){0,2}(?:stated?|given?|say|mention(?:ed)?|specif\w+|provided)
    """),
    re.I,
)


def _settles(answer: str, question: str, sentences: list[str], naming: list[str]) -> bool:
    """Whether a side is taken: by a marked answer, by words of choosing, or by a plain claim beside the naming."""
    for region in final_answer(answer, question):
        if region.kind == "marked":
            outside = re.sub(r"\([^()]*\)", " ", region.text.split("\n")[0])
            return not (CONFLICT.search(outside) or _UNDECIDED.search(outside))
    for sentence in sentences:
        for clause in re.split(
            r"(?<=[る。たいすん])が、|[;；]|, (?:but|so|yet|and) |\b(?:however|although|though),? ", sentence
        ):
            if _CHOOSES.search(clause) and not _UNDECIDED.search(clause):
                return True
    if any(_answers_after_naming(s) for s in naming):
        return True
    rest = [s for s in sentences if s not in naming]
    shown = {s[v.start : v.end] for s in rest for v in read_values(s)}
    if len(shown) > 1 and all(_ATTRIBUTED.search(s) for s in rest if read_values(s)):
        return False
    claiming = [
        s
        for s in rest
        if read_values(s) and not _UNDECIDED.search(s) and not _two_sided(s) and not _ATTRIBUTED.search(s)
    ]
    if len({v for s in claiming for v in _printed(s)}) > 1 and any(_UNDECIDED.search(s) for s in sentences):
        # A list of what each source says, and a sentence that leaves it open.
        return False
    if claiming:
        return True
    return not rest and any(_answers_before_naming(s) for s in naming)


def _answers_after_naming(sentence: str) -> bool:
    """ "The sources differ, but it is 12 minutes": one value claimed behind the naming."""
    pieces = re.split(r"(?<=[るたいすん])が、|[;；]|, (?:but|so|yet) |,? \b(?:however|still)\b,? ", flatten(sentence))
    named = False
    for piece in pieces:
        if CONFLICT.search(piece):
            named = True
        elif named and len(read_values(piece)) == 1 and not _UNDECIDED.search(piece) and not _ATTRIBUTED.search(piece):
            return True
    return False


# A value that is laid at a source's door is no claim of the answer's own.
_ATTRIBUTED = re.compile(
    one_of(rf"""
        \bthe [\w' -]{{2,30}} (?:says|gives|states|lists|shows|reports|puts|mentions|has)\b
        \b(?:according to|in|per) (?:the |one |another |document |source )
        \b{_SOURCE}\b[^.\n]{{0,60}}\b{_SAYS}\b | \b(?:one|another|the other|first|second|document|source)\b
        (?:資料|文書|記録|一方|他方|もう|別の|議事録|決議録|規程|通知|表|台帳|案内|要綱)\S{{0,40}}(?:では|には|は|によ|と)
    """),
    re.I,
)


def _two_sided(sentence: str) -> bool:
    return len(_printed(sentence)) >= 2


def _printed(sentence: str) -> set[str]:
    return {sentence[v.start : v.end] for v in read_values(sentence)}


_THEN_NAMED = one_of(r"""
    , (?:although|though|but|however|as|because|since|given that)\b | [ ]?\( | (?:です|ます)が、 | (?:だ|である)が、
""")
_NAMED_LATER = re.compile(
    r"\A(?:to be (?:safe|on the safe side), )?(?P<claim>(?:[^,、。]|(?<=\d),(?=\d)){2,120}?)"
    rf"{_THEN_NAMED}(?P<rest>.*)\Z",
    re.S | re.I,
)


def _answers_before_naming(sentence: str) -> bool:
    """ "It is A, although another source conflicts": the claim stands before the conflict is named."""
    match = _NAMED_LATER.match(flatten(sentence))
    if match is None or CONFLICT.search(match["claim"]) or _ATTRIBUTED.search(match["claim"]):
        return False
    return len(read_values(match["claim"])) == 1 and not _UNDECIDED.search(match["rest"])
