"""The rule judge: deterministic, offline, free. It says `invalid` where it cannot tell.

The rules are loaded with the first answer that is judged: their patterns take as long to compile as a request.
"""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Any

from bench.call_record import now
from bench.judge.call import JudgePrompt, judged_kind
from bench.langs import language
from bench.log import call_key
from bench.records import RULE, Answer, Item, Message, Vote
from bench.records.panel import Intent, IntentName
from bench.rules.switches import remembered
from bench.rules.version import RULE_VERSION

if TYPE_CHECKING:
    from bench.rules.verdict import RuleVerdict

SPEC = RULE
MAX_FORMS = 64
"""Combinations of spellings that are tried for an item with several required parts."""


class RuleJudge:
    """Votes by `bench.rules`; its version is part of every vote's key.

    With `two_stage` it takes the classifier's word that an answer is an attempt: what it would have called a refusal
    is then incorrect.
    """

    spec = SPEC

    def __init__(self, *, two_stage: bool = False) -> None:
        self._two_stage = two_stage

    def key(self, item: Item, answer: Answer) -> str:
        """Identifies the vote: rule version, reference and the answer that is judged."""
        return self._key(item, answer, 0)

    async def vote(self, item: Item, answer: Answer, stored: JudgePrompt | None = None, *, regrade: int = 0) -> Vote:
        """The vote on an answer that has a text. It has no prompt, so a stored one changes nothing."""
        del stored
        verdict = _verdict(item, answer)
        attempted = self._two_stage and verdict.verdict != "invalid"
        return Vote(
            **_call_fields(self._key(item, answer, regrade), answer),
            verdict=verdict.verdict,
            abstained=False if attempted else verdict.abstained,
            conflict_named=verdict.conflict_named,
            reason=_reason(verdict),
            round=regrade,
            judged_kind=judged_kind(item, answer),
        )

    def is_certain(self, item: Item, answer: Answer) -> bool:
        """Whether the vote on an answer that has a text is not `invalid`."""
        return _verdict(item, answer).verdict != "invalid"

    def _key(self, item: Item, answer: Answer, regrade: int) -> str:
        forms = {"version": RULE_VERSION, "reference": item.answer, "accept": list(item.accept)}
        return call_key(SPEC, forms, _shown(answer), regrade, answer.key)


class RuleClassifier:
    """The first stage of two-stage judging by rule, where the primary judge is the rule judge."""

    spec = SPEC

    def key(self, item: Item, answer: Answer) -> str:
        """Identifies the classification: rule version, kind of item and the answer."""
        forms = {"version": RULE_VERSION, "kind": item.kind}
        return call_key(SPEC, forms, _shown(answer), 0, answer.key, "intent")

    async def classify(self, item: Item, answer: Answer, stored: JudgePrompt | None = None) -> Intent:
        """What the answer does. An answer that names a conflict and leaves it open is `conflict_named`."""
        del stored
        verdict = _verdict(item, answer)
        intent: IntentName = "attempt"
        if verdict.abstained is None:
            intent = "unclear"
        elif verdict.abstained:
            intent = "conflict_named" if verdict.conflict_named else "abstention"
        return Intent(**_call_fields(self.key(item, answer), answer), intent=intent, reason=_reason(verdict))


def _call_fields(key: str, answer: Answer) -> dict[str, Any]:
    return {
        "key": key,
        "model": SPEC,
        "params": {"version": RULE_VERSION},
        "at": now(),
        "attempts": 0,
        "answer_key": answer.key,
    }


def _reason(verdict: RuleVerdict) -> str:
    """Why, and whether a part of the answer spoke to a judge and was not read."""
    return f"{verdict.reason}; text that addresses a judge was left out" if verdict.addressed else verdict.reason


def _shown(answer: Answer) -> tuple[Message, ...]:
    return (Message(role="user", content=answer.text or ""),)


def _verdict(item: Item, answer: Answer) -> RuleVerdict:
    forms = (item.answer, *item.accept, *_spelled_out(item))
    return _judged(item.question, forms, answer.text or "", item.kind, item.lang)


@remembered
def _judged(question: str, forms: tuple[str, ...], answer: str, kind: str, lang: str) -> RuleVerdict:
    """The verdict, read once for who asks whether it is certain and for the vote."""
    from bench.rules.verdict import judge_by_rule

    reference, *accept = forms
    return judge_by_rule(question=question, reference=reference, accept=accept, answer=answer, kind=kind, lang=lang)


def _spelled_out(item: Item) -> tuple[str, ...]:
    """Every combination of the spellings of an item's required parts, as lists that must match as sets."""
    joiner = language(item.lang).joiner
    return tuple(joiner.join(choice) for choice in islice(product(*item.parts), MAX_FORMS)) if item.parts else ()
