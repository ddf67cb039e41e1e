"""Separates what a model thought aloud from what it answered, for generators and judges alike.

Many servers leave the reasoning inside the text, each model in a spelling of its own; `thinking.toml` has them. What is
graded is the rest. The marks are output of models, so they are read tolerantly and never fail.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from bench.clients import channels, harmony
from bench.clients.marks import Mark, merged, named_marks, unquoted

_UNKNOWN = re.compile(
    r"<[^<>\n]{0,24}(?:think|thought|reason|scratch|monolog|\bcot\b)[^<>\n]{0,24}>"
    r"|<\|?[\w ./:▁-]{1,32}\|>|<\|[\w ./:▁-]{1,32}\|?>|<｜[^<>｜\n]{1,32}｜>|◁[^◁▷\n]{1,32}▷"
    r"|\[/?[A-Z_ ]{0,16}(?:THINK|THOUGHT|REASON)[A-Z_ ]{0,16}\]",
    re.IGNORECASE,
)

_MAYBE = re.compile(
    r"[<&◁`]|\[/?[a-z]|\A\s*(?:/think|assistant|analysis|commentary|final)"
    r"|thought process:|reasoning steps:|thinking\.\.\.",
    re.IGNORECASE,
)
"""Most answers hold none of these, and so no mark and no channel."""
_REST = re.compile(r"\s*\Z")
_BRACKET = re.compile(r"[<◁\[]")
_WRAPPED = re.compile(r"[<>\[\]]")
"""Marks around an answer and at its end begin or end so."""


def split(text: str) -> tuple[str, str | None]:
    """(visible text, reasoning or None), both without the marks and without surrounding white space.

    Nested blocks count as one. A block that never ends runs to the end of the text, so nothing visible follows it;
    only where an answer has begun and no block came before is a lone opening mark taken for a word of the answer. A
    closing mark without its opening one (some chat templates print that inside the prompt) makes everything before it
    reasoning. Of a reply in channels only the answer's is visible. Marks between backticks are quoted, and no
    marks. Text without marks comes back stripped, with None; an empty text gives ("", None).
    """
    if not _MAYBE.search(text):
        return text.strip(), None
    table = _table()
    by_channel = channels.split(text, table.formats)
    if by_channel is None:
        by_channel = harmony.split(text, table.harmony.answer, table.harmony.known)
    if by_channel is not None:
        visible, thought = by_channel
        return table.unwrapped(visible, behind_reasoning=False), thought
    visible, pieces = _walk(text, table.marks_in(text))
    reasoning = "\n".join(stripped for piece in pieces if (stripped := piece.strip())) or None
    return table.unwrapped(visible, behind_reasoning=bool(pieces)), reasoning


def unknown_mark(visible: str) -> str | None:
    """A mark in an answer that looks like one of reasoning, or like a token of a chat template, and that the table
    does not know; None where there is none. Marks between backticks are quoted."""
    if not _BRACKET.search(visible):
        return None
    found = next((m for m in _UNKNOWN.finditer(visible) if not _quoted(visible, m)), None)
    return found[0] if found else None


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    page: str
    as_of: str
    by: str = ""


class _Block(_Entry):
    family: str
    tags: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    close: tuple[str, ...] = ()
    leads: bool = False
    needs_close: bool = False


class _Answer(_Entry):
    open: tuple[str, ...]
    close: tuple[str, ...]
    behind_reasoning: bool = False


class _Harmony(_Entry):
    answer: tuple[str, ...]
    known: tuple[str, ...]


class _Channel(_Entry):
    opens: str
    ends: str
    answer: tuple[str, ...]


class _Turns(_Entry):
    ends: tuple[str, ...]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    block: tuple[_Block, ...]
    answer: tuple[_Answer, ...]
    harmony: _Harmony
    channel: tuple[_Channel, ...]
    turns: _Turns


class _Table:
    """The table as expressions: one that finds every mark, and one for each thing that is taken off."""

    def __init__(self, file: _File) -> None:
        self.harmony = file.harmony
        self.formats = [
            channels.Format(re.compile(one.opens), re.compile(one.ends), frozenset(one.answer)) for one in file.channel
        ]
        self._blocks = file.block
        patterns = [
            f"(?P<o{n}>{_any(_opening(block))})|(?P<c{n}>{_any(_closing(block))})" for n, block in enumerate(file.block)
        ]
        # A hundred alternatives are tried only where one of them can begin.
        literal = [mark for block in file.block for mark in (*block.open, *block.close)]
        heads = sorted({re.escape(head) for mark in literal if (head := mark[:4])})
        self._marks = re.compile(rf"(?=[<&]|{'|'.join(heads)})(?:{'|'.join(patterns)})", re.IGNORECASE)
        self._ends = tuple(mark.lower() for mark in file.turns.ends)
        self._wrappers = [
            (a.behind_reasoning, tuple(map(str.lower, a.open)), tuple(map(str.lower, a.close))) for a in file.answer
        ]

    def marks_in(self, text: str) -> list[Mark]:
        return unquoted(text, merged([self._mark(m) for m in self._marks.finditer(text)], named_marks(text)))

    def unwrapped(self, visible: str, *, behind_reasoning: bool) -> str:
        """An answer without the marks around it."""
        visible = visible.strip()
        if not _WRAPPED.search(visible[:1] + visible[-1:]):
            return visible
        visible = _without_end(visible, self._ends)
        for only_behind, opening, closing in self._wrappers:
            if behind_reasoning or not only_behind:
                visible = _without_start(_without_end(visible, closing), opening)
        return visible

    def _mark(self, found: re.Match[str]) -> Mark:
        name = found.lastgroup or ""
        block = self._blocks[int(name[1:])]
        return Mark(found.start(), found.end(), name[0] == "o", block.family, block.leads, block.needs_close)


@functools.cache
def _table() -> _Table:
    content = Path(__file__).with_suffix(".toml").read_text("utf-8")
    return _Table(_File.model_validate(tomllib.loads(content)))


def _opening(block: _Block) -> list[str]:
    return [*map(re.escape, block.open), *(f"(?:<|&lt;){_name(t)}(?:\\s[^<>]{{0,200}})?(?:>|&gt;)" for t in block.tags)]


def _closing(block: _Block) -> list[str]:
    return [*map(re.escape, block.close), *(f"(?:<|&lt;)/\\s*{_name(t)}\\s*(?:>|&gt;)" for t in block.tags)]


def _name(tag: str) -> str:
    return re.escape(tag).replace(r"\*", r"[\w.-]{1,40}")


def _any(expressions: Iterable[str]) -> str:
    # The longest first: "[THINK" must not hide "[THINKING]".
    return "|".join(sorted(expressions, key=len, reverse=True))


def _without_end(text: str, marks: Sequence[str]) -> str:
    while found := next((mark for mark in marks if text[-len(mark) :].lower() == mark), None):
        text = text[: -len(found)].rstrip()
    return text


def _without_start(text: str, marks: Sequence[str]) -> str:
    while found := next((mark for mark in marks if text[: len(mark)].lower() == mark), None):
        text = text[len(found) :].lstrip()
    return text


def _quoted(text: str, mark: re.Match[str]) -> bool:
    return text[mark.start() - 1 : mark.start()] == "`" and text[mark.end() : mark.end() + 1] == "`"


def _walk(text: str, marks: Sequence[Mark]) -> tuple[str, list[str]]:
    """Visible text, and the pieces of reasoning without the marks."""
    visible: list[str] = []
    thought: list[str] = []
    at = skip_to = 0
    closings = _Closings(marks)
    for n, mark in enumerate(marks):
        closing = closings.of(n) if mark.opens and n >= skip_to else None
        if n < skip_to or _is_text(text, mark, closing):
            continue
        before = "".join(visible) + text[at : mark.start]
        if not mark.opens:
            thought.append(before)
            visible, at = [], mark.end
            continue
        if mark.leads and before.strip():
            continue
        if closing is None:
            if before.strip() and not thought and all(m.opens for m in marks):
                return text, []
            thought.append(_plain(text, marks, n, len(marks), len(text)))
            return before, thought
        thought.append(_plain(text, marks, n, closing, marks[closing].start))
        visible, at, skip_to = [before], marks[closing].end, closing + 1
    return "".join(visible) + text[at:], thought


def _is_text(text: str, mark: Mark, closing: int | None) -> bool:
    """Whether a mark is none where it stands."""
    if mark.opens:
        return mark.needs_close and closing is None
    return mark.leads or (mark.by_name and bool(_REST.match(text, mark.end)))


class _Closings:
    """Which mark closes which, for any number of marks in one pass each."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self._marks = marks
        self._later: list[tuple[int, bool, int | None]] = []
        """From each mark on: the family's opening marks less its closing ones, whether it has a closing one, and the
        next closing mark of any family behind it."""
        balance: dict[str, int] = {}
        closed: set[str] = set()
        following: int | None = None
        for n in range(len(marks) - 1, -1, -1):
            mark = marks[n]
            balance[mark.family] = balance.get(mark.family, 0) + (1 if mark.opens else -1)
            closed |= set() if mark.opens else {mark.family}
            self._later.append((balance[mark.family], mark.family in closed, following))
            following = following if mark.opens or mark.leads else n
        self._later.reverse()

    def of(self, n: int) -> int | None:
        """The mark that closes the one at `n`; None where none does.

        With more opening than closing marks, one inside a block is a word of the reasoning: taken as a level of its
        own it would swallow the answer. A block without a closing mark of its family ends at the first of another.
        """
        balance, closed, following = self._later[n]
        if not closed:
            return following
        depth = 0
        for k in range(n, len(self._marks)):
            mark = self._marks[k]
            if mark.family != self._marks[n].family:
                continue
            depth = depth - 1 if not mark.opens else depth + 1 if balance <= 0 else 1
            if depth == 0:
                return k
        return following


def _plain(text: str, marks: Sequence[Mark], first: int, last: int, end: int) -> str:
    """The text from behind the mark `first` up to `end`, without the marks before the one at `last`."""
    pieces, at = [], marks[first].end
    for mark in marks[first + 1 : last]:
        pieces.append(text[at : mark.start])
        at = mark.end
    return "".join([*pieces, text[at:end]])
