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
from bench.canaries import absent
from bench.dataset.as_shown import evidence_in
from bench.dataset.shown import overlaid
from bench.kinds import kind_of
from bench.langs import language
from bench.outcomes import Outcome
from bench.records import Answer, Arm, Chunk, Item, Lang, RunConfig, Vote
from bench.records.measures import FailureClass, FailureExample, FailureReport
from bench.records.retrieval import is_passage
from bench.rules.asked import read_question
from bench.rules.claim import Claim
from bench.rules.expected import read_expected
from bench.rules.same_value import Match, same_value
from bench.rules.values import Value, read_values
from bench.rules.verdict import committed, compared

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
    corpora: Mapping[Lang, Mapping[str, Chunk]] | None = None,
) -> tuple[FailureReport, ...]:
    """The failures of every language and arm but `none`, where no evidence is meant to be shown.

    `answers` are the trials, `votes` the counting votes by answer and judge, `outcomes` those of the trials, `corpora`
    the chunks of each language by id; without them nothing is said of attempts at unanswerable items. A trial that
    failed technically, or has no outcome yet, is in none.
    """
    judges = [judge.spec for judge in config.judges]
    by_place = {o.trial_id: o for o in outcomes}
    found: dict[tuple[Lang, Arm], dict[FailureClass, list[Answer]]] = defaultdict(lambda: defaultdict(list))
    for a in sorted(answers, key=lambda a: (a.item, a.repeat)):
        o = by_place.get(a.trial_id)
        if o is None or not arm_of(a.arm).documents:
            continue
        item, is_split = items[a.lang, a.item], split(votes.get(a.key, {}), judges, o)
        name = failure_class(item, a, o, is_split, items, chunks_shown(item, a, corpora))
        if name:
            found[a.lang, a.arm][name].append(a)
    arms: Sequence[Arm] = with_documents(config.arms)
    return tuple(_report(lang, arm, found[lang, arm]) for lang in config.langs for arm in arms)


def failure_class(
    item: Item, answer: Answer, o: Outcome, is_split: bool, items: Items, shown: Sequence[Chunk] | None
) -> FailureClass | None:
    """The class of one trial, or None where nothing failed or nothing can be said about it.

    An answerable item that was not answered correctly: a judging artefact where the judges were split over right and
    wrong or no verdict could be used; else a retrieval failure where a positive chunk was not shown, whether the
    system then guessed or declined; else a generation failure (wrong) or over-caution (declined). Where passages were
    shown that are no chunks of the dataset, nobody can say whether they hold the evidence.

    An unanswerable item that was attempted, by what a rule is certain of (METRICS §8): parametric leakage where the
    attempt equals the reference of the Main twin, which stands in no document shown; took a side where both values were
    shown and it equals one of them; fabrication where it is a value and equals none that is shown; else undetermined,
    as all is where `shown`, the chunks as they were shown, is None. A canary is its own twin: its verdict says whether
    it was equal, and its answer was verified absent.
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
    if o.canary and o.correct:
        return "parametric_leakage"
    twin = item if o.canary else items.get((item.lang, item.base)) if item.base else None
    if twin is None or shown is None:
        return "undetermined"
    text = answer.text or ""
    same = not o.canary and _equals(item.question, twin, text)
    if kind_of(o.kind).conflict:
        rival = item.rival_answer
        if same or (rival and _compared(item.question, rival, text, item.lang) is Claim.SAME):
            return "took_side"
    elif same:
        return "parametric_leakage" if absent(twin, shown) else "undetermined"
    return "fabrication" if not same and _no_value_shown(twin, text, shown) else "undetermined"


def chunks_shown(
    item: Item, answer: Answer, corpora: Mapping[Lang, Mapping[str, Chunk]] | None
) -> Sequence[Chunk] | None:
    """The chunks that an answer was shown, as its item sees the corpus; None where they are not at hand."""
    if corpora is None:
        return None
    seen = overlaid(item, corpora[item.lang])
    return [seen[chunk] for chunk in answer.chunks] if all(chunk in seen for chunk in answer.chunks) else None


def split(votes: Mapping[str, Vote], judges: Sequence[str], o: Outcome) -> bool:
    """Whether some usable vote of the panel says right and another one wrong. One judge is never split."""
    sides = {panel.side(panel.read(votes[judge], o.kind)) for judge in judges if judge in votes}
    return {True, False} <= sides


def _equals(question: str, twin: Item, text: str) -> bool:
    """Whether an attempt is the reference of the Main twin, or an accepted form of it."""
    joiner = language(twin.lang).joiner
    combined = (joiner.join(choice) for choice in islice(product(*twin.parts), MAX_FORMS)) if twin.parts else ()
    forms = (twin.answer, *twin.accept, *combined)
    return any(_compared(question, form, text, twin.lang) is Claim.SAME for form in forms)


def _no_value_shown(twin: Item, text: str, shown: Sequence[Chunk]) -> bool:
    """Whether an attempt has values of the kind that was asked for, and each differs from all in the chunks shown.

    Of names and sentences no rule is certain that they stand nowhere in another wording.
    """
    asked = read_question(twin.question, twin.lang)
    wanted = read_expected(asked, twin.answer).value
    if wanted is None:
        return False
    given = [value for value in read_values(committed(text, twin.lang), like=wanted.kind) if value.kind == wanted.kind]
    # Chunk by chunk, so that none is read once a value is found, or where the attempt has none.
    there = (value for chunk in shown for value in _values(f"{chunk.title}\n{chunk.text}", wanted.kind))
    return bool(given) and all(same_value(asked, one, value) is Match.DIFFERENT for value in there for one in given)


@lru_cache(maxsize=1 << 13)
def _values(text: str, kind: str) -> tuple[Value, ...]:
    """`read_values`, once for each chunk: many answers were shown it."""
    return tuple(value for value in read_values(text, like=kind) if value.kind == kind)


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
