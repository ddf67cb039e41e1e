"""The fee of one use of a room: edition, part of the day, category, admission, rounding, overrun, cancellation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from bench.kits.library.ledger import ROOM, Group, Library, Use
from bench.kits.library.programs import edition

YEAR = 1
"""Fiscal 2025, by its place in `Library.groups`."""


def group_of(b: Library, use: Use, year: int = YEAR) -> Group | None:
    return next((g for g in b.groups[year][1] if g.code == use.group), None)


def fee(
    b: Library,
    use: Use,
    other_edition: bool = False,
    one_edition: int | None = None,
    other_day: bool = False,
    other_year: bool = False,
    no_reduction: bool = False,
    reduced_anyway: bool = False,
    other_rounding: bool = False,
    exact_overrun: bool = False,
    overrun_reduced: bool = False,
    weekday_always: bool = False,
    cancelled_free: bool = False,
    cancelled_border: bool = False,
    shut_too: bool = False,
) -> int:
    """What is due for a use, in yen."""
    if use.shut and not shut_too:
        return 0
    which = edition(b, ROOM, use.applied, use.day, other_edition, other_day)
    rules = b.room[which if one_edition is None else one_edition]
    if use.cancelled and ((use.day - use.cancelled).days >= rules.cancel + cancelled_border or cancelled_free):
        return 0
    weekend = use.day.weekday() >= 5 and not weekday_always
    base = sum(rules.fees[use.room][band + 3 * weekend] for band in use.bands)
    group = group_of(b, use, YEAR - other_year)
    off = rules.off[group.category] if group and not no_reduction else 0
    off = 0 if use.admission and not reduced_anyway else off
    amount = Fraction(base * (rules.admission if use.admission else 100) * (100 - off), 10000)
    units = use.over // rules.unit if exact_overrun else -(-use.over // rules.unit)
    extra = rules.extra[use.room] * units
    if overrun_reduced:
        return _to_ten(amount + Fraction(extra * (100 - off), 100), rules.up)
    return _to_ten(amount, rules.up != other_rounding) + extra


def _to_ten(amount: Fraction, up: bool) -> int:
    return int(-(-amount // 10) * 10) if up else int(amount // 10 * 10)


SLIPS: dict[str, dict[str, bool]] = {
    "other_edition": {"other_edition": True},
    "other_day_decides": {"other_day": True},
    "rounded_the_other_way": {"other_rounding": True},
    "forgot_the_reduction": {"no_reduction": True},
    "reduced_despite_admission": {"reduced_anyway": True},
    "overrun_not_begun": {"exact_overrun": True},
    "overrun_reduced": {"overrun_reduced": True},
    "weekday_fee": {"weekday_always": True},
    "category_of_the_year_before": {"other_year": True},
}


def sheet_of(b: Library, use: Use) -> str:
    return next(f"room_log/{b.key}/{m.first:%Y-%m}" for m in b.months if use in m.uses)


def other_use(rng: Random, b: Library, use: Use) -> Use:
    """The use in another part of the day or another room, at another fee; of a use that costs nothing just another."""
    made = [replace(use, bands=bands) for bands in ((0,), (1,), (2,), (0, 1), (1, 2)) if bands != use.bands]
    made += [replace(use, room=room) for room in range(len(b.room[0].fees)) if room != use.room]
    return rng.choice([u for u in made if fee(b, u) != fee(b, use)] or made)


def rule_spans(b: Library, which: int, rooms: Sequence[int]) -> tuple[tuple[str, str], ...]:
    doc = f"room_rules/{b.key}/{b.room[which].edition}"
    spans = ("reduced", "admission", "round", "overrun", "cancelled", "shut")
    return (*((doc, f"room:{room}") for room in rooms), *((doc, span) for span in spans))


def register(b: Library, *codes: str) -> tuple[tuple[str, str], ...]:
    return tuple((f"groups/{b.key}/{b.groups[YEAR][0]}", f"group:{code}") for code in codes)
