"""What judging logs besides votes, and what the summary says about the panel."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bench.kinds import kind_of
from bench.records.calls import Arm, Call, Vote
from bench.records.items import Kind, Lang, Record
from bench.records.rates import Interval, ModelRef, Rate, Share01

IntentName = Literal["attempt", "abstention", "conflict_named", "unclear"]
"""`unclear`: the classifier's reply could not be read, or it could not tell."""


class Intent(Call):
    """What the first stage of two-stage judging says an answer does. `model` is the primary judge's spec.

    `conflict_named`: it says that the sources conflict and leaves it open. `unclear` and a failure both leave the
    answer without an outcome that counts: it is invalid, never wrong.
    """

    answer_key: str
    intent: IntentName
    reason: str = ""
    confidence: float | None = Field(default=None, ge=0, le=1)

    def to_be_graded(self, kind: Kind) -> bool:
        """Whether the judges are asked: only an attempt at an answerable item has something to grade."""
        return self.failure is None and self.intent not in (*kind_of(kind).by_intent, "unclear")


class Probe(Vote):
    """What a judge said, before it was paid, of an answer whose verdict is known. It counts nowhere.

    `answer_key` names the case in bench/judge/probes.toml.
    """

    kind: Literal["probe"] = "probe"
    lang: Lang
    expected: Literal["correct", "incorrect"]

    @property
    def passed(self) -> bool:
        return self.failure is None and self.verdict == self.expected


class AddedJudge(Record):
    """A judge that voted on a finished run. `prompts`: template name to fingerprint, as in the run's configuration."""

    judge: ModelRef
    prompts: dict[str, str] = Field(default_factory=dict)
    added: str
    """UTC time, ISO 8601."""


class AddedJudges(Record):
    """panel.json: second opinions. The run's own panel stays the one in its manifest, and so do its results."""

    schema_version: Literal["1"] = "1"
    judges: tuple[AddedJudge, ...]


NOBODY_ADDED = AddedJudges(judges=())


class Consistency(Record):
    """What a judge made of the same answers again. Each was re-graded the same number of times (rounds 1, 2, 3).

    `stable`: re-graded answers whose usable re-grades all say the same / answers with at least two usable ones.
    `as_before`: usable re-grades that say what the counting vote said / usable re-grades of usable votes.
    """

    answers: int = Field(ge=0)
    regrades: int = Field(ge=0)
    invalid: int = Field(ge=0)
    stable: Rate
    as_before: Rate


class JudgeReport(Record):
    """One judge of the panel, or one that was added to it (`added`), over the trials that the panel graded."""

    judge: str
    family: str
    added: bool = False
    votes: int = Field(ge=0)
    invalid: dict[str, int]
    """Why votes could not be used, to how many: a failure's kind, `undecided` or `incoherent`."""
    disagreement: Rate
    """Usable votes that say something else than the final verdict / usable votes on decided trials."""
    pivotal: Rate
    """Votes that decided: had they said the opposite, so would the panel / usable votes on decided trials.
    Of an added judge: none, its votes do not count."""
    confidence: Share01 | None
    """Mean of what the judge said of its own usable votes; null where it never did."""
    consistency: Consistency | None = None
    """Null where nothing was re-graded."""


class LeftOut(Record):
    """The figures of one language in one arm when one judge is left out of the panel.

    A panel of one has none. `main_avg` and `overall_macro` as in ArmResult.
    """

    without: str
    lang: Lang
    arm: Arm
    overall_item_micro: Rate
    main_avg: Share01 | None
    main_avg_ci95: Interval | None = None
    """Over questions; null also in files from before it was computed."""
    overall_macro: Share01 | None
    overall_macro_ci95: Interval | None = None
    changed: int = Field(ge=0)
    """Trials whose outcome is another one than with the whole panel."""


class AuditDisagreement(Record):
    """An answer that the rules had settled and of which the model said another outcome. The rules' stands."""

    item: str
    lang: Lang
    arm: Arm
    repeat: int = Field(ge=0)
    answer_key: str
    rules: str
    """The outcome by the rules: correct, wrong or abstained."""
    model: str
    """The outcome by the model."""


class CascadeReport(Record):
    """What became of the answers that a cascade judged, and what its audit says of the rules.

    `settled`: answers that the rules settled / answers that they read. `agreement`: audited answers of which rules and
    model say the same outcome / audited answers with a usable vote of the model; `ci95_questions` is the interval to
    quote.
    """

    judge: str
    settled: Rate
    asked: int = Field(ge=0)
    """Calls to the model, the audit's among them."""
    audited: int = Field(ge=0)
    """Answers that the rules settled and the model was asked about."""
    agreement: Rate
    invalid: int = Field(ge=0)
    """Audited answers without a usable vote of the model."""
    due: int = Field(ge=0)
    """Drawn answers whose vote of the model is still to come."""
    disagreements: tuple[AuditDisagreement, ...]


Doubt = Literal["reference_but_incorrect", "declines_but_correct"]
"""What speaks against a verdict: the answer's final value is the reference, or the answer declines."""


class Suspect(Record):
    """One verdict of a model on an answerable item that the answer itself speaks against."""

    item: str
    lang: Lang
    arm: Arm
    repeat: int = Field(ge=0)
    answer_key: str
    doubt: Doubt


class JudgeSuspects(Record):
    """What a run's answers say of its judges.

    `verdicts`: suspect verdicts / verdicts of models on answers (by the panel, not by rules alone).
    """

    verdicts: Rate
    suspects: tuple[Suspect, ...]
    addressed: tuple[str, ...]
    """Keys of the answers of which a part speaks to whoever grades: an attempt to sway a judge, or a quotation."""


class PanelReport(Record):
    """How far the verdicts of a run depend on who judged."""

    judging: Literal["one-call", "two-stage"]
    generator_family: str
    trials: int = Field(ge=0)
    """Answers that the panel was asked to grade and has decided, or could not decide."""
    by_intent: dict[str, int]
    """Two-stage only: what the classifier said, to how many answers."""
    unanimous: Rate
    """Trials whose usable votes all say the same / trials with at least two usable votes."""
    judges: tuple[JudgeReport, ...]
    left_out: tuple[LeftOut, ...]
    warnings: tuple[str, ...]
