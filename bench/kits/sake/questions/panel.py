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

Change = tuple[Tasted, Tasted]


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
    cases = [c for c in cases if refused(*c) and _changes(*c)[0]]
    cases = [c for c in cases if 3 <= len(refused(*c)) <= 8] or cases
    telling = [c for c in cases if sum(slip(c) != refused(*c) for slip in slips.values()) > 1]
    case = b, session = subject(rng, telling or cases, lambda c: refused(*c), {})
    doc = f"panel/{b.key}/{session.day}"
    changed, same = (rng.choice(changes) for changes in _changes(b, session))
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
            On {day} six people at the {b} brewery decided what goes on sale. Name, by code and in ascending order, everything that did not get through.
            Give, in ascending order, the codes of what was not let through at the {b} brewery on {day}.""",
            """
            {b}蔵で{day}に通らなかったものはどれか。記号を番号の小さい順にすべて答えよ。
            {day}に{b}蔵で６人がきいた結果、世に出せないこととなったものの記号を、小さい順にすべて挙げてください。
            {day}の{b}蔵での評価の結果、落ちたものをすべて、記号の小さい順に答えてください。""",
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


def _changes(b: Brewery, session: Session) -> tuple[list[Change], list[Change]]:
    """Changes of one point by one: those that decide whether a sample is refused, and those that do not."""
    decides: list[Change] = []
    others: list[Change] = []
    for sample, tasted in zip(session.samples, session.sheet, strict=True):
        for i, point in enumerate(tasted.points):
            for changed in (p for p in (point - 1, point + 1) if 1 <= p <= 5):
                other = replace(tasted, points=(*tasted.points[:i], changed, *tasted.points[i + 1 :]))
                differs = refused_one(b, session, sample, tasted) != refused_one(b, session, sample, other)
                (decides if differs and not sample.withdrawn else others).append((tasted, other))
    return decides, others
