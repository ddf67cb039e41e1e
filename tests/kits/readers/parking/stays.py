"""What a stay costs, and what a lane takes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, figure, first, minutes, number, rows, shelf, table
from tests.kits.readers.parking.common import DATE, here, park_asked, rules, sheet, sheets, tariff_for

NOTES = {"": "", "season": "season", "定期": "season", "badge": "badge", "手帳": "badge"}
DAY = 24 * 60


@dataclass(frozen=True)
class Stay:
    """Times are minutes after midnight of the day of entry."""

    ticket: str
    entered: date
    begin: int
    end: int
    stamps: int = 0
    note: str = ""

    @property
    def left(self) -> tuple[date, int]:
        """Day and time of leaving."""
        return self.entered + timedelta(days=self.end // DAY), self.end % DAY


@dataclass(frozen=True)
class Terms:
    """Lengths of units in minutes, prices in yen."""

    day: tuple[int, int]
    """First minute of the day, and of the night."""
    units: tuple[tuple[int, int], tuple[int, int]]
    """Length and price by day and by night."""
    free: int
    from_entry: bool
    hours: int
    cap: int
    badge: int
    badge_to: int
    badge_up: bool
    stamp: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    units = {row[0]: row[1:] for row in table(page) if len(row) == 4}
    day, night = (units.get(en) or units.get(ja) for en, ja in (("Day", "昼間"), ("Night", "夜間")))
    if not day or not night:
        raise Unsettled(f"{page.title}: no units")
    begins, ends = (minutes(found) for found in re.findall(r"\d+:\d\d", day[0]))
    if [minutes(found) for found in re.findall(r"\d+:\d\d", night[0])] != [ends, begins]:
        raise Unsettled(f"{page.title}: {day[0]}, {night[0]}")
    first(
        "unit that would begin in the minute of leaving|in the minute in which a unit ends|単位の終わる分に出庫|出庫と同じ分に始まる",
        page,
    )
    first(
        "With the note “season” nothing is due|with a season ticket .note “season”. are not charged|「定期」のものは無料|「定期」\\)からは収受しない",
        page,
    )
    free = first(
        r"stay of up to (?P<a>\d+) minutes \(exactly|leaves within (?P<b>\d+) minutes, or after exactly"
        r"|(?P<c>\d+)分まで\(ちょうどを含む。\)に出庫|駐車時間が(?P<d>\d+)分以内\(",
        page,
    )
    later = first(
        r"(?P<entry>first unit begins with the entry|charged from the entry on|入庫の時から料金を計算|入庫と同時に第1の単位)"
        r"|first unit begins (?P<n>\d+) minutes after the entry|first (?P<n2>\d+) minutes are free too"
        r"|入庫の(?P<n3>\d+)分後に第1の単位|最初の(?P<n4>\d+)分は無料とし",
        page,
    )
    limit = next(int(found) for found in free.groups() if found)
    if not later["entry"] and limit != next(int(found) for name, found in later.groupdict().items() if found):
        raise Unsettled(f"{page.title}: {free[0]}, {later[0]}")
    cap = first(
        r"For each (?P<h>\d+) hours, counted from the entry, units come to no more than (?P<y>[\d,]+) yen"
        r"|within the same (?P<h2>\d+) hours, the first \d+ beginning with the entry, are charged (?P<y2>[\d,]+) yen at most"
        r"|入庫から(?P<h3>\d+)時間ごとに、単位の料金は(?P<y3>[\d,]+)円を上限|各(?P<h4>\d+)時間に始まる単位の料金は、合わせて(?P<y4>[\d,]+)円まで",
        page,
    )
    said = {name[0]: found for name, found in cap.groupdict().items() if found}
    badge = first(
        r"badge pay (?P<p>\d+)% less than the units come to, rounded (?P<w>up|down) to a multiple of (?P<r>\d+) yen"
        r"|“badge”\) (?P<p2>\d+)% are taken off what the units come to, and the rest is rounded (?P<w2>up|down) to (?P<r2>\d+) yen"
        r"|単位の料金の合計を(?P<p3>\d+)%引きとする。引いた後の(?P<r3>\d+)円未満は(?P<w3>切り上げ|切り捨て)"
        r"|単位の料金の合計から(?P<p4>\d+)%を割り引き、(?P<r4>\d+)円未満を(?P<w4>切り上げ|切り捨て)",
        page,
    )
    less = {name[0]: found for name, found in badge.groupdict().items() if found}
    return Terms(
        day=(begins, ends),
        units=((number(day[1]), number(day[2])), (number(night[1]), number(night[2]))),
        free=limit,
        from_entry=bool(later["entry"]),
        hours=int(said["h"]),
        cap=number(said["y"]),
        badge=int(less["p"]),
        badge_to=int(less["r"]),
        badge_up=less["w"] in ("up", "切り上げ"),
        stamp=figure(
            r"([\d,]+) yen are taken off for each stamp|Each stamp takes ([\d,]+) yen"
            r"|1枚につき、割引後の額から([\d,]+)円|サービス券1枚当たり([\d,]+)円を引く",
            page,
        ),
    )


def charge(stay: Stay, choice) -> int:
    """Yen that are paid for a stay."""
    known = terms(tariff_for(stay.entered, choice))
    if stay.note == "season" or stay.end - stay.begin <= known.free:
        return 0
    sums: dict[int, int] = {}
    at = stay.begin if known.from_entry else stay.begin + known.free
    while at < stay.end:
        length, price = known.units[not known.day[0] <= at % DAY < known.day[1]]
        part = (at - stay.begin) // (known.hours * 60)
        sums[part] = sums.get(part, 0) + price
        at += length
    total = sum(min(yen, known.cap) for yen in sums.values())
    if stay.note == "badge":
        hundredths = total * (100 - known.badge)
        unit = 100 * known.badge_to
        total = (-(-hundredths // unit) if known.badge_up else hundredths // unit) * known.badge_to
    return max(0, total - stay.stamps * known.stamp)


# -- a stay in the question -------------------------------------------------------------------------------------


def need(question, seen):
    park = park_asked(question, seen)
    return (here(seen, "gates", park), *rules(seen, ["tariff"], park))


def charge_asked(question, *choice):
    entered, left = dates(question)[:2]
    begin, end = (
        int(a or b) * 60 + int(c or d or 0) for a, c, b, d in re.findall(r"(\d+):(\d\d)|(\d+)時(?:(\d+)分)?", question)
    )
    return charge(Stay("", entered, begin, (left - entered).days * DAY + end), choice)


# -- the log of a lane ------------------------------------------------------------------------------------------


@lru_cache(maxsize=1_000)
def stays(page: Page) -> tuple[Stay, ...]:
    found = []
    counted = r"(\d+) cars|全(\d+)台"
    for ticket, entered, begin, left, end, stamps, note in rows(page, r"[A-Z]\d{5}", 7, counted):
        if note not in NOTES or not re.fullmatch(DATE, entered):
            raise Unsettled(f"{page.title}: {note}")
        day = dates(entered)[0]
        until = (dates(left)[0] - day).days * DAY + minutes(end)
        found.append(Stay(ticket, day, minutes(begin), until, int(stamps), NOTES[note]))
    return tuple(found)


def runs(choice) -> list[list[Page]]:
    """Sheets of the log that are whole and follow each other without a gap."""
    found: list[list[Page]] = []
    for page in sorted(shelf(choice, "stays"), key=sheet):
        try:
            stays(page)
        except Unsettled:
            continue
        if found and sheet(found[-1][-1])[0] + 1 == sheet(page)[0]:
            found[-1].append(page)
        else:
            found.append([page])
    return found


def covering(begin: date, end: date | None, choice) -> list[Stay]:
    """The log from a day on, without a gap; with the day to which it must reach, where one is given.

    A sheet that begins, or ends, with the very day may leave cars of that day to the next one.
    """
    for run in runs(choice):
        log = sorted((stay for page in run for stay in stays(page)), key=lambda stay: stay.left)
        starts = sheet(run[0])[0] == 1 or log[0].left[0] < begin <= log[-1].left[0]
        reaches = end is None or sheet(run[-1])[0] == sheet(run[-1])[1] or log[-1].left[0] > end
        if starts and reaches and log[-1].left[0] >= begin:
            return [stay for stay in log if begin <= stay.left[0] and (end is None or stay.left[0] <= end)]
    raise Unsettled("the log is not whole")


def log_need(question, seen):
    park = park_asked(question, seen)
    return (*sheets(seen, "stays", park), here(seen, "gates", park), *rules(seen, ["tariff"], park))


def takings(question, *choice):
    return sum(charge(stay, choice) for stay in covering(*dates(question)[:2], choice))
