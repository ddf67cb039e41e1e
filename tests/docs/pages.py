"""The pages of the documentation, cut into their fenced blocks.

A fence says what it holds: `sh` (commands), `console` (commands behind `$ `, and what they print), `python`, or a kind
of text. A comment on the line above says how the tests take it:

    <!-- not run: needs a key -->       the commands are only parsed
    <!-- saved as: ferry/en.jsonl -->   the block is a file that later commands of the page read
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = frozenset({"sh", "console"})
TEXTS = frozenset({"json", "jsonl", "markdown", "text", "toml", "yaml"})

_FENCE = re.compile(r"^( *)(```+)(.*)$")
_MARK = re.compile(r"^ *<!-- (not run|saved as): (.+) -->$")


@dataclass(frozen=True)
class Block:
    """One fenced block. `line` is that of its fence, from 1; `text` is without the fence's indentation."""

    page: str
    line: int
    kind: str
    """The first word of the info string; empty where there is none."""
    text: str
    not_run: str | None = None
    saved_as: str | None = None

    @property
    def where(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def runs(self) -> bool:
        return self.not_run is None and (self.kind in COMMANDS or self.kind == "python")

    @property
    def commands(self) -> str:
        """What a reader types: of a `console` block the lines behind `$ `, else the whole text."""
        if self.kind != "console":
            return self.text
        return "".join(line[2:] + "\n" for line in self.text.splitlines() if line.startswith("$ "))


def pages() -> list[Path]:
    """README, CONTRIBUTING, the card of the data, and everything in docs/, as absolute paths."""
    own = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "data" / "README.md"]
    return own + sorted((ROOT / "docs").rglob("*.md"))


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page in order. Raises ValueError for a fence that is never closed."""
    found: list[Block] = []
    lines = page.read_text("utf-8").split("\n")
    name = page.relative_to(ROOT).as_posix()
    at = 0
    while at < len(lines):
        opening = _FENCE.match(lines[at])
        if opening is None:
            at += 1
            continue
        indent, ticks, info = opening.groups()
        end = next((n for n in range(at + 1, len(lines)) if lines[n].strip() == ticks), None)
        if end is None:
            raise ValueError(f"{name}:{at + 1}: this fence is never closed")
        mark = _MARK.match(lines[at - 1]) if at else None
        said = {mark[1]: mark[2]} if mark else {}
        text = "".join(line.removeprefix(indent) + "\n" for line in lines[at + 1 : end])
        kind = (info.split() or [""])[0]
        found.append(Block(name, at + 1, kind, text, said.get("not run"), said.get("saved as")))
        at = end + 1
    return found


def prose(page: Path) -> str:
    """The page without what stands in fences and in code spans, line for line."""
    fence = ""
    kept = []
    for line in page.read_text("utf-8").split("\n"):
        opening = _FENCE.match(line)
        if fence:
            fence = "" if line.strip() == fence else fence
            kept.append("")
        elif opening:
            fence = opening[2]
            kept.append("")
        else:
            kept.append(re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", line))
    return "\n".join(kept)
