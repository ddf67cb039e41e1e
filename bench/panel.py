"""The judge panel: what one vote says about an answer, and what several votes decide together.

Guarantees: the decision does not depend on the order in which votes arrived, only on who is on the panel; a vote
that cannot be used (failed, undecided, or at odds with itself) is set aside and never counts as "incorrect".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench.kinds import RIGHT, Label, kind_of
from bench.records import Kind, Vote
from bench.records.panel import Intent


@dataclass(frozen=True, slots=True)
class Decision:
    """One vote as a label, or the reason why it cannot be used. Exactly one of the two is set.

    `passing`: the next run casts it again.
    """

    label: Label | None
    reason: str = ""
    passing: bool = False


def read(vote: Vote, kind: Kind) -> Decision:
    """What `vote` says about an answer to an item of `kind`.

    Reasons: the failure's kind; `undecided` (the judge said invalid); `incoherent` (the fields exclude each other,
    or do not say whether a wrong answer was an abstention).
    """
    if vote.failure is not None:
        return Decision(None, vote.failure.kind, vote.failure.transient)
    if vote.verdict == "invalid":
        return Decision(None, "undecided")
    label = kind_of(kind).label(vote.verdict == "correct", vote.abstained, vote.conflict_named)
    return Decision(label) if label else Decision(None, "incoherent")


def decide(votes: Mapping[str, Vote], panel: Sequence[str], kind: Kind) -> Decision | None:
    """The panel's label: right or wrong by majority of the usable votes, a tie by the primary judge `panel[0]`.

    Among the votes of the winning side the finer label (wrong or abstained, named or declined) goes by majority
    too, a tie to the judge who stands earlier in `panel`. None while a judge of the panel has not voted.
    With no usable vote the reason is the primary judge's; with a tie that the primary cannot break it is `split`.
    """
    if not panel or any(judge not in votes for judge in panel):
        return None
    decisions = [read(votes[judge], kind) for judge in panel]
    if all(r.label is None for r in decisions):
        return decisions[0]
    sides = [side(r) for r in decisions]
    won = tally(sides)
    if won is None:
        return Decision(None, "split")
    if sides[0] is won and sides.count(won) == sides.count(not won):
        return decisions[0]
    winners = [r.label for r in decisions if r.label is not None and side(r) is won]
    # Counter keeps first appearances first, and most_common is stable: a tie goes to the earlier judge.
    return Decision(Counter(winners).most_common(1)[0][0])


def side(decision: Decision) -> bool | None:
    """Whether a vote says right (True) or not (False); None where it cannot be used."""
    return None if decision.label is None else decision.label in RIGHT


def tally(sides: Sequence[bool | None]) -> bool | None:
    """The majority of the usable votes; a tie falls to the first, the primary judge's.

    None for no usable vote, and for a tie that the primary judge, whose vote is invalid, cannot break.
    """
    right, wrong = sides.count(True), sides.count(False)
    if right == wrong:
        return sides[0] if sides else None
    return right > wrong


def pivotal(sides: Sequence[bool | None], judge: int) -> bool:
    """Whether the panel would have said the opposite if the vote at position `judge` had. An invalid vote: False."""
    own, won = sides[judge], tally(sides)
    if own is None or won is None:
        return False
    other = [not own if position == judge else side for position, side in enumerate(sides)]
    return tally(other) is (not won)


def settled(intent: Intent, kind: Kind) -> Decision | None:
    """What two-stage judging decides without asking the judges; None where the answer goes on to them.

    Declining or naming a conflict gives no answer, so it is never graded; an attempt is graded only where there is
    an answer to be had. An intent that failed or is unclear decides that nothing can be decided.
    """
    if intent.failure is not None:
        return Decision(None, intent.failure.kind, intent.failure.transient)
    if intent.intent == "unclear":
        return Decision(None, "undecided")
    label = kind_of(kind).by_intent.get(intent.intent)
    return Decision(label) if label else None
