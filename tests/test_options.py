"""One field is one option: flags, parameters in Python, other tools' options and the table in the docs come from it."""

from __future__ import annotations

import inspect
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import bench
from bench.campaign import prepare
from bench.cli import app
from bench.errors import UsageError
from bench.interop.inspect_task import with_options
from bench.options import Caller, RunOptions, offered_in, options_of
from bench.options_page import PAGE, main, with_table
from bench.records import RunConfig
from tests.dataset.world import sound_world, write

ROOT = Path(__file__).parent.parent


def test_wrong_values_are_named_at_once_as_the_caller_names_them() -> None:
    wrong: dict[str, Any] = {"limit": 0, "arms": "golden", "workers": 2, "top_k": 2.5, "vote_timeout": float("inf")}
    with pytest.raises(UsageError) as raised:
        RunOptions(**wrong)
    assert str(raised.value).split("\n") == [
        "5 arguments are wrong.",
        "  workers goes with executor ray: leave it out, or add that.",
        "  Unknown arm 'golden': choose from gold, shuffled, retrieved, none.",
        "  limit is 0; it must be at least 1.",
        "  top_k is 2.5; it must be a whole number.",
        "  vote_timeout is inf; it must be a number above 0.",
    ]


def test_a_name_that_is_no_option_is_told_with_those_it_may_mean_and_with_all_other_faults() -> None:
    wrong: dict[str, Any] = {"limits": 8, "repeats": 0, "lang": "en"}
    with pytest.raises(UsageError) as raised:
        bench.run("baseline:echo", **wrong)
    first, lang, limits, repeats = str(raised.value).split("\n")
    assert first == "3 arguments are wrong."
    assert lang.startswith("  There is no option 'lang'; did you mean langs")
    assert limits.startswith("  There is no option 'limits'; did you mean limit")
    assert repeats == "  repeats is 0; it must be at least 1."


@pytest.mark.slow
def test_what_an_endpoint_allows_is_the_options_before_the_registrys(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        '[endpoints.mine]\nwire = "openai"\nbase_url = "http://127.0.0.1:1/v1"\nkey_required = false\n'
        "requests_per_minute = 60\ntokens_per_minute = 9000\n"
    )
    settings: dict[str, Any] = {"model": "mine:m", "judge": "rule", "registry": own, "out": tmp_path / "run"}
    registered = prepare(RunOptions(**settings)).endpoint
    given = prepare(RunOptions(**settings, requests_per_minute=30.5)).endpoint
    assert (registered.requests_per_minute, registered.tokens_per_minute) == (60, 9000)
    assert (given.requests_per_minute, given.tokens_per_minute) == (30.5, 9000)
    with pytest.raises(UsageError, match="requests_per_minute is 0; it must be a number above 0"):
        RunOptions(requests_per_minute=0)


def test_values_come_as_people_write_them() -> None:
    options = RunOptions(langs="EN,ja", arms=["gold"], judge="rule, gpt-5", canaries=True, gold_position=1, params=None)
    assert (options.langs, options.arms, options.judge) == (("en", "ja"), ("gold",), ("rule", "gpt-5"))
    assert (options.canaries, options.gold_position, options.params) == (0.25, 1.0, {})
    assert RunOptions(canaries=True, canary_share=0.5).canaries == 0.5


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"batch": True, "executor": "ray"}, "batch leaves the calls to the provider: leave out executor and engine"),
        ({"batch": True, "engine": "ray-vllm"}, "batch leaves the calls to the provider"),
        ({"workers": 2}, "workers goes with executor ray"),
        ({"executor": "cluster"}, "Unknown executor 'cluster': choose from local, ray."),
        ({"engine": "vllm"}, "Unknown engine 'vllm': choose from ray-vllm."),
        ({"canary_share": 0}, "canary_share is 0; it must be above 0 and at most 1."),
    ],
)
def test_what_does_not_go_together_is_one_sentence(given: dict[str, Any], fault: str) -> None:
    with pytest.raises(UsageError) as raised:
        RunOptions(**given)
    assert str(raised.value).startswith(fault)
    assert "\n" not in str(raised.value)


def test_python_takes_what_the_command_line_takes_by_the_same_names() -> None:
    parameters = inspect.signature(bench.run).parameters
    typed = {name.removeprefix("--").replace("-", "_") for o in offered_in("run").values() for name in o.flags}
    # A flag that is given several times is one list, under its plural. `-k` alone would be the cost of a wrong answer.
    plural = {"param": "params", "engine_arg": "engine_args", "lang": "langs"}
    assert {plural.get(name, name) for name in typed} <= set(parameters)
    assert parameters["top_k"].default == options_of(RunOptions)["top_k"].default == 10
    assert parameters["progress"].default is False


def test_a_command_has_the_options_that_name_it() -> None:
    commands: Any = get_command(app)
    callers: tuple[Caller, ...] = ("run", "sweep", "settle")
    for caller in callers:
        flags = {flag for parameter in commands.commands[caller].params for flag in parameter.opts}
        for name, option in offered_in(caller).items():
            flag = option.flags[0] if option.flags else None
            assert flag is None or flag in flags, (caller, name)


def test_a_configuration_gives_the_options_that_ask_for_it(tmp_path: Path) -> None:
    """What `bench import` relies on: every field of a configuration that an option decides comes back."""
    changed: dict[str, Any] = {
        "data": str(write(tmp_path / "world", sound_world())),
        "langs": ("en",),
        "arms": ("gold", "shuffled"),
        "preset": "smoke",
        "limit": 6,
        "repeats": 2,
        "seed": 5,
        "top_k": 3,
        "prompt": "{{documents}} {{question}}",
        "judge": "rule",
        "judging": "two-stage",
        "canaries": 0.5,
        "gold_position": 0.5,
        "distractors": 1,
        "chunk_tokens": 300,
        "overlap": 5,
        "leave_one_out": True,
        "untested_judge": True,
    }
    config = prepare(RunOptions("baseline:oracle", **changed)).config
    again = RunOptions.of_config(config, model="baseline:oracle", base_url=None, params={}, judge=("rule",))
    assert prepare(again).config == config
    same = set(RunConfig.model_fields) & set(options_of(RunOptions)) - {"model"}
    assert {name for name in same if getattr(again, name) == options_of(RunOptions)[name].default} <= {"retriever"}


def test_other_tools_have_the_options_that_name_them_and_refuse_others() -> None:
    def task(lang: str | None = None, **options: Any) -> None:
        del lang, options

    assert list(with_options(task).parameters) == ["lang", *offered_in("inspect")]
    with pytest.raises(UsageError, match="Unknown option of the suite limits: choose from data, arms, preset, limit"):
        RunOptions().changed_by({"limits": 8}, "lm-eval", "option of the suite")
    with pytest.raises(UsageError, match="limit is 0; it must be at least 1"):
        RunOptions().changed_by({"limit": 0}, "inspect", "parameter of the task")


def test_the_table_in_the_docs_is_that_of_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["--check"]) == 0, f"{PAGE} is out of date: python -m bench.options_page"
    assert with_table(PAGE.read_text("utf-8").replace("`--top-k`", "`--gone`")) == PAGE.read_text("utf-8")


def test_what_other_tools_take_stands_in_their_page() -> None:
    page = (ROOT / "docs/interoperability.md").read_text("utf-8")
    for name in {**offered_in("inspect"), **offered_in("lm-eval")}:
        assert f"`{name}`" in page, name


ADDED = """    haste: int = option(1, whole(1), "How hasty.", also=("sweep", "settle", *TOOLS))
"""


@pytest.mark.slow
def test_a_new_option_is_one_field(tmp_path: Path) -> None:
    """In a copy of the suite an option is added in one place, and it is everywhere that options are."""
    copy = tmp_path / "suite"
    shutil.copytree(ROOT / "bench", copy / "bench", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "docs").mkdir()
    shutil.copy(ROOT / PAGE, copy / PAGE)
    place = copy / "bench/options.py"
    text = place.read_text("utf-8")
    place.write_text(text.replace("    fresh: bool = option(", f"{ADDED}    fresh: bool = option(", 1), "utf-8")
    code = (
        "import inspect, json, pathlib, sys\n"
        "import bench, bench.options_page\n"
        "from bench.cli.runs import run\n"
        "from bench.interop.inspect_task import with_options\n"
        "from bench.interop.lm_eval_task import OPTIONS\n"
        "from bench.options import RunOptions\n"
        "assert bench.options_page.main(['--check']) == 1\n"
        "assert bench.options_page.main([]) == 0\n"
        "try:\n    bench.run(haste=0, limit=0)\nexcept bench.errors.UsageError as fault:\n    told = str(fault)\n"
        "print(json.dumps({'flags': 'haste' in inspect.signature(run).parameters,\n"
        "  'python': str(inspect.signature(bench.run).parameters['haste']), 'lm-eval': 'haste' in OPTIONS,\n"
        "  'inspect': 'haste' in with_options(lambda **options: None).parameters, 'told': told,\n"
        "  'page': '`--haste` | `haste=1`' in pathlib.Path('docs/options.md').read_text()}))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=copy, env=environment)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found.pop("python") == "haste: 'int' = 1"
    assert "haste is 0; it must be at least 1." in found.pop("told")
    assert found == {"flags": True, "lm-eval": True, "inspect": True, "page": True}
    for command in ("run", "sweep", "settle"):
        shown = subprocess.run(
            [sys.executable, "-m", "bench", command, "--help"],
            capture_output=True,
            text=True,
            cwd=copy,
            env=environment,
        )
        assert "--haste" in shown.stdout
