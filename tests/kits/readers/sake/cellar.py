"""The day on which a batch may be pressed, and the samples that a tasting refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, either, figure, first, of_kind, rows, table
from tests.kits.readers.sake.common import DATE, brewery_asked, brewery_of, here

BATCH = r"[A-Z]\d\d-\d\d"


def holds(rules: Page, day: date) -> bool:
    """Whether a day is in the brewing year that the rules are for: the first two days after that of their decision."""
    first("rewing year|酒造年度", rules)
    begin, end = dates(rules.text)[1:3]
    return begin <= day <= end


# -- pressing ---------------------------------------------------------------------------------------------------


def press_need(question, seen):
    batch = re.search(BATCH, question)[0]
    lists = of_kind(seen, "batches", lambda page: any(row[0] == batch for row in table(page)))
    added = {dates(row[2])[0] for page in lists for row in table(page) if row[0] == batch}
    if len(added) != 1:
        return None
    day = added.pop()
    return (
        lists,
        of_kind(seen, "ferment", lambda page: batch in page.title),
        here(seen, "press_rules", brewery_of(lists[0]), lambda page: holds(page, day)),
    )


def pressed(question, batches, log, rules):
    first("last addition|留添", rules)
    m = first(
        r"alcohol is ([\d.]+)% or more and the sake meter shows ([-+][\d.]+) or more"
        r"|both are reached: ([\d.]+)% of alcohol and ([-+][\d.]+) on the sake meter"
        r"|アルコール分が?([\d.]+)%以上(?:で、かつ、|及び)日本酒度が?([-+][\d.]+)以上",
        rules,
    )
    alcohol, meter = (Decimal(bound) for bound in m.groups() if bound)
    days = [
        dates(row[0])[0]
        for row in rows(log, DATE, 5, r"(\d+) days|(\d+)日分")
        if Decimal(row[3]) >= alcohol and Decimal(row[2]) >= meter
    ]
    if not days:
        raise Unsettled(f"{log.title}: never")
    return min(days)


# -- tasting ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Terms:
    dropped: str
    limit: int
    faults: int


@lru_cache(maxsize=1_000)
def terms(rules: Page) -> Terms:
    first("1 is the best|fewer points, the better|1点を最良|点数の少ないものほど良い", rules)
    first("neither released nor refused|get no result|合格とも不合格ともしない|合否を決めない", rules)
    return Terms(
        dropped=either(
            rules,
            none="none is left out|All six marks are added|除く点はない|6名の点をすべて合計",
            highest="the highest, one only, is left out|One highest mark is struck"
            "|最も大きい点を1個だけ除き|最も大きい点を一つだけ除いた",
            both="highest and the lowest are left out|One highest and one lowest mark"
            "|最高点及び最低点を各1個除き|最も低い点をそれぞれ一つ除いた",
        ),
        limit=figure(
            r"released with up to (\d+) points|sum of more than (\d+) points is refused"
            r"|合計(\d+)点までを合格|合計が(\d+)点を超える",
            rules,
        ),
        faults=figure(
            r"where (\d+) judges or more have|If (\d+) judges or more put|印が(\d+)名以上|審査員(\d+)名以上が", rules
        ),
    )


def panel_need(question, seen):
    """Roles: the sheet, the list of samples, and for both brewing years the rules (None where they are not there)."""
    brewery, day = brewery_asked(question, seen), dates(question)[0]
    rules = here(seen, "panel_rules", brewery)
    years = sorted({dates(page.text)[1] for page in rules})
    return (
        here(seen, "panel", brewery, lambda page: dates(page.title)[0] == day),
        here(seen, "samples", brewery, lambda page: dates(page.title)[0] == day),
        *([page for page in rules if dates(page.text)[1] == year] for year in years),
    )


def refused(question, sheet, samples, *rules):
    listed = {row[0]: row for row in rows(samples, r"[A-Z]\d{3}", 4, r"(\d+) samples|全(\d+)点")}
    found = set()
    for code, *marks in rows(sheet, r"[A-Z]\d{3}", 7, r"(\d+) samples|全(\d+)点"):
        pressed_, mark = dates(listed[code][2])[0], listed[code][3]
        if mark not in ("", "W", "取"):
            raise Unsettled(f"what is {mark}?")
        page = next((page for page in rules if holds(page, pressed_)), None)
        if page is None:
            raise Unsettled(f"no rules for {pressed_}")
        known = terms(page)
        points = sorted(int(point.rstrip("*※")) for point in marks)
        kept = {"none": points, "highest": points[:-1], "both": points[1:-1]}[known.dropped]
        faults = sum(point[-1] in "*※" for point in marks)
        if not mark and (sum(kept) > known.limit or faults >= known.faults):
            found.add(code)
    return frozenset(found)
