"""One call before a run, to a model that the registry does not know: does it take the parameters that it is sent?

The call is the run's own first one, so it costs nothing: an answer goes into the log and is not asked again. A
parameter that the model refuses is remembered and left out, and the run is prepared anew without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from bench.campaign.configure import PreparedRun, opened
from bench.campaign.due import Due
from bench.campaign.execute import until_done
from bench.campaign.refusals import Refusals
from bench.clients import open_client
from bench.config import today
from bench.engines import ENGINE
from bench.errors import ProviderError, UsageError
from bench.generate import answer
from bench.plan import PreparedTrial
from bench.records import Answer
from bench.records.refusals import Refusal
from bench.stage import Stop

LIMITS = ("max_completion_tokens", "max_tokens")
"""Two names of one parameter: a server that refuses the one is sent the other."""
OF_THE_ITEM = frozenset({"refused", "too_long", "rejected"})
"""Failures that are the prompt's and not the parameters': others with the same ones are answered."""


def first_call(run: PreparedRun, given: Mapping[str, Any], tell: Callable[[str], None]) -> bool:
    """Ask the first open trial alone. True where the model refused a parameter: prepare the run again.

    Nothing is asked where the registry knows the model and `given`, the parameters that the person sets, are among
    those that it takes; where nothing is open; and of a server that the suite starts itself. Raises UsageError where
    the refused parameter is one that the person sets. Any other trouble is left to the run.
    """
    unknown = run.model.alias is None or any(name.partition(".")[0] not in run.model.accepts for name in given)
    started = run.endpoint.name == ENGINE and not run.endpoint.given
    if run.endpoint.wire == "baseline" or started or not unknown:
        return False
    due = Due(run)
    # A trial whose context could not be retrieved calls nobody, and so proves nothing.
    open_trials = (t for t in due.unanswered() if not due.can_prepare(t) or due.prepare(t).failure is None)
    trial = next(open_trials, None)
    if trial is None or not due.can_prepare(trial):
        return False
    prepared = due.prepare(trial)
    said, record = _asked(run, prepared)
    if record is not None and record.failure is None:
        _keep(run, due, record)
    name = refused_parameter(said, prepared.request.params, run.model.name) if said else ""
    if not name or (run.endpoint.wire == "anthropic" and name == "max_tokens"):
        return False
    if any(own.partition(".")[0] == name and value is not None for own, value in given.items()):
        raise UsageError(f"{run.model.title} refuses the parameter {name}, which --param sets: leave it out. {said}")
    instead = next((other for other in LIMITS if name == LIMITS[0] and other != name), "")
    if name == LIMITS[1] and LIMITS[0] in said:
        instead = LIMITS[0]
    refusal = Refusal(day=today().isoformat(), said=said, instead=instead)
    Refusals.beside(run.folder.parent).remember(run.model, run.endpoint, name, refusal)
    tell(f"{run.model.title} refuses the parameter {name}; it is asked {'with ' + instead if instead else 'without'}.")
    return True


def refused_parameter(said: str, sent: Mapping[str, Any], model: str) -> str:
    """The parameter among `sent` that an error's words name first; '' where they name none.

    A model's own name may hold a parameter's (seed); it is passed over.
    """
    words = said.replace(model, " ")
    found = [(match.start(), name) for name in sent if (match := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words))]
    return min(found)[1] if found else ""


def _asked(run: PreparedRun, prepared: PreparedTrial) -> tuple[str, Answer | None]:
    """What the endpoint said against the request, '' where nothing or something else; and the record of the call."""
    pacing = replace(run.pacing, max_retries=0)

    async def work(stop: Stop) -> Answer:
        opened_client = open_client(run.endpoint, concurrency=1, pacing=pacing, sleep=stop.sleep, trials=False)
        async with opened_client as client:
            return await answer(prepared, run.model, run.endpoint, client)

    try:
        record = until_done(work)
    except ProviderError as error:
        # What ends a run also says with which status: only of a bad request are the parameters to blame.
        return (str(error) if re.search(r"\bHTTP (400|422)\b", str(error)) else ""), None
    failure = record.failure
    if failure is None or failure.kind in OF_THE_ITEM or failure.status not in {400, 422}:
        return "", record
    return failure.message, record


def _keep(run: PreparedRun, due: Due, record: Answer) -> None:
    with opened(run), ExitStack() as files:
        for _ in due.answers.open(files):
            pass  # The run itself says what is damaged.
        if record.key not in due.answers.settled:
            due.answers.append(record)
            run.just_asked.add(record.key)
