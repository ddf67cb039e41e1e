"""What the calls of a run cost, and the limit to it."""

from __future__ import annotations

from bench.campaign.configure import PreparedRun
from bench.errors import BenchError
from bench.prices import cost_usd
from bench.records import Call
from bench.stage import Stop


class CostLimit(BenchError):
    """The run reached --max-cost."""


class Spending:
    """Adds up what new calls cost, in USD, and sets `stop` where the run's limit is reached.

    Calls without a price count as 0.
    """

    def __init__(self, run: PreparedRun, stop: Stop) -> None:
        self._models = {model.spec: model for model, _ in ((run.model, run.endpoint), *filter(None, run.judges))}
        self._limit, self._stop, self.usd = run.max_cost, stop, 0.0

    def add(self, call: Call) -> None:
        """Count one call that has just been made."""
        model = self._models.get(call.model)
        self.usd += (cost_usd(call, model) if model else None) or 0.0
        if self._limit is not None and self.usd >= self._limit:
            self._stop.set(
                CostLimit(
                    f"Stopped at the cost limit of {self._limit:g} USD. Everything that came back is logged; "
                    "run the same command with a higher --max-cost to go on."
                )
            )
