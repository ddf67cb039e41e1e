"""Which issues have to be claimed: the list of periodicals less the arrivals of the month less the exceptions."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.library.ledger import Issues, Ledger, Library, due_in
from bench.kits.library.programs import PROGRAMS
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import codes


def claimed(
    b: Library,
    issues: Issues,
    no_exception: bool = False,
    damaged_counts: bool = False,
    any_issue: bool = False,
    monthly_only: bool = False,
) -> tuple[str, ...]:
    """Codes of the titles to be claimed, sorted."""
    came = {
        a.code for a in issues.arrivals if (not a.damaged or damaged_counts) and (a.issue == issues.first or any_issue)
    }
    return tuple(
        sorted(
            t.code
            for t in b.titles
            if due_in(t, issues.first)
            and (t.frequency == 0 or not monthly_only)
            and t.code not in came
            and (no_exception or t.code not in issues.exempt)
        )
    )


SLIPS = {
    "forgot_the_exception": {"no_exception": True},
    "counted_damaged": {"damaged_counts": True},
    "other_issue": {"any_issue": True},
    "monthly_only": {"monthly_only": True},
}


@PROGRAMS.add(4, "multi_source", "html_merged", hops=4)
def claims(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(claimed, {name: SLIPS[name] for name in SLIPS if name != "monthly_only"})
    case = b, issues = subject(
        rng, [(b, issues) for b in ledger.libraries for issues in b.issues], lambda c: claimed(*c), slips
    )
    period = f"{b.key}/{issues.first:%Y-%m}"
    doc, notice = f"arrivals/{period}", f"issue_notice/{period}"
    due = {t.code for t in b.titles if due_in(t, issues.first)} - set(issues.exempt)
    once = [t.code for t in b.titles if t.code in due and sum(a.code == t.code for a in issues.arrivals) == 1]
    taken = [a for a in issues.arrivals if a.code in once and a.issue == issues.first and not a.damaged]
    rest = [a for a in issues.arrivals if a.code not in due]
    arrival, beside = rng.choice(taken[4:]), rng.choice(rest)
    return Question(
        ask=ask(
            """
            Which copies for {m} did {b} Library still have to ask its supplier for at the close of that month? Give the codes.
            At the close of {m} something due was still outstanding at {b} Library. Give the codes of what its supplier had to be asked for.
            Give the codes of everything for {m} that {b} Library had to demand from its supplier when the month was over.""",
            """
            {b}図書館が{m}の終わりに納入業者へ催促しなければならなかったものはどれか。記号で答えよ。
            {m}が終わった時点で、{b}図書館に届いているはずなのにそろっていなかったものの記号をすべて挙げてください。
            {b}図書館の{m}の不足分として、納入業者に送ってもらう必要があったものを、記号ですべて答えてください。""",
            b=b.name,
            m=both("m", issues.first),
        ),
        evidence=((f"titles/{b.key}/2025", "table"), (doc, "table"), (notice, "duty"), (notice, "exempt")),
        copied=doc,
        rival=swap(ledger, arrival, replace(arrival, damaged=True)),
        harmless=swap(ledger, beside, replace(beside, damaged=not beside.damaged)),
        cut=(doc, f"arrival:{rng.randrange(12, len(issues.arrivals) - 4)}"),
        rows=len(b.titles) + len(issues.arrivals),
        **outcome(
            codes,
            claimed(*case),
            {name: slip(case) for name, slip in slips_of(claimed, SLIPS).items()}
            | {"other_month": claimed(b, next(i for i in b.issues if i is not issues))},
            tuple(sorted({*claimed(*case), arrival.code})),
        ),
    )
