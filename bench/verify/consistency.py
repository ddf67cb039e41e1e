"""What the files of a run say of each other: trials, times, addresses, fingerprints, versions.

What is a fault here is one in any honest run: resumed, in batches, imported, judged again, with calls that were copied
from an earlier run.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from bench.dataset import Dataset
from bench.dataset.sample import selected
from bench.dataset.shown import applies
from bench.kinds import MAIN, kind_of
from bench.plan import asking_role
from bench.records import RULE, Answer, Call, Vote
from bench.records.claims import ClaimCall
from bench.records.engine import EngineLog
from bench.records.panel import Intent
from bench.records.results import SCHEMA_VERSION
from bench.run_folder import ANSWERS, CLAIMS, ENGINE, INTENTS, MANIFEST, PANEL, VOTES
from bench.scoring import RunLog

FORM = "%Y-%m-%dT%H:%M:%SZ"
SLACK = timedelta(days=1)
"""How far a time may lie before the one that it must follow: clocks are set, and machines differ."""


def trial_faults(run: RunLog, dataset: Dataset) -> Iterator[str]:
    """Whether the manifest has as many trials as its configuration gives on the dataset, and every answer is one."""
    config = run.manifest.config
    trials = {
        (item.lang, item.id, arm)
        for item in selected(dataset, config)
        for arm in config.arms
        if applies(item, arm, config.distractors)
    }
    number = len(trials) * config.repeats
    if number != run.manifest.trials:
        yield f"{MANIFEST} has {run.manifest.trials} trials, but its configuration gives {number}"
    for a in run.answers:
        if (a.lang, a.item, a.arm) not in trials or a.repeat >= config.repeats or a.model != config.model.spec:
            yield f"the answer {a.key} ({a.lang}, {a.item}, {a.arm}, {a.repeat}) is not one that the manifest asks for"


def time_faults(run: RunLog, engines: EngineLog) -> Iterator[str]:
    """Times that are none, and those that lie before what they must follow.

    Of the calls only answers, votes and classifications by a model may be copies, which are older than the run.
    """
    created, imported = run.manifest.created, run.manifest.config.imported is not None
    if created or not imported:
        yield from _time_faults(f"created in {MANIFEST}", created)
    for entry in run.added.judges:
        yield from _time_faults(f"added in {PANEL}", entry.added, created)
    for session in engines.sessions:
        yield from _time_faults(f"at of a session in {ENGINE}", session.at, created)
    answered = {answer.key: answer.at for answer in run.answers}
    for name, call in _records(run):
        if isinstance(call, Answer):
            if call.at or not imported:
                yield from _time_faults(f"at of {name}", call.at)
        elif isinstance(call, ClaimCall) or call.model == RULE or (isinstance(call, Vote) and call.round):
            yield from _time_faults(f"at of {name}", call.at, created, answered.get(call.answer_key, ""))
        else:
            earlier = "" if taken_over(call, run) else answered.get(call.answer_key, "")
            yield from _time_faults(f"at of {name}", call.at, earlier)


def taken_over(call: Call, run: RunLog) -> bool:
    """Whether a call was made before the run began: it was copied from an earlier run, with what that one wrote."""
    return bool(call.at) and call.at < run.manifest.created


def prompt_faults(run: RunLog, not_covered: Counter[str]) -> Iterator[str]:
    """Calls by a template that the run has not frozen; `not_covered` counts those where it has frozen none."""
    frozen: dict[str, set[str]] = defaultdict(set)
    for prompts in (run.manifest.config.prompts, *(entry.prompts for entry in run.added.judges)):
        for role, fingerprint in prompts.items():
            frozen[role].add(fingerprint)
    langs = {answer.key: answer.lang for answer in run.answers}
    items = {(item.lang, item.id): item for item in run.items}
    own_kind = {answer.key: answer.kind for answer in run.answers}
    two_stage = run.manifest.config.judging == "two-stage"
    for name, call in _records(run):
        if isinstance(call, ClaimCall):
            continue
        if isinstance(call, Answer):
            role = asking_role(items[call.lang, call.item], call.arm)
        else:
            kind = (isinstance(call, Vote) and call.judged_kind) or own_kind.get(call.answer_key, MAIN)
            role = "intent" if isinstance(call, Intent) else "verdict" if two_stage else kind_of(kind).judge_prompt
        lang = call.lang if isinstance(call, Answer) else langs.get(call.answer_key, "")
        known = {""} if call.model == RULE else frozen.get(f"{role}.{lang}", set())
        if not known:
            not_covered["prompt hashes that the run has not frozen"] += 1
        elif call.prompt_hash not in known and not taken_over(call, run):
            yield f"the prompt_hash of {name} is {call.prompt_hash!r}, and should be {' or '.join(sorted(known))!r}"


def head_faults(run: RunLog) -> Iterator[str]:
    """A manifest of another form, and records without a server that name an address."""
    if run.manifest.schema_version != SCHEMA_VERSION:
        yield f"{MANIFEST} has schema_version {run.manifest.schema_version!r}, and should have {SCHEMA_VERSION!r}"
    builtin = {m.spec for m in (run.manifest.config.model, *run.manifest.config.judges) if m.weights == "none"}
    for name, call in _records(run):
        if call.endpoint and call.model in {RULE, *builtin}:
            yield f"the endpoint of {name} is {call.endpoint!r}, but {call.model} needs no server"


def address_faults(run: RunLog, engines: EngineLog) -> Iterator[str]:
    """Answers and judgements from an address at which the manifest does not say that the model was asked.

    Nothing is said where the manifest has no address of the model (an older suite, a server that the suite started, a
    judge that was added later), of what another tool has asked, and of a judge that was reached at none of the
    manifest's addresses: `bench judge` may have asked it elsewhere.
    """
    manifest, own = run.manifest, {session.address for session in engines.sessions}
    if manifest.config.imported is not None:
        return
    for file, calls in ((ANSWERS, run.answers), (VOTES, run.votes), (INTENTS, run.intents)):
        reached = {(call.model, call.endpoint) for call in calls}
        for call in calls:
            named = manifest.addresses.get(call.model, (call.endpoint,))
            where_named = file == ANSWERS or any((call.model, address) in reached for address in named)
            if where_named and call.endpoint not in {*named, *own}:
                other = " or ".join(map(repr, named))
                yield f"the endpoint of {call.key} in {file} is {call.endpoint!r}, and {MANIFEST} has {other}"


def several_addresses(run: RunLog, engines: EngineLog) -> Iterator[str]:
    """A sentence for each model that was reached at more than one address, the servers in engine.json taken as one, or
    at one that the manifest does not name.

    It is no fault: a run may go on when its server has moved, and judges may vote again elsewhere.
    """
    own = {session.address for session in engines.sessions}
    reached: dict[str, Counter[str]] = defaultdict(Counter)
    for _, call in _records(run):
        reached[call.model]["the run's own server" if call.endpoint in own else call.endpoint or "no address"] += 1
    for model, counts in reached.items():
        if len(counts) > 1:
            each = ", ".join(f"{address} ({n} calls)" for address, n in counts.most_common())
            yield f"{model} was reached at {len(counts)} addresses: {each}."
        known = {*run.manifest.addresses.get(model, counts), "the run's own server", "no address"}
        if len(counts) == 1 and (elsewhere := set(counts) - known):
            yield f"{model} was reached at {elsewhere.pop()}, which is not the address in {MANIFEST}."


def _records(run: RunLog) -> Iterator[tuple[str, Answer | Vote | Intent | ClaimCall]]:
    for file, records in ((ANSWERS, run.answers), (VOTES, run.votes), (INTENTS, run.intents), (CLAIMS, run.claims)):
        for record in records:
            yield f"{record.key} in {file}", record


def _time_faults(name: str, text: str, *earlier: str) -> Iterator[str]:
    moment = _moment(text)
    if moment is None:
        yield f"{name} is {text!r}, and should be a time in UTC such as 2026-01-02T03:04:05Z"
        return
    latest = max(filter(None, map(_moment, earlier)), default=None)
    if latest and moment < latest - SLACK:
        yield f"{name} is {text}, which is before {latest.strftime(FORM)}, when what it follows happened"


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.strptime(text, FORM).replace(tzinfo=UTC)
    except ValueError:
        return None
    # To Python, digits of another script and numbers without a leading zero are a time too.
    return moment if moment.strftime(FORM) == text else None
