"""Substitutes: which dish one pupil gets, and which pupils get one on a day, by groups, certificates, trips, absences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question, Text
from bench.kits.days import DAY, add_months
from bench.kits.ledgers import swap
from bench.kits.lunch import names
from bench.kits.lunch.ledger import Certificate, Ledger, Menu, Month, Pupil, School
from bench.kits.lunch.programs import (
    CERTIFICATES,
    PROGRAMS,
    SUBSTITUTES,
    Spans,
    absent,
    away,
    certificates_of,
    in_force,
    starts,
)
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import codes, words


def holds(ledger: Ledger, i: int, issued: date, day: date, to_the_day: bool = False, **edition: Any) -> bool:
    """Whether a certificate is valid on a day."""
    months = ledger.schools[i].certificate[in_force(ledger, i, CERTIFICATES, issued, **edition)].months
    end = add_months(issued, months) if to_the_day else add_months(issued.replace(day=1), months + 1) - DAY
    return issued <= day <= end


def valid(ledger: Ledger, i: int, pupil: Pupil, day: date, first_only: bool = False, **slip: Any) -> bool:
    """Whether the latest certificate of a pupil issued by that day still holds."""
    issued = sorted(c.issued for c in certificates_of(ledger.schools[i], pupil) if c.issued <= day)
    return bool(issued) and holds(ledger, i, issued[0] if first_only else issued[-1], day, **slip)


def portions(
    ledger: Ledger,
    i: int,
    day: date,
    absent_too: bool = False,
    away_too: bool = False,
    all_valid: bool = False,
    **certificate: Any,
) -> list[tuple[Pupil, int]]:
    """(pupil, course) of every substitute that is made on a day, in the order of the register."""
    s = ledger.schools[i]
    for month in s.months:
        for menu in month.menus:
            if menu.day == day:
                return [
                    (pupil, course)
                    for pupil in s.pupils
                    for course, (_, group) in enumerate(menu.dishes)
                    if pupil.group == group
                    and (all_valid or valid(ledger, i, pupil, day, **certificate))
                    and (away_too or not away(month, pupil, day))
                    and (absent_too or not absent(month, pupil, day))
                ]
    return []


def who(ledger: Ledger, i: int, day: date, **slip: Any) -> tuple[str, ...]:
    """Numbers of the pupils who get a substitute on a day."""
    return tuple(dict.fromkeys(pupil.number for pupil, _ in portions(ledger, i, day, **slip)))


SLIPS: dict[str, dict[str, Any]] = {
    "forgot_the_certificates": {"all_valid": True},
    "newer_certificate_rules_for_all": {"one_edition": 1},
    "older_certificate_rules_for_all": {"one_edition": 0},
    "first_certificate_only": {"first_only": True},
    "valid_to_the_day": {"to_the_day": True},
    "forgot_the_absences": {"absent_too": True},
    "forgot_the_trip": {"away_too": True},
    "overlooked_the_agreement": {"no_agreement": True},
}


def menu_days(ledger: Ledger) -> Iterator[tuple[int, date]]:
    """Days with dishes of two groups or three."""
    for i, s in enumerate(ledger.schools):
        for month in s.months:
            for menu in month.menus:
                if len({group for _, group in menu.dishes if group >= 0}) >= 2:
                    yield i, menu.day


def day_evidence(ledger: Ledger, i: int, day: date) -> Spans:
    s = ledger.schools[i]
    month = month_of(s, day)
    period = f"{s.key}/{month.first:%Y-%m}"
    return (
        (f"pupils/{s.key}/2023", "table"),
        (f"certificates/{s.key}/2023", "table"),
        (f"certificates/{s.key}/2023", "latest"),
        (f"menus/{period}", f"menu:{day}"),
        (f"trips/{period}", "table"),
        (f"absences/{period}", "table"),
        *((f"certificate_rules/{s.key}/{s.certificate[n].edition}", "months") for n in _editions(ledger, i, day)),
        *starts(ledger, i, CERTIFICATES),
    )


def _editions(ledger: Ledger, i: int, day: date) -> list[int]:
    """The editions that a certificate goes by of any pupil whose group is on the menu and who is there."""
    s, month = ledger.schools[i], month_of(ledger.schools[i], day)
    issued = [
        [c.issued for c in certificates_of(s, pupil) if c.issued <= day]
        for pupil in s.pupils
        if pupil.group in groups_of(month, day) and not away(month, pupil, day) and not absent(month, pupil, day)
    ]
    return sorted({in_force(ledger, i, CERTIFICATES, max(days)) for days in issued if days})


def groups_of(month: Month, day: date) -> list[int]:
    return [group for _, group in next(m for m in month.menus if m.day == day).dishes]


def month_of(s: School, day: date) -> Month:
    return next(m for m in s.months if (m.first.year, m.first.month) == (day.year, day.month))


def other_days(ledger: Ledger, i: int, day: date) -> list[tuple[Certificate, list[date]]]:
    """Only certificates of pupils concerned that day, and days of issue with which they would hold, or not, instead."""
    s = ledger.schools[i]
    month = month_of(s, day)
    groups = groups_of(month, day)
    found = []
    for pupil in s.pupils:
        own = list(certificates_of(s, pupil))
        if len(own) == 1 and pupil.group in groups and not away(month, pupil, day) and not absent(month, pupil, day):
            now = holds(ledger, i, own[0].issued, day)
            days = [date(2023, 1, 10) + DAY * n for n in range(0, 225, 5)]
            found.append((own[0], [issued for issued in days if holds(ledger, i, issued, day) != now]))
    return [(certificate, days) for certificate, days in found if days]


def other_certificates(ledger: Ledger, i: int, day: date, rng: Random) -> tuple[Ledger, Ledger]:
    """Ledgers with one certificate of another day: one that changes who gets a substitute, and one that does not."""
    s = ledger.schools[i]
    groups = groups_of(month_of(s, day), day)
    certificate, days = rng.choice(other_days(ledger, i, day))
    rival = swap(ledger, certificate, replace(certificate, issued=rng.choice(days)))
    elsewhere = rng.choice([p for p in s.pupils if p.group not in groups])
    certificate = next(certificates_of(s, elsewhere))
    shift = rng.choice((-1, 1)) * rng.randrange(4, 19)
    return rival, swap(ledger, certificate, replace(certificate, issued=certificate.issued + DAY * shift))


@PROGRAMS.add(4, "multi_source", "multi_hop", hops=6)
def who_gets_one(ledger: Ledger, rng: Random) -> Question:
    solve = partial(who, ledger)
    slips = slips_of(solve, SLIPS)
    needed = {name: slips[name] for name in ("forgot_the_certificates", "forgot_the_absences")}
    found = list(menu_days(ledger))
    found = rng.sample(found, min(len(found), 60))
    cases = [c for c in found if 3 <= len(solve(*c)) <= 10 and other_days(ledger, *c)]
    telling = [c for c in cases if slips["forgot_the_trip"](c) != solve(*c)]
    if telling and rng.random() < 0.5:
        cases = telling + rng.sample(cases, min(len(cases), 10))
    case = i, day = subject(rng, cases, lambda c: solve(*c), needed)
    s = ledger.schools[i]
    rival, harmless = other_certificates(ledger, i, day, rng)
    doc = f"certificates/{s.key}/2023"
    return Question(
        ask=ask(
            """
            Which children of {s} School were to be given something else to eat on {day} in place of what they may not have? Give their numbers.
            For which children of {s} School did the kitchen have to cook something different on {day}? Answer with the numbers.
            Give the numbers of the children of {s} School for whom another dish had to be made on {day}.""",
            """
            {day}に、{s}学校で、食べられない料理に代えて別のものを用意することになった児童生徒は誰か。番号で答えよ。
            {s}学校で{day}に別の料理を出す必要があった児童生徒の番号をすべて挙げてください。
            {day}の給食で、{s}学校の児童生徒のうち、別のものを作る対象となった者を番号で答えてください。""",
            s=s.name,
            day=both("d", day),
        ),
        evidence=(*day_evidence(ledger, i, day), (_list(ledger, i, day), "none")),
        copied=doc,
        rival=rival,
        harmless=harmless,
        cut=(doc, f"certificate:{rng.choice(s.certificates[10:]).number}"),
        rows=len(s.pupils) + len(s.certificates),
        **outcome(codes, solve(*case), {name: slip(case) for name, slip in slips.items()}, who(rival, *case)),
    )


def _list(ledger: Ledger, i: int, day: date) -> str:
    s = ledger.schools[i]
    return f"substitutes/{s.key}/{s.substitutes[in_force(ledger, i, SUBSTITUTES, day)].edition}"


def instead(
    ledger: Ledger,
    i: int,
    menu: Menu,
    pupil: Pupil,
    other_group: bool = False,
    other_course: bool = False,
    **edition: Any,
) -> Text:
    """The dish that a pupil gets in place of the one dish of the group."""
    rules = ledger.schools[i].substitutes[in_force(ledger, i, SUBSTITUTES, menu.day, **edition)]
    course = next(n for n, (_, group) in enumerate(menu.dishes) if group == pupil.group)
    return rules.dishes[(pupil.group + other_group) % 4][(course + other_course) % 3][0]


@PROGRAMS.add(2, "conceptual_inclusion", "markdown", hops=4)
def dish_instead(ledger: Ledger, rng: Random) -> Question:
    solve = partial(instead, ledger)
    slips = slips_of(
        solve,
        {
            "other_edition": {"other_edition": True},
            "neighbouring_row": {"other_group": True},
            "neighbouring_column": {"other_course": True},
            "overlooked_the_agreement": {"no_agreement": True},
        },
    )
    cases = []
    for i, s in enumerate(ledger.schools):
        for month in s.months:
            for menu in month.menus:
                groups = [group for _, group in menu.dishes]
                served = {p.number for p, _ in portions(ledger, i, menu.day)} if max(groups) >= 0 else set()
                both_valid = [p for p in s.pupils if p.number in served and groups.count(p.group) == 1]
                cases += [(i, menu, p) for p in both_valid]
    case = i, menu, pupil = subject(
        rng,
        cases,
        lambda c: solve(*c),
        slips_needed(slips),
        lambda c: not in_force(ledger, c[0], SUBSTITUTES, c[1].day),
        0.4,
    )
    s = ledger.schools[i]
    edition = in_force(ledger, i, SUBSTITUTES, menu.day)
    rules = s.substitutes[edition]
    course = next(n for n, (_, group) in enumerate(menu.dishes) if group == pupil.group)
    doc = f"substitutes/{s.key}/{rules.edition}"
    used = [cell[0] for row in rules.dishes for cell in row]
    spare = [text for text in names.SUBSTITUTES[course * 10 : course * 10 + 10] if text not in used]
    other, third = rng.sample(spare, 2)
    rival = swap(ledger, rules, with_dish(rules, pupil.group, course, other))
    return Question(
        ask=ask(
            """
            On {day} the menu of {s} School has one dish that pupil {number} may not eat. What does the pupil get in its place?
            Pupil {number} of {s} School cannot have one of the dishes of {day}. Which dish is given instead?
            Which dish replaces, for pupil {number} of {s} School, the one on the menu of {day} that this pupil must not have?""",
            """
            {day}の{s}学校の献立には、番号{number}の児童生徒が食べられない料理が一つある。代わりに何が出されるか。
            {s}学校の{number}番の児童生徒は、{day}の料理のうち一つを食べることができません。その代わりとなる料理は何ですか。
            {day}の献立について、{s}学校の{number}の児童生徒に、食べられない一品に代えて出す料理を答えてください。""",
            s=s.name,
            number=pupil.number,
            day=both("d", menu.day),
        ),
        evidence=(
            (f"pupils/{s.key}/2023", f"pupil:{pupil.number}"),
            (f"menus/{s.key}/{menu.day:%Y-%m}", f"menu:{menu.day}"),
            (doc, f"group:{pupil.group}"),
            *starts(ledger, i, SUBSTITUTES),
        ),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, rules, with_dish(rules, (pupil.group + 2) % 4, course, third)),
        cut=(doc, f"group:{pupil.group}"),
        older=edition == 0,
        **outcome(words, solve(*case), {name: slip(case) for name, slip in slips.items()}, other),
    )


def slips_needed(slips: dict[str, Any]) -> dict[str, Any]:
    return {name: slip for name, slip in slips.items() if name != "overlooked_the_agreement"}


def with_dish(rules: Any, group: int, course: int, dish: Text) -> Any:
    """The list with another dish in one cell, at the same price."""
    table = [list(row) for row in rules.dishes]
    table[group][course] = (dish, table[group][course][1])
    return replace(rules, dishes=tuple(map(tuple, table)))
