"""Questions that take for granted what the documents refute: a fee, a day. The answer is the correction."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, premise, slips_of, subject
from bench.kits.sake.ledger import Batch, Brewery, Ledger
from bench.kits.sake.programs import PROGRAMS
from bench.kits.sake.questions.milling import SLIPS, cell, draw_case, evidence, facts, fee, with_fee
from bench.kits.shapes import day, yen


@PROGRAMS.add(2, "html_merged", "numerical_inclusion", hops=2, kind="false_premise")
def fee_said(ledger: Ledger, rng: Random) -> Question:
    """The fee that the question names is that of another edition, band, kind of rice or way of delivery."""
    case = draw_case(ledger, rng)
    rules, row, column = cell(case)
    wrong = rng.choice([slip(case) for slip in slips_of(fee, SLIPS).values()])
    shift = rng.choice((-1, 1)) * rng.randrange(2, 5) * 10
    return Question(
        ask=ask(
            """
            Under a contract concluded on {day} the {b} brewery mills {bags} bags of {rice} to {ratio}% for {wrong}; {way}. Which band of the polishing ratio does this fee belong to, and in which edition?
            Why does the {b} brewery take {wrong} for milling {bags} bags of {rice} to {ratio}% under a contract of {day} where {way}?
            Milling {bags} bags of {rice} to {ratio}% costs {wrong} at the {b} brewery if the contract was concluded on {day} and {way}. By which edition of the tariff, and what is the fee for one bag?""",
            """
            {b}蔵が{day}に契約した受託精米で、{way}の{rice}{bags}俵を{ratio}％まで精米すると{wrong}になるが、これは何版の料金表の、精米歩合のどの区分による額か。
            {day}の契約により{way}の{rice}{bags}俵を精米歩合{ratio}％まで精米するとき、{b}蔵の精米料が{wrong}になるのはなぜですか。
            {b}蔵に{way}の{rice}{bags}俵を{ratio}％まで磨いてもらうと、契約日が{day}なら{wrong}です。これは第何版の料金表によるもので、１俵当たりの料金はいくらですか。""",
            wrong=yen(wrong),
            **facts(case),
        ),
        evidence=evidence(case),
        copied=f"milling/{case[0].key}/{rules.edition}",
        harmless=with_fee(ledger, rules, row - 1, column, shift),
        **premise(
            yen,
            fee(*case),
            wrong,
            "Milling {bags} bags of {rice} to {ratio}% under a contract of {day} where {way} costs {right} at the {b} brewery, not {refuted}.",
            "{b}蔵が{day}の契約により{way}の{rice}{bags}俵を{ratio}％まで精米する料金は{right}であり、{refuted}ではない。",
            **facts(case),
        ),
    )


def ready(
    b: Brewery,
    batch: Batch,
    year: int,
    other_edition: bool = False,
    alcohol_only: bool = False,
    meter_only: bool = False,
) -> date | None:
    """The first day on which a batch may be pressed."""
    rules = b.press_rules[(year - 2024) ^ other_edition]
    for reading in batch.readings:
        if (reading.alcohol >= rules.alcohol or meter_only) and (reading.meter >= rules.meter or alcohol_only):
            return reading.day
    return None


@PROGRAMS.add(3, "markdown", "numerical_inclusion", hops=3, kind="false_premise")
def pressed_said(ledger: Ledger, rng: Random) -> Question:
    """The day that the question names is right by the rules of the other year, or by one of two conditions."""
    switches: tuple[dict[str, Any], ...] = ({"other_edition": True}, {"alcohol_only": True}, {"meter_only": True})

    def wrong_days(case: tuple[Brewery, Batch, int]) -> list[date]:
        days = [ready(*case, **switch) for switch in switches]
        return [found for found in days if found and found != ready(*case)]

    cases = [(b, batch, 2024 + i) for b in ledger.breweries for i in (0, 1) for batch in b.batches[i]]
    cases = [case for case in cases if wrong_days(case)]
    case = b, batch, year = subject(rng, cases, lambda c: ready(*c), {}, lambda c: c[2] == 2024)
    right, wrong = ready(*case), rng.choice(wrong_days(case))
    assert right is not None
    doc = f"ferment/{b.key}/{batch.ref}"
    reading = rng.choice(batch.readings[:6])  # still rising, by up to two tenths a day
    rules = f"press_rules/{b.key}/{year}"
    return Question(
        ask=ask(
            """
            {ref} was fit to be drawn off for the first time on {wrong}. Which of the two conditions had still been missing on the day before?
            {wrong} was the first day on which {ref} could go to the filter. Which of the two values had held it back until then?
            The earliest day for separating {ref} was {wrong}. Which was reached last, on that day: the alcohol or the value of the meter?""",
            """
            {ref}を搾ってよいこととなった最初の日は{wrong}であるが、その前日に満たしていなかったのは二つの条件のうちどちらか。
            {ref}は{wrong}に初めて搾れる状態になりました。前日までは、どちらの値が足りなかったのですか。
            {wrong}は{ref}を搾ってよい最初の日でした。この日にようやく満たしたのは、アルコール分と日本酒度のどちらの条件ですか。""",
            ref=batch.ref,
            wrong=both("d", wrong),
        ),
        evidence=((doc, "table"), (rules, "ready"), (rules, "year"), (f"batches/{b.key}/{year}", f"batch:{batch.ref}")),
        copied=doc,
        harmless=swap(ledger, reading, replace(reading, temperature=reading.temperature + 1)),
        **premise(
            day,
            right,
            wrong,
            "{ref} may be pressed for the first time on {right}, not on {refuted}.",
            "{ref}を上槽できる最初の日は{right}であり、{refuted}ではない。",
            ref=batch.ref,
        ),
    )
