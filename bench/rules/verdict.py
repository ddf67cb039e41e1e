"""The verdict of the rules on one answer.

Owns how equivalence, declining and naming a conflict add up for each kind of item. Guarantees: an answer's text is
never obeyed; `invalid` is returned where the rules cannot know, with the reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bench.kinds import KINDS
from bench.rules.conflict import ConflictNaming, names_conflict
from bench.rules.declines import Declination, declines
from bench.rules.dump import is_dump
from bench.rules.equivalence import Match, equivalent
from bench.text.fold import fold

RULE_VERSION = "rule/3"


@dataclass(frozen=True, slots=True)
class RuleVerdict:
    """`verdict` on the item; `abstained` and `conflict_named` are None where there was no answer to look at.

    An answer that names a conflict and chooses nothing has given no answer, so it counts as abstained too.
    """

    verdict: Literal["correct", "incorrect", "invalid"]
    abstained: bool | None
    conflict_named: bool | None
    reason: str


def judge_by_rule(*, question: str, reference: str, accept: Sequence[str], answer: str, kind: str) -> RuleVerdict:
    """The rule verdict on `answer`. `accept` are further right forms of `reference`, used where there is
    something to answer.

    An empty answer is `invalid` (it is a failure, not an outcome); a copied document is incorrect, whatever it holds.
    Raises ValueError for an unknown `kind`.
    """
    entry = KINDS.get(kind)
    if entry is None:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
    if not fold(answer):
        return RuleVerdict("invalid", None, None, "no response: the answer is empty")
    if is_dump(answer, question):
        return RuleVerdict("incorrect", False, False, "it is a copied document and answers nothing")
    conflict = names_conflict(answer, question)
    declined = declines(answer, question)
    unsettled = conflict.named and not conflict.settled
    abstained = (declined.abstained and not (conflict.named and conflict.settled)) or unsettled
    if entry.own_question:
        return _on_main(question, (reference, *accept), answer, declined, conflict, abstained)
    if entry.conflict:
        return _on_contradictory(declined, conflict, abstained)
    verdict: Literal["correct", "incorrect"] = "correct" if abstained else "incorrect"
    return RuleVerdict(verdict, abstained, conflict.named, declined.reason if not unsettled else "it names a conflict")


def _on_main(
    question: str, forms: tuple[str, ...], answer: str, declined: Declination, conflict: ConflictNaming, abstained: bool
) -> RuleVerdict:
    if abstained:
        return RuleVerdict(
            "incorrect",
            True,
            conflict.named,
            declined.reason if declined.abstained else "it names a conflict and gives no answer",
        )
    stated = next((f for f in forms if equivalent(question, f, answer) is Match.EQUAL), None)
    if stated is not None:
        return RuleVerdict("correct", False, conflict.named, f"it states {stated!r}")
    if equivalent(question, forms[0], answer) is Match.UNSURE:
        return RuleVerdict("invalid", False, conflict.named, "no rule decides whether it states the reference")
    return RuleVerdict("incorrect", False, conflict.named, "its final claim is not the reference")


def _on_contradictory(declined: Declination, conflict: ConflictNaming, abstained: bool) -> RuleVerdict:
    if abstained:
        reason = "it says that the sources conflict" if conflict.named else declined.reason
        return RuleVerdict("correct", True, conflict.named, reason)
    named, unnamed = "it names the conflict but takes a side", "it takes a side without naming the conflict"
    reason = named if conflict.named else unnamed
    return RuleVerdict("incorrect", False, conflict.named, reason)
