"""Questions that take for granted what the documents refute: an allowance, a traveller. The answer is the correction."""

from __future__ import annotations

from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, premise, slips_of
from bench.kits.shapes import code, yen
from bench.kits.travel.ledger import Ledger
from bench.kits.travel.programs import PROGRAMS, trip_doc
from bench.kits.travel.questions.daily import (
    OWN,
    changed_rules,
    draw_case,
    edition_of,
    facts,
    other_meals,
    rule_evidence,
    solve,
)


@PROGRAMS.add(2, "multi_source", "calculation", hops=2, kind="false_premise")
def allowance_said(ledger: Ledger, rng: Random) -> Question:
    """The allowance that the question names is that of another edition, or of the other side of a border."""
    case = draw_case(ledger, rng)
    b, trip, _ = case
    edition, right = edition_of(b, trip), solve(*case)
    wrong = rng.choice([sum_ for slip in slips_of(solve, OWN).values() if (sum_ := slip(case)) != right])
    _, same = changed_rules(rng, case)
    return Question(
        ask=ask(
            """
            For a domestic trip of {km} km one way, ordered on {o}, from {d1} ({t1}) to {d2} ({t2}) without provided meals and private days, a {grade} of the {b} branch gets a daily allowance of {wrong} yen. How many days and half days are counted for this sum?
            Why does a {grade} of the {b} branch get a daily allowance of {wrong} yen for a trip within the country that was ordered on {o}, began on {d1} at {t1}, ended on {d2} at {t2} and went {km} km one way, without provided meals and private days?
            The daily allowance of a {grade} of the {b} branch for the trip from {d1} ({t1}) to {d2} ({t2}), {km} km one way within the country, ordered on {o} and without provided meals and private days, is {wrong} yen. By which edition of the rules is that?""",
            """
            {b}支店の{grade}の社員の国内出張（命令{o}、片道{km}㎞、出発{d1}{t1}、帰着{d2}{t2}、食事の提供及び私用の日なし）の日当は{wrong}円であるが、この額は何日分に当たるか。
            {o}付けの命令で片道{km}㎞の国内へ{d1}（{t1}出発）から{d2}（{t2}帰着）まで食事の提供も私用の日もなく出張した{b}支店の{grade}の社員の日当が{wrong}円となるのはなぜですか。
            {b}支店の{grade}の社員が、{o}付けの命令により{d1}{t1}に出発し、片道{km}㎞の国内の出張先から{d2}{t2}に帰着した場合（食事の提供及び私用の日なし）の日当は{wrong}円です。これは第何版の規程によるものですか。""",
            wrong=f"{wrong:,}",
            **facts(case),
        ),
        evidence=rule_evidence(b, [edition]),
        copied=f"daily/{b.key}/{b.daily[edition].edition}",
        harmless=swap(ledger, b.daily[edition], same),
        **premise(
            yen,
            right,
            wrong,
            "The daily allowance for this trip of the {b} branch is {right}, not {refuted}.",
            "{b}支店のこの出張の日当は{right}であり、{refuted}ではない。",
            b=b.name,
        ),
    )


@PROGRAMS.add(1, "markdown", hops=1, kind="false_premise")
def traveller_said(ledger: Ledger, rng: Random) -> Question:
    """The traveller that the question names is that of a neighbouring row."""
    b = rng.choice(ledger.branches)
    rows = rng.choice(b.trips)
    at = rng.randrange(3, len(rows) - 3)
    trip = rows[at]
    wrong = rng.choice([row.traveller for row in rows[at - 3 : at + 4] if row.traveller != trip.traveller])
    beside = rng.choice([row for row in rows if row is not trip])
    doc = trip_doc(b, trip)
    return Question(
        ask=ask(
            """
            Trip {ref} of the {b} branch was made by {wrong}. At what time did {wrong} set out?
            {wrong} made trip {ref} of the {b} branch. How far from the branch did {wrong} go?
            When was the order given by which {wrong} went on trip {ref} of the {b} branch?""",
            """
            {b}支店の出張{ref}に出たのは{wrong}であるが、{wrong}は何時に出発したか。
            {b}支店の出張{ref}は{wrong}によるものです。{wrong}の行き先は支店から何㎞でしたか。
            {b}支店の{wrong}が出張{ref}に出たのは、いつ付けの命令によるものですか。""",
            b=b.name,
            ref=trip.ref,
            wrong=wrong,
        ),
        evidence=((doc, f"trip:{trip.ref}"),),
        copied=doc,
        harmless=swap(ledger, beside, other_meals(rng, beside)),
        **premise(
            code,
            trip.traveller,
            wrong,
            "Trip {ref} of the {b} branch was made by {right}, not by {refuted}.",
            "{b}支店の出張{ref}に出たのは{right}であり、{refuted}ではない。",
            b=b.name,
            ref=trip.ref,
        ),
    )
