"""What a command spends over several runs, so that one cost limit can hold for all of them together."""

from __future__ import annotations

from bench.campaign.configure import PreparedRun as Run
from bench.campaign.execute import Observer
from bench.config import ModelSpec
from bench.prices import cost_usd
from bench.records import Answer, Vote


class Meter:
    """Passes on what an observer is told, and adds up in `spent` what new answers and votes cost, in USD.

    Calls without a price count as 0, as for the limit of a single run.
    """

    def __init__(self, observer: Observer, run: Run) -> None:
        self._observer, self.spent = observer, 0.0
        models = [run.model, *(judge[0] for judge in run.judges if judge)]
        self._models: dict[str, ModelSpec] = {model.spec: model for model in models}

    def started(self, answers: int, votes: int) -> None:
        self._observer.started(answers, votes)

    def answered(self, answer: Answer, *, fresh: bool) -> None:
        self._add(answer, fresh)
        self._observer.answered(answer, fresh=fresh)

    def voted(self, vote: Vote, *, fresh: bool) -> None:
        self._add(vote, fresh)
        self._observer.voted(vote, fresh=fresh)

    def notice(self, text: str) -> None:
        self._observer.notice(text)

    def _add(self, call: Answer | Vote, fresh: bool) -> None:
        model = self._models.get(call.model)
        if fresh and model:
            self.spent += cost_usd(call, model) or 0.0
