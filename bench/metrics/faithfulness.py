"""Faithfulness, hallucination rate, answer relevance and context relevance, from what the judge model logged.

Guarantees: a refusal asserts nothing, so it has faithfulness 1.0 and hallucination 0; whether it helped is answer
relevance, another number. What a judge failed to extract or to verify is undefined: counted, listed, in no mean.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench import stats
from bench.metrics.rates import rate
from bench.records import Answer, Arm, Item, Lang, RunConfig
from bench.records.claims import ClaimCall, ClaimMean, FaithfulnessResult, Measure, Step, UndefinedMeasure


@dataclass(frozen=True, slots=True)
class Measured:
    """One answer with the steps that were taken on it; a step that was not taken is None."""

    answer: Answer
    cluster: str
    extract: ClaimCall | None = None
    verify: ClaimCall | None = None
    questions: ClaimCall | None = None
    embed: ClaimCall | None = None
    context: ClaimCall | None = None


def section(
    config: RunConfig,
    items: Mapping[tuple[Lang, str], Item],
    answers: Iterable[Answer],
    calls: Sequence[ClaimCall],
) -> tuple[FaithfulnessResult, ...]:
    """Every judge that has checked answers, with each language and arm it has checked. No calls: no results.

    `answers` are those that count; `calls` are in the order of the log, and of two for one step the later counts.
    """
    trials = sorted((a for a in answers if a.text is not None), key=lambda a: a.trial_id)
    results = []
    # A check of citations alone says nothing of faithfulness.
    for judge in dict.fromkeys(call.judge for call in calls if call.step != "cited"):
        steps = _Steps([call for call in calls if call.judge == judge])
        found = [m for a in trials if (m := steps.of(a, items[a.lang, a.item].cluster))]
        for lang in config.langs:
            for arm in config.arms:
                here = [m for m in found if (m.answer.lang, m.answer.arm) == (lang, arm)]
                if here:
                    results.append(result(judge, steps.embedder, lang, arm, here))
    return tuple(results)


def result(judge: str, embedder: str, lang: Lang, arm: Arm, measured: Sequence[Measured]) -> FaithfulnessResult:
    """The figures over answers of this language and arm."""
    claims = [(m.cluster, ok) for m in measured if faithfulness(m) is not None and m.verify for ok in _supported(m)]
    return FaithfulnessResult(
        judge=judge,
        embedder=embedder,
        lang=lang,
        arm=arm,
        answers=len(measured),
        faithfulness=_mean(measured, faithfulness),
        hallucination=_mean(measured, hallucination),
        claims=rate(claims),
        without_claims=sum(m.extract is not None and m.extract.claims == () for m in measured),
        answer_relevance=_mean([m for m in measured if m.questions], answer_relevance),
        context_relevance=_mean(measured, context_relevance),
        undefined=tuple(u for m in measured for u in _undefined(m)),
    )


def faithfulness(m: Measured) -> float | None:
    """Supported claims / claims, 0 to 1; no claims: 1.0 (REF). None where claims could not be extracted or verified."""
    if m.extract is None or m.extract.claims is None:
        return None
    if not m.extract.claims:
        return 1.0
    supported = _supported(m)
    return sum(supported) / len(supported) if supported else None


def hallucination(m: Measured) -> float | None:
    """1 - faithfulness; None where that is undefined (REF)."""
    value = faithfulness(m)
    return None if value is None else 1 - value


def answer_relevance(m: Measured) -> float | None:
    """Mean cosine of the question with those that the answer would answer, -1 to 1; an answer that declines has 0.

    None where the judge wrote no questions or they could not be embedded.
    """
    if m.questions is None or m.questions.questions is None:
        return None
    if not m.questions.questions:
        return 0.0
    found = m.embed.similarities if m.embed else None
    return sum(found) / len(found) if found else None


def context_relevance(m: Measured) -> float | None:
    """Chunks that bear on the question / chunks shown, 0 to 1 (ERG). None where the judge did not say."""
    bearing = m.context.bearing if m.context else None
    return sum(bearing) / len(bearing) if bearing else None


def _supported(m: Measured) -> tuple[bool, ...]:
    return (m.verify.supported or ()) if m.verify else ()


def _mean(measured: Sequence[Measured], measure: Callable[[Measured], float | None]) -> ClaimMean:
    by_question: defaultdict[str, list[float]] = defaultdict(list)
    for m in measured:
        value = measure(m)
        if value is not None:
            by_question[m.cluster].append(value)
    values = [value for group in by_question.values() for value in group]
    return ClaimMean(
        value=sum(values) / len(values) if values else None,
        ci95=stats.bootstrap_mean(list(by_question.values())),
        n=len(values),
        undefined=len(measured) - len(values),
    )


def _undefined(m: Measured) -> Iterable[UndefinedMeasure]:
    if faithfulness(m) is None:
        extracted = m.extract is not None and m.extract.usable
        yield _reason(m, "faithfulness", "verify" if extracted else "extract", m.verify if extracted else m.extract)
    if m.questions and answer_relevance(m) is None:
        asked = m.questions.usable
        yield _reason(m, "answer_relevance", "embed" if asked else "questions", m.embed if asked else m.questions)
    if context_relevance(m) is None:
        yield _reason(m, "context_relevance", "context", m.context)


def _reason(m: Measured, measure: Measure, step: Step, call: ClaimCall | None) -> UndefinedMeasure:
    reason = "not asked" if call is None else call.failure.kind if call.failure else "unreadable"
    return UndefinedMeasure(
        item=m.answer.item,
        repeat=m.answer.repeat,
        answer_key=m.answer.key,
        measure=measure,
        step=step,
        reason=reason,
    )


class _Steps:
    """The calls of one judge by what they are about; the later of the log counts."""

    def __init__(self, calls: Sequence[ClaimCall]) -> None:
        self._by_answer = {(c.step, c.answer_key): c for c in calls if c.step in ("extract", "questions")}
        self._next = {(c.step, c.of): c for c in calls if c.step in ("verify", "embed")}
        self._context = {(c.lang, c.item, frozenset(c.chunks)): c for c in calls if c.step == "context"}
        self.embedder = next((c.model for c in reversed(calls) if c.step == "embed"), "")

    def of(self, answer: Answer, cluster: str) -> Measured | None:
        """What is known of an answer; None where the judge was never asked about it."""
        extract = self._by_answer.get(("extract", answer.key))
        questions = self._by_answer.get(("questions", answer.key))
        context = self._context.get((answer.lang, answer.item, frozenset(answer.chunks)))
        if extract is None and questions is None:
            return None
        return Measured(
            answer,
            cluster,
            extract,
            self._next.get(("verify", extract.key)) if extract else None,
            questions,
            self._next.get(("embed", questions.key)) if questions else None,
            context if answer.chunks else None,
        )
