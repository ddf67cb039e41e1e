"""What checking the claims of answers logs, and what the summary says about faithfulness and relevance."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bench.records.calls import Arm, Call
from bench.records.items import Lang, NonEmpty, Record
from bench.records.rates import Interval, Rate

Step = Literal["extract", "verify", "questions", "embed", "context"]
Measure = Literal["faithfulness", "answer_relevance", "context_relevance"]


class ClaimCall(Call):
    """One line of claims.jsonl: one call to the judge model, or for `embed` to the embedding model.

    Exactly one of the results is set where the step succeeded. All are null where the call failed, and where the reply
    could not be read twice (then there is no failure either): what depends on it is undefined, never 1 and never 0.
    """

    step: Step
    judge: str
    """The spec of the judge model whose chain of steps this belongs to."""
    item: str
    lang: Lang
    chunks: tuple[str, ...] = ()
    """The chunks that the step showed, by id; of `context` sorted, because it is asked once for a set of chunks."""
    answer_key: str = ""
    """Empty for `context`, which looks at no answer."""
    of: str = ""
    """The key of the step this one goes on from: verify from extract, embed from questions."""
    claims: tuple[NonEmpty, ...] | None = None
    """extract: what the answer asserts; empty where it asserts nothing."""
    supported: tuple[bool, ...] | None = None
    """verify: one for each claim, in their order."""
    questions: tuple[NonEmpty, ...] | None = None
    """questions: those that the answer would answer; empty where it declines."""
    similarities: tuple[float, ...] | None = None
    """embed: the cosine of each of them with the question that was asked, -1 to 1."""
    bearing: tuple[bool, ...] | None = None
    """context: for each chunk whether it bears on the question."""

    @property
    def usable(self) -> bool:
        """Whether the step came to a result."""
        results = (self.claims, self.supported, self.questions, self.similarities, self.bearing)
        return any(result is not None for result in results)


class ClaimMean(Record):
    """A mean over the answers for which the measure is defined, with a bootstrap interval over questions."""

    value: float | None
    ci95: Interval | None
    n: int = Field(ge=0)
    """Answers that have a value."""
    undefined: int = Field(ge=0)
    """Answers that were asked about and have none; they are in no mean."""


class UndefinedMeasure(Record):
    """One answer without a value, and why: a failure's kind, `unreadable`, or `not asked` where a step is missing."""

    item: str
    repeat: int = Field(ge=0)
    answer_key: str
    measure: Measure
    step: Step
    reason: str


class FaithfulnessResult(Record):
    """Faithfulness and relevance of one language in one arm, by one judge model (REF, ERG)."""

    judge: str
    embedder: str
    """The embedding model of answer relevance; empty where none was used."""
    lang: Lang
    arm: Arm
    answers: int = Field(ge=0)
    """Answers that the judge was asked about."""
    faithfulness: ClaimMean
    """Supported claims / claims of each answer, 0 to 1; an answer without claims has 1."""
    hallucination: ClaimMean
    """1 - faithfulness."""
    claims: Rate
    """Supported claims / claims, all answers together."""
    without_claims: int = Field(ge=0)
    """Answers that assert nothing, as a refusal does."""
    answer_relevance: ClaimMean
    """Mean cosine of the question with the questions that the answer would answer, -1 to 1; 0 where it declines."""
    context_relevance: ClaimMean
    """Share of the shown chunks that bear on the question, 0 to 1."""
    undefined: tuple[UndefinedMeasure, ...]
