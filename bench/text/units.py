"""Units: every spelling, what it measures and its size in that dimension's base unit. The table is units.toml.

Owns no parsing of numbers. A spelling may have several readings (ポンド is money or mass, 分 is a minute or one
hundredth): both are given, and the comparison picks the one that the other side has.
Prefixes of data sizes are decimal, GiB is binary, and bits are not bytes (the base is one bit).
Months and days do not convert into each other, nor do calendar days and business days.
"""

import re
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Unit:
    """One reading of a spelling. `factor` base units of `dimension` make one of it (°C and °F: factor 1)."""

    dimension: str
    factor: Fraction


def unit_readings(spelling: str) -> tuple[Unit, ...]:
    """The readings of one spelling from a flattened text, () where it is no unit. Case matters where it must."""
    found = _EXACT.get(spelling)
    if found is None:
        found = _WORDS.get(spelling.casefold().rstrip("."), ())
    return found


def unit_at(text: str, pos: int) -> tuple[int, tuple[Unit, ...]]:
    """The longest unit that starts at `pos` of a flattened text: (end, readings), or (pos, ()).

    A Latin spelling must end where its word ends (the m of "members" is no metre).
    """
    latin = _LATIN.match(text, pos)
    if latin:
        words = latin[0]
        while words:
            readings = unit_readings(words)
            if readings:
                return pos + len(words), readings
            cut = words.rfind(" ")
            words = words[:cut] if cut > 0 else ""
    wide = _WIDE.match(text, pos)
    return (wide.end(), _EXACT[wide[0]]) if wide else (pos, ())


def symbol_before(text: str, pos: int) -> tuple[int, tuple[Unit, ...]]:
    """The currency sign or code that ends at `pos` (with one blank allowed): (start, readings) or (pos, ())."""
    match = _PREFIX.search(text, max(0, pos - 5), pos)
    return (match.start(), _EXACT[match[1].upper()]) if match else (pos, ())


def _build() -> tuple[dict[str, tuple[Unit, ...]], dict[str, tuple[Unit, ...]]]:
    exact: dict[str, tuple[Unit, ...]] = {}
    words: dict[str, tuple[Unit, ...]] = {}
    rows: list[dict[str, str]] = tomllib.loads(_TABLE.read_text("utf-8"))["units"]
    for row in rows:
        unit = Unit(row["dimension"], Fraction(row["size"]))
        for raw in row["spellings"].split():
            spelling = raw.replace("_", " ")
            exact[spelling] = (*exact.get(spelling, ()), unit)
            if len(spelling) > 2 and spelling.isascii() and spelling not in _CASE_BOUND:
                key = spelling.casefold().rstrip(".")
                words[key] = (*words.get(key, ()), unit)
    return exact, words


_TABLE = Path(__file__).with_name("units.toml")
# Spellings of three letters and more whose case carries the meaning.
_CASE_BOUND = frozenset({"KiB", "MiB", "GiB", "TiB", "MWh", "MPa", "mAh", "MHz"})
_EXACT, _WORDS = _build()
# At most four words, so that the scan stays short on any text.
_LATIN = re.compile(
    r"(?:%ポイント|°[CF]?|[%‰$£€₩₹Ω]|[A-Za-zμΩω]{1,20}(?:[-^/]?[23s](?![A-Za-z0-9])|-hours?)?"
    r"(?: [A-Za-zμ]{1,14}){0,2})(?![A-Za-z0-9])|[%‰]"
)
_WIDE = re.compile(
    "|".join(re.escape(s) for s in sorted(_EXACT, key=len, reverse=True) if not s[0].isascii() and s[0] not in "°μΩω‰")
)
_PREFIX = re.compile(
    r"(?<![A-Za-z])(US\$|AU\$|CA\$|A\$|C\$|[$¥£€₩₹]|(?:JPY|USD|GBP|EUR|CNY|RMB|KRW|AUD|CAD|CHF|INR)) ?\Z", re.IGNORECASE
)
