"""The verdict: worth with its interval, kinds of errors, cost, time, what is open; in both languages, no dashes."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from bench.metrics.situation import Situation
from bench.records import Arm, Item
from bench.report.run_report import markdown, print_verdict
from bench.report.sections.parts import Section
from bench.report.sections.verdict import enough, value_bounds, verdict
from bench.report.site.run_page import report, short_markdown
from bench.scoring import score
from bench.words import in_language, interface_languages
from tests.command import bench
from tests.runs import MODEL, RULE, Letters, all_right, write_dataset, write_run


def sentences(section: Section, lang: str = "en") -> list[str]:
    return [in_language(sentence, lang) for sentence in section.lead]


def some_wrong(item: Item, arm: Arm, repeat: int) -> str:
    """Of 24 Main items 3 wrong and 6 declined; of 26 unanswerable ones 2 attempted."""
    number = int(item.id.split("-")[1])
    if item.kind == "main":
        return "w" if number < 3 else "a" if number < 9 else "c"
    return "w" if item.kind == "insufficient" and number < 2 else all_right(item, arm, repeat)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("verdict")
    return write_run(folder / "run", write_dataset(folder / "set", mains=24), some_wrong)


def test_it_says_the_worth_each_kind_of_error_the_cost_and_what_is_open(run: Path) -> None:
    summary = score(run)
    said = sentences(verdict(summary, Path("results/runs/x")))
    value = 0.9 * (15 / 24 - 4 * 3 / 24) - 0.1 * 4 * 2 / 26
    quality = next(q for q in summary.results[0].qualities("reader_value") if q.k == 4)
    assert quality.ci95 is not None
    low, high = (f"{bound:.2f}".replace("-", "−") for bound in quality.ci95)
    assert said[0].startswith("Situation: a wrong answer costs 4 right ones, and 10 % of questions have no answer")
    assert said[1].startswith(f"English, shuffled: worth {value:.2f} per question, 95 % interval {low} to {high}.")
    assert said[2:5] == [
        "Wrong answers where the documents have the answer: 12.5 % (3 of 24; 4–31 %).",
        "Over-caution, declined where the documents have the answer: 25.0 % (6 of 24; 12–45 %).",
        "False answers where the documents have none: 7.7 % (2 of 26; 2–27 %).",
    ]
    assert said[5].startswith("Cost: answers ")
    assert "Open (English): above or below 0? About " in said[-2]
    assert (
        said[-1]
        == "Next: bench report results/runs/x (every item, as a page); bench score results/runs/x (every table)."
    )


def test_it_is_the_same_in_markdown_and_at_the_top_of_the_page(run: Path) -> None:
    summary = score(run)
    worth = sentences(verdict(summary))[1]
    page = report([run])
    assert page.sections[0].name == "verdict"
    assert worth in sentences(page.sections[0])
    for text in (markdown(summary, run), short_markdown(page, "en")):
        first = text.split("\n\n")[1:3]
        assert first[0] == "## In short"
        assert worth.replace("|", "\\|") in first[1].replace("\\", "")
    assert "## 結論" in short_markdown(page, "ja")


@pytest.mark.parametrize("lang", interface_languages())
def test_what_does_not_exist_has_no_sentence_and_no_dash(tmp_path: Path, lang: str) -> None:
    row = MODEL.model_copy(update={"price_input": None, "price_output": None})
    data = write_dataset(tmp_path / "set", mains=4)
    made = write_run(tmp_path / "run", data, lambda *_: "i", model=row, judges=(RULE,), arms=("gold",))
    said = sentences(verdict(score(made)), lang)
    assert not any("—" in sentence or "None" in sentence or "{" in sentence for sentence in said)
    assert len(said) == 5, "situation, no value, cost, time, what was not scored"


def test_where_no_question_without_an_answer_was_scored_it_says_so_and_takes_none_to_come(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set", mains=6)
    made = write_run(tmp_path / "run", data, lambda i, *_: "c" if i.kind == "main" else "i")
    said = sentences(verdict(score(made)))
    assert "No question without an answer was scored" in said[0]
    assert "worth 1.00 per question" in said[1]


def test_a_run_prints_it_in_25_lines_of_80_columns_with_the_headline_on_the_screen(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set", ("en", "ja"), mains=12)
    every = ("gold", "shuffled", "retrieved", "none")
    made = write_run(tmp_path / "run", data, some_wrong, langs=("ja", "en"), arms=every)
    out = io.StringIO()
    print_verdict(score(made), Console(file=out, width=80), Path("results/runs/x"))
    lines = out.getvalue().splitlines()
    assert len(lines) <= 25
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("Japanese, shuffled: worth ") for line in lines)
    for arm in ("gold", "retrieved", "none"):
        assert any(line.startswith(f"Also {arm}: Japanese ") for line in lines)


def test_every_arm_that_was_asked_has_its_headline(tmp_path: Path) -> None:
    """Without the headline arm the first one has all sentences, and the next one its worth and right share."""
    data = write_dataset(tmp_path / "set", mains=24)
    made = write_run(tmp_path / "run", data, some_wrong, arms=("gold", "retrieved"))
    summary = score(made)
    said = sentences(verdict(summary))
    assert any(sentence.startswith("English, gold: ") for sentence in said)
    (also,) = [sentence for sentence in said if sentence.startswith("Also retrieved: ")]
    assert any(s.startswith("retrieved（検索結果）：英語は") for s in sentences(verdict(summary), "ja"))
    worth = next(q for q in summary.results[1].qualities("reader_value") if q.k == 4)
    assert f"English worth {worth.value:.2f} [" in also
    assert f"correct {100 * (summary.results[1].rate('overall_item_micro').rate or 0):.1f} % (" in also


def test_without_documents_there_is_a_share_and_no_worth_which_would_be_one_in_another_situation(
    tmp_path: Path,
) -> None:
    data = write_dataset(tmp_path / "set", mains=24)
    made = write_run(tmp_path / "run", data, some_wrong, arms=("shuffled", "none"))
    assert "Also none: English correct 62.5 % (43–79 %)." in sentences(verdict(score(made)))


def test_few_questions_settle_nothing_however_clear_they_are(tmp_path: Path) -> None:
    made = write_run(tmp_path / "run", write_dataset(tmp_path / "set", mains=4))
    said = sentences(verdict(score(made)))
    assert "Open (English): 4 questions are too few to settle anything; ask 20 or more." in said
    assert not any(sentence.startswith("Settled") for sentence in said)


def failing(share: float, mains: int) -> Letters:
    """All right, but for a share of the questions whose every trial has failed."""
    return lambda item, *_: "f" if int(item.id.split("-")[1]) < share * mains else all_right(item, "shuffled", 0)


def test_trials_that_were_not_scored_leave_open_what_they_could_undo(tmp_path: Path) -> None:
    """60 % failed: the others are all right, but all of those wrong, the value would be 0.4 − 4 × 0.6 and less."""
    data = write_dataset(tmp_path / "set", mains=60)
    most = sentences(verdict(score(write_run(tmp_path / "most", data, failing(0.6, 60)))))
    (left,) = [sentence for sentence in most if sentence.startswith("Open (English): ")]
    assert "74 of 122 trials are not scored. All wrong or all right" in left
    worst = 0.9 * (24 / 60 - 4 * 36 / 60) - 0.1 * 4 * 38 / 62
    assert left.endswith(f"they would make the value −{-worst:.2f} or 0.90.")
    assert not any(sentence.startswith("Settled") for sentence in most)
    few = sentences(verdict(score(write_run(tmp_path / "few", data, failing(0.02, 60)))))
    assert "Settled (English): better than always declining." in few, "two failed trials undo nothing"


def test_with_every_trial_scored_there_are_no_bounds(run: Path) -> None:
    assert value_bounds(score(run).results[0], Situation()) is None


def test_how_many_questions_would_settle_it() -> None:
    """Twice as far from 0 as the value: four times as many questions for even odds, and 2.04 times these for four in
    five: ((1.96 + 0.84) / 1.96)² × 240 = 490.3, said with two digits."""
    assert enough(60, 0.1, (-0.1, 0.3)) == 500
    assert enough(60, -0.1, (-0.3, 0.1)) == 500
    assert enough(60, 0.001, (-0.5, 0.5)) is None
    assert enough(60, 0.0, (-0.5, 0.5)) is None


def test_every_command_says_it_in_the_situation_of_whoever_asks(run: Path, tmp_path: Path) -> None:
    """At no cost of a wrong answer and half of the questions without one, the worth is half of the right share."""
    given = ("--cost-of-wrong", "0", "--unanswerable", "0.5")
    alone = bench("score", run, "--quiet", *given, cwd=tmp_path)
    assert alone.returncode == 0, alone.stderr
    text = " ".join(alone.stdout.split())
    assert "a wrong answer costs 0 right ones, and 50 % of questions" in text
    assert f"worth {15 / 24 / 2:.2f} per question, 95 % interval" in text
    for command in (("score", run, "--markdown"), ("report", run, "--markdown")):
        printed = bench(*command, *given, cwd=tmp_path)
        assert f"worth {15 / 24 / 2:.2f} per question, 95 % interval" in printed.stdout, printed.stderr
    asked = ("run", "--limit", "3", "--lang", "en", "--arms", "gold", "--quiet")
    assert "costs 9 right ones" in bench(*asked, "-k", "9", cwd=tmp_path).stdout
    for command in (("score", run), ("report", run), asked):
        refused = bench(*command, "-k", "-1", cwd=tmp_path)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "--cost-of-wrong: the cost of a wrong answer is a number from 0 on, not -1" in refused.stderr
