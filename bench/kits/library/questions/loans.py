"""The suspension that a late return leads to; the edition follows the extension, and closing days move the due day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

from bench.kits.base import Question
from bench.kits.days import DAY, half_end
from bench.kits.ledgers import swap
from bench.kits.library.ledger import LOAN, Calendar, Ledger, Library, Loan, closed, next_open
from bench.kits.library.programs import PROGRAMS, edition, starts
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import day

CALENDAR = 1
"""The half-year of the follow-up record, by its place in `Library.calendars`."""


def calendar_of(b: Library) -> Calendar:
    return b.calendars[CALENDAR]


def suspension(
    b: Library,
    loan: Loan,
    other_edition: bool = False,
    one_edition: int | None = None,
    by_lent: bool = False,
    no_extension: bool = False,
    no_closing: bool = False,
    other_count: bool = False,
    after_free: bool = False,
    at_border: bool = False,
    uncapped: bool = False,
    other_class: bool = False,
    waived_too: bool = False,
) -> int:
    """Days for which lending to the card is suspended after this loan; 0 for none."""
    if loan.waived and not waived_too:
        return 0
    begun = loan.lent if loan.renewed is None or no_extension else loan.renewed
    which = edition(b, LOAN, loan.lent, loan.renewed or loan.lent, other_edition, by_lent)
    rules, calendar = b.loan[which if one_edition is None else one_edition], calendar_of(b)
    cls = (loan.cls + other_class) % len(rules.days)
    due = begun + DAY * rules.days[cls]
    due = due if no_closing else next_open(calendar, due)
    late = [due + DAY * n for n in range(1, (loan.returned - due).days + 1)]
    if rules.closed_counts == other_count:
        late = [d for d in late if not closed(calendar, d)]
    counted = len(late)
    if counted < rules.free + (not at_border):
        return 0
    counted -= rules.free if after_free else 0
    return counted * rules.rate[cls] if uncapped else min(counted * rules.rate[cls], rules.cap)


def last_day(b: Library, loan: Loan, from_return: bool = False, **slip: bool) -> date | None:
    length = suspension(b, loan, **slip)
    return loan.returned + DAY * (length - from_return) if length else None


SLIPS: dict[str, dict[str, bool]] = {
    "edition_by_day_lent": {"by_lent": True},
    "other_edition": {"other_edition": True},
    "forgot_the_extension": {"no_extension": True},
    "due_on_a_closing_day": {"no_closing": True},
    "closing_days_the_other_way": {"other_count": True},
    "first_days_left_out": {"after_free": True},
    "forgot_the_cap": {"uncapped": True},
    "other_class": {"other_class": True},
    "from_the_day_of_return": {"from_return": True},
}
NEEDED = ("other_edition", "from_the_day_of_return", "first_days_left_out")


def sheet_of(b: Library, loan: Loan) -> int:
    return next(i for i, rows in enumerate(b.sheets) if loan in rows)


def other_return(rng: Random, b: Library, loan: Loan, wanted: bool = True) -> Loan:
    """The loan returned on another open day, which changes the suspension where that is `wanted`."""
    days = [loan.returned + DAY * n for n in (-6, -5, -4, -3, -2, 2, 3, 4, 5, 6, 8)]
    begun = loan.renewed or loan.lent
    calendar = calendar_of(b)
    days = [d for d in days if begun < d <= half_end(calendar.start) and not closed(calendar, d)]
    made = [replace(loan, returned=d) for d in days]
    changed = [r for r in made if suspension(b, r) and suspension(b, r) != suspension(b, loan)]
    return rng.choice((changed if wanted else made) or made)


def rule_spans(b: Library, which: int, classes: range) -> tuple[tuple[str, str], ...]:
    doc = f"loan_rules/{b.key}/{b.loan[which].edition}"
    spans = ("period", "overdue", "suspension", "begin", "waived")
    return (*((doc, f"class:{cls}") for cls in classes), *((doc, span) for span in spans))


def calendar_spans(b: Library) -> tuple[tuple[str, str], ...]:
    doc = f"calendar/{b.key}/{calendar_of(b).start:%Y-%m}"
    return (doc, "weekly"), (doc, "days")


@PROGRAMS.add(3, "multi_source", "calculation", hops=4)
def barred_until(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(last_day, {name: SLIPS[name] for name in NEEDED})
    cases = [(b, r) for b in ledger.libraries for rows in b.sheets for r in rows if suspension(b, r)]
    extended = [c for c in cases if c[1].renewed and suspension(*c, by_lent=True) != suspension(*c)]
    if rng.random() < 0.4 and len(extended) > 3:  # the extension decides the edition
        cases = extended
    case = b, loan = subject(
        rng,
        cases,
        lambda c: last_day(*c),
        slips,
        lambda c: edition(c[0], LOAN, c[1].lent, c[1].renewed or c[1].lent) == 0,
        0.4,
    )
    which, sheet = edition(b, LOAN, loan.lent, loan.renewed or loan.lent), sheet_of(b, loan)
    doc, rows = f"loans/{b.key}/{sheet + 1}", b.sheets[sheet]
    other, beside = other_return(rng, b, loan), rows[rows.index(loan) - 1]
    return Question(
        ask=ask(
            """
            The item of number {n} came back after its time. What is the last day on which the borrower could take nothing home because of it?
            Because number {n} was brought back late, the borrower had to go without taking anything out for a while. Which was the last day of that?
            Up to and including which day was the borrower of number {n} barred from taking things out on account of bringing it back late?""",
            """
            番号{n}の品が遅れて戻ったことにより、その人が何も借りられなかった最後の日はいつか。
            番号{n}の品が遅れて戻ったため、借りた人はしばらく何も持ち帰れなくなりました。それは何年何月何日まででしたか。
            {n}番の戻りが遅れたことを理由として、その人が借りることのできない期間が終わる日（その日を含む。）を答えてください。""",
            n=loan.number,
        ),
        evidence=(
            (doc, f"loan:{loan.number}"),
            *rule_spans(b, which, range(loan.cls, loan.cls + 1)),
            *calendar_spans(b),
            *starts(b, LOAN),
        ),
        copied=doc,
        rival=swap(ledger, loan, other),
        harmless=swap(ledger, beside, other_return(rng, b, beside, wanted=False)),
        cut=(doc, f"loan:{loan.number}"),
        older=which == 0,
        **outcome(
            day,
            last_day(*case),
            {name: slip(case) for name, slip in slips_of(last_day, SLIPS).items()},
            last_day(b, other),
        ),
    )
