"""What checking the claims of answers logs, and what the summary says about faithfulness and relevance."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bench.records.calls import Arm, Call, OfArm
from bench.records.items import Lang, NonEmpty, Record
from bench.records.rates import Interval, Rate

Step = Literal["extract", "verify", "questions", "embed", "context", "cited"]
Measure = Literal["faithfulness", "answer_relevance", "context_relevance"]
Support = Literal["supported", "partly", "not_supported"]
"""Whether cited chunks carry a sentence: all of it, a part of it, or nothing (or they contradict it)."""


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
    sentence: str = ""
    """cited: the sentence that was asked about, without its marks; `chunks` are those that it cites."""
    place: int = Field(default=0, ge=0)
    """cited: which of the answer's citing sentences that is, from 1."""
    sentences: int = Field(default=0, ge=0)
    """cited: how many sentences of the answer cite a chunk that was shown."""
    support: Support | None = None
    """cited: whether these chunks carry the sentence."""

    @property
    def usable(self) -> bool:
        """Whether the step came to a result."""
        results = (self.claims, self.supported, self.questions, self.similarities, self.bearing, self.support)
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


class SentenceFault(Record):
    """A sentence that its citations do not carry, as `what` has it, or one without a verdict, and why: a failure's
    kind, `unreadable`, or `not asked`."""

    item: str
    repeat: int = Field(ge=0)
    answer_key: str
    what: str
    """The sentence, its first 200 characters; empty where it was not asked about."""
    reason: str


class CitationSupport(OfArm):
    """Whether the chunks that a sentence cites carry it, of one language in one arm, by one judge model (ERG)."""

    judge: str
    answers: int = Field(ge=0)
    """Answers of which the judge was asked about at least one sentence."""
    supported: Rate
    """Sentences that their citations carry / sentences with a verdict; each of the three is a share of the same n."""
    partly: Rate
    not_supported: Rate
    whole_answers: Rate
    """Answers all of whose citing sentences are supported / answers all of whose citing sentences have a verdict."""
    faults: tuple[SentenceFault, ...]
    """The first few sentences that are not supported, or partly, by item and repeat; `reason` says which."""
    undefined: tuple[SentenceFault, ...]
    """Every sentence without a verdict; it is in no rate."""
