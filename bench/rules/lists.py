"""Lists: every item of the reference stated, nothing missing, nothing extra, each value at its own label.

Owns the comparison of a list with the region of an answer that claims one. Order does not matter where items have
labels or are names; values without labels keep the order that the question asks for.
"""

import re
from collections.abc import Sequence

from bench.rules.final_answer import Region
from bench.rules.names import NameStatus, name_status
from bench.rules.operands import operand_values
from bench.rules.overlap import content_tokens
from bench.rules.phrases import says, wording
from bench.rules.question import read_question
from bench.rules.reference import Part, Reference
from bench.rules.same_value import Match, comparable, same_value
from bench.rules.values import Value, read_values
from bench.text.fold import flatten, fold
from bench.text.sentences import split_sentences
from bench.text.weekdays import days_spelled_out, only_days


def list_match(question: str, wanted: Reference, region: Region) -> Match | None:
    """EQUAL when the region states every part and no other item; None where it states none and binds nothing."""
    flat = days_spelled_out(region.text) if only_days(wanted.text) else flatten(region.text)
    names = [p for p in wanted.parts if p.value is None]
    valued = [p for p in wanted.parts if p.value is not None]
    allowed = frozenset(fold(p.text) for p in wanted.parts)
    verbatim = name_status(question, wanted.text, flat) is NameStatus.STATED
    if verbatim and len(names) == len(valued) == 1:
        # One name that holds a figure (5月の第3木曜日), word for word.
        return Match.EQUAL
    missing = [p for p in names if not verbatim and not _is_stated(question, wanted, p.text, flat, allowed)]
    found = _found_values(question, valued, flat)
    hits = len(names) - len(missing) + sum(v is not None for v in found)
    if hits == 0:
        return Match.DIFFERENT if region.binding else None
    if missing or any(v is None for v in found):
        if region.kind in ("conclusion", "nearest"):
            # A sentence may carry only a part of the list; the whole answer decides.
            return None
        return Match.DIFFERENT
    if len(valued) > 1 and not _in_place(valued, found, flat):
        return Match.DIFFERENT
    if len(names) > 1 and _extra_items(question, wanted, flat):
        return Match.DIFFERENT
    if valued and _extra_values(question, valued, found, flat):
        return Match.UNSURE if len(valued) > 1 or names else Match.DIFFERENT
    return Match.EQUAL


def _is_stated(question: str, wanted: Reference, name: str, flat: str, allowed: frozenset[str]) -> bool:
    return name_status(question, name, flat, allowed, wanted.text) is NameStatus.STATED


def _found_values(question: str, valued: Sequence[Part], flat: str) -> list[Value | None]:
    """For each valued part the value of the text that equals it, each used once; nearest to its label first."""
    demands, known = read_question(question), read_values(question)
    free = list(read_values(flat))
    out: list[Value | None] = []
    for part in valued:
        assert part.value is not None
        equal = [v for v in free if same_value(demands, known, part.value, v) is Match.EQUAL]
        place = _label_end(part.label, flat)
        behind = [v for v in equal if place is not None and v.start >= place]
        chosen = next(iter(behind or equal), None)
        if chosen is not None:
            free.remove(chosen)
        out.append(chosen)
    return out


def _label_end(label: str, flat: str) -> int | None:
    """Where the label's most telling word ends in the text, None where the text does not have it."""
    folded = flat.casefold()
    tokens = sorted(_label_tokens(label), key=lambda t: (-len(t), t))
    for token in [fold(label), *tokens] if label else tokens:
        at = folded.find(token)
        if at >= 0:
            return at + len(token)
    return None


def _label_tokens(label: str) -> frozenset[str]:
    whole = {fold(label)} if 2 <= len(label) <= 30 else set()
    return frozenset(t for t in content_tokens(label) if len(t) > 1) | whole


def _in_place(valued: Sequence[Part], found: Sequence[Value | None], flat: str) -> bool:
    """Whether each value follows its own label: the labels' order in the text must be the values' order."""
    shared = frozenset.intersection(*(_label_tokens(p.label) for p in valued)) if valued else frozenset()
    places: list[tuple[int, int]] = []
    for part, value in zip(valued, found, strict=True):
        assert value is not None
        own = _label_tokens(part.label) - shared
        others = frozenset().union(*(_label_tokens(p.label) for p in valued if p is not part))
        telling = [t for t in own - others if flat.casefold().find(t) >= 0]
        if not telling:
            continue
        starts = [m.start() for t in telling for m in re.finditer(re.escape(t), flat.casefold())]
        before = [s for s in starts if s < value.start]
        places.append((min(starts), value.start) if not before else (max(before), value.start))
    if len(places) < 2:
        # No labels in the text: the order itself has to tell which is which.
        order = [v.start for v in found if v is not None]
        return order == sorted(order)
    by_label = [v for _, v in sorted(places)]
    return by_label == sorted(by_label)


def _extra_values(question: str, valued: Sequence[Part], found: Sequence[Value | None], flat: str) -> bool:
    """Further values of the same kind that are neither working, nor from the question, nor in parentheses."""
    demands, known = read_question(question), read_values(question)
    every = read_values(flat)
    operands = {o.start for o in operand_values(flat, every)}
    used = {v.start for v in found if v is not None}
    for v in every:
        if v.start in used or v.start in operands or _parenthesised(flat, v):
            continue
        refs = [p.value for p in valued if p.value is not None]
        alike = [r for r in refs if comparable(r, v) and type(r.data) is type(v.data) and _has_unit(v) == _has_unit(r)]
        if not alike or any(same_value(demands, known, r, v) is Match.EQUAL for r in refs):
            continue
        if any(same_value(demands, (), g, v) is Match.EQUAL for g in known if type(g.data) is type(v.data)):
            continue
        return True
    return False


def _has_unit(value: Value) -> bool:
    return bool(getattr(value.data, "units", True))


def _parenthesised(flat: str, value: Value) -> bool:
    return flat.rfind("(", 0, value.start) > flat.rfind(")", 0, value.start)


def _without_denials(flat: str) -> str:
    """Sentences and tails that say what does not belong to the list add nothing to it."""
    kept = [s for s in split_sentences(flat) if not says("DENIES_ITEM", s) or says("BUT_NOT", s)]
    return "".join(wording("BUT_NOT").split(s)[0] + "\n" if says("BUT_NOT", s) else s for s in kept)


_NOUN_JA = re.compile(
    r"(?P<noun>[\u30a1-\u30fa\u30fc\u3400-\u9fff々A-Za-z0-9]{2,12})(?:を|が|に|へ|で(?!す)|の(?!\d?[つ種点件]))"
)


def _extra_items(question: str, wanted: Reference, flat: str) -> bool:
    """Whether the text lists an item that the reference has not."""
    plain = _without_denials(re.sub(r"\([^()]*\)", "", flat))
    pieces = [p.strip(" \n。.「」\"'") for p in wording("DELIMITER").split(plain)]
    known = [frozenset(content_tokens(p.text)) for p in wanted.parts]
    everything = frozenset().union(*known)
    names = [fold(p.text) for p in wanted.parts]
    holds = [any(n in fold(p) for n in names) or bool(content_tokens(p) & everything) for p in pieces]
    if not any(holds):
        return False
    first, last = holds.index(True), len(holds) - 1 - holds[::-1].index(True)
    if last + 1 < len(pieces) and any(pieces[last].endswith(p.text) for p in wanted.parts):
        # The list is still open behind its last known item: 雨切、久留、須磨野を通ります.
        further = _NOUN_JA.match(pieces[last + 1])
        if further and not says("SUMS_UP", further[0]) and content_tokens(further["noun"]) - content_tokens(question):
            return True
    for index, piece in enumerate(pieces):
        near = first - 1 <= index <= last + 1
        if holds[index] or not near or not piece:
            continue
        short = len(piece) <= 25 if not piece.isascii() else len(piece.split()) <= 5
        tokens = content_tokens(piece)
        fresh = bool(tokens - content_tokens(question)) or bool(re.fullmatch(r"[\u3041-\u309f]{2,8}", piece))
        if short and fresh and not says("VERBAL", re.sub(r"(?:です|である)\Z", "", piece)):
            return True
    return False
