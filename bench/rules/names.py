"""Whether a text states a name: whole, not as the piece of a longer one, not rejected, not one of several.

Owns the boundaries of names in both scripts (京都 is not in 東京都, E12 not in E120) and the reading of "X, not Y",
"XよりY" and 「Xではなく」 around them.
"""

import re
from enum import Enum
from functools import lru_cache

from bench.rules.circumstances import years_of
from bench.rules.neighbours import stands_beside_rival
from bench.rules.overlap import content_tokens
from bench.rules.spellings import name_variants, plain_letters
from bench.text.fold import flatten, fold
from bench.text.patterns import one_of


class NameStatus(Enum):
    """How a text treats a name."""

    STATED = "stated"
    REJECTED = "rejected"
    AMONG_OTHERS = "among others"
    ABSENT = "absent"


def name_status(
    question: str, name: str, text: str, allowed: frozenset[str] = frozenset(), reference: str = ""
) -> NameStatus:
    """How `text` treats `name`. `allowed` are folded names that may stand beside it (the rest of a list).

    `reference` is the whole that `name` was taken from: what it puts beside the name extends nothing.
    """
    flat = _without_lead_in(plain_letters(flatten(text)))
    lowered = flat.casefold()
    known = plain_letters(flatten(f"{question} {reference}"))
    best = NameStatus.ABSENT
    settled: list[tuple[int, int]] = []
    for variant in name_variants(question, name):
        if len(variant) == 1 and flat.strip(" .。") != variant and len(name) > 1:
            # The C of "Gate C" alone is an answer only where it is all there is.
            continue
        if _first_token(variant).casefold() not in lowered:
            continue
        for match in _pattern(variant).finditer(flat):
            if not _bounded(flat, match.start(), match.end(), known):
                continue
            if _goes_on_as_another(flat[match.end() :], variant, name, known):
                continue
            if any(start <= match.start() and match.end() <= end for start, end in settled):
                # A shorter variant inside a full name that was already rejected.
                continue
            status = _treatment(question, flat, match.start(), match.end(), allowed)
            settled.append(match.span())
            if status is NameStatus.STATED:
                return status
            best = status if best is NameStatus.ABSENT else best
    return best


_TOKEN = re.compile(
    r"[A-Za-z\u00c0-\u024f]+|\d+|[\u3040-\u309f]+|[\u30a0-\u30fa\u30fc-\u30ff]+|[\u3400-\u9fff々〇]+|"
    r"[^\s\w]"
)
_HAN = re.compile(r"[\u3400-\u9fff々〇]")
_KATAKANA = re.compile(r"[\u30a1-\u30fa\u30fc]")
_HIRAGANA = re.compile(r"[\u3041-\u309f]")
# A kanji name may be followed by what it is: a city, an office, a title.
_KIND_AFTER = re.compile(
    one_of(r"""
        市 | 県 | 都 | 府 | 区 | 町 | 村 | 郡 | 州 | 国 | 社 | 氏 | 様 | 殿 | 君 | 課 | 部(?!長) | 係(?!長)
        局(?!長) | 室(?!長) | 店(?!長) | 館(?!長) | 駅(?!長) | 線 | 港 | 山 | 川 | 湖 | 校(?!長) | 院(?!長) | 支店
        支社 | 営業所 | 本社 | 本店 | 先生 | 教授 | 教諭 | 看護師 | 医師 | 技師 | 部長 | 課長 | 主任 | 係長 | 店長
        会長 | 社長 | 理事 | 委員 | 源泉 | 地区 | 地方 | 側 | 製 | 産 | 以外 | 等 | 様 | 号 | 棟 | 邸 | 寺 | 神社
        城 | 橋 | 通り | 流 | 型 | 案 | 株式 | 宛 | 在住 | 出身 | 所属 | 担当 | 方面 | 行き | 発 | 内 | 付近 | 周辺
    """)
)
_PREFIX_BEFORE = re.compile(
    r"(?:株式会社|有限会社|合同会社|学校法人|財団法人|社団法人|医療法人|名称|氏名|会社|担当|現|同|元|各|"
    r"約|計)\Z"
)
# A name in hiragana ends where a particle begins.
_PARTICLE_AFTER = re.compile(
    one_of(r"""
        です | でし | でご | であ | では | でな | で[、,。 ] | だ(?!い) | は | が | を | の | と | に | へ
        や(?!ま) | も(?!の) | か(?![\u3041-\u309f]{2}) | から | まで | より | など | って | さん | 様 | くん
        ちゃん | という | といい | しか | だけ | のみ | じゃ | ね | よ | [^\u3041-\u309f] | \Z
    """)
)
_PARTICLE_BEFORE = re.compile(r"(?:[はがをのとにへやもでかるたてなれすうくいし]|こと|もの|および|ならびに|または)\Z")
_EXTENSION = re.compile(
    r" (?:Plus|Pro|Max|Mini|Lite|Light|Premium|Ultra|Super|Neo|Next|Advanced|Deluxe|Extra|XL|Jr|Sr|"
    r"Junior|Senior|II|III|IV|V|VI|North|South|East|West|New|Old|Annex|\d+|[B-HJ-Z])(?![A-Za-z])"
)
_LEADING_EXTENSION = re.compile(
    r"(?<![A-Za-z])(?:New|Old|North|South|East|West|Upper|Lower|Super|Ultra|Neo|Former|Vice|Deputy|"
    r"Assistant|Sub|Non)[ -]\Z",
    re.I,
)
_NEW_OLD_JA = re.compile(r"(?:新|旧|元|副|準|非|反|東|西|南|北|前|次)\Z")
# "Of A and B," and AとBのうち: what is compared is not yet what is claimed.
_COMPARED_EN = r"(?:Of|Among|Between|Out of|Compar(?:ed|ing) (?:with|to)?|Unlike|In contrast to)"
_COMPARED_JA = one_of(r"""
    のうち(?:で|では)? | の中(?:で|では) | を(?:比べ|比較す)ると | と比べ(?:て|ると) | に比べ(?:て|ると)
    と比較(?:して|すると) | の間では
""")
_LEAD_IN = re.compile(
    r"(?:^|(?<=[.。\n] )|(?<=[.。\n]))\s*"
    rf"(?:{_COMPARED_EN}\b[^.。\n]{{3,160}}?, |[^。\n]{{2,120}}?{_COMPARED_JA}[、,]? ?)",
    re.I,
)
# What sets a name aside: a negation, a predecessor, someone stood in for.
_REJECTED_BEFORE = re.compile(
    one_of(r"""
        \bnot | n't | \b(?:moved|moves|moving|transferred|transfers|changed|switched|relocated|came) (?:\w+ )?from
        \b(?:took|taken|takes) over from | \b(?:replaced|replaces|succeeded|succeeds)(?! by) | \bsuccessor (?:to|of)
        \bfollowed by | \b(?:standing in|stands in|deputi\w+|substitut\w+|filling in|covering) for | \bin place of
        \brather than | \binstead of | \bexcept(?: for)? | \bexcluding | \bother than | \bunlike | \bthan | \bnever
        \bneither | \bnor | \bwithout | \bno longer | \bas opposed to | \bbut not | \bcompared (?:to|with)
        \bversus | \bvs\.?
    """)
    + r"""(?: (?:the|a|an|in|at|to|by|from|on|be|for|of|that of))*[ "'「]*\Z""",
    re.I,
)
# The same behind the name: 〜ではなく, 〜の後任, "is wrong".
_REJECTED_AFTER = re.compile(
    r"""[」』"']?(?:さん|様|氏|君|社|市|先生)?"""
    + one_of(r"""
        の(?:代わり|代理|後任|前任) | では(?:な|あり|ござ) | じゃな | でな[いく]
        は(?:誤|間違|正しくな|該当しな|含まれな|含まれま|対象外|違) | 以外 | を除 | とは異な
        から[^。、]{1,20}(?:へ|に)(?:異動|移|変更|変わ|代わ|交代|交替|引き継|転|改) | とは(?:言え|限)
        より(?!も?(?:提供|発|配|送|抜粋)) | [ ](?:is|was|would be) (?:wrong|incorrect|false|ruled out|excluded)
    """),
    re.I,
)
_NEGATED_AFTER = re.compile(r"[\"']? (?:is|was|are|were|does|did|has|had|would|can|could|will)(?: not|n't)\b", re.I)
# In a list: AとBに対応し、Cには対応していません.
_OWN_CLAUSE = re.compile(r"[いきしちりえけせてねべめれがで]、\Z")
_DENIED_AFTER = re.compile(r"[にをで]?は[^、。]{0,12}(?:ません|ない(?!で)|できず|おらず)")
_NEGATIVE_QUESTION = re.compile(
    r"\b(?:not|n't|without|never|no|fail\w*|un\w+ed|exclud\w+|except|miss\w+|lack\w*)\b|ない|なかった|"
    r"ません|不|未|非|外|除",
    re.I,
)
_ASIDE = re.compile(r"\b(?:while|whereas|although|though|even though|despite|unlike)\b(?P<aside>[^.;。]*)", re.I)
_HEAD = re.compile(r"\b[A-Za-z]{3,} \Z")


def _tokens(name: str) -> list[str]:
    tokens = _TOKEN.findall(name)
    return [t for t in tokens if t[0].isalnum()] or tokens


def _first_token(name: str) -> str:
    return next(iter(_tokens(name)), "")


@lru_cache(maxsize=512)
def _pattern(name: str) -> re.Pattern[str]:
    tokens = _tokens(name)
    pieces = [rf"(?:no\.? ?|number |#)?{t}" if t.isdigit() and n else re.escape(t) for n, t in enumerate(tokens)]
    return re.compile(r"[\s\-・/,.:'\"()「」『』&]{0,3}".join(pieces) or r"(?!)", re.IGNORECASE)


def names_sibling(name: str, text: str) -> bool:
    """Whether `text` has the name with another number or letter: Hall 4 for Hall 2, 第3ホール for 第1ホール."""
    numbered = _NUMBERED.fullmatch(plain_letters(flatten(name)).strip())
    if numbered is None:
        return False
    head, label, tail = numbered.groups()
    flat = plain_letters(flatten(text))
    if head.casefold() not in flat.casefold() or tail not in flat:
        return False
    like = re.compile(rf"(?<![A-Za-z0-9]){re.escape(head)}(\d{{1,4}}|[A-Z])(?![A-Za-z0-9]){re.escape(tail)}", re.I)
    return any(m[1].casefold() != label.casefold() for m in like.finditer(flat))


_NUMBERED = re.compile(r"((?:[^\d\s][^\d]{0,30})?)(?<![A-Za-z])(\d{1,4}|[A-Z])(?![A-Za-z])([^\d]{0,20})")


def _bounded(flat: str, start: int, end: int, known: str) -> bool:
    before, after = flat[max(0, start - 12) : start], flat[end : end + 12]
    first, last = flat[start], flat[end - 1]
    if first.isascii() and first.isalnum():
        if re.search(r"[A-Za-z0-9_](?:-)?\Z", before) or re.search(r"\d\.\Z", before):
            return False
        extended = _LEADING_EXTENSION.search(before)
        if extended and fold(extended[0]) not in fold(known):
            return False
    elif _HAN.match(first):
        if re.search(r"第\d{1,2}\Z", before):
            return before[before.rindex("第") :] in known
        if before and _HAN.match(before[-1]) and not _PREFIX_BEFORE.search(before):
            return _run_before(before) in known and not _NEW_OLD_JA.search(before)
    elif _KATAKANA.match(first):
        if before and _KATAKANA.match(before[-1]):
            return False
        if before and _HAN.match(before[-1]) and not _PREFIX_BEFORE.search(before):
            # 芽キャベツ is another thing than キャベツ.
            return _run_before(before) in known
    elif _HIRAGANA.match(first) and before and _HIRAGANA.match(before[-1]) and not _PARTICLE_BEFORE.search(before):
        return False
    if last.isascii() and last.isalnum():
        if re.match(r"[A-Za-z0-9_]|-[A-Za-z0-9]|\.\d", after):
            return False
        extension = _EXTENSION.match(flat[end : end + 12])
        return not extension or fold(extension[0]) in fold(known)
    letter = re.match(r"[A-Z]{1,2}(?![A-Za-z])", after)
    if letter and not last.isascii():
        # クロビスA is another thing than クロビス.
        return letter[0] in known
    if _HAN.match(last):
        if not after or not (_HAN.match(after) or _KATAKANA.match(after)):
            return True
        if _KIND_AFTER.match(after) or re.match(r"(?:株式会社|コーポレーション)", after):
            return True
        run = re.match(r"[\u30a1-\u30fa\u30fc\u3400-\u9fff々]+", after)
        return run is not None and run[0] in known
    if _KATAKANA.match(last):
        return not (after and _KATAKANA.match(after))
    if _HIRAGANA.match(last):
        return bool(_PARTICLE_AFTER.match(after)) or not after
    return True


def _goes_on_as_another(after: str, variant: str, name: str, known: str) -> bool:
    """Whether a name without its head ("Norvale" for "Norvale Lift") goes on as another: Norvale Lifting Rental."""
    if fold(variant) == fold(name) or not fold(name).startswith(fold(variant)):
        return False
    following = _CAPITALISED.match(after)
    return following is not None and fold(following[1]) not in fold(known).split()


_CAPITALISED = re.compile(r" ([A-Z][a-z]+)\b")


def _run_before(before: str) -> str:
    match = re.search(r"[\u3400-\u9fff々]+\Z", before)
    return match[0] if match else "\0"


def _treatment(question: str, flat: str, start: int, end: int, allowed: frozenset[str]) -> NameStatus:
    own = flat[start:end]
    before, after = flat[max(0, start - 60) : start], flat[end : end + 60]
    head = _HEAD.search(before)
    if head and frozenset() < content_tokens(head[0]) <= content_tokens(question):
        # "not crew A" for the name A: the noun between is the question's own.
        before = before[: head.start()]
    if _is_past(question, flat, start, end):
        return NameStatus.REJECTED
    if _REJECTED_BEFORE.search(before) or _REJECTED_AFTER.match(after):
        return NameStatus.REJECTED
    if allowed and _OWN_CLAUSE.search(before) and _DENIED_AFTER.match(after):
        return NameStatus.REJECTED
    if _NEGATED_AFTER.match(after) and not _NEGATIVE_QUESTION.search(question):
        return NameStatus.REJECTED
    if any(m.start("aside") <= start < m.end() for m in _ASIDE.finditer(flat, max(0, start - 160), end)):
        return NameStatus.REJECTED
    return NameStatus.AMONG_OTHERS if stands_beside_rival(question, own, before, after, allowed) else NameStatus.STATED


def _is_past(question: str, flat: str, start: int, end: int) -> bool:
    """Whether the clause of a name speaks of an earlier state, or another year, than the question asks for."""
    opening = re.split(r"[,;、。.\n]", flat[max(0, start - 100) : start])[-1]
    closing = re.split(r"[,;、。.\n]", flat[end : end + 60])[0]
    asked, here = years_of(question), years_of(opening)
    if asked and here and not asked & here:
        return True
    return bool(_PAST.search(f"{opening} {closing}")) and not _PAST.search(flatten(question))


_PAST = re.compile(
    r"\b(?:previously|formerly|before that|used to|until then)\b|それ以前|以前は|かつて|従来は|もともと", re.I
)


def _without_lead_in(flat: str) -> str:
    """Removes "Of A and B," and AとBのうち: what is compared is not yet what is claimed."""
    return _LEAD_IN.sub(" ", flat)
