"""The clauses of an answer and what each does: refuse, guess, claim, or just talk.

Owns the splitting and the labels. How they add up is decided elsewhere.
"""

import re
from dataclasses import dataclass
from typing import Literal

from bench.rules.circumstances import about_another_rank, years_of
from bench.rules.overlap import content_tokens
from bench.rules.phrases import opens_with, phrases, says, wording
from bench.rules.prose import has_rival
from bench.rules.values import read_values
from bench.text.clock import ClockTime
from bench.text.dates import Date
from bench.text.fold import flatten
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
        pieces = [*wording("CLAUSE_ENDS").split(sentence), *asides]
        announced = False
        for piece in pieces:
            clause = piece.strip(" \n,、。.")
            if clause:
                leads = piece is pieces[0] and bool(_LEADING.match(sentence))
                role = _role(clause, question)
                out.append(Clause(clause, "guess" if announced and role == "claim" else role, number, leads))
                announced = bool(wording("ANNOUNCES_GUESS").fullmatch(clause))
    return out


def _role(clause: str, question: str) -> Role:
    if is_refusal(clause):
        return "guess" if _guesses_after_refusing(clause) else "refusal"
    if says("GUESSES", clause) and _says_something(clause, question):
        return "guess"
    if says("COURTESIES", clause) or opens_with("STATES_NOTHING", clause) or says("CONFLICT", clause):
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
    if not (opens_with("DECLINES_WHOLE", flat) or says("DECLINES", flat)):
        return False
    return not (says("BOASTS", flat) or (says("RULES_OUT", flat) and not says("OF_THE_MATERIAL", flat)))


def about_another_year(clause: str, question: str) -> bool:
    """Whether a clause speaks of another year or date than the question does."""
    wanted, here = years_of(question), years_of(clause)
    return bool(wanted and here and not wanted & here) or about_another_rank(clause, question)


def can_answer(clause: Clause, question: str, *, guessing: bool = False) -> bool:
    """Whether a clause holds the kind of thing a question like this wants: a value, a name, a word of its own.

    A guess ("the manager probably does") needs no name.
    """
    if says("DATE_ASKED", question):
        return any(isinstance(v.data, (Date, ClockTime)) for v in read_values(clause.text)) or "曜" in clause.text
    if says("NAME_ASKED", question):
        return guessing or has_rival(question, "", clause.text)
    if says("FIGURE_ASKED", question):
        return any(not isinstance(v.data, Quantity) or not v.data.number.lone_word for v in read_values(clause.text))
    return True


_ASIDES = re.compile(r"\([^()]{6,300}\)")
_LEADING = re.compile(r"[^:。]{3,120}: ?\S")
