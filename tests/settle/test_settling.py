"""Settling: two models are asked the same questions until it is known which is better, and nothing is paid twice."""

from __future__ import annotations

import json
import re
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from bench.campaign import CostLimit, PreparedRun, execute
from bench.clients import Pacing
from bench.comparing import compare
from bench.errors import UsageError
from bench.log import read
from bench.options import RunOptions
from bench.outcomes import Outcome
from bench.records import Answer, Lang, Summary
from bench.records.comparison import Settled, Settlement
from bench.scoring import score
from bench.settle import Duel, duel, question_difference, settle
from tests.campaign.panel_server import name, role, verdict
from tests.campaign.watching import Watcher
from tests.runs import outcomes, write_dataset
from tests.server import Seen, Server, Step, fail

ORACLE, ECHO = "baseline:oracle", "baseline:echo"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set", ("en", "ja"), mains=60)


def wanted(tmp_path: Path, data: Path, **changed: object) -> RunOptions:
    pacing = Pacing(max_retries=1, first_wait_s=0.001, max_wait_s=0.002)
    settings = {"model": "", "data": str(data), "langs": ("en",), "arms": ("shuffled",), "judge": ("rule",)}
    return RunOptions(**{**settings, "runs": tmp_path / "runs", "pacing": pacing, **changed})  # type: ignore[arg-type]


def watch(run: PreparedRun) -> AbstractContextManager[Watcher]:
    del run
    return nullcontext(Watcher())


def only(found: Settlement) -> Settled:
    (settled,) = found.languages
    return settled


def asked(run: PreparedRun) -> list[Answer]:
    return list(read(run.folder / "answers.jsonl", Answer).records.values())


def test_a_clear_difference_is_settled_before_all_is_asked(tmp_path: Path, data: Path) -> None:
    ready = duel(ORACLE, ECHO, wanted(tmp_path, data), k=4)
    settled = only(settle(ready, watch))
    assert settled.verdict == "first"
    assert settled.interval[0] > 0
    assert settled.questions <= settled.asked < settled.available == 60
    assert settled.asked % 8 == 0
    turned = only(settle(duel(ECHO, ORACLE, wanted(tmp_path, data), k=4), watch))
    assert (turned.verdict, turned.questions) == ("second", settled.questions)
    assert turned.interval == pytest.approx((-settled.interval[1], -settled.interval[0]), abs=1e-4)


def test_both_are_asked_the_same_questions_whole_and_each_has_one_folder(tmp_path: Path, data: Path) -> None:
    ready = duel(ORACLE, ECHO, wanted(tmp_path, data), k=4)
    found = settle(ready, watch)
    one, other = (asked(run) for run in ready.runs)
    assert {a.item for a in one} == {a.item for a in other}
    mains = {a.item for a in one if a.kind == "main"}
    assert {a.item for a in one if a.kind == "insufficient"} == {f"{item}-INS" for item in mains}
    assert (len(mains), len(one)) == (only(found).asked, only(found).trials)
    folders = sorted(path.name for path in (tmp_path / "runs").iterdir() if path.is_dir())
    assert folders == sorted(found.rounds[0].runs)


@pytest.mark.slow
def test_equal_models_are_not_settled_however_long_they_are_asked(tmp_path: Path, data: Path) -> None:
    with Server(answer=lambda _: Step(text="It cannot be determined from the documents.")) as server:
        models = [f"openai-compatible:{letter}@{server.url}" for letter in "ab"]
        settled = only(settle(duel(models[0], models[1], wanted(tmp_path, data), k=4), watch))
    assert (settled.verdict, settled.asked, settled.difference) == ("undecided", 60, 0)
    assert settled.interval[0] < 0 < settled.interval[1]


def test_the_same_command_goes_on_and_pays_nothing_again_and_bench_run_asks_the_rest(
    tmp_path: Path, data: Path
) -> None:
    def answer(seen: Seen) -> Step:
        return Step(text="Answer: day 90" if name(seen) == "bad" else "It cannot be determined from the documents.")

    with Server(answer=answer) as server:
        good, bad = (f"openai-compatible:{n}@{server.url}" for n in ("good", "bad"))
        ready = duel(good, bad, wanted(tmp_path, data), k=4, most_items=20)
        first = settle(ready, watch)
        assert only(first).trials <= 20
        paid = server.requests
        assert paid == 2 * only(first).trials
        assert settle(ready, watch) == first
        assert server.requests == paid
        more = only(settle(replace(ready, most_items=None), watch))
        assert server.requests == 2 * more.trials > paid
        assert more.verdict == "first"
        partial = Summary.model_validate_json((ready.runs[0].folder / "summary.json").read_bytes())
        assert partial.missing == len(ready.runs[0].trials) - more.trials > 0
        execute(ready.runs[0], Watcher())
        assert server.requests == len(ready.runs[0].trials) + more.trials
    assert score(ready.runs[0].folder).complete


@pytest.mark.slow
def test_a_higher_cost_of_wrong_answers_can_turn_the_verdict(tmp_path: Path, data: Path) -> None:
    """Guessing pays where a wrong answer costs nothing, and not where it costs nine right ones: k is the user's."""

    def answer(seen: Seen) -> Step:
        if role(seen) == "judge":
            shy = "It cannot be determined" in seen.prompt
            even = re.search(r"gauge of pier \d*[02468] ", seen.prompt) is not None
            unanswerable = "Kind: answerable" not in seen.prompt
            return verdict(shy if unanswerable else even and not shy, abstained=shy)
        return Step(text="It cannot be determined." if name(seen) == "shy" else "Answer: day 10")

    with Server(answer=answer) as server:
        bold, shy = (f"openai-compatible:{n}@{server.url}" for n in ("bold", "shy"))
        setting = wanted(tmp_path, data, judge=(f"openai-compatible:judge@{server.url}",), arms=("gold",))
        verdicts = [only(settle(duel(bold, shy, setting, k=k), watch)).verdict for k in (0, 9)]
    assert verdicts == ["first", "second"]


def test_languages_are_settled_apart_at_a_level_that_holds_for_both(tmp_path: Path, data: Path) -> None:
    found = settle(
        duel(ORACLE, ECHO, wanted(tmp_path, data, langs=("ja", "en")), k=4, unanswerable=0.0, batch=3), watch
    )
    assert [s.lang for s in found.languages] == ["ja", "en"]
    assert {s.alpha for s in found.languages} == {0.025}
    assert {s.verdict for s in found.languages} == {"first"}


@pytest.mark.slow
def test_a_decided_language_is_not_asked_on(tmp_path: Path, data: Path) -> None:
    def answer(seen: Seen) -> Step:
        japanese = "資料" in seen.prompt or "文書" in seen.prompt
        wrong = name(seen) == "bad" and not japanese
        return Step(text="Answer: day 90" if wrong else "It cannot be determined from the documents. 判断できない。")

    with Server(answer=answer) as server:
        models = [f"openai-compatible:{n}@{server.url}" for n in ("good", "bad")]
        setting = wanted(tmp_path, data, langs=("en", "ja"))
        english, japanese = settle(duel(models[0], models[1], setting, k=4), watch).languages
    assert (english.verdict, japanese.verdict) == ("first", "undecided")
    assert english.asked < japanese.asked == 60


@pytest.mark.slow
def test_a_question_that_one_model_failed_on_is_skipped_and_named(tmp_path: Path, data: Path) -> None:
    def answer(seen: Seen) -> Step:
        if name(seen) == "bad" and "pier 3 " in seen.prompt.partition("Question")[2]:
            return fail(503)
        return Step(text="Answer: day 90" if name(seen) == "bad" else "It cannot be determined from the documents.")

    with Server(answer=answer) as server:
        models = [f"openai-compatible:{n}@{server.url}" for n in ("good", "bad")]
        settled = only(settle(duel(models[0], models[1], wanted(tmp_path, data), k=4, batch=60), watch))
    assert settled.verdict == "first"
    assert set(settled.skipped) <= {"Q-3"}


def test_the_cost_limit_holds_for_both_together(tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    with Server() as server:
        setting = wanted(tmp_path, data, max_cost=1e-7, concurrency=1)
        ready = duel(f"gpt-4.1@{server.url}", f"o4-mini@{server.url}", setting, k=4)
        with pytest.raises(CostLimit):
            settle(ready, watch)
        assert server.requests == 1


def test_runs_that_were_settled_can_be_compared_on_what_both_have(tmp_path: Path, data: Path) -> None:
    ready = duel(ORACLE, ECHO, wanted(tmp_path, data), k=4)
    settle(ready, watch)
    comparison = compare([run.folder for run in ready.runs])
    assert any("is not complete" in notice for notice in comparison.notices)


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        ("cc", "ww", 5),
        ("ww", "cc", -5),
        ("ca", "wa", 2.5),
        ("ca", "aa", 0.5),
        ("cw", "cw", 0),
        ("cf", "wc", 5),  # the second item is not scored for both
        ("fi", "cc", None),
        ("", "", None),
    ],
)
def test_the_difference_of_a_question_is_that_of_what_both_have(first: str, second: str, value: float | None) -> None:
    assert question_difference(outcomes(first), outcomes(second), 4) == (value, None)


def test_declining_an_unanswerable_item_is_worth_nothing_and_attempting_it_costs_k() -> None:
    def both(main: str, twin: str) -> list[Outcome]:
        return outcomes(main) + outcomes(twin, "insufficient")

    assert question_difference(both("c", "c"), both("c", "w"), 4) == (0, 4)
    assert question_difference(both("c", "f"), both("w", "w"), 4) == (5, None)


@pytest.mark.slow
def test_the_share_of_questions_without_an_answer_can_turn_the_verdict(tmp_path: Path, data: Path) -> None:
    """One model answers whatever is asked, rightly where there is an answer; the other always declines."""

    def answer(seen: Seen) -> Step:
        if role(seen) == "judge":
            # A reference says that it cannot be determined, too.
            shy, unanswerable = "I decline." in seen.prompt, "Kind: answerable" not in seen.prompt
            return verdict(shy if unanswerable else not shy, abstained=shy)
        return Step(text="I decline." if name(seen) == "shy" else "Answer: day 10")

    with Server(answer=answer) as server:
        setting = wanted(tmp_path, data, judge=(f"openai-compatible:judge@{server.url}",), untested_judge=True)
        options = replace(setting, base_url=server.url)
        models = ("openai-compatible:bold", "openai-compatible:shy")
        found = [only(settle(duel(*models, options, k=4, unanswerable=u), watch)) for u in (0.0, 0.9)]
    assert [settled.verdict for settled in found] == ["first", "second"]
    assert [settled.unanswerable for settled in found] == [0.0, 0.9]


@pytest.mark.parametrize(
    ("models", "changes", "fault"),
    [
        ((ORACLE, ORACLE), {}, "are the same model"),
        ((ORACLE, ECHO), {"k": -1.0}, "from 0 on, not -1"),
        ((ORACLE, ECHO), {"k": float("inf")}, "from 0 on, not inf"),
        ((ORACLE, ECHO), {"unanswerable": 10}, "--unanswerable is 10; it must be a share from 0 to 1"),
        ((ORACLE, ECHO), {"alpha": 1.0}, "--alpha is a probability"),
        ((ORACLE, ECHO), {"alpha": 0.0, "batch": 0}, "--alpha is a probability between 0 and 1, not 0.0; --batch is 0"),
        ((ORACLE, ECHO), {"most_items": 0}, "--max-items is 0"),
    ],
)
def test_what_cannot_be_settled_is_said_before_anything_is_asked(
    tmp_path: Path, data: Path, models: tuple[str, str], changes: dict[str, float], fault: str
) -> None:
    with pytest.raises(UsageError) as refused:
        duel(*models, wanted(tmp_path, data), **{"k": 4.0, **changes})  # type: ignore[arg-type]
    assert fault in str(refused.value)
    assert not (tmp_path / "runs").exists()


def test_one_arm_and_no_folder(tmp_path: Path, data: Path) -> None:
    with pytest.raises(UsageError, match="one arm at a time, not gold, none"):
        duel(ORACLE, ECHO, wanted(tmp_path, data, arms=("gold", "none")), k=4)
    with pytest.raises(UsageError, match="a folder each"):
        duel(ORACLE, ECHO, wanted(tmp_path, data, out=tmp_path / "one"), k=4)


def test_the_order_of_questions_is_the_seeds_and_the_same_in_both_languages(tmp_path: Path, data: Path) -> None:
    def first_asked(seed: int, lang: Lang) -> set[str]:
        setting = wanted(tmp_path / f"{seed}{lang}", data, seed=seed, langs=(lang,))
        ready: Duel = duel(ORACLE, ECHO, setting, k=4, batch=4, most_items=8)
        settle(ready, watch)
        return {a.item for a in asked(ready.runs[0])}

    assert first_asked(1, "en") == first_asked(1, "ja") != first_asked(2, "en")


def test_a_settlement_round_trips_as_strict_json(tmp_path: Path, data: Path) -> None:
    found = settle(duel(ORACLE, ECHO, wanted(tmp_path, data), k=4, most_items=1), watch)
    assert only(found).asked == 0  # not even one question fits
    text = found.model_dump_json()
    assert Settlement.model_validate_json(text) == found
    json.dumps(json.loads(text), allow_nan=False)
