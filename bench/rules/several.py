"""Claims of more than one part: lists as sets, rulings with or without a figure, and whole sentences."""

import re

from bench.rules import circumstances as about
from bench.rules.answer import clauses
from bench.rules.asked import Demands
from bench.rules.claim import Claim, claim_of_single, is_whole, is_zero
from bench.rules.declines import is_refusal
from bench.rules.expected import Expected, ruled, whole_value
from bench.rules.mentions import mentions
from bench.rules.same_value import comparable
from bench.rules.surplus import loses_negation, says_more, turns
from bench.rules.switches import rule
from bench.rules.tokens import content, fresh_runs, plain_letters
from bench.text.quantities import Quantity
from bench.text.weekdays import days_spelled_out


def claim_of(asked: Demands, expected: Expected, text: str) -> Claim:
    """What a cleaned text claims against `expected`. Empty text claims nothing."""
    if not text.strip():
        return Claim.NONE
    if is_whole(expected, text):
        return Claim.SAME
    if expected.bare:
        return Claim.NONE
    if expected.kind == "list":
        return _list(asked, expected, text)
    if expected.kind == "ruling":
        return _ruling(asked, expected, text)
    if expected.kind == "sentence":
        return _sentence(asked, expected, text)
    found = claim_of_single(asked, expected, text)
    if found is Claim.NONE and _is_free(asked, expected, text):
        return Claim.OTHER
    return Claim.OTHER if found is Claim.NONE and _other_kind(asked, expected, text) else found


@rule(False)
def _is_free(asked: Demands, expected: Expected, text: str) -> bool:
    """A thing that is free costs nothing, where the reference has a price for it."""
    if not asked.price or not expected.united or is_zero(expected.text):
        return False
    denied = asked.words.rulings["charged"][1]
    parts = [c.text for c in clauses(text, asked.lang)]
    free = [(p, [m.span() for m in denied.finditer(p)]) for p in parts if denied.search(p)]
    plain = len(free) == 1 and not says_more(asked, expected.text, _masked(*free[0]), free[0][1])
    return plain and not about.supposed(asked, free[0][0]) and not about.other_side(asked, free[0][0])


def _masked(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


@rule(False)
def _other_kind(asked: Demands, expected: Expected, text: str) -> bool:
    """A text that is one value and nothing else, of another kind than the reference, is another answer."""
    given = whole_value(asked, text.strip(" .。"))
    if given is None or expected.value is None or comparable(expected.value, given):
        return False
    mine, theirs = expected.value.data, given.data
    alike = isinstance(mine, Quantity) and isinstance(theirs, Quantity) and mine.number.value == theirs.number.value
    return not alike


@rule(Claim.NONE)
def _list(asked: Demands, expected: Expected, text: str) -> Claim:
    """Takes a list for right where every part stands in it and no other beside them, in any order."""
    if any(
        about.denied(asked, c.text) or about.supposed(asked, c.text) or about.former(asked, c.text)
        for c in clauses(text, asked.lang)
    ):
        return Claim.UNSURE
    text = re.sub(r"\([a-zア-ン\d]{1,2}\) ?", "", text)
    joined = plain_letters(days_spelled_out(re.sub(r"\s*\n\s*", ", " if asked.words.spaced else "、", text)))
    found: list[tuple[int, int]] = []
    missing = 0
    for part in expected.parts:
        places = [(m.start, m.end) for m in mentions(asked, part, joined) if m.same]
        if not places:
            missing += 1
            if _shares(asked, part, joined, expected.parts):
                return Claim.UNSURE
        found += places
    if not found and _other_script(asked, expected, joined):
        return Claim.UNSURE
    if not found:
        return Claim.OTHER if _enumerates(asked, joined) else Claim.NONE
    others = _other_values(asked, expected, joined, found)
    if others is None:
        others = _others(asked, joined, sorted(found))
        if others is None:
            return Claim.UNSURE
    if missing or others:
        return Claim.OTHER
    if not _in_order(asked, expected, joined) or turns(asked, expected.text, joined):
        return Claim.UNSURE
    if loses_negation(asked, joined, found) or re.search(r"~|\bthrough\b", joined[min(found)[0] : max(found)[1]]):
        return Claim.UNSURE
    return Claim.UNSURE if asked.words.says("OR", joined[min(found)[0] : max(found)[1]]) else Claim.SAME


@rule(False)
def _other_script(asked: Demands, expected: Expected, text: str) -> bool:
    """鮑 may be アワビ: names in kana say nothing about those in kanji."""
    runs = [text[s:e] for s, e in fresh_runs(text, asked.text, asked.lang)]
    kana = re.compile(r"[\u3041-\u30fc・]+\Z")
    return all(kana.match(p.text) for p in expected.parts) and bool(runs) and not any(kana.match(r) for r in runs)


def _shares(asked: Demands, part: Expected, text: str, parts: tuple[Expected, ...]) -> bool:
    """Whether a trace of a missing part stands in the text, in whatever form."""
    own = content(part.text, asked.lang) - content(asked.text, asked.lang)
    own -= frozenset().union(*(content(p.text, asked.lang) for p in parts if p != part))
    return bool(own & content(text, asked.lang)) or any(m.same is None for m in mentions(asked, part, text))


def _enumerates(asked: Demands, joined: str) -> bool:
    return (
        len(re.split(r", | and |、|と|・", joined)) > 1
        and bool(fresh_runs(joined, asked.text, asked.lang))
        and len(joined) < 80
    )


@rule(True)
def _in_order(asked: Demands, expected: Expected, joined: str) -> bool:
    """Values with labels, or asked for one by one, must stand in the order of the reference, label before value."""
    if all(part.kind != "value" for part in expected.parts):
        return True
    marks: list[int] = []
    for part in expected.parts:
        label = plain_letters(part.text[: part.value.start]).strip(" :はが、") if part.value else ""
        at = joined.casefold().find(label.casefold()) if label else 0
        after = [m.start for m in mentions(asked, part, joined) if m.same and m.start >= at]
        if at < 0 or not after:
            return False
        marks += [at, after[0]] if label else [after[0]]
    return marks == sorted(marks)


def _other_values(asked: Demands, expected: Expected, joined: str, found: list[tuple[int, int]]) -> list[str] | None:
    """Further figures or codes beside those of a list of them; None for a list of anything else."""
    if any(part.kind not in ("value", "code") for part in expected.parts):
        return None
    every = [m for part in expected.parts for m in mentions(asked, part, joined) if m.same is False]
    return [m.text for m in every if (m.start, m.end) not in found]


_JOINT = r"(?:,? and |, |; | as well as |、|と|および|及び|ならびに|や|・|/|\n)"


def _others(asked: Demands, joined: str, found: list[tuple[int, int]]) -> list[str] | None:
    """Further members of the list that the places are in; None where the text between them is no list."""
    blank = list(joined)
    for start, end in found:
        blank[start:end] = "\0" * (end - start)
    masked = "".join(blank)
    first, last = found[0][0], max(e for _, e in found)
    others = []
    for piece in re.split(_JOINT, masked[first:last]):
        runs = fresh_runs(piece.replace("\0", " "), asked.text, asked.lang)
        if runs and "\0" in piece:
            return None
        others += [piece[s:e] for s, e in runs]
    tail = re.match(rf"[^\s,、。.]{{0,6}}{_JOINT}(?P<more>[^,、。.;\n]{{1,40}})", masked[last:])
    if (
        tail
        and (runs := fresh_runs(tail["more"], asked.text, asked.lang))
        and not re.match(r"(?:which|who|but|so|all|while|as|with)\b", tail["more"])
    ):
        others.append(tail["more"][slice(*runs[0])])
    head = re.search(rf"(?P<more>[^,、。.;:\n\sはが]{{1,40}}){_JOINT}\Z", masked[:first])
    if head and fresh_runs(head["more"], asked.text, asked.lang):
        others.append(head["more"])
    return others


@rule(Claim.NONE)
def _ruling(asked: Demands, expected: Expected, text: str) -> Claim:
    """Compares what is ruled (needed, allowed, limited, charged, yes) and the figure that it is ruled with."""
    verdicts = {v for matter, held in expected.rulings if (v := _rules(asked, matter, held, text)) is not None}
    if expected.value is not None:
        figure = claim_of_single(asked, Expected(expected.text, "value", value=expected.value), text)
        if verdicts == {False}:
            return Claim.OTHER
        return Claim.SAME if figure is Claim.SAME and verdicts == {True} else Claim.UNSURE
    if len(verdicts) != 1:
        return Claim.UNSURE if verdicts else Claim.NONE
    return Claim.SAME if verdicts.pop() else Claim.OTHER


def _rules(asked: Demands, matter: str, held: bool, text: str) -> bool | None:
    """Whether a text rules a matter as the reference does; None where it does not rule it, or both ways."""
    said: set[bool] = set()
    for clause in clauses(text, asked.lang):
        if is_refusal(asked, clause.text) or about.supposed(asked, clause.text):
            continue
        if about.other_side(asked, clause.text):
            if matter == "yes" and _says_opposite(asked, clause.text):
                said.add(not held)
            continue
        ruling = ruled(asked, matter, clause.text)
        if matter == "yes":
            said |= {r == held for m in asked.words.rulings if (r := _as_yes(asked, m, clause.text)) is not None}
        if matter == "yes" and ruling is None and not said and _takes_up(asked, clause.text):
            ruling = not asked.words.says("NEGATION", clause.text)
        if ruling is not None:
            said.add(ruling == held)
    return said.pop() if len(said) == 1 else None


@rule(False)
def _takes_up(asked: Demands, clause: str) -> bool:
    """A clause that takes up nearly all of a yes-or-no question affirms it, or denies it with a negation."""
    known, found = content(asked.text, asked.lang), content(clause, asked.lang)
    return asked.yes_no and len(known) > 1 and len(known & found) * 4 >= 3 * len(known) and len(found - known) <= 2


@rule(False)
def _says_opposite(asked: Demands, clause: str) -> bool:
    """A clause that takes up a yes-or-no question with the opposite of its word denies it (open, closed)."""
    known, found = content(asked.text, asked.lang), content(clause, asked.lang)
    near = asked.yes_no and 2 * len(known & found) >= len(known) and len(found - known) <= 2
    return near and not about.denied(asked, clause) and not about.other_case(asked, clause, False)


def _as_yes(asked: Demands, matter: str, clause: str) -> bool | None:
    wanted, ruling = ruled(asked, matter, asked.text), ruled(asked, matter, clause)
    return None if matter == "yes" or wanted is None or ruling is None else wanted == ruling


@rule(Claim.UNSURE)
def _sentence(asked: Demands, expected: Expected, text: str) -> Claim:
    """Takes a sentence for stated where one sentence has all its content, its rulings and figures, and little more."""
    wanted, known = content(expected.text, asked.lang), content(asked.text, asked.lang)
    negated = asked.words.says("NEGATION", expected.text)
    for matter, held in expected.rulings:
        if _rules(asked, matter, held, text) is False and len(wanted & content(text, asked.lang)) * 2 >= len(wanted):
            return Claim.OTHER
    for clause in (text, *text.split("\n")):
        has = content(clause, asked.lang)
        extra = has - wanted - known
        whole = wanted - known <= has and len(extra) <= max(2, len(wanted) // 4)
        if not whole or not wanted - known or negated != asked.words.says("NEGATION", clause):
            continue
        if (
            about.former(asked, clause)
            or about.supposed(asked, clause)
            or about.against_reference(asked, expected.text, clause)
        ):
            continue
        if turns(asked, expected.text, clause):
            continue
        if all(_rules(asked, m, held, clause) for m, held in expected.rulings) and not asked.words.says("OR", clause):
            return Claim.SAME
    return Claim.UNSURE
