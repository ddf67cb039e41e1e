"""A submission: one complete run with one letter for each trial, from which anyone can compute every figure.

Guarantees: nothing in it is text of the dataset or of an answer, a server's address, or the path of the data; the file
is strict JSON; it is a pure function of the run folder and the submitter's name.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from bench.cascade import members
from bench.config import load_registry
from bench.errors import LogError, UsageError
from bench.metrics.usage import usage_of
from bench.outcomes import RIVAL_ONLY, Outcome
from bench.records import Answer, Call, Item, Lang, ModelRef, RunConfig, Summary, Vote
from bench.records.answered_by import AnsweredByReport
from bench.records.engine import EngineLog
from bench.records.panel import Intent
from bench.records.results import PUBLIC_DATA
from bench.records.submission import (
    LONGEST_NAME,
    PRIVATE_DATA,
    ArmUsage,
    ItemTags,
    LogDigests,
    Row,
    ServedBy,
    Submission,
    VoteCounts,
)
from bench.run_digests import config_digest, run_digests
from bench.run_folder import MANIFEST, read_engine_log
from bench.scoring import RunLog, calls_of, outcomes_of, read_run, repeated_of, score_run
from bench.text.display import slug
from bench.text.names import name_faults

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
ENGINE = "vllm"


def make_submission(folder: Path, submitter: str = "") -> Submission:
    """The submission of a run. Rule-judged runs and samples get one too, with `leaderboard` false.

    Raises LogError where the run is not complete or its manifest was changed, UsageError for a submitter's name that
    is too long or no text, and whatever reading and scoring a run raises.
    """
    if len(submitter) > LONGEST_NAME:
        raise UsageError(f"--submitter: the name has {len(submitter)} characters; give at most {LONGEST_NAME}.")
    if any("\ud800" <= c <= "\udfff" for c in submitter):
        raise UsageError("--submitter: the name is no text: it holds bytes that are not UTF-8.")
    if faults := name_faults(submitter):
        raise UsageError(f"--submitter: the name {'; '.join(faults)}.")
    run = read_run(folder)
    _refuse_changed(folder, run)
    summary = score_run(run)
    outcomes = outcomes_of(run)
    _refuse_incomplete(folder, summary, outcomes)
    config = published(run.manifest.config)
    calls, (asked_again, judged_again) = calls_of(run), repeated_of(run)
    answers, judging = [a for a, _ in calls], [call for _, made in calls for call in made]
    models = without_foreign_prices((config.model,), answers)
    judges = without_foreign_prices(config.judges, judging)
    digests = run_digests(folder)
    return Submission(
        suite_version=run.manifest.suite_version,
        submitter=submitter,
        date=run.manifest.created,
        run=run.manifest.run,
        digest=config_digest(config.model_dump(mode="json")),
        config=config,
        served=served(config.model, answers, read_engine_log(folder)),
        answered_by=tuple(map(_public, summary.answered_by)),
        leaderboard=summary.judge.leaderboard,
        excluded=excluded(outcomes),
        flagged=len(summary.flagged),
        canaries=sum(o.canary for o in outcomes),
        votes=_votes(summary),
        usage=usage_of(answers, models, asked_again),
        judge_usage=usage_of(judging, judges, judged_again),
        arm_usage=tuple(_by_arm(config, _ordinary(calls, outcomes), models, judges, (asked_again, judged_again))),
        log=LogDigests(answers=digests.answers, votes=digests.votes),
        items=_tags(run, outcomes),
        rows=_rows(outcomes),
    )


def _votes(summary: Summary) -> VoteCounts:
    assert summary.judge_suspects is not None, "a summary that has just been made has every section"
    verdicts = summary.judge_suspects.verdicts
    return VoteCounts(
        cast=summary.judge.votes, invalid=summary.judge.invalid, suspect=verdicts.k, suspect_of=verdicts.n
    )


def _public(one: AnsweredByReport) -> AnsweredByReport:
    """The same without the folders of the submitter's machine, by which some servers name a model."""

    def named(word: str) -> str:
        path = word[:1] in {"/", "~", "."} or "\\" in word
        return (word.replace("\\", "/").rsplit("/", 1)[-1] or "?") if path else word

    models: Counter[str] = Counter()
    for word, n in one.models.items():
        models[named(word)] += n
    return one.model_copy(update={"models": dict(models), "others": tuple(dict.fromkeys(map(named, one.others)))})


def published(config: RunConfig) -> RunConfig:
    """The configuration as a submission shows it: PRIVATE_DATA for a dataset that was named by its path."""
    return config if config.data in PUBLIC_DATA else config.model_copy(update={"data": PRIVATE_DATA})


def file_name(submission: Submission) -> str:
    """A file name that no other model, dataset or configuration has; the model's full name is inside the file."""
    config = submission.config
    return f"{slug(config.model.spec)}-{slug(config.dataset.name)}-{submission.digest[:8]}.json"


def excluded(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """`OUTCOME/STAGE/REASON` to the number of trials that no rate counts, by name; {} where every trial is scored."""
    counts = Counter(f"{o.outcome}/{o.stage}/{o.reason}" for o in outcomes if not o.scored)
    return dict(sorted(counts.items()))


def _refuse_changed(folder: Path, run: RunLog) -> None:
    # From the file and not from the record, which fills in what an older suite did not write.
    config = json.loads((folder / MANIFEST).read_bytes())["config"]
    if config_digest(config) != run.manifest.digest:
        raise LogError(
            f"{folder / MANIFEST} was changed after the run was started: its digest is not that of its configuration. "
            "Restore the file, or run again."
        )


def _refuse_incomplete(folder: Path, summary: Summary, outcomes: Sequence[Outcome]) -> None:
    if summary.complete:
        return
    passing = sum(o.transient for o in outcomes)
    audits = sum(audit.due for audit in summary.cascades)
    audits_due = f"; votes of the audit that are to come: {audits}" if audits else ""
    raise LogError(
        f"{folder} is not complete (trials without an outcome: {summary.missing}; failed in a way that may pass: "
        f"{passing}{audits_due}). Run the same `bench run` command again to finish it, then submit."
    )


def _ordinary(
    calls: Iterable[tuple[Answer, list[Call]]], outcomes: Iterable[Outcome]
) -> list[tuple[Answer, list[Call]]]:
    """The calls of the trials that figures count; leave-one-out trials are items of their own."""
    known = {o.trial_id for o in outcomes}
    return [(a, judging) for a, judging in calls if a.trial_id in known]


def _by_arm(
    config: RunConfig,
    calls: Sequence[tuple[Answer, list[Call]]],
    models: Sequence[ModelRef],
    judges: Sequence[ModelRef],
    again: tuple[Sequence[Call], Sequence[Call]],
) -> Iterator[ArmUsage]:
    for lang, arm in ((lang, arm) for lang in config.langs for arm in config.arms):
        here = [(a, judging) for a, judging in calls if (a.lang, a.arm) == (lang, arm)]
        keys, trials = {a.key for a, _ in here}, {a.trial_id for a, _ in here}
        asked = [call for call in again[0] if isinstance(call, Answer) and call.trial_id in trials]
        keys |= {call.key for call in asked}
        judged = [call for call in again[1] if isinstance(call, Vote | Intent) and call.answer_key in keys]
        yield ArmUsage(
            lang=lang,
            arm=arm,
            usage=usage_of([a for a, _ in here], models, asked),
            judge_usage=usage_of([call for _, judging in here for call in judging], judges, judged),
        )


def _tags(run: RunLog, outcomes: Iterable[Outcome]) -> tuple[ItemTags, ...]:
    used = {(o.lang, o.item) for o in outcomes}
    return tuple(tags_of(i) for i in sorted(run.items, key=lambda i: (i.lang, i.id)) if (i.lang, i.id) in used)


def tags_of(item: Item) -> ItemTags:
    """The tags of an item, as a submission states them."""
    return ItemTags(
        id=item.id,
        lang=item.lang,
        kind=item.kind,
        aspects=item.aspects,
        base=item.base,
        cluster=item.cluster,
        difficulty=item.difficulty,
        slips=tuple(item.drawn.slips) if item.drawn else (),
    )


def _rows(outcomes: Iterable[Outcome]) -> tuple[Row, ...]:
    by_row: dict[tuple[Lang, str, int], list[Outcome]] = defaultdict(list)
    for o in outcomes:
        by_row[o.lang, o.item, o.repeat].append(o)
    return tuple(
        Row(
            item=item,
            lang=lang,
            repeat=repeat,
            arms={o.arm: o.letter for o in row},
            canary=tuple(o.arm for o in row if o.canary),
            shown={o.arm: o.kind for o in row if o.kind != o.own_kind},
            rival_only=tuple(o.arm for o in row if o.reason == RIVAL_ONLY),
            slip={o.arm: o.slip for o in row if o.slip},
            no_final_line=tuple(o.arm for o in row if o.final_line is False),
            settled={o.arm: o.settled for o in row if o.settled},
            audit={o.arm: o.audit for o in row if o.audit is not None},
        )
        for (lang, item, repeat), row in sorted(by_row.items())
    )


def served(model: ModelRef, calls: Iterable[Call], engines: EngineLog) -> ServedBy:
    """Where the calls to `model` were answered. Calls of several sorts of places are "own": no one vouches for all.

    No calls: "own", for the same reason.
    """
    if model.weights == "none":
        return "built-in"
    started = {session.address for session in engines.sessions if session.started}
    places = {_served_at(model, call.endpoint, started) for call in calls if call.model == model.spec}
    return places.pop() if len(places) == 1 else "own"


def without_foreign_prices(models: Sequence[ModelRef], calls: Sequence[Call]) -> tuple[ModelRef, ...]:
    """The models as they are priced for these calls: without a price where a call did not go to the provider.

    A price of the registry is the provider's; what another server answered did not cost that.
    """
    priced = []
    for model in models:
        asked = members(model)[-1]
        elsewhere = any(not at_provider(asked, call.endpoint) for call in calls if call.model == asked.spec)
        free = model.weights == "none" or not elsewhere
        priced.append(
            model
            if free
            else model.model_copy(
                update=dict.fromkeys(("price_input", "price_output", "price_cached", "price_written"))
            )
        )
    return tuple(priced)


def at_provider(model: ModelRef, address: str) -> bool:
    """Whether `address`, as a call's record has it, is the one of the model's provider.

    That is the registry's address for the endpoint in the model's spec, unless that is a server on the user's own
    machine. A log writes the address of a vendor's client as empty; a provider without an address in the registry
    and with a key of its own is such a vendor.
    """
    home = provider_of(model)
    return home is not None and address == home


def provider_of(model: ModelRef) -> str | None:
    """The address of the model's provider, as calls are logged ("": the vendor's own); None where it has none."""
    entry = load_registry().endpoints.get(model.spec.partition(":")[0])
    if entry is None or not entry.key_required:
        return None
    home = entry.base_url.rstrip("/")
    return None if urlsplit(home).hostname in LOOPBACK else home


def _served_at(model: ModelRef, address: str, started: set[str]) -> ServedBy:
    if at_provider(model, address):
        return "provider"
    # Engines on a cluster are called in the suite's own processes: they have no address.
    if model.spec.startswith(f"{ENGINE}:") and (address in started or not address):
        return "started"
    return "own"
