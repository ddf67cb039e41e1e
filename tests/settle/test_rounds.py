"""Fresh items: two models are asked what nobody has seen, round by round, until one is better or the gap ends it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench import kits
from bench.dataset import load
from bench.errors import UsageError
from bench.kits import release
from bench.log import read
from bench.options import RunOptions
from bench.records import Answer, Lang
from bench.records.comparison import Settlement
from bench.settle import Duel, duel, fresh_sets, settle
from tests.campaign.panel_server import PATIENT, name
from tests.kits.toy import KIT
from tests.server import Seen, Server, Step
from tests.settle.test_settling import only, watch


@pytest.fixture(autouse=True)
def _toy_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    """One kit that is drawn in no time: a program that is asked, and one with a false premise, which is not."""
    for module in (kits, release):
        monkeypatch.setattr(module, "names", lambda: ("toy",))
        monkeypatch.setattr(module, "load", lambda _: KIT)


@pytest.fixture
def server() -> Iterator[Server]:
    """`bad` always states a wrong price, everybody else declines."""

    def answer(seen: Seen) -> Step:
        japanese = "資料" in seen.prompt
        wrong, declines = (
            ("回答：1円", "回答：判断できない") if japanese else ("Answer: 1 yen", "Answer: cannot determine")
        )
        return Step(text=wrong if name(seen) == "bad" else declines)

    with Server(answer=answer) as running:
        yield running


def wanted(folder: Path, langs: tuple[Lang, ...] = ("en",), **changed: object) -> RunOptions:
    settings = {"model": "", "langs": langs, "arms": ("gold",), "judge": ("rule",), "pacing": PATIENT}
    return RunOptions(**{**settings, "runs": folder / "runs", **changed})  # type: ignore[arg-type]


def against(server: Server, first: str, second: str, options: RunOptions, **changed: object) -> Duel:
    models = [f"openai-compatible:{model}@{server.url}" for model in (first, second)]
    return duel(*models, options, **{"k": 4.0, "fresh": "a1", "per_program": 4, **changed})  # type: ignore[arg-type]


def asked(ready: Duel, found: Settlement) -> list[list[Answer]]:
    """The answers of both models, over all rounds."""
    runs = ready.runs[0].folder.parent
    names = zip(*(each.runs for each in found.rounds), strict=True)
    return [
        [a for run in of_one for a in read(runs / run / "answers.jsonl", Answer).records.values()] for of_one in names
    ]


def test_rounds_are_drawn_until_one_model_is_better_and_the_same_command_pays_nothing_again(
    tmp_path: Path, server: Server
) -> None:
    told: list[str] = []
    ready = against(server, "good", "bad", wanted(tmp_path), gap=5, per_program=6)
    found = settle(ready, watch, told.append)
    settled = only(found)
    assert settled.verdict == "first"
    assert [each.seed for each in found.rounds] == [f"a1r{n + 1}" for n in range(len(found.rounds))]
    assert len(found.rounds) > 1
    assert sum("drawing the items of seed" in line for line in told) == len(found.rounds) - 1
    assert "Round 2: 1 of 1 kits drawn (toy)." in told
    one, other = asked(ready, found)
    assert sorted(a.item for a in one) == sorted(a.item for a in other)
    # A question is a draw with its abstention item; the program is the same for all.
    assert Counter(a.kind == "main" for a in one) == {True: settled.asked, False: settled.asked}
    paid = server.requests
    assert paid == 2 * settled.trials
    assert settle(against(server, "good", "bad", wanted(tmp_path), gap=5, per_program=6), watch) == found
    assert server.requests == paid
    assert Settlement.model_validate_json(found.model_dump_json()) == found
    # What was asked can be drawn again by whoever knows what stands in the record.
    assert found.fresh is not None
    last = found.rounds[-1]
    again = release.plan(last.seed or "", found.fresh.kits, found.fresh.per_program, ("en",))
    release.write(again, tmp_path / "again")
    assert load(str(tmp_path / "again"), ("en",)).sha256 == last.dataset.sha256


def test_equal_models_are_asked_until_the_gap_ends_it_or_the_allowed_items_are_used_up(
    tmp_path: Path, server: Server
) -> None:
    ended = settle(against(server, "good", "same", wanted(tmp_path), gap=300, k=1.0), watch)
    assert (only(ended).verdict, only(ended).difference) == ("within_gap", 0)
    stopped = settle(against(server, "good", "same", wanted(tmp_path), most_items=10, batch=1), watch)
    assert only(stopped).verdict == "undecided"
    assert (only(stopped).trials, len(stopped.rounds)) == (10, 2)


def test_no_question_is_asked_twice_and_a_program_without_more_ends_it(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every round draws what the first one has drawn, under other ids: nothing is left to ask after it."""
    first: dict[str, str] = {}

    def write(plan: release.Plan, out: Path, drawn: Callable[[str], None] | None) -> None:
        release.write(plan, out, drawn)
        path = out / "en" / "items.jsonl"
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for row in rows:
            number = row["id"].split("-", 2)[2]
            row["question"] = first.setdefault(number, row["question"])
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")

    monkeypatch.setattr("bench.settle.rounds.write", write)
    found = settle(against(server, "good", "same", wanted(tmp_path), gap=5), watch)
    assert (only(found).asked, only(found).available, len(found.rounds)) == (4, 4, 2)
    assert only(found).verdict == "undecided"


def test_both_languages_are_asked_the_same_draws(tmp_path: Path, server: Server) -> None:
    ready = against(server, "good", "bad", wanted(tmp_path, ("en", "ja")), most_items=4, per_program=2)
    one, _ = asked(ready, settle(ready, watch))
    assert {a.item for a in one if a.lang == "en"} == {a.item for a in one if a.lang == "ja"}


def test_a_round_is_a_set_of_its_own_for_other_draws_and_its_seed_tells_rounds_apart(tmp_path: Path) -> None:
    sets = fresh_sets("a", ("toy",), 1, ("en",), tmp_path)
    assert (sets.seed(11), fresh_sets("a1", (), 1, ("en",), tmp_path).seed(1)) == ("ar11", "a1r1")
    others = [fresh_sets("a", (), 2, ("en",), tmp_path), fresh_sets("a", (), 1, ("en", "ja"), tmp_path)]
    assert len({each.path(1) for each in (sets, *others)}) == 3
    assert sets.draw(1) == sets.draw(1) == sets.path(1)


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({}, ["--fresh never ends where two models are equal: add --gap, --max-items or --max-cost"]),
        ({"gap": 0.0}, ["--gap is 0.0; it must be above 0 points"]),
        ({"gap": 3, "fresh": "No 1"}, ["--fresh: give a seed of 1 to 56 lower-case letters and digits"]),
        ({"gap": 3, "kits": ("tray",), "per_program": 0}, ["there is no kit tray", "--per-program: 0 is below 1"]),
        ({"gap": 3, "fresh": None}, ["--kits and --per-program say what --fresh draws"]),
    ],
)
def test_what_cannot_be_drawn_is_said_before_anything_is_drawn(
    tmp_path: Path, changes: dict[str, object], faults: list[str]
) -> None:
    settings = {"k": 4.0, "fresh": "a1", "per_program": 3, **changes}
    with pytest.raises(UsageError) as refused:
        duel("baseline:oracle", "baseline:echo", wanted(tmp_path), **settings)  # type: ignore[arg-type]
    assert all(fault in str(refused.value) for fault in faults)
    assert not (tmp_path / "runs").exists()


def test_fresh_items_take_the_place_of_a_dataset(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="leave out --data"):
        duel("baseline:oracle", "baseline:echo", wanted(tmp_path, data="lit"), k=4, fresh="a1", gap=3)
