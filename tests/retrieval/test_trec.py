"""TREC run files made elsewhere: read by score, checked by line, and complete or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.errors import DataError
from bench.records import Cut, Item, Overlay
from bench.retrieval.trec import TrecRun, qrels, read
from tests.retrieval.asking import ADDED, CORPORA, ITEMS, MAIN, MAIN_JA, REMOVED, SHORT, item, retrievers

GOOD = """\
en/Q Q0 b 1 2.5 tag
en/Q Q0 a 2 9.0 tag
en/Q Q0 c 3 2.5 tag
ja/Q Q0 a 1 0.1 tag
en/Q-CON Q0 r 1 4 tag
en/Q-INC Q0 c 1 4 tag
"""


def run(folder: Path, text: str, asked: tuple[Item, ...] = ITEMS) -> dict[str, TrecRun]:
    file = folder / "my.run"
    file.write_bytes(text.encode())
    return dict(read(file, CORPORA, ITEMS, asked))


def faults(folder: Path, text: str, asked: tuple[Item, ...] = ()) -> list[str]:
    with pytest.raises(DataError) as error:
        run(folder, text, asked)
    return list(error.value.faults)


def test_the_score_decides_and_equal_scores_are_ordered_by_id(tmp_path: Path) -> None:
    found = run(tmp_path, GOOD)
    assert found["en"].rank(MAIN, 9) == ("a", "b", "c")
    assert found["ja"].rank(MAIN_JA, 9) == ("a",)
    assert found["en"].rank(MAIN, 2) == ("a", "b")


def test_an_evidence_removed_twin_has_its_main_items_ranking_without_the_evidence(tmp_path: Path) -> None:
    found = run(tmp_path, GOOD)["en"]
    assert found.rank(REMOVED, 9) == ("b", "c")
    assert found.rank(ADDED, 9) == ("r",)
    own = run(tmp_path, GOOD + "en/Q-INS Q0 c 1 1 tag\n")["en"]
    assert own.rank(REMOVED, 9) == ("c",)


def test_a_twin_whose_main_item_cuts_the_same_chunk_has_its_ranking_and_one_that_cuts_another_has_none() -> None:
    beside = Overlay(cuts=(Cut(chunk="c", end=2),))
    found = TrecRun({"Q": ("a", "b", "c")}, overlays={"Q": beside})
    twin = REMOVED.model_copy(update={"overlay": beside.without(REMOVED.overlay.remove)})
    assert found.rank(twin, 9) == ("b", "c")
    other = twin.model_copy(update={"overlay": twin.overlay.model_copy(update={"cuts": (Cut(chunk="b", end=2),)})})
    with pytest.raises(DataError, match="no ranking for en/Q-INS"):
        found.rank(other, 9)


def test_tabs_marks_crlf_and_blank_lines_are_no_faults(tmp_path: Path) -> None:
    text = "\ufeff" + GOOD.replace(" ", "\t").replace("\n", "\r\n") + "\r\n"
    assert run(tmp_path, text)["en"].rank(MAIN, 9) == ("a", "b", "c")


def test_one_file_for_each_language_needs_no_prefix(tmp_path: Path) -> None:
    (tmp_path / "en.run").write_text(GOOD.replace("ja/Q Q0 a 1 0.1 tag\n", "").replace("en/", ""))
    (tmp_path / "ja.run").write_text("Q Q0 c 1 1 tag\n")
    found = retrievers(f"trec:{tmp_path}/{{lang}}.run", tmp_path)
    assert found["en"].rank(MAIN, 1) == ("a",)
    assert found["ja"].rank(MAIN_JA, 1) == ("c",)


def test_every_faulty_line_is_named(tmp_path: Path) -> None:
    text = "\n".join(
        [
            "en/Q Q0 a 1 2.5",
            "en/Q Q0 a 1 nan tag",
            "en/Q Q0 a one 1 tag",
            "en/Q Q0 zzz 1 1 tag",
            "en/Z Q0 a 1 1 tag",
            "Q Q0 a 1 1 tag",
            "en/Q Q0 a 1 1 tag",
            "en/Q Q0 a 2 0.5 tag",
            "en/Q-INS Q0 a 1 1 tag",
        ]
    )
    found = faults(tmp_path, text)
    assert [fault.partition(": ")[0] for fault in found] == [f"my.run:{n}" for n in (1, 2, 3, 4, 5, 6, 8, 9)]
    for fault, said in zip(
        found,
        ("5 columns", "finite", "finite", "no chunk", "no item", "several languages", "twice", "was removed"),
        strict=True,
    ):
        assert said in fault


def test_a_question_without_a_ranking_is_an_error(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "en/Q Q0 a 1 1 tag\n", ITEMS)
    assert "ja/Q, en/Q-CON, en/Q-INC" in fault
    assert "Q-INS" not in fault
    with pytest.raises(DataError, match="no ranking for en/Q-INC"):
        run(tmp_path, "en/Q Q0 a 1 1 tag\n", (MAIN,))["en"].rank(SHORT, 1)


def test_lines_of_a_language_that_is_not_asked_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "my.run"
    file.write_text(GOOD)
    found = read(file, {"en": CORPORA["en"]}, [i for i in ITEMS if i.lang == "en"], (MAIN,))
    assert list(found) == ["en"]


def test_a_file_that_is_not_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "my.run").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError) as error:
        read(tmp_path / "my.run", CORPORA, ITEMS, ())
    assert "not UTF-8" in error.value.faults[0]


def test_qrels_name_the_gold_that_can_be_found_and_read_back(tmp_path: Path) -> None:
    text = qrels(ITEMS)
    assert text == "en/Q 0 a 1\nja/Q 0 a 1\nen/Q-CON 0 a 1\nen/Q-INC 0 a 1\n"
    lines = [f"{line.split()[0]} Q0 {line.split()[2]} 1 1 gold" for line in text.splitlines()]
    assert run(tmp_path, "\n".join(lines))["en"].rank(MAIN, 1) == ("a",)
    with pytest.raises(DataError, match="white space"):
        qrels([item("two words", positive=("a",))])
