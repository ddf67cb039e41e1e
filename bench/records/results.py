"""What a run is and what comes out of it: manifest and summary, as they stand in the run's folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, StringConstraints

from bench.figures import FIGURES
from bench.records.answered_by import AnsweredByReport
from bench.records.calls import Arm
from bench.records.claims import CitationSupport, FaithfulnessResult
from bench.records.engine import EngineReport
from bench.records.insight import Insight
from bench.records.items import Kind, Lang, Record
from bench.records.measures import CanaryReport, CitationResult, CragResult, FailureReport, ShownAs
from bench.records.panel import CascadeReport, JudgeSuspects, PanelReport
from bench.records.rates import Interval, ModelRef, WithFigures, with_figures
from bench.records.retrieval import RetrievalResult

SCHEMA_VERSION = "1"

RULE = "rule"
"""The spec of the rule judge."""

PUBLIC_DATA = ("gib", "lit")
"""The official datasets, by the names under which `RunConfig.data` may ask for them; anything else is a path."""


Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class DatasetRef(Record):
    """Which data, to the byte. `official`: a published set as it is, so that results are comparable."""

    name: str
    version: str
    sha256: Sha256
    licence: str = ""
    official: bool = False


class Imported(Record):
    """Where the answers of a run come from that were asked by another tool: its log."""

    tool: Literal["inspect", "lm-eval"]
    version: str
    """Of the tool, as its log says; empty where it does not."""
    sha256: Sha256
    """Of the log: over the bytes of its files, in the order in which they were given."""


class RunConfig(Record):
    """Everything that decides what a run asks and how it is judged. Frozen at launch; its digest names the run."""

    model: ModelRef
    dataset: DatasetRef
    data: str
    """The dataset as it was asked for: one of PUBLIC_DATA, or a folder."""
    langs: tuple[Lang, ...]
    arms: tuple[Arm, ...]
    preset: Literal["written", "core", "full", "lit", "smoke"] = "full"
    limit: int | None = None
    repeats: int = Field(default=1, ge=1)
    seed: int = 0
    retriever: str = "bm25"
    k: int = Field(default=10, ge=1)
    judges: tuple[ModelRef, ...]
    """The first is primary. The rule judge is the spec `rule`."""
    prompts: dict[str, str] = Field(default_factory=dict)
    """Template name (`answer.en`) to fingerprint."""
    own_prompt: dict[Lang, str] | None = Field(default=None, exclude_if=lambda own: own is None)
    """The prompt that was asked with over documents, instead of the suite's: its text by language, `=== system ===` and
    `=== user ===` marking its parts, or a user part alone. Left out of the canonical form without one."""
    judging: Literal["one-call", "two-stage"] = "one-call"
    """Two-stage: a classifier says what an answer does, and the judges grade attempts only."""
    canaries: float = Field(default=0, ge=0, le=1)
    """Share of the Main items that are asked with their evidence taken away, in every arm but `none`."""
    chunk_tokens: int | None = Field(default=None, ge=1)
    """The corpus was cut into chunks of at most so many tokens; null: the dataset's own chunks."""
    overlap: int | None = Field(default=None, ge=0)
    """How many tokens of a chunk repeat the one before; null is none."""
    gold_position: float | None = Field(default=None, ge=0, le=1)
    """Shuffled arm: the gold chunks as one block, 0 first, 1 last; null: in a seeded order among the others."""
    distractors: int | None = Field(default=None, ge=0)
    """Shuffled arm: how many distractors; null: the item's own."""
    leave_one_out: bool = False
    """Multi-source items are also asked without one of their gold chunks, besides everything else."""
    untested_judge: bool = Field(default=False, exclude_if=lambda untested: not untested)
    """Whether judges voted without a test. Left out of the canonical form otherwise."""
    imported: Imported | None = Field(default=None, exclude_if=lambda imported: imported is None)
    """Set where another tool asked. Left out of the canonical form otherwise, so that no run changes its digest."""


class Manifest(Record):
    """manifest.json: the frozen configuration and what it was made with."""

    schema_version: str = SCHEMA_VERSION
    run: str
    digest: str
    """SHA-256 of the canonical JSON of `config`."""
    config: RunConfig
    suite_version: str
    created: str
    trials: int = Field(ge=0)
    """How many answers the finished run has."""
    addresses: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Spec to the addresses at which it was asked, the one of the start first; the vendor's own is empty. Further ones
    are there where a person has said that the same model answers (`--same-model`). None of a server that the suite
    starts itself, which has another address each time."""


class OutcomeCounts(Record):
    correct: int = 0
    wrong: int = 0
    abstained: int = 0
    invalid: int = 0
    failed: int = 0


class _ArmResult(WithFigures):
    """Every figure of one language in one arm; bench/figures.py says what they are and what computes them."""

    lang: Lang
    arm: Arm
    trials: int = Field(ge=0)
    outcomes: OutcomeCounts


if TYPE_CHECKING:
    ArmResult = _ArmResult
else:
    ArmResult = with_figures(_ArmResult, "ArmResult", {figure.name: figure.unit for figure in FIGURES.values()})


class Share(Record):
    """A difference or share of accuracies, paired by item, with a bootstrap interval over questions."""

    value: float | None
    ci95: Interval | None
    n: int = Field(ge=0)
    """Items that both arms have a usable outcome for."""


class Attribution(Record):
    """Whose fault errors are, by substitution of the context (ERG). Over Main items of one language."""

    lang: Lang
    retrieval: Share
    distractors: Share
    residual: Share
    parametric: Share


class Exclusion(Record):
    """One answer that no rate counts, and why."""

    item: str
    lang: Lang
    kind: Kind
    arm: Arm
    repeat: int
    outcome: Literal["invalid", "failed"]
    stage: Literal["generate", "judge", "context", "retrieval"]
    """`context`: what was shown made it no question of any kind."""
    reason: str


class Latency(Record):
    median: float | None
    p90: float | None


class UsageSummary(Record):
    """Spend of one role, failed calls too. Token sums are null where an endpoint reported none; cost is null where a
    price that is needed is not known."""

    calls: int = Field(ge=0)
    attempts: int = Field(ge=0)
    repeated: int = Field(default=0, ge=0, exclude_if=lambda calls: calls == 0)
    """Calls beside `calls` in whose place others count: asked again, cast once more, or graded again. What they
    reported is in the sums. Left out where there are none."""
    prompt_tokens: int | None
    completion_tokens: int | None
    cached_tokens: int | None = Field(default=None, exclude_if=lambda tokens: tokens is None)
    """Of the prompt tokens, those that providers read from their caches, as far as they say so; left out where none
    does."""
    written_tokens: int | None = Field(default=None, exclude_if=lambda tokens: tokens is None)
    """The same of those that they wrote there."""
    cost_usd: float | None
    latency_s: Latency


class JudgeSummary(Record):
    """Which judges, how often each could not decide, and whether results may enter a leaderboard."""

    judges: tuple[ModelRef, ...]
    votes: int
    invalid: int
    leaderboard: bool
    note: str = ""


class RunDigests(Record):
    """SHA-256 over the bytes of the files that a summary was computed from; of no bytes where there is no file."""

    manifest: Sha256
    answers: Sha256
    votes: Sha256
    others: dict[str, Sha256] = Field(default_factory=dict)
    """Name to digest of every further file that is there: intents, judges and their test, claims, servers."""


class Summary(Record):
    """summary.json: every number the suite prints about one run, recomputed from its log."""

    schema_version: str = SCHEMA_VERSION
    run: str
    digest: str
    complete: bool
    """Whether every trial of the manifest has an outcome other than a transient failure."""
    missing: int = Field(ge=0)
    model: ModelRef
    dataset: DatasetRef
    config: RunConfig
    results: tuple[ArmResult, ...]
    attribution: tuple[Attribution, ...]
    exclusions: tuple[Exclusion, ...]
    flagged: dict[str, tuple[str, ...]]
    """Item id to the audit's flags, for every item in the run that has any."""
    usage: UsageSummary
    judge_usage: UsageSummary
    judge: JudgeSummary
    suite_version: str
    log: RunDigests | None = None
    """Of the files that were scored; `bench verify` finds a single changed byte by them."""
    panel: PanelReport | None = None
    cascades: tuple[CascadeReport, ...] = ()
    """One for each cascade among the judges."""
    judge_suspects: JudgeSuspects | None = None
    """Null in a summary of an older version."""
    canaries: CanaryReport | None = None
    """Null where the run had none."""
    failures: tuple[FailureReport, ...] = ()
    shown: tuple[ShownAs, ...] = ()
    """Contradictory and incomplete items by what the documents shown made them; empty without an arm with retrieval."""
    retrieval: tuple[RetrievalResult, ...] = ()
    """What the retrieved arm's retriever found; empty where that arm was not asked."""
    citations: tuple[CitationResult, ...] = ()
    citation_support: tuple[CitationSupport, ...] = ()
    """Empty until `bench claims --citations` has checked the sentences that cite."""
    faithfulness: tuple[FaithfulnessResult, ...] = ()
    """Empty until `bench claims` has checked the answers."""
    crag: tuple[CragResult, ...] = ()
    insight: Insight | None = None
    engine: EngineReport | None = None
    """Null where no server is on record: the suite started none, and none that was running gave figures."""
    answered_by: tuple[AnsweredByReport, ...] = ()
    """What the model and the judges called themselves in their replies; none for those that say nothing."""

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        """What tells one summary from another; the whole of it is too long for any screen."""
        yield from (("run", self.run), ("model", self.model.spec), ("complete", self.complete))
