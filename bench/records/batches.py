"""batches.jsonl: what a run has handed to a batch API, one line for every step of every submission.

A submission's lines have its `name`; the newest says how it stands. The first, `planned`, is on disk before anything
is sent, so that a batch made by a process that was killed right after can be found again by that name.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bench.records.items import Record

BatchStep = Literal[
    "planned",  # about to be sent: whether the provider has it is not known
    "uploaded",  # its file is there, the batch may be
    "created",  # the provider has it
    "ended",  # nothing more comes; `lost` has no reply
    "dropped",  # the provider never had it
]


class BatchedCall(Record):
    """One call of a submission. `custom_id` is `KEY-ASK-NAME`: unique at the provider, for ever."""

    key: str
    """What its answer or vote is logged under."""
    ask: int = Field(ge=1)
    """1, or higher where the same call is asked again because its reply could not be read."""
    custom_id: str


class BatchEntry(Record):
    """One line of batches.jsonl."""

    name: str
    step: BatchStep
    at: str
    """UTC, ISO 8601."""
    endpoint: str = ""
    """Name of the endpoint; this, the address, the model and the calls stand in the `planned` line only."""
    base_url: str = ""
    model: str = ""
    calls: tuple[BatchedCall, ...] = ()
    file: str | None = None
    """The provider's id of the uploaded file (OpenAI only)."""
    batch: str | None = None
    """The provider's id of the batch."""
    lost: tuple[str, ...] = ()
    """Custom ids that came back without a reply: expired, failed, or rejected. They cost nothing."""
    note: str = ""
    """The provider's own word for how it ended."""
