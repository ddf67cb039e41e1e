"""Judging: an answer to a vote. Judges vote blind, one at a time, and know nothing of the system that answered."""

from __future__ import annotations

from typing import Protocol

from bench.judge.asking import Patience
from bench.judge.intent import Classifier, LlmClassifier
from bench.judge.llm import LlmJudge, Prompt
from bench.judge.rule import RuleClassifier, RuleJudge
from bench.records import Answer, Item, Vote

__all__ = ["Classifier", "Judge", "LlmClassifier", "LlmJudge", "Patience", "Prompt", "RuleClassifier", "RuleJudge"]


class Judge(Protocol):
    """Casts votes. `key` is what the vote of this judge on this answer is logged under."""

    @property
    def spec(self) -> str: ...

    def key(self, item: Item, answer: Answer) -> str: ...

    async def vote(self, item: Item, answer: Answer) -> Vote: ...

    async def recast(self, item: Item, answer: Answer, stored: Prompt | None = None, *, regrade: int = 0) -> Vote: ...
