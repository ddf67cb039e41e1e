"""Judging: an answer to a vote. Judges vote blind, one at a time, and know nothing of the system that answered."""

from __future__ import annotations

from typing import Protocol

from bench.judge.call import JudgePrompt, Patience
from bench.judge.cascade import Cascade, Panelist, Voter, model_of, voters
from bench.judge.intent import LlmClassifier
from bench.judge.llm import LlmJudge
from bench.judge.rule import RuleClassifier, RuleJudge
from bench.records import Answer, Item, Vote
from bench.records.panel import Intent

__all__ = [
    "Cascade",
    "Classifier",
    "Judge",
    "JudgePrompt",
    "LlmClassifier",
    "LlmJudge",
    "Panelist",
    "Patience",
    "RuleClassifier",
    "RuleJudge",
    "Voter",
    "model_of",
    "voters",
]


class Judge(Protocol):
    """Casts votes. `key` is what the vote of this judge on this answer is logged under."""

    @property
    def spec(self) -> str: ...

    def key(self, item: Item, answer: Answer) -> str: ...

    async def vote(
        self, item: Item, answer: Answer, stored: JudgePrompt | None = None, *, regrade: int = 0
    ) -> Vote: ...


class Classifier(Protocol):
    """Says what an answer does. `key` is what its classification is logged under."""

    @property
    def spec(self) -> str: ...

    def key(self, item: Item, answer: Answer) -> str: ...

    async def classify(self, item: Item, answer: Answer, stored: JudgePrompt | None = None) -> Intent: ...
