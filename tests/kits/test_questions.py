"""Drawing a subject whose answer no slip shares, and the fields of a question that are values."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bench.kits.base import KitError, Programs, Question, Text
from bench.kits.questions import ask, outcome, premise, slips_of, subject
from bench.kits.shapes import yen


def square(n: int, plus_one: bool = False, none: bool = False) -> int | None:
    return None if none else n * n + plus_one


def test_a_subject_differs_from_every_slip() -> None:
    same_below_five = {"capped": lambda n: n if n < 5 else 0}
    assert all(subject(Random(i), range(8), lambda n: n, same_below_five) >= 5 for i in range(20))


def test_a_subject_has_an_answer() -> None:
    assert subject(Random(1), [1, 2], lambda n: None if n == 1 else n, {}) == 2


def test_the_older_edition_is_right_at_the_rate_asked_for() -> None:
    for rate in (0.2, 0.45):
        drawn = [subject(Random(i), range(10), lambda n: n, {}, older=lambda n: n < 5, rate=rate) for i in range(400)]
        assert abs(sum(n < 5 for n in drawn) / 400 - rate) < 0.07


def test_the_other_edition_is_taken_where_the_wanted_one_has_no_case() -> None:
    assert {subject(Random(i), [7], lambda n: n, {}, older=lambda n: n < 5) for i in range(9)} == {7}


def test_no_candidate_is_a_fault_that_says_how_many_there_were() -> None:
    with pytest.raises(KitError, match="none of its 2 candidates"):
        subject(Random(1), [1, 2], lambda n: n, {"same": lambda n: n})


def test_a_slip_is_the_answer_function_with_one_switch_thrown() -> None:
    slips = slips_of(square, {"plus_one": {"plus_one": True}, "none": {"none": True}})
    assert (slips["plus_one"]((3,)), slips["none"]((3,))) == (10, None)


def test_slips_without_a_value_of_their_own_are_left_out() -> None:
    found = outcome(yen, 9, {"right": 9, "telling": 10, "later": 10, "nothing": None, "other": 11}, rival=12)
    assert list(found["slips"]) == ["telling", "other"]
    assert found["rival_answer"]["en"].text == "12 yen"
    assert found["language_independent"]


def test_a_premise_is_corrected_in_one_sentence() -> None:
    said = premise(
        yen, 9, 12, "{what} costs {right}, not {refuted}.", "{what}は{right}である。", what=Text("It", "それ")
    )
    assert said["answer"]["en"].text == "It costs 9 yen, not 12 yen."
    assert said["answer"]["ja"].text == "それは9円である。"
    assert "¥9" in said["answer"]["en"].accept
    assert said["refuted"]["ja"].text == "12円"


def test_a_question_is_worded_from_facts_of_both_languages() -> None:
    asked = ask("a {x} {n}\nb {x}\nc", "あ{x}\nい\nう{n}", x=Text("kettle", "やかん"), n=3)
    assert asked == {"en": ("a kettle 3", "b kettle", "c"), "ja": ("あやかん", "い", "う3")}


def test_three_wordings_are_needed_in_each_language() -> None:
    with pytest.raises(KitError, match="there are 2 in ja"):
        ask("a\nb\nc", "あ\nい")


@pytest.mark.parametrize(
    ("tier", "aspects", "hops", "fault"),
    [
        (7, ("csv",), 1, "tier 7"),
        (1, ("csv",), 0, "0 hops"),
        (1, (), 1, "no aspect"),
        (1, ("csb",), 1, "unknown aspects csb"),
        (1, ("csv", "html"), 1, "different categories"),
    ],
)
def test_a_program_that_cannot_be_is_refused(tier: int, aspects: tuple[str, ...], hops: int, fault: str) -> None:
    def made(ledger: Any, rng: Random) -> Question:
        raise AssertionError(ledger, rng)

    with pytest.raises(KitError, match=fault):
        Programs().add(tier, *aspects, hops=hops)(made)


def test_two_kits_do_not_share_their_programs() -> None:
    def made(ledger: Any, rng: Random) -> Question:
        raise AssertionError(ledger, rng)

    one, other = Programs(), Programs()
    one.add(1, "csv")(made)
    assert (list(one), list(other)) == (["made"], [])
    with pytest.raises(KitError, match="the name is taken"):
        one.add(2, "csv")(made)
