"""Until when a missed lesson is made up, at the very minute of the notice; and which of a month's never were."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.school import names
from bench.kits.school.ledger import Absence, Ledger, Makeup, Makeups
from bench.kits.school.programs import MAKEUPS, PROGRAMS, Spans, in_force, start, starts
from bench.kits.school.terms import until
from bench.kits.shapes import codes, day

SPANS = ("notice", "days", "first", "closed")


def last_day(ledger: Ledger, i: int, absence: Absence, by_lesson: bool = False, **slip: Any) -> date:
    """The last day for a lesson missed at school `i`."""
    edition = {name: slip.pop(name) for name in ("other_edition", "uncorrected", "one_edition") if name in slip}
    s = ledger.schools[i]
    rules = s.makeups[in_force(ledger, i, MAKEUPS, absence.day if by_lesson else absence.told, **edition)]
    return until(rules, s.closed, absence, **slip)


SLIPS: dict[str, dict[str, Any]] = {
    "other_edition": {"other_edition": True},
    "edition_by_day_of_lesson": {"by_lesson": True},
    "overlooked_the_correction": {"uncorrected": True},
    "range_end": {"other_side": True},
    "counted_from_the_wrong_day": {"other_count": True},
    "forgot_the_closed_day": {"not_moved": True},
}


def draw_case(ledger: Ledger, rng: Random) -> tuple[int, Absence]:
    """Notice on the day before, at the very minute that decides, near the first day of the new edition."""
    cases = []
    for i, s in enumerate(ledger.schools):
        for n in range(-55, 56):
            told = start(ledger, i, MAKEUPS) + DAY * n
            by = s.makeups[in_force(ledger, i, MAKEUPS, told)].by
            if (told + DAY).weekday() != s.closed:
                cases.append((i, Absence("", names.PEOPLE[0], told + DAY, told, by, False)))
    solve = partial(last_day, ledger)
    slips = slips_of(solve, SLIPS)
    telling = {name: slips[name] for name in ("other_edition", "range_end", "counted_from_the_wrong_day")}
    name, share = rng.choice(
        (("forgot_the_closed_day", 0.6), ("edition_by_day_of_lesson", 0.2), ("overlooked_the_correction", 0.6))
    )
    hard = [case for case in cases if all(slip(case) != solve(*case) for slip in (slips[name], *telling.values()))]
    cases = hard if hard and rng.random() < share else cases
    return subject(rng, cases, lambda c: solve(*c), telling, lambda c: is_older(ledger, c), 0.3)


def is_older(ledger: Ledger, case: tuple[int, Absence]) -> bool:
    return not in_force(ledger, case[0], MAKEUPS, case[1].told)


def rules_of(ledger: Ledger, case: tuple[int, Absence]) -> Makeups:
    return ledger.schools[case[0]].makeups[in_force(ledger, case[0], MAKEUPS, case[1].told)]


def evidence(ledger: Ledger, case: tuple[int, Absence]) -> Spans:
    i, rules = case[0], rules_of(ledger, case)
    doc = f"makeup_rules/{ledger.schools[i].key}/{rules.edition}"
    return *((doc, span) for span in SPANS), *starts(ledger, i, MAKEUPS)


def facts(ledger: Ledger, case: tuple[int, Absence]) -> dict[str, Any]:
    i, absence = case
    return {
        "s": ledger.schools[i].name,
        "d": both("d", absence.day),
        "w": both("wd", absence.day),
        "told": both("d", absence.told),
        "at": both("tj", absence.told_at),
    }


@PROGRAMS.add(1, "multi_source", "numerical_inclusion", hops=2)
def made_up_until(ledger: Ledger, rng: Random) -> Question:
    case = i, absence = draw_case(ledger, rng)
    s, rules = ledger.schools[i], rules_of(ledger, case)
    early = rules.closed
    usual, other_period = (rules.long, range(31, 64)) if early else (rules.short, range(9, 27))
    days = [n for n in other_period if 2 < abs(n - usual) < 9]
    changed = [replace(rules, long=n) if early else replace(rules, short=n) for n in days]
    other = rng.choice([r for r in changed if until(r, s.closed, absence) != until(rules, s.closed, absence)])
    rival = swap(ledger, rules, other)
    doc = f"makeup_rules/{s.key}/{rules.edition}"
    results = {name: slip(case) for name, slip in slips_of(partial(last_day, ledger), SLIPS).items()}
    return Question(
        ask=ask(
            """
            On {told} at {at} a student of the {s} school gives notice that the lesson of {d} ({w}) will be missed. What is the last day on which it can be made up? There is no doctor's note.
            A student of the {s} school will miss the lesson of {w}, {d}, and says so at {at} on {told}, without a doctor's note. Until what day can that lesson be made up?
            Notice reaches the {s} school at {at} on {told}, for the lesson of {d} ({w}); no doctor's note is handed in. By what day at the latest must the lesson be made up?""",
            """
            {s}校の受講生が、{d}（{w}）のレッスンを欠席すると{told}の{at}に連絡した。診断書の提出はない。このレッスンを振り替えることができる最後の日はいつか。
            {s}校で{d}（{w}）のレッスンを休むという連絡が、{told}の{at}にありました。診断書はありません。振替は何年何月何日まで受けられますか。
            {told}の{at}に、{s}校へ{d}（{w}）のレッスンを休む旨の連絡があった（診断書なし）。振替受講の期限はいつになりますか。""",
            **facts(ledger, case),
        ),
        evidence=evidence(ledger, case),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, rules, replace(rules, most=rng.choice([n for n in (3, 4, 5, 6) if n != rules.most]))),
        cut=(doc, "closed"),
        older=is_older(ledger, case),
        **outcome(day, last_day(ledger, *case), results, last_day(rival, *case)),
    )


Sheet = tuple[Absence, ...]


def lapsed(
    ledger: Ledger, i: int, sheet: Sheet, late_too: bool = False, without_notice: bool = False, **slip: Any
) -> tuple[str, ...]:
    """Numbers of the absences with notice for which no lesson was held in time, in the order of the list."""
    made = {m.absence: m for rows in ledger.schools[i].made for m in rows}

    def is_lapsed(absence: Absence) -> bool:
        if absence.told_at < 0:
            return without_notice
        lesson: Makeup | None = made.get(absence.ref)
        return lesson is None or (not late_too and lesson.day > last_day(ledger, i, absence, **slip))

    return tuple(absence.ref for absence in sheet if is_lapsed(absence))


def _changes(ledger: Ledger, i: int, sheet: Sheet, decides: bool) -> list[tuple[Absence, Absence]]:
    """Rows with another day of the lesson that decides whether it lapsed, or does not."""
    found, closed = [], ledger.schools[i].closed
    made = {m.absence: m.day for rows in ledger.schools[i].made for m in rows}
    for place, absence in enumerate(sheet):
        low = sheet[place - 1].day if place else sheet[0].day.replace(day=1)
        high = sheet[place + 1].day if place + 1 < len(sheet) else sheet[-1].day
        for n in (-3, -2, -1, 1, 2, 3):
            other = replace(absence, day=absence.day + DAY * n)
            fits = low <= other.day <= high and other.told <= other.day and other.day.weekday() != closed
            if absence.told_at < 0 or not fits or made.get(absence.ref, date.max) <= other.day:
                continue
            rows = tuple(other if row is absence else row for row in sheet)
            if (lapsed(ledger, i, rows) != lapsed(ledger, i, sheet)) == decides:
                found.append((absence, other))
    return found


@PROGRAMS.add(4, "multi_source", "numerical_inclusion", hops=4)
def never_made_up(ledger: Ledger, rng: Random) -> Question:
    solve = partial(lapsed, ledger)
    slips = slips_of(
        solve,
        {
            "late_ones_too": {"late_too": True},
            "those_without_notice_too": {"without_notice": True},
            "newer_edition_for_all": {"one_edition": 1},
            "older_edition_for_all": {"one_edition": 0},
            "range_end": {"other_side": True},
            "counted_from_the_wrong_day": {"other_count": True},
            "forgot_the_closed_day": {"not_moved": True},
            "forgot_the_doctors_note": {"forgot_note": True},
            "edition_by_day_of_lesson": {"by_lesson": True},
        },
    )
    telling = {name: slips[name] for name in ("late_ones_too", "those_without_notice_too")}
    cases = [
        (i, sheet)
        for i, s in enumerate(ledger.schools)
        for sheet in s.absences
        if 4 <= len(lapsed(ledger, i, sheet)) <= 13 and _changes(ledger, i, sheet, True)
    ]
    case = i, sheet = subject(rng, cases, lambda c: solve(*c), telling)
    s = ledger.schools[i]
    old, new = rng.choice(_changes(ledger, i, sheet, True))
    doc = f"absences/{s.key}/{sheet[0].day:%Y-%m}"
    editions = sorted({in_force(ledger, i, MAKEUPS, a.told) for a in sheet if a.told_at >= 0})
    rules = [f"makeup_rules/{s.key}/{s.makeups[edition].edition}" for edition in editions]
    return Question(
        ask=ask(
            """
            Notice was given of lessons that students of the {s} school would miss in {m}. For which of them was no other lesson held in time? Give the numbers in ascending order.
            Some students of the {s} school said beforehand that they would not come to a lesson in {m}, and then let the time run out. Give the numbers of these cases, in ascending order.
            Of what was missed at the {s} school in {m} with notice, which numbers had not been caught up with when the time for that was over? Ascending order, please.""",
            """
            {s}校で{m}に欠席したもののうち、連絡がありながら、期限までに代わりのレッスンが行われなかったものはどれか。番号を小さい順にすべて答えよ。
            {m}に{s}校のレッスンを休むと連絡した受講生のうち、期限内に埋め合わせのレッスンを受けなかったものの番号を、小さい順にすべて挙げてください。
            {s}校の{m}の欠席で、連絡があったのに、認められた期間のうちに埋め合わせがされなかったものの番号を、小さい順に答えてください。""",
            s=s.name,
            m=both("m", sheet[0].day),
        ),
        evidence=(
            (doc, "table"),
            *((f"makeups/{s.key}/{n + 1}", "table") for n in range(len(s.made))),
            *((rule, span) for rule in rules for span in (*SPANS, "note", "without")),
            *starts(ledger, i, MAKEUPS),
        ),
        copied=doc,
        rival=swap(ledger, old, new),
        harmless=swap(ledger, *rng.choice(_changes(ledger, i, sheet, False))),
        cut=(doc, f"absence:{rng.choice(sheet[10:]).ref}"),
        rows=len(sheet),
        **outcome(
            codes,
            solve(*case),
            {name: slip(case) for name, slip in slips.items()},
            lapsed(ledger, i, tuple(new if row is old else row for row in sheet)),
        ),
    )
