"""From the bytes of a file to a JSON document that can be walked without harm, or the faults that forbid it.

Shares in another unit are named too: a percentage, or a share divided by 100 once more. Nothing is rescaled.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.records.submission import UNITS_2
from bench.schema import Fault, dotted
from bench.values import is_number

MAX_BYTES = 20_000_000
MAX_DEPTH = 50
LONGEST_NUMBER = 18
"""Digits of a whole number: no count of a run comes near, and every sum of such numbers is a finite float."""
LONGEST_TEXT = 2_000
"""Characters of any one text of a submission; ids, names and fingerprints are far below it."""
TOO_DEEP = "is nested too deeply"
SHARES = frozenset({"rate", *(name for name, unit in UNITS_2.items() if unit == "share")})
TOLERANCE = 1e-6


def read_document(path: Path) -> tuple[Any, list[Fault]]:
    """The document in `path` and no faults, or None and one fault."""
    try:
        if path.exists() and not path.is_file():
            return None, [("document", "is no file")]
        size = path.stat().st_size
        if size > MAX_BYTES:
            return None, [("document", f"has {size:,} bytes; a submission has at most {MAX_BYTES:,}")]
        text = path.read_bytes().decode("utf-8-sig")
        document = json.loads(text, object_pairs_hook=_unique, parse_int=_whole)
        json.dumps(document, ensure_ascii=False).encode("utf-8")
    except OSError as error:
        return None, [("document", f"cannot be read: {error.strerror}")]
    except UnicodeDecodeError as error:
        return None, [("document", f"is not UTF-8 at byte {error.start + 1}")]
    except UnicodeEncodeError:
        return None, [("document", "holds half of a surrogate pair (\\ud800 to \\udfff)")]
    except RecursionError:
        return None, [("document", TOO_DEEP)]
    except ValueError as error:
        return None, [("document", f"is not JSON: {error}")]
    return document, []


def content_faults(document: Any) -> list[Fault]:
    """What no submission may hold anywhere: numbers that are not JSON, endless texts, endless nesting."""
    return list(_walk(document, ()))


def lines(faults: Sequence[Fault]) -> list[str]:
    """Each fault once, as `path: what is wrong`, in the order found."""
    return [f"{path}: {problem}" for path, problem in dict.fromkeys(faults)]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return fields


def _whole(digits: str) -> int:
    length = len(digits.lstrip("-"))
    if length > LONGEST_NUMBER:
        raise ValueError(f"the whole number {digits[:10]}… has {length} digits; at most {LONGEST_NUMBER} are taken")
    return int(digits)


def _walk(value: Any, path: tuple[str | int, ...]) -> Iterator[Fault]:
    # Python's reader takes NaN and Infinity, which are not JSON; each one is named.
    if isinstance(value, float) and not math.isfinite(value):
        yield dotted(path), f"{value} is not a number of JSON; write null where nothing was measured"
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        yield dotted(path), f"is a text of {len(value):,} characters; at most {LONGEST_TEXT:,} are taken"
    if len(path) > MAX_DEPTH:
        yield dotted(path[:3]), TOO_DEEP
        return
    if isinstance(value, dict):
        for key, part in value.items():
            if len(key) > LONGEST_TEXT:
                yield dotted(path), f"has a key of {len(key):,} characters; at most {LONGEST_TEXT:,} are taken"
            else:
                yield from _walk(part, (*path, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _walk(part, (*path, number))


def worded(document: Any, schema_faults: Sequence[Fault]) -> list[Fault]:
    """The schema's faults, with those on shares above 1 said in words."""
    above: dict[str, str] = {}
    for path, value in _places(document):
        if path and path[-1] in SHARES and is_number(value) and value > 1:
            meant = f"; {value:g} % is written {value / 100:g}" if value <= 100 else ""
            above[dotted(path)] = f"{value:g} is no share, which runs from 0 to 1{meant}"
    return [*above.items(), *(fault for fault in schema_faults if fault[0] not in above)]


def ratio_faults(document: Any) -> list[Fault]:
    """Every rate of the document that is not its own k / n."""
    faults: list[Fault] = []
    for path, value in _places(document):
        if isinstance(value, dict) and {"k", "n", "rate"} <= value.keys():
            k, n = value["k"], value["n"]
            if _is_count(k) and _is_count(n) and (problem := _ratio(k, n, value["rate"])):
                faults.append((dotted((*path, "rate")), problem))
    return faults


def _ratio(k: int, n: int, rate: Any) -> str:
    """What is wrong with a rate of k in n; empty for nothing, and for what other checks name."""
    if n == 0 or (is_number(rate) and rate > 1):
        return "" if n or rate is None else f"is {rate}, but nothing was counted (n is 0): write null"
    if k > n:
        return f"has k = {k} of n = {n}: more than there are"
    if rate is None:
        return f"is null, but {k}/{n} were counted"
    if not is_number(rate) or math.isclose(rate, k / n, rel_tol=0, abs_tol=TOLERANCE):
        return ""
    again = " (it looks divided by 100 once too often)" if math.isclose(100 * rate, k / n, abs_tol=TOLERANCE) else ""
    return f"is {rate:g}, but {k}/{n} is {k / n:.6g}{again}"


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every value of the document with its path, each before what it holds."""
    yield path, value
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _places(part, (*path, key))


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
