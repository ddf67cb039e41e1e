"""Points for coming home late."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from tests.kits.readers.dormitory.common import DATE, here, months, valid
from tests.kits.readers.pages import Page, Unsettled, dates, figure, first, minutes, rows, shelf

FRIDAY, SATURDAY = 4, 5
NIGHT = 24 * 60


@dataclass(frozen=True)
class Terms:
    """Minutes after midnight, those after the following midnight beyond 1440."""

    locked: int
    locked_at_weekend: int
    morning: int
    step: int
    points: int
    call: int
    long: int
    more: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    m = first(
        r"(?:Locking is|door is locked) at (\d+:\d\d)[;,] .*?Fridays?\b.*? at (\d+:\d\d).*?before (\d+:\d\d)"
        r"|(?:施錠は|玄関は)(\d+時(?:\d+分)?).*?土曜日(?:の夜)?は.*?(\d+時(?:\d+分)?)とする。午前(\d+時)(?:前|になる前)",
        page,
    )
    locked, weekend, morning = (minutes(found) for found in m.groups() if found)
    first(
        "very minute of locking is still in time|at the minute of locking is in time|ちょうどは遅れとしない|同じ分の帰寮は間に合った",
        page,
    )
    first("certificate of the railway|certified by the railway|鉄道会社の証明|鉄道の遅延証明", page)
    parts = first(
        r"Each (\d+) minutes that have begun since the locking bring (\d+|one) point"
        r"|For every (\d+) minutes begun after the locking there (?:are|is) (\d+|one) point"
        r"|施錠からの時間(\d+)分ごと\(端数は\d+分に切り上げる。\)に(\d+)点|施錠から(\d+)分までごとに(\d+)点",
        page,
    )
    step, points = (1 if found == "one" else int(found) for found in parts.groups() if found)
    added = first(
        r"If more than (?P<l>\d+) minutes count, (?P<p>\d+|one) point"
        r"|(?P<p2>\d+|[Oo]ne) points? (?:are|is) added where the minutes that count are more than (?P<l2>\d+)"
        r"|数える時間が(?P<l3>\d+)分を超えるときは、更に(?P<p3>\d+)点|(?P<l4>\d+)分を超えて数えるものには、(?P<p4>\d+)点",
        page,
    )
    said = {name[0]: found for name, found in added.groupdict().items() if found}
    return Terms(
        locked,
        weekend + (NIGHT if weekend < NIGHT // 2 else 0),
        morning,
        step,
        points,
        figure(
            r"counted from (\d+) minutes after the locking|has (\d+) minutes more|(\d+)分の猶予|施錠の(\d+)分後から",
            page,
        ),
        int(said["l"]),
        1 if said["p"].lower() == "one" else int(said["p"]),
    )


def points_need(seen, hall, begin: date, end: date):
    """Roles: the porter's books of the evenings asked for, and the minutes that may put the new rules off."""
    return (*months(seen, "returns", hall, begin, end), here(seen, "assembly", hall))


def most_points(begin: date, end: date, choice) -> str:
    """The one resident with more points than all others on the evenings of a period, both days included."""
    total: Counter[str] = Counter()
    for page in shelf(choice, "returns"):
        for day, at, resident, note in returns(page):
            evening, time = belongs(day, at, choice)
            if begin <= evening <= end:
                total[resident] += points(valid("curfew_rules", evening, choice), evening, time, note)
    ranked = total.most_common(2)
    if len(ranked) < 2 or ranked[0][1] == ranked[1][1]:
        raise Unsettled(f"who has the most points? {ranked}")
    return ranked[0][0]


@lru_cache(maxsize=1_000)
def returns(page: Page) -> tuple[tuple[date, int, str, str], ...]:
    """Day and time of the bell, resident, note."""
    first(
        "of the date of the day on which the bell rang|bear the date of|of the bell, also after midnight|呼び鈴が鳴った",
        page,
    )
    found = []
    for day, at, resident, note in rows(page, DATE, 4, r"(\d+) entries|全(\d+)件"):
        if note not in ("", "call", "train", "電話", "遅延"):
            raise Unsettled(f"{page.title}: {note}")
        found.append((dates(day)[0], minutes(at), resident, {"電話": "call", "遅延": "train"}.get(note, note)))
    return tuple(found)


def belongs(day: date, at: int, choice) -> tuple[date, int]:
    """The evening of a return, and its time in minutes after the midnight before that evening. All editions agree
    on the hour until which a return belongs to the evening before."""
    hours = {terms(page).morning for page in shelf(choice, "curfew_rules")}
    if len(hours) != 1:
        raise Unsettled(f"until when does a night last? {hours}")
    return (day - timedelta(days=1), at + NIGHT) if at < hours.pop() else (day, at)


def points(page: Page, evening: date, time: int, note: str) -> int:
    known = terms(page)
    if note == "train":
        return 0
    late = time - (known.locked_at_weekend if evening.weekday() in (FRIDAY, SATURDAY) else known.locked)
    late -= known.call if note == "call" else 0
    if late <= 0:
        return 0
    return -(-late // known.step) * known.points + (known.more if late > known.long else 0)
