"""Outcomes: the only place where an answer becomes correct, wrong, abstained, invalid or failed.

Guarantees: every answer with a failure or a decided panel gets exactly one outcome; what is not decided yet gets
none (pending). An outcome carries the item's tags and no text, so that metrics never see any.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from bench import panel
from bench.dataset.as_shown import cast_as
from bench.kinds import OutcomeName, kind_of
from bench.records import Answer, Arm, Aspect, Category, Kind, Lang, Vote
from bench.records.items import Difficulty
from bench.records.panel import Intent


class Tagged(Protocol):
    """What an outcome takes from an item: its tags."""

    @property
    def id(self) -> str: ...
    @property
    def lang(self) -> Lang: ...
    @property
    def kind(self) -> Kind: ...
    @property
    def aspects(self) -> tuple[Aspect, ...]: ...
    @property
    def base(self) -> str | None: ...
    @property
    def cluster(self) -> str: ...
    @property
    def difficulty(self) -> Difficulty | None: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened in one trial (item, arm, repeat).

    `attempted`: whether the answer answered the question; None where that is unknown (invalid, failed). Naming a
    conflict and leaving it open is not an attempt. `conflict_named` is None but on contradictory items.
    `stage` and `reason` say why an invalid or failed trial is excluded; both are empty otherwise. `passing`: the
    next run asks for it again. `canary`: the evidence was taken away; the outcome still says what the attempt was worth
    as a fact. `kind` is what the trial was by the documents shown, `own_kind` what its item is called; they differ only
    where a retriever chose the context. `difficulty`: of a drawn question, else None. `slip`: which slip a wrong answer
    to one is (bench.slips), else "". `final_line`: whether a reply that was asked for one has a final line; None where
    none was asked for or came. `settled`: whose vote a cascade of judges went by (bench.cascade), "" where none graded
    the answer; `audit`: whether its model said the same outcome as the rules, None where it was not asked to.
    """

    item: str
    lang: Lang
    kind: Kind
    arm: Arm
    repeat: int
    aspects: tuple[Aspect, ...]
    base: str | None
    cluster: str
    outcome: OutcomeName
    attempted: bool | None = None
    conflict_named: bool | None = None
    stage: Literal["generate", "judge", "context", "retrieval", ""] = ""
    reason: str = ""
    passing: bool = False
    canary: bool = False
    own_kind: Kind = ""
    difficulty: Difficulty | None = None
    slip: str = ""
    final_line: bool | None = None
    settled: Literal["rule", "model", ""] = ""
    audit: bool | None = None

    def __post_init__(self) -> None:
        if not self.own_kind:
            object.__setattr__(self, "own_kind", self.kind)

    @property
    def trial_id(self) -> tuple[Lang, str, Arm, int]:
        """Which trial this is."""
        return self.lang, self.item, self.arm, self.repeat

    @property
    def scored(self) -> bool:
        """Whether rates count this trial."""
        return self.outcome not in ("invalid", "failed")

    @property
    def correct(self) -> bool:
        return self.outcome == "correct"

    @property
    def answerable(self) -> bool:
        """Whether there was an answer to be had: a Main item, but not as a canary."""
        return kind_of(self.kind).answerable and not self.canary

    @property
    def categories(self) -> tuple[Category, ...]:
        return tuple(aspect.category for aspect in self.aspects)

    @property
    def transient(self) -> bool:
        """Whether a later run may still replace this outcome by a real one."""
        return self.passing

    @property
    def letter(self) -> str:
        """The trial in one letter (bench.kinds); with the item's tags it says everything that rates need."""
        if not self.scored:
            return self.outcome[0]
        happened = (self.outcome, self.conflict_named)
        return next(p.letter for p in kind_of(self.kind).possible if (p.outcome, p.conflict_named) == happened)


def ordinary(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Those of kinds that are not apart: what every figure counts but those that are about the others."""
    return [o for o in outcomes if not kind_of(o.kind).apart]


RIVAL_ONLY = "rival_only"
"""Reason of a trial that no rate counts: of a contradictory item's two sides, the rival's alone was shown."""


def outcome(
    answer: Answer, votes: Mapping[str, Vote], item: Tagged, judges: Sequence[str], intent: Intent | None = None
) -> Outcome | None:
    """The outcome of `answer`, given the counting vote of each judge by the judge's spec; None while one is due.

    `item` is as it was shown (bench.dataset.as_shown); an answer to what was of no kind has `rival_alone`.

    `intent` is what the first stage of two-stage judging said; the votes decide only what it leaves open.

    On an answerable item an abstention is `abstained`, never correct. On an abstention item declining is correct,
    and on a contradictory one naming the conflict without settling it is correct too (LIT §4.1.1). A failed call
    is `failed`; an answer without a usable verdict is `invalid`. Neither is ever wrong.
    """
    if answer.failure is not None:
        return replace(_failed(answer, item), own_kind=answer.kind)
    votes = {judge: vote for judge, vote in votes.items() if cast_as(vote, answer.kind, item.kind)}
    decision = panel.settled(intent, item.kind) if intent else None
    decision = decision or panel.decide(votes, judges, item.kind)
    if decision is None:
        return None
    if decision.label is None:
        found = _excluded(item, answer.arm, answer.repeat, "invalid", "judge", decision, answer.canary)
    else:
        letter = kind_of(item.kind).by_label(decision.label).letter
        found = from_letter(item, answer.arm, answer.repeat, letter, canary=answer.canary)
    return replace(found, own_kind=answer.kind)


def rival_alone(answer: Answer, item: Tagged) -> Outcome:
    """The outcome of an answer to a contradictory `item` that was shown without its evidence, but with its rival."""
    if answer.failure is not None:
        return _failed(answer, item)
    why = panel.Decision(None, RIVAL_ONLY)
    return _excluded(item, answer.arm, answer.repeat, "invalid", "context", why, answer.canary)


def _failed(answer: Answer, item: Tagged) -> Outcome:
    assert answer.failure is not None
    why = panel.Decision(None, answer.failure.kind, answer.failure.transient)
    return _excluded(item, answer.arm, answer.repeat, "failed", answer.failure.stage, why, answer.canary)


def from_letter(item: Tagged, arm: Arm, repeat: int, letter: str, *, canary: bool = False) -> Outcome:
    """The outcome that `letter` stands for, the inverse of Outcome.letter; reasons of exclusions are not in it.

    Raises ValueError where the letter is unknown or cannot happen to an item of this kind.
    """
    if letter in ("i", "f"):
        name: OutcomeName = "invalid" if letter == "i" else "failed"
        stage: Literal["generate", "judge"] = "judge" if letter == "i" else "generate"
        return _excluded(item, arm, repeat, name, stage, panel.Decision(None), canary)
    happened = kind_of(item.kind).by_letter(letter)
    if happened is None:
        possible = ", ".join(kind_of(item.kind).letters)
        raise ValueError(f"{letter!r} cannot happen to an item of kind {item.kind}, only {possible}, i, f")
    return Outcome(
        item.id,
        item.lang,
        item.kind,
        arm,
        repeat,
        item.aspects,
        item.base,
        item.cluster,
        happened.outcome,
        happened.attempted,
        happened.conflict_named,
        canary=canary,
        difficulty=item.difficulty,
    )


def _excluded(
    item: Tagged,
    arm: Arm,
    repeat: int,
    name: OutcomeName,
    stage: Literal["generate", "judge", "context", "retrieval"],
    why: panel.Decision,
    canary: bool,
) -> Outcome:
    return Outcome(
        item.id,
        item.lang,
        item.kind,
        arm,
        repeat,
        item.aspects,
        item.base,
        item.cluster,
        name,
        stage=stage,
        reason=why.reason,
        passing=why.passing,
        canary=canary,
        difficulty=item.difficulty,
    )
