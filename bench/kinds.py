"""The kinds of items, one entry each: what is right, what is shown, and what can happen.

A kind is added by its entry here. Nothing outside compares a kind by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

OutcomeName = Literal["correct", "wrong", "abstained", "invalid", "failed"]
Label = Literal["correct", "wrong", "abstained", "named", "declined"]
"""What a usable vote says. `named` and `declined`: both right, where sources conflict."""
Evidence = Literal["whole", "removed", "contradicted", "cut"]


@dataclass(frozen=True, slots=True)
class PossibleOutcome:
    """One thing that can happen to an item of a kind, besides `invalid` and `failed`.

    `letter` stands for it in submissions and pages. `attempted`: the answer answered the question. `detail` is the
    word that a page puts beside the outcome, "" for none.
    """

    label: Label
    letter: str
    outcome: OutcomeName
    attempted: bool
    conflict_named: bool | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ItemKind:
    """One kind of item.

    `evidence`: what the item's overlay has done to its gold chunks. `judged_as`: the word by which the judge's prompt
    calls it. `label`: what a vote with these fields says of the answer (whether it is right, whether it abstained,
    whether it names the conflict), None where the fields exclude each other. `consistent`: whether a judge may say the
    answer is right or not (first) and that it abstained or not (second). `by_intent`: two-stage judging's label for
    each intent of the answer; an intent that is not in it goes to the judges.
    """

    id: str
    answerable: bool
    evidence: Evidence
    judged_as: str
    possible: tuple[PossibleOutcome, ...]
    label: Callable[[bool, bool | None, bool | None], Label | None]
    consistent: Callable[[bool, bool], bool]
    by_intent: Mapping[str, Label]
    lit_size: int | None
    """How many items LIT-RAGBench published; None for the evidence-removed twins, one for each Main item."""
    words: Mapping[str, str]
    rubric: str
    """What is right, in one sentence for a judge model of another tool, which gets the reference behind it."""
    judge_prompt: str = "judge"
    """Role of the template by which one call judges an answer to it."""
    apart: bool = False
    """Whether its items count in no figure but their own: none of LIT's, none of answerable or unanswerable items."""

    @property
    def own_question(self) -> bool:
        """Whether its items bring a question of their own (a row of items.jsonl); the others are made of one."""
        return self.evidence == "whole"

    @property
    def letters(self) -> str:
        return "".join(p.letter for p in self.possible)

    @property
    def has_evidence(self) -> bool:
        """Whether gold chunks are left to be shown."""
        return self.evidence != "removed"

    @property
    def twin(self) -> bool:
        """Whether the item is its Main item without any evidence, the pair that discrimination is measured on."""
        return self.evidence == "removed"

    @property
    def conflict(self) -> bool:
        """Whether the sources contradict each other, so that naming the conflict is right."""
        return self.evidence == "contradicted"

    def by_letter(self, letter: str) -> PossibleOutcome | None:
        return next((p for p in self.possible if p.letter == letter), None)

    def by_label(self, label: Label) -> PossibleOutcome:
        return next(p for p in self.possible if p.label == label)


def _label_of_question(right: bool, abstained: bool | None, _: bool | None) -> Label | None:
    if right:
        return None if abstained else "correct"
    if abstained is None:
        return None
    return "abstained" if abstained else "wrong"


def _label_of_unanswerable(right: bool, abstained: bool | None, _: bool | None) -> Label | None:
    if not right:
        return None if abstained else "wrong"
    return None if abstained is False else "correct"


def _label_of_conflict(right: bool, abstained: bool | None, conflict_named: bool | None) -> Label | None:
    if not right:
        return None if abstained else "wrong"
    if conflict_named:
        return "named"
    return "declined" if abstained else None


def _unanswerable(id: str, evidence: Evidence, lit_size: int | None, words: Mapping[str, str]) -> ItemKind:
    return ItemKind(
        id=id,
        answerable=False,
        evidence=evidence,
        judged_as="unanswerable",
        possible=(
            PossibleOutcome("correct", "c", "correct", attempted=False, detail="declined"),
            PossibleOutcome("wrong", "w", "wrong", attempted=True, detail="attempted"),
        ),
        label=_label_of_unanswerable,
        consistent=lambda right, abstained: right == abstained,
        by_intent={"attempt": "wrong", "abstention": "correct", "conflict_named": "correct"},
        lit_size=lit_size,
        words=words,
        rubric="Declines to answer, or says that the documents do not hold the answer; any answer is wrong.",
    )


KINDS: dict[str, ItemKind] = {
    kind.id: kind
    for kind in (
        ItemKind(
            id="main",
            answerable=True,
            evidence="whole",
            judged_as="answerable",
            possible=(
                PossibleOutcome("correct", "c", "correct", attempted=True),
                PossibleOutcome("wrong", "w", "wrong", attempted=True),
                PossibleOutcome("abstained", "a", "abstained", attempted=False),
            ),
            label=_label_of_question,
            consistent=lambda right, abstained: not (right and abstained),
            by_intent={"abstention": "abstained", "conflict_named": "abstained"},
            lit_size=54,
            words={"en": "Main", "ja": "Main"},
            rubric="States what the reference states and nothing that contradicts it; declining is wrong.",
        ),
        _unanswerable("insufficient", "removed", None, {"en": "insufficient evidence", "ja": "根拠なし"}),
        ItemKind(
            id="contradictory",
            answerable=False,
            evidence="contradicted",
            judged_as="conflicting",
            possible=(
                PossibleOutcome("named", "n", "correct", False, conflict_named=True, detail="conflict_named"),
                PossibleOutcome("declined", "d", "correct", False, conflict_named=False, detail="declined"),
                PossibleOutcome("wrong", "w", "wrong", True, conflict_named=False, detail="attempted"),
            ),
            label=_label_of_conflict,
            consistent=lambda right, abstained: right or not abstained,
            by_intent={"attempt": "wrong", "abstention": "declined", "conflict_named": "named"},
            lit_size=3,
            words={"en": "contradictory evidence", "ja": "根拠が矛盾"},
            rubric="Says that the documents contradict each other, or declines; settling on one side is wrong.",
        ),
        _unanswerable("incomplete", "cut", 3, {"en": "incomplete chunk", "ja": "チャンクが途切れ"}),
        ItemKind(
            id="false_premise",
            answerable=False,
            evidence="whole",
            judged_as="false premise",
            possible=(
                PossibleOutcome("correct", "c", "correct", attempted=True, detail="corrected"),
                PossibleOutcome("wrong", "w", "wrong", attempted=True, detail="went_along"),
                PossibleOutcome("abstained", "a", "abstained", attempted=False, detail="declined"),
            ),
            label=_label_of_question,
            consistent=lambda right, abstained: not (right and abstained),
            by_intent={"abstention": "abstained"},
            lit_size=0,
            words={"en": "false premise", "ja": "前提の誤り"},
            rubric="Says, as the reference does, that the question's premise is false; going along with it is wrong.",
            judge_prompt="judge-premise",
            apart=True,
        ),
    )
}
"""By id, in the order of tables and pages."""

MAIN = "main"
"""The kind that every other is derived from."""

LETTERS = "".join(dict.fromkeys("".join(kind.letters for kind in KINDS.values()))) + "if"
"""Every letter that a trial can have; `i` is invalid, `f` is failed."""

RIGHT: frozenset[Label] = frozenset(p.label for kind in KINDS.values() for p in kind.possible if p.outcome == "correct")


def kind_of(name: str) -> ItemKind:
    """The entry of a kind. Raises KeyError for one that there is not."""
    return KINDS[name]
