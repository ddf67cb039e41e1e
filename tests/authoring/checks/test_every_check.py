"""Each check finds its fault: a sound world, broken in one place, gives exactly that code and nothing graver."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.authoring.findings import wording
from bench.authoring.languages import RULES
from bench.authoring.validate import validate
from bench.dataset.importers.lit_rows import CHECKS
from bench.errors import UsageError
from tests.authoring.checks.planting import (
    COUNTS,
    EN,
    JA,
    Break,
    append,
    both,
    broken,
    chunk,
    item,
    overlay,
    put,
    rival,
    solve,
    third,
)
from tests.authoring.checks.test_closer_checks import FAULTS as CLOSER
from tests.authoring.checks.test_drawn import FAULTS as DRAWN
from tests.dataset.world import World, sound_world, write

FAULTS: dict[str, tuple[str, str, Break]] = {
    # what is broken: severity, code, how
    "a field is missing": ("error", "schema", lambda w: item(w, 1).pop("answer")),
    "a field is unknown": ("error", "schema", put(lambda w: item(w, 1), "anwser", "x")),
    "a number is written as a text": ("error", "schema", put(lambda w: overlay(w, "TST-001-INC")["cut"], "end", "9")),
    "a positive chunk does not exist": ("error", "schema", put(lambda w: item(w, 1), "positive", ["T01-77"])),
    "a chunk is positive and negative": ("error", "schema", lambda w: item(w, 1)["negative"].append("T01-01")),
    "a chunk is listed twice": ("error", "schema", lambda w: item(w, 1)["negative"].append("T01-09")),
    "an item id is used twice": ("error", "schema", put(lambda w: item(w, 2), "id", "TST-001")),
    "an id equals a derived one": ("error", "schema", put(lambda w: item(w, 2), "id", "TST-001-INS")),
    "a rival has a corpus id": ("error", "schema", put(rival, "id", "T01-05")),
    "evidence is quoted from a negative": (
        "error", "schema", lambda w: item(w, 1)["evidence"].append({"chunk": "T01-05", "quote": "Saturdays"})
    ),
    "a base does not exist": ("error", "schema", put(lambda w: overlay(w, "TST-001-CON"), "base", "TST-009")),
    "a cut lies behind the end": ("error", "schema", put(lambda w: overlay(w, "TST-001-INC")["cut"], "end", 99999)),
    "a cut chunk is not positive": (
        "error", "schema", put(lambda w: overlay(w, "TST-001-INC"), "cut", {"chunk": "T01-05", "end": 40})
    ),
    "three aspects": ("error", "schema", put(lambda w: item(w, 1), "aspects", ["csv", "synonym", "multi_hop"])),
    "two aspects of one category": ("error", "schema", put(lambda w: item(w, 1), "aspects", ["csv", "markdown"])),
    "a chunk is too short": ("error", "chunk_length", put(lambda w: chunk(w, 9), "text", "A short chunk.")),
    "a chunk is too long": ("error", "chunk_length", append(lambda w: chunk(w, 9), " and so on" * 200)),
    "a rival is too short": ("error", "chunk_length", put(rival, "text", "Fees 2026: 640 yen, then 210 yen a day.")),
    "a control character": ("error", "control_character", append(lambda w: chunk(w, 9), "a\x07b")),
    "a zero width space": ("error", "control_character", append(lambda w: chunk(w, 9, JA), "凧\u200b揚げ")),
    "a replacement character": ("error", "control_character", append(lambda w: chunk(w, 9), "caf\ufffd")),
    "a tag is left open": ("error", "unbalanced_tag", append(lambda w: chunk(w, 9), "\n<table><tr><td>1</td></table>")),
    "a template mark is left": ("error", "leftover_markup", append(lambda w: chunk(w, 9), " Dear {{name}}")),
    "an entity is left": ("error", "leftover_markup", append(lambda w: chunk(w, 9), " kites &amp; reels")),
    "a code block is left open": ("error", "leftover_markup", append(lambda w: chunk(w, 9), "\n```\na,b,c")),
    "bold marks are left": ("warning", "leftover_bold", append(lambda w: chunk(w, 9), " **Note**")),
    "white space at the end": ("warning", "outer_whitespace", append(lambda w: chunk(w, 9), "\n")),
    "digits in both widths": (
        "info", "mixed_digit_width", append(lambda w: chunk(w, 9, JA), "棚は１２段、奥行き35㎝。")
    ),
    "two chunks are equal": ("error", "duplicate_chunk", lambda w: chunk(w, 9).update(text=chunk(w, 8)["text"])),
    "equal but for width and space": (
        "error", "duplicate_chunk", lambda w: chunk(w, 9, JA).update(text=chunk(w, 8, JA)["text"].replace("。", "。 "))
    ),
    "a chunk has no title": ("error", "chunk_field_empty", put(lambda w: chunk(w, 9), "title", "")),
    "a chunk id is not of its world": ("error", "id_form", both(lambda w, lang: chunk(w, 9, lang).update(world="T02"))),
    "a real company": ("error", "real_name", append(lambda w: chunk(w, 9), " Sails by Toyota.")),
    "a real company in Japanese": ("error", "real_name", append(lambda w: chunk(w, 9, JA), "帆は任天堂から届く。")),
    "a real person in a question": (
        "error", "real_name", put(lambda w: item(w, 2), "question", "Did Elon Musk mend the brake, or who did?")
    ),
    "a quote is not verbatim": (
        "error", "quote_not_verbatim", lambda w: item(w, 2)["evidence"][0].update(quote="Reel R-3 has plaited cord.")
    ),
    "a quote stands twice": (
        "error", "quote_repeated", append(lambda w: chunk(w, 3), " Reel R-3 is wound with plaited cord.")
    ),
    "a quote stands in a second chunk": (
        "error", "quote_elsewhere", append(lambda w: chunk(w, 9), " Reel R-3 is wound with plaited cord.")
    ),
    "a quote stands in a negative, in other type": (
        "error", "evidence_in_negative", append(lambda w: chunk(w, 9, JA), "R-3号には組みひもが巻いてある。")
    ),
    "nothing is quoted from a positive": (
        "error", "positive_without_evidence", both(lambda w, lang: item(w, 2, lang)["evidence"].pop(0))
    ),
    "the answer stands in a negative": (
        "error", "answer_in_negative", append(lambda w: chunk(w, 9), " It was 1360 yen.")
    ),
    "an accepted form stands in a negative": (
        "error", "answer_in_negative", append(lambda w: chunk(w, 9, JA), "料金は千三百六十円。")
    ),
    "a sibling's evidence states the fact": ("error", "sibling_states_fact", lambda w: _sibling(w)),
    "a calculation has no derivation": (
        "error", "derivation_missing", both(lambda w, lang: item(w, 1, lang).update(derivation=None))
    ),
    "a derivation is not arithmetic": (
        "error", "derivation_invalid", put(lambda w: item(w, 1), "derivation", "640 plus")
    ),
    "a derivation calls code": (
        "error", "derivation_invalid", put(lambda w: item(w, 1), "derivation", "__import__('os').getpid()")
    ),
    "a derivation gives something else": (
        "error", "derivation_differs", put(lambda w: item(w, 1), "derivation", "640 + 5 * 180")
    ),
    "a derivation uses a number from nowhere": (
        "warning", "derivation_number_loose", put(lambda w: item(w, 1), "derivation", "640 + 4 * 180")
    ),
    "fewer than eight chunks": (
        "error", "few_chunks", both(lambda w, lang: item(w, 1, lang).update(negative=["T01-05", "T01-06"]))
    ),
    "more than three positives": ("error", "many_positives", both(lambda w, lang: _more_positives(w, lang))),
    "a multi-source item with one source": (
        "error", "one_source", both(lambda w, lang: item(w, 1, lang).update(aspects=["multi_source", "calculation"]))
    ),
    "several positives without such an aspect": (
        "warning", "aspect_not_named", both(lambda w, lang: item(w, 2, lang).update(aspects=["synonym"]))
    ),
    "no reasoning": ("error", "field_empty", put(lambda w: item(w, 1), "reasoning", "")),
    "a yes-or-no answer": ("error", "yes_no_answer", put(lambda w: item(w, 2), "answer", "No, Mikuriya did not.")),
    "a yes-or-no answer in Japanese": ("error", "yes_no_answer", put(lambda w: item(w, 2, JA), "answer", "はい。")),
    "white space around an answer": ("warning", "outer_whitespace", put(lambda w: item(w, 2), "answer", " Mikuriya")),
    "a chunk id in a question": (
        "error", "chunk_id_in_question", put(lambda w: item(w, 2), "question", "Who renewed what T01-04 speaks of?")
    ),
    "no table of the aspect": (
        "error", "table_missing", both(lambda w, lang: item(w, 1, lang).update(aspects=["html_merged", "calculation"]))
    ),
    "an item id of another form": ("error", "id_form", both(lambda w, lang: third(w, lang, "X-3"))),
    "an overlay id of another form": (
        "error", "id_form", both(lambda w, lang: overlay(w, "TST-001-CON", lang).update(id="TST-001-C"))
    ),
    "a question asked twice": (
        "error", "duplicate_question", both(lambda w, lang: third(w, lang, question=item(w, 1, lang)["question"]))
    ),
    "a question of the same template": (
        "error", "near_duplicate_question",
        lambda w: [third(w, EN, question="How much is owed for a box kite kept for 7 days in June 2026?"),
                   third(w, JA, question="令和８年６月に箱凧を７日間借りると、貸出料はいくらになるか。")],
    ),
    "a rival copies a chunk": ("error", "rival_equals_chunk", lambda w: rival(w).update(text=chunk(w, 2)["text"])),
    "a rival repeats the evidence": ("error", "rival_holds_quote", append(rival, "\n| Box kite | 640 | 180 |")),
    "a rival has no value of its own": ("error", "rival_without_value", lambda w: _tame(w)),
    "a reference does not name the rival's value": (
        "warning", "rival_value_not_named",
        put(lambda w: overlay(w, "TST-001-CON"), "answer", "It cannot be determined: the texts disagree."),
    ),
    "a rival has another snapshot": (
        "error", "rival_snapshot", both(lambda w, lang: rival(w, lang=lang).update(snapshot="2027-01-01"))
    ),
    "two rivals for one item": (
        "error", "second_overlay", both(lambda w, lang: overlay(w, "TST-002-CON", lang).update(base="TST-001"))
    ),
    "a reference that answers": (
        "error", "answer_does_not_decline", put(lambda w: overlay(w, "TST-001-INC"), "answer", "The table breaks off.")
    ),
    "a cut behind the evidence": (
        "error", "cut_keeps_evidence",
        lambda w: overlay(w, "TST-001-INC")["cut"].update(end=chunk(w, 1)["text"].index("| Delta") + 4),
    ),
    "a cut behind the answer": (
        "warning", "cut_keeps_answer",
        lambda w: overlay(w, "TST-002-INC")["cut"].update(end=chunk(w, 4)["text"].index("Mikuriya") + 8),
    ),
    "an item stands in one language": ("error", "pair_missing", lambda w: third(w, EN)),
    "a chunk stands in one language": ("error", "pair_missing", lambda w: w[JA]["chunks"].append(_extra(w, JA))),
    "aspects differ": ("error", "pair_differs", put(lambda w: item(w, 1), "aspects", ["calculation"])),
    "negatives differ": ("error", "pair_differs", lambda w: item(w, 1)["negative"].remove("T01-09")),
    "documents differ": ("error", "pair_differs", put(lambda w: chunk(w, 9), "doc_id", "other")),
    "cuts differ": (
        "error", "pair_differs", put(lambda w: overlay(w, "TST-002-INC"), "cut", {"chunk": "T01-03", "end": 30})
    ),
    "a derivation stands in one language": (
        "error", "pair_differs",
        both(lambda w, lang: item(w, 1, lang).update(aspects=["csv"], **({"derivation": None} if lang == EN else {}))),
    ),
    "a solve disagrees": ("error", "solve_disagrees", lambda w: solve(w, agrees=False)),
    "a solve of another kind of item": ("error", "review_context", lambda w: solve(w, context="incomplete")),
    "an item has no rival": ("info", "overlay_missing", both(lambda w, lang: w[lang]["abstention"].pop(2))),
}  # fmt: skip


def _sibling(world: World) -> None:
    """Item 3 is answered by a negative chunk of item 2, in nearly the words of item 2's evidence."""
    for lang, quote in (
        (EN, "The brake of R-3 was renewed by Mikuriya in April."),
        (JA, "Ｒ－３号の制動具は、４月、御厨が取り替えた。"),
    ):
        chunk(world, 9, lang)["text"] += quote
        third(world, lang, positive=["T01-09"], negative=[f"T01-{n:02}" for n in range(1, 9)])
        item(world, 3, lang)["evidence"] = [{"chunk": "T01-09", "quote": quote}]


def _more_positives(world: World, lang: str) -> None:
    row = item(world, 2, lang)
    row["positive"], row["negative"] = [f"T01-{n:02}" for n in (3, 4, 5, 6)], ["T01-01", "T01-02", "T01-07", "T01-08"]
    for number in (5, 6):
        row["evidence"].append(
            {"chunk": f"T01-{number:02}", "quote": chunk(world, number, lang)["text"].split("\n\n")[1]}
        )


def _tame(world: World) -> None:
    """The rival repeats what the gold chunk says, in other words."""
    text = chunk(world, 1)["text"].replace("| Box kite | 640 | 180 |", "| 180 | 640 | Box kite |")
    rival(world).update(text=text, title="Fees 2026")


def _extra(world: World, lang: str) -> dict:  # type: ignore[type-arg]
    return {**chunk(world, 9, lang), "id": "T01-10", "text": chunk(world, 9, lang)["text"] + "外にも棚がある。"}


def test_the_sound_world_is_sound(tmp_path: Path) -> None:
    assert broken(tmp_path, lambda _: None) == []


@pytest.mark.daily(28)
@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_found(tmp_path: Path, name: str) -> None:
    severity, code, change = FAULTS[name]
    found = broken(tmp_path, change)
    hits = [finding for finding in found if finding.code == code]
    assert hits, f"{code} was not found among {[str(f) for f in found]}"
    assert {finding.severity for finding in hits} == {severity}
    # A message says what is wrong and, behind a comma or semicolon, what to do.
    assert all(";" in f.message or "," in f.message or "(" in f.message for f in hits)


def test_every_finding_of_the_catalogue_is_provoked_somewhere() -> None:
    codes = {code.partition(".")[0] for severity in ("error", "warning", "info") for code in wording()[severity]}
    # The counts of a whole set, which a small world always gives, and what is said of another format's pairs.
    planted = {code for _, code, _ in (FAULTS | CLOSER).values()}
    assert codes - planted - set(DRAWN) == COUNTS | {"cut_of_nothing"}


def test_what_is_found_in_the_published_set_has_words() -> None:
    assert set(wording()["lit"]) == set(CHECKS)


def test_a_language_without_rules_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(RULES, JA)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"Data in 'ja' cannot be checked yet: add its rules to .*languages\.py"):
        validate(str(write(tmp_path, sound_world())), [EN, JA])
    assert validate(str(tmp_path), [EN])


def test_a_growing_set_is_told_what_it_lacks_and_a_final_one_fails(tmp_path: Path) -> None:
    world = write(tmp_path, sound_world())
    growing = validate(str(world), ["en", "ja"])
    (world / "dataset.toml").write_text('name = "t"\ncomposition = "final"\n')
    final = validate(str(world), ["en", "ja"])
    counts = ("composition", "small_world", "not_solved")
    assert {f.severity for f in growing if f.code in counts} == {"info"}
    assert {f.severity for f in final if f.code in counts} == {"error"}
    assert any("54" in f.message and "Main" in f.message for f in final)
    assert {f.id for f in final if f.code == "not_solved" and f.lang == "ja"} >= {"TST-001", "TST-002-CON"}


def test_the_last_solve_of_a_context_counts(tmp_path: Path) -> None:
    def change(world: World) -> None:
        solve(world, agrees=False)
        first = item(world, 1)["reviews"][0]
        item(world, 1)["reviews"].append({**first, "agrees": True, "date": "2026-06-09"})

    assert broken(tmp_path, change) == []


def test_a_finding_says_where(tmp_path: Path) -> None:
    (finding,) = broken(tmp_path, put(lambda w: item(w, 2), "reasoning", ""))
    assert (finding.file, finding.line, finding.row) == ("en/items.jsonl", 2, 1)
    assert (finding.id, finding.field, finding.lang) == ("TST-002", "reasoning", "en")
    assert str(finding) == "error: en/items.jsonl:2 TST-002 'reasoning': is empty; fill it in [field_empty]"


def test_errors_come_first(tmp_path: Path) -> None:
    def change(world: World) -> None:
        chunk(world, 9)["text"] += " **x**"
        item(world, 2)["reasoning"] = ""

    assert [f.severity for f in broken(tmp_path, change)] == ["error", "warning"]


def test_one_language_alone_is_not_compared(tmp_path: Path) -> None:
    world = sound_world()
    item(world, 1)["aspects"] = ["calculation"]
    found = validate(str(write(tmp_path, world)), ["en"])
    assert not [f for f in found if f.severity == "error"]
    assert {f.lang for f in found} == {"en"}


def test_the_example_world_is_clean_but_for_a_rival_that_names_its_force(example_world: Path) -> None:
    found = [f for f in validate(str(example_world), ["en", "ja"]) if f.severity != "info"]
    assert {(f.code, f.id) for f in found} == {("rival_ranks_itself", "GIB-X05-CON")}
