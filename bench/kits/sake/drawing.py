"""Drawing the ledger: random numbers -> the facts of one group, within what ledger.py guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Name, Text
from bench.kits.days import DAY, month_days
from bench.kits.sake import names
from bench.kits.sake.ledger import (
    JUDGES,
    Brewery,
    CaskRules,
    Circular,
    Closures,
    DryRules,
    Ledger,
    Loan,
    Lot,
    Milling,
    PanelRules,
    PressRules,
    Product,
    Rates,
    Receipts,
    Sample,
    Session,
    Shipments,
    Slip,
    Tasted,
)
from bench.kits.sake.making import batches, corrections

RICE = (date(2024, 10, 1), date(2024, 12, 1), date(2025, 2, 1), date(2025, 10, 1), date(2025, 12, 1), date(2026, 1, 1))


def draw(rng: Random) -> Ledger:
    places, people = (rng.sample(pool, len(pool)) for pool in (names.BREWERIES, names.PEOPLE))
    breweries = tuple(_brewery(rng, i, places[i], people[i * 7 : i * 7 + 7]) for i in range(4))
    starts = {
        2023: tuple(_starts(rng, 2023) for _ in breweries),
        2025: tuple(b.starts for b in breweries),
        2026: tuple(_starts(rng, 2026) for _ in breweries),  # adopted, and not yet in force
    }
    numbers = sorted(rng.sample(range(11, 79), len(starts)))
    circulars = tuple(
        Circular(
            number,
            date(2025, 11, rng.randrange(10, 28)) if year == 2026 else date(year, 3, rng.randrange(10, 28)),
            starts[year],
        )
        for number, year in zip(numbers, starts, strict=True)
    )
    return Ledger(rng.choice(names.GROUPS), breweries, circulars)


def _brewery(rng: Random, number: int, name: Name, people: Sequence[Name]) -> Brewery:
    starts = _starts(rng, 2025)
    dry = _dry(rng)
    customers = rng.sample(names.CUSTOMERS, 7)
    closures = tuple(_closures(rng, year) for year in (2024, 2025, 2026))
    products = _products(rng, number)
    press = PressRules(2024, date(2024, 6, rng.randrange(5, 28)), rng.choice((158, 160, 162)), rng.choice((-20, -15)))
    press_new = PressRules(2025, date(2025, 6, rng.randrange(5, 28)), rng.choice((166, 168, 170)), rng.choice((-5, 5)))
    if rng.random() < 0.5:  # the older may be the stricter one
        press, press_new = (
            PressRules(press.year, press.adopted, press_new.alcohol, press_new.meter),
            PressRules(press_new.year, press_new.adopted, press.alcohol, press.meter),
        )
    return Brewery(
        key=name.en.lower(),
        name=name,
        extension=rng.randrange(210, 890),
        clerk=people[0],
        starts=starts,
        milling=_milling(rng),
        dry_rules=dry,
        receipts=tuple(_receipts(rng, number, i, first) for i, first in enumerate(RICE)),
        cask_rules=_cask_rules(rng),
        loans=_loans(rng, number, starts[1], customers, closures[1]),
        closures=closures,
        rates=_rates(rng),
        products=products,
        shipments=_shipments(rng, number, starts[2], customers, products),
        panel_rules=_panel_rules(rng),
        sessions=tuple(_session(rng, number, i, month) for i, month in enumerate((8, 10, 12))),
        press_rules=(press, press_new),
        batches=(batches(rng, number, 2024, people[1:4]), batches(rng, number, 2025, people[4:])),
    )


def _starts(rng: Random, year: int) -> tuple[date, date, date]:
    first, second, third = (date(year, month, rng.choice((1, 11, 16, 21))) for month in rng.sample((6, 7, 8), 3))
    return first, second, third


def _adopted(rng: Random, year: int) -> date:
    return date(year, rng.choice((1, 2)), rng.randrange(5, 28))


def _milling(rng: Random) -> tuple[Milling, Milling]:
    closed, edition, base = rng.random() < 0.5, rng.randrange(4, 12), rng.randrange(46, 64) * 10

    def fees(add: int) -> tuple[tuple[int, ...], ...]:
        rows, brought = [], base + add
        for _ in range(5):
            fetched = brought + rng.randrange(5, 12) * 10
            brewing = brought + rng.randrange(13, 22) * 10
            rows.append((brought, fetched, brewing, brewing + fetched - brought + rng.randrange(1, 4) * 10))
            brought += rng.randrange(17, 31) * 10
        return tuple(rows)

    return (
        Milling(edition, _adopted(rng, 2023), (70, 60, 50, 40), closed, fees(0)),
        Milling(edition + 1, _adopted(rng, 2025), (70, 60, 50, 40), not closed, fees(rng.randrange(3, 13) * 10)),
    )


def _dry(rng: Random) -> tuple[DryRules, DryRules]:
    limits, closed = rng.sample((148, 150, 152, 154), 2), rng.random() < 0.5
    return (
        DryRules(2024, date(2024, 8, rng.randrange(5, 28)), limits[0], closed),
        DryRules(2025, date(2025, 8, rng.randrange(5, 28)), limits[1], not closed),
    )


def _receipts(rng: Random, number: int, index: int, first: date) -> Receipts:
    days = sorted(rng.choices(month_days(first), k=22))
    ref = 100 * (6 * number + index) + 1000
    lots = []
    for day in days:
        ref += rng.randrange(1, 4)
        moisture = rng.choice((141, 144, 146, 147, 148, 148, 149, 150, 150, 151, 152, 152, 153, 154, 154, 156, 158))
        lots.append(
            Lot(
                f"R{ref}",
                day,
                rng.choice(names.VARIETIES),
                rng.choice(names.DISTRICTS),
                rng.randrange(9, 68),
                moisture,
                rng.random() < 0.14,
            )
        )
    return Receipts(first, 2024 if index < 3 else 2025, tuple(lots))


def _cask_rules(rng: Random) -> tuple[CaskRules, CaskRules]:
    first, edition = rng.random() < 0.5, rng.randrange(2, 8)
    free, base = rng.sample((7, 10, 12, 14), 2), rng.randrange(38, 52) * 10

    def rules(i: int, year: int) -> CaskRules:
        small = base + i * rng.randrange(4, 9) * 10
        rates = (small, small + rng.randrange(20, 30) * 10, small + rng.randrange(52, 70) * 10)
        caps = tuple(rate * rng.choice((4, 5)) + rng.randrange(1, 10) * 10 for rate in rates)
        cleaning = rng.choice((700, 750, 800, 900)) + 50 * i
        return CaskRules(
            edition + i, _adopted(rng, year), free[i], first if i == 0 else not first, rates, caps, cleaning
        )

    return rules(0, 2023), rules(1, 2025)


def _closures(rng: Random, year: int) -> Closures:
    spring = date(year, 4, 29) + DAY * rng.randrange(0, 4)
    summer = date(year, 8, 9) + DAY * rng.randrange(0, 5)
    autumn = date(year, rng.choice((9, 10)), rng.randrange(3, 25))
    periods = tuple((first, first + DAY * rng.randrange(3, 8)) for first in (spring, summer, autumn))
    return Closures(year, date(year, 1, rng.randrange(6, 28)), periods)


def open_day(closures: Closures, day: date) -> date:
    """The day itself, or the first one after the closure in which it lies."""
    for first, last in closures.periods:
        if first <= day <= last:
            return last + DAY
    return day


def _loans(
    rng: Random, number: int, start: date, customers: Sequence[Text], closures: Closures
) -> tuple[tuple[Loan, ...], ...]:
    sheets = []
    for sheet, first, days in ((0, start - 60 * DAY, 44), (1, start - 16 * DAY, 36), (2, start + 20 * DAY, 40)):
        refs = sorted(rng.sample(range(100, 999), 26))
        rows = []
        for ref, applied in zip(refs, sorted(first + DAY * rng.randrange(days) for _ in refs), strict=True):
            lent = open_day(closures, applied + DAY * rng.randrange(2, 19))
            back = open_day(
                closures, lent + DAY * rng.choice((4, 9, 12, 14, 17, 20, 21, 23, 27, 28, 30, 34, 38, 44, 51))
            )
            returned = back if rng.random() < 0.94 else None
            rows.append(
                Loan(
                    f"{'CTHW'[number]}{sheet + 1}-{ref}",
                    applied,
                    rng.choice(customers),
                    rng.randrange(3),
                    lent,
                    returned,
                    returned is not None and rng.random() < 0.2,
                )
            )
        sheets.append(tuple(rows))
    return tuple(sheets)


def _rates(rng: Random) -> tuple[Rates, Rates]:
    closed, edition, base = rng.random() < 0.5, rng.randrange(5, 12), rng.randrange(90, 104)
    rounding, samples = rng.sample(("down", "up", "half"), 2), rng.random() < 0.5

    def table(add: int) -> tuple[tuple[int, int], ...]:
        rows, plain = [], base + add
        for _ in range(4):
            rows.append((plain, plain + rng.randrange(3, 8)))
            plain += rng.randrange(9, 15)
        return tuple(reversed(rows))

    return (
        Rates(edition, _adopted(rng, 2023), (50, 60, 70), closed, rounding[0], samples, table(0)),
        Rates(
            edition + 1,
            _adopted(rng, 2025),
            (50, 60, 70),
            not closed,
            rounding[1],
            not samples,
            table(rng.choice((4, 6, 8))),
        ),
    )


def _products(rng: Random, number: int) -> tuple[Product, ...]:
    codes = sorted(rng.sample(range(100, 999), 14))
    products = []
    for code, brand in zip(codes, rng.sample(names.BRANDS, 14), strict=True):
        ratio = rng.choice((40, 45, 50, 50, 50, 55, 58, 60, 60, 60, 65, 68, 70, 70, 70, 75, 80))
        ml = rng.choice((300, 500, 720, 720, 1800))
        per_case = 6 if ml == 1800 else rng.choice((12, 12, 15)) if ml > 400 else rng.choice((20, 24))
        products.append(Product(f"{'QVXZ'[number]}{code}", brand, ratio, rng.random() < 0.4, ml, per_case))
    return tuple(products)


def _shipments(
    rng: Random, number: int, start: date, customers: Sequence[Text], products: Sequence[Product]
) -> tuple[Shipments, ...]:
    sheets = []
    for sheet, first, days in ((0, start - 52 * DAY, 34), (1, start - 18 * DAY, 28), (2, start + 10 * DAY, 32)):
        refs = sorted(rng.sample(range(100, 999), 30))
        slips = []
        for ref, ordered in zip(refs, sorted(first + DAY * rng.randrange(days) for _ in refs), strict=True):
            note = rng.choice(("export", "sample", "pallet", "pallet", "", "", "", "", "", ""))
            product = rng.choice(products)
            cases = rng.randrange(0, 3) if note == "sample" else rng.randrange(0, 11)
            loose = rng.randrange(0 if cases else 1, product.per_case)
            slips.append(
                Slip(
                    f"{'BDFJ'[number]}{sheet + 1}-{ref}",
                    ordered,
                    ordered + DAY * rng.randrange(2, 25),
                    rng.choice(customers),
                    product,
                    cases,
                    loose,
                    note,
                )
            )
        issued = slips[-1].ordered + DAY * 40
        sheets.append(Shipments(tuple(slips), corrections(rng, slips, start), issued))
    return tuple(sheets)


def _panel_rules(rng: Random) -> tuple[PanelRules, PanelRules]:
    limits = {"both": (10, 11), "worst": (13, 14), "none": (16, 17)}
    ways, marks = rng.sample(sorted(limits), 2), rng.sample((2, 3), 2)
    old, new = (rng.choice(limits[way]) for way in ways)
    return (
        PanelRules(2024, date(2024, 6, rng.randrange(5, 28)), ways[0], old, marks[0]),
        PanelRules(2025, date(2025, 6, rng.randrange(5, 28)), ways[1], new, marks[1]),
    )


def _session(rng: Random, number: int, index: int, month: int) -> Session:
    day = date(2025, month, rng.randrange(18, 28))
    refs = sorted(rng.sample(range(11, 99), 20))
    samples, sheet = [], []
    for ref in refs:
        code = f"{'ALNP'[number]}{index + 1}{ref}"
        reach = (day - date(2025, 7, 1)).days
        pressed = day - DAY * (rng.randrange(8, reach) if rng.random() < 0.5 else rng.randrange(reach + 1, reach + 90))
        samples.append(Sample(code, rng.randrange(1, 45), pressed, rng.random() < 0.1))
        middle = rng.choice((2, 2, 2, 2, 3, 3))
        points = tuple(max(1, min(5, middle + rng.choice((-1, -1, 0, 0, 0, 1, 1, 2)))) for _ in JUDGES)
        share = rng.choice((0.0, 0.05, 0.15, 0.4))
        sheet.append(Tasted(code, points, tuple(rng.random() < share for _ in JUDGES)))
    return Session(day, tuple(samples), tuple(sheet))
