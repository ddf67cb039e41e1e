"""The cascade at work: who is asked about an answer, in order. Which of their votes counts, bench.cascade decides."""

from __future__ import annotations

from dataclasses import dataclass

from bench.cascade import PREFIX, audited
from bench.judge.llm import LlmJudge
from bench.judge.rule import RuleJudge
from bench.records import Answer, Item

Voter = RuleJudge | LlmJudge
"""Who casts a vote."""


@dataclass(frozen=True)
class Cascade:
    """The rule judge, and the model that is asked for what it leaves."""

    rules: RuleJudge
    model: LlmJudge

    @property
    def spec(self) -> str:
        return PREFIX + self.model.spec

    def voters(self, item: Item, answer: Answer) -> tuple[Voter, ...]:
        """The rule judge; the model too where the rules are not certain, or the answer is in the audit sample."""
        asked = audited(answer.key) or not self.rules.is_certain(item, answer)
        return (self.rules, self.model) if asked else (self.rules,)


Panelist = Voter | Cascade
"""One judge of a panel."""


def model_of(judge: Panelist) -> LlmJudge | None:
    """The model that a judge asks; None for the rule judge."""
    if isinstance(judge, Cascade):
        return judge.model
    return judge if isinstance(judge, LlmJudge) else None


def voters(judge: Panelist, item: Item, answer: Answer) -> tuple[Voter, ...]:
    """Who casts the votes of `judge` on an answer that has a text, in order."""
    return judge.voters(item, answer) if isinstance(judge, Cascade) else (judge,)
