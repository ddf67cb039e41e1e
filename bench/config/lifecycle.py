"""Models that their makers shut down: what is said about one, and when it is no longer asked."""

from __future__ import annotations

import datetime

from bench.config.registry import Endpoint, ModelSpec
from bench.errors import UsageError


def today() -> datetime.date:
    """The day in UTC."""
    return datetime.datetime.now(datetime.UTC).date()


def answers_on(shutdown: datetime.date | None, day: datetime.date) -> bool:
    """Whether a model with that day of shutdown still answers on `day`; one without does."""
    return shutdown is None or day < shutdown


def shutdown_notice(model: ModelSpec, endpoint: Endpoint) -> str:
    """One sentence about a model that is shut down or will be; empty where nothing is known, or at another address."""
    if model.shutdown is None or endpoint.given:
        return ""
    over = not answers_on(model.shutdown, today())
    instead = f" Use {model.successor} instead." if model.successor else ""
    what = "was shut down by its maker on" if over else "will be shut down by its maker on"
    return f"{model.title} ({model.alias or model.spec}) {what} {model.shutdown}.{instead}"


def require_answering(model: ModelSpec, endpoint: Endpoint) -> None:
    """Raise UsageError where the maker no longer serves a model. An address of the user's own is not the maker's."""
    if not endpoint.given and not answers_on(model.shutdown, today()):
        raise UsageError(
            f"{shutdown_notice(model, endpoint)} To ask a server of your own that still has it, give its address with "
            "--base-url."
        )
