"""Whether an answer says that its sources conflict, and whether it then takes one side all the same.

"A or B" without saying that the sources disagree names no conflict.
"""

import re
from dataclasses import dataclass

from bench.rules.asked import Demands
from bench.rules.declines import leads
from bench.rules.mentions import is_label
from bench.rules.switches import rule
from bench.rules.tokens import fresh_runs
from bench.rules.values import read_values
from bench.text.sentences import split_sentences


@dataclass(frozen=True, slots=True)
class Conflict:
    """`named`: the conflict is stated, at `shown`. `settled`: a side, an average or a range is chosen; `open`: nothing
    is chosen, for certain. Neither: no rule can tell."""

    named: bool
    settled: bool
    open: bool
    shown: str


def read_conflict(asked: Demands, text: str, final: str, *, expected: bool = True) -> Conflict:
    """How a cleaned text with the final line `final` ("" for none) treats a conflict of its sources.

    Only where a conflict is `expected` are two sources with two values one; elsewhere the text must call it so.
    """
    sentences = split_sentences(text)
    naming = [s for s in sentences if names_strife(asked, s)]
    if not naming and expected:
        naming = [s for s in sentences if _sets_against(asked, s)]
        if not naming and any(asked.words.says("UNDECIDED", s) for s in sentences):
            naming = [s for s in sentences if _two_values(s)]
    if not naming:
        return Conflict(False, False, False, "")
    shown = naming[0].strip()
    if leads(asked, text):
        return Conflict(True, False, True, shown)
    if final:
        outside = re.sub(r"\([^()]*\)", " ", final)
        undecided = any(asked.words.says(n, outside) for n in ("CONFLICT", "UNDECIDED", "UNKNOWN", "UNDECIDED_LINE"))
        return Conflict(True, not undecided, undecided, shown)
    if _takes_side(asked, tuple(sentences)) or any(_concludes(asked, s) for s in sentences):
        return Conflict(True, True, False, shown)
    return Conflict(True, *_left(asked, sentences, naming), shown)


@rule(False)
def names_strife(asked: Demands, sentence: str) -> bool:
    """Reads words of conflict, and not their denial, as the naming of one."""
    return asked.words.says("CONFLICT", asked.words.of("NO_CONFLICT").sub(" ", sentence))


@rule(False)
def _sets_against(asked: Demands, sentence: str) -> bool:
    """Reads two sources with two values set against each other as the naming of a conflict."""
    table = asked.words
    if not table.says("SETS_AGAINST", sentence) or len(table.of("SAYS").findall(sentence)) < 2:
        return False
    return table.says("SETTING", sentence) and _two_values(sentence)


def _two_values(sentence: str) -> bool:
    shown: dict[str, set[str]] = {}
    for value in read_values(sentence):
        if is_label(sentence, value):
            continue
        shown.setdefault(value.kind, set()).add(sentence[value.start : value.end])
    return any(len(kinds) > 1 for kinds in shown.values())


@rule(False)
def _takes_side(asked: Demands, sentences: tuple[str, ...]) -> bool:
    """Reads words of choosing or of averaging as taking a side."""
    table = asked.words
    pieces = (p for s in sentences for p in re.split(r"[,;、。](?!\d)|\bbut\b|\band\b", s))
    undecided = any(table.says("UNDECIDED", s) for s in sentences)
    sides = (p for p in pieces if table.says("TAKES_SIDE", p) and not _two_values(p))
    return any(not table.says("UNDECIDED", p) and (_marks(asked, p) or not undecided) for p in sides)


@rule(False)
def _concludes(asked: Demands, sentence: str) -> bool:
    """Reads one value behind "so" or したがって as taking a side."""
    cues = [m.end() for m in asked.words.of("RESULT").finditer(sentence)]
    behind = sentence[cues[-1] :] if cues else ""
    return len({m for m in _marks(asked, behind) if any(c.isdigit() for c in m)}) == 1 and not asked.words.says(
        "UNDECIDED", behind
    )


@rule((False, True))
def _left(asked: Demands, sentences: list[str], naming: list[str]) -> tuple[bool, bool]:
    """Reads a conflict as left open where the text says so, or where nothing follows that could take a side."""
    table = asked.words
    undecided = any(table.says("UNDECIDED", s) for s in sentences)
    named = set(_marks(asked, " ".join(naming)))
    plain = [s for s in sentences if s not in naming and not table.says("UNDECIDED", s)]
    beside = {m for s in plain for m in _marks(asked, s) if m in named or any(c.isdigit() for c in m)}
    if len(beside) == 1 or any(_claims_inside(asked, s) for s in naming):
        return not undecided, False
    return False, undecided or not beside


def _marks(asked: Demands, text: str) -> list[str]:
    """The values and names of a text that the question does not hold."""
    values = [text[v.start : v.end] for v in read_values(text) if not is_label(text, v)]
    runs = [text[s:e] for s, e in fresh_runs(text, asked.text, asked.lang)]
    proper = [r for r in runs if r[0].isupper()] if asked.words.spaced else [r for r in runs if len(r) > 1]
    return [m for m in (*values, *proper) if m not in asked.text]


def _claims_inside(asked: Demands, sentence: str) -> bool:
    """One plain value before the naming in the same sentence ("It is 5, although the sources disagree")."""
    outside = re.sub(r"\([^()]*\)", " ", sentence)
    if not names_strife(asked, outside) and names_strife(asked, sentence) and read_values(outside):
        return True
    head = re.split(r", (?:although|though|even though|but)|が、|ものの、", sentence)
    plain = (
        len({h[v.start : v.end] for v in read_values(h)}) == 1
        and not names_strife(asked, h)
        and not asked.words.says("UNDECIDED", h)
        for h in head
    )
    return len(head) > 1 and any(plain)
