"""What a contract costs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, either, figure, first, minutes, number, table
from tests.kits.readers.school.common import NUMBER, course, here, holding, only, rules, school_of, valid

COUNTED = r"(\d+) contracts|全(\d+)件"
WEEKEND = ("Saturday", "Sunday", "土曜日", "日曜日")


@dataclass(frozen=True)
class Terms:
    steps: tuple[tuple[int, int], ...]
    """Lessons from which a percentage is taken off, the higher ones first."""
    family: int
    family_first: bool
    up: bool
    entry: int
    evening: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    m = first(
        r"(?P<pa>\d+)% are taken off from (?P<na>\d+) lessons on, and (?P<pb>\d+)% instead from (?P<nb>\d+) lessons"
        r"|for (?P<na2>\d+) lessons or more is reduced by (?P<pa2>\d+)%, one for (?P<nb2>\d+) or more by (?P<pb2>\d+)%"
        r"|回数が(?P<na3>\d+)回以上であるときは全体の(?P<pa3>\d+)%、(?P<nb3>\d+)回以上であるときは全体の(?P<pb3>\d+)%"
        r"|(?P<na4>\d+)回以上の契約は(?P<pa4>\d+)%引き、(?P<nb4>\d+)回以上の契約は(?P<pb4>\d+)%引き",
        page,
    )
    na, pa, nb, pb = (
        int(next(m[key + end] for end in ("", "2", "3", "4") if m[key + end])) for key in ("na", "pa", "nb", "pb")
    )
    first("“renewal”|更新", page)
    return Terms(
        steps=((nb, pb), (na, pa)),
        family=figure(r"“family”, ([\d,]+) yen|額から([\d,]+)円を差し引く|1契約につき([\d,]+)円引き", page),
        family_first=either(
            page,
            first="deducted before the percentage|once per contract, first;|割引率を乗じる前の額|これを先に差し引いた",
            last="remains after the percentage|last, when the percentage is already off|割引率を適用した後の額"
            "|割引の計算を済ませた後",
        )
        == "first",
        up=either(
            page,
            up="rounded up to|端数があるときは、切り上げる|100円未満を切り上げて",
            down="rounded down to|端数があるときは、切り捨てる|100円未満を切り捨てて",
        )
        == "up",
        entry=number(first(r"entry fee of [\d,]+ yen|入会金は?[\d,]+円", page)[0]),
        evening=minutes(
            first(
                r"begin at [\d:]+ or later|begins at [\d:]+ or after|\d+時(?:\d+分)?以後(?:のレッスン|に始まるレッスンを夜間)",
                page,
            )[0]
        ),
    )


def price(row, choice) -> tuple[int, int]:
    """Price of a contract (its row) without the entry fee, and the entry fee that is due."""
    _, applied, _, _, key, agreed, _, note = row
    if note not in ("", "family", "renewal", "家族", "更新"):
        raise Unsettled(f"what is {note}?")
    page = valid("fees", dates(applied)[0], choice)
    known = terms(page)
    _, group, weekday, begins, _, _ = course(choice, key)
    line = next((row for row in table(page) if len(row) == 4 and row[0] == group), None)
    if line is None:
        raise Unsettled(f"{page.title}: no {group}")
    column = 3 if weekday in WEEKEND else 2 if minutes(begins) >= known.evening else 1
    lessons = int(agreed)
    off = known.family if note in ("family", "家族") else 0
    percent = next((percent for least, percent in known.steps if lessons >= least), 0)
    hundredths = number(line[column]) * lessons * 100
    if known.family_first:
        hundredths = (hundredths // 100 - off) * (100 - percent)
    else:
        hundredths = hundredths // 100 * (100 - percent) - 100 * off
    full = -(-hundredths // 10_000) * 100 if known.up else hundredths // 10_000 * 100
    return full, 0 if note in ("renewal", "更新") else known.entry


def need(question, seen):
    lists = holding(seen, "contracts", re.search(NUMBER, question)[0])
    school = lists and school_of(lists[0])
    return lists and (lists, here(seen, "courses", school), *rules(seen, ["fees"], school))


def of_contract(question, *choice):
    key = re.search(NUMBER, question)[0]
    return sum(price(next(row for row in table(only(choice, "contracts")) if row[0] == key), choice))
