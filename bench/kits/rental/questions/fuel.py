"""The hire with which the charges first pass a sum leads to a customer, and a second sweep to that customer's fuel."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

from bench.kits.base import Question, Text
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome
from bench.kits.rental.ledger import Branch, Hire, Ledger
from bench.kits.rental.programs import FUEL, PROGRAMS, RATES, TERMS, in_force, machine, starts
from bench.kits.rental.questions import charges
from bench.kits.rental.questions.charges import charge
from bench.kits.shapes import yen

Case = tuple[Ledger, Branch, date, int, date, date]
"""Ledger, branch, first day of the count, the sum to be passed, period of the fuel."""
FIRST: dict[str, dict[str, Any]] = {f"first_sweep_{name}": {"passing": slip} for name, slip in charges.SLIPS.items()}
SECOND: dict[str, dict[str, Any]] = {
    "newer_rules_for_all": {"one_edition": 1},
    "older_rules_for_all": {"one_edition": 0},
    "price_of_the_month_taken": {"price_by_out": True},
    "forgot_the_free_part": {"no_free": True},
    "litres_not_rounded": {"unrounded": True},
    "forgot_the_handling": {"no_handling": True},
}


def price(ledger: Ledger, day: date) -> int:
    return next(amount for year in ledger.prices for month, amount in year.months if month == day.replace(day=1))


def fuel(
    ledger: Ledger,
    b: Branch,
    hire: Hire,
    one_edition: int | None = None,
    price_by_out: bool = False,
    no_free: bool = False,
    unrounded: bool = False,
    no_handling: bool = False,
) -> int:
    """What is charged for filling the tank after a hire, in yen."""
    edition = in_force(b, FUEL, hire.back)
    rules = b.fuel[edition if one_edition is None else one_edition]
    missing = 8 - hire.level
    if missing == 0 or (missing <= rules.free and not no_free):
        return 0
    litres = Fraction(missing * machine(b, hire.machine).tank, 8)
    if not unrounded:
        litres = Fraction(-(-litres // 1) if rules.up else litres // 1)
    amount = litres * (price(ledger, hire.out if price_by_out else hire.back) + (0 if no_handling else rules.handling))
    return int(amount + (0 if no_handling else rules.flat))


def in_order(b: Branch, first: date) -> list[Hire]:
    """The hires returned from a day on, by day of return and number."""
    return sorted((h for rows in b.hires for h in rows if h.back >= first), key=lambda h: (h.back, h.ref))


def passed(b: Branch, first: date, least: int, **slip: Any) -> Hire | None:
    """The hire with which the sum of the charges first exceeds `least`."""
    so_far = 0
    for hire in in_order(b, first):
        so_far += charge(b, hire, **slip)
        if so_far > least:
            return hire
    return None


def hires_of(b: Branch, customer: Text, first: date, last: date) -> list[Hire]:
    return [h for rows in b.hires for h in rows if h.customer == customer and first <= h.back <= last]


def owed(case: Case, passing: dict[str, Any] | None = None, **slip: Any) -> int | None:
    ledger, b, start, least, first, last = case
    hire = passed(b, start, least, **(passing or {}))
    if hire is None:
        return None
    return sum(fuel(ledger, b, h, **slip) for h in hires_of(b, hire.customer, first, last)) or None


def spans(ledger: Ledger, b: Branch, customer: Text) -> list[tuple[date, date]]:
    """Periods with five hires or more whose fuel is charged, two or more under each edition."""
    begin = min(h.back for h in in_order(b, date.min))
    days = [begin + DAY * n for n in range(0, 140, 7)]
    found = []
    for first, last in ((f, e) for f in days for e in days if 40 <= (e - f).days <= 90):
        paid = [h for h in hires_of(b, customer, first, last) if fuel(ledger, b, h)]
        old = sum(h.back < b.start[FUEL] for h in paid)
        if min(old, len(paid) - old) > 1 and len(paid) > 4:
            found.append((first, last))
    return found


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """A case in which mistakes of either sweep lead to other sums; the branches are tried in a drawn order."""
    scored: list[tuple[int, Case]] = []
    for b in rng.sample(ledger.branches, 4):
        for _ in range(8):
            start = min(h.back for h in in_order(b, date.min)) + DAY * rng.randrange(6, 26)
            rows = in_order(b, start)
            upto = sum(charge(b, h) for h in rows[: rng.randrange(32, 52)])
            least = upto // 50_000 * 50_000
            hire = passed(b, start, least)
            periods = spans(ledger, b, hire.customer) if hire else []
            if hire and periods and rows.index(hire) > 25:
                others = {passed(b, start, least, **slip["passing"]) for slip in FIRST.values()} - {None}
                wrong = {h.customer for h in others if h} - {hire.customer}
                scored.append((min(len(wrong), 3), (ledger, b, start, least, *rng.choice(periods))))
    most = max(score for score, _ in scored)
    cases = [case for score, case in scored if score == most]

    def caught(case: Case) -> int:
        return len({owed(case, **slip) for slip in SECOND.values()} - {None, owed(case)})

    return max(rng.sample(cases, len(cases)), key=caught)


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=6)
def fuel_of_customer(ledger: Ledger, rng: Random) -> Question:
    case = _, b, start, least, first, last = draw_case(ledger, rng)
    key = passed(b, start, least)
    assert key is not None
    paid = [h for h in hires_of(b, key.customer, first, last) if fuel(ledger, b, h)]
    hire = rng.choice(paid)
    levels = [
        n
        for n in range(2, 8)
        if n != hire.level and fuel(ledger, b, replace(hire, level=n)) not in (0, fuel(ledger, b, hire))
    ]
    other = replace(hire, level=rng.choice(levels))
    sheet = charges.sheet_of(b, hire)
    doc = f"hires/{b.key}/{sheet + 1}"
    beside = rng.choice([h for h in b.hires[sheet] if h.customer != key.customer])
    right = owed(case)
    assert right is not None
    rules = [f"fuel/{b.key}/{edition.edition}" for edition in b.fuel]
    results = {name: owed(case, **slip) for name, slip in (FIRST | SECOND).items()}
    rows = in_order(b, start)
    counted = rows[: rows.index(key) + 1]
    rates = sorted({in_force(b, RATES, h.contracted) for h in counted})
    terms = sorted({in_force(b, TERMS, h.out) for h in counted})
    return Question(
        ask=ask(
            """
            From {start} on, add up without fuel and damage what everything that comes back to the {b} branch brings in, in the order in which it came back, and by number within a day. Whose machine made the sum first exceed {least} yen? How many yen did that firm owe for topping up the tanks of what it brought back from {first} to {last}, both days included?
            Count what the {b} branch earns, without fuel and damage, with what comes back from {start} on, one after the other by day of coming back and then by number. One firm's machine takes the sum above {least} yen for the first time. What did this firm pay in all, in yen, for filling up after whatever it brought back from {first} to {last} inclusive?
            At the {b} branch the takings without fuel and damage, added up from {start} in the order of coming back (within a day by number), first pass {least} yen with the machine of a certain firm. How much, in yen, did that firm have to pay for filling tanks that were not full when it brought machines back from {first} to {last}, both days included?""",
            """
            {b}営業所に{start}以後に戻ったものについて、燃料及び損傷の分を除いた請求額を、戻った順（同じ日のものは番号順）に足していく。合計が初めて{least}円を超えることになったものを借りていた会社が、{first}から{last}まで（初日及び末日を含む。）に戻したものについて、満タンにするために支払う額は合わせて何円か。
            {start}から、{b}営業所に戻ってきた順（同日のものは番号順）に、燃料と損傷の分を除く代金を累計していきます。累計が最初に{least}円を超えたときの会社について伺います。この会社が{first}から{last}まで（初日及び末日を含む。）に戻した分の給油のために請求される額は、全部でいくらになりますか。
            {b}営業所の代金（燃料代と損傷の分を除く。）を{start}に戻った分から順に（同じ日は番号順に）累計すると、ある会社の分で初めて{least}円を超えます。その会社が{first}から{last}まで（初日及び末日を含む。）に戻した機械の不足分を補うために支払う額の合計は、何円ですか。""",
            b=b.name,
            least=f"{least:,}",
            **{name: both("d", day) for name, day in (("start", start), ("first", first), ("last", last))},
        ),
        evidence=(
            *((f"hires/{b.key}/{n + 1}", "table") for n in range(len(b.hires))),
            *charges.evidence(b, rates, terms),
            *((rule, span) for rule in rules for span in ("free", "litres", "price")),
            *starts(b, FUEL),
            ("prices/all/2025", "table"),
        ),
        copied=doc,
        rival=swap(ledger, hire, other),
        harmless=swap(
            ledger, beside, replace(beside, level=beside.level - 1 if beside.level > 4 else beside.level + 1)
        ),
        cut=(doc, f"hire:{rng.choice(b.hires[sheet][6:]).ref}"),
        rows=len(counted) + len(hires_of(b, key.customer, first, last)),
        **outcome(yen, right, results, right - fuel(ledger, b, hire) + fuel(ledger, b, other)),
    )
