"""Taking typed values out of a row: each function returns a value, or notes a fault and returns an empty one."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError

from bench.dataset.rows import Faults, Row, json_kind
from bench.records import Chunk, Record

R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Passage:
    """A passage as an imported row holds it, before it has an id."""

    text: str
    title: str = ""


def record(model: type[R], row: Row, faults: Faults) -> R | None:
    """The row as a `model`, or None with one fault for each thing that is wrong. No value is converted."""
    try:
        found = model.model_validate(row.fields)
    except ValidationError as error:
        for detail in error.errors():
            field, problem, advice = _plain(model, detail)
            faults.add(row, field, problem, advice)
        return None
    # Strict mode would refuse a list for a tuple behind a "before" validator, so conversions are looked for here.
    converted = _converted(row.fields, found.model_dump(mode="json"))
    for field, value in converted:
        faults.add(row, field, f"is {json_kind(value)}", "write it in the JSON type that the format has")
    return None if converted else found


def text(row: Row, name: str, faults: Faults, *, required: bool = True) -> str:
    """A text that is not blank, unchanged; '' where it is optional and absent."""
    value = row.fields.get(name)
    if value is None and not required:
        return ""
    if name not in row.fields:
        faults.add(row, name, "is missing", f'add "{name}": "…"')
    elif not isinstance(value, str):
        faults.add(row, name, f"is {json_kind(value)}, not a text", "write it in double quotes")
    elif required and not value.strip():
        faults.add(row, name, "is empty", "write the text")
    else:
        return value
    return ""


def texts(row: Row, name: str, faults: Faults, *, required: bool = False) -> tuple[str, ...]:
    """A list of texts, none blank. A plain text is refused: it would be walked character by character."""
    values = _list(row, name, faults, required=required)
    for position, value in enumerate(values):
        if not isinstance(value, str) or not value.strip():
            what = "is empty" if isinstance(value, str) else f"is {json_kind(value)}, not a text"
            faults.add(row, f"{name}[{position}]", what, "write a text in double quotes")
    return tuple(value for value in values if isinstance(value, str) and value.strip())


def passages(row: Row, name: str, faults: Faults, *, required: bool = False) -> tuple[Passage, ...]:
    """A list of passages: texts, or objects with `content` or `text` and optionally `title` or `filename`."""
    values = _list(row, name, faults, required=required)
    found = (passage(row, f"{name}[{position}]", value, faults) for position, value in enumerate(values))
    return tuple(p for p in found if p is not None)


def passage(row: Row, field: str, value: Any, faults: Faults) -> Passage | None:
    """One passage out of a text or an object; None with a fault where it is neither."""
    if isinstance(value, str):
        body, title = value, ""
    elif isinstance(value, Mapping):
        unknown = sorted(set(value) - {"content", "text", "title", "filename"})
        if unknown:
            faults.add(row, f"{field}.{unknown[0]}", "is not a field of a passage", "use content, title")
            return None
        body, title = value.get("content", value.get("text")), value.get("title", value.get("filename")) or ""
    else:
        faults.add(row, field, f"is {json_kind(value)}, not a passage", "write a text or {title, content}")
        return None
    if not isinstance(body, str) or not isinstance(title, str):
        faults.add(row, field, "has no text", 'write {"title": "…", "content": "…"}')
        return None
    if not body.strip():
        faults.add(row, field, "is empty", "write the passage or take it out of the list")
        return None
    return Passage(body, title)


def unknown_fields(row: Row, known: Iterable[str], faults: Faults) -> None:
    """Note every field that a format does not have, with the name that was probably meant."""
    names = tuple(known)
    for name in row.fields:
        if name not in names:
            faults.add(row, name, "is not a field of this format", _nearest(name, names))


def content_id(prefix: str, piece: Passage) -> str:
    """An id that depends on the content alone, so that equal passages are one chunk."""
    whole = f"{piece.title}\n{piece.text}" if piece.title else piece.text
    return f"{prefix}-{hashlib.sha256(whole.encode()).hexdigest()[:12]}"


def keep(corpus: dict[str, Chunk], prefix: str, pieces: Sequence[Passage]) -> tuple[str, ...]:
    """Put the passages into `corpus` and return their ids, each once, in order."""
    ids: dict[str, None] = {}
    for piece in pieces:
        chunk = Chunk(id=content_id(prefix, piece), title=piece.title, text=piece.text)
        corpus.setdefault(chunk.id, chunk)
        ids[chunk.id] = None
    return tuple(ids)


def _converted(given: Any, read: Any, path: str = "") -> list[tuple[str, Any]]:
    """Places where validation changed a value, such as the text "12" into a number."""
    if isinstance(given, dict) and isinstance(read, dict):
        pairs = [(f"{path}.{key}".lstrip("."), given[key], read.get(key)) for key in given]
    elif isinstance(given, list) and isinstance(read, list) and len(given) == len(read):
        pairs = [(f"{path}[{n}]", old, new) for n, (old, new) in enumerate(zip(given, read, strict=True))]
    else:
        return [] if type(given) is type(read) and given == read else [(path, given)]
    return [found for name, old, new in pairs for found in _converted(old, new, name)]


def _list(row: Row, name: str, faults: Faults, *, required: bool) -> list[Any]:
    value = row.fields.get(name)
    if value is None and not required:
        return []
    if name not in row.fields:
        faults.add(row, name, "is missing", f'add "{name}": ["…"]')
    elif not isinstance(value, list):
        faults.add(row, name, f"is {json_kind(value)}, not a list", 'write it in square brackets: ["…"]')
    else:
        return value
    return []


_ADVICE = {
    "missing": ("is missing", "add it"),
    "string_type": ("is not a text", "write it in double quotes"),
    "string_too_short": ("is empty", "write the text"),
    "string_pattern_mismatch": ("is empty", "write the text"),
    "tuple_type": ("is not a list", "write it in square brackets"),
    "int_type": ("is not a whole number", "write a number without quotes"),
    "bool_type": ("is not true or false", "write true or false without quotes"),
    "model_type": ("is not an object", "write it in braces"),
    "dict_type": ("is not an object", "write it in braces"),
}


def _plain(model: type[Record], detail: Any) -> tuple[str, str, str]:
    """Field, problem and advice of one pydantic error, in the words of a message."""
    kind, path = detail["type"], detail["loc"]
    field = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path).lstrip(".")
    if kind in _ADVICE:
        return field, *_ADVICE[kind]
    if kind == "extra_forbidden":
        names = tuple(model.model_fields) if len(path) == 1 else ()
        return field, "is not a field of this format", _nearest(str(path[-1]), names)
    if kind in ("enum", "literal_error"):
        return field, f"has no meaning here ({detail['input']!r})", f"write {detail['ctx']['expected']}"
    if kind == "too_short":
        return field, "is an empty list", "write at least one entry"
    if kind == "too_long":
        return field, f"has more than {detail['ctx']['max_length']} entries", "leave out the others"
    if kind == "value_error":
        return field, str(detail["ctx"]["error"]), "correct the row"
    return field, detail["msg"][:1].lower() + detail["msg"][1:], "correct it"


def _nearest(name: str, names: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, names, n=1)
    return f"write '{near[0]}' if that is meant, or remove it" if near else "remove it or correct its name"
