"""The working hours that a roster gives one person in half a month."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.care.ledger import SHIFTS, Ledger, Line, Office, Roster, ShiftRules
from bench.kits.care.programs import PROGRAMS
from bench.kits.days import fiscal_year
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import duration


def rules_of(o: Office, roster: Roster, other_edition: bool = False) -> ShiftRules:
    return o.shift_rules[(fiscal_year(roster.first) - 2024) ^ other_edition]


def worked(
    o: Office,
    roster: Roster,
    line: Line,
    other_edition: bool = False,
    with_breaks: bool = False,
    no_nights: bool = False,
) -> int:
    """Minutes of work in the fifteen days of the roster."""
    rules, total = rules_of(o, roster, other_edition), 0
    for shift in line.shifts:
        if shift == "-" or (shift == "N" and no_nights):
            continue
        start, end, rest = rules.hours[SHIFTS.index(shift)]
        total += (end - start) % (24 * 60) - (0 if with_breaks else rest)
    return total


def other_shift(rng: Random, line: Line, rules: ShiftRules) -> Line:
    """The line with one shift of the day changed to one that is longer or shorter."""
    length = {s: (rules.hours[i][1] - rules.hours[i][0]) % 1440 - rules.hours[i][2] for i, s in enumerate(SHIFTS)}
    places = [i for i, shift in enumerate(line.shifts) if shift in "EDL" and i > 2]
    changes = [(i, s) for i in places for s in "EDL" if length[s] != length[line.shifts[i]]]
    changes = changes or [(i, "H") for i in places]
    place, shift = rng.choice(changes)
    return replace(line, shifts=(*line.shifts[:place], shift, *line.shifts[place + 1 :]))


@PROGRAMS.add(2, "markdown", "calculation", hops=2)
def hours_rostered(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(worked, {"other_edition": {"other_edition": True}, "breaks_counted": {"with_breaks": True}})
    cases = [(o, roster, line) for o in ledger.offices for roster in o.rosters for line in roster.lines[2:]]
    case = o, roster, line = subject(
        rng, cases, lambda c: worked(*c), slips, lambda c: rules_of(c[0], c[1]) is c[0].shift_rules[0]
    )
    rules = rules_of(o, roster)
    place = roster.lines.index(line)
    beside = roster.lines[place - 1]
    other = other_shift(rng, line, rules)
    doc = f"roster/{o.key}/{roster.first:%Y-%m}"
    results = {name: slip(case) for name, slip in slips.items()} | {
        "neighbouring_row": worked(o, roster, beside),
        "forgot_nights": worked(*case, no_nights=True),
    }
    return Question(
        ask=ask(
            """
            How much working time does the roster of the {o} office give {who} for 1 to 15 {m}, breaks not included? Answer in hours and minutes.
            From 1 to 15 {m}, how long does {who} of the {o} office work in all by the roster, without breaks? Give hours and minutes.
            Add up the working time, without breaks, of {who} at the {o} office on days 1 to 15 of {m} as rostered. How many hours and minutes is that?""",
            """
            {o}事業所の勤務表によると、{who}の{m}１日から15日までの労働時間は、休憩を除き何時間何分か。
            {m}１日から15日まで、{o}事業所の{who}は勤務表の上で合計何時間何分働くことになりますか。休憩は含めません。
            {o}事業所の{who}について、{m}の勤務表（１日～15日）の労働時間を休憩を除いて合計すると、何時間何分になりますか。""",
            o=o.name,
            who=line.who,
            m=both("m", roster.first),
        ),
        evidence=(
            (doc, f"line:{line.who.en}"),
            *((f"shift_rules/{o.key}/{rules.year}", f"shift:{shift}") for shift in SHIFTS if shift in line.shifts),
        ),
        copied=doc,
        rival=swap(ledger, line, other),
        harmless=swap(ledger, beside, other_shift(rng, beside, rules)),
        cut=(doc, f"line:{line.who.en}"),
        older=rules is o.shift_rules[0],
        rows=15,
        **outcome(duration, worked(*case), results, worked(o, roster, other)),
    )
