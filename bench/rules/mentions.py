"""Where a clause mentions what is expected, or something that could stand in its place.

Owns the finding: values of the same kind, codes of the same form, the same label with another number, names with
their boundaries in both scripts (京都 is not in 東京都, E12 not in E120). Whether one is asserted is not asked here.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bench.rules.asked import Demands, rate_asked
from bench.rules.circumstances import direction
from bench.rules.expected import Expected, code_key, is_united
from bench.rules.same_value import Match, comparable, same_value
from bench.rules.switches import rule
from bench.rules.tokens import content, fresh_runs, plain_letters
from bench.rules.values import Value, read_values
from bench.text.quantities import Quantity
from bench.text.weekdays import days_spelled_out


@dataclass(frozen=True, slots=True)
class Mention:
    """[start, end) of a clause. `same`: it is what is expected (True), another (False), or none can say (None).

    `united`: it is a figure with a unit.
    """

    start: int
    end: int
    same: bool | None
    text: str
    united: bool = False


def mentions(asked: Demands, expected: Expected, clause: str) -> list[Mention]:
    """Every mention in a clause, in order. Offsets are into the clause, for names into `plain_letters(clause)`."""
    if expected.kind == "value":
        found = list(_values(asked, expected, clause))
        # Beside a figure with its unit a bare number is something else.
        return [m for m in found if m.united] if any(m.united for m in found) and expected.united else found
    plain = plain_letters(clause)
    if expected.kind == "code":
        return list(_codes(expected, clause))
    if expected.kind == "labelled":
        return list(_labelled(expected, plain))
    if expected.kind == "name":
        return _names(asked, expected, plain)
    return []


def _values(asked: Demands, expected: Expected, clause: str) -> Iterator[Mention]:
    wanted = expected.value
    assert wanted is not None
    for found in read_values(clause, like=wanted.kind):
        if not comparable(wanted, found) or is_label(clause, found) or _other_count(asked, expected, clause, found):
            continue
        text = clause[found.start : found.end]
        match = same_value(asked, wanted, _signed(asked, expected.text, wanted, found, clause))
        same = {Match.EQUAL: True, Match.DIFFERENT: False, Match.UNSURE: None}[match]
        if same is None and (unit := _unit(expected.text, wanted)) and unit in clause.replace(text, "").casefold():
            # "It seats 412 people" has the word of "412 seats".
            same = True
        if same and _per(found) and not (rate_asked(asked, found) or _per(wanted)):
            # "$5 per person" says more than "$5".
            same = None
        if same and _counted(expected.text, wanted) != _counted(clause, found):
            same = None if _counted(expected.text, wanted) and _counted(clause, found) else same
        if same and _counts_others(asked, expected.text, wanted, found, text):
            same = None
        yield Mention(found.start, found.end, same, text, united=is_united(found))


def is_label(clause: str, value: Value) -> bool:
    """A bare number that names something ("Stage 2", 文書2) is no figure."""
    if not isinstance(value.data, Quantity) or value.data.units or value.start == 0:
        return False
    return bool(_LABEL_BEFORE.search(clause[max(0, value.start - 20) : value.start]))


_LABEL_BEFORE = re.compile(
    r"(?:\b(?:stage|step|document|source|page|table|section|item|option|point|room|hall|line|week|no|number|chapter|"
    r"article|figure|case|part)"
    r"\.?|文書|資料|手順|ステップ|第|表|図|別表|様式)[ \[(]*\Z",
    re.I,
)


@rule(False)
def _other_count(asked: Demands, expected: Expected, clause: str, found: Value) -> bool:
    """A bare number of things that neither question nor reference names is no figure for what is asked."""
    counted = _counted(clause, found)
    known = f"{asked.text} {expected.text}".casefold()
    return (
        bool(counted)
        and len(counted) > 3
        and counted not in known
        and bool(expected.value and _counted(expected.text, expected.value))
    )


@rule(False)
def _counts_others(asked: Demands, reference: str, wanted: Value, found: Value, text: str) -> bool:
    """240 people are not 240 chairs, unless the question counts people."""
    if not isinstance(found.data, Quantity) or not _counted(reference, wanted) or not found.data.units:
        return False
    if {u.dimension for u in found.data.units} & {"things", "occasions"}:
        return False
    unit = re.sub(r"[\d.,\s]", "", text).casefold().rstrip("s")
    return unit not in asked.text.casefold()


def _per(value: Value) -> bool:
    return isinstance(value.data, Quantity) and bool(value.data.per)


def _unit(text: str, value: Value) -> str:
    return text[value.data.number.end : value.end].strip().casefold() if isinstance(value.data, Quantity) else ""


def _counted(text: str, value: Value) -> str:
    """The word or sign right behind a bare number, where it is no unit: crowns, 脚."""
    if not isinstance(value.data, Quantity) or value.data.units:
        return ""
    match = re.match(r" ?([A-Za-z]{4,})|([\u3400-\u9fff])", text[value.end :])
    return (match[1] or match[2]).casefold().rstrip("s") if match else ""


def _signed(asked: Demands, reference: str, wanted: Value, found: Value, clause: str) -> Value:
    """A loss of 5 is minus 5 where the reference is negative, and the reverse where loss is what is asked for."""
    if not isinstance(wanted.data, Quantity) or not isinstance(found.data, Quantity):
        return found
    number, below = found.data.number, wanted.data.number.value < 0
    turned = replace(found, data=replace(found.data, number=replace(number, value=-number.value)))
    if below and number.value > 0 and direction(asked, clause) < 0 and direction(asked, asked.text) >= 0:
        return turned
    if not below and number.value < 0 and direction(asked, f"{asked.text} {reference}") < 0:
        return turned
    return found


_CODE = re.compile(r"(?<![\dA-Za-z.])[A-Za-z]{0,6}[-. ]?\d[\dA-Za-z]*(?:[-.][\dA-Za-z]+)*(?![\dA-Za-z])")


def _codes(expected: Expected, clause: str) -> Iterator[Mention]:
    """Codes of the same form: letters before digits, or digits alone; a number with a unit is none."""
    wanted = expected.names[0]
    with_units = {v.start for v in read_values(clause) if isinstance(v.data, Quantity) and _has_unit(v.data)}
    dates = [(v.start, v.end) for v in read_values(clause) if v.kind in ("date", "time") and wanted.isdigit()]
    lettered = not wanted[0].isdigit()
    spaced = re.search(r"(?<!\d)" + r"[-() ]*".join(map(re.escape, wanted)) + r"(?![\dA-Za-z]|-\d)", clause, re.I)
    if spaced and len(wanted) > 6:
        yield Mention(*spaced.span(), True, spaced[0])
        return
    for match in _CODE.finditer(clause):
        text = match[0]
        if " " in text and (not lettered or not text.split(" ")[0].isupper()):
            at = match.start() + text.index(" ") + 1
            text, start = clause[at : match.end()], at
        else:
            start = match.start()
        if start in with_units or any(s <= start < e for s, e in dates):
            continue
        key = code_key(text)
        if key == wanted:
            yield Mention(start, match.end(), True, text)
        elif not lettered and (abs(len(key) - len(wanted)) > 2 or (len(wanted) > 6 and key[-6:] == wanted[-6:])):
            continue
        elif lettered == (not key[0].isdigit()) or ("." in wanted and key[0].isdigit()):
            yield Mention(start, match.end(), False, text)


def _has_unit(quantity: Quantity) -> bool:
    return bool(quantity.units) and not {u.dimension for u in quantity.units} <= {"rank", "article"}


def _labelled(expected: Expected, plain: str) -> Iterator[Mention]:
    label, number = re.escape(expected.label), r"(?:no\.? ?)?(?P<n>\d{1,4}[A-Za-z]?|[A-Z甲乙丙丁])"
    behind = rf"\b{label}s? {number}(?![\w])|(?<![\w.,])(?P<m>\d{{1,3}}) {label}\b"
    sign = r"\d{1,4}|[A-Z甲乙丙丁]"
    before = rf"第?(?<![\dA-Za-z])(?P<n>{sign})-?{label}|{label}(?P<m>{sign})(?![\dA-Za-z])"
    for match in re.finditer(behind if expected.label.isascii() else before, plain, re.I):
        found = (match["n"] or match["m"]).upper()
        if found.isalpha() and found.isascii() and not (match["n"] or match["m"]).isupper():
            continue
        yield Mention(match.start(), match.end(), found == expected.number.upper(), match[0])


_DAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b|[月火水木金土日]曜日?", re.I)
_COPULA = (
    r"(?:です|でした|だ|である|になります|となります|でございます|になる|となる|と(?:な|され)[^、。]{0,12})?[。.]?\s*\Z"
)
_SLOTS = (
    re.compile(r"(?:は|のは|が)、?(?P<x>[^はが、。]{1,24}?)" + _COPULA),
    re.compile(r"(?:\A|、|は)(?P<x>[^はが、。]{1,24}?)が"),
    re.compile(r"(?:\A|、|は|に)(?P<x>[^はがに、。]{1,24}?)を"),
    re.compile(r"\A(?P<x>[^はが、。]{1,24}?)" + _COPULA),
)


def _names(asked: Demands, expected: Expected, plain: str) -> list[Mention]:
    if any(_DAY.fullmatch(n) for n in expected.names):
        plain = days_spelled_out(plain)
        own = {_weekday(n) for n in expected.names if _DAY.fullmatch(n)}
        return [Mention(*m.span(), _weekday(m[0]) in own, m[0]) for m in _DAY.finditer(plain)]
    found = [Mention(*span, whole, plain[slice(*span)]) for span, whole in _occurrences(asked, expected, plain)]
    if asked.words.spaced:
        return sorted([*found, *_rivals(asked, expected, plain, found)], key=lambda m: m.start)
    if not found:
        found = list(_slot_fillers(asked, expected, plain))
    return found


def _weekday(name: str) -> int:
    days = "mon tue wed thu fri sat sun".split()
    return days.index(name.casefold()[:3]) if name.isascii() else "月火水木金土日".index(name[0])


def _occurrences(asked: Demands, expected: Expected, plain: str) -> Iterator[tuple[tuple[int, int], bool | None]]:
    """The places of a name's spellings, longest first; None where it may be the piece of a longer name."""
    taken: list[tuple[int, int]] = []
    for name in sorted(expected.names, key=len, reverse=True):
        if len(name) < 2 and plain.strip(" .。") != name and asked.words.spaced:
            continue
        for match in re.finditer(re.escape(name), plain, re.I):
            if any(s < match.end() and match.start() < e for s, e in taken) or not _stands(name, plain, match):
                continue
            taken.append(match.span())
            yield match.span(), None if _extended(asked, name, plain, match) else True


def _stands(name: str, plain: str, match: re.Match[str]) -> bool:
    """Whether a Latin spelling begins and ends where words do."""
    before, after = plain[: match.start()][-1:], plain[match.end() :][:1]
    latin = re.compile(r"[A-Za-z0-9]")
    return not (latin.match(name[0]) and latin.match(before)) and not (latin.match(name[-1]) and latin.match(after))


@rule(False)
def _extended(asked: Demands, name: str, plain: str, match: re.Match[str]) -> bool:
    """A name may be the piece of a longer one: New York, 東京都, DataFlow 2, dark green."""
    before, after = plain[: match.start()], plain[match.end() :]
    if asked.words.spaced and name[-1].isascii():
        return _extended_word(asked, name, before, after)
    known = plain_letters(asked.text)
    run_before, run_after = re.search(rf"{_JOINED}\Z", before), re.match(_JOINED, after)
    if run_before and run_before[0] not in known:
        return True
    if _KANA.match(name[0]) and before and _KANA.match(before[-1]) and before[-1] not in "はがのをにでともへや":
        return True
    if _KANA.match(name[-1]) and _KANA.match(after) and not _PARTICLE.match(after):
        return True
    return run_after is not None and run_after[0] not in known and not asked.words.of("SUFFIX").match(after)


_JOINED = r"[\u3400-\u9fff々\u30a1-\u30fa\u30fcA-Za-z0-9]+"
_KANA = re.compile(r"[ぁ-ん]")
_PARTICLE = re.compile(r"は|が|の|を|に|で|と|も|へ|や|から|まで|より|だ|さん|ちゃん|くん|かと|だけ|のみ")


def _extended_word(asked: Demands, name: str, before: str, after: str) -> bool:
    known, function = content(asked.text, asked.lang), asked.words.listed("function")
    previous, following = re.search(r"([A-Za-z0-9.'-]+) \Z", before), re.match(r"[ -]([A-Za-z0-9'&-]+)", after)
    for neighbour, match in (("before", previous), ("after", following)):
        word = match[1].strip(".'") if match else ""
        if not word or word.casefold() in function | asked.words.listed("title") or content(word, asked.lang) <= known:
            continue
        opens = neighbour == "before" and re.search(r"(?:\A|[.!?\n:] ?)\Z", before[: -len(word) - 1])
        capital = word[0].isupper() or word.isdigit()
        if (name[0].isupper() and len(name.split()) > 1) or (name[0].isupper() and name[1:] != name[1:].lower()):
            if capital and not opens:
                return True
        elif (
            (capital and not opens)
            or (neighbour == "before" and not _VERBAL.search(word) and not opens)
            or (neighbour == "after" and name[0].isupper() and capital)
        ):
            return True
    return False


_VERBAL = re.compile(r"(?:s|ed|ing|ly)\Z", re.I)


def _rivals(asked: Demands, expected: Expected, plain: str, found: list[Mention]) -> Iterator[Mention]:
    """Names that stand where the expected one could: proper ones, else the one run of words the question lacks."""
    proper = all(w[0].isupper() or w in ("of", "de", "van", "the", "&") for w in expected.names[0].split())
    several = proper and len(expected.names[0].split()) > 1
    runs = [
        r for r in fresh_runs(plain, asked.text, asked.lang) if not any(r[0] < m.end and m.start < r[1] for m in found)
    ]
    if several or asked.who:
        runs = [r for r in runs if _is_proper(plain, r)]
    elif found:
        runs = (
            [r for r in runs if _is_proper(plain, r)]
            if proper and expected.names[0][1:] != expected.names[0][1:].lower()
            else []
        )
    elif len(runs) != 1 or len(plain[slice(*runs[0])].split()) > 3:
        runs = []
    runs = [r for r in runs if _is_proper(plain, r) or not re.search(r"[a-z]{3}(?:ed|ing)\Z", plain[slice(*r)])]
    own = content(" ".join(expected.names), asked.lang) - content(asked.text, asked.lang)
    for start, end in runs:
        shared = content(plain[start:end], asked.lang) & own
        yield Mention(start, end, None if shared else False, plain[start:end])


def _is_proper(plain: str, run: tuple[int, int]) -> bool:
    text = plain[slice(*run)]
    opens = not plain[: run[0]].strip(" \"'(")
    words = text.split()
    return text[0].isupper() and (
        not opens
        or (len(words) > 1 and words[1][0].isupper())
        or (len(words) == 1 and run[1] == len(plain.rstrip(" .")))
    )


# Signs that end names of many kinds say nothing about which one it is.
_COMMON = frozenset("課部係室店館社市町村区県駅色号線丁目の")


def _slot_fillers(asked: Demands, expected: Expected, plain: str) -> Iterator[Mention]:
    every = {c for name in expected.names for c in name} - _COMMON
    # Where the question offers the name, its letters tell it from the others offered.
    own = every - set(plain_letters(asked.text)) or every
    for slot in _SLOTS:
        match = slot.search(plain.strip())
        if match is None:
            continue
        text = match["x"].strip("「」『』 ")
        fresh = fresh_runs(text, asked.text, asked.lang)
        if not fresh or re.search(r"[るいたくて]\Z|ない|ません|ため|から|こと", text):
            continue
        shared = {c for c in text if not re.match(r"[\u3040-\u309f]", c)} & own
        # 茂木 and 柚木 are two people; 佐倉遥香 may be 佐倉遥 with a slip of the pen.
        bare = re.sub("|".join(map(re.escape, asked.words.listed("title"))) + r"\Z", "", text)
        whole = asked.who and len(bare) > 1 and not any(n in bare or bare in n for n in expected.names)
        unsure = shared and not (whole and text == re.sub(_COPULA, "", plain.strip()))
        yield Mention(match.start("x"), match.end("x"), None if unsure else False, text)
        return
