"""The rule judge: deterministic, offline, free. It says `invalid` where it cannot tell."""

from __future__ import annotations

from itertools import islice, product

from bench.generate import now
from bench.log import call_key
from bench.records import Answer, Item, Message, Vote
from bench.rules.verdict import RULE_VERSION, judge_by_rule

SPEC = "rule"
MAX_FORMS = 64
"""Combinations of spellings that are tried for an item with several required parts."""


class RuleJudge:
    """Votes by `bench.rules`; its version is part of every vote's key."""

    spec = SPEC

    def key(self, item: Item, answer: Answer) -> str:
        """Identifies the vote: rule version, reference and the answer that is judged."""
        text = Message(role="user", content=answer.text or "")
        forms = {"version": RULE_VERSION, "reference": item.answer, "accept": list(item.accept)}
        return call_key(SPEC, forms, (text,), 0, answer.key)

    async def vote(self, item: Item, answer: Answer) -> Vote:
        """The vote on an answer that has a text."""
        verdict = judge_by_rule(
            question=item.question,
            reference=item.answer,
            accept=(*item.accept, *_spelled_out(item)),
            answer=answer.text or "",
            kind=item.kind,
            lang=item.lang,
        )
        return Vote(
            key=self.key(item, answer),
            model=SPEC,
            params={"version": RULE_VERSION},
            at=now(),
            attempts=0,
            answer_key=answer.key,
            verdict=verdict.verdict,
            abstained=verdict.abstained,
            conflict_named=verdict.conflict_named,
            reason=verdict.reason,
        )


def _spelled_out(item: Item) -> tuple[str, ...]:
    """Every combination of the spellings of an item's required parts, as lists that must match as sets."""
    joiner = "、" if item.lang == "ja" else ", "
    return tuple(joiner.join(choice) for choice in islice(product(*item.parts), MAX_FORMS)) if item.parts else ()
