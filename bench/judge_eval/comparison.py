"""Agreement of a judge with labels. Pure: judged cases in, rates out, and None where nothing can be said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from bench import panel, stats
from bench.kinds import kind_of
from bench.metrics.rates import rate
from bench.records import Lang, Rate, Vote
from bench.records.judging import Agreement, Confusion, Disagreement, JudgeCase, Kappa


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """A labelled case and the judge's vote on it."""

    part: str
    lang: Lang
    case: JudgeCase
    vote: Vote

    @property
    def decided(self) -> bool:
        """Whether a run would use the vote: it came, it is not `invalid`, and it does not contradict itself."""
        return panel.read(self.vote, self.case.kind).label is not None

    @property
    def agrees(self) -> bool:
        """Whether the verdict is that of the label; an invalid vote never agrees."""
        return self.decided and self.vote.verdict == self.case.label.verdict


def agreement(judged: Sequence[JudgedCase]) -> Agreement:
    """Every rate over `judged`; for none of them every rate and kappa are None with n = 0.

    - coverage: decided votes / cases; agreement: same verdict / decided votes; agreement_of_all: same verdict / cases.
    - false_correct: judged correct / cases labelled incorrect. false_wrong: judged incorrect / cases labelled correct.
      An undecided vote is no error of either kind, but it counts in what is divided by.
    - abstained: same flag / decided votes that have the flag, without the cases whose right answer names the conflict:
      it is no attempt, but whether it also "abstained" decides nothing.
    - conflict_named: same flag / decided votes on contradictory cases that have the flag.

    Each rate has Wilson's 95 % interval, and a second one over questions where several cases share one.
    """
    decided = [j for j in judged if j.decided]
    confusion = Confusion(
        right_right=_count(decided, "correct", "correct"),
        right_wrong=_count(decided, "correct", "incorrect"),
        wrong_right=_count(decided, "incorrect", "correct"),
        wrong_wrong=_count(decided, "incorrect", "incorrect"),
    )
    labelled_wrong = [j for j in judged if j.case.label.verdict == "incorrect"]
    labelled_right = [j for j in judged if j.case.label.verdict == "correct"]
    return Agreement(
        n=len(judged),
        invalid=len(judged) - len(decided),
        confusion=confusion,
        coverage=_rate((j, j.decided) for j in judged),
        agreement=_rate((j, j.agrees) for j in decided),
        agreement_of_all=_rate((j, j.agrees) for j in judged),
        kappa=kappa(confusion),
        false_correct=_rate((j, j.decided and not j.agrees) for j in labelled_wrong),
        false_wrong=_rate((j, j.decided and not j.agrees) for j in labelled_right),
        abstained=_rate((j, same) for j in decided if (same := same_abstained(j)) is not None),
        conflict_named=_rate((j, same) for j in decided if (same := same_conflict(j)) is not None),
    )


def kappa(table: Confusion) -> Kappa:
    """Cohen's kappa of labels and votes, (p - e) / (1 - e): p is their agreement, e that of chance.

    e is the agreement of two raters who give as many of each verdict but pay no attention to the answers. The
    interval takes e as known, as Cohen's standard error does, with Wilson's 95 % interval for p in place of p: so it
    always holds kappa, lies in [-1, 1], and does not shrink to a point when judge and labels agree everywhere.
    None for no votes, and where the labels are all the same verdict: it would be 0 whatever the judge says.
    Source: J. Cohen, A Coefficient of Agreement for Nominal Scales, Educ. and Psychol. Measurement 20 (1960).
    """
    n = table.n
    right, wrong = table.right_right + table.right_wrong, table.wrong_right + table.wrong_wrong
    said_right, said_wrong = table.right_right + table.wrong_right, table.right_wrong + table.wrong_wrong
    interval = stats.wilson(table.right_right + table.wrong_wrong, n)
    if interval is None or right == 0 or wrong == 0:
        return Kappa(value=None, ci95=None)
    chance = (right * said_right + wrong * said_wrong) / (n * n)

    def beyond_chance(share: float) -> float:
        return max(-1.0, (share - chance) / (1 - chance))

    low, high = interval
    value = beyond_chance((table.right_right + table.wrong_wrong) / n)
    return Kappa(value=value, ci95=(beyond_chance(low), beyond_chance(high)))


def disagreements(judged: Iterable[JudgedCase]) -> tuple[Disagreement, ...]:
    """Every case on which the judge differs from the label, with the gravest difference, in the order given."""
    return tuple(_disagreement(j, fault) for j in judged if (fault := _fault(j)) is not None)


def same_abstained(j: JudgedCase) -> bool | None:
    """Whether the vote's `abstained` is the label's; None where that decides nothing, or the vote does not say."""
    label, said = j.case.label, j.vote.abstained
    if said is None or (label.conflict_named and label.verdict == "correct"):
        return None
    return said == label.abstained


def same_conflict(j: JudgedCase) -> bool | None:
    """Whether the vote's `conflict_named` is the label's; None but on contradictory cases, or if it is not said."""
    said = j.vote.conflict_named
    return None if said is None or not kind_of(j.case.kind).conflict else said == j.case.label.conflict_named


Fault = Literal["false_correct", "false_wrong", "invalid", "abstained", "conflict_named"]


def _fault(j: JudgedCase) -> Fault | None:
    if not j.decided:
        return "invalid"
    if not j.agrees:
        return "false_correct" if j.vote.verdict == "correct" else "false_wrong"
    if same_abstained(j) is False:
        return "abstained"
    return "conflict_named" if same_conflict(j) is False else None


def _disagreement(j: JudgedCase, fault: Fault) -> Disagreement:
    vote = j.vote
    reason = vote.reason
    if fault == "invalid":
        why = vote.failure.message if vote.failure else vote.reason
        reason = ": ".join(filter(None, (panel.read(vote, j.case.kind).reason, why)))
    return Disagreement(
        part=j.part,
        lang=j.lang,
        fault=fault,
        verdict=vote.verdict,
        abstained=vote.abstained,
        conflict_named=vote.conflict_named,
        reason=reason,
        **j.case.model_dump(exclude={"accept", "item", "form", "trap"}),
    )


def _count(decided: Iterable[JudgedCase], label: str, verdict: str) -> int:
    return sum(j.case.label.verdict == label and j.vote.verdict == verdict for j in decided)


def _rate(hits: Iterable[tuple[JudgedCase, bool]]) -> Rate:
    return rate((f"{j.lang} {j.case.question}", hit) for j, hit in hits)
