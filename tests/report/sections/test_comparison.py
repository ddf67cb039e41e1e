"""A comparison as tables: hostile names, narrow terminals, and the same figures in both forms."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from bench.comparing import compare
from bench.records import DatasetRef
from bench.records.comparison import Comparison, FreshItems, Settled, SettledRound, Settlement
from bench.report.render.markdown import markdown
from bench.report.render.terminal import print_document
from bench.report.sections.comparison import comparison_sections, comparison_title, settlement_section
from bench.report.sections.parts import lines as lines_of
from bench.words import in_language
from tests.comparing.test_comparison import OTHER, wrong_on
from tests.runs import MODEL, write_dataset, write_run

HOSTILE = "\x1b[31m[red]<script>| **Überfluß** 大規模言語モデル" + "x" * 30


@pytest.fixture
def comparison(tmp_path: Path) -> Comparison:
    data = write_dataset(tmp_path / "set", ("en", "ja"), mains=30)
    model = OTHER.model_copy(update={"title": HOSTILE})

    def letters(item, arm, repeat):  # type: ignore[no-untyped-def]
        return "f" if item.id == "Q-29" else wrong_on(*range(5))(item, arm, repeat)

    return compare(
        [
            write_run(tmp_path / "a", data, wrong_on(7), langs=("ja", "en"), model=MODEL),
            write_run(tmp_path / "b", data, letters, langs=("ja", "en"), model=model),
        ]
    )


def printed(comparison: Comparison, width: int = 80) -> str:
    out = io.StringIO()
    print_document(comparison_title(comparison), comparison_sections(comparison), Console(file=out, width=width))
    return out.getvalue()


def comparison_markdown(comparison: Comparison) -> str:
    return markdown(comparison_title(comparison), comparison_sections(comparison))


def test_names_can_neither_control_the_terminal_nor_break_a_table(comparison: Comparison) -> None:
    text = printed(comparison)
    assert "\x1b" not in text
    assert "\\x1b[31m[red]" in "".join(text.split("\n")).replace(" ", "")
    page = comparison_markdown(comparison)
    assert "<script>" not in page
    for line in page.split("\n"):
        if line.startswith("| Main (avg)"):
            assert line.count("|") in (4, 6)  # figures of two systems; with their difference and what it says


def test_eighty_columns_are_enough(comparison: Comparison) -> None:
    from rich.cells import cell_len

    assert max(cell_len(line) for line in printed(comparison).split("\n")) <= 80


def test_both_forms_have_every_verdict_and_the_items_left_out(comparison: Comparison) -> None:
    flat, page = "".join(printed(comparison, 400).split()), comparison_markdown(comparison)
    for arm in comparison.arms:
        for measure in arm.pairs[0].measures:
            if measure.finding == "not_distinguishable":
                assert measure.verdict.replace(" ", "") in flat
                assert measure.verdict in page
    assert "Left out, scored for Model 1 alone: 1 (Q-29)." in page
    assert "Left out, not scored for every system: 1 (Q-29). Without a score: " in page


def test_nothing_undefined_is_printed_as_a_number(comparison: Comparison) -> None:
    text = printed(comparison)
    assert re.search(r"\bnan\b", text.lower()) is None
    assert "None" not in text


DATA = DatasetRef(name="d", version="1", sha256="0" * 64)


def lines(**changed: object) -> list[str]:
    fields: dict[str, object] = {
        "lang": "en",
        "verdict": "first",
        "difference": 0.9,
        "interval": (0.1, 1.5),
        "alpha": 0.05,
        "questions": 13,
        "asked": 16,
        "available": 60,
        "trials": 64,
    }
    settled = Settled.model_validate({**fields, **changed})
    first, second = (SettledRound(seed=seed, dataset=DATA, runs=(f"a{seed}", f"b{seed}")) for seed in ("s1r1", "s1r2"))
    found = Settlement(
        **{"first": MODEL, "second": OTHER, "arm": "shuffled", "k": 4, "alpha": 0.05, "gap": 5},
        fresh=FreshItems(seed="s1", kits=("ferry", "library"), per_program=2),
        rounds=(first, second),
        languages=(settled,),
    )
    section = settlement_section(found)
    (table,) = section.tables
    verdicts = [" ".join(lines_of(row[1], "en")) for row in table.rows]
    return [in_language(text, "en") for text in (table.title, *verdicts, *table.notes, *section.notes)]


def test_the_better_one_is_named_with_its_lead_and_what_it_rests_on() -> None:
    head, verdict, *rest = lines()
    assert head.startswith("Model 1 against Model 2, shuffled, a wrong answer costs 4 right ones")
    assert "80 % confidence" in head
    assert "Model 1 is better by 0.900 [0.100, 1.500] in Q(4)" in verdict
    assert "settled by 13 questions (16 of 60 asked, 64 trials each)" in verdict
    assert "wherever asking stopped" in rest[0]
    assert "do not quote it" in rest[0]


def test_the_lead_of_the_second_is_turned_around() -> None:
    assert "Model 2 is better by 0.900 [0.100, 1.500]" in lines(
        verdict="second", difference=-0.9, interval=(-1.5, -0.1)
    )[1]  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"verdict": "undecided", "interval": (-0.4, 1.5)}, "no proof that they are equal"),
        ({"verdict": "undecided", "difference": -0.2, "interval": (-0.4, 1.5)}, "is −0.200 [−0.400, 1.500]. That"),
        ({"verdict": "undecided", "difference": None, "questions": 0}, "nothing is scored for both"),
        ({"verdict": "within_gap", "interval": (-0.04, 0.05)}, "within the gap of 5 points: the difference in Q(4)"),
        ({}, "2 of each question program, with the seeds s1r1, s1r2 and the kits ferry,library."),
        ({"skipped": ("Q-3", "Q-9")}, "counted nowhere: Q-3, Q-9."),
    ],
)
def test_what_is_not_settled_or_not_counted_is_said(changed: dict[str, object], said: str) -> None:
    assert any(said in line for line in lines(**changed))
