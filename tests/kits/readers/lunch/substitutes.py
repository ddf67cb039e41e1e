"""Dishes for children who may not eat what is on the menu: which, for whom, and what they cost on a day."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from tests.kits.readers.lunch.common import DAY, editions, here, of_month, school_asked, starts, valid
from tests.kits.readers.lunch.fees import CHILD, DATE, trips
from tests.kits.readers.pages import Page, Unsettled, dates, figure, first, number, rows, table

GROUPS = {  # what a reader knows about food
    "Fish|魚類": "cod|salmon|sardine|mackerel|たら|鮭|いわし|さば",
    "Shellfish|甲殻類・貝類": "crab|prawn|clam|scallop|かに|えび|あさり|ほたて",
    "Mushrooms|きのこ類": "maitake|shimeji|shiitake|enoki|まいたけ|しめじ|しいたけ|えのき",
    "Tree nuts|木の実": "walnut|cashew|almond|くるみ|カシュー|アーモンド",
}
COURSES = ("Main dish|主菜", "Soup|汁物", "Side dish|副菜")


@lru_cache(maxsize=10_000)
def menu_of(menu: Page, day: date) -> tuple[str, ...]:
    """The dishes of a day in the order of COURSES."""
    head = next((row for row in table(menu) if row[0] in ("Day", "日")), None)
    line = [row for row in rows(menu, DATE, 4, r"(\d+) days|(\d+)日分") if dates(row[0])[0] == day]
    if head is None or len(line) != 1:
        raise Unsettled(f"{menu.title}: no {day}")
    at = [next(n for n, cell in enumerate(head) if re.fullmatch(course, cell)) for course in COURSES]
    return tuple(line[0][n] for n in at)


def courses_with(food: str, menu: Page, day: date) -> list[int]:
    """The courses of a day whose dishes contain food of a group."""
    first("names every food in it|is named in its name|食品をすべて示している|その食品を料理名に入れた", menu)
    words = next((words for name, words in GROUPS.items() if re.fullmatch(name, food)), None)
    if words is None:
        raise Unsettled(f"what is {food}?")
    return [n for n, dish in enumerate(menu_of(menu, day)) if re.search(words, dish)]


@lru_cache(maxsize=10_000)
def instead(page: Page, food: str, course: int) -> tuple[str, int]:
    """The dish that stands for a course, and its cost."""
    heads = next((row for row in table(page) if row[0] in ("Group", "区分")), ())
    at = next((n for n, cell in enumerate(heads) if re.fullmatch(COURSES[course], cell)), None)
    row = next((row for row in table(page) if len(row) == 7 and row[0] == food), None)
    if at is None or row is None:
        raise Unsettled(f"{page.title}: nothing for {food}")
    return row[2 * at - 1], number(row[2 * at])


# -- the dish of one child --------------------------------------------------------------------------------------


def dish_need(question, seen):
    school, day = school_asked(question, seen), dates(question)[0]
    return (
        here(seen, "pupils", school),
        of_month(seen, "menus", school, day),
        *starts(seen, school),
        *editions(seen, "substitutes", school),
    )


def dish(question, pupils, menu, *by):
    key, day = re.search(rf"(?<![A-Z]){CHILD}", question)[0], dates(question)[0]
    food = next((row[3] for row in table(pupils) if row[0] == key), None)
    if food is None:
        raise Unsettled(f"{pupils.title}: no {key}")
    courses = courses_with(food, menu, day)
    if len(courses) != 1:
        raise Unsettled(f"{menu.title}: {courses}")
    return instead(valid("substitutes", day, *by), food, courses[0])[0]


# -- all children of a day --------------------------------------------------------------------------------------


def roles_of(seen, school, day):
    return (
        here(seen, "pupils", school),
        here(seen, "certificates", school),
        *(of_month(seen, kind, school, day) for kind in ("menus", "trips", "absences")),
        *starts(seen, school),
        *editions(seen, "certificate_rules", school),
    )


def who_need(question, seen):
    school, day = school_asked(question, seen), dates(question)[0]
    return *editions(seen, "substitutes", school), *roles_of(seen, school, day)


def who(question, older, newer, *choice):
    day = dates(question)[0]
    page = valid("substitutes", day, *choice[5:7], older, newer)
    first("on a trip, and for those entered as absent|for a child who is in the list of absences|用意しない", page)
    return frozenset(needing(day, *choice))


def needing(day, pupils, certificates, menu, away, absent, *by) -> dict[str, tuple[str, list[int]]]:
    """Child -> what it may not eat, and the courses of the day with it; of those for whom something is made."""
    gone = {year for at, year in trips(away) if at == day}
    ill = {
        row[0]
        for row in rows(absent, CHILD, 4, r"(\d+) entries|全(\d+)件")
        if dates(row[1])[0] <= day <= dates(row[2])[0]
    }
    found = {}
    for child, _, year, food, _ in rows(pupils, CHILD, 5, r"(\d+) children|全(\d+)名"):
        courses = courses_with(food, menu, day)
        if courses and int(year) not in gone and child not in ill and _certified(child, day, certificates, *by):
            found[child] = food, courses
    return found


def _certified(child: str, day: date, certificates: Page, *by) -> bool:
    first(
        "issued last up to the day|last one issued by the day|発行された最新のもの|最後に発行されたもの", certificates
    )
    listed = rows(certificates, r"[A-Z]{2}\d+", 3, r"(\d+) certificates|全(\d+)通")
    issued = max((at for row in listed if row[1] == child for at in dates(row[2]) if at <= day), default=None)
    if issued is None:
        return False
    return day <= _end(valid("certificate_rules", issued, *by), issued)


@lru_cache(maxsize=10_000)
def _end(rules: Page, issued: date) -> date:
    months = (
        issued.year * 12
        + issued.month
        + figure(
            r"end of the (\d+)\w+ month after the month of issue|month that comes (\d+) months after that of issue"
            r"|(\d+)か月後の月の末日",
            rules,
        )
    )
    return date(months // 12, months % 12 + 1, 1) - DAY


# -- what the dishes of a day cost ------------------------------------------------------------------------------


def cost_need(seen, school, day):
    return [day], *editions(seen, "substitutes", school), *roles_of(seen, school, day)


def cost(question, day, older, newer, *choice):
    order, agreement = choice[5:7]
    page = valid("substitutes", day, order, agreement, older, newer)
    first("cost of the kitchen for one portion|what one portion costs|1人分の", page)
    return sum(instead(page, food, course)[1] for food, courses in needing(day, *choice).values() for course in courses)
