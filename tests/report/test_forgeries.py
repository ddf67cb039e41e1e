"""Forged submissions: what a cheat would write into an honest file, and the sentence that refuses it.

Each forgery is sealed again: its digest is that of the configuration as it was changed. Those that only a copy of the
data can find out are made to a run of the suite's own dataset.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.config import load_registry
from bench.dataset import Dataset, load
from bench.log import write_whole
from bench.records import ModelRef
from bench.records.submission import Submission, SubmissionBase
from bench.report.checking import check, own_data, read_submission, unproven
from bench.report.leaderboard import build
from bench.report.submission import make_submission
from bench.run_digests import config_digest
from tests.report.desk import NOW, changed, mixed_run, official_run
from tests.runs import JUDGE, all_right, write_dataset, write_run

Change = Callable[[dict[str, Any]], object]
PANEL = tuple(JUDGE.model_copy(update={"spec": f"openai:judge-{name}"}) for name in ("a", "b", "c"))
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two languages, three arms, two repeats, something of every outcome, and one judge."""
    folder = tmp_path_factory.mktemp("honest")
    data = write_dataset(folder / "set", ("en", "ja"), mains=5)
    return _sound(folder, make_submission(mixed_run(folder / "run", data), "Example Lab"))


@pytest.fixture(scope="module")
def by_panel(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("panel")
    run = mixed_run(folder / "run", write_dataset(folder / "set", ("en", "ja"), mains=5), judges=PANEL)
    return _sound(folder, make_submission(run, "Example Lab"))


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A model that the registry lists, at its provider and at its price."""
    folder = tmp_path_factory.mktemp("listed")
    run = write_run(folder / "run", write_dataset(folder / "set", mains=5), model=LISTED, official=True)
    return _sound(folder, make_submission(run, "Example Lab"))


def _sound(folder: Path, submission: Submission) -> str:
    write_whole(folder / "s.json", submission)
    assert check(folder / "s.json", now=NOW) == []
    return (folder / "s.json").read_text("utf-8")


ALIAS, ENTRY = next(
    (alias, entry)
    for alias, entry in load_registry().models.items()
    if entry.spec.startswith("openai:") and entry.price and not entry.shutdown
)
assert ENTRY.price is not None
LISTED = ModelRef(
    spec=ENTRY.spec,
    title=ENTRY.title,
    alias=ALIAS,
    family=ENTRY.family,
    weights=ENTRY.weights,
    reasoning=ENTRY.reasoning,
    price_input=ENTRY.price.input,
    price_output=ENTRY.price.output,
)


def forged(document: str, folder: Path, change: Change) -> list[str]:
    (folder / "s.json").write_text(document, encoding="utf-8")
    return changed(folder / "s.json", change, resealed=True)


def each_usage(s: dict[str, Any], **values: Any) -> None:
    for usage in (s["usage"], *(arm["usage"] for arm in s["arm_usage"])):
        usage.update(values)


def answered(s: dict[str, Any], **values: Any) -> None:
    said = {"spec": "openai:model-1", "role": "model", "calls": 90, "models": {"model-1": 90}, "fingerprints": {}}
    s["answered_by"] = [{**said, "providers": {}, "others": [], **values}]


def config(**values: Any) -> Change:
    return lambda s: s["config"].update(values)


def model(**values: Any) -> Change:
    return lambda s: s["config"]["model"].update(values)


def judge(**values: Any) -> Change:
    return lambda s: s["config"]["judges"][0].update(values)


def nested(depth: int) -> Any:
    return [nested(depth - 1)] if depth else 0


CASES: dict[str, tuple[Change, str]] = {
    # votes and judges
    "no vote was cast": (lambda s: s["votes"].update(cast=0), "votes.cast: is 0, but 1 judges of 90 judged trials"),
    "a vote too many": (lambda s: s["votes"].update(cast=91), "votes.cast: is 91, but"),
    "no invalid vote": (lambda s: s["votes"].update(invalid=0), "votes.invalid: is 0, but the rows hold 2 trials"),
    "invalid votes on usable letters": (lambda s: s["votes"].update(invalid=9), "votes.invalid: is 9, but"),
    "judges that were never called": (lambda s: s["judge_usage"].update(calls=0), "judge_usage.calls: is 0, but"),
    "calls of judges for nothing": (lambda s: s["judge_usage"].update(calls=900), "judge_usage.calls: is 900, but"),
    "one arm without judges": (
        lambda s: s["arm_usage"][0]["judge_usage"].update(calls=0),
        "arm_usage[0].judge_usage.calls: is 0, but",
    ),
    "one judge three times": (
        lambda s: s["config"].update(judges=3 * s["config"]["judges"]),
        "config.judges: openai:judge-1 stands 3 times: each judge has one vote",
    ),
    "one judge in two spellings": (
        lambda s: s["config"]["judges"].append({**s["config"]["judges"][0], "spec": "openai:JUDGE-1"}),
        "stands 2 times: each judge has one vote",
    ),
    "a disguised rule judge": (judge(weights="none"), "config.judges[0].weights: 'none' does not fit openai:judge-1"),
    "a cascade without a version": (judge(spec="rule+openai:judge-1"), "config.judges[0].rules: None does not fit"),
    "rules that are none": (
        judge(spec="rule+openai:judge-1", rules="mine"),
        "config.judges[0].rules: 'mine' is no version of the rules",
    ),
    "a baseline as judge": (judge(spec="baseline:oracle"), "a built-in baseline judges nothing"),
    "a judge without an endpoint": (judge(spec="Rule"), "config.judges[0].spec: 'Rule' is no name of a model"),
    "two-stage judging with the votes of one call": (config(judging="two-stage"), "judge_usage.calls: is 90, but"),
    # names
    "a zero-width character in the model's name": (
        model(spec="openai:mo\u200bdel-1"),
        "config.model.spec: holds characters that do not show or turn others around (U+200B)",
    ),
    "a hidden character in the title": (model(title="Model\u2060 1"), "config.model.title: holds characters that do"),
    "a filler in the title": (model(title="Model\u3164 1"), "config.model.title: holds characters that do not show"),
    "a turned title": (model(title="Model \u202e1"), "config.model.title: holds characters that do not show"),
    "a borrowed letter in the name": (model(spec="openai:mоdel-1"), "config.model.spec: holds 'о', which passes for"),
    "full-width letters in the name": (model(spec="openai:ｍodel-1"), "config.model.spec: holds 'ｍ', which passes"),
    "a title in two scripts": (model(title="Моdel 1"), "config.model.title: mixes Latin letters with those of"),
    "a title of spaces": (model(title="   "), "config.model.title: begins or ends with a space"),
    "no title": (model(title=""), "config.model.title: is empty"),
    "a stacked title": (model(title="M" + "\u0301" * 9), "config.model.title: has more than 2 marks on one letter"),
    "an endless title": (model(title="x" * 201), "config.model.title: has 201 characters; at most 200"),
    "a submitter with a hidden character": (
        lambda s: s.update(submitter="Exa\u200dmple Lab"),
        "submitter: holds characters",
    ),
    "a submitter with a space behind": (lambda s: s.update(submitter="Example Lab "), "submitter: begins or ends"),
    "a submitter in two scripts": (lambda s: s.update(submitter="Exаmple Lab"), "submitter: mixes Latin letters"),
    "a retriever with a hidden character": (config(retriever="bm25\u200b"), "config.retriever: holds characters"),
    "an address in the name": (model(spec="openai:m@http://evil.example/v1"), "holds the address of a server"),
    "the title of a listed model": (model(title=ENTRY.title), f"is the name of {ENTRY.spec}, and this is openai:model"),
    "an alias of a listed model": (model(alias=ALIAS), f"config.model.alias: is the alias of {ENTRY.spec}"),
    "a run's name with a bell": (lambda s: s.update(run="run\x07"), "run: holds characters that do not show"),
    "a hidden character in an id": (
        lambda s: s["items"][0].update(cluster="Q-0\u200b"),
        "items[0].cluster: holds characters that do not show",
    ),
    # the model and where it was served
    "a baseline with closed weights": (
        lambda s: s["config"]["model"].update(spec="baseline:oracle"),
        "baseline:oracle with weights 'closed' is none of the built-in baselines",
    ),
    "an own endpoint as a provider": (
        model(spec="openai-compatible:model-1"),
        "served: openai-compatible:model-1 names no provider",
    ),
    "an unknown endpoint as a provider": (model(spec="nobody:model-1"), "served: nobody:model-1 names no provider"),
    "version 1 claimed to hide the server": (lambda s: s.update(served=None), "served: is null, which only version 1"),
    "parameters without a floor": (model(params={"deep": nested(40)}), "is nested deeper than 32 levels"),
    "parameters without end": (model(params={str(n): "x" * 99 for n in range(200)}), "at most 10,000 are taken"),
    "a hidden parameter": (model(params={"temperature\u200b": 0}), "config.model.params: a name holds characters"),
    # what answered
    "names of a model that was not asked": (
        lambda s: answered(s, spec="openai:other"),
        "answered_by[0]: is of model openai:other, which is none of this run",
    ),
    "another name kept quiet": (
        lambda s: answered(s, models={"model-1": 80, "gpt-9-mini": 10}),
        "answered_by[0].others: must name those of `models` that are not model-1",
    ),
    "more replies than calls": (lambda s: answered(s, calls=999), "answered_by[0].calls: is 999, more than the 96"),
    "more names than replies": (lambda s: answered(s, models={"model-1": 99}), "answered_by[0].models: count 99"),
    "cut prompts": (lambda s: answered(s, cut=3), "leaderboard: must be false: the server did not read every prompt"),
    # calls, tokens, costs
    "fewer attempts than calls": (lambda s: each_usage(s, attempts=1), "usage.attempts: is 1, below the 96 calls"),
    "tokens that the arms do not make": (
        lambda s: s["usage"].update(prompt_tokens=9700),
        "usage.prompt_tokens: is 9700, but the arms make 9600",
    ),
    "a cheap arm": (
        lambda s: s["arm_usage"][0]["usage"].update(prompt_tokens=13, completion_tokens=13, cost_usd=6.5e-5),
        "usage.prompt_tokens: is 9600, but the arms make",
    ),
    "replies without a token": (lambda s: each_usage(s, completion_tokens=0), "but 90 replies came back, of a token"),
    "a median above the p90": (
        lambda s: each_usage(s, latency_s={"median": 0.5, "p90": 0.1}),
        "usage.latency_s.median: is 0.5, above the p90 of 0.1",
    ),
    "half a latency": (lambda s: each_usage(s, latency_s={"median": None, "p90": 0.1}), "has one of median and p90"),
    "a price below 0 for cached tokens": (model(price_cached=-1.0), "config.model.price_cached: is -1, below 0"),
    "a judge's price below 0": (judge(price_input=-1.0), "config.judges[0].price_input: is -1, below 0"),
    "a free model": (
        lambda s: (s["config"]["model"].update(price_input=0.0, price_output=0.0), each_usage(s, cost_usd=0.0)),
        "config.model.price_input: is 0, and no price list has openai:model-1 for nothing",
    ),
    "cached tokens for nothing": (model(price_cached=0.0), "config.model.price_cached: is 0, and no price list has"),
    "a cost that is not told": (
        lambda s: each_usage(s, cost_usd=None),
        "usage.cost_usd: is null, but price and tokens",
    ),
    "answers in no time": (
        lambda s: each_usage(s, latency_s={"median": 0.0, "p90": 0.5}),
        "usage.latency_s.median: is 0, but no provider",
    ),
    "more findings than items": (lambda s: s.update(flagged=99), "flagged: is 99, but there are 12 items"),
    # exclusions
    "a failure that would pass": (
        lambda s: s.update(excluded={"failed/generate/timeout": 6, "invalid/judge/undecided": 2}),
        "'failed/generate/timeout' is no reason with which a finished run excludes a trial",
    ),
    "a note in the place of a reason": (
        lambda s: s.update(excluded={"failed/generate/<b>truncated</b>": 6, "invalid/judge/undecided": 2}),
        "is no reason with which a finished run excludes",
    ),
    "votes called contexts": (
        lambda s: s.update(excluded={"failed/generate/truncated": 6, "invalid/context/rival_only": 2}),
        "excluded: counts 2 trials invalid by the context, the rows hold 0",
    ),
    # logs, dates, versions, layout
    "an empty log of answers": (lambda s: s["log"].update(answers=EMPTY), "log.answers: is the digest of an empty"),
    "an empty log of votes": (lambda s: s["log"].update(votes=EMPTY), "log.votes: is the digest of an empty file"),
    "one log as two": (lambda s: s["log"].update(votes=s["log"]["answers"]), "log.votes: is the digest of the answers"),
    "a date an hour ahead": (lambda s: s.update(date="2026-01-03T01:00:00Z"), "date: 2026-01-03T01:00:00Z lies in"),
    "a date before there was a suite": (lambda s: s.update(date="1999-01-01T00:00:00Z"), "date: 1999-01-01 is before"),
    "a version that is none": (
        lambda s: s.update(suite_version="best"),
        "suite_version: is 'best', which is no version",
    ),
    "a version in other digits": (
        lambda s: s.update(suite_version="１.0.0"),
        "suite_version: is '１.0.0', which is no version",
    ),
    "an overlap without chunks": (config(overlap=64), "config.overlap: is 64, which no chunk of its own size holds"),
    "a text in the place of a fingerprint": (config(prompts={"answer.en": "be kind"}), "config.prompts: 'answer.en'"),
    "a public source under another name": (
        lambda s: (s["config"].update(data="gib"), s["config"]["dataset"].update(name="lit", official=False)),
        "config.data: 'gib' was asked for, but the dataset is 'lit'",
    ),
    "a bool as a number": (lambda s: s["votes"].update(cast=True), "votes.cast: True is not of type 'integer'"),
    "a fraction as a count": (lambda s: s["votes"].update(cast=90.0), "votes.cast: "),
}


@pytest.mark.parametrize(("change", "words"), CASES.values(), ids=CASES)
def test_a_forgery_is_refused_for_its_reason(honest: str, tmp_path: Path, change: Change, words: str) -> None:
    faults = forged(honest, tmp_path, change)
    assert any(words in fault for fault in faults), faults
    assert not any(fault.startswith("digest:") for fault in faults)


def test_the_honest_file_is_sound_after_the_same_handling(honest: str, tmp_path: Path) -> None:
    assert forged(honest, tmp_path, lambda s: answered(s)) == []


def test_several_forgeries_are_named_together(honest: str, tmp_path: Path) -> None:
    chosen = (
        "no vote was cast",
        "a hidden character in the title",
        "an empty log of answers",
        "fewer attempts than calls",
    )
    faults = forged(honest, tmp_path, lambda s: [CASES[name][0](s) for name in chosen])
    assert all(any(CASES[name][1] in fault for fault in faults) for name in chosen)


def test_a_panel_has_a_vote_of_each_judge(by_panel: str, tmp_path: Path) -> None:
    def one_judge_less(s: dict[str, Any]) -> None:
        s["config"]["judges"].pop()

    faults = forged(by_panel, tmp_path, one_judge_less)
    assert any("votes.cast: is 270, but 2 judges of 90 judged trials cast 180" in fault for fault in faults)


def test_one_model_by_two_roads_is_no_panel(by_panel: str, tmp_path: Path) -> None:
    def by_a_router(s: dict[str, Any]) -> None:
        s["config"]["judges"][1]["spec"] = "openrouter:somebody/judge-a-2026-01-01"

    assert "leaderboard: must be false: one model judges twice" in forged(by_panel, tmp_path, by_a_router)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (model(price_input=0.0), f"config.model.price_input: is 0, but {ENTRY.spec} costs"),
        (model(price_output=0.0), f"config.model.price_output: is 0, but {ENTRY.spec} costs"),
        (model(price_cached=0.0), f"config.model.price_cached: is 0, but {ENTRY.spec} costs"),
        (model(weights="open"), "config.model.weights: is 'open', but the registry has 'closed'"),
        (model(spec=ENTRY.spec.upper().replace("OPENAI", "openai").replace("T", "т")), "passes for plain letters"),
    ],
)
def test_a_listed_model_is_as_the_registry_has_it(listed: str, tmp_path: Path, change: Change, words: str) -> None:
    faults = forged(listed, tmp_path, change)
    assert any(words in fault for fault in faults), faults


def test_a_listed_model_is_shown_under_its_own_name(listed: str, tmp_path: Path) -> None:
    assert forged(listed, tmp_path, model(title="The best model", family="Us")) == []
    (board,) = build(tmp_path, now=NOW).boards
    assert [(entry.title, entry.family) for entry in board.ranked] == [(ENTRY.title, ENTRY.family)]


def test_a_model_that_was_shut_down_is_no_providers_any_more(listed: str, tmp_path: Path) -> None:
    spec, entry = next(
        (e.spec, e) for e in load_registry().models.values() if e.shutdown and e.spec.startswith("openai:")
    )

    def later(s: dict[str, Any]) -> None:
        s["config"]["model"].update(spec=spec, title=entry.title, alias=None, family=entry.family)
        s["date"] = "2028-01-01T00:00:00Z"

    faults = forged(listed, tmp_path, later)
    assert any(f"its maker shut {spec} down on {entry.shutdown}" in fault for fault in faults), faults


class TestAgainstTheRelease:
    """What only somebody with the data and the prompts can find out: the suite itself."""

    @pytest.fixture(scope="class")
    def own(self, tmp_path_factory: pytest.TempPathFactory) -> str:
        folder = tmp_path_factory.mktemp("own")
        run = official_run(folder / "run")
        write_whole(folder / "s.json", make_submission(run, "Example Lab"))
        assert check(folder / "s.json", own_data, NOW) == []
        return (folder / "s.json").read_text("utf-8")

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            pytest.param(lambda s: s.update(flagged=3), "flagged: is 3, but the audit has findings on 0", id="flagged"),
            pytest.param(config(preset="core"), "items: care-1-above_limit-0 (en)", id="a preset"),
            pytest.param(
                lambda s: s["config"]["dataset"].update(licence="mine"),
                "config.dataset.licence: is 'mine'",
                id="a licence",
            ),
            pytest.param(
                lambda s: [u.update(prompt_tokens=240, cost_usd=None) for u in _usages(s)],
                "arm_usage[0].usage.prompt_tokens: is 240, but questions and documents of this arm have",
                id="prompts far too short",
            ),
            pytest.param(
                lambda s: s["config"].update(leave_one_out=True),
                "with leave-one-out items the configuration gives",
                id="loo",
            ),
        ],
    )
    def test_a_forgery_is_refused_for_its_reason(self, own: str, tmp_path: Path, change: Change, words: str) -> None:
        file = tmp_path / "s.json"
        document = json.loads(own)
        change(document)
        document["digest"] = config_digest(document["config"])
        file.write_text(json.dumps(document), encoding="utf-8")
        faults = check(file, own_data, NOW)
        assert any(words in fault for fault in faults), faults

    def test_what_the_release_does_not_know_is_not_ranked(self, own: str, tmp_path: Path) -> None:
        document = json.loads(own)
        document["config"]["prompts"]["answer.en"] = "0" * 16
        document["suite_version"] = "99.0.0"
        document["digest"] = config_digest(document["config"])
        (tmp_path / "s.json").write_text(json.dumps(document), encoding="utf-8")
        submission, faults = read_submission(tmp_path / "s.json", own_data, NOW)
        assert faults == []
        assert submission is not None
        assert unproven(submission, own_data) == [
            "prompts that this release does not have: answer.en",
            "made by version 99.0.0 of the suite, and this is 0.1.0",
        ]


def _usages(s: dict[str, Any]) -> list[dict[str, Any]]:
    return [s["usage"], *(arm["usage"] for arm in s["arm_usage"])]


def test_what_bm25_finds_says_what_a_retrieved_question_was(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set", mains=5)
    run = write_run(tmp_path / "run", data, official=True, arms=("shuffled", "retrieved"), repeats=3)
    write_whole(tmp_path / "s.json", make_submission(run))

    def known(s: SubmissionBase) -> Dataset:
        return replace(load(str(data), ("en",)), name="lit", version=s.config.dataset.version, official=True)

    assert check(tmp_path / "s.json", known, NOW) == []
    document = json.loads((tmp_path / "s.json").read_text("utf-8"))
    for row in document["rows"]:
        if row["item"] == "Q-0-INC":
            row["shown"] = {"retrieved": "insufficient"}
    (tmp_path / "s.json").write_text(json.dumps(document), encoding="utf-8")
    (fault,) = check(tmp_path / "s.json", known, NOW)
    assert fault.startswith("rows: of 6 trials in en 3 were shown other documents than BM25 finds: Q-0-INC")


def test_ten_kept_items_under_an_invented_digest_are_not_ranked(tmp_path: Path) -> None:
    """LIT-RAGBench as published is known by digest, ids and tags; of anything else nobody here can say what it is."""
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set"), all_right, official=True)
    write_whole(tmp_path / "s.json", make_submission(run))
    submission, faults = read_submission(tmp_path / "s.json", own_data, NOW)
    assert faults == []
    assert submission is not None
    (reason,) = unproven(submission, own_data)
    assert reason.startswith("data with the digest ")
    assert reason.endswith("are not known to this copy of the suite")


def test_ten_kept_items_under_the_published_digest_are_refused(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set"), all_right, official=True)
    write_whole(tmp_path / "s.json", make_submission(run))
    document = json.loads((tmp_path / "s.json").read_text("utf-8"))
    document["config"]["dataset"]["sha256"] = "1cb682704a68e159bcdbeacb5649bb90b929f0c987adf7a78a6413eebef007da"
    document["digest"] = config_digest(document["config"])
    (tmp_path / "s.json").write_text(json.dumps(document), encoding="utf-8")
    faults = check(tmp_path / "s.json", own_data, NOW)
    assert any(fault.endswith("and 104 more is missing") for fault in faults), faults
    assert any("Q-0 (en)" in fault and "does not belong" in fault for fault in faults)
