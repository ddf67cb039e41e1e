"""Drawing incidents and rosters."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.care import names
from bench.kits.care.ledger import Incident, Line, Quarter, Roster
from bench.kits.days import DAY, add_months

MONTHS = (date(2024, 11, 1), date(2025, 2, 1), date(2025, 6, 1), date(2025, 9, 1))


def quarters(rng: Random, number: int) -> tuple[Quarter, ...]:
    """Four quarters with 24 incidents each, most of them reported two to nine days later."""
    made = []
    for index, first in enumerate(date(2025, month, 1) for month in (1, 4, 7, 10)):
        length = (add_months(first, 3) - first).days - 14
        days = sorted(first + DAY * rng.randrange(length) for _ in range(24))
        refs = sorted(rng.sample(range(11, 99), 24))
        incidents = []
        for ref, day in zip(refs, days, strict=True):
            what, cls = rng.choice(names.EVENTS)
            reported = day + DAY * rng.choice((1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8))
            incidents.append(
                Incident(
                    f"{'ABELM'[number]}{index + 1}{ref}",
                    day,
                    what,
                    cls,
                    rng.random() < 0.7,
                    None if rng.random() < (0.6 if cls == 4 else 0.06) else reported,
                )
            )
        made.append(Quarter(first, tuple(incidents)))
    return tuple(made)


def rosters(rng: Random, staff: Sequence[Name]) -> tuple[Roster, ...]:
    """Four months, days 1 to 15; who had the night is free on the day after."""
    made = []
    for first in MONTHS:
        lines = [[""] * 15 for _ in staff]
        for day in range(15):
            free = [i for i in range(len(staff)) if not day or lines[i][day - 1] != "N"]
            night = rng.choice(free)
            for i, line in enumerate(lines):
                line[day] = "N" if i == night else rng.choice("EEDDDLLH--") if i in free else "-"
        made.append(Roster(first, tuple(Line(who, tuple(line)) for who, line in zip(staff, lines, strict=True))))
    return tuple(made)
