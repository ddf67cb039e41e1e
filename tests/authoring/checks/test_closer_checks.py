"""The checks that read closer: accepted forms, paraphrases, ranks, periods, solves, one language beside another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.authoring.checks.planting import (
    EN,
    JA,
    Break,
    append,
    broken,
    chunk,
    item,
    overlay,
    put,
    rival,
    solve,
    swap,
    third,
)
from tests.dataset.world import World

FAULTS: dict[str, tuple[str, str, Break]] = {
    # what is broken: severity, code, how
    "a wrong value among the accepted forms": (
        "error", "accept_differs", lambda w: item(w, 1)["accept"].append("1,350 yen")
    ),
    "a part of the value among the accepted forms": (
        "error", "accept_differs", lambda w: item(w, 1)["accept"].append("136 yen")
    ),
    "a wrong name among the accepted forms": (
        "error", "accept_differs", lambda w: item(w, 2, JA)["accept"].append("玉虫")
    ),
    "a question names its answer": (
        "error", "question_names_answer",
        put(lambda w: item(w, 2), "question", "Did Mikuriya or somebody else renew the brake of the plaited reel?"),
    ),
    "a distractor restates the answer in words": ("error", "answer_restated", lambda w: _restated(w)),
    "a corpus copy of the gold": ("error", "gold_copied", lambda w: _copied(w)),
    "distractors of another world only": ("error", "foreign_distractors", lambda w: _foreign(w)),
    "a rival says that it prevails": (
        "error", "rival_ranks_itself", append(rival, " This notice prevails over the list of fees.")
    ),
    "a rival says so in Japanese": (
        "error", "rival_ranks_itself", append(lambda w: rival(w, lang=JA), "この文書は料金表に優先する。")
    ),
    "a rival of another period": (
        "error", "rival_period",
        lambda w: rival(w).update({name: rival(w)[name].replace("2026", "2029") for name in ("title", "text")}),
    ),
    "a reference to a value of no document": (
        "error", "reference_unsourced", append(lambda w: overlay(w, "TST-002-CON"), " See page 4711.", "answer")
    ),
    "a cut behind the deciding row": ("error", "cut_behind_answer", lambda w: _cut_behind_row(w)),
    "evidence that is not removed": ("error", "evidence_not_gone", lambda w: _insufficient(w, remove=[])),
    "headings are exchanged in one language": (
        "error", "pair_heading", swap("| 初日 | ２日目以降１日につき |", "| ２日目以降１日につき | 初日 |")
    ),
    "a cell differs": ("error", "pair_cell", swap("| 三角凧 | 470 | 130 |", "| 三角凧 | 490 | 130 |")),
    "a row is missing in one language": ("error", "pair_table_shape", swap("\n| 六角凧 | 820 | 260 |", "")),
    "a year is moved in one language": ("error", "pair_year", swap("令和８年", "令和９年")),
    "a year of a question is moved": (
        "error", "pair_year", put(lambda w: item(w, 1, JA), "question", "令和９年５月に箱凧を５日間借りるといくらか。")
    ),
    "a number of a question is another": (
        "error", "pair_number", put(lambda w: item(w, 1, JA), "question", "令和８年５月に箱凧を150日借りるといくらか。")
    ),
    "the answers differ": ("error", "pair_answer", put(lambda w: item(w, 1, JA), "answer", "1,390円")),
    "a solve that declines is called agreeing": ("error", "review_agrees", lambda w: solve(w, given="UNANSWERABLE")),
    "a wrong solve is called agreeing": ("error", "review_agrees", lambda w: solve(w, given="1,540 yen")),
    "both solves by one solver": (
        "error", "one_solver",
        lambda w: [solve(w), solve(w, context="without_evidence", given="UNANSWERABLE", add=True)],
    ),
}  # fmt: skip


def _restated(world: World) -> None:
    for lang, quote, again, answer in (
        (EN, "The counter stays open for 90 minutes on Saturdays.", "On Saturdays the counter stays open for ninety "
         "minutes.", "90 minutes"),
        (JA, "土曜日の窓口は90分間開けておく。", "窓口は土曜日に九十分間開けておく。", "90分"),
    ):  # fmt: skip
        chunk(world, 5, lang)["text"] += quote
        chunk(world, 9, lang)["text"] += again
        question = (
            "For how long is the counter open on a Saturday?" if lang == EN else "土曜日に窓口は何分開いているか。"
        )
        third(world, lang, question=question, answer=answer, evidence=[{"chunk": "T01-05", "quote": quote}])


def _copied(world: World) -> None:
    """A second copy of the fees of 2026 in the corpus, with one word changed."""
    for lang in (EN, JA):
        text = chunk(world, 1, lang)["text"].replace("Delta kite", "Delta").replace("三角凧", "三角")
        world[lang]["chunks"].append({**chunk(world, 1, lang), "id": "T01-10", "doc_id": "copy", "text": text})


def _foreign(world: World) -> None:
    for lang in (EN, JA):
        for number in range(1, 9):
            row = {
                **chunk(world, number + 1, lang),
                "id": f"T02-{number:02}",
                "world": "T02",
                "doc_id": f"far-{number}",
            }
            world[lang]["chunks"].append(row | {"text": row["text"] + f" T02 {number}"})
        item(world, 2, lang)["negative"] = [f"T02-{number:02}" for number in range(1, 9)]


def _cut_behind_row(world: World) -> None:
    """The row with the answer is left, and only a sentence behind it is cut."""
    for lang, row, answer in ((EN, "| Delta kite | 470 | 130 |", "470"), (JA, "| 三角凧 | 470 | 130 |", "470")):
        text = chunk(world, 1, lang)["text"]
        tail = text[-40:]
        third(
            world, lang, question="What is the first day of a delta?" if lang == EN else "三角凧の初日はいくらか。",
            answer=answer, positive=["T01-01"], negative=[f"T01-{n:02}" for n in range(2, 10)],
            evidence=[{"chunk": "T01-01", "quote": quote} for quote in (row, tail)],
        )  # fmt: skip
        cut = {**overlay(world, "TST-001-INC", lang), "id": "TST-003-INC", "base": "TST-003"}
        world[lang]["abstention"].append(cut | {"cut": {"chunk": "T01-01", "end": len(text) - 50}})


def _insufficient(world: World, remove: list[str]) -> None:
    """The item without its evidence as a row of its own, with another document in place of the evidence."""
    for lang in (EN, JA):
        answer = "It cannot be determined." if lang == EN else "判断できない。"
        world[lang]["abstention"].append({
            "id": "TST-002-INS", "base": "TST-002", "kind": "insufficient", "answer": answer,
            "overlay": {"remove": remove}, "positive": [], "negative": [f"T01-{n:02}" for n in (1, 2, 5, 6, 7, 8, 9)],
        })  # fmt: skip


def _long_form(world: World) -> None:
    """Every context stated in full: a cut distractor and a copy of another one beside the evidence."""
    for lang in (EN, JA):
        copy = {**chunk(world, 9, lang), "id": "T01-71", "doc_id": "doc-9-copy"}
        copy["text"] = chunk(world, 9, lang)["text"][:-1] + (
            ", as filed at the counter." if lang == EN else "（控え）。"
        )
        beside = {"add": [copy], "cuts": [{"chunk": "T01-06", "end": 60}]}
        base = item(world, 2, lang)
        base["overlay"] = beside
        for row in world[lang]["abstention"]:
            if row["base"] != base["id"]:
                continue
            added, cut = row.pop("add", None), row.pop("cut", None)
            changed = {"add": [copy, added], "rival": [added["id"]]} if added else {"cuts": [cut]}
            row |= {"overlay": beside | changed, "positive": base["positive"], "negative": base["negative"]}
    _insufficient(world, remove=["T01-03", "T01-04"])


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_found(tmp_path: Path, name: str) -> None:
    severity, code, change = FAULTS[name]
    hits = [finding for finding in broken(tmp_path, change) if finding.code == code]
    assert hits, f"{code} was not found"
    assert {finding.severity for finding in hits} == {severity}
    assert all(";" in f.message or "," in f.message for f in hits)


def test_rows_that_state_their_whole_context_are_sound(tmp_path: Path) -> None:
    assert broken(tmp_path, _long_form) == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"rival": []}, "rival_value_not_named"), ({"cuts": [{"chunk": "T01-06", "end": 30}]}, "cut_keeps_evidence")],
)
def test_the_faults_of_such_rows_are_found(tmp_path: Path, changes: dict[str, object], code: str) -> None:
    def change(world: World) -> None:
        _long_form(world)
        row = overlay(world, "TST-002-CON" if "rival" in changes else "TST-002-INC")
        row["overlay"] |= changes
        if "rival" in changes:
            row["overlay"]["rival"] = ["T01-92"]
            row["answer"] = "It cannot be determined."

    assert code in {finding.code for finding in broken(tmp_path, change)}
