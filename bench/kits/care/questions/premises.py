"""Questions that take for granted what the documents refute: a fee, a person. The answer is the correction."""

from __future__ import annotations

from random import Random

from bench.kits.base import Question
from bench.kits.care.ledger import Ledger
from bench.kits.care.programs import PROGRAMS
from bench.kits.care.questions.escorts import SLIPS, cell, draw_case, evidence, facts, fee, with_fee
from bench.kits.care.questions.rosters import other_shift, rules_of
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, premise, slips_of
from bench.kits.shapes import person, yen

NIGHT = person()


@PROGRAMS.add(2, "html_merged", "numerical_inclusion", hops=2, kind="false_premise")
def fee_said(ledger: Ledger, rng: Random) -> Question:
    """The fee that the question names is that of another edition, band, day or area."""
    case = draw_case(ledger, rng)
    rules, row, column = cell(case)
    wrong = rng.choice([slip(case) for slip in slips_of(fee, SLIPS).values()])
    shift = rng.choice((-1, 1)) * rng.randrange(2, 6) * 10
    return Question(
        ask=ask(
            """
            The {o} office takes {wrong} for an escort of {n} minutes {area} on {when} that was ordered on {day}. Which band of the tariff does this fee belong to?
            Why does an escort {area} on {when} cost {wrong} at the {o} office, if it takes {n} minutes and was ordered on {day}?
            {wrong} is the fee of the {o} office for {n} minutes of escort {area} on {when}, ordered on {day}. By which edition of the tariff is that?""",
            """
            {o}事業所に{day}に申し込まれた{area}の付添い（{when}、{n}分）の料金は{wrong}であるが、これは料金表のどの区分の額か。
            {day}に{o}事業所へ申し込んだ{area}の付添いで、{when}に{n}分行うものが{wrong}になるのはなぜですか。
            {o}事業所の{area}の付添いは、{when}の{n}分で申込みが{day}なら{wrong}です。これは第何版の料金表による額ですか。""",
            wrong=yen(wrong),
            **facts(case),
        ),
        evidence=evidence(case),
        copied=f"escort/{case[0].key}/{rules.edition}",
        harmless=with_fee(ledger, rules, row - 1, column, shift),
        **premise(
            yen,
            fee(*case),
            wrong,
            "An escort {area} of {n} minutes on {when}, ordered from the {o} office on {day}, costs {right}, not {refuted}.",
            "{o}事業所に{day}に申し込まれた{area}の付添い（{when}、{n}分）の料金は{right}であり、{refuted}ではない。",
            **facts(case),
        ),
    )


@PROGRAMS.add(3, "markdown", "multi_hop", hops=2, kind="false_premise")
def night_said(ledger: Ledger, rng: Random) -> Question:
    """The person whom the question names has the night of the day before or after, or stands in the next line."""
    o = rng.choice(ledger.offices)
    roster = rng.choice(o.rosters)
    place = rng.randrange(1, 14)
    day = roster.first + DAY * place
    row = next(i for i, line in enumerate(roster.lines) if line.shifts[place] == "N")
    right = roster.lines[row].who
    near = [line.who for line in roster.lines if "N" in (line.shifts[place - 1], line.shifts[place + 1])]
    wrong = rng.choice([who for who in (*near, roster.lines[row - 1].who) if who is not right])
    rules = rules_of(o, roster)
    doc = f"roster/{o.key}/{roster.first:%Y-%m}"
    beside = rng.choice([line for line in roster.lines if line.who not in (right, wrong)])
    return Question(
        ask=ask(
            """
            At the {o} office {wrong} was on through the night that began on {day}. From when to when was that?
            When did {wrong} come off after the night at the {o} office that began on {day}?
            {wrong} stayed overnight at the {o} office from {day} to the next morning. How long was the rest that {wrong} could take?""",
            """
            {o}事業所で{day}の夜から翌朝まで勤めた{wrong}の始業と終業は何時か。
            {wrong}は、{day}の夜に{o}事業所に泊まりで入り、翌朝何時に上がりましたか。
            {o}事業所の{day}の泊まりは{wrong}でした。{wrong}がその間に取れた休憩は何分ですか。""",
            o=o.name,
            wrong=wrong,
            day=both("d", day),
        ),
        evidence=(
            (doc, f"line:{right.en}"),
            (doc, f"line:{wrong.en}"),
            (f"shift_rules/{o.key}/{rules.year}", "shift:N"),
        ),
        copied=doc,
        harmless=swap(ledger, beside, other_shift(rng, beside, rules)),
        **premise(
            NIGHT,
            right,
            wrong,
            "The night that began on {day} at the {o} office was covered by {right}, not by {refuted}.",
            "{o}事業所で{day}の夜から翌朝まで勤めたのは{right}であり、{refuted}ではない。",
            o=o.name,
            day=both("d", day),
        ),
    )
