"""The facts of one firm of driving schools. Every value that a document states comes from here.

`plan(ledger)` lists its documents; drawing.py draws it and guarantees:
- two editions of each rule per school; prices go by the enrolment, terms by the first lesson, cancellations by the day
  of the lesson, allowances by the day of duty, refresher hours by the day of the review;
- cancellation rules change on the first of a month, since one edition lets the first of a month go free;
- keys (pupils, instructors, entries) are unique in the whole ledger, values recur in the twins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bench.kits.base import Doc, Name

MEETINGS = tuple(date(2025, month, 1) for month in (4, 6, 8, 10, 12))


@dataclass(frozen=True)
class Tariff:
    edition: int
    adopted: date
    lessons: tuple[int, ...]  # yen a lesson, by names.COURSES
    enrolment: tuple[int, ...]
    tests: tuple[int, ...]


@dataclass(frozen=True)
class CancelRules:
    edition: int
    adopted: date
    by_clock: bool  # limits are hours of the clock; else hours before the lesson
    first: int  # by_clock: minutes after midnight on the last open day before; else hours
    second: int  # by_clock: minutes after midnight on the day of the lesson; else hours
    part: int  # percent between the limits
    whole: int  # percent after the second limit
    certificate: int  # percent of the fee that is owed with a doctor's certificate
    first_free: bool  # the first chargeable cancellation of a pupil in a month is let pass


@dataclass(frozen=True)
class TermRules:
    edition: int
    adopted: date
    months: tuple[int, ...]  # by names.COURSES
    from_lesson: bool  # counted from the first lesson, else from the enrolment
    day_before: bool  # the last day is the one before the same day of the month
    leave: int  # days; leave of absence of fewer days is not added


@dataclass(frozen=True)
class AllowanceRules:
    edition: int
    adopted: date
    over: int  # lessons a day; more are paid
    each: int  # yen for each of them
    evening: int  # yen for each evening lesson
    test: int  # yen a day with test duty
    sunday: int  # percent more on Sundays
    most: int  # yen a day


@dataclass(frozen=True)
class RefresherRules:
    edition: int
    adopted: date
    young: int  # years of service below which the longer hours are asked for
    hours: tuple[int, int]  # up to `young` years, and from then on
    study: int  # hours of self-study that count at most
    half: bool  # self-study counts half
    fresh: int  # months since the appointment within which nobody is asked


@dataclass(frozen=True)
class PriceList:
    year: int
    adopted: date
    prices: tuple[tuple[int, ...], ...]  # by names.ITEMS
    off: int  # percent for students
    off_for: tuple[int, int]  # classes
    bulk: int  # that many of one item on one slip: one is free


@dataclass(frozen=True)
class Pupil:
    number: str
    course: int
    enrolled: date
    instructor: str


@dataclass(frozen=True)
class Cancel:
    ref: str
    pupil: str
    day: date  # of the lesson
    time: int
    called: date
    called_at: int
    reason: str  # "bus", "doctor", "work" or empty


@dataclass(frozen=True)
class Duty:
    day: date
    instructor: str
    lessons: int
    evening: int
    test: bool


@dataclass(frozen=True)
class Duties:
    first: date
    last: date
    rows: tuple[Duty, ...]


@dataclass(frozen=True)
class Slip:
    ref: str
    day: date
    cls: int
    item: int
    count: int
    student: bool


@dataclass(frozen=True)
class Counter:
    first: date
    rows: tuple[Slip, ...]


@dataclass(frozen=True)
class Instructor:
    code: str
    appointed: date
    courses: tuple[int, int]


@dataclass(frozen=True)
class Attendance:
    day: date
    instructor: str
    subject: int  # of names.SUBJECTS; the last is self-study
    hours: int
    left_early: bool


@dataclass(frozen=True)
class Review:
    day: date
    rows: tuple[Attendance, ...]
    on_leave: tuple[str, ...]


@dataclass(frozen=True)
class School:
    key: str
    name: Name
    extension: int
    clerk: Name
    head: Name
    starts: tuple[tuple[date, ...], tuple[date, ...]]  # per year (2022, 2025), by programs.FAMILIES
    announced: tuple[date, date]
    tariff: tuple[Tariff, Tariff]
    terms: tuple[TermRules, TermRules]
    cancelling: tuple[CancelRules, CancelRules]
    allowance: tuple[AllowanceRules, AllowanceRules]
    refresher: tuple[RefresherRules, RefresherRules]
    prices: tuple[PriceList, PriceList]
    instructors: tuple[Instructor, ...]
    pupils: tuple[tuple[Pupil, ...], ...]
    cancels: tuple[tuple[Cancel, ...], ...]  # per month
    duties: tuple[Duties, ...]
    counters: tuple[Counter, ...]
    reviews: tuple[Review, ...]


@dataclass(frozen=True)
class Resolution:
    year: int
    number: int
    day: date


@dataclass(frozen=True)
class Ledger:
    firm: Name
    schools: tuple[School, ...]
    resolutions: tuple[Resolution, Resolution]


def plan(ledger: Ledger) -> list[Doc]:
    """Every document of the world, in a fixed order. The id is kind/school/period."""
    docs = [
        Doc(f"resolution/all/{r.year}", "resolution", (("r", r), ("i", i))) for i, r in enumerate(ledger.resolutions)
    ]
    for b in ledger.schools:

        def add(kind: str, period: object, b: School = b, **facts: object) -> None:
            docs.append(Doc(f"{kind}/{b.key}/{period}", kind, (("b", b), *facts.items())))

        for i, year in enumerate((2022, 2025)):
            add("notice", year, year=year, i=i)
            add("tariff", b.tariff[i].edition, rules=b.tariff[i])
            add("terms", b.terms[i].edition, rules=b.terms[i])
            add("cancelling", b.cancelling[i].edition, rules=b.cancelling[i])
            add("allowance", b.allowance[i].edition, rules=b.allowance[i])
            add("refresher", b.refresher[i].edition, rules=b.refresher[i])
            add("prices", b.prices[i].year, rules=b.prices[i])
        add("instructors", "2025", rows=b.instructors)
        for n, pupils in enumerate(b.pupils):
            add("pupils", n + 1, rows=pupils, sheet=n + 1)
        for cancels in b.cancels:
            add("cancels", f"{cancels[0].day:%Y-%m}", rows=cancels, month=cancels[0].day.replace(day=1))
        for duties in b.duties:
            add("duty", f"{duties.first:%Y-%m}-{1 + (duties.first.day > 1)}", duties=duties)
        for counter in b.counters:
            add("counter", f"{counter.first:%Y-%m}", counter=counter)
        for review in b.reviews:
            add("review", f"{review.day:%Y-%m}", review=review)
        for first in MEETINGS:
            add("minutes", f"{first:%Y-%m}", first=first)
    return docs
