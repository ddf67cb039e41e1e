"""Comparing what was printed with what was derived again, and the account of what an audit covered."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from bench.errors import LogError
from bench.schema import dotted
from bench.values import is_number

TOLERANCE = 1e-9
"""For sums that another machine takes in another order; every printed digit is far above it."""

Location = tuple[str | int, ...]


@dataclass
class Audit:
    """What has been checked. `numbers` counts the figures that were computed again, undefined ones included."""

    what: str
    numbers: int = 0
    checked: list[str] = field(default_factory=list)
    not_covered: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def compare(self, printed: Any, computed: Any, source: str) -> None:
        """Raise LogError for the first difference, with its path, both values and how many more there are.

        Only what `computed` has is compared; anything more that is printed and not empty joins `not_covered`.
        """
        faults = [f"{self.what} is not what {source} gives: {fault}" for fault in self._differences(printed, computed)]
        self.require(faults)

    def require(self, faults: Iterable[str]) -> None:
        """Raise LogError with the first fault and the number of further ones; nothing where there is none."""
        found = list(faults)
        if found:
            more = f" ({len(found) - 1} more)" if len(found) > 1 else ""
            raise LogError(f"{found[0]}{more}.")

    def _differences(self, printed: Any, computed: Any, path: Location = ()) -> Iterator[str]:
        if isinstance(computed, dict) and isinstance(printed, dict):
            for key, value in computed.items():
                if key in printed:
                    yield from self._differences(printed[key], value, (*path, key))
                else:
                    yield f"{dotted((*path, key))} is missing, and should be {shown(value)}"
            self._leave_out(printed, computed, path)
        elif isinstance(computed, list) and isinstance(printed, list):
            if len(computed) != len(printed):
                yield f"{dotted(path)} has {len(printed)} entries, and should have {len(computed)}"
            for number, (theirs, ours) in enumerate(zip(printed, computed, strict=False)):
                yield from self._differences(theirs, ours, (*path, number))
        else:
            self.numbers += computed is None or is_number(computed)
            if not _same(printed, computed):
                yield f"{dotted(path)} is {shown(printed)}, and should be {shown(computed)}"

    def _leave_out(self, printed: dict[str, Any], computed: dict[str, Any], path: Location) -> None:
        for key, value in printed.items():
            if key not in computed and value not in (None, [], {}):
                name = ".".join("[]" if isinstance(part, int) else part for part in (*path, key)).replace(".[]", "[]")
                if name not in self.not_covered:
                    self.not_covered.append(name)


def read_document(path: Path) -> dict[str, Any]:
    """A file that holds a JSON object. Raises LogError where it holds none, or one with NaN in it."""
    try:
        document = json.loads(path.read_bytes().decode("utf-8-sig"), parse_constant=_not_a_number)
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise LogError(f"{path} is not JSON: {error}.") from error
    if not isinstance(document, dict):
        raise LogError(f"{path} holds no JSON object.")
    return document


def _same(printed: Any, computed: Any) -> bool:
    if isinstance(printed, int) and isinstance(computed, int) and is_number(printed) and is_number(computed):
        # Without this an integer too large for a float would end in an OverflowError.
        return printed == computed
    if is_number(printed) and is_number(computed) and abs(printed) <= sys.float_info.max:
        return math.isclose(printed, computed, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return type(printed) is type(computed) and bool(printed == computed)


def shown(value: Any) -> str:
    """A value as JSON, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 100 else f"{text[:99]}…"


def _not_a_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")
