"""A cascade of judges: the rules settle what they are certain of, a model is asked for the rest and an audit sample.

A judge `rule+MODEL` is one judge of a panel. Its votes are logged by who cast them, the rule judge and the model, so a
model's votes are shared with every run in which it judges. Which of them counts follows from the votes and from the
answer's key alone. The rules' verdict stands where they are certain; the audit sample measures it and changes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from bench.records import RULE, ModelRef, Vote

PREFIX = f"{RULE}+"
"""Before the name of the model that the rules hand over to."""
AUDITED = 0.1
"""Share of the answers that the rules settle and the model is asked about all the same."""
TITLE = "rule judge"


def rule_ref(version: str) -> ModelRef:
    """The rule judge as a manifest names it."""
    return ModelRef(spec=RULE, title=TITLE, family=RULE, weights="none", params={"version": version})


def cascade_ref(model: ModelRef, version: str) -> ModelRef:
    """The cascade of the rules in `version` and `model`, as a manifest names it. All else is the model's."""
    named = {"spec": PREFIX + model.spec, "title": f"{TITLE} + {model.title}", "rules": version}
    return model.model_copy(update=named)


def members(judge: ModelRef) -> tuple[ModelRef, ...]:
    """Who casts the votes of a judge: of a cascade the rule judge, then the model; else the judge itself."""
    if judge.rules is None:
        return (judge,)
    bare = {"spec": judge.spec.removeprefix(PREFIX), "title": judge.title.removeprefix(f"{TITLE} + "), "rules": None}
    return rule_ref(judge.rules), judge.model_copy(update=bare)


def all_members(judges: Iterable[ModelRef]) -> tuple[ModelRef, ...]:
    """The members of all `judges`, each once, by spec."""
    return tuple({member.spec: member for judge in judges for member in members(judge)}.values())


def certain(vote: Vote) -> bool:
    """Whether the rules settle an answer by this vote of theirs."""
    return vote.verdict != "invalid"


def audited(answer_key: str) -> bool:
    """Whether an answer is in the audit sample: a share AUDITED of all keys, the same on every machine."""
    drawn = int.from_bytes(hashlib.sha256(f"audit|{answer_key}".encode()).digest()[:8], "big")
    return drawn < AUDITED * 2**64


def model_follows(vote: Vote) -> bool:
    """Whether the model of a cascade is asked about the answer of this vote of the rules."""
    return not certain(vote) or audited(vote.answer_key)


def votes_of(judge: ModelRef, cast: Mapping[str, Vote]) -> list[Vote]:
    """The votes of `judge` on one answer that its protocol asks for, of those that were `cast`, by who cast them.

    Of a cascade the rules' comes first; a vote of the model on an answer that the rules have not read, or have settled
    outside the audit sample, is none of the cascade's. Empty where none was cast.
    """
    first, *rest = (cast.get(member.spec) for member in members(judge))
    if first is None:
        return []
    return [first, *(vote for vote in rest if vote and model_follows(first))]


def counting_vote(judge: ModelRef, cast: Mapping[str, Vote]) -> Vote | None:
    """The one vote by which `judge` decides an answer; None while it is due."""
    votes = votes_of(judge, cast)
    if not votes or judge.rules is None or certain(votes[0]):
        return votes[0] if votes else None
    return votes[1] if len(votes) > 1 else None


def with_cascades(cast: Mapping[str, Vote], judges: Iterable[ModelRef]) -> dict[str, Vote]:
    """The votes on one answer by judge: those that were cast, and for each cascade of `judges` the one that counts."""
    decided = {j.spec: vote for j in judges if j.rules is not None and (vote := counting_vote(j, cast))}
    return {**cast, **decided}


def audit_vote(judge: ModelRef, cast: Mapping[str, Vote]) -> Vote | None:
    """The model's vote on an answer that the rules have settled and the audit has drawn; None where there is none."""
    votes = votes_of(judge, cast)
    return votes[1] if judge.rules is not None and len(votes) > 1 and certain(votes[0]) else None


def audit_due(judge: ModelRef, cast: Mapping[str, Vote]) -> bool:
    """Whether the audit has drawn an answer that the rules have settled, and the model's vote is still to come."""
    if judge.rules is None or (first := cast.get(RULE)) is None or not certain(first) or not audited(first.answer_key):
        return False
    vote = audit_vote(judge, cast)
    return vote is None or (vote.failure is not None and vote.failure.transient)
