"""Checks of single values, from a command line, from Python or from another tool's options.

A check is called with a value and the name to blame (a flag or a parameter) and returns the value as it is used from
then on, or raises UsageError with one sentence that says what to give instead. `Faults` collects the sentences of a
whole call, so that nobody mends one value only to hear of the next.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar, cast

from bench.errors import UsageError
from bench.text.display import for_terminal

P = ParamSpec("P")
T = TypeVar("T")
C = TypeVar("C", covariant=True)
N = TypeVar("N", bound=str)


class Faults:
    """The faults of one call. `of` runs a check and keeps its sentence; `refuse` raises all of them at once."""

    def __init__(self, called: str = "flags") -> None:
        self.called = called
        self.sentences: list[str] = []

    def of(self, check: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `check` returns. After a fault the result is None and must not be used: call `refuse` first."""
        try:
            return check(*args, **kwargs)
        except WrongValues as several:
            self.sentences += several.sentences
        except UsageError as fault:
            self.sentences.append(str(fault))
        return cast(T, None)

    def refuse(self) -> None:
        """Raise UsageError with every fault, or do nothing where there is none."""
        if len(self.sentences) == 1:
            raise UsageError(self.sentences[0])
        if self.sentences:
            raise WrongValues(self.called, tuple(self.sentences))


class WrongValues(UsageError):
    """Several faults of one call; `called` is what is at fault: flags or arguments."""

    def __init__(self, called: str, sentences: tuple[str, ...]) -> None:
        self.sentences = sentences
        super().__init__("\n".join([f"{len(sentences)} {called} are wrong.", *(f"  {fault}" for fault in sentences)]))


@dataclass(frozen=True)
class Check(Generic[C]):
    """What a value must be: called with a value and the name to blame, it returns the value checked.

    `words` name the type to a person. `fits` says whether a value has the type; `read` checks it and makes it what is
    used. `flag` is the type that a flag on the command line is parsed as.
    """

    words: str
    fits: Callable[[Any], bool]
    read: Callable[[Any, str], C]
    flag: type = str
    many: bool = False
    """Whether the flag may be given several times, and its values come as a list."""

    def __call__(self, value: Any, name: str) -> C:
        if not self.fits(value):
            raise UsageError(f"{name} is {for_terminal(repr(value), 60)}; it must be {self.words}.")
        return self.read(value, name)

    def or_none(self) -> Check[C | None]:
        """The same check for a value that may be left out."""
        return Check(
            self.words,
            lambda value: value is None or self.fits(value),
            lambda value, name: None if value is None else self.read(value, name),
            self.flag,
            self.many,
        )


def text() -> Check[str]:
    """A text."""
    return Check("a text", _is_text, lambda value, _: value)


def text_or_function() -> Check[str | Callable[..., Any]]:
    """A text, or a function."""
    return Check("a text or a function", lambda value: _is_text(value) or callable(value), lambda value, _: value)


def text_or_none() -> Check[str | None]:
    """A text; an empty one is none."""
    return Check("a text", lambda value: value is None or _is_text(value), lambda value, _: value or None)


def path() -> Check[Path]:
    """A path, as a text or a Path."""
    return Check("a path", _is_path, lambda value, _: Path(value), Path)


def path_text() -> Check[str]:
    """A path or a name, kept as the text that was given."""
    return Check("a path", _is_path, lambda value, _: str(value))


def prompt() -> Check[str | Path | Mapping[str, str]]:
    """A prompt of one's own: a file, its text, or texts by language."""

    def fits(value: Any) -> bool:
        return _is_path(value) or (isinstance(value, Mapping) and all(map(_is_text, [*value, *value.values()])))

    return Check("a path, a text or a dict of texts", fits, lambda value, _: value)


def switch() -> Check[bool]:
    """Yes or no."""
    return Check("True or False", lambda value: isinstance(value, bool), lambda value, _: value, bool)


def whole(least: int | None = None) -> Check[int]:
    """A whole number, at least `least` where that is given."""
    return Check(
        "a whole number",
        _is_whole,
        lambda value, name: value if least is None else at_least(least, value, name),
        int,
    )


def number() -> Check[float]:
    """A number."""
    return Check("a number", is_number, lambda value, _: value, float)


def number_above(least: float) -> Check[float]:
    """A finite number above `least`."""
    return Check("a number", is_number, lambda value, name: above(least, value, name), float)


def fraction() -> Check[float]:
    """A share from 0 to 1: a number, or a text with one or with a percentage, e.g. 0.1 or 10%."""

    def read(value: float | str, name: str) -> float:
        text = unicodedata.normalize("NFKC", str(value)).strip()
        number, percent = text.removesuffix("%").strip(), text.endswith("%")
        try:
            share = float(number) / (100 if percent else 1)
        except ValueError:
            raise UsageError(f"{name} is {value!r}; give a share from 0 to 1, e.g. 0.1, or 10%.") from None
        if not 0 <= share <= 1:
            meant = f": for {share:g} % write {share / 100:g} or {share:g}%" if 1 < share <= 100 and not percent else ""
            raise UsageError(f"{name} is {value}; it must be a share from 0 to 1{meant}.")
        return share

    return Check("a number or a text", lambda value: is_number(value) or _is_text(value), read)


def share_above_zero() -> Check[float]:
    """A share above 0, up to 1."""

    def read(value: float, name: str) -> float:
        if not 0 < value <= 1:
            raise UsageError(f"{name} is {value:g}; it must be above 0 and at most 1. Without it there are none.")
        return value

    return Check("a number", is_number, read, float)


def share(of_true: float) -> Check[float]:
    """A share from 0 to 1; True stands for `of_true`. A switch on the command line."""

    def read(value: float, name: str) -> float:
        return (of_true if value else 0.0) if isinstance(value, bool) else within(0, 1, value, name)

    return Check("a number", lambda value: isinstance(value, bool) or is_number(value), read, bool)


def position() -> Check[float]:
    """A relative position, 0 (first) to 1 (last), or first, middle or last."""
    return Check("a number or a text", lambda value: is_number(value) or _is_text(value), position_of)


def one_of(what: str, known: Iterable[N]) -> Check[N]:
    """One of the names `known`, in any case."""
    names = tuple(known)
    return Check("a text", _is_text, lambda value, _: choice(value, what, names))


def some_of(what: str, known: Iterable[N]) -> Check[tuple[N, ...]]:
    """Names, each one of `known`, as a text with commas or a list. Repeats are dropped."""
    names = tuple(known)
    return Check("a text or a list of texts", _are_texts, lambda value, _: choices(value, what, names))


def texts() -> Check[tuple[str, ...]]:
    """Texts, as one text with commas or as a list; None is none."""
    check = Check("a text or a list of texts", _are_texts, lambda value, _: tuple(parts(value)))
    return replace(check, fits=lambda value: value is None or _are_texts(value))


def repeated_texts() -> Check[tuple[str, ...]]:
    """Texts as a list, each by itself; None is none. A flag that may be given several times."""

    def fits(value: Any) -> bool:
        return value is None or (_are_texts(value) and not _is_text(value))

    return Check("a list of texts", fits, lambda value, _: tuple(value or ()), many=True)


def list_of(check: Check[C]) -> Check[tuple[C, ...]]:
    """A text with commas whose parts all pass `check`, or a list of such values; an empty text gives none."""

    def read(value: Any, name: str) -> tuple[C, ...]:
        faults = Faults()
        checked = [faults.of(check, part, name) for part in (parts(value) if isinstance(value, str) else value)]
        faults.refuse()
        return tuple(checked)

    return Check(f"a list, each {check.words}", lambda value: isinstance(value, Collection), read)


def whole_numbers() -> Check[tuple[int, ...]]:
    """Whole numbers from 0 on, as a text with commas; an empty text gives none."""

    def read(value: str, name: str) -> tuple[int, ...]:
        strangers = [part for part in parts(value) if not (part.isascii() and part.isdigit())]
        if strangers:
            raise UsageError(f"{name}: {', '.join(map(repr, strangers))}: give whole numbers from 0 on, with commas.")
        return tuple(int(part) for part in parts(value))

    return Check("a text", _is_text, read)


def choices(value: str | Collection[str], what: str, known: Sequence[N]) -> tuple[N, ...]:
    """A comma-separated list, or a list, each one of `known`, without repeats.

    Raises UsageError that names everything unknown.
    """
    names = list(dict.fromkeys(name.lower() for name in parts(value)))
    strangers = [name for name in names if name not in known]
    if strangers or not names:
        wrong = f"Unknown {what}{'s' if len(strangers) > 1 else ''} {', '.join(map(repr, strangers))}"
        raise UsageError(f"{wrong if strangers else f'No {what} given'}: choose from {', '.join(known)}.")
    return tuple(cast("list[N]", names))


def choice(value: str, what: str, known: Sequence[N]) -> N:
    """One of `known`. Raises UsageError otherwise."""
    names = choices(value, what, known)
    if len(names) != 1:
        raise UsageError(f"One {what} at a time: choose from {', '.join(known)}.")
    return names[0]


def parts(value: str | Collection[str] | None) -> list[str]:
    """The parts of a comma-separated list, or of each text of a list, without blanks and empty parts."""
    texts = [value] if isinstance(value, str) else value or ()
    return [part.strip() for text in texts for part in text.split(",") if part.strip()]


def at_least(least: int, value: int, name: str) -> int:
    """`value`, or UsageError when it is too small."""
    if value < least:
        raise UsageError(f"{name} is {value}; it must be at least {least}.")
    return value


def within(least: float, most: float, value: float, name: str) -> float:
    """`value`, or UsageError when it is outside the bounds (or is no number at all)."""
    if not least <= value <= most:
        raise UsageError(f"{name} is {value:g}; it must be from {least:g} to {most:g}.")
    return value


def above(least: float, value: float, name: str) -> float:
    """`value`, or UsageError when it is not a finite number above `least`."""
    if not least < value < math.inf:
        raise UsageError(f"{name} is {value:g}; it must be a number above {least:g}.")
    return value


POSITIONS = {"first": 0.0, "middle": 0.5, "last": 1.0}


def position_of(value: str | float, name: str) -> float:
    """A relative position, 0 to 1 or by name. Raises UsageError for anything else."""
    word = value.strip().lower() if isinstance(value, str) else ""
    if word in POSITIONS:
        return POSITIONS[word]
    try:
        return within(0, 1, float(value), name)
    except ValueError:
        raise UsageError(f"{name} is {value!r}; give a number from 0 to 1, or first, middle or last.") from None


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: Any) -> bool:
    """Whether a value is a number; true and false are none."""
    return _is_whole(value) or isinstance(value, float)


def _is_path(value: Any) -> bool:
    return isinstance(value, str | Path) and "\0" not in str(value)


def _are_texts(value: Any) -> bool:
    return _is_text(value) or (isinstance(value, Collection) and all(map(_is_text, value)))
