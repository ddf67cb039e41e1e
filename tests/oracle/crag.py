"""CRAG's truthfulness from the votes: perfect 1, acceptable 0.5, missing 0, incorrect -1, and the mean.

An answer that is the reference word for word is perfect whatever a judge says. Whether it is, rules for texts decide;
where that is not certain and would change a label, the counts are held to their bounds, and that is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.records import Item
from tests.oracle.audit import between
from tests.oracle.reading import Fields
from tests.oracle.resampling import bootstrap_of_mean, flat, wilson, worth_of
from tests.oracle.shown import Asked, asked
from tests.oracle.trials import Trial, counting_votes, trials_of
from tests.oracle.wording import is_reference

POINTS = {"perfect": 1.0, "acceptable": 0.5, "missing": 0.0, "incorrect": -1.0}
LABELS = (*POINTS, "excluded")
Items = Mapping[tuple[str, str], Item]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A trial with the label that it has if it is not the reference, and whether it is (None: not certain)."""

    trial: Trial
    judged: str
    exact: bool | None

    @property
    def label(self) -> str:
        return "perfect" if self.exact else self.judged

    @property
    def open(self) -> bool:
        """Whether the label hangs on whether the answer is the reference."""
        return self.exact is None and self.judged != "perfect"


Reading = Sequence[Labelled]
"""The labels that a panel, or a judge of it alone, gives."""


def crag_figures(
    config: Fields,
    items: Items,
    answers: Sequence[Fields],
    votes: Sequence[Fields],
    intents: Mapping[str, Fields] | None,
    printed: Sequence[Fields],
) -> tuple[list[dict[str, Any]], list[str]]:
    """The section, and a sentence for what only bounds could be checked of. `answers` are those that count, without
    leave-one-out ones; `printed` is looked at only where a label is open."""
    judges = [judge["spec"] for judge in config["judges"]]
    exact = {
        a["key"]: _exact(items[a["lang"], a["item"]], asked(a, items), a["text"])
        for a in answers
        if a["text"] is not None
    }
    counting = counting_votes(votes)

    def read(panel: Sequence[str]) -> list[Labelled]:
        found = [t for t in trials_of(answers, votes, items, panel, intents)[0] if t.kind != "false_premise"]
        return [Labelled(t, _judged(t, panel, counting), exact.get(t.key, False)) for t in found]

    whole, alone = read(judges), {judge: read([judge]) for judge in judges}
    rows, unsure = [], 0
    for number, (lang, arm) in enumerate((lang, arm) for lang in config["langs"] for arm in config["arms"]):
        here = {name: _at(lang, arm, reading) for name, reading in alone.items()}
        row = _Row(config["judges"], _at(lang, arm, whole), here, printed[number] if number < len(printed) else {})
        rows.append({"lang": lang, "arm": arm, **row.figures()})
        unsure += sum(found.exact is None for found in row.whole)
    sentence = f"crag[].exact beyond its bounds ({unsure} answers, where a rule for texts decides), and labels by it"
    return rows, [sentence] if unsure else []


def _exact(item: Item, question: Asked, text: str) -> bool | None:
    forms = (question.answer, *question.accept)
    return is_reference(text, forms, item.question) if question.kind == "main" else False


def _judged(t: Trial, panel: Sequence[str], votes: Mapping[tuple[str, str], Fields]) -> str:
    if not t.counts:
        return "excluded"
    if not t.attempt:
        return "missing"
    if t.good:
        return "perfect"
    # Most of the judges that call it incorrect call it acceptable; the first of them decides a tie.
    said = []
    for judge in panel:
        vote = votes.get((t.key, judge))
        if vote and vote["failure"] is None and vote["verdict"] == "incorrect" and not vote["abstained"]:
            said.append(bool(vote["acceptable"]))
    yes, no = said.count(True), said.count(False)
    return "acceptable" if yes > no or (yes == no and said[:1] == [True]) else "incorrect"


def _at(lang: str, arm: str, reading: Reading) -> list[Labelled]:
    return [found for found in reading if (found.trial.lang, found.trial.arm) == (lang, arm)]


@dataclass(frozen=True, slots=True)
class _Row:
    judges: Sequence[Fields]
    whole: Reading
    alone: Mapping[str, Reading]
    printed: Fields

    def figures(self) -> dict[str, Any]:
        pair = len(self.judges) == 2 and self.judges[0]["family"] != self.judges[1]["family"]
        readings = list(self.alone.values()) if pair else [self.whole]
        shown = self.printed.get("judges", [])
        judges = [
            self._judge(judge, shown[n] if n < len(shown) else {}, self.alone[judge["spec"]])
            for n, judge in enumerate(self.judges)
        ]
        counts = _counts(self.whole, self.printed)
        means = [judge["truthfulness"] for judge in judges] if pair else [_truthfulness(counts, self.printed)]
        sure = sum(found.exact is True for found in self.whole)
        known = [mean for mean in means if mean is not None]
        # Counts first, so that a wrong one is named before what follows from it.
        row = {
            "counts": counts,
            "judges": judges,
            "truthfulness": sum(known) / len(known) if len(known) == len(means) else None,
            "exact": between(sure, sure + sum(found.exact is None for found in self.whole)),
            "mean_of_judges": pair,
        }
        if not any(found.open for reading in readings for found in reading):
            row["ci95"] = _interval(readings)
        return row

    def _judge(self, judge: Fields, printed: Fields, reading: Reading) -> dict[str, Any]:
        counts = _counts(reading, printed)
        return {
            "judge": judge["spec"],
            "family": judge["family"],
            "counts": counts,
            "truthfulness": _truthfulness(counts, printed),
        }


def _counts(reading: Reading, printed: Fields) -> dict[str, Any]:
    """Exact, or where labels are open their bounds; the count of the perfect is then what the others leave."""
    sure, opened = Counter(f.label for f in reading), Counter(f.judged for f in reading if f.open)
    if not opened or not printed:
        return {label: sure[label] for label in LABELS}
    claimed = printed["counts"]
    found: dict[str, Any] = {label: between(sure[label] - opened[label], sure[label]) for label in LABELS}
    found["perfect"] = len(reading) - sum(claimed[label] for label in LABELS if label != "perfect")
    return found


def _truthfulness(counts: Fields, printed: Fields) -> float | None:
    exact = all(isinstance(count, int) for count in counts.values())
    taken = counts if exact else printed["counts"]
    labelled = sum(taken[label] for label in POINTS)
    return sum(points * taken[label] for label, points in POINTS.items()) / labelled if labelled else None


def _interval(readings: Iterable[Reading]) -> list[float] | None:
    """Over questions, of the mean of the readings' truthfulness; None where a reading has no label."""
    known = [[f for f in reading if f.label != "excluded"] for reading in readings]
    if not all(known):
        return None
    labelled = sorted((f.trial for reading in known for f in reading), key=lambda t: t.item)
    questions = {cluster: n for n, cluster in enumerate(dict.fromkeys(t.cluster for t in labelled))}
    over = [[0.0] * len(questions) for _ in known]
    under = [[0.0] * len(questions) for _ in known]
    for column, reading in enumerate(known):
        for f in reading:
            over[column][questions[f.trial.cluster]] += POINTS[f.label]
            under[column][questions[f.trial.cluster]] += 1
    interval = bootstrap_of_mean(over, under)
    return _bounds(known, under) if flat(interval) else interval


def _bounds(readings: Sequence[Reading], sizes: Sequence[Sequence[float]]) -> list[float]:
    """Where all questions have one truthfulness: Wilson's bounds of the points won and of those lost, averaged."""
    ends = []
    for reading, column in zip(readings, sizes, strict=True):
        points, n = [POINTS[f.label] for f in reading], worth_of(column)
        won, lost = (wilson(sum(max(0.0, sign * p) for p in points) / len(points), n) for sign in (1, -1))
        ends.append((won[0] - lost[1], won[1] - lost[0]))
    return [sum(end[side] for end in ends) / len(ends) for side in (0, 1)]
