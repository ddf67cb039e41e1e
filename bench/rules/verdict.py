"""The verdict of the rules on one answer: correct, incorrect or abstained on positive evidence, else `invalid`.

Owns how claims, declining and conflicts add up for each kind of item. Guarantees: an answer's text is never obeyed;
`invalid` hands the answer over to a judge that can read, with the reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bench.kinds import KINDS
from bench.langs import language
from bench.rules.answer import Reading, read_answer
from bench.rules.asked import Demands, read_question
from bench.rules.claim import Claim, is_whole, is_zero, squeeze_case
from bench.rules.conflict import Conflict, read_conflict
from bench.rules.declines import Declining, could_answer, is_bare, read_declining
from bench.rules.expected import Expected, read_expected
from bench.rules.line import claim_of_line, declines_alone
from bench.rules.mentions import mentions
from bench.rules.several import claim_of
from bench.rules.tokens import content
from bench.rules.words import languages_of_rules
from bench.text.fold import fold


@dataclass(frozen=True, slots=True)
class RuleVerdict:
    """`verdict` on the item; `abstained` and `conflict_named` are None where the rules cannot know.

    An answer that names a conflict and chooses nothing has given no answer, so it counts as abstained too.
    `addressed`: a part of the answer spoke to whoever grades; it was not read. `final_line`: the answer had one.
    """

    verdict: Literal["correct", "incorrect", "invalid"]
    abstained: bool | None
    conflict_named: bool | None
    reason: str
    addressed: bool = False
    final_line: bool = False


def judge_by_rule(
    *, question: str, reference: str, accept: Sequence[str], answer: str, kind: str, lang: str
) -> RuleVerdict:
    """The rule verdict on `answer`. `accept` are further right forms of `reference`, used where there is
    something to answer.

    An empty answer is `invalid` (it is a failure, not an outcome), as is one in a language without a table of words.
    Raises ValueError for an unknown `kind`.
    """
    entry = KINDS.get(kind)
    if entry is None:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
    if not fold(answer):
        return RuleVerdict("invalid", None, None, "no response: the answer is empty")
    if lang not in languages_of_rules():
        return RuleVerdict("invalid", None, None, f"the rules have no words of the language '{lang}'")
    asked, reading = read_question(question, lang), read_answer(answer, lang)
    read = reading.final or reading.text
    forms = (reference, *accept) if entry.own_question else ()
    said = {squeeze_case(answer), squeeze_case(reading.final or answer)}
    if any(squeeze_case(form) in said for form in forms):
        return _said(reading, "correct", False, False, "it is the reference")
    conflict = read_conflict(asked, reading.text, reading.final, expected=entry.conflict)
    declining = read_declining(asked, read)
    if reading.final and not declining.whole and declines_alone(asked, reading.final):
        declining = replace(declining, whole=True, detail=False, guess=False, facts=False, shown=reading.final)
    if conflict.open:
        verdict: Literal["correct", "incorrect"] = "incorrect" if entry.own_question else "correct"
        return _said(reading, verdict, True, entry.conflict, f"it names a conflict: {conflict.shown!r}")
    if entry.own_question and not entry.answerable:
        return _on_premise(asked, forms, reading, declining)
    if entry.own_question:
        return _on_answerable(asked, forms, reading, declining, conflict)
    return _on_unanswerable(asked, reading, declining, conflict, entry.conflict)


def compared(question: str, reference: str, answer: str, lang: str) -> Claim:
    """What `answer` claims against one reference, whether or not it declines. An empty one on either side: NONE."""
    if not fold(reference) or not fold(answer):
        return Claim.NONE
    asked, reading = read_question(question, lang), read_answer(answer, lang)
    return claim_of(asked, read_expected(asked, reference), reading.final or reading.text)


def committed(answer: str, lang: str) -> str:
    """What an answer commits to: its final line, else its whole text without marks and talk to a judge."""
    reading = read_answer(answer, lang)
    return reading.final or reading.text


def _said(
    reading: Reading, verdict: Literal["correct", "incorrect"], abstained: bool, conflict: bool, reason: str
) -> RuleVerdict:
    return RuleVerdict(verdict, abstained, conflict, reason, reading.addressed, bool(reading.final))


def _unknown(reading: Reading, reason: str) -> RuleVerdict:
    return RuleVerdict("invalid", None, None, reason, reading.addressed, bool(reading.final))


def _on_answerable(
    asked: Demands, forms: tuple[str, ...], reading: Reading, declining: Declining, conflict: Conflict
) -> RuleVerdict:
    read = reading.final or reading.text
    expected = [read_expected(asked, form, "" if n == 0 else forms[0]) for n, form in enumerate(forms) if fold(form)]
    claims = [claim_of(asked, e, read) for e in expected]
    lines: list[Claim | None] = []
    if reading.final:
        lines = [claim_of_line(asked, e, reading.final) for e in expected]
        claims = [c if line is None else line for c, line in zip(claims, lines, strict=True)]
    claims = _without_coarse(claims, asked, expected, forms[0])
    if declining.whole and not declining.guess:
        if any(is_zero(form) for form in forms) or (expected[0].kind == "list" and is_zero(read)):
            return _unknown(reading, "it declines, or says that there is none")
        sure = Claim.SAME not in claims and not any(is_whole(e, read) for e in expected)
        sure = sure and not (declining.beside and mentions(asked, expected[0], declining.shown))
        if sure and not declining.facts:
            return _said(reading, "incorrect", True, False, f"it declines: {declining.shown!r}")
        return _unknown(reading, "it declines, and says what could be an answer")
    full = [c for c, e in zip(claims, expected, strict=True) if not e.bare]
    if Claim.SAME in claims and not (Claim.OTHER in full and Claim.SAME not in full):
        return _said(reading, "correct", False, False, "it asserts the reference")
    shared = [
        c is Claim.UNSURE and content(e.text, asked.lang) & content(read, asked.lang) - content(asked.text, asked.lang)
        for c, e in zip(claims, expected, strict=True)
        if not e.bare
    ]
    near = declining.detail and (expected[0].kind == "name" or _shares_words(asked, declining.shown))
    missing = any(_is_lack(asked, c.text) for c in declining.rest)
    lacks = not reading.final and (declining.whole or near or missing)
    if lacks and Claim.OTHER in full:
        return _unknown(reading, "it says that something is not there, and states another value")
    if full and full[0] is Claim.OTHER and (not any(shared) or (lines and lines[0] is Claim.OTHER)):
        return _said(reading, "incorrect", False, False, "it asserts another value in the reference's place")
    if conflict.named:
        return _unknown(reading, "it names a conflict and takes a side that no rule can read")
    silent = None if declining.detail else False
    return replace(_unknown(reading, "no rule is certain what it asserts"), abstained=silent, conflict_named=silent)


def _on_premise(asked: Demands, forms: tuple[str, ...], reading: Reading, declining: Declining) -> RuleVerdict:
    """The reference says what is right instead of the premise; what the answer denies is the premise."""
    table, read = asked.words, reading.final or reading.text
    if declining.whole and not declining.guess and not declining.facts:
        return _said(reading, "incorrect", True, False, f"it declines: {declining.shown!r}")
    known = replace(asked, text=f"{asked.text} {forms[0]}")
    right = [read_expected(asked, form, forms[0]) for form in forms[1:] if fold(form)] or [
        read_expected(asked, forms[0])
    ]
    right = [replace(e, bare=False) for e in right]
    stated = table.of("DENIED_ASIDE").sub(" ", read).strip(" ,、")
    claims = [claim_of_line(known, e, stated) or claim_of(known, e, stated) for e in right]
    if Claim.SAME in claims:
        return _said(reading, "correct", False, False, "it states what is right instead of the premise")
    mentioned = any(m.same is not False for e in right for m in mentions(known, e, reading.text))
    corrects = table.says("NEGATION", reading.text) or table.says("CORRECTS", reading.text)
    if not mentioned and not declining.shown and (claims[0] is Claim.OTHER or not corrects):
        return _said(reading, "incorrect", False, False, "it goes along with the premise, or puts something else right")
    return _unknown(reading, "no rule is certain whether it corrects the premise")


def _without_coarse(claims: list[Claim], asked: Demands, expected: list[Expected], reference: str) -> list[Claim]:
    """The claims, where another value than the reference is not right by a form that says the reference less exactly.

    A date without its year or an amount in millions accepts its neighbours; the reference itself knows better.
    """
    if not claims or claims[0] is not Claim.OTHER:
        return claims
    return [
        Claim.OTHER if claim is Claim.SAME and claim_of(asked, e, reference) is Claim.SAME else claim
        for claim, e in zip(claims, expected, strict=True)
    ]


def _lacks(asked: Demands, declining: Declining) -> bool:
    """Whether a clause says that something is missing or breaks off, in words too few for a refusal."""
    return any(asked.words.says(name, c.text) for c in declining.rest for name in ("DENY", "CUT_OFF", "UNKNOWN"))


def _shares_words(asked: Demands, clause: str) -> bool:
    return bool(content(clause, asked.lang) & content(asked.text, asked.lang))


def _is_lack(asked: Demands, clause: str) -> bool:
    """Whether a clause denies something and holds nothing that could answer, but for what takes back a value."""
    table = asked.words
    for name in ("HARMLESS_NEGATION", "NOT_THIS_AFTER", "HEDGE"):
        clause = table.of(name).sub(" ", clause)
    return table.says("DENY", clause) and not could_answer(asked, clause)


def _is_foreign(text: str, lang: str) -> bool:
    """Whether a text of several words has no letter of the item's script, where that has one of its own."""
    own = language(lang)
    return bool(own.script) and len(text.split()) > 2 and not any(map(own.marks, text))


def _on_unanswerable(
    asked: Demands, reading: Reading, declining: Declining, conflict: Conflict, contradictory: bool
) -> RuleVerdict:
    if conflict.settled:
        return _said(reading, "incorrect", False, contradictory, "it names a conflict and takes a side")
    if conflict.named:
        return _unknown(reading, "it names a conflict, and no rule can tell whether it takes a side")
    if declining.whole and not declining.guess and not declining.facts and not declining.beside:
        return _said(reading, "correct", True, False, f"it declines: {declining.shown!r}")
    if declining.whole and declining.guess:
        return _said(reading, "incorrect", False, False, "a guess stands beside the refusal")
    if declining.whole:
        return _unknown(reading, "it declines, and says what could be an answer")
    if declining.detail and not declining.guess:
        return _unknown(reading, "it declines something, and says what could be an answer")
    if declining.denies or _lacks(asked, declining) or (contradictory and declining.several):
        return _unknown(reading, "it denies something, or says two things, and no rule is certain what it asserts")
    if _is_foreign(reading.final or reading.text, asked.lang):
        return _unknown(reading, "it is in another language than its item, whose words say nothing about it")
    bare = not declining.shown and is_bare(asked, reading.final or reading.text)
    if bare or any(could_answer(asked, clause.text) for clause in declining.rest):
        return _said(reading, "incorrect", False, False, "it gives an answer")
    return _unknown(reading, "it neither declines nor gives an answer that a rule can read")
