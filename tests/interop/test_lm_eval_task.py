"""The suite inside lm-evaluation-harness: the same prompts, and by rule the same outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bench.errors import UsageError
from bench.interop.lm_eval_task import documents
from bench.kinds import LETTERS
from bench.scoring import score
from tests.interop import harness
from tests.interop.conftest import fates, generations, graceful, own_run
from tests.server import Server

pytest.importorskip("lm_eval", reason="lm-evaluation-harness is not installed: make test-interop")

ITEMS = 30


@dataclass(frozen=True)
class Both:
    """The same questions asked by both, and the requests that each made."""

    own: Path
    paths: list[Path]
    asked: list[dict[str, Any]]
    asked_by_harness: list[dict[str, Any]]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Both:
    folder = tmp_path_factory.mktemp("both")
    with Server(answer=graceful()) as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "not-a-key")
        own = own_run(server, folder / "runs", limit=ITEMS, params={"seed": 0})
        asked = generations(server)
        server.seen.clear()
        paths = harness.evaluate(server, folder / "out", limit=ITEMS)
        return Both(own.folder, paths, asked, generations(server))


def test_every_trial_has_the_outcome_that_bench_run_gives_it_by_rule(both: Both) -> None:
    expected = {place: letter for place, (letter, _, _) in fates(both.own).items()}
    assert {row["doc"]["id"]: row["outcome"] for row in harness.samples(both.paths)} == expected
    assert set(expected.values()) == set(LETTERS)
    assert {tuple(place.split("/")[:1]) for place in expected} == {("en",), ("ja",)}
    assert len(both.paths) == 8, "one file for each language and arm"


def test_requests_are_those_of_bench_run_but_for_an_empty_list_of_stops(both: Both) -> None:
    assert {tuple(body.pop("stop")) for body in both.asked_by_harness} == {()}
    assert sorted(both.asked_by_harness, key=_order) == sorted(both.asked, key=_order)


def _order(body: dict[str, Any]) -> str:
    return repr(body["messages"])


def test_figures_are_those_of_the_summary(both: Both) -> None:
    found = harness.results(both.paths)["results"]
    for result in score(both.own).results:
        task = found[f"rag_generator_bench_{result.lang}_{result.arm}"]
        for name, rate in result.categories.items():
            assert task.get(f"acc_{name.lower()},none") == pytest.approx(rate.rate), (result.lang, result.arm, name)
        assert task["over_abstention,none"] == pytest.approx(result.over_abstention.rate)
        excluded = result.outcomes.invalid + result.outcomes.failed
        assert task["outcome,none"] == pytest.approx(1 - excluded / result.trials)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"limits": 8}, "Unknown option of the suite limits"),
        ({"arms": ["golden"]}, "Unknown arm 'golden'"),
        ({"arms": ["shuffled"]}, "Unknown arm 'gold': choose from shuffled."),
    ],
)
def test_a_wrong_option_of_the_suite_is_one_sentence(options: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        documents("en", "gold", options, model="m", base_url="http://localhost")


def test_a_sample_is_drawn_for_the_whole_evaluation(both: Both) -> None:
    own = {place for place in fates(both.own) if place.startswith("en/") and "/none/" in place}
    rows = documents("en", "none", {"limit": ITEMS})["test"]
    assert set(rows["id"]) == own
    assert set(documents("en", "none", {"limit": ITEMS, "arms": ["none"]})["test"]["id"]) > own
