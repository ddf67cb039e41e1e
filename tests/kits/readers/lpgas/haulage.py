"""What hauliers are paid: for a slip, and all of the one that a count of kilograms leads to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache

from tests.kits.readers.lpgas.common import CUSTOMER, branch_asked, branch_of, here, months, rules, valid
from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    either,
    figure,
    first,
    fiscal,
    fiscal_year,
    group,
    number,
    of_kind,
    of_year,
    only,
    rows,
    shelf,
    table,
)

SLIP = CUSTOMER
SIZES = (50, 20, 8)
COUNTED = r"(\d+) slips|伝票(\d+)件"


@dataclass(frozen=True)
class Terms:
    each: tuple[int, ...]
    floor: int
    """The first floor for which stairs are paid."""
    stairs: int
    least: int
    urgent: int
    back: int
    up: bool


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    prices = {
        int(re.search(r"\d+", row[0])[0]): number(row[1]) for row in table(page) if re.fullmatch(r"\d+ ?kg", row[0])
    }
    stairs = first(
        r"For floor (\d+) and every one above it.*?, (\d+) yen are added per cylinder"
        r"|From floor (\d+) on, (\d+) yen are added for each cylinder and each floor"
        r"|(\d+)階及びそれより上の各階について、1階につき容器1本当たり(\d+)円"
        r"|(\d+)階以上への配送は、容器1本につき、\d+階を第1の階として1階ごとに(\d+)円",
        page,
    )
    floor, yen = (int(found) for found in stairs.groups() if found)
    return Terms(
        each=tuple(prices[size] for size in SIZES),
        floor=floor,
        stairs=yen,
        least=figure(
            r"bring at least ([\d,]+) yen|come to less than ([\d,]+) yen|最低([\d,]+)円|([\d,]+)円に満たないとき", page
        ),
        urgent=figure(
            r"Urgent deliveries bring (\d+)% more|“urgent”, (\d+)% are added|至急の配送は、(\d+)%増し|全体に(\d+)%を加える",
            page,
        ),
        back=figure(
            r"\(“back”\), (\d+)% of the fee|the fee is (\d+)% of that|配送料の(\d+)%を支払う|配送の場合の(\d+)%", page
        ),
        up=either(
            page,
            up="rounded up to|端数を切り上げる|10円未満を切り上げる",
            down="rounded down to|端数を切り捨てる|10円未満を切り捨てる",
        )
        == "up",
    )


def fee(row, choice) -> int:
    _, ordered, _, firm, *counts, floor, note = row
    _known(note)
    renewals = renewed_on(only(choice, "hauliers"))
    if firm not in renewals:
        raise Unsettled(f"no haulier {firm}")
    first("day of the order decides|受注した日により|受注日を基準", only(choice, "circular"))
    known = terms(of_year("delivery_rules", dates(ordered)[0] >= renewals[firm], choice))
    cylinders = [int(count) for count in counts]
    climbed = max(0, int(floor) - known.floor + 1)
    yen = sum(n * each for n, each in zip(cylinders, known.each, strict=True)) + sum(cylinders) * climbed * known.stairs
    share = {"": 100, "urgent": 100 + known.urgent, "至急": 100 + known.urgent}.get(note, known.back)
    hundredths = max(yen, known.least) * share
    return -(-hundredths // 1000) * 10 if known.up else hundredths // 1000 * 10


def _known(note: str) -> None:
    if note not in ("", "urgent", "back", "至急", "引取"):
        raise Unsettled(f"what is {note}?")


@lru_cache(maxsize=1_000)
def renewed_on(page: Page) -> dict[str, date]:
    """Haulier -> day on which the contract was renewed."""
    lines = re.findall(r"^- ([^:\n]+?)(?::| )(?: ?(?:renew|contract|更新|契約|令和)).*$", page.text, re.M)
    whole = re.findall(r"^- .*$", page.text, re.M)
    if len(lines) != len(whole) or len(lines) != int(group(r"(\d+) hauliers|全(\d+)社", page)):
        raise Unsettled(f"{page.title}: {lines}")
    return {name: dates(line)[0] for name, line in zip(lines, whole, strict=True)}


# -- one slip ---------------------------------------------------------------------------------------------------


def _slips(question, seen) -> list[Page]:
    slip = re.search(SLIP, question)[0]
    return of_kind(seen, "deliveries", lambda page: any(row[0] == slip for row in table(page)))


def one_need(question, seen):
    lists = _slips(question, seen)
    branch = lists and branch_of(lists[0])
    return lists and (lists, here(seen, "hauliers", branch), *rules(seen, ["delivery_rules"], branch))


def one(question, *choice):
    return fee(_row(question, choice), choice)


def _row(question, choice):
    slip = re.search(SLIP, question)[0]
    return next(row for row in table(only(choice, "deliveries")) if row[0] == slip)


def renewed_need(question, seen):
    lists = _slips(question, seen)
    return lists and (lists, here(seen, "hauliers", branch_of(lists[0])))


def renewed(question, *choice):
    return renewed_on(only(choice, "hauliers"))[_row(question, choice)[3]]


# -- all slips of the haulier whose load takes a count above a limit --------------------------------------------------


@dataclass(frozen=True)
class Count:
    percent: int
    """Of the rated content."""
    small: bool
    """Whether cylinders of 8 kg count."""
    back: bool
    """Whether what is taken back is subtracted."""


@lru_cache(maxsize=1_000)
def count(page: Page) -> Count:
    share = re.search(r"content of a cylinder (\d+)% count|counts with (\d+)% of its rated|充塡量の(\d+)%", page.text)
    if not share:
        first("content for which it is made, in full|with its full rated content|充塡量をそのまま|充塡量の全部", page)
    return Count(
        percent=int(next(filter(None, share.groups()))) if share else 100,
        small=either(
            page,
            yes="8 kg too|8 kg cylinders count like|8kgのものも算入|8kg容器を含め",
            no="Cylinders of 8 kg do not count|8 kg cylinders are left out|8kgのものを除く|8kg容器は数えない",
        )
        == "yes",
        back=either(
            page,
            yes="is subtracted on the day|“back” are deducted|日に差し引く|同じ重量で減算",
            no="neither added nor deducted|“back” are passed over|伝票は考慮せず|加算も減算もしない",
        )
        == "yes",
    )


def sum_need(question, seen):
    branch, (since, begin, end) = branch_asked(question, seen), dates(question)[:3]
    year = fiscal_year(since.year, since.month)
    return (
        *months(seen, "deliveries", branch, min(since, begin), end),
        here(seen, "hauliers", branch, lambda page: fiscal(page.title)[0] == year),
        *rules(seen, ["stock_rules", "delivery_rules"], branch),
    )


def of_haulier(question, *choice):
    since, begin, end = dates(question)[:3]
    limit = number(re.search(r"([\d,]+) ?kg", question)[1])
    slips = sorted(
        (row for page in shelf(choice, "deliveries") for row in rows(page, SLIP, 9, COUNTED)),
        key=lambda row: (dates(row[2])[0], row[0]),
    )
    firm = _passing(slips, since, limit, choice)
    return sum(fee(row, choice) for row in slips if row[3] == firm and begin <= dates(row[2])[0] <= end)


def _passing(slips, since: date, limit: int, choice) -> str:
    total = Fraction(0)
    for _, _, delivered, firm, *counts, _, note in slips:
        day = dates(delivered)[0]
        if day < since:
            continue
        _known(note)
        known = count(valid("stock_rules", day, choice))
        sizes = zip(counts, SIZES, strict=True)
        kilograms = Fraction(sum(int(n) * size for n, size in sizes if known.small or size > 8) * known.percent, 100)
        if note in ("back", "引取"):
            kilograms = -kilograms if known.back else Fraction(0)
        total += kilograms
        if total > limit:
            return firm
    raise Unsettled("the limit is not passed")
