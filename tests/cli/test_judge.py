"""`bench judge` and `bench panel`, and the flags of `bench run` that go with them, as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.campaign.panel_server import Says, but, name, sensible, verdict
from tests.command import bench
from tests.runs import write_dataset
from tests.server import Server, Step, fail


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set")


def run(server: Server, data: Path, folder: Path, *flags: str) -> Path:
    judges = ",".join(f"openai-compatible:{letter}@{server.url}" for letter in "abc")
    asked = ("--data", data, "--lang", "en", "--arms", "none", "--judge", judges, "--out", folder, "--json")
    done = bench("run", f"openai-compatible:m@{server.url}", *asked, *flags, cwd=folder.parent)
    assert done.returncode == 0, done.stderr
    return folder


def test_backfill_lists_the_flips_and_scores_again(tmp_path: Path, data: Path) -> None:
    def dissent(seen: object) -> object:
        return verdict(False) if name(seen) in "bc" and "Kind: answerable" in seen.prompt else None  # type: ignore[arg-type, attr-defined]

    with Server(answer=but(lambda seen: fail(400, {"error": {"code": "content_policy_violation", "message": "no"}})
                           if name(seen) == "c" else dissent(seen))) as server:  # type: ignore[arg-type, return-value]  # fmt: skip
        folder = run(server, data, tmp_path / "run")
        server.answer = but(dissent)  # type: ignore[arg-type]
        done = bench("judge", folder, "--backfill", "--json", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        changed = json.loads(done.stdout)
        assert changed["votes_cast"] == 4
        assert [(f["item"], f["before"], f["after"]) for f in changed["flips"]] == [
            (f"Q-{n}", "c", "w") for n in range(4)
        ]
        again = bench("judge", folder, "--backfill", cwd=tmp_path)
    assert "Votes cast: 0. Final verdicts that changed: 0." in again.stdout
    assert "without a usable verdict" not in again.stdout
    summary = json.loads((folder / "summary.json").read_text("utf-8"))
    assert summary["results"][0]["outcomes"]["wrong"] == 4


def test_a_mended_judge_is_asked_again_for_its_unusable_votes(tmp_path: Path, data: Path) -> None:
    # c contradicts itself and b says wrong: one vote each way, and a decides until c is mended and sides with b.
    def dissent(judges: str) -> Says:
        return lambda seen: verdict(False) if name(seen) in judges and "Kind: answerable" in seen.prompt else None

    torn = json.dumps({"reason": "r", "abstained": True, "conflict_named": False, "verdict": "correct"})
    with Server(answer=but(lambda seen: Step(text=torn) if name(seen) == "c" else None, dissent("b"))) as server:
        folder = run(server, data, tmp_path / "run")
        server.answer = but(dissent("bc"))
        plain = bench("judge", folder, "--backfill", cwd=tmp_path)
        again = bench("judge", folder, "--backfill", "--invalid", "--json", cwd=tmp_path)
    assert "votes that came back without a usable verdict: 4." in " ".join(plain.stderr.split())
    assert "--invalid" in plain.stderr
    assert again.returncode == 0, again.stderr
    changed = json.loads(again.stdout)
    assert changed["votes_cast"] == 4
    assert [(f["before"], f["after"]) for f in changed["flips"]] == [("c", "w")] * 4
    assert bench("verify", folder, cwd=tmp_path).returncode == 0
    log = [json.loads(line) for line in (folder / "votes.jsonl").read_text("utf-8").splitlines()]
    said = [vote["reason"] for vote in log if vote["model"].endswith(":c")]
    assert [reason.startswith("the verdict contradicts itself: correct") for reason in said] == [True] * 4 + [False] * 4


def test_base_url_reaches_the_further_judge(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        folder = run(server, data, tmp_path / "run")
        done = bench("judge", folder, "--judge", "openai-compatible:x", "--base-url", server.url, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Votes cast: 4." in done.stdout


def test_judges_of_an_own_registry_are_found_with_it_and_named_unknown_without(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        own = tmp_path / "own.toml"
        own.write_text(f'[endpoints.house]\nwire = "openai"\nbase_url = "{server.url}"\n', "utf-8")
        folder = run(server, data, tmp_path / "run", "--registry", str(own), "--judge", "house:a")
        further = bench("judge", folder, "--judge", "house:x", "--registry", own, "--json", cwd=tmp_path)
        again = bench("judge", folder, "--consistency", "1", "--registry", own, "--json", cwd=tmp_path)
        without = bench("judge", folder, "--consistency", "2", cwd=tmp_path)
    assert [json.loads(done.stdout)["votes_cast"] for done in (further, again)] == [4, 6]
    assert without.returncode == 2
    assert "Unknown model 'house:a'" in without.stderr


def test_a_further_judge_and_consistency_are_printed(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        folder = run(server, data, tmp_path / "run")
        further = bench("judge", folder, "--judge", f"openai-compatible:x@{server.url}", cwd=tmp_path)
        again = bench("judge", folder, "--consistency", "2", cwd=tmp_path)
    assert "openai-compatible:x" in further.stdout
    assert "added later" in further.stdout
    assert "Votes cast: 24." in again.stdout
    assert "2 answers" in again.stdout


def test_panel_ranks_runs_with_each_judge_left_out(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        folders = [run(server, data, tmp_path / title) for title in ("one", "two")]
        done = bench("panel", *folders, "--arm", "none", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = " ".join(done.stdout.split())
    assert "Whole panel 1. one 100.0 % (" in text
    assert "1. two 100.0 % (" in text
    assert text.count("Without") == 3
    assert "Judge m" in text
    assert "openai-compatible:a 0/8" in text


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--canary-share", "1.5"), "--canary-share is 1.5; it must be above 0 and at most 1."),
        (("--canaries", "--canary-share", "nan"), "--canary-share is nan; it must be above 0"),
        (("--vote-timeout", "0"), "--vote-timeout is 0; it must be a number above 0."),
        (("--judging", "three-stage"), "choose from one-call, two-stage"),
    ],
)
def test_wrong_flags_are_one_sentence(tmp_path: Path, data: Path, flags: tuple[str, ...], message: str) -> None:
    done = bench("run", "baseline:oracle", "--data", data, "--lang", "en", *flags, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_asked_and_no_run_are_one_sentence_each(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        folder = run(server, data, tmp_path / "run")
    nothing = bench("judge", folder, cwd=tmp_path)
    assert (nothing.returncode, nothing.stdout) == (2, "")
    assert "one of --backfill, --judge JUDGE or --consistency N" in nothing.stderr
    nowhere = bench("judge", tmp_path / "no", "--backfill", cwd=tmp_path)
    assert nowhere.returncode == 1
    assert "no run folder" in nowhere.stderr


def test_canaries_are_printed(tmp_path: Path, data: Path) -> None:
    done = bench("run", "baseline:echo", "--data", data, "--lang", "en", "--canary-share", "1", "--quiet", "--full",
                 "--out", tmp_path / "run", cwd=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "of all (100.0 % were asked for)" in " ".join(done.stdout.split())
