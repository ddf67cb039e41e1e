"""What a question asks for: the unit it names, whether it wants a number of percent, a price, a bound, a list.

Owns nothing about answers. Everything is read from the wording of the question alone.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from bench.rules.phrases import says
from bench.text.fold import flatten
from bench.text.number_words import SCALE_WORDS, SCALES
from bench.text.units import Unit, unit_at


@dataclass(frozen=True, slots=True)
class Demands:
    """The demands of a question. `units` are the readings of the unit it names, `scale` its 億 or "billions of"."""

    units: tuple[Unit, ...] = ()
    scale: Fraction = Fraction(1)
    percent: bool = False
    price: bool = False
    bounded: bool = False
    upper: bool = False
    lower: bool = False
    listing: bool = False
    yes_no: bool = False
    version: bool = False
    per: Unit | None = None
    """The period of a rate that the question names ("monthly", 年額), as a unit."""


@lru_cache(maxsize=512)
def read_question(question: str) -> Demands:
    """The demands of `question`. An empty question demands nothing."""
    flat = flatten(question)
    units, scale = _named_unit(flat)
    upper, lower = says("UPPER_ASKED", flat), says("LOWER_ASKED", flat)
    return Demands(
        units=units,
        scale=scale,
        percent=says("PERCENT_ASKED", flat),
        price=says("PRICE_ASKED", flat),
        bounded=says("BOUND_ASKED", flat),
        upper=upper and not lower,
        lower=lower and not upper,
        listing=says("LIST_ASKED", flat),
        version=says("VERSION_ASKED", flat),
        per=next((unit for name, unit in _PERIODS.items() if says(name, flat)), None),
        yes_no=says("YES_NO_ASKED", flat),
    )


_PERIODS = {
    "PER_MONTH": Unit("months", Fraction(1)),
    "PER_YEAR": Unit("months", Fraction(12)),
    "PER_DAY": Unit("time", Fraction(86400)),
    "PER_HOUR": Unit("time", Fraction(3600)),
}
_ASKED_JA = re.compile(r"(?:何|いく)(十億|百万|十万|[十百千万億兆])?")
_ASKED_EN = re.compile(
    rf"\b(?:how many|how much|in|number of|expressed in|\() ?(?:({'|'.join(SCALE_WORDS)})s?(?: of)? )?"
    r"(?:total |full |whole |more |calendar )?",
    re.I,
)
_UNIT_PAREN = re.compile(r"\((?:単位 ?[:：]? ?)?(百万|千|万|億)?([^()\d]{1,14})\)")
_UNIT_ORDER = re.compile(r"(百万|千|万|億)?([^\s、。0-9]{1,8}?)(?:単位)?で(?:答え|お答え|教え|示し|表し|回答)")


def _named_unit(flat: str) -> tuple[tuple[Unit, ...], Fraction]:
    for match in _ASKED_JA.finditer(flat):
        _, units = unit_at(flat, match.end() + (flat[match.end() : match.end() + 1] == " "))
        if units:
            return units, Fraction(SCALES.get(match[1] or "", 1))
    for pattern in (_UNIT_PAREN, _UNIT_ORDER):
        for match in pattern.finditer(flat):
            end, units = unit_at(match[2], 0)
            if units and end == len(match[2]):
                return units, Fraction(SCALES.get(match[1] or "", 1))
    for match in _ASKED_EN.finditer(flat):
        end, units = unit_at(flat, match.end())
        if units and end > match.end():
            return units, Fraction(SCALES.get((match[1] or "").casefold(), 1))
    return (), Fraction(1)
