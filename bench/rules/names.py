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
from bench.rules.phrases import filled, opens_with, phrases, says, wording
from bench.rules.spellings import name_variants, plain_letters
from bench.text.fold import flatten, fold


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
_REJECTED_AFTER = r"""[」』"']?{NAME_SUFFIX}?{NAME_REJECTED_AFTER}"""
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
        extended = wording("EXTENDS_NAME_BEFORE").search(before)
        if extended and fold(extended[0]) not in fold(known):
            return False
    elif _HAN.match(first):
        if re.search(r"第\d{1,2}\Z", before):
            return before[before.rindex("第") :] in known
        if before and _HAN.match(before[-1]) and not says("KIND_BEFORE", before):
            return _run_before(before) in known and not says("NEW_OR_OLD", before)
    elif _KATAKANA.match(first):
        if before and _KATAKANA.match(before[-1]):
            return False
        if before and _HAN.match(before[-1]) and not says("KIND_BEFORE", before):
            # 芽キャベツ is another thing than キャベツ.
            return _run_before(before) in known
    elif _HIRAGANA.match(first) and before and _HIRAGANA.match(before[-1]) and not says("PARTICLE_BEFORE", before):
        return False
    if last.isascii() and last.isalnum():
        if re.match(r"[A-Za-z0-9_]|-[A-Za-z0-9]|\.\d", after):
            return False
        extension = wording("EXTENDS_NAME").match(after)
        return not extension or fold(extension[0]) in fold(known)
    letter = re.match(r"[A-Z]{1,2}(?![A-Za-z])", after)
    if letter and not last.isascii():
        # クロビスA is another thing than クロビス.
        return letter[0] in known
    if _HAN.match(last):
        if not after or not (_HAN.match(after) or _KATAKANA.match(after)):
            return True
        if opens_with("KIND_AFTER", after):
            return True
        run = re.match(r"[\u30a1-\u30fa\u30fc\u3400-\u9fff々]+", after)
        return run is not None and run[0] in known
    if _KATAKANA.match(last):
        return not (after and _KATAKANA.match(after))
    if _HIRAGANA.match(last):
        return opens_with("PARTICLE_AFTER", after) or not after
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
    if says("NAME_REJECTED_BEFORE", before) or filled(_REJECTED_AFTER).match(after):
        return NameStatus.REJECTED
    if allowed and says("OWN_CLAUSE", before) and opens_with("DENIED_AFTER", after):
        return NameStatus.REJECTED
    if opens_with("NAME_NEGATED_AFTER", after) and not says("NEGATIVE_QUESTION", question):
        return NameStatus.REJECTED
    asides = (m for p in phrases("ASIDE") for m in p.finditer(flat, max(0, start - 160), end))
    if any(m.start("aside") <= start < m.end() for m in asides):
        return NameStatus.REJECTED
    return NameStatus.AMONG_OTHERS if stands_beside_rival(question, own, before, after, allowed) else NameStatus.STATED


def _is_past(question: str, flat: str, start: int, end: int) -> bool:
    """Whether the clause of a name speaks of an earlier state, or another year, than the question asks for."""
    opening = re.split(r"[,;、。.\n]", flat[max(0, start - 100) : start])[-1]
    closing = re.split(r"[,;、。.\n]", flat[end : end + 60])[0]
    wanted, here = years_of(question), years_of(opening)
    if wanted and here and not wanted & here:
        return True
    return says("EARLIER", f"{opening} {closing}") and not says("EARLIER", flatten(question))


def _without_lead_in(flat: str) -> str:
    """Removes "Of A and B," and AとBのうち: what is compared is not yet what is claimed."""
    return filled(r"(?:^|(?<=[.。\n] )|(?<=[.。\n]))\s*{LEAD_IN}").sub(" ", flat)
