"""The delivery with which the quantity handed out passes a limit leads to a haulier, and a second sweep to the fees."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

from bench.kits.base import Question, Text
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.lpgas import names
from bench.kits.lpgas.ledger import Branch, Delivery, Ledger
from bench.kits.lpgas.programs import PROGRAMS, STOCK, in_force, starts
from bench.kits.lpgas.questions import deliveries
from bench.kits.lpgas.questions.deliveries import edition_of, fee, recounted, sheet_id
from bench.kits.questions import ask, both, outcome
from bench.kits.shapes import yen

Case = tuple[Branch, date, int, date, date]
"""Branch, first day of the count, limit in kilograms, period of the fees."""
SPANS = ("small", "back", "percent")


def weight(
    b: Branch,
    row: Delivery,
    other_small: bool = False,
    other_back: bool = False,
    by_order: bool = False,
    full: bool = False,
    **edition: Any,
) -> Fraction:
    """Kilograms that count for one delivery, below 0 for cylinders taken back."""
    rules = b.stock[in_force(b, STOCK, row.ordered if by_order else row.day, **edition)]
    sizes = names.SIZES if rules.small != other_small else (*names.SIZES[:2], 0)
    content = Fraction(
        sum(n * size for n, size in zip(row.counts, sizes, strict=True)) * (100 if full else rules.percent), 100
    )
    if row.note == "back":
        return -content if rules.negative != other_back else Fraction(0)
    return content


FIRST: dict[str, dict[str, Any]] = {
    f"first_sweep_{name}": {"passing": slip}
    for name, slip in {
        "newer_rules_for_all": {"one_edition": 1},
        "older_rules_for_all": {"one_edition": 0},
        "small_cylinders_the_other_way": {"other_small": True},
        "taken_back_the_other_way": {"other_back": True},
        "edition_by_order": {"by_order": True},
        "forgot_the_percentage": {"full": True},
    }.items()
}
SECOND = deliveries.SLIPS


def in_order(b: Branch, first: date) -> list[Delivery]:
    """The deliveries from a day on, in the order of the sheets."""
    return [row for rows in b.deliveries for row in rows if row.day >= first]


def passed(b: Branch, first: date, limit: int, **slip: Any) -> Delivery | None:
    """The delivery with which the quantity first exceeds the limit."""
    so_far = Fraction(0)
    for row in in_order(b, first):
        so_far += weight(b, row, **slip)
        if so_far > limit:
            return row
    return None


def carried(b: Branch, name: Text, first: date, last: date) -> list[Delivery]:
    return [row for rows in b.deliveries for row in rows if row.haulier == name and first <= row.day <= last]


def owed(case: Case, passing: dict[str, Any] | None = None, **slip: Any) -> int | None:
    b, start, limit, first, last = case
    row = passed(b, start, limit, **(passing or {}))
    if row is None:
        return None
    return sum(fee(b, r, **slip) for r in carried(b, row.haulier, first, last)) or None


def spans(b: Branch, name: Text) -> list[tuple[date, date]]:
    """Periods with ten deliveries of a haulier or more, four or more under each edition."""
    days = [date(2025, 6, 3) + DAY * n for n in range(0, 88, 4)]
    found = []
    for first, last in ((f, e) for f in days for e in days if 34 <= (e - f).days <= 80):
        rows = carried(b, name, first, last)
        old = sum(not edition_of(b, row) for row in rows)
        if len(rows) >= 10 and 4 <= old <= len(rows) - 4:
            found.append((first, last))
    return found


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """A case in which mistakes of either sweep lead to other sums; the branches are tried in a drawn order."""
    scored: list[tuple[int, Case]] = []
    for b in rng.sample(ledger.branches, 4):
        periods = {h.name.en: spans(b, h.name) for h in b.hauliers}
        for _ in range(10):
            start = date(2025, 6, rng.randrange(2, 24))
            rows = in_order(b, start)
            limit = int(sum(weight(b, row) for row in rows[: rng.randrange(48, 84)])) // 100 * 100 - rng.choice(
                (0, 100)
            )
            row = passed(b, start, limit)
            if row and periods[row.haulier.en] and rows.index(row) > 40 and row.day > b.start[STOCK] + DAY * 5:
                others = {o.haulier.en for slip in FIRST.values() if (o := passed(b, start, limit, **slip["passing"]))}
                scored.append(
                    (min(len(others - {row.haulier.en}), 3), (b, start, limit, *rng.choice(periods[row.haulier.en])))
                )
    most = max(score for score, _ in scored)
    cases = [case for score, case in scored if score == most]

    def caught(case: Case) -> int:
        return len({owed(case, **slip) for slip in SECOND.values()} - {None, owed(case)})

    return max(rng.sample(cases, len(cases)), key=caught)


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=7)
def fees_of_haulier(ledger: Ledger, rng: Random) -> Question:
    case = b, start, limit, first, last = draw_case(ledger, rng)
    key, right = passed(b, start, limit), owed(case)
    assert key is not None
    assert right is not None
    rows = in_order(b, start)
    counted = rows[: rows.index(key) + 1]
    paid = carried(b, key.haulier, first, last)
    row, rival, wrong = _rival(rng, ledger, case, paid, right)
    sheets = sorted({r.day.replace(day=1) for r in counted} | _months(first, last))
    doc = sheet_id(b, row)
    month = next(r for r in b.deliveries if row in r)
    results = {name: owed(case, **slip) for name, slip in (FIRST | SECOND).items()}
    place = next(i for i, h in enumerate(b.hauliers) if h.name == key.haulier)
    return Question(
        ask=ask(
            """
            Follow the kilograms that count as handed out at the {b} branch from {start} on, in the order of the days (within a day by number), until they first exceed {limit} kg. How many yen does the firm whose lorry took them above that receive for everything it carried for the branch from {first} to {last}, both days included?
            At the {b} branch, add up one after the other, by day and then by number, what counts as handed out since {start}. One lorry load takes the sum above {limit} kg for the first time. What is its firm owed, in yen, for all it carried for the branch from {first} to {last} inclusive?
            The weight that the {b} branch counts as handed out, from {start} on and in the order of days and numbers, passes {limit} kg for the first time with a load of a certain firm. Add up, in yen, what that firm earns with everything carried for the branch between {first} and {last}, both days included.""",
            """
            {b}営業所で払出しとして数える重量を、{start}から日付順（同じ日のものは番号順）に足していくと、ある荷で初めて{limit}kgを超える。その荷を運んだ業者に、{first}から{last}まで（初日及び末日を含む。）に同営業所のために運んだものについて支払う額は、合わせて何円か。
            {start}以後に{b}営業所から払い出したものとされる重量を、日付順（同日は番号順）に累計します。累計が最初に{limit}kgを超えたときの荷を運んだ会社は、{first}から{last}まで（初日及び末日を含む。）に同営業所のために運んだ分として、全部でいくら受け取りますか。
            {b}営業所の払出しとなる重量は、{start}からの累計（日付順、同じ日は番号順）で、ある荷のときに初めて{limit}kgを上回ります。この荷を運んだ業者が{first}から{last}まで（初日及び末日を含む。）に同営業所のために運んだ分の支払額の合計は、何円ですか。""",
            b=b.name,
            limit=f"{limit:,}",
            **{name: both("d", day) for name, day in (("start", start), ("first", first), ("last", last))},
        ),
        evidence=(
            *((f"deliveries/{b.key}/{sheet:%Y-%m}", "table") for sheet in sheets),
            *((f"stock_rules/{b.key}/{rules.edition}", span) for rules in b.stock for span in SPANS),
            *starts(b, STOCK),
            (f"hauliers/{b.key}/2025", f"haulier:{place}"),
            *deliveries.evidence(b, [0, 1]),
        ),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, *_beside(rng, case, key.haulier, month)),
        cut=(doc, f"delivery:{rng.choice(month[10:]).slip}"),
        rows=len(counted) + len(paid),
        **outcome(yen, right, results, wrong),
    )


def _months(first: date, last: date) -> set[date]:
    return {(first + DAY * n).replace(day=1) for n in range((last - first).days + 1)}


def _rival(rng: Random, ledger: Ledger, case: Case, paid: list[Delivery], right: int) -> tuple[Delivery, Ledger, int]:
    """One of the deliveries that are paid with another number of cylinders, and the sum that this leads to."""
    for row in rng.sample(paid, len(paid)):
        rival = (
            swap(ledger, row, recounted(rng, case[0], row)) if recounted(Random(0), case[0], row) is not row else ledger
        )
        other = next(b for b in rival.branches if b.key == case[0].key)
        wrong = owed((other, *case[1:]))
        if wrong not in (None, right):
            return row, rival, wrong
    raise ValueError("no delivery leads to another sum")


def _beside(rng: Random, case: Case, name: Text, month: tuple[Delivery, ...]) -> tuple[Delivery, Delivery]:
    """A delivery that is not paid for, and the same to another floor: the weight stays as it is."""
    row = rng.choice([r for r in month if not (r.haulier == name and case[3] <= r.day <= case[4])])
    return row, replace(row, floor=rng.choice([n for n in range(1, 6) if n != row.floor]))
