"""The check of a kit: what a second reader finds, and what is said of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from bench.authoring import kit_check, kit_faults
from bench.authoring.kit_faults import Found, check_kit, check_seed, restated, shared
from bench.authoring.kit_reader import Reader, second_reader
from bench.errors import UsageError
from bench.kits.world import World
from tests.kits.toy import KIT


def value(program: str, text: str) -> int:
    del program
    return int(re.sub(r"\D", "", text))


def with_reader(read_: Any, value_: Any = value, programs: Sequence[str] = ("price_of",)) -> Found:
    found = Found()
    check_seed(World(KIT, "7"), Reader(read_, value_), programs, found)
    return found


def test_a_reader_that_always_agrees_shows_what_abstention_items_leave() -> None:
    wanted = World(KIT, "7").question("price_of", 0).answer["en"].text
    found = with_reader(lambda *_: value("", wanted))
    assert any("without notice/all/2025 the second reader still comes to" in fault for fault in found.faults)
    assert any("insufficient: second reader" in fault for fault in found.faults)
    assert not any("main:" in fault for fault in found.faults)


def test_a_reader_that_finds_nothing_shows_what_main_items_lack() -> None:
    found = with_reader(lambda *_: None)
    assert {fault.split(":")[0] for fault in found.faults} == {"seed 7 price_of en", "seed 7 price_of ja"}
    assert sum("ledger" in fault for fault in found.faults) == 8, "six wordings and two Main contexts"


def test_what_was_checked_is_counted() -> None:
    found = with_reader(lambda *_: None)
    assert dict(found.counts) == {
        "read": 6,
        "left out": 4,
        "main": 2,
        "insufficient": 2,
        "contradictory": 2,
        "incomplete": 2,
    }


def test_a_kit_with_too_few_programs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit_faults, "digest", lambda kit, hash_seed: f"{kit} alike {hash_seed}"[:9])
    found = Found(chunk_tokens=[100, 120, 900])
    check_kit(KIT, 1, list(KIT.programs), found)
    assert [fault.split(";")[0] for fault in found.faults] == [
        "toy: programs by tier {1: 1}: six or more, as many in each tier",
        "toy: fewer than two programs with a false premise",
        "toy: the median chunk has 120 tokens",
    ]


def test_an_answer_beside_the_key_of_the_question_is_found() -> None:
    question = World(KIT, "7").question("price_of", 0)
    answer, asked = question.answer["en"].accept[0], question.ask["en"][0]
    code = re.search(r"[Q-X]\d\d", asked)[0]  # type: ignore[index]
    lines = [f"{code} costs less", f"nothing is {answer}", f"{code}: {answer}"]
    assert restated(question, "en", asked, [{"title": "T", "text": "\n".join(lines[:2])}]) is None
    assert restated(question, "en", asked, [{"title": "T", "text": "\n".join(lines)}]) == lines[2]


def test_many_seeds_show_what_one_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit_faults, "digest", lambda kit, hash_seed: f"{kit} alike {hash_seed}"[:9])
    found = Found(longest=[("notice", 0.2)] * 40)
    found.older["price_of", False] = 40
    found.slips["price_of"] = 40
    found.answers["price_of", "en"] = {str(seed): ["1 yen"] for seed in range(40)}
    check_kit(KIT, 40, ["price_of"], found)
    assert [fault.split(";")[0] for fault in found.faults] == [
        "toy: the older edition is right in 0 of 40 pairs",
        "price_of: 1.0 slips for a question",
        "price_of: 1 different answers over 40 seeds",
        "toy: the longest chunk, by characters, is gold in 100% of the contexts",
        "toy: two seeds share 100% of their answers",
    ]


def test_answers_that_seeds_share_are_counted_over_all_pairs() -> None:
    found = Found()
    found.answers["p", "en"] = {"1": ["a"], "2": ["a"], "3": ["b"]}
    found.answers["p", "ja"] = {"1": ["x"], "2": ["x"], "3": ["x"]}
    assert shared(found) == pytest.approx(1 / 3)
    assert shared(Found()) is None


def test_without_a_reader_the_rest_is_checked() -> None:
    found = Found()
    check_seed(World(KIT, "7"), None, ["price_of"], found)
    assert found.faults == []
    assert "read" not in found.counts
    assert found.counts["main"] == 2
    assert len(found.longest) == 1


def test_a_kit_without_a_reader_is_told_where_to_write_it() -> None:
    with pytest.raises(UsageError, match=r"write tests/kits/readers/toy/__init__\.py"):
        second_reader("toy")


def test_the_command_prints_a_question_with_its_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    assert kit_check.main(["ferry", "--show", "yard_said"]) == 0
    printed = capsys.readouterr().out
    assert "refuted:" in printed
    assert "yard:" in printed


def test_an_unknown_kit_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert kit_check.main(["fery"]) == 2
    assert capsys.readouterr().err.startswith("kit_check: There is no kit 'fery'. Kits: ")
