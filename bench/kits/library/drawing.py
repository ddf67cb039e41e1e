"""Drawing the ledger: random numbers -> the facts of one town's libraries, within what ledger.py guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Name, Text
from bench.kits.days import DAY, add_months, month_days
from bench.kits.library import names
from bench.kits.library.ledger import (
    EVEN,
    IRREGULAR,
    LOAN,
    MONTHLY,
    ODD,
    PARCEL,
    QUARTERLY,
    SHEETS,
    Arrival,
    Calendar,
    Closing,
    Group,
    HoldRules,
    Issues,
    Ledger,
    Library,
    Loan,
    LoanRules,
    Month,
    Notice,
    Parcel,
    ParcelRules,
    RoomRules,
    Title,
    Use,
    closed,
    due_in,
    next_open,
)

HALVES = (date(2024, 10, 1), date(2025, 4, 1), date(2025, 10, 1))
MONTHS = tuple(date(2025, month, 1) for month in range(6, 11))
LAST_RETURN = date(2025, 9, 20)  # so that a return lies in the half-year of the calendar
LATE = (-6, -3, -1, 0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 11, 13, 16, 21, 27)
OVER = (0, 0, 0, 0, 10, 25, 30, 30, 35, 45, 60, 60, 70, 90)


def draw(rng: Random) -> Ledger:
    places, people = (rng.sample(pool, len(pool)) for pool in (names.LIBRARIES, names.PEOPLE))
    groups = rng.sample(names.GROUPS, len(names.GROUPS))
    libraries = tuple(_library(rng, i, places[i], people, groups[i * 7 :] + groups[: i * 7]) for i in range(4))
    notices = [
        Notice(
            rng.randrange(11, 29),
            date(2023, 3, rng.randrange(8, 28)),
            tuple(_starts(rng, 2023) for _ in libraries),
            tuple(_later(rng) for _ in libraries),
        ),
        Notice(
            rng.randrange(31, 48),
            date(2025, 3, rng.randrange(8, 28)),
            tuple(b.starts for b in libraries),
            tuple(b.later for b in libraries),
        ),
    ]
    return Ledger(rng.choice(names.TOWNS), libraries, tuple(notices))


def _library(rng: Random, number: int, name: Name, people: Sequence[Name], groups: Sequence[Text]) -> Library:
    starts, later, letter = _starts(rng, 2025), _later(rng), name.en[0]
    weekly = rng.randrange(4)
    calendars = tuple(_calendar(rng, start, weekly) for start in HALVES)
    cards = [f"{n:05}" for n in rng.sample(range(10000 + number * 20000, 30000 + number * 20000), 14)]
    registers = tuple((year, _groups(rng, year, letter, groups[:14], cards)) for year in (2024, 2025))
    loan, titles = _loan(rng), _titles(rng, letter)
    return Library(
        key=name.en.lower(),
        name=name,
        clerk=people[number],
        extension=rng.randrange(210, 890),
        starts=starts,
        later=later,
        loan=loan,
        hold=_hold(rng),
        parcel=_parcel(rng),
        room=_room(rng),
        sheets=tuple(_loans(rng, number, sheet, cards, calendars[1], loan, starts[LOAN]) for sheet in (0, 1)),
        parcels=tuple(_parcels(rng, number, quarter, starts[PARCEL]) for quarter in range(3)),
        months=tuple(
            _month(rng, number, first, calendars[2 if first.month > 9 else 1], registers[1][1]) for first in MONTHS
        ),
        calendars=calendars,
        groups=registers,
        titles=titles,
        issues=tuple(_issues(rng, date(2025, month, 1), titles) for month in (6, 7, 8, 9)),
        duty=tuple((date(2025, month, 1), _duty(rng, people[4:])) for month in (6, 8, 10)),
    )


def _starts(rng: Random, year: int) -> tuple[date, date, date, date]:
    loan = date(year, 5, 26) + DAY * rng.randrange(30)
    hold, parcel = (date(year, rng.choice((6, 7, 8)), rng.choice((1, 11, 16, 21))) for _ in range(2))
    return loan, hold, parcel, date(year, *rng.choice(((7, 16), (8, 1), (8, 16))))


def _later(rng: Random) -> tuple[bool, bool, bool, bool]:
    return True, rng.random() < 0.5, rng.random() < 0.5, rng.random() < 0.5


def _adopted(rng: Random, year: int) -> date:
    return date(year, rng.choice((1, 2)), rng.randrange(5, 28))


def _loan(rng: Random) -> tuple[LoanRules, LoanRules]:
    old = rng.sample((7, 8, 10, 14, 15, 21, 28), 6)
    new = [rng.choice([n for n in (7, 8, 10, 12, 14, 15, 20, 21, 28) if n != o]) for o in old]
    frees = rng.sample((2, 3, 4, 5, 6), 2)
    counts = rng.random() < 0.5
    edition = rng.randrange(2, 8)
    rates = [[rng.choice((1, 1, 2, 2, 3)) for _ in old] for _ in range(2)]
    caps = rng.sample((20, 24, 30, 36, 40), 2)
    return (
        LoanRules(edition, _adopted(rng, 2023), tuple(old), tuple(rates[0]), frees[0], counts, caps[0]),
        LoanRules(edition + 1, _adopted(rng, 2025), tuple(new), tuple(rates[1]), frees[1], not counts, caps[1]),
    )


def _hold(rng: Random) -> tuple[HoldRules, HoldRules]:
    old = tuple(rng.sample((5, 7, 8, 10, 12, 14), 4))
    new: list[int] = []
    for days in old:
        new.append(rng.choice([n for n in (5, 6, 7, 9, 10, 11, 14, 15) if abs(n - days) > 1 and n not in new]))
    edition, first = rng.randrange(2, 7), rng.random() < 0.5
    return (
        HoldRules(edition, _adopted(rng, 2023), old, first),
        HoldRules(edition + 1, _adopted(rng, 2025), tuple(new), not first),
    )


def _parcel(rng: Random) -> tuple[ParcelRules, ParcelRules]:
    edition, up = rng.randrange(3, 9), rng.random() < 0.5
    editions = []
    for i in (0, 1):
        fees = [180 + i * 30 + rng.randrange(9) * 10]
        for _ in range(4):
            fees.append(fees[-1] + rng.randrange(9, 22) * 10)
        packing = [0, rng.randrange(6, 12) * 10, rng.randrange(13, 18) * 10, 0, rng.randrange(19, 25) * 10]
        rng.shuffle(packing)
        editions.append(
            ParcelRules(
                edition + i,
                _adopted(rng, 2023 + 2 * i),
                (500, 1000, 2000, 4000),
                up == bool(i),
                tuple(fees),
                tuple(packing),
            )
        )
    return editions[0], editions[1]


def _room(rng: Random) -> tuple[RoomRules, RoomRules]:
    edition, up = rng.randrange(4, 11), rng.random() < 0.5
    units = rng.sample((30, 60), 2)
    offs = rng.sample(((50, 100, 0), (35, 75, 0), (45, 85, 15), (25, 65, 5)), 2)
    admissions = rng.sample((150, 175, 200, 225), 2)
    cancels = rng.sample((3, 5, 7, 10), 2)
    made = []
    for i in (0, 1):
        rows, extra = [], []
        for room in (1240, 280, 530, 690, 410):  # in the order of names.ROOMS
            morning = room + rng.randrange(12) * 10 + rng.randrange(4, 12) * 10 * i
            day = (morning, morning + rng.randrange(9, 32) * 10, morning + rng.randrange(12, 40) * 10)
            rows.append((*day, *(fee + rng.randrange(8, 24) * 10 for fee in day)))
            extra.append((morning // 30 + rng.randrange(3)) * 10 * (units[i] // 30))
        made.append(
            RoomRules(
                edition + i,
                _adopted(rng, 2023 + 2 * i),
                tuple(rows),
                tuple(extra),
                units[i],
                offs[i],
                admissions[i],
                up == bool(i),
                cancels[i],
            )
        )
    return made[0], made[1]


def _calendar(rng: Random, start: date, weekly: int) -> Calendar:
    """Nine to twelve closings beside the weekly day, one of them a week of stocktaking."""
    first = [add_months(start, i) for i in range(6)]
    stock = first[rng.randrange(1, 5)].replace(day=rng.randrange(3, 20))
    closings = [Closing(stock, stock + DAY * rng.randrange(4, 8), names.CLOSINGS[0])]
    for month in first:
        for why in (1, 2) if rng.random() < 0.7 else (rng.randrange(1, 5),):
            taken = [day for c in closings for day in (c.first - DAY, c.first, c.last, c.last + DAY)]
            inside = [d for c in closings for d in (c.first + DAY * i for i in range((c.last - c.first).days + 1))]
            days = [d for d in month_days(month) if d not in taken and d not in inside and d.weekday() != weekly]
            day = rng.choice(days)
            closings.append(Closing(day, day, names.CLOSINGS[why]))
    return Calendar(start, weekly, tuple(sorted(closings, key=lambda c: c.first)))


def _groups(rng: Random, year: int, letter: str, pool: Sequence[Text], cards: Sequence[str]) -> tuple[Group, ...]:
    """The representatives of the year before hold other cards, in part; categories are drawn anew each year."""
    held = list(cards) if year == 2025 else [*cards[1:], cards[0]]
    kinds = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 1]
    rng.shuffle(kinds)
    return tuple(Group(f"{letter}G{i + 11}", pool[i], held[i], kinds[i]) for i in range(14))


def _loans(
    rng: Random,
    number: int,
    sheet: int,
    cards: Sequence[str],
    calendar: Calendar,
    rules: tuple[LoanRules, LoanRules],
    start: date,
) -> tuple[Loan, ...]:
    first, last = SHEETS[sheet]
    days = [first + DAY * i for i in range((last - first).days + 1) if not closed(calendar, first + DAY * i)]
    held = [*cards, *cards, *(str(n) for n in rng.sample(range(90000, 99999), 16))]
    rng.shuffle(held)  # as many loans for each representative, so that little decides who is first
    key = 1000 * (2 * number + sheet) + rng.randrange(100, 600)
    rows = []
    for lent in sorted(rng.choices(days, k=44)):
        key += rng.randrange(1, 9)
        what, cls = rng.choice(names.ARTICLES)
        open_days = [d for d in (lent + DAY * n for n in range(3, 7)) if not closed(calendar, d)]
        renewed = rng.choice(open_days) if open_days and rng.random() < 0.33 else None
        begun = renewed or lent
        due = next_open(calendar, begun + DAY * rules[begun >= start].days[cls])
        returned = min(max(due + DAY * rng.choice(LATE), begun + DAY), LAST_RETURN)
        returned = next_open(calendar, returned)
        card = held.pop()
        rows.append(Loan(str(20000 + key), lent, card, what, cls, renewed, returned, rng.random() < 0.09))
    return tuple(rows)


def _parcels(rng: Random, number: int, quarter: int, start: date) -> tuple[Parcel, ...]:
    """The second quarter holds both editions; in the others one of them stands nearly alone."""
    first = date(2025, 4 + 3 * quarter, 1)
    if quarter == 1:
        first = start - DAY * 24
    key = 1000 * (3 * number + quarter + 1) + rng.randrange(40, 300)
    rows = []
    for asked in sorted(first + DAY * rng.randrange(1, 50 if quarter == 1 else 80) for _ in range(34)):
        key += rng.randrange(1, 7)
        what, cls = rng.choice([pair for pair in names.ARTICLES if pair[1] < 5])
        grams = rng.choice((500, 1000, 1000, 2000, 2000, 4000)) if rng.random() < 0.5 else rng.randrange(180, 4600, 10)
        rows.append(
            Parcel(
                f"P{key}", asked, asked + DAY * rng.choice((1, 2, 3, 4, 6, 9)), rng.choice(names.AWAY), what, cls, grams
            )
        )
    return tuple(rows)


def _month(rng: Random, number: int, first: date, calendar: Calendar, groups: Sequence[Group]) -> Month:
    key = 1000 * (number + 1) + 150 * (first.month - 6) + rng.randrange(1, 30)
    days = [day for day in month_days(first) if not closed(calendar, day)]
    uses = []
    for day in sorted(rng.choices(days, k=42)):
        key += rng.randrange(1, 4)
        bands: tuple[int, ...] = rng.choice(((0,), (1,), (2,), (1,), (0, 1), (1, 2)))
        group = rng.choice(groups).code if rng.random() < 0.72 else ""
        cancelled, shut = rng.random() < 0.12, rng.random() < 0.04
        applied = day - DAY * rng.choice((12, 14, 18, 20, 23, 27, 31, 36, 45, 58))
        over = 0 if cancelled or shut else rng.choice(OVER)
        gone = day - DAY * rng.choice((2, 3, 4, 5, 6, 7, 8, 10, 11)) if cancelled and not shut else None
        uses.append(Use(f"M{key}", applied, day, rng.randrange(5), bands, group, rng.random() < 0.22, over, gone, shut))
    return Month(first, tuple(uses))


def _titles(rng: Random, letter: str) -> tuple[Title, ...]:
    chosen = rng.sample(names.TITLES, 44)
    sections = sorted(rng.randrange(3) for _ in chosen)
    codes = sorted(rng.sample(range(101, 199), len(chosen)))
    kinds = [MONTHLY] * 18 + [ODD] * 8 + [EVEN] * 8 + [QUARTERLY] * 6 + [IRREGULAR] * 4
    rng.shuffle(kinds)
    return tuple(
        Title(f"{letter}{code}", name, section, kind)
        for code, name, section, kind in zip(codes, chosen, sections, kinds, strict=True)
    )


def _issues(rng: Random, first: date, titles: Sequence[Title]) -> Issues:
    """Two due titles are exempt, two or three due ones never arrive, two are damaged only, two are damaged and
    replaced, and for two only the issue of the month before arrives."""
    due = [t.code for t in titles if due_in(t, first)]
    rest = [t.code for t in titles if not due_in(t, first)]
    rng.shuffle(due)
    rng.shuffle(rest)
    absent, damaged = due[2 : 4 + rng.randrange(2)], due[5 : 6 + rng.randrange(2)]
    again, old = due[7:9], due[9 : 10 + rng.randrange(2)]
    before = add_months(first, -1)
    used = {*due[:2], *absent, *damaged, *old}
    rows = [(code, first, False) for code in due if code not in used]
    rows += [(code, first, True) for code in damaged + again]
    rows += [(code, before, False) for code in old + due[11:15] + rest[:2]]
    rows += [(code, first, rng.random() < 0.3) for code in rest[2:7]]
    rng.shuffle(rows)
    for code in again:
        i, j = sorted((rows.index((code, first, True)), rows.index((code, first, False))))
        rows[i], rows[j] = (code, first, True), (code, first, False)
    days = sorted(rng.choices(month_days(first)[:28], k=len(rows)))
    arrivals = tuple(Arrival(day, *row) for day, row in zip(days, rows, strict=True))
    return Issues(first, arrivals, tuple(sorted([*due[:2], rest[8]])))


def _duty(rng: Random, people: Sequence[Name]) -> tuple[tuple[str, Name, int], ...]:
    return tuple(
        (desk, who, rng.randrange(210, 890)) for desk, who in zip("ABCDEF", rng.sample(list(people), 6), strict=True)
    )
