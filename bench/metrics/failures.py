"""Whose fault a single failure is: one class for each trial that went wrong (WRH, failure attribution).

The only metric that looks at texts: whether an attempt at an unanswerable item is the answer of its Main twin is
decided by the rules, without a judge, so it costs nothing and comes out the same every time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import get_args

from bench import panel
from bench.arms import arm_of, with_documents
from bench.dataset.as_shown import evidence_in
from bench.kinds import kind_of
from bench.langs import language
from bench.outcomes import Outcome
from bench.records import Answer, Arm, Item, Lang, RunConfig, Vote
from bench.records.measures import FailureClass, FailureExample, FailureReport
from bench.records.retrieval import is_passage
from bench.rules.claim import Claim
from bench.rules.verdict import compared

EXAMPLES = 5
"""Examples that are kept of each class, by language and arm."""
MAX_FORMS = 64
"""Combinations of spellings that are tried for an item with several required parts."""

Items = Mapping[tuple[Lang, str], Item]


def report(
    config: RunConfig,
    items: Items,
    answers: Iterable[Answer],
    votes: Mapping[str, Mapping[str, Vote]],
    outcomes: Iterable[Outcome],
) -> tuple[FailureReport, ...]:
    """The failures of every language and arm but `none`, where no evidence is meant to be shown.

    `answers` are the trials, `votes` the counting votes by answer and judge, `outcomes` those of the trials. A trial
    that failed technically, or has no outcome yet, is in none.
    """
    judges = [judge.spec for judge in config.judges]
    by_place = {o.trial_id: o for o in outcomes}
    found: dict[tuple[Lang, Arm], dict[FailureClass, list[Answer]]] = defaultdict(lambda: defaultdict(list))
    for a in sorted(answers, key=lambda a: (a.item, a.repeat)):
        o = by_place.get(a.trial_id)
        if o is None or not arm_of(a.arm).documents:
            continue
        name = failure_class(items[a.lang, a.item], a, o, split(votes.get(a.key, {}), judges, o), items)
        if name:
            found[a.lang, a.arm][name].append(a)
    arms: Sequence[Arm] = with_documents(config.arms)
    return tuple(_report(lang, arm, found[lang, arm]) for lang in config.langs for arm in arms)


def failure_class(item: Item, answer: Answer, o: Outcome, is_split: bool, items: Items) -> FailureClass | None:
    """The class of one trial, or None where nothing failed or nothing can be said about it.

    An answerable item that was not answered correctly: a judging artefact where the judges were split over right and
    wrong or no verdict could be used; else a retrieval failure where a positive chunk was not shown, whether the
    system then guessed or declined; else a generation failure (wrong) or over-caution (declined). An unanswerable item
    that was attempted: parametric leakage where the attempt equals the reference of the Main twin, fabrication where a
    rule is certain that it does not, else undetermined. A canary is its own twin, and its verdict says whether it was
    equal. Where passages were shown that are no chunks of the dataset, nobody can say whether they hold the evidence.
    Taking a side on a contradictory item is neither, because both values stand in the context.
    """
    if o.outcome == "failed":
        return None
    if o.answerable:
        if o.correct:
            return None
        if o.outcome == "invalid" or is_split:
            return "judging_artefact"
        if any(map(is_passage, answer.chunks)):
            return None
        if not evidence_in(answer.chunks, item, item.positive):
            return "retrieval_failure"
        return "over_caution" if o.outcome == "abstained" else "generation_failure"
    if not o.attempted:
        return None
    if o.canary:
        return "parametric_leakage" if o.correct else "fabrication"
    if kind_of(o.kind).conflict:
        return "took_side"
    twin = items.get((item.lang, item.base)) if item.base else None
    return _leaked(item, twin, answer.text or "")


def split(votes: Mapping[str, Vote], judges: Sequence[str], o: Outcome) -> bool:
    """Whether some usable vote of the panel says right and another one wrong. One judge is never split."""
    sides = {panel.side(panel.read(votes[judge], o.kind)) for judge in judges if judge in votes}
    return {True, False} <= sides


def _leaked(item: Item, twin: Item | None, text: str) -> FailureClass:
    if twin is None:
        return "undetermined"
    joiner = language(item.lang).joiner
    combined = (joiner.join(choice) for choice in islice(product(*twin.parts), MAX_FORMS)) if twin.parts else ()
    results = [_compared(item.question, form, text, item.lang) for form in (twin.answer, *twin.accept, *combined)]
    if Claim.SAME in results:
        return "parametric_leakage"
    return "fabrication" if results[0] is Claim.OTHER else "undetermined"


@lru_cache(maxsize=1 << 14)
def _compared(question: str, reference: str, answer: str, lang: str) -> Claim:
    """`compared`, once for each answer: a report asks again for the class of every trial."""
    return compared(question, reference, answer, lang)


def _report(lang: Lang, arm: Arm, found: Mapping[FailureClass, Sequence[Answer]]) -> FailureReport:
    names: tuple[FailureClass, ...] = get_args(FailureClass)
    counts = {name: len(found.get(name, ())) for name in names}
    first = names[: names.index("parametric_leakage")]
    return FailureReport(
        lang=lang,
        arm=arm,
        answerable=sum(counts[name] for name in first),
        unanswerable=sum(count for name, count in counts.items() if name not in first),
        counts=counts,
        examples={
            name: tuple(FailureExample(item=a.item, repeat=a.repeat, answer_key=a.key) for a in found[name][:EXAMPLES])
            for name in names
            if found.get(name)
        },
    )
