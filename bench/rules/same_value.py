"""Whether two values are one: quantities across units, ranges end by end, dates part by part.

Owns the matching conventions for values: 0.1 is 10 %, a bare 10 is 10 % only for a question about a number of
percent, 90 minutes are 1.5 hours, an answer may be finer than the reference's printed digits but never coarser,
an ambiguous date is unsure unless no reading fits.
"""

from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from bench.rules.asked import Demands
from bench.rules.values import Value
from bench.text.clock import ClockTime
from bench.text.dates import Date
from bench.text.quantities import Quantity
from bench.text.ranges import Range
from bench.text.units import Unit


class Match(Enum):
    """Equal, different, or not decidable by rule."""

    EQUAL = "equal"
    DIFFERENT = "different"
    UNSURE = "unsure"


def same_value(demands: Demands, reference: Value, candidate: Value) -> Match:
    """Compares one value of a reference with one of an answer. The question may supply a unit, year or half day.

    Two counts of different things are UNSURE: "seats 412 people" may or may not be 412 seats.
    """
    ref, cand = reference.data, candidate.data
    if isinstance(ref, Quantity) and isinstance(cand, Quantity):
        if _other_things(ref, cand):
            return Match.UNSURE
        same = _periods_agree(demands, ref, cand) and same_quantity(demands, ref, cand)
        if same and _wrong_way(demands, cand):
            return Match.DIFFERENT
        if same and not _bounds_agree(demands, ref, cand) and not (ref.bound and cand.bound):
            # "Up to 12" may be how 12 is said, or less than it.
            return Match.UNSURE
        return _truth(same and _bounds_agree(demands, ref, cand))
    if isinstance(ref, Range) and isinstance(cand, Range):
        return _truth(_same_range(demands, ref, cand))
    if isinstance(ref, Date) and isinstance(cand, Date):
        return _same_date(demands.values, ref, cand)
    if isinstance(ref, ClockTime) and isinstance(cand, ClockTime):
        return _same_time(demands.values, ref, cand)
    if isinstance(ref, Quantity) and isinstance(cand, Date):
        return _truth(not ref.units and ref.number.value == cand.year)
    if isinstance(ref, Date) and isinstance(cand, Quantity):
        return _truth(ref.month is None and not cand.units and cand.number.value == ref.year)
    if isinstance(cand, Range) and cand.changed and isinstance(ref, Quantity):
        return _truth(same_quantity(demands, ref, cand.high))
    return Match.DIFFERENT


def comparable(reference: Value, candidate: Value) -> bool:
    """Whether a value could stand in the place of the reference: the same kind, and the same kind of unit."""
    ref, cand = reference.data, candidate.data
    if isinstance(ref, (Quantity, Range)) and isinstance(cand, (Quantity, Range)):
        mine, theirs = _end(ref), _end(cand)
        return not mine.units or not theirs.units or bool(_families(mine) & _families(theirs))
    if isinstance(ref, Quantity) and isinstance(cand, Date):
        return not ref.units and ref.number.value.denominator == 1 and 1000 <= ref.number.value <= 2999
    if isinstance(ref, Date) and isinstance(cand, Quantity):
        return ref.month is None and not cand.units and 1000 <= cand.number.value <= 2999
    return type(ref) is type(cand)


def _end(data: Quantity | Range) -> Quantity:
    return data.high if isinstance(data, Range) else data


def _families(quantity: Quantity) -> set[str]:
    """What its unit measures, with all currencies, all lengths of time and all counts as one each."""
    names = {u.dimension for u in quantity.units}
    return names | {family for family, members in _FAMILIES.items() if names & members}


def _other_things(ref: Quantity, cand: Quantity) -> bool:
    if _shared(ref.units, cand.units) or ref.number.value != cand.number.value:
        return False
    return bool(_families(ref) & _families(cand) & {"count"})


def same_quantity(demands: Demands, ref: Quantity, cand: Quantity) -> bool:
    """Equal by value under the unit rules; bounds are not looked at."""
    if ref.units and cand.units:
        return _same_with_units(ref, cand)
    if ref.units:
        return _same_bare_candidate(demands, ref, cand)
    if cand.units:
        return _same_bare_reference(demands, ref, cand)
    if demands.version:
        # Version 2.10 follows 2.9 and is not 2.1; 2 and 2.0 are one.
        return ref.number.value == cand.number.value and (ref.number.step == cand.number.step or _whole(ref, cand))
    return _close(_size(ref), _size(cand), same_unit=True)


def _whole(ref: Quantity, cand: Quantity) -> bool:
    return ref.number.value.denominator == 1 and cand.number.value.denominator == 1


@dataclass(frozen=True, slots=True)
class _Size:
    """A number in base units, the value of its last printed digit, and how many digits were printed."""

    value: Fraction
    step: Fraction
    digits: int


def _size(quantity: Quantity, unit: Fraction = Fraction(1)) -> _Size:
    number = quantity.number
    # Things are counted, not measured: 5.2 times is not 5 times rounded.
    counted = bool(quantity.units) and all(u.dimension in COUNTS | {"rank", "article"} for u in quantity.units)
    return _Size(number.value * unit, number.step * unit, 0 if counted else number.digits)


# Dimensions that a bare number may stand for: nothing else could be meant.
COUNTS = frozenset(
    "people households animals machines flat-things books long-things companies schools buildings rooms "
    "seats tickets "
    "floor places occasions things containers ships services pieces-of-music".split()
)
_BARE_WELCOME = COUNTS | {"rank", "points", "age", "article", "times-as-much", "nights"}
_MONEY = frozenset({"JPY", "USD", "GBP", "EUR", "CNY", "KRW", "AUD", "CAD", "CHF", "INR"})
_LOOSE = frozenset({"things", "occasions"})
_FAMILIES = {
    "money": _MONEY,
    "duration": frozenset({"time", "months", "business-days", "nights"}),
    "count": COUNTS | {"rank"},
    "heat": frozenset({"celsius", "fahrenheit"}),
}
# Below this many digits a conversion must be exact: 100 minutes are not "2 hours" rounded.
_DIGITS_FOR_ROUNDED_CONVERSION = 3
_DIGITS_FOR_ROUNDING = 2


def _truth(value: bool) -> Match:
    return Match.EQUAL if value else Match.DIFFERENT


def _shared(left: tuple[Unit, ...], right: tuple[Unit, ...]) -> list[tuple[Unit, Unit]]:
    return [(a, b) for a in left for b in right if a.dimension == b.dimension]


def _both_counts(ref: Quantity, cand: Quantity) -> bool:
    mine, theirs = ({u.dimension for u in q.units} & _BARE_WELCOME for q in (ref, cand))
    return bool(mine and theirs)


def _same_with_units(ref: Quantity, cand: Quantity) -> bool:
    pairs = _shared(ref.units, cand.units)
    if not pairs:
        mine, theirs = ({u.dimension for u in q.units} & COUNTS for q in (ref, cand))
        loose = bool(mine and theirs and (mine & _LOOSE or theirs & _LOOSE)) and "containers" not in mine | theirs
        ratio = {u.dimension for u in (*ref.units, *cand.units)} == {"ratio", "times-as-much"}
        pairs = [(a, b) for a in ref.units for b in cand.units] if loose or ratio else []
    if _fahrenheit(ref, cand) or _fahrenheit(cand, ref):
        return _same_temperature(ref, cand)
    for a, b in pairs:
        ref_unit, cand_unit = a.factor, b.factor
        if ref.per and cand.per:
            per = _shared(ref.per, cand.per)
            if not per:
                continue
            ref_unit, cand_unit = ref_unit / per[0][0].factor, cand_unit / per[0][1].factor
        if _close(_size(ref, ref_unit), _size(cand, cand_unit), same_unit=ref_unit == cand_unit):
            return True
    return False


def _fahrenheit(one: Quantity, other: Quantity) -> bool:
    """One side is in °F alone, the other can be read in °C alone."""
    return {u.dimension for u in one.units} == {"fahrenheit"} and {u.dimension for u in other.units} == {"celsius"}


def _same_temperature(ref: Quantity, cand: Quantity) -> bool:
    first, second = (
        q.number.value if q.units[0].dimension == "celsius" else (q.number.value - 32) * Fraction(5, 9)
        for q in (ref, cand)
    )
    return abs(first - second) <= ref.number.step / 2


def _same_bare_candidate(demands: Demands, ref: Quantity, cand: Quantity) -> bool:
    units: list[tuple[Fraction, Fraction]] = []
    for unit, named in _shared(ref.units, demands.units):
        units.append((unit.factor, named.factor * demands.scale))
        units.append((unit.factor, named.factor))
    for unit in ref.units:
        if unit.dimension == "ratio":
            units.append((unit.factor, Fraction(1)))
            if demands.percent:
                units.append((unit.factor, Fraction(1, 100)))
        elif unit.dimension in _BARE_WELCOME or (unit.dimension in _MONEY and demands.price and unit.factor == 1):
            units.append((unit.factor, unit.factor))
    mine, wanted = {u.dimension for u in ref.units}, {u.dimension for u in demands.units}
    if mine & COUNTS and wanted and not wanted & (COUNTS | mine):
        return False
    return any(_close(_size(ref, a), _size(cand, b), same_unit=a == b) for a, b in units)


def _same_bare_reference(demands: Demands, ref: Quantity, cand: Quantity) -> bool:
    named = _shared(demands.units, cand.units)
    if demands.percent and any(u.dimension == "ratio" for u in cand.units):
        named = [(Unit("ratio", Fraction(1, 100)), u) for u in cand.units if u.dimension == "ratio"]
    if named:
        return any(
            _close(_size(ref, a.factor * scale), _size(cand, b.factor), same_unit=a.factor == b.factor)
            for a, b in named
            for scale in (demands.scale, Fraction(1))
        )
    ratios = [u.factor for u in cand.units if u.dimension == "ratio"]
    if ratios and len(ratios) == len(cand.units):
        return _close(_size(ref), _size(cand, ratios[0]), same_unit=False)
    if demands.units and not _both_counts(Quantity(0, 0, ref.number, demands.units), cand):
        return False
    return _close(_size(ref), _size(cand), same_unit=True)


def _close(ref: _Size, cand: _Size, *, same_unit: bool) -> bool:
    """Equal, or equal once the finer candidate is rounded to the reference's printed digits."""
    if ref.value == cand.value:
        return True
    if (ref.value < 0) != (cand.value < 0):
        return False
    apart = abs(ref.value - cand.value)
    if ref.step == 0:
        # 1/3 has no last digit: a decimal of three digits and more that rounds to it says the same.
        return cand.step > 0 and cand.digits >= 3 and ref.value.denominator % 3 == 0 and apart <= cand.step / 2
    needed = _DIGITS_FOR_ROUNDING if same_unit else _DIGITS_FOR_ROUNDED_CONVERSION
    if same_unit and ref.step < 1 and ref.digits:
        # 0.02 is printed to two places; 5 may be a count.
        needed = 1
    return cand.step < ref.step and ref.digits >= needed and apart <= ref.step / 2


def _bounds_agree(demands: Demands, ref: Quantity, cand: Quantity) -> bool:
    """A bound may be left out, and one that the question asks for may be added; two that differ are different."""
    if ref.bound and cand.bound:
        return ref.bound == cand.bound
    if cand.bound and not ref.bound:
        opposite = (demands.upper and cand.bound == ">=") or (demands.lower and cand.bound == "<=")
        return demands.bounded and cand.bound in (">=", "<=") and not opposite
    return not (ref.bound in ("<", ">") and not demands.bounded)


def _wrong_way(demands: Demands, cand: Quantity) -> bool:
    """67歳以上 where the upper limit is asked, and the reverse."""
    return (demands.upper and cand.bound in (">=", ">")) or (demands.lower and cand.bound in ("<=", "<"))


def _periods_agree(demands: Demands, ref: Quantity, cand: Quantity) -> bool:
    """A monthly fee that is given per year answers another question, unless the reference names its own period."""
    if demands.per is None or ref.per or not cand.per:
        return True
    periods = [u for u in cand.per if u.dimension in ("months", "time")]
    return not periods or demands.per in periods


def _same_range(demands: Demands, ref: Range, cand: Range) -> bool:
    return (
        ref.low_included == cand.low_included
        and ref.high_included == cand.high_included
        and same_quantity(demands, ref.low, cand.low)
        and same_quantity(demands, ref.high, cand.high)
    )


def _same_date(question_values: tuple[Value, ...], ref: Date, cand: Date) -> Match:
    if ref.other is not None or cand.other is not None:
        readings = [
            _same_parts(question_values, Date(0, 0, ref.year, *r), Date(0, 0, cand.year, *c))
            for r in _readings(ref)
            for c in _readings(cand)
        ]
        return Match.UNSURE if any(readings) else Match.DIFFERENT
    if cand.year is None and ref.year is not None and cand.day is not None:
        # "12 June" may be the 12 June of that year.
        full = _same_parts(question_values, ref, replace(cand, year=ref.year))
        stated = _same_parts(question_values, ref, cand)
        return Match.EQUAL if stated else Match.UNSURE if full else Match.DIFFERENT
    asked_fiscal = any(isinstance(v.data, Date) and v.data.fiscal for v in question_values)
    if ref.fiscal != cand.fiscal and not asked_fiscal:
        return Match.DIFFERENT
    return _truth(_same_parts(question_values, ref, cand))


def _readings(date: Date) -> list[tuple[int | None, int | None]]:
    return [(date.month, date.day)] if date.other is None else [(date.month, date.day), date.other]


def _same_parts(question_values: tuple[Value, ...], ref: Date, cand: Date) -> bool:
    known = [v.data for v in question_values if isinstance(v.data, Date)]
    years = {d.year for d in known} | {
        int(v.data.number.value) for v in question_values if isinstance(v.data, Quantity) and not v.data.units
    }
    year = cand.year
    if year is None and ref.year is not None and ref.year in years:
        year = ref.year
    month = cand.month
    if month is None and ref.day is None and any(d.month == ref.month for d in known):
        month = ref.month
    return (
        (ref.year is None or ref.year == year)
        and (ref.month is None or ref.month == month)
        and (ref.day is None or ref.day == cand.day)
    )


def _same_time(question_values: tuple[Value, ...], ref: ClockTime, cand: ClockTime) -> Match:
    if ref.minutes % 1440 == cand.minutes % 1440:
        return Match.EQUAL
    asked_half = any(isinstance(v.data, ClockTime) and v.data.half_known for v in question_values)
    if (ref.minutes - cand.minutes) % 720 == 0 and not (ref.half_known and cand.half_known):
        return Match.EQUAL if asked_half else Match.DIFFERENT
    return Match.DIFFERENT
