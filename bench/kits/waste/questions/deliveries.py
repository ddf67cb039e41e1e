"""What a delivery over the weighbridge costs; its weight lies on the border of a unit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

from bench.kits.base import Ledger as AnyLedger
from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen
from bench.kits.waste import names
from bench.kits.waste.ledger import HAUL, Centre, HaulRules, Ledger
from bench.kits.waste.programs import PROGRAMS, starts

Case = tuple[Centre, bool, int, int, date]
"""Centre, whether a household (else a business without an agreement), class, kg, day of delivery."""


def charge(
    rules: HaulRules,
    house: bool,
    cls: int,
    kg: int,
    full_units: bool = False,
    no_free: bool = False,
    no_limit: bool = False,
    other_class: bool = False,
    other_kind: bool = False,
) -> int:
    """One charge, in yen."""
    house = house != other_kind
    kg = max(kg - rules.free, 0) if house and not no_free else kg
    units = kg // rules.unit if full_units else -(-kg // rules.unit)
    amount = units * rules.rates[(cls + other_class) % len(rules.rates)][not house]
    if no_limit:
        return amount
    return min(amount, rules.cap) if house else max(amount, rules.minimum)


def in_force(c: Centre, day: date, agreed: date | None = None, no_agreement: bool = False) -> int:
    """0 for the older, 1 for the newer edition."""
    kept = agreed is not None and agreed < c.starts[HAUL] and day <= c.until and not no_agreement
    return int(day >= c.starts[HAUL] and not kept)


def delivery(c: Centre, house: bool, cls: int, kg: int, day: date, other_edition: bool = False, **slip: bool) -> int:
    return charge(c.haul[in_force(c, day) != other_edition], house, cls, kg, **slip)


SLIPS = {
    "other_edition": {"other_edition": True},
    "unit_not_begun": {"full_units": True},
    "forgot_the_free_weight": {"no_free": True},
    "neighbouring_row": {"other_class": True},
    "neighbouring_column": {"other_kind": True},
    "forgot_the_limit": {"no_limit": True},
}
NEEDED = ("other_edition", "neighbouring_row", "neighbouring_column")


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """Within a fortnight of the first day; half of the weights come to a whole number of units."""
    cases = []
    for c in ledger.centres:
        for house in (True, False):
            for shift in range(-13, 14):
                day = c.starts[HAUL] + DAY * shift
                rules = c.haul[in_force(c, day)]
                whole = (rules.free if house else 0) + rules.unit * rng.randrange(3, 13)
                kg = whole if rng.random() < 0.5 else rng.randrange(70, 330, 10)
                classes = [cls for cls in range(3) if day.weekday() < 6 and shifts(rules, house, cls, kg)]
                cases += [(c, house, cls, kg, day) for cls in classes]
    slips = slips_of(delivery, {name: SLIPS[name] for name in NEEDED})
    return subject(rng, cases, lambda c: delivery(*c), slips, lambda c: in_force(c[0], c[4]) == 0)


def with_rate(ledger: Ledger, rules: HaulRules, cls: int, house: bool, shift: int) -> AnyLedger:
    """The ledger with one rate changed. The cell is found by row and column: rates recur."""
    rates = [list(row) for row in rules.rates]
    rates[cls][not house] += shift
    return swap(ledger, rules, replace(rules, rates=tuple((a, b) for a, b in rates)))


def rate_shift(rng: Random, rules: HaulRules, house: bool) -> int:
    """A change that keeps households below businesses."""
    gap = min(firm - home for home, firm in rules.rates)
    up = [10, 20] if not house else [n for n in (10, 20) if n < gap]
    down = [-10, -20] if house else [-n for n in (10, 20) if n < gap]
    return rng.choice(up + down)


def shifts(rules: HaulRules, house: bool, cls: int, kg: int) -> list[int]:
    """Changes of the rate that the charge shows: a limit may hide one. Households stay below businesses."""
    right, (home, firm) = charge(rules, house, cls, kg), rules.rates[cls]
    near = [n for n in (-30, -20, -10, 10, 20, 30) if (home + n < firm if house else home < firm + n)]
    return [n for n in near if _changed(rules, house, cls, kg, n) != right]


def rule_spans(c: Centre, which: int, classes: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    doc = f"haul_rules/{c.key}/{c.haul[which].edition}"
    spans = ("rates", "together", "household", "business", "void")
    return (*((doc, f"class:{cls}") for cls in classes), *((doc, span) for span in spans))


def evidence(case: Case) -> tuple[tuple[str, str], ...]:
    c, house, cls, _, day = case
    doc = f"haul_rules/{c.key}/{c.haul[in_force(c, day)].edition}"
    return (doc, f"class:{cls}"), (doc, "rates"), (doc, "household" if house else "business"), *starts(c, HAUL)


KINDS = {True: ("household", "一般家庭"), False: ("business without an agreement", "契約のない事業者")}


@PROGRAMS.add(1, "multi_source", "numerical_inclusion", hops=2)
def delivery_charge(ledger: Ledger, rng: Random) -> Question:
    case = c, house, cls, kg, day = draw_case(ledger, rng)
    rules = c.haul[in_force(c, day)]
    shift = rng.choice(shifts(rules, house, cls, kg))
    rival = _changed(rules, house, cls, kg, shift)
    other = rate_shift(rng, rules, not house)
    return Question(
        ask=ask(
            """
            On {day} a {kind} brings one load of {kg} kg to the {c} Centre; it is {what}, and nothing else is brought that day. What is the charge in yen?
            A {kind} delivers {kg} kg of {what} to the {c} Centre in a single load on {day}. How many yen are charged?
            How many yen does a {kind} pay at the {c} Centre for its only load of {day}, {kg} kg of {what}?""",
            """
            {kind}が{day}に{c}クリーンセンターへ{what}{kg}kgを１回だけ搬入した。手数料は何円か。
            {day}、{c}クリーンセンターに{kind}が{what}を{kg}kg持ち込みました（同じ日の搬入はこの１回のみ）。手数料はいくらですか。
            {c}クリーンセンターで、{kind}が{day}に１回搬入した{kg}kgの{what}について支払う手数料は何円ですか。""",
            c=c.name,
            kind={"en": KINDS[house][0], "ja": KINDS[house][1]},
            what={"en": names.WASTE[cls].en.lower(), "ja": names.WASTE[cls].ja},
            kg=kg,
            day=both("dn", day),
        ),
        evidence=evidence(case),
        copied=f"haul_rules/{c.key}/{rules.edition}",
        rival=with_rate(ledger, rules, cls, house, shift),
        harmless=with_rate(ledger, rules, (cls + 1) % 3, not house, other),
        cut=(f"haul_rules/{c.key}/{rules.edition}", f"class:{cls}" if cls else "household" if house else "business"),
        older=rules is c.haul[0],
        **outcome(yen, delivery(*case), {name: slip(case) for name, slip in slips_of(delivery, SLIPS).items()}, rival),
    )


def _changed(rules: HaulRules, house: bool, cls: int, kg: int, shift: int) -> int:
    rates = tuple((a + shift * house, b + shift * (not house)) for a, b in rules.rates)
    return charge(replace(rules, rates=rates), house, cls, kg)
