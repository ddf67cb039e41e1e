"""What it costs to inspect lots, and who delivered one."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, either, figure, first, group, month, number, rows, table
from tests.kits.readers.quality.common import months, of_kind, product_of, rules, shelf, valid, works_asked

LOT = r"[A-Z]\d-\d{3}"


@dataclass(frozen=True)
class Sampling:
    lines: tuple[tuple[int, int, int, int, int], ...]
    """Most pieces, then sample and acceptance number, normal and tightened."""
    rejected: int
    """After so many rejections in the month inspection is tightened."""
    lots: int | None
    """For so many lots; None: until the end of the month."""


@lru_cache(maxsize=1_000)
def sampling(page: Page) -> Sampling:
    first(
        "a lot with more defective pieces in the sample is rejected|more defective pieces than Ac|Acより多い|これを超える",
        page,
    )
    first("each product goes back to normal|Every month begins with normal|なみ検査に戻る|なみ検査から始める", page)
    first("order of lots is that of their numbers|order of the log, that is by number|記録の番号順", page)
    said = either(
        page,
        month="Once two lots of a product|second rejection of a product within|つの月に2ロットが|2度目の不合格",
        lots=r"After a rejected lot the next \d|A rejection makes the inspection|不合格の後、同じ|不合格が出たときは、その製品の続く",
    )
    lines = [row for row in table(page) if len(row) == 5 and row[1].isdigit()]
    if not re.search("and more|以上", lines[-1][0]):
        raise Unsettled(f"{page.title}: {lines[-1]} is not the last line")
    ends = [number(re.findall(r"[\d,]+", row[0])[-1]) for row in lines[:-1]] + [10**9]
    return Sampling(
        lines=tuple((end, *map(int, row[1:])) for end, row in zip(ends, lines, strict=True)),
        rejected=2 if said == "month" else 1,
        lots=None
        if said == "month"
        else figure(r"the next (\d+) lots|of the (\d+) following lots|次の(\d+)ロット|続く(\d+)ロット", page),
    )


@dataclass(frozen=True)
class Rates:
    listed: tuple[tuple[str, int, int], ...]
    """Product, yen a piece of the sample and of the rest."""
    certificate: int
    least: int


@lru_cache(maxsize=1_000)
def rates(page: Page) -> Rates:
    first(
        "pieces of the sample are charged for all lots|Every lot bears the cost of its sample"
        "|どのロットにも試料の検査費用|試料の費用は、すべてのロット",
        page,
    )
    first("rounded down to whole yen|yen below one are dropped|1円未満(?:の端数)?を切り捨て", page)
    listed = [row for row in table(page) if len(row) == 3 and row[1].isdigit()]
    return Rates(
        listed=tuple((name, int(sample), int(rest)) for name, sample, rest in listed),
        certificate=figure(
            r"not that of sorting, to (\d+)%|inspecting the sample is (\d+)% of the above|試料の費用は(\d+)%に減じ"
            r"|上の額の(\d+)%",
            page,
        ),
        least=number(
            group(
                r"at least ([\d,]+) yen|no less than ([\d,]+) yen|1ロット([\d,]+)円以上|その額は([\d,]+)円を下らない",
                page,
            )
        ),
    )


# -- a period -----------------------------------------------------------------------------------------------------


def period_need(question, seen):
    works, (begin, end) = works_asked(question, seen), dates(question)[:2]
    return (*months(seen, "lots", works, begin, end), *rules(seen, ["sampling", "costs"], works))


def total(question, *choice):
    return sum(by_supplier(choice, *dates(question)[:2]).values())


def by_supplier(choice, begin: date, end: date) -> Counter[str]:
    sums: Counter[str] = Counter()
    for log in shelf(choice, "lots"):
        year, at = month(log.title)
        if (begin.year, begin.month) <= (year, at) <= (end.year, end.month):
            for inspected, supplier, yen in _charged(choice, log, until=end):
                if begin <= inspected <= end:
                    sums[supplier] += yen
    return sums


def _charged(choice, log: Page, until: date):
    """Day of inspection, supplier and cost of every lot of a month, by number, which is the order of the log."""
    listed = rows(log, LOT, 8, r"(\d+) lots|全(\d+)ロット")
    tight: Counter[str] = Counter()
    """Lots of a product still to be inspected tightened."""
    turned_down: Counter[str] = Counter()
    for row in sorted(listed):
        _, when, product, supplier, ordered, pieces_, defective, certificate = row
        inspected, pieces = dates(when)[0], int(pieces_)
        if inspected > until:
            return
        rule = sampling(valid("sampling", choice, inspected=inspected, ordered=dates(ordered)[0]))
        rate = rates(valid("costs", choice, inspected=inspected, ordered=dates(ordered)[0]))
        line = next(line for line in rule.lines if pieces <= line[0])
        sample, accepted = line[3:] if tight[product] else line[1:3]
        tight[product] = max(0, tight[product] - 1)
        rejected = int(defective) > accepted
        if rejected:
            turned_down[product] += 1
            if turned_down[product] >= rule.rejected:
                tight[product] = rule.lots or len(listed)
        yield inspected, supplier, _cost(rate, product, pieces, sample, certificate, rejected)


def _cost(rate: Rates, product: str, pieces: int, sample: int, certificate: str, rejected: bool) -> int:
    if certificate not in ("", "C", "成"):
        raise Unsettled(f"what is {certificate}?")
    _, each, rest = rate.listed[product_of(product, [name for name, *_ in rate.listed])]
    yen = sample * each * rate.certificate // 100 if certificate else sample * each
    return yen + max(rate.least, (pieces - sample) * rest) if rejected else yen


# -- who delivered a lot ------------------------------------------------------------------------------------------


def supplier_need(question, seen):
    lot = re.search(LOT, question)[0]
    return [of_kind(seen, "lots", lambda page: any(row[0] == lot for row in table(page)))]


def supplier(question, log):
    return next(row[3] for row in table(log) if row[0] == re.search(LOT, question)[0])
