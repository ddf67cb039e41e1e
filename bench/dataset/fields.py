"""Taking typed values out of a row: each method gives a value, or notes a fault and gives an empty one."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import to_json

from bench.dataset.rows import Faults, Row, json_kind
from bench.records import Chunk, Record

R = TypeVar("R", bound=Record)
V = TypeVar("V")


@dataclass(frozen=True)
class Passage:
    """A passage as an imported row holds it, before it has an id."""

    text: str
    title: str = ""


class Fields:
    """The fields of one row. `sound` turns False with the first fault that is noted from here on."""

    def __init__(self, row: Row, faults: Faults, known: Iterable[str] | None = None) -> None:
        """`known` names every field of the format; any other field of the row is a fault."""
        self.row, self._faults, self._before = row, faults, len(faults.found)
        names = tuple(row.fields if known is None else known)
        for name in row.fields:
            if name not in names:
                self.fault(name, "is not a field of this format", _nearest(name, names))

    @property
    def sound(self) -> bool:
        return len(self._faults.found) == self._before

    def fault(self, field: str, problem: str, advice: str) -> None:
        self._faults.add(self.row, field, problem, advice)

    def get(self, name: str, default: Any = None) -> Any:
        """The value as the file has it."""
        return self.row.fields.get(name, default)

    def record(self, model: type[R]) -> R | None:
        """The row as a `model`, or None with one fault for each thing that is wrong. No value is converted."""
        try:
            found = model.model_validate(self.row.fields)
        except ValidationError as error:
            for detail in error.errors():
                self.fault(*_plain(model, detail))
            return None
        if _as_read(self.row.fields, found):
            return found if self.sound else None
        # Strict mode would refuse a list for a tuple behind a "before" validator, so conversions are looked for here.
        # As a rule both are the same text, which is quickly seen.
        fields = self.row.fields
        ordered = {name: fields[name] for name in model.model_fields if name in fields}
        if len(ordered) == len(fields) and to_json(ordered).decode() == found.model_dump_json(exclude_unset=True):
            return found if self.sound else None
        for field, value in _converted(fields, found.model_dump(mode="json")):
            self.fault(field, f"is {json_kind(value)}", "write it in the JSON type that the format has")
        return found if self.sound else None

    def unique(self, field: str, key: Hashable, seen: dict[Any, Row], advice: str, what: str = "") -> None:
        """Note a fault where `seen` has the key, else put it there. `what` begins the message."""
        if key in seen:
            self.fault(field, f"{what}is also used at {seen[key].where}", advice)
        seen.setdefault(key, self.row)

    def number_or_text(self, name: str, advice: str) -> str:
        """A whole number or a text that is not blank, as a text: an id."""
        value = self.get(name)
        if isinstance(value, int | str) and not isinstance(value, bool) and str(value).strip():
            return str(value)
        what = "missing" if value is None else "empty" if isinstance(value, str) else json_kind(value)
        self.fault(name, f"is {what}", advice)
        return ""

    def choice(self, name: str, default: str, known: Sequence[str], what: str, advice: str) -> str:
        """One of `known`; `default` where the field is absent or has another value, which is a fault."""
        value = self.get(name, default)
        if value in known:
            return str(value)
        self.fault(name, f"{value!r} is not a {what}", advice)
        return default

    def flag(self, name: str) -> bool | None:
        """True or false; None where the field is absent or, with a fault, anything else."""
        return self._of(bool, name, False, "true or false", "true", "write true or false without quotes")

    def text(self, name: str, *, required: bool = True) -> str:
        """A text that is not blank, unchanged; '' where it is optional and absent."""
        value = self._of(str, name, required, "a text", '"…"', "write it in double quotes")
        if value is not None and required and not value.strip():
            self.fault(name, "is empty", "write the text")
            return ""
        return value or ""

    def texts(self, name: str, *, required: bool = False) -> tuple[str, ...]:
        """A list of texts, none blank. A plain text is refused: it would be walked character by character."""
        values = self.entries(name, required=required)
        for position, value in enumerate(values):
            if not isinstance(value, str) or not value.strip():
                what = "is empty" if isinstance(value, str) else f"is {json_kind(value)}, not a text"
                self.fault(f"{name}[{position}]", what, "write a text in double quotes")
        return tuple(value for value in values if isinstance(value, str) and value.strip())

    def entries(self, name: str, *, required: bool) -> list[Any]:
        """A list of anything; [] where it is optional and absent."""
        return self._of(list, name, required, "a list", '["…"]', 'write it in square brackets: ["…"]') or []

    def _of(self, kind: type[V], name: str, required: bool, what: str, example: str, advice: str) -> V | None:
        value = self.get(name)
        if isinstance(value, kind):
            return value
        if name not in self.row.fields and required:
            self.fault(name, "is missing", f'add "{name}": {example}')
        elif value is not None or required:
            self.fault(name, f"is {json_kind(value)}, not {what}", advice)
        return None

    def passages(self, name: str, *, required: bool = False) -> tuple[Passage, ...]:
        """A list of passages: texts, or objects with `content` or `text` and optionally `title` or `filename`."""
        values = self.entries(name, required=required)
        found = (self.passage(f"{name}[{position}]", value) for position, value in enumerate(values))
        return tuple(p for p in found if p is not None)

    def passage(self, field: str, value: Any) -> Passage | None:
        """One passage out of a text or an object; None with a fault where it is neither."""
        if isinstance(value, str):
            body, title = value, ""
        elif isinstance(value, Mapping):
            unknown = sorted(set(value) - {"content", "text", "title", "filename"})
            if unknown:
                self.fault(f"{field}.{unknown[0]}", "is not a field of a passage", "use content, title")
                return None
            body, title = value.get("content", value.get("text")), value.get("title", value.get("filename")) or ""
        else:
            self.fault(field, f"is {json_kind(value)}, not a passage", "write a text or {title, content}")
            return None
        if not isinstance(body, str) or not isinstance(title, str):
            self.fault(field, "has no text", 'write {"title": "…", "content": "…"}')
            return None
        if not body.strip():
            self.fault(field, "is empty", "write the passage or take it out of the list")
            return None
        return Passage(body, title)


def records(model: type[R], rows: Iterable[Row], faults: Faults) -> Iterator[tuple[R, Row]]:
    """Every row that is a `model`, read, with its row; the faults of the others are noted on the way."""
    found = ((Fields(row, faults).record(model), row) for row in rows)
    return ((record, row) for record, row in found if record is not None)


def keep(corpus: dict[str, Chunk], prefix: str, pieces: Sequence[Passage]) -> tuple[str, ...]:
    """Put the passages into `corpus` and return their ids, each once, in order.

    An id depends on the content alone, so that equal passages are one chunk.
    """
    ids: dict[str, None] = {}
    for piece in pieces:
        whole = f"{piece.title}\n{piece.text}" if piece.title else piece.text
        name = f"{prefix}-{hashlib.sha256(whole.encode()).hexdigest()[:12]}"
        corpus.setdefault(name, Chunk(id=name, title=piece.title, text=piece.text))
        ids[name] = None
    return tuple(ids)


def _as_read(raw: Any, read: Any) -> bool:
    """Whether a value of a row is, in value and JSON type, what was read from it, so that `_converted` would find
    nothing. False means that it has to look: this is the short way that nearly every row takes."""
    kind = type(raw)
    if kind is list:
        if type(read) is not tuple or len(raw) != len(read):
            return False
        pairs: Iterable[tuple[Any, Any]] = zip(raw, read, strict=True)
    elif kind is dict and isinstance(read, Record):
        pairs = [(raw[name], getattr(read, name, _Missing)) for name in raw]
    elif kind is dict:
        if type(read) is not dict or raw.keys() != read.keys():
            return False
        pairs = [(raw[name], read[name]) for name in raw]
    else:
        # A text equals texts alone, and members of an enumeration that are written so.
        return bool(raw == read) and (kind is str or kind is type(read))
    # Most values are texts; they are compared here, as a call costs more than they do.
    return all(old == new if type(old) is str else _as_read(old, new) for old, new in pairs)


class _Missing:
    """What nothing of a row equals."""


def _converted(raw: Any, read: Any, path: str = "") -> list[tuple[str, Any]]:
    """Places where validation changed a value, such as the text "12" into a number."""
    if isinstance(raw, dict) and isinstance(read, dict):
        pairs = [(f"{path}.{key}".lstrip("."), raw[key], read.get(key)) for key in raw]
    elif isinstance(raw, list) and isinstance(read, list) and len(raw) == len(read):
        pairs = [(f"{path}[{n}]", old, new) for n, (old, new) in enumerate(zip(raw, read, strict=True))]
    else:
        return [] if type(raw) is type(read) and raw == read else [(path, raw)]
    return [found for name, old, new in pairs for found in _converted(old, new, name)]


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
