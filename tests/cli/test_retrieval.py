"""`bench retrieval`, `bench sweep` and the retrieval flags of `bench run`, as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import bench
from tests.runs import write_dataset, write_lines
from tests.server import Server


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set", ("en", "ja"))


def test_a_retriever_is_measured_alone(data: Path, tmp_path: Path) -> None:
    done = bench("retrieval", "eval", "--data", data, "--top-k", "2", "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    results = {result["lang"]: result for result in json.loads(done.stdout)}
    (whole,) = [part for part in results["en"]["slices"] if part["by"] == "all"]
    assert whole["n"] == 6
    assert 0 < whole["precision"]["value"] <= 0.5
    assert [q["item"] for q in results["en"]["not_eligible"]] == [f"Q-{n}-INS" for n in range(4)]
    table = bench("retrieval", "eval", "--data", data, "--langs", "en", "--unit", "page", cwd=tmp_path)
    assert "first 10 documents" in table.stdout
    assert "4 (no gold passage)" in table.stdout
    assert max(map(len, table.stdout.splitlines())) <= 80


def test_qrels_and_topics_can_be_answered_by_another_system(data: Path, tmp_path: Path) -> None:
    done = bench("retrieval", "qrels", "--data", data, "--out", "gold.qrels", "--topics", "topics.tsv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    gold = (tmp_path / "gold.qrels").read_text().splitlines()
    assert gold[0] == "en/Q-0 0 W-0 1"
    topics = dict(line.split("\t") for line in (tmp_path / "topics.tsv").read_text().splitlines())
    assert topics["ja/Q-1"] == "On which day was the gauge of pier 1 serviced?"
    lines = [f"{line.split()[0]} Q0 {line.split()[2]} 1 1.0 me\n" for line in gold]
    (tmp_path / "mine.run").write_text("".join(lines))
    scored = bench(
        "retrieval", "eval", "--data", data, "--retriever", "trec:mine.run", "--top-k", "1", "--json", cwd=tmp_path
    )
    assert scored.returncode == 0, scored.stderr
    for result in json.loads(scored.stdout):
        assert [part["recall"]["value"] for part in result["slices"] if part["by"] == "all"] == [1.0]
        assert result["retriever"].startswith("trec:mine.run@")


def test_a_run_with_embeddings_logs_what_they_found_and_summarises_it(
    server: Server, data: Path, tmp_path: Path
) -> None:
    command = ["run", "--data", data, "--langs", "en", "--arms", "retrieved", "--top-k", "2", "--out", "runs/one"]
    command += ["--retriever", f"dense:bag@{server.url}", "--chunk-tokens", "16", "--overlap", "4"]
    dry = bench(*command, "--dry-run", cwd=tmp_path)
    assert "have been embedded" in " ".join(dry.stdout.split())
    assert server.requests == 0
    done = bench(*command, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Embedding" in done.stderr
    summary = json.loads(done.stdout)
    assert summary["config"]["retriever"] == "dense:openai-compatible:bag"
    assert summary["config"]["chunk_tokens"] == 16
    assert [result["unit"] for result in summary["retrieval"]] == ["chunk", "page"]
    assert "the corpus was cut into other chunks" in summary["judge"]["note"]
    again = bench("score", "runs/one", "--json", cwd=tmp_path)
    assert json.loads(again.stdout)["retrieval"] == summary["retrieval"]
    assert "retrieval by dense:openai-compatible:bag" in bench("score", "runs/one", cwd=tmp_path).stdout
    assert "Recall@2" in bench("score", "runs/one", "--markdown", cwd=tmp_path).stdout


def test_evidence_is_looked_up_in_a_new_corpus_and_misses_are_queued(data: Path, tmp_path: Path) -> None:
    new = tmp_path / "new" / "en" / "chunks.jsonl"
    texts = [f"The tide gauge of pier {n} was serviced on day {n + 10} of the season." for n in range(3)]
    write_lines(new, [{"id": f"N-{n}", "text": f"Preface. {text}"} for n, text in enumerate(texts)])
    done = bench("retrieval", "resolve", "new", "--data", data, "--langs", "en", cwd=tmp_path)
    assert done.returncode == 1
    assert "Found 3 of 4 quotes (3 exact)" in done.stdout
    moved = [json.loads(line) for line in (tmp_path / "moved.jsonl").read_text().splitlines()]
    missed = [json.loads(line) for line in (tmp_path / "missed.jsonl").read_text().splitlines()]
    assert [span["chunk"] for span in moved] == ["N-0", "N-1", "N-2"]
    assert [span["item"] for span in missed] == ["Q-3"]
    same = bench("retrieval", "resolve", data, "--data", data, "--langs", "en", cwd=tmp_path)
    assert same.returncode == 0
    assert (tmp_path / "missed.jsonl").read_text() == ""


def test_a_sweep_prints_both_curves_and_can_be_json(data: Path, tmp_path: Path) -> None:
    command = ["sweep", "baseline:oracle", "--data", data, "--langs", "en", "--positions", "first,1"]
    command += ["--distractors", "0,2", "--judge", "rule", "-q"]
    done = bench(*command, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "English: by place of the evidence" in done.stdout
    assert "English: by number of distractors" in done.stdout
    assert "100.0 %" in done.stdout
    assert " 4/4" in done.stdout
    found = json.loads(bench(*command, "--json", cwd=tmp_path).stdout)
    assert [[p["setting"] for p in curve["points"]] for curve in found["curves"]] == [[0.0, 1.0], [0.0, 2.0]]
    assert len(list((tmp_path / "results" / "runs").glob("*/summary.json"))) == 4
    for point in (p for curve in found["curves"] for p in curve["points"]):
        verified = bench("verify", f"results/runs/{point['run']}", cwd=tmp_path)
        assert verified.returncode == 0, verified.stderr
    dry = bench(*command, "--dry-run", cwd=tmp_path)
    assert dry.stdout.count("Nothing was called.") == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "--retriever", "bm26"], "--retriever 'bm26' is unknown"),
        (["run", "--gold-position", "2"], "--gold-position is 2; it must be from 0 to 1"),
        (["run", "--gold-position", "nan"], "--gold-position is nan"),
        (["run", "--gold-position", "here"], "first, middle or last"),
        (["run", "--distractors", "-1"], "--distractors is -1"),
        (["run", "--overlap", "3"], "--overlap needs --chunk-tokens"),
        (["run", "--retriever", "trec:none.run"], "cannot be read"),
        (["sweep", "--positions", "", "--distractors", ""], "nothing to sweep"),
        (["sweep", "--distractors", "1,x,2.5"], "'x', '2.5'"),
        (["retrieval", "eval", "--top-k", "0"], "--top-k is 0"),
    ],
)
def test_a_wrong_request_is_one_sentence(arguments: list[str], said: str, data: Path, tmp_path: Path) -> None:
    done = bench(*arguments, "--data", data, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
