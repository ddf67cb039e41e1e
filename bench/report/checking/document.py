"""From the bytes of a file to a JSON document that can be walked without harm, or the faults that forbid it."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.schema import Fault, dotted

MAX_BYTES = 20_000_000
MAX_DEPTH = 50
LONGEST_NUMBER = 18
"""Digits of a whole number: no count of a run comes near, and every sum of such numbers is a finite float."""
LONGEST_TEXT = 2_000
"""Characters of any one text of a submission; ids, names and fingerprints are far below it."""
TOO_DEEP = "is nested too deeply"


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
