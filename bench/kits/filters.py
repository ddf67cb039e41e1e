"""The filters of the templates, for each language; programs use them to write questions as documents are written.

`EN["d"](day)` and `JA["d"](day)` are what `{{ day|d }}` prints. docs/kits.md has the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from bench.kits import days

Filter = Callable[..., str]


def filters(lang: str) -> Mapping[str, Filter]:
    """Filters by name, for one language ("en" or "ja")."""
    english = lang == "en"
    return {
        "n": lambda thing: str(getattr(thing, lang)),
        "kana": lambda name: name.en if english else name.kana,
        "d": lambda day: days.show_date(day, lang),
        "dn": lambda day: days.show_date(day, lang, narrow=True),
        "dw": lambda day: days.show_date(day, lang) if english else western(day),
        "md": lambda day: days.show_month_day(day, lang),
        "mdn": lambda day: days.show_month_day(day, lang, narrow=True),
        "s": lambda day: day.isoformat() if english else f"{day:%Y/%m/%d}",
        "r": lambda day: f"{day:%d/%m/%Y}" if english else short_era(day),
        "m": lambda day: days.show_month(day, lang),
        "mn": lambda day: days.show_month(day, lang, narrow=True),
        "wd": lambda day: days.WEEKDAYS[lang][day.weekday()],
        "wds": lambda day: days.WEEKDAYS[lang][day.weekday()][: 3 if english else 1],
        "fy": lambda year: days.show_fiscal_year(year, lang),
        "fyn": lambda year: days.show_fiscal_year(year, lang, narrow=True),
        "half": lambda start: days.show_half(start, lang),
        "t": days.clock,
        "tj": lambda minutes: days.clock(minutes) if english else japanese_clock(minutes),
        "dur": lambda minutes: duration(minutes, lang),
        "yen": lambda amount: f"{amount:,}",
        "z": lambda number: str(number) if english else days.wide(number),
        "pct": lambda share: f"{share}%" if english else f"{share}％",
        "dec": decimal,
        "ord": lambda number: ordinal(number) if english else f"第{days.wide(number)}",
    }


def western(day: date) -> str:
    """2025年7月3日."""
    return f"{day.year}年{day.month}月{day.day}日"


def short_era(day: date) -> str:
    """R7.7.3."""
    _, letter, year = days.era(day)
    return f"{letter}{year}.{day.month}.{day.day}"


def japanese_clock(minutes: int) -> str:
    """９時05分; ９時 on the hour."""
    hour, minute = divmod(minutes, 60)
    return f"{days.wide(hour)}時" + (f"{minute:02}分" if minute else "")


def duration(minutes: int, lang: str) -> str:
    """2 hours 5 minutes; ２時間５分."""
    hours, rest = divmod(minutes, 60)
    if lang == "en":
        parts = [(hours, "hour"), (rest, "minute")]
        return " ".join(f"{n} {unit}{'' if n == 1 else 's'}" for n, unit in parts if n) or "0 minutes"
    return "".join([f"{days.wide(hours)}時間" if hours else "", f"{days.wide(rest)}分" if rest or not hours else ""])


def decimal(value: Decimal | Fraction | int, places: int = 1) -> str:
    """With a fixed number of decimal places, thousands grouped. The value must have no more places than that.

    Floats are refused: rounding is a rule of the documents, and the ledger has to have done it.
    """
    if isinstance(value, float):
        raise TypeError("a decimal is written from a Decimal or a Fraction, which the ledger has rounded")
    exact = Fraction(value) * 10**places
    if exact.denominator != 1:
        raise ValueError(f"{value} has more than {places} decimal places: round it in the ledger")
    whole, rest = divmod(abs(exact.numerator), 10**places)
    return f"{'-' if exact < 0 else ''}{whole:,}" + (f".{rest:0{places}}" if places else "")


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


EN: Mapping[str, Any] = filters("en")
JA: Mapping[str, Any] = filters("ja")
