"""Citations counted: for each language and arm the four checks of ERG, and how many attempts cite anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench.citations import Checked, Sources, check_answer
from bench.dataset.shown import overlaid
from bench.errors import LogError
from bench.metrics.rates import rate
from bench.outcomes import Outcome
from bench.records import Answer, Arm, Chunk, Item, Lang, RunConfig
from bench.records.measures import CheckResult, CitationCheck, CitationFault, CitationResult

Corpora = Mapping[Lang, Mapping[str, Chunk]]
SHOWN = 20
"""Faults that a result lists."""
LONGEST = 200
"""Characters of a fault that are kept."""


@dataclass(frozen=True, slots=True)
class Cited:
    """One answer with what was found in it. `attempted` is None while the answer has no outcome that counts."""

    answer: Answer
    cluster: str
    checked: Checked
    attempted: bool | None


def section(
    config: RunConfig,
    items: Mapping[tuple[Lang, str], Item],
    answers: Iterable[Answer],
    outcomes: Iterable[Outcome],
    corpora: Corpora | None,
) -> tuple[CitationResult, ...]:
    """Every language and arm of the run. `answers` are those that count; failed ones are passed over.

    An arm without answers has undefined rates. Without corpora (a log that is scored by itself) there are no results.
    Raises LogError, with every one, where the dataset does not have a chunk that an answer was shown.
    """
    if not corpora:
        return ()
    given = sorted((a for a in answers if a.text is not None), key=lambda a: a.trial_id)
    _refuse_strangers(given, items, corpora)
    decided = {o.trial_id: o for o in outcomes}
    sources = {lang: Sources(corpus.values()) for lang, corpus in corpora.items()}
    found = [
        _checked(a, items[a.lang, a.item], corpora[a.lang], sources[a.lang], decided.get(a.trial_id)) for a in given
    ]
    return tuple(
        result(lang, arm, [c for c in found if (c.answer.lang, c.answer.arm) == (lang, arm)])
        for lang in config.langs
        for arm in config.arms
    )


def result(lang: Lang, arm: Arm, cited: Sequence[Cited]) -> CitationResult:
    """The figures over answers of this language and arm; every rate is undefined where it has no unit."""
    return CitationResult(
        lang=lang,
        arm=arm,
        answers=len(cited),
        coverage=rate((c.cluster, c.checked.cites) for c in cited if c.attempted and c.answer.chunks),
        resolves=_check(cited, "resolves"),
        quotes=_check(cited, "quotes"),
        values=_check(cited, "values"),
        eligible=_check(cited, "eligible"),
        computed=sum(c.checked.computed for c in cited),
        echoed=sum(c.checked.echoed for c in cited),
        faults=tuple(_faults(cited))[:SHOWN],
    )


def _check(cited: Sequence[Cited], check: CitationCheck) -> CheckResult:
    """Passed / units, and answers without a fault / answers with a unit (ERG)."""
    units = [(c.cluster, [f.passed for f in c.checked.findings if f.check == check]) for c in cited]
    return CheckResult(
        units=rate((cluster, passed) for cluster, all_passed in units for passed in all_passed),
        answers=rate((cluster, all(all_passed)) for cluster, all_passed in units if all_passed),
    )


def _faults(cited: Sequence[Cited]) -> Iterable[CitationFault]:
    for c in cited:
        for finding in c.checked.findings:
            if not finding.passed:
                yield CitationFault(
                    item=c.answer.item,
                    repeat=c.answer.repeat,
                    answer_key=c.answer.key,
                    check=finding.check,
                    what=finding.what if len(finding.what) <= LONGEST else finding.what[: LONGEST - 1] + "…",
                )


def _checked(
    answer: Answer, item: Item, corpus: Mapping[str, Chunk], sources: Sources, outcome: Outcome | None
) -> Cited:
    seen = overlaid(item, corpus)
    shown = [seen[chunk] for chunk in answer.chunks]
    checked = check_answer(answer.text or "", item.question, shown, lambda chunk: sources.judge(item, chunk))
    return Cited(answer, item.cluster, checked, outcome.attempted if outcome and outcome.scored else None)


def _refuse_strangers(answers: Iterable[Answer], items: Mapping[tuple[Lang, str], Item], corpora: Corpora) -> None:
    faults = [
        f"{a.key}: chunk {chunk} ({a.lang}) is not in the dataset"
        for a in answers
        for chunk in a.chunks
        if chunk not in corpora[a.lang] and chunk not in {c.id for c in items[a.lang, a.item].overlay.add}
    ]
    if faults:
        shown = "; ".join(faults[:10]) + (f"; and {len(faults) - 10} more" if len(faults) > 10 else "")
        raise LogError(f"The answers name chunks that nobody can look up: {shown}. Take those lines out, or run again.")
