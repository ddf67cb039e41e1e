"""The driver's side of a cluster run: one writer, what is settled, what is still to be done, what it has cost.

Workers send lines; this appends what is new, under the same keys as a local run, and tells the observer. Lines may
come twice (from a worker and again from its spool): a record that is there is not written again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack

from pydantic import ValidationError

from bench.campaign import CostLimit, Observer, Run
from bench.campaign.earlier import earlier_calls, earlier_intents
from bench.errors import BenchError
from bench.executors.ray_shards import FILES, Lines, Place, place, place_of
from bench.log import Replay, Writer, read
from bench.plan import Trial
from bench.prices import cost_usd
from bench.records import Answer, Call, Vote
from bench.records.panel import Intent
from bench.run_folder import ANSWERS, INTENTS, VOTES

SHAPES: Mapping[str, type[Call]] = {ANSWERS: Answer, INTENTS: Intent, VOTES: Vote}


class ClusterLog:
    """The log of a run whose calls are made elsewhere. Use it under the run's lock; `logs` closes the files.

    `stopped` is called once where the cost limit is reached.
    """

    def __init__(self, run: Run, observer: Observer, logs: ExitStack, stopped: Callable[[BenchError], None]) -> None:
        self._run, self._observer, self._stopped = run, observer, stopped
        names = FILES if run.config.judging == "two-stage" else (ANSWERS, VOTES)
        replays: dict[str, Replay[Call]] = {name: read(run.folder / name, SHAPES[name]) for name in names}
        self._writers: dict[str, Writer[Call]] = {name: logs.enter_context(Writer(run.folder / name)) for name in names}
        self._report_damage(replays)
        self._records: dict[str, Call] = {}
        self._settled: set[str] = set()
        self._answer_at: dict[Place, Answer] = {}
        self._on: defaultdict[str, dict[str, Vote | Intent]] = defaultdict(dict)
        for replay in replays.values():
            done = replay.done()
            for key, record in replay.records.items():
                self._keep(record, settled=key in done)
        self._earlier = _Earlier(run)
        self._specs = {model.spec: model for model, _ in filter(None, ((run.model, run.endpoint), *run.judges))}
        self._spent = 0.0

    def announce(self) -> None:
        """Tell the observer how much there is, and what of it the log has already."""
        self._observer.started(len(self._run.trials), len(self._run.trials) * len(self._run.judges))
        for key in list(self._settled):
            self._tell(self._records[key], fresh=False)

    def remaining(self, trials: Iterable[Trial]) -> list[Trial]:
        """The trials that still need a call, in order."""
        return [trial for trial in trials if not self._complete(trial)]

    def known(self, trials: Iterable[Trial]) -> tuple[Lines, Lines]:
        """What the log has of these trials, and what runs beside this one have paid for: lines to send along."""
        asked = [place(trial) for trial in trials]
        answers = [self._answer_at[where] for where in asked if where in self._answer_at]
        on = [record for answer in answers for record in self._on[answer.key].values()]
        logged = [record for record in (*answers, *on) if record.key in self._settled]
        return _lines(logged), _lines(self._earlier.of(asked))

    def take(self, lines: Lines, *, settles: bool = True) -> None:
        """Append what is new. `settles` False: failures that may pass are due again, as after any new start.

        Raises LogError where the disk refuses.
        """
        for name in FILES:
            for line in lines.get(name, ()):
                self._take(name, line, settles)

    def _take(self, name: str, line: bytes, settles: bool) -> None:
        try:
            record = SHAPES[name].model_validate_json(line)
        except ValidationError as error:
            self._observer.notice(f"A worker's {name} has a line that is no record ({error.errors()[0]['msg']}).")
            return
        known = self._records.get(record.key)
        if record.key in self._settled or known == record:
            return
        fresh = record.key not in self._earlier.keys
        self._writers[name].append(record)
        final = record.failure is None or not record.failure.transient
        self._keep(record, settled=settles or final)
        self._tell(record, fresh=fresh)
        if fresh:
            self._spend(record)

    def _keep(self, record: Call, *, settled: bool) -> None:
        self._records[record.key] = record
        if settled:
            self._settled.add(record.key)
        if isinstance(record, Answer):
            self._answer_at[place_of(record)] = record
        elif isinstance(record, Intent) or (isinstance(record, Vote) and record.round == 0):
            self._on[record.answer_key][record.key] = record

    def _complete(self, trial: Trial) -> bool:
        answer = self._answer_at.get(place(trial))
        if answer is None or answer.key not in self._settled:
            return False
        if answer.text is None:
            return True
        on = [record for record in self._on[answer.key].values() if record.key in self._settled]
        if self._run.config.judging == "two-stage":
            intents = [record for record in on if isinstance(record, Intent)]
            if not intents:
                return False
            if not intents[-1].to_be_graded(trial.item.kind):
                return True
        voters = {record.model for record in on if isinstance(record, Vote)}
        return voters >= {judge.spec for judge in self._run.config.judges}

    def _tell(self, record: Call, *, fresh: bool) -> None:
        if isinstance(record, Answer):
            self._observer.answered(record, fresh=fresh)
        elif isinstance(record, Vote) and record.round == 0:
            self._observer.voted(record, fresh=fresh)

    def _spend(self, call: Call) -> None:
        model = self._specs.get(call.model)
        self._spent += (cost_usd(call, model) if model else None) or 0.0
        limit = self._run.max_cost
        if limit is not None and self._spent >= limit:
            self._stopped(
                CostLimit(
                    f"Stopped at the cost limit of {limit:g} USD. Everything that came back is logged; "
                    "run the same command with a higher --max-cost to go on."
                )
            )

    def _report_damage(self, replays: Mapping[str, Replay[Call]]) -> None:
        for name, writer in self._writers.items():
            if writer.set_aside:
                self._observer.notice(f"{name} ended in a half-written line; it was set aside in {name}.torn.")
        for replay in replays.values():
            for fault in replay.malformed:
                self._observer.notice(f"{fault}; this call is due again.")


class _Earlier:
    """What runs beside this one have paid for, by trial."""

    def __init__(self, run: Run) -> None:
        answers, votes = earlier_calls(run)
        intents = earlier_intents(run) if run.config.judging == "two-stage" else {}
        self.keys = {*answers, *votes, *intents}
        self._answers: defaultdict[Place, list[Answer]] = defaultdict(list)
        self._on: defaultdict[str, list[Vote | Intent]] = defaultdict(list)
        for answer in answers.values():
            self._answers[place_of(answer)].append(answer)
        on: list[Vote | Intent] = [*intents.values(), *votes.values()]
        for record in on:
            self._on[record.answer_key].append(record)

    def of(self, places: Iterable[Place]) -> list[Call]:
        answers = [answer for where in places for answer in self._answers.get(where, ())]
        return [*answers, *(record for answer in answers for record in self._on.get(answer.key, ()))]


def _lines(records: Sequence[Call]) -> Lines:
    found: dict[str, list[bytes]] = {}
    for record in records:
        name = ANSWERS if isinstance(record, Answer) else INTENTS if isinstance(record, Intent) else VOTES
        found.setdefault(name, []).append(record.model_dump_json().encode("utf-8", "surrogatepass"))
    return {name: tuple(lines) for name, lines in found.items()}
