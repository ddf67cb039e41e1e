"""Which incidents reached the town too late or not at all: classes, days, Sundays, exceptions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.care.ledger import Incident, Ledger, Office, Quarter
from bench.kits.care.programs import INCIDENTS, PRIVATE_NOTICE, PROGRAMS, in_force, starts
from bench.kits.days import DAY, add_months
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import codes

MISSING = 3  # names.CLASSES: reported whether or not a doctor was needed


def due(
    o: Office, incident: Incident, one_edition: int | None = None, other_first: bool = False, no_sunday: bool = False
) -> date | None:
    """The last day for the report; None where none is needed."""
    edition = in_force(o, INCIDENTS, incident.day)
    rules = o.incident_rules[edition if one_edition is None else one_edition]
    days = rules.days[incident.cls]
    if days is None:
        return None
    last = incident.day + DAY * (days - (rules.first_counts != other_first))
    return last + DAY if last.weekday() == 6 and rules.sunday_moves and not no_sunday else last


def is_late(o: Office, incident: Incident, no_exception: bool = False, **slip: Any) -> bool:
    last = due(o, incident, **slip)
    needed = incident.doctor or incident.cls == MISSING or no_exception
    return bool(last and needed and (incident.reported is None or incident.reported > last))


def late(o: Office, quarter: Quarter, **slip: Any) -> tuple[str, ...]:
    """Codes of the incidents of a quarter that were not reported in time."""
    return tuple(i.ref for i in quarter.incidents if is_late(o, i, **slip))


def _changes(o: Office, quarter: Quarter, decides: bool) -> list[tuple[Incident, Incident]]:
    """Incidents with another day of the report, which decides whether it was in time or does not."""
    found = []
    for incident in quarter.incidents[1:]:
        if incident.reported is None:
            continue
        for shift in (-2, -1, 1, 2):
            other = replace(incident, reported=max(incident.reported + DAY * shift, incident.day + DAY))
            if other != incident and (is_late(o, other) != is_late(o, incident)) == decides:
                found.append((incident, other))
    return found


@PROGRAMS.add(4, "multi_source", "conceptual_inclusion", hops=4)
def reported_late(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        late,
        {
            "forgot_the_exception": {"no_exception": True},
            "first_day_miscounted": {"other_first": True},
            "forgot_sundays": {"no_sunday": True},
            "newer_edition_for_all": {"one_edition": 1},
            "older_edition_for_all": {"one_edition": 0},
        },
    )
    cases = [
        (o, quarter)
        for o in ledger.offices
        for quarter in o.quarters
        if 3 <= len(late(o, quarter)) <= 9 and _changes(o, quarter, True)
    ]
    mixed = [c for c in cases if len({in_force(c[0], INCIDENTS, i.day) for i in c[1].incidents}) > 1]
    cases = mixed if mixed and rng.random() < 0.6 else cases
    telling = [c for c in cases if sum(slip(c) != late(*c) for slip in slips.values()) > 2]
    case = o, quarter = subject(rng, telling or cases, lambda c: late(*c), {})
    doc = f"incidents/{o.key}/{quarter.first:%Y-%m}"
    old, new = rng.choice(_changes(o, quarter, True))
    rival = swap(ledger, old, new)
    changed = replace(quarter, incidents=tuple(new if i is old else i for i in quarter.incidents))
    editions = sorted({in_force(o, INCIDENTS, i.day) for i in quarter.incidents})
    rules = [f"incident_rules/{o.key}/{o.incident_rules[edition].edition}" for edition in editions]
    return Question(
        ask=ask(
            """
            Of what happened at the {o} office from {first} to {last} and had to be made known to the town, what did the town hear of too late or not at all? Give the codes in ascending order.
            Which events at the {o} office from {first} to {last} should the town have been told of and was not, or not in time? Answer with the codes in ascending order.
            From {first} to {last}, in which cases did the {o} office miss the last day for telling the town? Codes in ascending order, please.""",
            """
            {o}事業所で{first}から{last}までに起きた事柄のうち、町への連絡を要するのに、それが期限に遅れ、又は行われなかったものはどれか。記号を小さい順にすべて答えよ。
            {first}から{last}までに{o}事業所で起きたことで、町に知らせるべきであったのに知らせていない、又は期限を過ぎて知らせたものの記号を、小さい順に挙げてください。
            {o}事業所は、{first}から{last}までの間、どの件で町に知らせる期限を守れませんでしたか。記号を小さい順に答えてください。""",
            o=o.name,
            first=both("d", quarter.first),
            last=both("d", add_months(quarter.first, 3) - DAY),
        ),
        evidence=(
            (doc, "table"),
            *((rule, span) for rule in rules for span in ("days", "count", "doctor")),
            *starts(o, INCIDENTS),
            (PRIVATE_NOTICE, "rule"),
        ),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, *rng.choice(_changes(o, quarter, False))),
        cut=(doc, f"incident:{rng.choice(quarter.incidents[8:]).ref}"),
        rows=len(quarter.incidents),
        **outcome(codes, late(*case), {name: slip(case) for name, slip in slips.items()}, late(o, changed)),
    )
