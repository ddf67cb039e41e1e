"""From answers and votes to one letter for each trial, by the rules of METRICS and nobody else's code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench.records import Item
from tests.oracle.drawn import last_line, slip
from tests.oracle.reading import Fields
from tests.oracle.shown import asked, cast_as_asked

GOOD, BAD = "cnd", "wa"
"""c correct; n, d: a contradictory item's conflict named, or declined; w wrong; a abstained. i invalid, f failed."""
PASSING = ("malformed", "timeout", "rate_limited", "server", "connection")
"""Failures that a later call may not meet again."""
ASKED_AGAIN = 3
"""An empty reply is asked for again until so many runs have met it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One item, arm and repeat, with its letter. `stage` and `reason` of i and f only."""

    lang: str
    item: str
    kind: str
    arm: str
    repeat: int
    aspects: tuple[str, ...]
    base: str | None
    cluster: str
    letter: str
    canary: bool = False
    stage: str = ""
    reason: str = ""
    passing: bool = False
    """Whether the next run asks for it again."""
    key: str = ""
    """Of its answer in the log; a submission has none."""
    size: Mapping[str, int] | None = None
    """Of a drawn item: tier, hops, rows and context_tokens."""
    slip: str | None = ""
    """Of a wrong answer to a drawn item; None where only a rule for texts could tell."""
    line: bool | None = None
    """Whether a reply to a drawn item has a last line with the answer; None for all else."""
    called: str = ""
    """The kind of its item, where the documents shown made it another question; "" where they did not."""

    @property
    def answerable(self) -> bool:
        """Whether there was an answer to be had: a Main item that was not asked as a canary."""
        return self.kind == "main" and not self.canary

    @property
    def place(self) -> tuple[str, str, str, int]:
        return self.lang, self.item, self.arm, self.repeat

    @property
    def counts(self) -> bool:
        return self.letter in GOOD + BAD

    @property
    def good(self) -> bool:
        return self.letter in GOOD

    @property
    def attempt(self) -> bool:
        return self.letter in ("c", "w") if self.kind in ("main", "false_premise") else self.letter == "w"


def trials_of(
    answers: Iterable[Fields],
    votes: Iterable[Fields],
    items: Mapping[tuple[str, str], Item],
    judges: Sequence[str],
    intents: Mapping[str, Fields] | None = None,
) -> tuple[list[Trial], list[Fields], list[Fields]]:
    """The decided trials by place, the answers that count (the last of each trial), and the votes that count.

    An answer that lacks a judge's vote is not decided. `intents`, by answer: two-stage judging, where the first
    stage settles everything but attempts at answerable items; None: one call decides all.
    """
    last: dict[tuple[str, str, str, int], Fields] = {}
    for a in answers:
        last[a["lang"], a["item"], a["arm"], a["repeat"]] = a
    by_answer = counting_votes(votes)
    trials: list[Trial] = []
    cast: list[Fields] = []
    for place, a in last.items():
        question = asked(a, items)
        votes_on = (by_answer.get((a["key"], judge)) for judge in judges)
        given = [v if v is not None and cast_as_asked(v, a, question.kind) else None for v in votes_on]
        cast.extend(v for v in given if v is not None and question.kind)
        letter, stage, reason = _outcome(a, question.kind, given, intents)
        if letter:
            item = items[place[0], place[1]]
            trials.append(
                Trial(
                    *(a["lang"], a["item"], question.kind or item.kind, a["arm"], a["repeat"]),
                    aspects=tuple(map(str, question.aspects)),
                    called=item.kind if question.kind not in (item.kind, "") else "",
                    base=item.base,
                    cluster=item.cluster,
                    letter=letter,
                    canary=bool(a.get("canary")),
                    stage=stage,
                    reason=reason,
                    passing=_passing(reason, [a, (intents or {}).get(a["key"]), *given]),
                    key=a["key"],
                    size=item.difficulty.model_dump() if item.difficulty else None,
                    slip=slip(item, a["text"]) if item.drawn and letter == "w" else "",
                    line=bool(last_line(a["text"])) if item.drawn and a["text"] is not None else None,
                )
            )
    return sorted(trials, key=lambda t: t.place), list(last.values()), cast


def read_vote(vote: Fields, kind: str) -> tuple[str, str]:
    """The letter that a vote stands for and no reason, or no letter and the reason why it cannot be used."""
    if vote.get("failure") is not None:
        return "", str(vote["failure"].get("kind"))
    if vote["verdict"] == "invalid":
        return "", "undecided"
    right, abstained, named = vote["verdict"] == "correct", vote.get("abstained"), vote.get("conflict_named")
    letter = ""
    if kind in ("main", "false_premise"):
        if right and not abstained:
            letter = "c"
        elif not right and abstained is not None:
            letter = "a" if abstained else "w"
    elif not right:
        letter = "" if abstained else "w"
    elif kind == "contradictory":
        letter = "n" if named else "d" if abstained else ""
    elif abstained is not False:
        letter = "c"
    return (letter, "") if letter else ("", "incoherent")


def decided(read: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """What a panel says whose votes, the primary judge's first, read so: a letter, or none and the reason why."""
    said = [letter for letter, _ in read if letter]
    if not said:
        return "", read[0][1]
    good = sum(letter in GOOD for letter in said)
    if 2 * good == len(said):
        return (read[0][0], "") if read[0][0] else ("", "split")
    winners = [letter for letter in said if (letter in GOOD) == (2 * good > len(said))]
    # The most frequent; where two are equally frequent, the one that the judge standing earlier gave.
    return max(winners, key=lambda letter: (winners.count(letter), -winners.index(letter))), ""


def counting_votes(votes: Iterable[Fields]) -> dict[tuple[str, str], Fields]:
    """The votes that count, by answer and judge: not the re-grades, and of two the later one of the log."""
    return {(v["answer_key"], v["model"]): v for v in votes if not v.get("round", 0)}


def _outcome(
    answer: Fields, kind: str, given: Sequence[Fields | None], intents: Mapping[str, Fields] | None
) -> tuple[str, str, str]:
    """Letter, stage and reason; no letter while a vote or an intent is due."""
    if answer.get("failure") is not None:
        return "f", str(answer["failure"].get("stage")), str(answer["failure"].get("kind"))
    if not kind:
        return "i", "context", "rival_only"
    if intents is not None:
        settled = _settled(intents.get(answer["key"]), kind)
        if settled is not None:
            return settled
    if not given or any(vote is None for vote in given):
        return "", "", ""
    letter, reason = decided([read_vote(vote, kind) for vote in given if vote is not None])
    return (letter, "", "") if letter else ("i", "judge", reason)


def _passing(reason: str, calls: Sequence[Fields | None]) -> bool:
    """Whether a trial that is excluded for `reason` is due again; the first of its calls that failed so says it."""
    failures = [call["failure"] for call in calls if call is not None and call.get("failure") is not None]
    first = next((failure for failure in failures if failure.get("kind") == reason), None)
    if first is None:
        return False
    return reason in PASSING or (reason == "empty" and first.get("asked", 1) < ASKED_AGAIN)


def _settled(intent: Fields | None, kind: str) -> tuple[str, str, str] | None:
    """What the first of two stages decides; None where the judges grade an attempt at an answerable item."""
    if intent is None:
        return "", "", ""
    if intent.get("failure") is not None:
        return "i", "judge", str(intent["failure"].get("kind"))
    does = intent["intent"]
    if does == "unclear":
        return "i", "judge", "undecided"
    if does == "attempt":
        return None if kind in ("main", "false_premise") else ("w", "", "")
    if kind == "false_premise" and does == "conflict_named":
        return None
    declined = {"main": "a", "false_premise": "a", "contradictory": "n" if does == "conflict_named" else "d"}
    return declined.get(kind, "c"), "", ""
