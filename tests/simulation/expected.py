"""What the report must say, worked out from the plan alone: no code of the suite decides or counts anything here.

The rules are those of docs/judging.md and docs/metrics.md, written down once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from bench.records import Item
from tests.simulation import planted
from tests.simulation.planted import ATTEMPTS, GOOD, JUDGES, Judge, System, Trial

Given = tuple[str, str]
"""A vote: its letter and no reason, or no letter and the reason why it cannot be used."""
Hits = Callable[[Trial, str], bool]
"""Whether a trial with this letter is a hit."""


@dataclass(frozen=True)
class Patience:
    """How a failure is logged: where a vote is cut off before the retries are used up, everything is a time-out."""

    sees_retries_out: bool

    def reason(self, trouble: planted.Trouble) -> str:
        if trouble in ("errors", "garbled") and self.sees_retries_out:
            return {"errors": "server", "garbled": "malformed"}[trouble]
        return {"closed": "server", "unreadable": "undecided"}.get(trouble, "timeout")


@dataclass(frozen=True)
class Outcome:
    """A trial and how it ended: a letter of cwand, i (invalid) or f (failed), and the votes that decided."""

    trial: Trial
    letter: str
    reason: str
    votes: tuple[Given, ...]

    @property
    def scored(self) -> bool:
        return self.letter not in "if"


def trials_of(system: System, items: Iterable[Item], standing: frozenset[str]) -> list[Trial]:
    """Every trial of a system. Evidence is shown of Main items that are no canaries, and of contradictory ones."""
    return [
        Trial(
            system,
            item,
            repeat,
            item.kind == "contradictory" or (item.kind == "main" and not planted.is_canary(item, standing)),
        )
        for item in items
        for repeat in range(planted.REPEATS)
    ]


def outcome(trial: Trial, patience: Patience, *, mended: bool) -> Outcome:
    """How the trial ends, before the judges were mended or afterwards."""
    what = planted.said(trial)
    if what in ("cut", "filtered"):
        return Outcome(trial, "f", {"cut": "truncated", "filtered": "refused"}[what], ())
    votes = tuple(_given(trial, judge, patience, mended) for judge in JUDGES)
    letter, reason = decide(votes)
    return Outcome(trial, letter, reason, votes)


def decide(votes: Sequence[Given]) -> Given:
    """The panel's letter, or i and why. Majority between right and wrong; a tie falls to the first judge."""
    usable = [letter for letter, _ in votes if letter]
    if not usable:
        return "i", votes[0][1]
    right = sum(letter in GOOD for letter in usable)
    if 2 * right == len(usable):
        return (votes[0][0], "") if votes[0][0] else ("i", "split")
    counts = Counter(letter for letter in usable if (letter in GOOD) == (2 * right > len(usable)))
    # A dictionary keeps the order of the judges, and max takes the first of equals.
    return max(counts, key=lambda letter: counts[letter]), ""


def pivotal(votes: Sequence[Given], position: int) -> bool:
    """Whether the opposite of this usable vote would have made the opposite verdict."""
    sides = [letter in GOOD if letter else None for letter, _ in votes]
    other = [not side if n == position and side is not None else side for n, side in enumerate(sides)]
    return _won(sides) is not None and _won(other) is (not _won(sides))


def _won(sides: Sequence[bool | None]) -> bool | None:
    right, wrong = sides.count(True), sides.count(False)
    return right > wrong if right != wrong else sides[0]


def failing(trials: Iterable[Trial]) -> int:
    """How many votes fail until the judges are mended, and are cast again by a backfill."""
    answered = [t for t in trials if planted.said(t) not in ("cut", "filtered")]
    return sum(planted.trouble(t, judge) not in ("", "unreadable") for t in answered for judge in JUDGES)


def flips(before: Iterable[Outcome], after: Iterable[Outcome]) -> list[dict[str, Any]]:
    """Every trial whose letter changes, by place, as `bench judge --json` lists it."""
    found = []
    for old, new in zip(before, after, strict=True):
        if old.letter != new.letter:
            lang, item, arm, repeat = old.trial.place
            place = {"lang": lang, "item": item, "arm": arm, "repeat": repeat}
            found.append({**place, "before": old.letter, "after": new.letter})
    return sorted(found, key=lambda f: (f["lang"], f["item"], f["arm"], f["repeat"]))


# ---- figures: numerator and denominator ----

FIGURES: dict[str, tuple[Callable[[Trial], bool], Hits]] = {
    "overall_item_micro": (lambda t: not t.canary, lambda _, letter: letter in GOOD),
    "correct_of_answerable": (lambda t: t.answerable, lambda _, letter: letter == "c"),
    "over_abstention": (lambda t: t.answerable, lambda _, letter: letter == "a"),
    "wrong_of_answerable": (lambda t: t.answerable, lambda _, letter: letter == "w"),
    "false_answer": (lambda t: t.item.kind != "main", lambda _, letter: letter == "w"),
    "volume": (lambda _: True, lambda t, letter: letter == "c" and t.item.kind == "main"),
    "violations": (lambda t: t.canary, lambda _, letter: letter in ATTEMPTS["main"]),
}
"""Each rate: which trials it is about, and which of their letters are hits. Invalid and failed trials never count."""


def counts(name: str, outcomes: Iterable[Outcome]) -> tuple[int, int]:
    """Hits and scored trials."""
    about, hit = FIGURES[name]
    letters = [hit(o.trial, o.letter) for o in outcomes if o.scored and about(o.trial)]
    return sum(letters), len(letters)


def by_item(name: str, outcomes: Iterable[Outcome]) -> dict[str, float]:
    """Each item's own share of hits over its scored repeats."""
    about, hit = FIGURES[name]
    found: dict[str, list[bool]] = {}
    for o in outcomes:
        if o.scored and about(o.trial):
            found.setdefault(o.trial.item.id, []).append(hit(o.trial, o.letter))
    return {item: sum(hits) / len(hits) for item, hits in found.items()}


def planted_rate(name: str, trials: Iterable[Trial], *, mended: bool) -> float:
    """The rate that the planted probabilities give, the judges' errors and failures among them."""
    about, hit = FIGURES[name]
    hits = scored = 0.0
    for trial in trials:
        if about(trial):
            for letter, chance in chances(trial, mended=mended).items():
                scored += chance * (letter != "i")
                hits += chance * hit(trial, letter)
    return hits / scored


def failure_classes(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """Trials that went wrong by class, as docs/judging.md puts them; classes without any are left out."""
    return dict(Counter(name for o in outcomes if (name := _failure_class(o))))


def _failure_class(o: Outcome) -> str:
    if o.letter == "f":
        return ""
    if o.trial.answerable:
        split = len({letter in GOOD for letter, _ in o.votes if letter}) == 2
        mistake = "judging_artefact" if split or o.letter == "i" else ""
        return "" if o.letter == "c" else mistake or {"w": "generation_failure", "a": "over_caution"}[o.letter]
    if o.letter not in ATTEMPTS[o.trial.item.kind]:
        return ""
    if o.trial.canary:
        return "parametric_leakage" if o.letter == "c" else "fabrication"
    if o.trial.item.kind == "contradictory":
        return "took_side"
    return "parametric_leakage" if planted.said(o.trial) == "right" else "fabrication"


_KNOWN: dict[tuple[str, str, bool, bool], dict[str, float]] = {}


def chances(trial: Trial, *, mended: bool) -> dict[str, float]:
    """The probability of each letter of an answered trial, over everything the system may say and the judges vote."""
    key = (trial.system.name, trial.item.kind, trial.shown, mended)
    if key not in _KNOWN:
        found: dict[str, float] = {}
        for what, share in planted.shares(trial).items():
            right = planted.truth(trial.item.kind, what)
            for votes in product(*(list(_may_give(judge, trial, right, mended)) for judge in JUDGES)):
                chance = share
                for _, part in votes:
                    chance *= part
                letter = decide([given for given, _ in votes])[0]
                found[letter] = found.get(letter, 0.0) + chance
        _KNOWN[key] = found
    return _KNOWN[key]


def _may_give(judge: Judge, trial: Trial, right: str, mended: bool) -> Iterator[tuple[Given, float]]:
    lost = planted.UNREADABLE + (0 if mended else planted.FAILING)
    error = judge.error_rate(trial.system, right)
    yield ("", "lost"), lost
    yield (right, ""), (1 - lost) * (1 - error)
    yield (planted.mistaken(trial.item.kind, right), ""), (1 - lost) * error


def _given(trial: Trial, judge: Judge, patience: Patience, mended: bool) -> Given:
    trouble = planted.trouble(trial, judge)
    if trouble and (trouble == "unreadable" or not mended):
        return "", patience.reason(trouble)
    return planted.vote(trial, judge), ""


def in_lang(outcomes: Iterable[Outcome], lang: str) -> list[Outcome]:
    return [o for o in outcomes if o.trial.item.lang == lang]
