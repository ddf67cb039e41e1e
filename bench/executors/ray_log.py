"""The driver's side of a cluster run: one writer, what is settled, what is still to be done, what it has cost.

Workers send lines; this appends what is new, under the same keys as a local run, and tells the observer. Lines may
come twice (from a worker and again from its spool): a record that is there is not written again. Answers are found by
their trials here, so that this process builds no prompt; the workers, which do, go by the keys.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any

from pydantic import ValidationError

from bench.campaign import Observer
from bench.campaign.call_log import CallLog
from bench.campaign.due import Due, JudgeCall
from bench.campaign.execute import Spending
from bench.executors.ray_worker import Lines
from bench.plan import Trial, TrialId
from bench.records import Answer, Call, Vote
from bench.run_folder import ANSWERS
from bench.stage import Stop


class ClusterLog:
    """The log of a run whose calls are made elsewhere. Use it under the run's lock; `files` closes it.

    `stop` is set where the cost limit is reached.
    """

    def __init__(self, due: Due, observer: Observer, files: ExitStack, stop: Stop) -> None:
        self._due, self._observer = due, observer
        self._logs: dict[str, CallLog[Any]] = {log.path.name: log for log in due.logs}
        self._spending = Spending(due.run, stop)
        for log in due.logs:
            for text in log.open(files):
                observer.notice(text)
        self._answers = {answer.trial_id: answer for answer in due.answers.settled.values()}
        self._earlier: defaultdict[TrialId, list[Answer]] = defaultdict(list)
        for answer in due.answers.earlier.values():
            self._earlier[answer.trial_id].append(answer)

    def announce(self) -> None:
        """Tell the observer how much there is, and what of it the log has already."""
        run = self._due.run
        self._observer.started(len(run.trials), len(run.trials) * len(run.judges))
        for log in self._logs.values():
            for record in log.settled.values():
                asked_now = record.key in run.just_asked
                run.just_asked.discard(record.key)
                self._tell(record, fresh=asked_now)
                if asked_now:
                    self._spending.add(record)

    def remaining(self, trials: Iterable[Trial]) -> list[Trial]:
        """The trials of which the log has not everything yet, in order."""
        return [trial for trial in trials if not self._complete(trial)]

    def known(self, trials: Iterable[Trial]) -> tuple[Lines, Lines]:
        """What the log has of these trials, and what runs beside this one have paid for: lines to send along."""
        logged: list[tuple[str, Call]] = []
        earlier: list[tuple[str, Call]] = []
        for trial in trials:
            if (answer := self._answers.get(trial.trial_id)) is not None:
                logged.append((ANSWERS, answer))
                calls = [call for call in self._judging(answer) if call.key in call.log.settled]
                logged += [(call.log.path.name, call.log.settled[call.key]) for call in calls]
            for answer in self._earlier[trial.trial_id]:
                earlier.append((ANSWERS, answer))
                calls = [call for call in self._judging(answer) if call.key in call.log.earlier]
                earlier += [(call.log.path.name, call.log.earlier[call.key]) for call in calls]
        return _lines(logged), _lines(earlier)

    def take(self, lines: Lines, *, settles: bool = True) -> None:
        """Append what is new. `settles` False: failures that may pass are due again, as after any new start.

        Raises LogError where the disk refuses.
        """
        for name, log in self._logs.items():
            for line in lines.get(name, ()):
                self._take(log, line, settles)

    def spent(self, call: Call) -> None:
        """Count what a call has cost that is in none of these logs."""
        self._spending.add(call)

    def _take(self, log: CallLog[Any], line: bytes, settles: bool) -> None:
        try:
            record: Call = log.shape.model_validate_json(line)
        except ValidationError as error:
            self._observer.notice(
                f"A worker's {log.path.name} has a line that is no record ({error.errors()[0]['msg']})."
            )
            return
        if record.key in log.settled or log.replay.records.get(record.key) == record:
            return
        fresh = record.key not in log.earlier
        log.append(record, settled=settles)
        if isinstance(record, Answer) and record.key in log.settled:
            self._answers[record.trial_id] = record
        self._tell(record, fresh=fresh)
        if fresh:
            self._spending.add(record)

    def _complete(self, trial: Trial) -> bool:
        answer = self._answers.get(trial.trial_id)
        return answer is not None and all(call.key in call.log.settled for call in self._judging(answer))

    def _judging(self, answer: Answer) -> Iterable[JudgeCall]:
        return self._due.judging(answer) if answer.text is not None else ()

    def _tell(self, record: Call, *, fresh: bool) -> None:
        if isinstance(record, Answer):
            self._observer.answered(record, fresh=fresh)
        elif isinstance(record, Vote) and record.round == 0:
            self._observer.voted(record, fresh=fresh)


def _lines(records: Iterable[tuple[str, Call]]) -> Lines:
    """Records, each with the name of its file, as lines of the files."""
    lines: defaultdict[str, list[bytes]] = defaultdict(list)
    for name, record in records:
        lines[name].append(record.model_dump_json().encode("utf-8", "surrogatepass"))
    return {name: tuple(content) for name, content in lines.items()}
