"""The facts of one language school. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each rule per school, whose first day lies inside the months of the records; the circular states it,
  and the list of corrections states it anew for some schools;
- fees, refunds, make-up lessons and pay are decided by four different days;
- a course has one lesson a week, never on the school's closed day;
- keys (contract, absence, lesson, teacher, course) are unique in the whole ledger, values recur in the twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name, Text

MEETINGS = tuple(date(2025, month, 1) for month in (4, 5, 7, 8, 10, 11))


@dataclass(frozen=True)
class Fees:
    edition: int
    adopted: date
    evening: int  # minutes after midnight; a lesson that begins then or later is an evening lesson
    steps: tuple[tuple[int, int], tuple[int, int]]  # from so many lessons on, percent off
    family: int  # yen off for a contract with the note "family"
    before: bool  # they are taken off before the percentage, else after it
    up: bool  # rounded up to 100 yen, else down
    entry: int
    prices: tuple[tuple[int, int, int], ...]  # yen a lesson, by names.CLASSES: daytime, evening, weekend


@dataclass(frozen=True)
class Refunds:
    edition: int
    adopted: date
    cooling: int  # days, the day of signature being the first
    inclusive: bool  # the lesson on the day of receipt counts as taken
    percent: int
    cap: int  # yen


@dataclass(frozen=True)
class Makeups:
    edition: int
    adopted: date
    by: int  # minutes after midnight, on the day before the lesson
    closed: bool  # notice at exactly that time is early
    long: int  # days with early notice
    short: int  # days with late notice
    first: bool  # the day of the missed lesson is the first of them
    later: bool  # a last day on which the school is closed is moved to the next, else to the one before
    sick: int  # days more with a doctor's note
    most: int  # make-up lessons in three months


@dataclass(frozen=True)
class Pay:
    edition: int
    adopted: date
    unit: int  # minutes
    started: bool  # each unit begun is paid, else full ones only
    rates: tuple[int, int, int, int]  # yen a unit, by names.RANKS
    late_from: int  # minutes after midnight
    late: int  # yen a lesson
    sunday: int  # percent more
    cancelled: int  # percent
    substitute: int  # yen a lesson


@dataclass(frozen=True)
class Teacher:
    number: str
    name: Name
    rank: int
    since: date


@dataclass(frozen=True)
class Course:
    code: str
    language: Text
    family: int
    cls: int
    weekday: int
    hour: int  # minutes after midnight
    minutes: int
    teacher: str


@dataclass(frozen=True)
class Contract:
    ref: str
    applied: date
    signed: date
    student: Name
    course: str
    lessons: int
    first: date
    note: str  # "family", "renewal" or empty


@dataclass(frozen=True)
class Cancellation:
    contract: str
    received: date


@dataclass(frozen=True)
class Lesson:
    day: date
    course: str
    teacher: str
    present: int
    extra: int  # minutes longer than the course has
    note: str  # "cancelled", "substitute" or empty


@dataclass(frozen=True)
class Absence:
    ref: str
    student: Name
    day: date
    told: date
    told_at: int  # minutes after midnight; -1 without notice
    sick: bool


@dataclass(frozen=True)
class Makeup:
    absence: str
    day: date
    room: int


@dataclass(frozen=True)
class School:
    key: str
    name: Name
    extension: int
    clerk: Name
    head: Name
    closed: int  # weekday
    breaks: tuple[tuple[date, date], ...]
    start: tuple[date, date, date, date]  # of the new fees, refunds, make-ups, pay, as the circular has it
    fees: tuple[Fees, Fees]
    refunds: tuple[Refunds, Refunds]
    makeups: tuple[Makeups, Makeups]
    pay: tuple[Pay, Pay]
    teachers: tuple[Teacher, ...]
    courses: tuple[Course, ...]
    contracts: tuple[tuple[Contract, ...], ...]
    cancellations: tuple[tuple[Cancellation, ...], ...]
    lessons: tuple[tuple[Lesson, ...], ...]
    absences: tuple[tuple[Absence, ...], ...]
    made: tuple[tuple[Makeup, ...], ...]


@dataclass(frozen=True)
class Circular:
    number: int
    day: date
    starts: tuple[tuple[date, date, date, date], ...]  # per school


@dataclass(frozen=True)
class Correction:
    family: int
    school: int
    day: date


@dataclass(frozen=True)
class Corrections:
    circular: int
    day: date
    rows: tuple[Correction, ...]


@dataclass(frozen=True)
class Ledger:
    firm: Name
    schools: tuple[School, ...]
    circulars: tuple[Circular, ...]
    corrections: tuple[Corrections, ...]


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/school/period."""
    docs = [Doc(f"circular/all/{c.starts[0][0].year}", "circular", (("circular", c),)) for c in ledger.circulars]
    docs += [Doc(f"corrections/all/{c.day.year}", "corrections", (("sheet", c),)) for c in ledger.corrections]
    for s in ledger.schools:

        def add(kind: str, period: object, s: School = s, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{s.key}/{period}", kind, (("s", s), *facts.items())))

        for i in (0, 1):
            add("fees", s.fees[i].edition, rules=s.fees[i])
            add("refund_rules", s.refunds[i].edition, rules=s.refunds[i])
            add("makeup_rules", s.makeups[i].edition, rules=s.makeups[i])
            add("pay_rules", s.pay[i].edition, rules=s.pay[i])
        add("courses", "2025", rows=s.courses)
        add("teachers", "2025", rows=s.teachers)
        for i, contracts in enumerate(s.contracts):
            add("contracts", i + 1, rows=contracts, sheet=i + 1)
        for i, cancellations in enumerate(s.cancellations):
            add("cancellations", i + 1, rows=cancellations, sheet=i + 1)
        for lessons in s.lessons:
            add("lessons", f"{lessons[0].day:%Y-%m}", rows=lessons, first=lessons[0].day.replace(day=1))
        for absences in s.absences:
            add("absences", f"{absences[0].day:%Y-%m}", rows=absences, first=absences[0].day.replace(day=1))
        for i, made in enumerate(s.made):
            add("makeups", i + 1, rows=made, sheet=i + 1)
        for first in MEETINGS:
            add("minutes", f"{first:%Y-%m}", first=first)
    return docs
