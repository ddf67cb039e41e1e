"""Comparing what was printed with what was computed again, and the account of what an audit covered."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.errors import LogError

TOLERANCE = 1e-9
"""For sums taken in another order; every printed digit is far above it."""


@dataclass(frozen=True, slots=True)
class Between:
    """A count that only rules for texts can tell to the last one; whatever they say, it lies in these bounds."""

    low: int
    high: int


def between(low: int, high: int) -> int | Between:
    """The bounds of a count, or the count itself where they meet."""
    return low if low == high else Between(low, high)


@dataclass
class Audit:
    """What has been checked. `numbers` counts figures that were computed again, undefined ones included; a figure
    that was only held to its bounds is not among them."""

    what: str
    numbers: int = 0
    checked: list[str] = field(default_factory=list)
    not_covered: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def compare(self, printed: Any, computed: Any, source: str) -> None:
        """Raise LogError for the first difference, with its path, both values and how many more there are.

        Only what `computed` has is compared; anything more that is printed and not empty joins `not_covered`.
        """
        differences = list(self._walk(printed, computed, ()))
        if differences:
            more = f" ({len(differences) - 1} more differ)" if len(differences) > 1 else ""
            raise LogError(f"{self.what} is not what {source} gives: {differences[0]}{more}.")

    def require(self, faults: Sequence[str], source: str) -> None:
        """Raise LogError with the first fault and the number of further ones; nothing where there is none."""
        if faults:
            more = f" ({len(faults) - 1} more)" if len(faults) > 1 else ""
            raise LogError(f"{source}: {faults[0]}{more}.")

    def _walk(self, printed: Any, computed: Any, path: tuple[str | int, ...]) -> Iterator[str]:
        if isinstance(computed, dict) and isinstance(printed, dict):
            for key, value in computed.items():
                if key not in printed:
                    yield f"{dotted((*path, key))} is missing, and should be {_shown(value)}"
                else:
                    yield from self._walk(printed[key], value, (*path, key))
            self._leave_out(printed, computed, path)
        elif isinstance(computed, list) and isinstance(printed, list):
            if len(computed) != len(printed):
                yield f"{dotted(path)} has {len(printed)} entries, and should have {len(computed)}"
            for number, (theirs, ours) in enumerate(zip(printed, computed, strict=False)):
                yield from self._walk(theirs, ours, (*path, number))
        elif isinstance(computed, Between):
            if (
                not isinstance(printed, int)
                or isinstance(printed, bool)
                or not computed.low <= printed <= computed.high
            ):
                yield f"{dotted(path)} is {_shown(printed)}, and should be {_shown(computed)}"
        else:
            self.numbers += computed is None or (isinstance(computed, int | float) and not isinstance(computed, bool))
            if not _same(printed, computed):
                yield f"{dotted(path)} is {_shown(printed)}, and should be {_shown(computed)}"

    def _leave_out(self, printed: dict[str, Any], computed: dict[str, Any], path: tuple[str | int, ...]) -> None:
        for key, value in printed.items():
            if key not in computed and value not in (None, [], {}):
                name = dotted([part if isinstance(part, str) else "" for part in (*path, key)])
                if name not in self.not_covered:
                    self.not_covered.append(name)


def dotted(path: Sequence[str | int]) -> str:
    """A place in a document, as `results[0].outcomes`; a part that is an empty text stands for any number."""
    text = "".join(f"[{part}]" if isinstance(part, int) or not part else f".{part}" for part in path)
    return text.removeprefix(".") or "the document"


def _same(printed: Any, computed: Any) -> bool:
    numbers = [isinstance(v, int | float) and not isinstance(v, bool) for v in (printed, computed)]
    if isinstance(printed, int) and isinstance(computed, int) and all(numbers):
        # Without this an integer too large for a float would end in an OverflowError.
        return printed == computed
    if all(numbers) and abs(printed) <= sys.float_info.max:
        return math.isclose(printed, computed, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return type(printed) is type(computed) and bool(printed == computed)


def _shown(value: Any) -> str:
    import json

    if isinstance(value, Between):
        return f"from {value.low} to {value.high}"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 100 else f"{text[:99]}…"
