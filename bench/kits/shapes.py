"""Shapes of answers: how a value is written in each language, and which other spellings are accepted.

A shape is called with a value and gives `Said` (language -> `Forms`). `language_independent` says that the answer needs
no words of a language (an amount, a date, a code), so that a reader in either language gives the same one. Accepted
forms are spellings of the same value, never another precision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

from bench.kits import days
from bench.kits.base import Forms, Name, Said, Text
from bench.kits.filters import EN, JA, decimal, japanese_clock

Exact = int | Fraction | Decimal


@dataclass(frozen=True, slots=True)
class Shape:
    """A way to write one type of value. `write`: value -> what is said in every language."""

    write: Callable[[Any], Said]
    language_independent: bool = True

    def __call__(self, value: Any) -> Said:
        return self.write(value)


def _both(en: Sequence[str], ja: Sequence[str]) -> Said:
    """The first form of each language is the answer, the others are accepted."""
    return {lang: Forms(forms[0], tuple(dict.fromkeys(forms[1:]))) for lang, forms in (("en", en), ("ja", ja))}


def _yen(amount: Exact) -> Said:
    shown = decimal(amount, 2).rstrip("0").rstrip(".") if Fraction(amount).denominator != 1 else decimal(amount, 0)
    plain = shown.replace(",", "")
    return _both(
        (f"{shown} yen", f"{plain} yen", f"¥{shown}", f"¥{plain}", f"JPY {shown}"),
        (f"{shown}円", f"{plain}円", f"¥{shown}", f"￥{shown}"),
    )


yen = Shape(_yen)
"""An amount of yen; with up to two decimal places where a slip has not rounded it."""


def number(ja: str, en: str, one: str = "") -> Shape:
    """A whole count: counter of Japanese, plural and singular noun of English (the plural where `one` is empty)."""

    def write(value: int) -> Said:
        noun = one or en if value == 1 else en
        english = (f"{value:,}", f"{value:,} {noun}", f"{value} {noun}", str(value))
        japanese = (f"{JA['z'](value)}{ja}", f"{value:,}{ja}", f"{value}{ja}", str(value))
        return _both(english, japanese)

    return Shape(write)


def measure(en: str, ja: str, places: int = 0) -> Shape:
    """A quantity with its unit (kg, ㎏; kWh; m) and a fixed number of decimal places, to which the ledger has rounded.

    The value is an int, Fraction or Decimal; floats are refused. Raises ValueError where it has more places.
    """

    def write(value: Exact) -> Said:
        shown = decimal(value, places)
        plain = shown.replace(",", "")
        return _both(
            (f"{shown} {en}", f"{shown}{en}", f"{plain} {en}", shown),
            (f"{shown}{ja}", f"{plain}{ja}", f"{shown} {en}", shown),
        )

    return Shape(write)


def percent(places: int = 0) -> Shape:
    """A share in percent, with a fixed number of decimal places."""

    def write(value: Exact) -> Said:
        shown = decimal(value, places)
        return _both((f"{shown}%", f"{shown} %", f"{shown} percent"), (f"{shown}％", f"{shown}%", f"{shown}パーセント"))

    return Shape(write)


def _day(style: Literal["era", "narrow", "western"]) -> Callable[[date], Said]:
    def write(value: date) -> Said:
        english = (EN["d"](value), value.isoformat(), f"{days.MONTHS[value.month - 1]} {value.day}, {value.year}")
        forms = {"era": JA["d"](value), "narrow": JA["dn"](value), "western": JA["dw"](value)}
        japanese = (forms.pop(style), *forms.values(), f"{value:%Y/%m/%d}", value.isoformat(), JA["r"](value))
        return _both(english, japanese)

    return write


day = Shape(_day("era"))
"""A date; Japanese documents write 令和７年７月３日."""
day_narrow = Shape(_day("narrow"))
"""A date; Japanese documents write 令和7年7月3日."""
day_western = Shape(_day("western"))
"""A date; Japanese documents write 2025年7月3日."""


def _month(value: date) -> Said:
    western = f"{value.year}年{value.month}月"
    return _both((EN["m"](value), f"{value:%Y-%m}"), (JA["m"](value), JA["mn"](value), western, f"{value:%Y/%m}"))


month = Shape(_month)
"""A month, given by any day of it."""


def _clock(minutes: int) -> Said:
    shown, hour = days.clock(minutes), minutes // 60
    twelve = f"{(hour - 1) % 12 + 1}:{minutes % 60:02} {'a.m.' if hour < 12 else 'p.m.'}"
    padded = f"{hour:02}:{minutes % 60:02}"
    narrow = f"{hour}時{minutes % 60:02}分" if minutes % 60 else f"{hour}時"
    return _both((shown, padded, twelve), (shown, padded, japanese_clock(minutes), narrow))


clock = Shape(_clock)
"""A time of day, given in minutes after midnight."""


def _duration(minutes: int) -> Said:
    english = (EN["dur"](minutes), f"{minutes} minutes", f"{minutes} min", f"{days.clock(minutes)} hours")
    hours, rest = divmod(minutes, 60)
    narrow = (f"{hours}時間" if hours else "") + (f"{rest}分" if rest or not hours else "")
    return _both(english, (JA["dur"](minutes), narrow, f"{minutes}分"))


duration = Shape(_duration)
"""A length of time, given in minutes."""


def person(role_en: str = "", role_ja: str = "") -> Shape:
    """A `Name` of a person; with the role as the documents put it before or after, and with the usual titles."""

    def write(who: Name) -> Said:
        roles_en = (f"{role_en} {who.en}", f"{who.en}, {role_en}") if role_en else ()
        roles_ja = (f"{role_ja}{who.ja}", f"{who.ja}{role_ja}", f"{role_ja}の{who.ja}") if role_ja else ()
        return _both(
            (who.en, *roles_en, f"Mr {who.en}", f"Ms {who.en}"),
            (who.ja, *roles_ja, who.kana, f"{who.ja}さん", f"{who.ja}氏"),
        )

    return Shape(write, language_independent=False)


def place(*endings: tuple[str, str]) -> Shape:
    """A `Name` of a place or a thing; `endings`: (English, Japanese) words that may follow it (branch, 支店)."""

    def write(where: Name) -> Said:
        return _both(
            (where.en, *(f"{where.en} {en}" for en, _ in endings), *(f"the {where.en} {en}" for en, _ in endings)),
            (where.ja, *(f"{where.ja}{ja}" for _, ja in endings), where.kana),
        )

    return Shape(write, language_independent=False)


def _words(value: Text) -> Said:
    lower = value.en[:1].lower() + value.en[1:]
    return _both((value.en, lower, f"the {lower}"), (value.ja,))


words = Shape(_words, language_independent=False)
"""A `Text`: the name of a class, a product, a section."""


def _code(value: str) -> Said:
    return _both((value,), (value,))


code = Shape(_code)
"""One code or reference number, as the documents write it."""


def _codes(value: Sequence[str]) -> Said:
    last = f"{', '.join(value[:-1])} and {value[-1]}" if len(value) > 1 else value[0]
    return _both((", ".join(value), last, " ".join(value)), ("、".join(value), "・".join(value), ", ".join(value)))


codes = Shape(_codes)
"""A list of codes, complete and in the order of the documents; it must not be empty."""
