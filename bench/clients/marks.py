"""Marks of reasoning inside a text: those that say by their own name what they are, and those that are only quoted.

Makers keep inventing spellings (`<longcat_think>`, `<|think:start|>`, `<ifm|think_fast>`), all of one kind: between
brackets stands a name that has a word for thinking in it. So they are read by that, and only what does not say so is in
`thinking.toml`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

REASONING = frozenset({"think", "thinking", "thought", "thoughts", "reasoning", "cot", "scratchpad", "monologue"})
BEGINS = frozenset({"begin", "start", "open", "of"})
ENDS = frozenset({"end", "close", "stop"})
MOST_WORDS = 6
_NAMED = re.compile(
    r"(?:<|&lt;|◁)(?P<lead>[/|｜]{0,2})(?P<name>[a-z][\w.:|▁｜-]{2,48}?)(?:\s[^<>]{0,200})?[|｜]?(?:>|&gt;|▷)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z0-9]+")
_SPAN = re.compile(r"`[^`\n]+`")


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark. `leads`: it counts only where nothing of the answer stands before it. `needs_close`: an opening one is
    text without its closing one. `by_name`: no table knows it."""

    start: int
    end: int
    opens: bool
    family: str
    leads: bool = False
    needs_close: bool = False
    by_name: bool = False


def named_marks(text: str) -> list[Mark]:
    """The marks whose names have a word for thinking, in order. A slash before the name, or a word for an end in it,
    makes a closing one. An opening mark needs its closing one unless it is the first thing in the text."""
    marks = []
    head = len(text) - len(text.lstrip())
    for found in _NAMED.finditer(text):
        words = _WORD.findall(found["name"].lower())
        if len(words) > MOST_WORDS or REASONING.isdisjoint(words):
            continue
        closes = "/" in found["lead"] or not ENDS.isdisjoint(words)
        family = " ".join(word for word in words if word not in BEGINS and word not in ENDS)
        inside = found.start() > head
        marks.append(Mark(found.start(), found.end(), not closes, family, needs_close=inside, by_name=True))
    return marks


def merged(known: Sequence[Mark], named: Iterable[Mark]) -> list[Mark]:
    """Both kinds in order; where two overlap, the one that a table knows."""
    found: list[Mark] = []
    # Of two that begin together, the known one is first.
    for mark in sorted([*known, *named], key=lambda mark: (mark.start, mark.by_name)):
        while found and found[-1].by_name and found[-1].end > mark.start and not mark.by_name:
            found.pop()
        if not found or found[-1].end <= mark.start:
            found.append(mark)
    return found


def unquoted(text: str, marks: list[Mark]) -> list[Mark]:
    """The marks that are not between backticks. A span of code quotes what it holds where that is whole: a mark alone,
    or as many opening as closing ones; a backtick of the reasoning and one of the answer quote nothing."""
    if "`" not in text or not marks:
        return marks
    quoted: set[int] = set()
    starts = [mark.start for mark in marks]
    for span in _SPAN.finditer(text):
        within = marks[bisect_left(starts, span.start()) : bisect_left(starts, span.end())]
        inside = [mark for mark in within if mark.end < span.end()]
        alone = len(inside) == 1 and inside[0].end - inside[0].start == span.end() - span.start() - 2
        if alone or sum(1 if mark.opens else -1 for mark in inside) == 0:
            quoted |= {mark.start for mark in inside}
    return [mark for mark in marks if mark.start not in quoted]
