"""The main job with a real small chat model on a real server: `make test-vllm` (not part of `make test`).

Ten written items, in both languages, with their evidence alone, judged by the rules: about 20,000 prompt tokens,
thirteen minutes on two cores that had other work too. The model is far too small for these items, so nothing is asked
of what it answers but that it answers in the item's language and not always the same. Some of its replies copy a
document and reach the token limit; those must be failures of the kind `truncated`, and nothing else may fail. Without
the package index the test is skipped: see real_model.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.records import LANGS
from bench.shipped import shipped
from tests.vllm import real_model
from tests.vllm.processes import assert_nobody_left

ITEMS = 10
REPLY_TOKENS = 96
CACHE = Path(__file__).parent.parent.parent / ".cache" / "models"
JAPANESE = re.compile("[\u3041-\u30ff]")


@pytest.fixture(scope="module")
def model() -> Path:
    try:
        return real_model.make("0.5b", CACHE)
    except real_model.NotToBeHadError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def run(model: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The folder and the summary of the one run that all tests here read."""
    data, folder = tmp_path_factory.mktemp("shortest"), tmp_path_factory.mktemp("run")
    shortest_items(data)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "bench", "run", f"vllm:{model}", "--data", str(data), "--arms", "gold"),
            *("--preset", "full", "--judge", "rule", "--out", str(folder), "--fresh", "--json"),
            *(
                "--param",
                "temperature=0",
                "--param",
                f"max_tokens={REPLY_TOKENS}",
                "--concurrency",
                "8",
                "--timeout",
                "1800",
            ),
            *("--engine-arg", "dtype=float32", "--engine-arg", "enforce-eager", "--engine-arg", "max_model_len=4096"),
        ],
        stdout=subprocess.PIPE,
        text=True,
        timeout=3000,
        check=False,
    )
    assert done.returncode == 0
    assert_nobody_left()
    return folder, json.loads(done.stdout)


def test_every_trial_is_logged_once_and_only_the_token_limit_makes_one_fail(run: tuple[Path, dict[str, Any]]) -> None:
    folder, summary = run
    answers = read_lines(folder / "answers.jsonl")
    assert summary["complete"]
    assert summary["missing"] == 0
    assert {(a["item"], a["lang"], a["arm"], a["kind"]) for a in answers} == {
        (id, lang, "gold", "main") for id in shortest() for lang in LANGS
    }
    assert len(answers) == ITEMS * len(LANGS)
    failed = [a for a in answers if a["failure"]]
    assert {a["failure"]["kind"] for a in failed} <= {"truncated"}
    assert [a["usage"]["completion_tokens"] for a in failed] == [REPLY_TOKENS] * len(failed)
    assert len(failed) < len(answers) / 2
    assert all(300 < a["usage"]["prompt_tokens"] < 4000 for a in answers)
    assert all(0 < a["usage"]["completion_tokens"] <= REPLY_TOKENS for a in answers)


def test_a_model_that_reads_answers_each_item_in_its_language(run: tuple[Path, dict[str, Any]]) -> None:
    folder, _ = run
    whole = [a for a in read_lines(folder / "answers.jsonl") if not a["failure"]]
    japanese = [bool(JAPANESE.search(a["text"])) for a in whole if a["lang"] == "ja"]
    english = [bool(JAPANESE.search(a["text"])) for a in whole if a["lang"] == "en"]
    assert len({a["text"] for a in whole}) > len(whole) / 2
    assert sum(japanese) > len(japanese) / 2
    assert sum(english) == 0


def test_each_whole_answer_has_one_verdict_and_each_trial_one_outcome(run: tuple[Path, dict[str, Any]]) -> None:
    folder, summary = run
    answers, votes = read_lines(folder / "answers.jsonl"), read_lines(folder / "votes.jsonl")
    assert sorted(v["answer_key"] for v in votes) == sorted(a["key"] for a in answers if not a["failure"])
    counted = {result["lang"]: result["outcomes"] for result in summary["results"]}
    assert set(counted) == set(LANGS)
    assert [sum(outcomes.values()) for outcomes in counted.values()] == [ITEMS] * len(LANGS)
    for outcome, found in {
        "failed": sum(a["failure"] is not None for a in answers),
        "invalid": sum(v["verdict"] == "invalid" for v in votes),
        "correct": sum(v["verdict"] == "correct" for v in votes),
    }.items():
        assert sum(outcomes[outcome] for outcomes in counted.values()) == found, outcome


def test_the_run_is_verified_from_its_log(run: tuple[Path, dict[str, Any]]) -> None:
    folder, summary = run
    checked = subprocess.run(
        [sys.executable, "-m", "bench", "verify", str(folder)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert summary["engine"]["started"] is True
    assert summary["engine"]["counts"]["prompt_tokens"] == sum(
        a["usage"]["prompt_tokens"] for a in read_lines(folder / "answers.jsonl")
    )


# ---- the shortest of the suite's own written items ----


def shortest() -> list[str]:
    """Ids of the items whose evidence is shortest in both languages together, by its UTF-8 bytes, then by id."""
    length: dict[str, int] = {}
    for lang in LANGS:
        chunks = {row["id"]: row for row in rows(lang, "chunks")}
        for item in rows(lang, "items"):
            shown = sum(len(chunks[id]["text"].encode("utf-8")) for id in item["positive"])
            length[item["id"]] = length.get(item["id"], 0) + shown
    return sorted(length, key=lambda id: (length[id], id))[:ITEMS]


def shortest_items(folder: Path) -> None:
    """Write those items as a dataset of their own, over the whole written corpus."""
    chosen = set(shortest())
    for lang in LANGS:
        kept = {"items": [row for row in rows(lang, "items") if row["id"] in chosen], "chunks": rows(lang, "chunks")}
        (folder / lang).mkdir()
        for name, lines in kept.items():
            text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in lines)
            (folder / lang / f"{name}.jsonl").write_text(text, encoding="utf-8")


def rows(lang: str, name: str) -> list[dict[str, Any]]:
    return read_lines(shipped("data") / lang / f"{name}.jsonl")


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Every line of a log or a data file, which must end with a whole one."""
    data = path.read_bytes()
    assert data.endswith(b"\n")
    return [json.loads(line) for line in data.split(b"\n") if line]
