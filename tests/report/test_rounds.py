"""Sealed rounds: from the commitment to the board, before the reveal and after it. One small set is drawn for all."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from bench.cascade import cascade_ref
from bench.dataset import load
from bench.errors import BenchError, DataError, UsageError
from bench.kits import release, seal
from bench.records import ModelRef
from bench.records.leaderboard import Leaderboard
from bench.records.rounds import Round
from bench.records.submission import Submission
from bench.report.leaderboard import of_submissions
from bench.report.leaderboard_tables import comma_separated, markdown
from bench.report.rounds import SECRET, HeldRound, hold, read, reference_with, revealed, write
from bench.report.submission import make_submission
from tests.command import bench
from tests.report.desk import named
from tests.runs import JUDGE, RULE, write_run

SEED = "winter0seed5k2p7"
PUBLISHED, REVEALED = date(2026, 1, 2), date(2026, 1, 9)

Dated = Callable[[str, str], Submission]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The set of the round, as `bench data renew` draws it, in English."""
    folder = tmp_path_factory.mktemp("round") / "set"
    release.write(release.plan(SEED, ("ferry",), 1, ("en",)), folder)
    return folder


@pytest.fixture
def file(tmp_path: Path, drawn: Path) -> Path:
    """The public file of the round before its reveal, with the folder of the set."""
    plan = release.plan(SEED, ("ferry",), 1, ("en",))
    found = Round(
        name="winter",
        commitment=seal.commitment(plan),
        sources=seal.sources(plan.kits),
        kits=plan.kits,
        per_program=1,
        langs=("en",),
        published=PUBLISHED,
        data=str(drawn),
    )
    write(tmp_path / "winter.toml", found)
    return tmp_path / "winter.toml"


@pytest.fixture(scope="module")
def made(drawn: Path, tmp_path_factory: pytest.TempPathFactory) -> Submission:
    """A submission about the set."""
    return make_submission(write_run(tmp_path_factory.mktemp("run") / "run", drawn), "Lab")


@pytest.fixture(scope="module")
def dated(made: Submission) -> Dated:
    """The same by a model of that name, begun on that day."""

    def submission(name: str, day: str) -> Submission:
        config = made.config.model_copy(update={"model": named(name)})
        digest = name.encode().hex().rjust(64, "0")
        return made.model_copy(update={"config": config, "digest": digest, "date": f"{day}T10:00:00Z"})

    return submission


def board_of(held: HeldRound, *submissions: Submission) -> Leaderboard:
    return of_submissions([(f"{n}-{SEED}.json", s) for n, s in enumerate(submissions)], rounds=[held])


def names(leaderboard: Leaderboard) -> dict[str, tuple[list[str], list[str]]]:
    """Of each board, by whether it is the sealed one: who is ranked, and who is not and why."""
    return {
        ("sealed" if board.round.sealed else "after") if board.round else "no round": (
            [entry.title for entry in board.ranked],
            [f"{entry.title}: {entry.note}" for entry in board.not_ranked],
        )
        for board in leaderboard.boards
    }


def test_a_drawn_set_is_ranked_only_as_that_of_a_round(file: Path, dated: Dated) -> None:
    (board,) = of_submissions([("a.json", dated("one", "2026-01-03"))]).boards
    assert [entry.note for entry in board.not_ranked] == ["the dataset is not an official one"]
    assert names(board_of(hold(file), dated("one", "2026-01-03"))) == {"sealed": (["one"], [])}


@pytest.mark.parametrize("judge", [RULE, cascade_ref(JUDGE, "rule/5")], ids=["rule", "cascade"])
def test_where_the_rules_decided_everything_replies_need_the_final_line_that_they_read(
    drawn: Path, file: Path, tmp_path: Path, judge: ModelRef
) -> None:
    submission = make_submission(write_run(tmp_path / "run", drawn, judges=(judge,)), "Lab")
    ((ranked, (told,)),) = names(board_of(hold(file), submission)).values()
    assert ranked == []
    assert "replies have no final line" in told


def test_before_the_reveal_no_text_of_the_board_has_the_seed(file: Path, dated: Dated) -> None:
    held = hold(file)
    found = board_of(held, dated("one", "2026-01-03"))
    assert held.seed == SEED
    # The page is made of the same records.
    texts = (found.model_dump_json(), markdown(found), comma_separated(found))
    assert [SEED in text for text in texts] == [False] * 3
    assert f"drawn-{SECRET}" in texts[1]
    assert "the seed is secret" in texts[1]
    (board,) = found.boards
    assert board.id.startswith("winter-en-shuffled-")


def test_after_it_entries_from_before_and_after_are_on_boards_of_their_own(file: Path, dated: Dated) -> None:
    held = hold(file)
    entries = [dated("early", "2026-01-01"), dated("one", "2026-01-02"), dated("two", "2026-01-08")]
    late = [dated("three", "2026-01-09"), dated("four", "2026-02-01")]
    before = board_of(held, *entries, *late)
    reason = "early: made on 2026-01-01, before the commitment was published (2026-01-02)"
    ranked, others = names(before)["sealed"]
    assert (sorted(ranked), others) == (["four", "one", "three", "two"], [reason])
    opened = replace(held, round=held.round.model_copy(update={"seed": SEED, "revealed": REVEALED}))
    after = board_of(opened, *entries, *late)
    assert {kind: (sorted(ranked), others) for kind, (ranked, others) in names(after).items()} == {
        "sealed": (["one", "two"], [reason]),
        "after": (["four", "three"], []),
    }
    sealed = next(board for board in after.boards if board.round and board.round.sealed)
    assert sealed.id == before.boards[0].id, "a link outlives the reveal"
    assert "not sealed" in markdown(after)


def test_what_was_not_in_at_the_reveal_is_not_sealed_whatever_day_it_states(
    file: Path, made: Submission, dated: Dated, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=r"--submissions: .* is no folder"):
        revealed(file, SEED, REVEALED, tmp_path / "in")
    one, late = dated("one", "2026-01-03"), dated("late", "2026-01-03")
    late = late.model_copy(update={"log": late.log.model_copy(update={"answers": "f" * 64})})
    board = names(board_of(hold(file), one, late))
    assert sorted(board["sealed"][0]) == ["late", "one"], "until the reveal everything is"
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "one.json").write_text(made.model_dump_json(), "utf-8")
    (tmp_path / "in" / "other.json").write_text("{}", "utf-8")
    found = revealed(file, SEED, REVEALED, tmp_path / "in")
    assert found.received == (one.log.answers,)
    held = replace(hold(file), round=found)
    assert names(board_of(held, one, late)) == {"sealed": (["one"], []), "after": (["late"], [])}
    write(file, held.round)
    assert read(file) == held.round


def test_a_submission_is_held_to_the_set_of_its_round(file: Path, dated: Dated) -> None:
    held = hold(file)
    reference = reference_with([held], lambda _: None)
    mine = dated("one", "2026-01-03")
    other = mine.config.dataset.model_copy(update={"sha256": "0" * 64})
    foreign = mine.model_copy(update={"config": mine.config.model_copy(update={"dataset": other})})
    assert reference(mine) is held.dataset
    assert reference(foreign) is None
    assert held.has(mine)
    assert not held.has(foreign)


@pytest.mark.slow
def test_a_revealed_set_is_drawn_again_and_compared_to_the_byte(file: Path, drawn: Path, tmp_path: Path) -> None:
    found = revealed(file, SEED, REVEALED)
    write(file, found)
    held = hold(file)
    assert (held.redrawn, held.dataset.sha256) == (True, load(str(drawn), None).sha256)
    altered = tmp_path / "altered"
    shutil.copytree(drawn, altered)
    (altered / "dataset.toml").write_text((altered / "dataset.toml").read_text("utf-8") + "# chosen to suit\n", "utf-8")
    write(file, found.model_copy(update={"data": str(altered)}))
    with pytest.raises(DataError, match="does not hold the set that was sealed"):
        hold(file)


@pytest.mark.parametrize("seed", ["summer0seed5k2p7", "short"])
def test_a_seed_that_does_not_open_the_commitment_is_refused(file: Path, seed: str) -> None:
    with pytest.raises(UsageError, match=r"winter\.toml: The commitment does not fit|16 characters or more"):
        revealed(file, seed, REVEALED)
    write(file, read(file).model_copy(update={"seed": seed, "revealed": REVEALED, "data": ""}))
    with pytest.raises(UsageError, match=r"does not fit|16 characters or more"):
        hold(file)


def test_sources_that_have_changed_are_not_drawn_from(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = revealed(file, SEED, REVEALED)
    write(file, found)
    monkeypatch.setattr(seal, "sources", lambda _: "0" * 64)
    held = hold(file)
    assert not held.redrawn, "the seed opens the commitment, the folder has the set, nothing was drawn again"
    write(file, found.model_copy(update={"data": ""}))
    with pytest.raises(UsageError, match="the kits of this suite are not those that were sealed"):
        hold(file)


def test_before_the_reveal_the_folder_is_needed_and_must_be_drawn_with_one_seed(file: Path) -> None:
    found = read(file)
    write(file, found.model_copy(update={"data": ""}))
    with pytest.raises(UsageError, match="data is missing"):
        hold(file)
    write(file, found.model_copy(update={"commitment": "0" * 64}))
    with pytest.raises(UsageError, match="does not fit"):
        hold(file)
    written = file.parent / "rows.jsonl"
    row = {"id": "a", "question": "Q?", "answer": "A", "contexts": ["A."], "lang": "en"}
    written.write_text(json.dumps(row), "utf-8")
    write(file, found.model_copy(update={"data": "rows.jsonl"}))
    with pytest.raises(DataError, match="no set that was drawn with one seed"):
        hold(file)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("name = ", "is not TOML"),
        ('name = "A round"', "name: .*; commitment: .*; sources: .*"),
        ("SEED", "seed and revealed are given together, or neither of them; correct it"),
        ("EARLY", "before the commitment was published"),
        (None, "cannot be read"),
    ],
)
def test_what_is_no_round_is_said_in_one_sentence(file: Path, text: str | None, problem: str) -> None:
    whole = file.read_text("utf-8")
    by_word = {"SEED": f'{whole}seed = "{SEED}"\n', "EARLY": f'{whole}seed = "{SEED}"\nrevealed = 2026-01-01\n'}
    file.unlink() if text is None else file.write_text(by_word.get(text, text), "utf-8")
    with pytest.raises(UsageError, match=problem) as caught:
        read(file)
    assert str(caught.value).startswith(f"--round: {file} ")
    assert "\n" not in str(caught.value)


def test_a_seed_is_revealed_once(file: Path) -> None:
    write(file, revealed(file, SEED, REVEALED))
    with pytest.raises(UsageError, match="revealed on 2026-01-09 already"):
        revealed(file, SEED, REVEALED)
    assert tomllib.loads(file.read_text("utf-8"))["revealed"] == REVEALED


@pytest.mark.slow
def test_the_whole_way_as_it_is_typed(tmp_path: Path) -> None:
    """Seal, draw, run, submit, board, reveal, board."""

    def type_in(words: str) -> str:
        done = bench(*words.split(), cwd=tmp_path)
        assert done.returncode == 0, (words, done.stderr)
        return done.stdout

    sealed = type_in(f"data seal --seed {SEED} --kits ferry --langs en --round winter.toml")
    assert SEED not in sealed + (tmp_path / "winter.toml").read_text("utf-8")
    type_in(f"data renew --seed {SEED} --kits ferry --langs en --out set")
    with (tmp_path / "winter.toml").open("a", encoding="utf-8") as round_file:
        round_file.write('data = "set"\n')
    type_in("run baseline:extractive --data set --langs en --arms shuffled --judge rule --quiet --out run")
    type_in("submit run --out results/submissions/one.json")

    def board(*more: str) -> dict[str, object]:
        type_in(" ".join(["leaderboard build --round winter.toml", *more]))
        text = (tmp_path / "results" / "leaderboard.json").read_text("utf-8")
        (found,) = json.loads(text)["boards"]
        assert [entry["note"] for entry in found["not_ranked"]] == ["built-in baselines are not ranked"]
        return {**found["round"], "told": SEED in text}

    before = board()
    assert (before["sealed"], before["revealed"], before["told"]) == (True, None, False)
    wrong = bench("data", "reveal", "--seed", SEED[::-1], "--round", "winter.toml", cwd=tmp_path)
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("bench: winter.toml: The commitment does not fit")
    revealed = type_in(f"data reveal --seed {SEED} --round winter.toml --submissions results/submissions")
    assert "Runs that were in: 1." in revealed
    after = board()
    assert (after["seed"], after["redrawn"], after["told"]) == (SEED, True, True)
    assert after["sealed"] is False, "begun on the day of the reveal"


def test_flags_that_the_file_of_a_round_holds_are_refused_beside_it(file: Path) -> None:
    done = bench("data", "reveal", "--seed", SEED, "--round", file, "--per-program", "2")
    assert (done.returncode, done.stdout) == (2, "")
    assert "leave those flags out" in done.stderr
    again = bench("data", "seal", "--kits", "ferry", "--round", file)
    assert (again.returncode, "is there already" in again.stderr) == (2, True)
    without = bench("data", "reveal", "--seed", SEED, "--commitment", "0" * 64, "--submissions", file.parent)
    assert (without.returncode, "give that with --round" in without.stderr) == (2, True)


def test_a_round_is_named_after_its_file(tmp_path: Path) -> None:
    done = bench("data", "seal", "--kits", "ferry", "--round", tmp_path / "Winter_2026 冬.toml")
    assert done.returncode == 0, done.stderr
    found = read(tmp_path / "Winter_2026 冬.toml")
    assert (found.name, found.kits, found.seed, found.received) == ("winter-2026", ("ferry",), None, None)
    assert found.commitment in done.stdout


def test_every_fault_of_a_round_is_one_of_the_suites_own(file: Path) -> None:
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(BenchError):
        hold(file)
