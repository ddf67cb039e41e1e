"""Drawing what happens to sake and slips: fermentation logs, and entries that were corrected."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.days import DAY
from bench.kits.sake.ledger import Batch, Correction, Reading, Slip


def batches(rng: Random, number: int, year: int, masters: Sequence[Name]) -> tuple[Batch, ...]:
    """Four batches of one brewing year, each with a log of 24 days."""
    made = []
    for ref in sorted(rng.sample(range(11, 99), 4)):
        start = date(year, 10, 10) + DAY * rng.randrange(0, 70)
        made.append((f"{'MEGY'[number]}{year % 100}-{ref}", start))
    starts = sorted(start for _, start in made)
    tanks = rng.sample(range(1, 45), 4)
    return tuple(
        Batch(ref, tank, start, rng.choice(masters), _readings(rng, start))
        for (ref, _), start, tank in zip(made, starts, tanks, strict=True)
    )


def _readings(rng: Random, start: date) -> tuple[Reading, ...]:
    """Meter and alcohol rise; the thresholds of every edition are passed before the log ends."""
    rows = []
    meter, alcohol, temperature, acidity = (
        rng.randrange(-420, -360),
        rng.randrange(92, 108),
        rng.randrange(128, 152),
        12,
    )
    for i in range(24):
        left = 23 - i
        meter += (
            max(round((30 - meter) * rng.uniform(0.10, 0.20)), 3) if left > 3 else max((30 - meter) // (left + 1), 2)
        )
        alcohol += (
            max(round((176 - alcohol) * rng.uniform(0.07, 0.17)), 1)
            if left > 3
            else max((176 - alcohol) // (left + 1), 1)
        )
        temperature -= rng.choice((0, 1, 2, 3, 4)) if i > 5 else -rng.choice((0, 1, 2))
        acidity += rng.random() < 0.3
        rows.append(Reading(start + DAY * (8 + i), temperature, round(meter / 5) * 5, alcohol, acidity))
    return tuple(rows)


def corrections(rng: Random, slips: Sequence[Slip], start: date) -> tuple[Correction, ...]:
    """Three slips of a sheet: two in the number of cases, one in the day of removal, which crosses `start` if any can."""
    plain = [s for s in slips if s.note in ("", "pallet") and s.cases > 2]
    crossing = [
        s for s in plain if s.removed < start <= s.removed + 5 * DAY or s.removed - 5 * DAY < start <= s.removed
    ]
    moved = rng.choice(crossing or plain)
    later = moved.removed + DAY * rng.randrange(5, 8)
    earlier = max(moved.ordered + DAY, moved.removed - DAY * rng.randrange(5, 8))
    day = later if moved.removed < start else earlier
    day = day if day != moved.removed else later
    miscounted = rng.sample([s for s in plain if s is not moved], 2)
    found = [Correction(moved.ref, None, day)]
    found += [
        Correction(s.ref, rng.choice([n for n in range(1, 13) if abs(n - s.cases) > 1]), None) for s in miscounted
    ]
    rng.shuffle(found)
    return tuple(found)
