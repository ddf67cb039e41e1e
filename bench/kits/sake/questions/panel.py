"""Which samples of a tasting are refused: points with some of them struck, fault marks, withdrawn samples."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.sake.ledger import Brewery, Ledger, PanelRules, Sample, Session, Tasted, brewing_year
from bench.kits.sake.programs import PROGRAMS
from bench.kits.shapes import codes


def points(rules: PanelRules, tasted: Tasted) -> int:
    """The sum that counts; 1 point is the best."""
    kept = sorted(tasted.points)
    return sum(kept[1:-1] if rules.dropped == "both" else kept[:-1] if rules.dropped == "worst" else kept)


def refused_one(
    b: Brewery,
    session: Session,
    sample: Sample,
    tasted: Tasted,
    one_edition: int | None = None,
    by_session: bool = False,
    no_marks: bool = False,
    limit_too: bool = False,
) -> bool:
    edition = brewing_year(session.day if by_session else sample.pressed) - 2024
    rules = b.panel_rules[edition if one_edition is None else one_edition]
    over = points(rules, tasted) > rules.limit - limit_too
    return over or (sum(tasted.faults) >= rules.marks and not no_marks)


def refused(b: Brewery, session: Session, withdrawn_too: bool = False, **slip: bool) -> tuple[str, ...]:
    """Codes of the samples that are not released, in the order of the list."""
    return tuple(
        sample.ref
        for sample, tasted in zip(session.samples, session.sheet, strict=True)
        if (withdrawn_too or not sample.withdrawn) and refused_one(b, session, sample, tasted, **slip)
    )


@PROGRAMS.add(4, "multi_source", "html", hops=4)
def turned_down(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        refused,
        {
            "newer_edition_for_all": {"one_edition": 1},
            "older_edition_for_all": {"one_edition": 0},
            "forgot_fault_marks": {"no_marks": True},
        },
    )
    cases = [(b, session) for b in ledger.breweries for session in b.sessions]
    cases = [c for c in cases if all(sum(brewing_year(s.pressed) == y for s in c[1].samples) > 3 for y in (2024, 2025))]
    cases = [c for c in cases if 3 <= len(refused(*c)) <= 8] or cases
    case = b, session = subject(rng, cases, lambda c: refused(*c), slips)
    doc, (changed, same) = f"panel/{b.key}/{session.day}", _changed(rng, b, session)
    with_rival = replace(session, sheet=tuple(changed[1] if t is changed[0] else t for t in session.sheet))
    rules = [f"panel_rules/{b.key}/{year}" for year in (2024, 2025)]
    samples = f"samples/{b.key}/{session.day}"
    results = {name: slip(case) for name, slip in slips.items()} | {
        "withdrawn_too": refused(*case, withdrawn_too=True),
        "range_end": refused(*case, limit_too=True),
    }
    return Question(
        ask=ask(
            """
            Which entries were turned down at the {b} brewery on {day}? Give their codes in ascending order.
            On {day} the {b} brewery let the judges decide. Name, by code and in ascending order, everything that did not get through.
            Give, in ascending order, the codes of what the judges at the {b} brewery did not let pass on {day}.""",
            """
            {b}蔵で{day}に行われた審査において、通らなかったものはどれか。記号を番号の小さい順にすべて答えよ。
            {day}、{b}蔵での審査の結果、不可となったものの記号を小さい順にすべて挙げてください。
            {b}蔵の{day}の審査で落ちたものをすべて、記号の小さい順に答えてください。""",
            b=b.name,
            day=both("d", session.day),
        ),
        evidence=(
            (doc, "table"),
            (samples, "table"),
            *((rule, span) for rule in rules for span in ("year", "points", "limit", "faults", "withdrawn")),
        ),
        copied=doc,
        rival=swap(ledger, *changed),
        harmless=swap(ledger, *same),
        cut=(doc, f"sample:{rng.choice(session.sheet[7:]).ref}"),
        rows=len(session.samples),
        **outcome(codes, refused(*case), results, refused(b, with_rival)),
    )


def _changed(rng: Random, b: Brewery, session: Session) -> tuple[tuple[Tasted, Tasted], tuple[Tasted, Tasted]]:
    """Two changes of one point: one that decides, one that does not."""
    decides, not_so = [], []
    for sample, tasted in zip(session.samples, session.sheet, strict=True):
        for i, point in enumerate(tasted.points):
            for step in (-1, 1):
                if not 1 <= point + step <= 5:
                    continue
                other = replace(tasted, points=(*tasted.points[:i], point + step, *tasted.points[i + 1 :]))
                differs = refused_one(b, session, sample, tasted) != refused_one(b, session, sample, other)
                (decides if differs and not sample.withdrawn else not_so).append((tasted, other))
    return rng.choice(decides), rng.choice(not_so)
