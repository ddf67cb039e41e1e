"""What a season ticket costs, and which cards are blocked in a month."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache

from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    either,
    figure,
    first,
    month,
    number,
    of_kind,
    only,
    rows,
    shelf,
    table,
)
from tests.kits.readers.parking.common import here, park_asked, park_of, rules, sheet, sheets, valid

TICKET = r"[A-Z]\d-\d{3}"
NOTES = {"": "", "renewal": "renewal", "更新": "renewal", "resident": "resident", "住民": "resident"}
PAID = {"M": "monthly", "月": "monthly", "A": "advance", "前": "advance"}


@dataclass(frozen=True)
class Ticket:
    number: str
    applied: date
    begin: date
    end: date
    type: str
    car: str
    paid: str
    note: str


@lru_cache(maxsize=1_000)
def tickets(page: Page) -> tuple[Ticket, ...]:
    """In the order of application, whatever the order of the chunks."""
    first("in the order of application|申込順", page)
    found = []
    for name, applied, begin, end, _, type_, car, paid, note in rows(page, TICKET, 9, r"(\d+) tickets|全(\d+)件"):
        if note not in NOTES or paid not in PAID:
            raise Unsettled(f"{page.title}: {paid}, {note}")
        days = (dates(day)[0] for day in (applied, begin, end))
        found.append(Ticket(name, *days, type_, car, PAID[paid], NOTES[note]))
    return tuple(sorted(found, key=lambda ticket: (ticket.applied, ticket.number)))


# -- the price --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Terms:
    prices: dict[tuple[str, str], int]
    part_up: bool
    part_to: int
    steps: tuple[tuple[int, int], ...]
    """Whole months from which on percent are taken off, the higher one first."""
    part_reduced: bool
    resident: int
    round_to: int
    card: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    cars = next((row for row in table(page) if row in CARS), ())
    prices = {
        (row[0], car): number(yen)
        for row in table(page)
        if len(row) == 4
        for car, yen in zip(cars, row[1:], strict=True)
    }
    part = first(
        r"rounded (?P<w>up|down) to (?P<r>\d+) yen|日割りとし、(?P<r2>\d+)円未満の端数を(?P<w2>切り上げ|切り捨て)"
        r"|乗じて、(?P<r3>\d+)円未満を(?P<w3>切り上げ|切り捨て)",
        Page(
            "",
            page.title,
            line(page, "first day included|from the first day of the ticket|初日\\(当日を含む|初日を含む"),
        ),
    )
    part_said = {name[0]: found for name, found in part.groupdict().items() if found}
    m = first(
        r"(?P<a>\d+)% from (?P<m>\d+) whole calendar months on and (?P<b>\d+)% from (?P<n>\d+) on"
        r"|has (?P<m2>\d+) whole months or more, (?P<a2>\d+)% are taken off, from (?P<n2>\d+) whole months on (?P<b2>\d+)%"
        r"|月数が(?P<m3>\d+)以上で(?P<a3>\d+)%、(?P<n3>\d+)以上で(?P<b3>\d+)%"
        r"|月が(?P<m4>\d+)か月以上のものは(?P<a4>\d+)%、(?P<n4>\d+)か月以上のものは(?P<b4>\d+)%",
        page,
    )
    said = {name[0]: int(found) for name, found in m.groupdict().items() if found}
    first("unreduced|without reduction|割り引かない|割り引かずに", page)
    first(
        "except for the note “renewal”|with the note “renewal” the old one|「更新」のものには加えない|摘要が「更新」のものは従前",
        page,
    )
    return Terms(
        prices=prices,
        part_up=part_said["w"] in ("up", "切り上げ"),
        part_to=int(part_said["r"]),
        steps=((said["n"], said["b"]), (said["m"], said["a"])),
        part_reduced=either(
            page,
            yes="part of a month is reduced as well|off a part of a month too|日割りの月にも適用する|対象に含める",
            no="part of a month is not reduced|not off a part of a month|日割りの月には適用しない|対象としない",
        )
        == "yes",
        resident=figure(
            r"“resident”\) pay (\d+)% less|note “resident” (\d+)% are taken off"
            r"|全期間の合計から(\d+)%を割り引く|割引後の全額から更に(\d+)%を引く",
            page,
        ),
        round_to=figure(
            r"amounts under (\d+) yen are dropped|all that is off it, is rounded down to (\d+) yen"
            r"|割引を終えた後に(\d+)円未満を切り捨てる|合計額の(\d+)円未満を切り捨てる",
            page,
        ),
        card=figure(
            r"([\d,]+) yen are added for the card|The card costs ([\d,]+) yen once"
            r"|カードの代金として([\d,]+)円|カードは1枚([\d,]+)円",
            page,
        ),
    )


CARS = (("light car", "ordinary car", "van"), ("軽自動車", "普通車", "ワゴン車"))


def line(page: Page, pattern: str) -> str:
    return next((found for found in page.text.splitlines() if re.search(pattern, found)), "")


def price_need(question, seen):
    asked = re.search(TICKET, question)[0]
    registers = of_kind(seen, "seasons", lambda page: asked in page.text)
    return registers and (registers, *rules(seen, ["season_rules"], park_of(registers[0])))


def price(question, register, *choice):
    asked = re.search(TICKET, question)[0]
    found = [ticket for ticket in tickets(register) if ticket.number == asked]
    if len(found) != 1:
        raise Unsettled(f"{len(found)} {asked}")
    ticket = found[0]
    known = terms(valid("season_rules", ticket.begin if ticket.note == "renewal" else ticket.applied, choice))
    monthly = known.prices[ticket.type, ticket.car]
    length = monthrange(ticket.begin.year, ticket.begin.month)[1]
    if (ticket.end + timedelta(days=1)).day != 1:
        raise Unsettled(f"{asked} ends within a month")
    whole = (ticket.end.year - ticket.begin.year) * 12 + ticket.end.month - ticket.begin.month + (ticket.begin.day == 1)
    part = 0
    if ticket.begin.day > 1:
        exact = Fraction(monthly * (length - ticket.begin.day + 1), length * known.part_to)
        part = (-(-exact // 1) if known.part_up else exact // 1) * known.part_to
    off = next((percent for months, percent in known.steps if whole >= months), 0)
    total = Fraction(monthly * whole * (100 - off), 100) + Fraction(part * (100 - off * known.part_reduced), 100)
    if ticket.note == "resident":
        total = total * (100 - known.resident) / 100
    return int(total // known.round_to) * known.round_to + (0 if ticket.note == "renewal" else known.card)


# -- blocked cards ----------------------------------------------------------------------------------------------


def blocked_need(question, seen):
    park, at = park_asked(question, seen), month(question)
    return (
        *sheets(seen, "seasons", park),
        here(seen, "payments", park, lambda page: month(page.title) == at),
        *rules(seen, ["block_rules"], park),
    )


def blocked(question, *choice):
    year, at = month(question)
    page = valid("block_rules", (year, at), choice)
    first("paid in advance|in advance is blocked|前払のものは停止しない|毎月払の定期券に限る", page)
    first("some of its days lie|without a day of its ticket|期間が1日も含まれない月|期間の全部又は一部がある", page)
    begins_too = either(
        page,
        yes="treated like any other|holds for the month in which a ticket begins as well|初日の属する月も、停止の対象とする|他の月と同様",
        no="No card is blocked in the month in which|is exempt from this|初日の属する月は、停止の対象としない|始まる月については、停止しない",
    )
    limit = last_day(page, year, at)
    payments = only(choice, "payments")
    first(
        "Nothing came in later|Later on nothing more was received|その後の入金はない|これより後の入金はなかった",
        payments,
    )
    paid = {row[0]: dates(row[1])[0] for row in rows(payments, TICKET, 2, r"(\d+) payments|全(\d+)件")}
    registers = sorted(shelf(choice, "seasons"), key=sheet)
    if [sheet(page)[0] for page in registers] != list(range(1, sheet(registers[0])[1] + 1)):
        raise Unsettled("a sheet of the register is not there")
    begin, end = date(year, at, 1), date(year, at, monthrange(year, at)[1])
    return tuple(
        ticket.number
        for register in registers
        for ticket in tickets(register)
        if ticket.paid == "monthly"
        and ticket.begin <= end
        and ticket.end >= begin
        and (begins_too == "yes" or ticket.begin < begin)
        and not (ticket.number in paid and paid[ticket.number] <= limit)
    )


def last_day(page: Page, year: int, at: int) -> date:
    """The last day on which a payment for a month is in time."""
    due = figure(
        r"paid for by the (\d+)\w\w of the month before|due on the (\d+)\w\w of the month before"
        r"|前の月の(\d+)日までに|支払期日は、前月の(\d+)日",
        page,
    )
    left = figure(
        r"including the (\d+)\w\w working day after the due day|within (\d+) working days after the day"
        r"|期日の後(\d+)営業日以内|期日後の第(\d+)営業日まで",
        page,
    )
    first("no working days|Monday to Friday|営業日とせず|月曜日から金曜日まで", page)
    day = date(year - (at == 1), (at - 2) % 12 + 1, due)
    while left:
        day += timedelta(days=1)
        left -= day.weekday() < 5
    return day
