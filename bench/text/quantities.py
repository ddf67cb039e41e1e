"""Quantities: a number with its unit, its bound (以上, at most) and its rate (per minute), by value.

Owns the joining of numbers and units. Guarantees: exact values; "1時間30分" is one quantity, "10日、3時間" are
two; a spelling with several readings keeps them all. Offsets are into the flattened text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from bench.text.fold import flatten
from bench.text.number_words import SCALES
from bench.text.numbers import Number, find_numbers
from bench.text.units import Unit, symbol_before, unit_at, unit_readings

Bound = Literal["", ">=", ">", "<=", "<"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and what it counts. `units` holds every reading of the unit, () for a bare number.

    `per` holds the readings of the unit after a slash ("L/分"), () where there is none. `noun` is the Latin
    word after a bare number, in lower case, "" where there is none.
    """

    start: int
    end: int
    number: Number
    units: tuple[Unit, ...] = ()
    per: tuple[Unit, ...] = ()
    bound: Bound = ""
    noun: str = ""


def find_quantities(text: str, *, skip: Sequence[tuple[int, int]] = ()) -> list[Quantity]:
    """Every quantity of `text`, in order. Numbers that touch a `skip` span (dates, say) are left out."""
    flat = flatten(text)
    laps = [_lap_time(m) for m in _STOPWATCH.finditer(flat)]
    skip = [*skip, *((q.start, q.end) for q in laps)]
    taken = bytearray(len(flat) + 1)
    for start, end in skip:
        taken[start:end] = b"\1" * (end - start)
    numbers = [n for n in find_numbers(flat) if not any(taken[n.start : n.end])]
    plain: list[Quantity] = []
    for number in numbers:
        # "500(百万円)": the scale word in the parentheses already belongs to the figure before them.
        if not plain or number.start >= plain[-1].end:
            plain.append(_with_unit(flat, number))
    found = [_with_bound(flat, _settled(q)) for q in _joined(flat, plain)]
    return sorted([*found, *laps], key=lambda q: q.start) if laps else found


_OPEN_PAREN = re.compile(r" ?\((?=[^)]{1,12}\))")
_PER = re.compile(r" ?/ ?| per (?:an? )?| an? (?=day|week|month|year|hour|minute|night)|毎")
_PER_EACH = re.compile(r" ?(?:for )?each (?=day|week|month|year|night)")
_RATE_BEFORE = re.compile(
    r"(?:毎(秒|分|時)|(秒|分|時)速|(1分|1時間|1日|1か月|1ヶ月|一日|1人|1泊)(?:あたり|当たり|"
    r"につき))(?:約|に)? ?\Z"
)
_PERIOD_BEFORE = re.compile(
    r"(?<![\d〇一二三四五六七八九十かカヶヵケ箇])(月|年|日|時)(?:額|給|収|(?<=[月年])間)(?:は|が|で|、|:|"
    r"約){0,2} ?\Z|毎(月|年|日)(?:約)? ?\Z"
)
_PERIOD_AFTER = re.compile(r" (month|year|dai|hour)ly\b| (annually)\b", re.I)
_PERIOD_UNITS = {
    "秒": "秒",
    "分": "分",
    "月": "か月",
    "年": "年",
    "日": "日",
    "時": "時間",
    "month": "month",
    "year": "year",
    "dai": "day",
    "hour": "hour",
    "annually": "year",
}
_JOIN = re.compile(r" ?(?:and|と|,)? ?\Z")
_HALF = re.compile(r"半(?![分額期島導径])| and a half\b")
# "half an hour": the article stands between the number and its unit.
_ARTICLE = re.compile(r" an? ")
_SPEED = re.compile(r" ?(kph|kmh|mph|kmph)(?![A-Za-z])", re.I)
_SPEEDS = {"kph": ("km", "h"), "kmh": ("km", "h"), "kmph": ("km", "h"), "mph": ("mile", "h")}
_SECONDS = (Unit("time", Fraction(1)),)
_TENTHS = re.compile(r"(?<=秒)(\d{1,3})(?![\d.,])(?! ?[\u3400-\u9fff%A-Za-z])")
# 4:44.7, as on a stopwatch: minutes, seconds and parts of seconds.
_STOPWATCH = re.compile(r"(?<![\d:.])(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)\.(\d{1,3})(?![\d:])")
_NOUN = re.compile(r" ?([A-Za-z]{3,24})")
_AFTER: tuple[tuple[Bound, re.Pattern[str]], ...] = (
    (
        ">=",
        re.compile(
            r" ?(?:以上|or (?:more|over|above|older|longer|higher|greater)|and (?:over|above|up)|(?<! )\+(?! "
            r"?[\d¥$£€(])|at (?:the )?minimum)"
        ),
    ),
    (
        "<=",
        re.compile(
            r" ?(?:以下|以内|まで(?!に)|or (?:less|fewer|under|below|younger|shorter|lower)|at (?:the )?most|"
            r"maximum)"
        ),
    ),
    ("<", re.compile(r" ?(?:未満|に満たない|に達しない|を下回|より(?:下|少な|小さ|低|若|短|軽|安))")),
    (">", re.compile(r" ?(?:超(?!過)|を超え|を上回|より(?:上|多|大き|高|長|重))")),
)
_BEFORE: tuple[tuple[Bound, re.Pattern[str]], ...] = (
    (
        ">=",
        re.compile(
            r"(?:at least|no(?:t)? (?:less|fewer) than|(?:a )?minimum(?: of)?|最低でも|最低|少なくとも|from|"
            r"≥|>=) ?\Z",
            re.I,
        ),
    ),
    (
        "<=",
        re.compile(
            r"(?:at most|up to|no(?:t)? more than|not exceeding|(?:a )?maximum(?: of)?|within|最大で|最大|"
            r"最長|最高|上限は?|≤|<=) ?\Z",
            re.I,
        ),
    ),
    ("<", re.compile(r"(?:less than|fewer than|under|below|lower than|shorter than|younger than|<) ?\Z", re.I)),
    (
        ">",
        re.compile(r"(?:more than|over|above|exceeding|greater than|longer than|older than|higher than|>) ?\Z", re.I),
    ),
)


def _settled(quantity: Quantity) -> Quantity:
    """分 is a hundredth only behind 割 ("2割5分"); alone it is a minute."""
    if {u.dimension for u in quantity.units} == {"time", "ratio"}:
        return replace(quantity, units=tuple(u for u in quantity.units if u.dimension == "time"))
    return quantity


def _lap_time(match: re.Match[str]) -> Quantity:
    seconds = int(match[1] or 0) * 3600 + int(match[2]) * 60 + int(match[3])
    step = Fraction(1, 10 ** len(match[4]))
    number = Number(match.start(), match.end(), seconds + int(match[4]) * step, step, len(match[0]) - 2)
    return Quantity(match.start(), match.end(), number, _SECONDS)


def _with_unit(flat: str, number: Number) -> Quantity:
    start, units = symbol_before(flat, number.start)
    if not units and number.value < 0:
        # "-¥500": the sign was read across the symbol.
        inner = re.compile(r"[-▲△+] ?([¥$£€])").match(flat, number.start)
        units = symbol_before(flat, inner.end())[1] if inner else ()
    end = number.end
    article = _ARTICLE.match(flat, end) if number.in_words else None
    speed = _SPEED.match(flat, end)
    if speed:
        distance, duration = _SPEEDS[speed[1].casefold()]
        return Quantity(start, speed.end(), number, unit_readings(distance), unit_readings(duration))
    unit_end, after = unit_at(flat, article.end() if article else _skip_space(flat, end))
    if after and units:
        # "¥84,300 yen" repeats the currency; "¥500/kg" goes on to a rate.
        end = unit_end if any(u in units for u in after) else end
    elif after:
        end, units = unit_end, after
    elif not units:
        paren = _OPEN_PAREN.match(flat, end)
        if paren:
            number, units, end = _parenthesised_unit(flat, number, paren.end())
    if not units:
        noun = _NOUN.match(flat, end)
        return Quantity(start, end, number, noun=noun[1].casefold() if noun else "")
    end, per = _per(flat, number.start, end)
    number, end = _with_tail(flat, number, units, end)
    return Quantity(start, end, number, units, per)


def _per(flat: str, start: int, end: int) -> tuple[int, tuple[Unit, ...]]:
    """What the quantity in [start, end) is per: (end behind it, readings), with () where it is per nothing."""
    mark = _PER.match(flat, end) or _PER_EACH.match(flat, end)
    if mark:
        per_end, per = unit_at(flat, mark.end())
        return (per_end if per else end), per
    if rate := _RATE_BEFORE.search(flat, max(0, start - 10), start):
        word = rate[1] or rate[2]
        return end, unit_at(_PERIOD_UNITS[word] if word else rate[3].lstrip("1一"), 0)[1]
    if period := _PERIOD_BEFORE.search(flat, max(0, start - 10), start):
        return end, unit_at(_PERIOD_UNITS[period[1] or period[2]], 0)[1]
    if period := _PERIOD_AFTER.match(flat, end):
        return period.end(), unit_at(_PERIOD_UNITS[(period[1] or period[2]).casefold()], 0)[1]
    return end, ()


def _with_tail(flat: str, number: Number, units: tuple[Unit, ...], end: int) -> tuple[Number, int]:
    """Adds what stands behind the unit: 44秒7 is 44.7 seconds, 2時間半 two and a half hours."""
    tenths = _TENTHS.match(flat, end) if units == _SECONDS else None
    if tenths:
        step = Fraction(1, 10 ** len(tenths[1]))
        value, digits = number.value + int(tenths[1]) * step, number.digits + len(tenths[1])
        number, end = replace(number, value=value, step=step, digits=digits), tenths.end()
    half = _HALF.match(flat, end)
    if half:
        number, end = replace(number, value=number.value + Fraction(1, 2), step=Fraction(0)), half.end()
    return number, end


def _parenthesised_unit(flat: str, number: Number, pos: int) -> tuple[Number, tuple[Unit, ...], int]:
    """The unit in "500(百万円)" and "500 (million yen)": the scale word goes to the number."""
    scale = re.compile(r"(百万|千|万|億|十億)|(thousand|million|billion) ", re.I).match(flat, pos)
    size = SCALES[(scale[1] or scale[2]).casefold()] if scale else 1
    unit_end, units = unit_at(flat, scale.end() if scale else pos)
    if not units or flat[unit_end : unit_end + 1] != ")":
        return number, (), number.end
    return replace(number, value=number.value * size, step=number.step * size), units, unit_end + 1


def _joined(flat: str, plain: list[Quantity]) -> list[Quantity]:
    """Merges "1時間30分", "2 years and 3 months", "2割5分": neighbours of one dimension in falling size."""
    out: list[Quantity] = []
    for q in plain:
        merged = _merge(flat, out[-1], q) if out else None
        if merged:
            out[-1] = merged
        else:
            out.append(q)
    return out


def _merge(flat: str, left: Quantity, right: Quantity) -> Quantity | None:
    between = flat[left.end : right.start]
    if len(between) > 5 or not _JOIN.match(between) or left.per or right.number.value < 0:
        return None
    for big in left.units:
        for small in right.units:
            same = big.dimension == small.dimension and big.dimension in _MERGEABLE
            if same and big.factor > small.factor and right.number.value * small.factor < big.factor:
                value = left.number.value * big.factor + right.number.value * small.factor
                number = replace(
                    left.number,
                    end=right.number.end,
                    value=value,
                    step=right.number.step * small.factor,
                    digits=left.number.digits + right.number.digits,
                )
                return Quantity(left.start, right.end, number, (Unit(big.dimension, Fraction(1)),), right.per)
    return None


_MERGEABLE = frozenset({"time", "months", "length", "mass", "ratio", "JPY", "USD", "GBP", "EUR"})


def _with_bound(flat: str, quantity: Quantity) -> Quantity:
    for bound, pattern in _AFTER:
        match = pattern.match(flat, quantity.end)
        if match:
            return replace(quantity, bound=bound, end=match.end())
    before = flat[max(0, quantity.start - 22) : quantity.start]
    for bound, pattern in _BEFORE:
        if pattern.search(before) and not (bound == ">=" and re.search(r"from ?\Z", before, re.I)):
            return replace(quantity, bound=bound)
    return quantity


def _skip_space(flat: str, pos: int) -> int:
    """Past one blank or a hyphen ("a 24-month warranty"), where a unit may still follow."""
    if flat[pos : pos + 1] == " " or (flat[pos : pos + 1] == "-" and flat[pos + 1 : pos + 2].isalpha()):
        return pos + 1
    return pos
