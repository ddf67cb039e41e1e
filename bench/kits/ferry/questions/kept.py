"""A sweep over a month of lost property: the thing that is kept longest leads to a ship, and the ship to a person."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Name, Question
from bench.kits.days import half_year
from bench.kits.ferry import names
from bench.kits.ferry.ledger import Article, Branch, Found, Ledger
from bench.kits.ferry.programs import LOST, PROGRAMS, in_force, starts
from bench.kits.ferry.questions.lost import SUPERINTENDENT, last_day, superintendent, yard_group
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of

Case = tuple[Ledger, Branch, Found]

SWEEP: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "other_edition": {"other_edition": True},
    "neighbouring_row": {"other_class": True},
    "day_handed_in": {"handed_in": True},
}
NEXT: dict[str, dict[str, Any]] = {
    "neighbouring_column": {"then": {"other_third": True}},
    "other_half": {"then": {"other_half": True}},
    "next_row": {"then": {"other_row": True}},
}


def kept_longest(b: Branch, found: Found, **slip: Any) -> Article | None:
    """The article whose keeping ends last; None where two end on that day."""
    ends = [(last_day(b, article, **slip), article) for article in found.articles]
    latest = max(end for end, _ in ends)
    last = [article for end, article in ends if end == latest]
    return last[0] if len(last) == 1 else None


def who(ledger: Ledger, b: Branch, found: Found, then: dict[str, bool] | None = None, **slip: Any) -> Name | None:
    article = kept_longest(b, found, **slip)
    return None if article is None else superintendent(ledger, b, found, article, **(then or {}))


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """A month in which mistakes of the sweep lead to other persons, from a branch drawn first."""
    cases: list[Case] = []
    for b in ledger.branches:
        for found in b.found:
            article = kept_longest(b, found)
            inside = {a.found.month for a in found.articles} == {found.first.month}
            if article and inside and (article.found - half_year(article.found)).days >= 9:
                cases.append((ledger, b, found))

    def caught(case: Case) -> int:
        return min(len([1 for slip in SWEEP.values() if who(*case, **slip) not in (None, who(*case))]), 2)

    best = max(map(caught, cases), default=0)
    return rng.choice([case for case in cases if caught(case) == best])


@PROGRAMS.add(6, "multi_hop", "csv", hops=7)
def last_kept(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(who, SWEEP | NEXT)
    case = _, b, found = draw_case(ledger, rng)
    article = kept_longest(b, found)
    assert article is not None
    half = half_year(article.found)
    period, yard = f"{b.key}/{found.first:%Y-%m}", f"docks/all/{half:%Y-%m}"
    ship = dict(found.ships)[article.service][min((article.found.day - 1) // 10, 2)]
    rows = next(rows for start, rows in ledger.docks if start == half)
    row = next(r for r in rows if r[0] == yard_group(b, found, article))
    other = rng.choice([p for p in names.PEOPLE if p not in [r[1] for r in rows]])
    beside = rows[rows.index(row) - 1]
    editions = sorted({in_force(b, LOST, a.found) for a in found.articles})
    rules = [f"lost_rules/{b.key}/{b.lost[edition].edition}" for edition in editions]
    return Question(
        ask=ask(
            """
            Of all things found by the {b} branch in {m}, one can be claimed until a later day than any other. Had the vessel on which it was found needed a repair on the day of finding, who would have ordered it?
            Take the thing found by the {b} branch in {m} whose keeping ends last. In whose name would a repair of the vessel on which it was found have been ordered on the day of finding?
            The {b} branch keeps one of the things found in {m} until a later day than all others. Suppose that the vessel on which that one lay had to be repaired on the day it was found. Who would have signed for the work?""",
            """
            {b}営業所で{m}に見つかった忘れ物のうち、保管期間が最も遅い日に終わるものがある。それが見つかった船を、仮に見つかった日に修理に出したとすれば、誰の名で発注することになったか。
            {m}に{b}営業所で拾得された品のうち、最も遅い日まで保管されるものについて伺います。その品があった船の修理が拾得の日に必要であったとすれば、誰が発注することになりましたか。
            {b}営業所の{m}の忘れ物の中で、持ち主が受け取れる最後の日が最も遅いものを選びます。その品が見つかった船を見つかった日に修理するとすれば、誰の名で頼むことになりましたか。""",
            b=b.name,
            m=both("m", found.first),
        ),
        evidence=(
            (f"lost_ledger/{period}", "table"),
            *((doc, span) for doc in rules for span in (*(f"class:{n}" for n in range(6)), "first")),
            *starts(b, LOST),
            (f"deployment/{period}", f"service:{article.service}"),
            (f"ships/{b.key}/2025", f"ship:{ship.en}"),
            (yard, f"yard:{row[0]}"),
        ),
        copied=yard,
        rival=swap(ledger, row, (row[0], other, row[2])),
        harmless=swap(ledger, beside, (beside[0], other, beside[2])),
        cut=(f"lost_ledger/{period}", f"slip:{rng.choice(found.articles[6:]).slip}"),
        older=half == date(2025, 4, 1),
        rows=len(found.articles),
        **outcome(SUPERINTENDENT, who(*case), {name: slip(case) for name, slip in slips.items()}, other),
    )
