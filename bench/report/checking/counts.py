"""Whether the counts of a submission can all be true: calls, attempts, tokens, votes, exclusions, against its rows.

What is a fault here is one in any honest run. Leave-one-out items are called and judged beside the trials of the rows,
so that with them a count is a lower bound only.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from bench.kinds import kind_of
from bench.outcomes import RIVAL_ONLY
from bench.records import RULE, TRANSIENT, FailureKind, Lang, UsageSummary
from bench.records.calls import BOUNDED, Arm
from bench.records.submission import Submission, SubmissionBase
from bench.report.checking.rows import by_id
from bench.report.checking.trials import as_shown
from bench.schema import Fault

NOTHING = hashlib.sha256().hexdigest()
"""Digest of an empty log."""
FINAL = frozenset(get_args(FailureKind)) - (TRANSIENT - BOUNDED)
"""Failures with which a run can be complete."""
EXCLUDED = {
    **dict.fromkeys((f"failed/generate/{kind}" for kind in FINAL), "failed"),
    **dict.fromkeys((f"invalid/judge/{why}" for why in (*FINAL, "undecided", "incoherent", "split")), "judge"),
    f"invalid/context/{RIVAL_ONLY}": "context",
}
"""Every reason of an exclusion in a complete run, to what it is: a failed call, a vote, or the context shown."""
CENT = 1e-6


def count_faults(s: SubmissionBase) -> Iterator[Fault]:
    """What the rows, which must hold together (see `row_faults`), do not leave possible."""
    trials = _trials(s)
    every = sum(trials.values(), _Trials())
    yield from _excluded(s, every)
    yield from _votes(s, every)
    yield from _suspects(s, every)
    yield from _log(s, every)
    yield from _usage("usage", s.usage, every.failed)
    # The rule judge is called and sends nothing, in a cascade too.
    unsent = sum(judge.spec == RULE or judge.rules is not None for judge in s.config.judges) * 2 * every.all
    unsent += s.votes.invalid + every.undecided
    yield from _usage("judge_usage", s.judge_usage, unsent)
    yield from _answers("usage", s.usage, every)
    yield from _judging("judge_usage", s, s.judge_usage, every)
    for number, arm in enumerate(s.arm_usage):
        here, path = trials[arm.lang, arm.arm], f"arm_usage[{number}]"
        yield from _usage(f"{path}.usage", arm.usage, here.failed)
        yield from _usage(f"{path}.judge_usage", arm.judge_usage, unsent)
        yield from _answers(f"{path}.usage", arm.usage, here)
        yield from _judging(f"{path}.judge_usage", s, arm.judge_usage, here, exact=True)
    yield from _sums(s)
    if s.flagged > (ids := len({item.id for item in s.items})):
        yield "flagged", f"is {s.flagged}, but there are {ids} items"


@dataclass(frozen=True)
class _Trials:
    """Counts of trials: all; without a reply; shown the rival alone, which nobody judges; judged without a usable
    verdict; those whose letter only a judge can have given in two-stage judging; and those that the model of a cascade
    was asked about; and those whose verdict is the rules' of one."""

    all: int = 0
    failed: int = 0
    rival_only: int = 0
    undecided: int = 0
    graded: int = 0
    asked: int = 0
    by_rule: int = 0

    def __add__(self, other: _Trials) -> _Trials:
        return _Trials(
            self.all + other.all,
            self.failed + other.failed,
            self.rival_only + other.rival_only,
            self.undecided + other.undecided,
            self.graded + other.graded,
            self.asked + other.asked,
            self.by_rule + other.by_rule,
        )

    @property
    def judged(self) -> int:
        return self.all - self.failed - self.rival_only


def _trials(s: SubmissionBase) -> defaultdict[tuple[Lang, Arm], _Trials]:
    tags = by_id(s)
    found: defaultdict[tuple[Lang, Arm], _Trials] = defaultdict(_Trials)
    for row in s.rows:
        for arm, letter in row.arms.items():
            alone = arm in row.rival_only
            kind = kind_of(as_shown(tags, row, arm).kind)
            happened = kind.by_letter(letter)
            # Of what an intent settles by itself, the label of an attempt is none of the judges'.
            graded = happened is not None and "attempt" not in kind.by_intent and happened.attempted is True
            asked = row.settled.get(arm) == "model" or arm in row.audit
            found[row.lang, arm] += _Trials(
                1,
                failed=letter == "f",
                rival_only=alone and letter != "f",
                undecided=letter == "i" and not alone,
                graded=graded,
                asked=asked,
                by_rule=row.settled.get(arm) == "rule" and letter != "i",
            )
    return found


def _excluded(s: SubmissionBase, every: _Trials) -> Iterator[Fault]:
    counted: Counter[str] = Counter()
    for reason, count in s.excluded.items():
        if reason not in EXCLUDED:
            yield "excluded", f"{reason[:60]!r} is no reason with which a finished run excludes a trial"
        counted[EXCLUDED.get(reason, "")] += count
    for name, there in (("context", every.rival_only), ("judge", every.undecided)):
        if isinstance(s, Submission) and not counted[""] and counted[name] != there:
            yield "excluded", f"counts {counted[name]} trials invalid by the {name}, the rows hold {there}"


def _votes(s: SubmissionBase, every: _Trials) -> Iterator[Fault]:
    judges, cast, invalid = len(s.config.judges), s.votes.cast, s.votes.invalid
    least, most = every.judged * judges, every.judged * judges
    if s.config.judging == "two-stage":
        least = every.graded * judges
    if cast < least or (cast > most and not s.config.leave_one_out):
        wanted = f"{most}" if least == most else f"{least} to {most}"
        yield "votes.cast", f"is {cast}, but {judges} judges of {every.judged} judged trials cast {wanted}"
    # An undecided trial has a vote without a verdict at least; one with a verdict has one vote with it at least.
    least, most = every.undecided, every.undecided * judges + (every.judged - every.undecided) * max(judges - 1, 0)
    if s.config.judging == "two-stage":
        least = 0  # the intent alone may have left it undecided
    if invalid < least or (invalid > most and not s.config.leave_one_out):
        yield "votes.invalid", f"is {invalid}, but the rows hold {every.undecided} trials without a usable verdict"


def _suspects(s: SubmissionBase, every: _Trials) -> Iterator[Fault]:
    suspect, of = s.votes.suspect, s.votes.suspect_of
    if suspect > of:
        yield "votes.suspect", f"is {suspect} of {of}: more than there are"
    by_models = every.judged - every.undecided - every.by_rule
    if of > by_models:
        yield "votes.suspect_of", f"is {of}, but only {by_models} trials have a verdict of a model"


def _log(s: SubmissionBase, every: _Trials) -> Iterator[Fault]:
    if s.log.answers == NOTHING:
        yield "log.answers", "is the digest of an empty file, and there are trials"
    if s.log.votes == NOTHING and s.votes.cast:
        yield "log.votes", f"is the digest of an empty file, and {s.votes.cast} votes were cast"
    if s.log.votes == s.log.answers:
        yield "log.votes", "is the digest of the answers: two files cannot be the same"
    if not every.judged and s.votes.cast and not s.config.leave_one_out:
        yield "votes.cast", f"is {s.votes.cast}, but no trial could be judged"


def _usage(path: str, usage: UsageSummary, unanswered: int) -> Iterator[Fault]:
    """`unanswered`: calls at most that may never have been sent."""
    if usage.attempts + unanswered < usage.calls:
        yield f"{path}.attempts", f"is {usage.attempts}, below the {usage.calls} calls"
    low, high = usage.latency_s.median, usage.latency_s.p90
    if (low is None) != (high is None):
        yield f"{path}.latency_s", "has one of median and p90 and not the other"
    elif low is not None and high is not None and low > high:
        yield f"{path}.latency_s.median", f"is {low:g}, above the p90 of {high:g}"
    if not usage.calls and any(value is not None for value in (usage.prompt_tokens, usage.completion_tokens, low)):
        yield path, "has tokens or times of no call"


def _answers(path: str, usage: UsageSummary, trials: _Trials) -> Iterator[Fault]:
    came_back = trials.all - trials.failed
    for name in ("prompt_tokens", "completion_tokens"):
        if (tokens := getattr(usage, name)) is not None and tokens < came_back:
            yield f"{path}.{name}", f"is {tokens}, but {came_back} replies came back, of a token at least"


def _judging(
    path: str, s: SubmissionBase, usage: UsageSummary, trials: _Trials, exact: bool = False
) -> Iterator[Fault]:
    judges = len(s.config.judges)
    two_stage = s.config.judging == "two-stage"
    least = trials.judged + trials.graded * judges if two_stage else trials.judged * judges + trials.asked
    # The model of a cascade is called beside its rules, for what they leave and for the audit.
    cascades = sum(judge.rules is not None for judge in s.config.judges)
    most = (trials.judged + trials.rival_only) * (judges + cascades + two_stage)
    if usage.calls < least or (usage.calls > most and (exact or not s.config.leave_one_out)):
        wanted = f"{least}" if least == most else f"{least} to {most}"
        yield f"{path}.calls", f"is {usage.calls}, but judging the rows takes {wanted} calls"
    if not exact and usage.calls < s.votes.cast:
        yield f"{path}.calls", f"is {usage.calls}, below the {s.votes.cast} votes cast"


def _sums(s: SubmissionBase) -> Iterator[Fault]:
    """The arms together are the whole, but for leave-one-out items."""
    if not s.arm_usage:
        return
    for role in ("usage", "judge_usage"):
        whole, arms = getattr(s, role), [getattr(arm, role) for arm in s.arm_usage]
        for name in ("calls", "attempts", "prompt_tokens", "completion_tokens", "cost_usd"):
            total, parts = getattr(whole, name), [getattr(arm, name) for arm in arms]
            known = [part for part in parts if part is not None]
            if total is None:
                if len(known) == len(parts) and not s.config.leave_one_out:
                    yield f"{role}.{name}", "is null, but every arm has it"
                continue
            above = sum(known) > total + CENT * max(1, len(known))
            below = sum(known) < total - CENT * max(1, len(known))
            if above or (below and len(known) == len(parts) and not s.config.leave_one_out):
                yield f"{role}.{name}", f"is {total:g}, but the arms make {sum(known):g}"
