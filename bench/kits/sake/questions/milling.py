"""What milling rice for somebody else costs; the polishing ratio lies on the border of two bands."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Ledger as AnyLedger
from bench.kits.base import Question, Text
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.sake.ledger import Brewery, Ledger, Milling
from bench.kits.sake.programs import MILLING, PROGRAMS, in_force, starts
from bench.kits.shapes import yen

Case = tuple[Brewery, int, int, date, int]
"""Brewery, polishing ratio, column of the tariff, day of the contract, bags."""
RICE = (Text("table rice", "一般米"), Text("brewing rice", "酒米"))
WAYS = (
    Text("the customer delivers the rice to the mill", "持込み"),
    Text("the brewery collects the rice", "引取り"),
)


def cell(
    case: Any,
    other_edition: bool = False,
    other_side: bool = False,
    other_rice: bool = False,
    other_way: bool = False,
) -> tuple[Milling, int, int]:
    """Tariff, row and column."""
    b, ratio, column, contract, _ = case
    rules = b.milling[in_force(b, MILLING, contract, other_edition)]
    closed = rules.lower_closed != other_side
    row = sum(ratio < bound or (ratio == bound and not closed) for bound in rules.bounds)
    return rules, row, (column ^ 2 if other_rice else column ^ 1 if other_way else column)


def fee(*case: Any, **slip: bool) -> int:
    rules, row, column = cell(case, **slip)
    return rules.fees[row][column] * int(case[4])


SLIPS = {
    "other_edition": {"other_edition": True},
    "neighbouring_row": {"other_side": True},
    "neighbouring_column": {"other_way": True},
    "other_rice": {"other_rice": True},
}


def draw_case(ledger: Ledger, rng: Random) -> Case:
    return subject(
        rng,
        [
            (b, ratio, column, b.starts[MILLING] + DAY * shift, rng.randrange(11, 60))
            for b in ledger.breweries
            for ratio in (70, 60, 50, 40)
            for column in range(4)
            for shift in range(-24, 24)
        ],
        lambda c: fee(*c),
        slips_of(fee, SLIPS),
        lambda c: c[3] < c[0].starts[MILLING],
    )


def with_fee(ledger: Ledger, rules: Milling, row: int, column: int, shift: int) -> AnyLedger:
    """The ledger with one rate changed. The cell is found by row and column: values recur."""
    fees = [list(line) for line in rules.fees]
    fees[row][column] += shift
    return swap(ledger, rules, replace(rules, fees=tuple(map(tuple, fees))))


def evidence(case: Case) -> tuple[tuple[str, str], ...]:
    rules, row, _ = cell(case)
    return (f"milling/{case[0].key}/{rules.edition}", f"band:{row}"), *starts(case[0], MILLING)


def facts(case: Case) -> dict[str, Any]:
    b, ratio, column, contract, bags = case
    return {
        "b": b.name,
        "ratio": ratio,
        "rice": RICE[column // 2],
        "way": WAYS[column % 2],
        "day": both("d", contract),
        "bags": bags,
    }


@PROGRAMS.add(1, "html_merged", "numerical_inclusion", hops=2)
def milling_fee(ledger: Ledger, rng: Random) -> Question:
    case = draw_case(ledger, rng)
    b, bags = case[0], case[4]
    rules, row, column = cell(case)
    doc, shift = f"milling/{b.key}/{rules.edition}", rng.choice((-1, 1)) * rng.randrange(2, 5) * 10
    slips = {name: slip(case) for name, slip in slips_of(fee, SLIPS).items()}
    return Question(
        ask=ask(
            """
            An outside customer has {bags} bags of {rice} milled to {ratio}% by the {b} brewery, under a contract concluded on {day}; {way}. What is the milling fee in yen?
            Under a contract concluded on {day}, the {b} brewery mills {bags} bags of {rice} to a polishing ratio of {ratio}%, and {way}. How many yen does the milling cost?
            How much, in yen, does the {b} brewery charge for milling {bags} bags of {rice} to {ratio}% where the contract was concluded on {day} and {way}?""",
            """
            {b}蔵が{day}に契約した受託精米で、{way}の{rice}{bags}俵を精米歩合{ratio}％まで精米する。精米料は何円か。
            {way}の{rice}{bags}俵を{ratio}％まで磨く受託精米を、{b}蔵と{day}に契約しました。精米料はいくらになりますか。
            {b}蔵で{rice}を精米歩合{ratio}％に仕上げてもらいます。契約日は{day}、数量は{bags}俵、{way}の場合の精米料は何円ですか。""",
            **facts(case),
        ),
        evidence=evidence(case),
        copied=doc,
        rival=with_fee(ledger, rules, row, column, shift),
        harmless=with_fee(ledger, rules, row - 1, column, shift),
        cut=(doc, f"band:{max(row, 1)}"),
        older=rules is b.milling[0],
        **outcome(yen, fee(*case), slips, fee(*case) + shift * bags),
    )
