"""The suite from Python: the same runs as the command line's, anywhere, and tables that miss what is unknown."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import bench
from bench import check_claims, compare, rates, run, score, trials
from bench.errors import LogError, ProviderError, UsageError
from bench.log import read
from bench.records import Answer, Summary
from bench.stage import Interrupted
from tests.batch_server import BatchServer
from tests.campaign.panel_server import sensible
from tests.claims.judging import judge as claim_judge
from tests.claims.test_citations import citing
from tests.runs import all_right, write_dataset, write_run
from tests.server import Server, Step


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_dataset(tmp_path / "set", ("en", "ja"))


def test_a_run_is_the_one_that_the_command_line_makes_and_goes_on_with(data: Path, tmp_path: Path) -> None:
    summary = run("baseline:oracle", data=data, arms=["gold", "shuffled"], limit=4)
    folder = Path("results/runs") / summary.run
    given = ["run", "baseline:oracle", "--data", str(data), "--arms", "gold,shuffled", "--limit", "4", "--json"]
    done = subprocess.run([sys.executable, "-m", "bench", *given], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert Summary.model_validate_json(done.stdout) == summary == score(folder)
    assert len(read(folder / "answers.jsonl", Answer).records) == len(
        (folder / "answers.jsonl").read_text().splitlines()
    )


def test_nothing_is_asked_twice(data: Path) -> None:
    with Server(answer=sensible) as server:
        given = {"base_url": server.url, "data": data, "langs": ["en"], "arms": ["shuffled"], "judge": "rule"}
        run("openai-compatible:m", **given)  # type: ignore[arg-type]
        asked = server.requests
        again = run("openai-compatible:m", **given)  # type: ignore[arg-type]
        assert server.requests == asked > 0
    assert again.complete


async def _called_in_a_loop(data: Path) -> tuple[Summary, bool]:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    beside = asyncio.create_task(tick())
    summary = run("baseline:oracle", data=data, arms=["gold"])
    await asyncio.sleep(0)
    beside.cancel()
    return summary, asyncio.get_running_loop().is_running() and ticks > 0


def test_it_works_inside_a_running_event_loop_and_leaves_the_loop_alone(data: Path) -> None:
    summary, alive = asyncio.run(_called_in_a_loop(data))
    assert summary.complete
    assert alive


@pytest.mark.parametrize("options", [{"executor": "ray"}, {"engine": "ray-vllm"}])
def test_what_needs_the_main_thread_is_refused_inside_a_loop(data: Path, options: dict[str, Any]) -> None:
    async def called() -> None:
        run("openai:m", base_url="http://localhost:1/v1", data=data, judge="rule", **options)

    with pytest.raises(UsageError, match="need the main thread"):
        asyncio.run(called())
    assert not Path("results").exists()


def test_batches_work_inside_a_loop(data: Path) -> None:
    async def called(url: str) -> Summary:
        return run("openai:m", base_url=url, data=data, langs="en", arms="gold", judge="rule", batch=True)

    with BatchServer(answer=sensible) as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "not-a-key")
        summary = asyncio.run(called(server.url))
    assert summary.complete
    assert (len(server.jobs), server.requests) == (1, 0)


def test_options_of_the_command_line_work_from_python(data: Path) -> None:
    given = {"arms": "shuffled", "top_k": 3, "canaries": True, "gold_position": 1, "judging": "two-stage"}
    summary = run("baseline:echo", data=data, **given)  # type: ignore[arg-type]
    config = summary.config
    assert (config.k, config.canaries, config.gold_position, config.judging) == (3, 0.25, 1, "two-stage")


def test_it_works_on_another_thread(data: Path) -> None:
    found: list[Summary] = []
    thread = threading.Thread(target=lambda: found.append(run("baseline:oracle", data=data, arms=["gold"])))
    thread.start()
    thread.join()
    assert found[0].complete


@pytest.mark.slow
def test_an_interrupt_in_a_notebook_loses_nothing(data: Path, tmp_path: Path) -> None:
    code = (
        "import asyncio, sys\nfrom bench import run\nfrom bench.stage import Interrupted\n"
        "async def main():\n"
        "    try:\n"
        "        run('openai-compatible:m', base_url=sys.argv[1], data=sys.argv[2], langs=['en'], arms=['shuffled'],\n"
        "            judge='rule', out='run', concurrency=1)\n"
        "    except Interrupted as stop:\n"
        "        print('STOPPED', stop)\n"
        "import signal\n"
        "loop = asyncio.new_event_loop()\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "loop.run_until_complete(main())\n"
    )

    interrupt_after = 3
    started: list[subprocess.Popen[str]] = []

    def answer(seen: object) -> Step:
        del seen
        if server.requests == interrupt_after:
            started[0].send_signal(2)
        return Step(text="day 11", delay_s=0.2)

    with Server(answer=answer) as server:
        command = [sys.executable, "-c", code, server.url, str(data)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
        started.append(process)
        out, err = process.communicate(timeout=60)
        asked = server.requests
    assert "STOPPED Interrupted. Everything that came back is logged" in out, err
    kept = read(tmp_path / "run" / "answers.jsonl", Answer).records
    assert len(kept) == asked < 10


def test_wrong_requests_are_usage_errors_and_all_at_once(data: Path) -> None:
    with pytest.raises(UsageError) as raised:
        run("baseline:echo", data=data, arms=["golden"], limit=0)  # type: ignore[list-item]
    assert "Unknown arm 'golden'" in str(raised.value)
    assert "limit is 0" in str(raised.value)
    with pytest.raises(UsageError, match="Unknown model"):
        run("nobody", data=data)
    with pytest.raises(UsageError, match="temperature is a number"):
        run("ollama:x", data=data, params={"temperature": float("nan")})
    assert not Path("results").exists()


def test_a_run_without_one_usable_answer_is_an_error(data: Path) -> None:
    with Server(answer=lambda _: Step(text="")) as server, pytest.raises(ProviderError, match="Not one answer"):
        run("openai-compatible:m", base_url=server.url, data=data, langs=["en"], arms=["gold"], judge="rule")


def test_notices_are_logged_and_progress_is_shown_when_asked_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    one = write_dataset(tmp_path / "one")
    with caplog.at_level(logging.WARNING, "bench"):
        run("baseline:oracle", data=one, arms=["gold"], out=tmp_path / "a")
    assert "has items in en only" in caplog.text
    assert capsys.readouterr() == ("", "")
    run("baseline:oracle", data=one, arms=["gold"], out=tmp_path / "b", progress=True)
    assert "bench: Done after" in capsys.readouterr().err


def test_trials_have_a_row_for_each_outcome(tmp_path: Path) -> None:
    def letters(item: object, arm: object, repeat: int) -> str:
        return {"Q-0": "w", "Q-1": "f", "Q-2": "i", "Q-3": "a"}.get(item.id, all_right(item, arm, repeat))  # type: ignore[attr-defined, arg-type]

    frame = trials(write_run(tmp_path / "run", write_dataset(tmp_path / "set"), letters))
    assert len(frame) == 10
    by_item = frame.set_index("item")
    assert list(by_item.loc[["Q-0", "Q-1", "Q-2", "Q-3"], "outcome"]) == ["wrong", "failed", "invalid", "abstained"]
    assert list(by_item.loc[["Q-0", "Q-1", "Q-2"], "scored"]) == [True, False, False]
    # What could not be judged is neither right nor wrong.
    assert by_item["correct"].isna().sum() == 2
    assert by_item.loc["Q-0", "correct"] == False  # noqa: E712
    assert by_item.loc["Q-1", ["stage", "reason"]].tolist() == ["generate", "truncated"]
    assert by_item["prompt_tokens"].dtype.name == "Int64"


def test_rates_are_those_of_the_summary_and_miss_what_is_undefined(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set")
    summary = score(write_run(tmp_path / "run", data, arms=("gold", "none")))
    frame = rates(summary).set_index(["arm", "figure"])
    gold = next(r for r in summary.results if r.arm == "gold")
    assert frame.loc[("gold", "overall_item_micro"), ["k", "n"]].tolist() == [
        gold.overall_item_micro.k,
        gold.overall_item_micro.n,
    ]
    assert frame.loc[("gold", "main_avg"), "value"] == gold.main_avg
    assert frame.loc[("none", "overall_macro"), "value"] is not None
    assert frame["value"].isna()[("none", "overall_macro")]
    assert frame["value"].isna()[("none", "false_answer")]
    assert set(frame.loc["gold"].index) >= {"q(4)", "Integration", "multi_hop", "discrimination"}
    assert list(rates().columns) == ["run", "model", "lang", "arm", "figure", "k", "n", "value", "low", "high"]


def test_runs_are_compared(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set")
    one, two = (write_run(tmp_path / name, data, letters) for name, letters in
                (("one", all_right), ("two", lambda *_: "w")))  # fmt: skip
    comparison = compare(one, two)
    assert [(arm.lang, arm.arm) for arm in comparison.arms] == [("en", "shuffled")]
    assert comparison.arms[0].pairs[0].items == 10


@pytest.mark.parametrize("arms", ["gold", ["gold"], ("gold",)])
def test_runs_are_compared_in_one_arm_by_its_name(tmp_path: Path, arms: Any) -> None:
    data = write_dataset(tmp_path / "set")
    one, two = (write_run(tmp_path / name, data, arms=("gold", "shuffled")) for name in ("one", "two"))
    assert [arm.arm for arm in compare(one, two, arms=arms).arms] == ["gold"]
    assert [arm.arm for arm in compare(one, two, arms="all").arms] == ["gold", "shuffled"]
    with pytest.raises(UsageError, match="Unknown arm 'golden'"):
        compare(one, two, arms="golden")  # type: ignore[arg-type]


def test_arguments_of_another_type_are_usage_errors_and_all_at_once(data: Path) -> None:
    wrong: dict[str, Any] = {"limit": 2.5, "repeats": True, "seed": "x", "arms": [1], "judge": [None], "params": [1]}
    with pytest.raises(UsageError) as raised:
        run("baseline:echo", data=data, **wrong)
    assert "6 arguments are wrong" in str(raised.value)
    assert all(f"  {name} is " in str(raised.value) for name in wrong)
    for call in (lambda: run(None), lambda: score(3), lambda: trials("a\0"), lambda: rates([]), lambda: compare(["a"])):  # type: ignore[arg-type]
        with pytest.raises(UsageError, match="it must be"):
            call()
    assert not Path("results").exists()


def test_trials_tell_of_lines_that_do_not_count(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = write_run(tmp_path / "run", write_dataset(tmp_path / "set"))
    with (folder / "answers.jsonl").open("a") as file:
        file.write("garbage\n")
    with caplog.at_level(logging.WARNING, "bench"):
        trials(folder)
    assert "the line does not count" in caplog.text


def test_claims_and_citations_are_checked_with_or_without_a_running_loop(tmp_path: Path) -> None:
    folder = citing(write_run(tmp_path / "run", write_dataset(tmp_path / "set")))
    with Server(answer=claim_judge) as server:
        model = f"openai-compatible:j@{server.url}"

        async def in_a_notebook() -> Summary:
            return check_claims(folder, model, citations=True)

        (found,) = asyncio.run(in_a_notebook()).citation_support
        assert (found.supported.k, found.supported.n) == (2, 4)
        again = check_claims(folder, model, limit=1)
        assert again.citation_support == (found,)
        assert 0 < again.faithfulness[0].answers < 10
    with pytest.raises(UsageError, match="2 arguments are wrong"):
        check_claims(folder, 3, limit=0)  # type: ignore[arg-type]


def test_a_folder_that_is_no_run_is_a_log_error(tmp_path: Path) -> None:
    for read_it in (score, trials):
        with pytest.raises(LogError, match="no run folder"):
            read_it(tmp_path / "nothing")


def test_importing_the_package_loads_nothing_and_its_names_stay_functions() -> None:
    code = (
        "import sys, bench\n"
        "assert [m for m in sys.modules if m.startswith('bench')] == ['bench'], 'something was loaded'\n"
        "assert not {'pandas', 'pydantic', 'rich', 'typer'} & set(sys.modules)\n"
        "from bench import run\n"
        "assert not {'pandas', 'openai', 'typer', 'rich'} & set(sys.modules)\n"
        "from bench.scoring import score_run\n"
        "import bench.comparing\n"
        "from bench import compare, score\n"
        "assert callable(compare) and callable(score), 'a module took its place'\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = bench.nonsense
    assert Interrupted.exit_code == 130
    assert json.dumps(bench.__all__)
