"""What a run logs: one complete record per call, an answer or a vote, with its failure; and its batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, model_validator

from bench import arms
from bench.records.answered_by import AnsweredBy
from bench.records.items import Kind, Lang, Record

ARMS: tuple[str, ...] = tuple(arms.ARMS)

if TYPE_CHECKING:
    Arm = str
else:
    Arm = Literal[ARMS]

FailureKind = Literal[
    "refused",  # the provider's own policy declined (stop reason, or a policy error): not an abstention
    "truncated",  # cut by the token limit, in the answer or still inside the reasoning
    "empty",  # a normal stop with no visible text, or a call of a tool that was not given
    "too_long",  # the prompt does not fit the model's context
    "rejected",  # turned down, in words that are not known, by an endpoint that answers others
    "malformed",  # a reply that cannot be read (broken JSON, missing choices)
    "timeout",  # the call's own deadline passed
    "rate_limited",  # 429 to the last attempt
    "server",  # 5xx to the last attempt
    "connection",  # refused, reset or cut to the last attempt
    "retrieval",  # the caller's retriever failed on the question; the model was not called
]
TRANSIENT: frozenset[str] = frozenset({"malformed", "timeout", "rate_limited", "server", "connection", "empty"})
"""Kinds that a later run may not meet again: a resumed run calls these once more; the others are final."""
BOUNDED: frozenset[str] = frozenset({"empty"})
"""Those of them that a model may meet every time: final once they have been met MOST_ASKED times."""
MOST_ASKED = 3


class Failure(Record):
    """Why a call gave nothing that can be graded. Never a text, never a zero, never an abstention."""

    stage: Literal["generate", "judge", "retrieval"]
    kind: FailureKind
    message: str
    status: int | None = None
    """HTTP status of the last attempt, where there was one."""
    asked: int = Field(default=1, ge=1)
    """How many runs in a row have asked for this call and met a failure of this kind."""

    @property
    def transient(self) -> bool:
        return self.kind in TRANSIENT and not (self.kind in BOUNDED and self.asked >= MOST_ASKED)

    def after(self, earlier: Failure | None) -> Failure:
        """This failure as it is logged behind an earlier one of the same call."""
        if earlier is None or earlier.kind != self.kind:
            return self
        return self.model_copy(update={"asked": earlier.asked + 1})


class Usage(Record):
    """Tokens as the endpoint reported them; None where it did not (some local servers send no usage)."""

    prompt_tokens: int | None = Field(default=None, ge=0)
    completion_tokens: int | None = Field(default=None, ge=0)
    reasoning_tokens: int | None = Field(default=None, ge=0)
    cached_tokens: int | None = Field(default=None, ge=0)
    """Of the prompt's, those that the provider read from its cache."""
    written_tokens: int | None = Field(default=None, ge=0, exclude_if=lambda tokens: tokens is None)
    """Of the prompt's, those that it wrote to its cache. Left out of the log where it does not say."""


class Message(Record):
    role: Literal["system", "user", "assistant"]
    content: str


class Call(Record):
    """What every logged call has. `key` identifies it: same key, same call, never paid twice."""

    key: str
    model: str
    """The spec, `endpoint:name`."""
    endpoint: str = ""
    """Base URL that was asked, without credentials; empty for a built-in baseline or the rule judge."""
    params: dict[str, Any] = Field(default_factory=dict)
    """Every parameter sent besides model and messages."""
    prompt_hash: str = ""
    """Fingerprint of the prompt template."""
    messages: tuple[Message, ...] = ()
    raw: str | None = None
    """The reply's visible text as it came, reasoning blocks included; None where nothing came."""
    reasoning: str | None = None
    finish_reason: str | None = None
    usage: Usage = Usage()
    latency_s: float | None = Field(default=None, ge=0)
    """Seconds of the successful (or last) attempt, waiting for retries excluded."""
    attempts: int = Field(default=1, ge=0)
    at: str = ""
    """UTC time of the record, ISO 8601."""
    failure: Failure | None = None
    batch: str | None = None
    """The provider's id of the batch that this call was made in, at half the price; None for a call of its own."""
    answered_by: AnsweredBy | None = Field(default=None, exclude_if=lambda said: said is None)
    """What the reply says of who gave it; None where it says nothing. Left out of the log then."""


class Answer(Call):
    """One generator call: the answer to an item in an arm, or its failure."""

    item: str
    lang: Lang
    kind: Kind
    arm: Arm
    repeat: int = Field(ge=0)
    seed: int
    chunks: tuple[str, ...] = ()
    """Ids of the chunks shown, in the order shown: number n of the prompt is chunks[n - 1]."""
    text: str | None = None
    """What is graded: `raw` without reasoning. None exactly when there is a failure."""
    canary: bool = False
    """Whether the evidence was taken away from an answerable item, so that any attempt is a violation (WRH)."""

    @property
    def trial_id(self) -> tuple[Lang, str, Arm, int]:
        """Language, item, arm and repeat: which trial of the run was answered."""
        return self.lang, self.item, self.arm, self.repeat

    @model_validator(mode="after")
    def _text_or_failure(self) -> Answer:
        if (self.text is None) == (self.failure is None):
            raise ValueError("an answer has either a text or a failure")
        return self


class OfArm(Record):
    """What is of one language in one arm."""

    lang: Lang
    arm: Arm


Verdict = Literal["correct", "incorrect", "invalid"]


class Vote(Call):
    """One judge's verdict on one answer. `invalid`: no usable verdict; excluded and counted, never wrong.

    `model` is the judge's spec. On an unanswerable item `correct` means that it was declined (or, on a
    contradictory one, that the conflict was named).
    """

    answer_key: str
    verdict: Verdict
    abstained: bool | None = None
    conflict_named: bool | None = None
    reason: str = ""
    confidence: float | None = Field(default=None, ge=0, le=1)
    round: int = Field(default=0, ge=0)
    """0 is the vote that counts; higher rounds are consistency re-grades."""
    judged_kind: Kind | None = Field(default=None, exclude_if=lambda kind: kind is None)
    """As what the answer was judged, where the documents shown made the question another kind than its item is."""
    acceptable: bool | None = None
    """Of an incorrect answer: whether its errors are minor and it is of use all the same (CRAG). None: not said."""


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
    """One line of batches.jsonl: one step of one submission to a batch API.

    A submission's lines have its `name`; the newest says how it stands. The first, `planned`, is on disk before
    anything is sent, so that a batch of a process that was killed right after can be found again by that name.
    """

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
