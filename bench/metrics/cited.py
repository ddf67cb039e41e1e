"""Whether what sentences cite carries them, from what the judge model logged: the check on citations that needs one.

Guarantees: only sentences that cite a chunk which was shown are units; a sentence without a verdict is listed and in no
rate. Nothing here says whether the answer is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.citations import Citing, citing_sentences
from bench.metrics.citations import LONGEST, SHOWN
from bench.metrics.rates import rate
from bench.records import Answer, Arm, Item, Lang, RunConfig
from bench.records.claims import CitationSupport, ClaimCall, SentenceFault, Support


@dataclass(frozen=True, slots=True)
class Carried:
    """One answer with its citing sentences, each with its call; None where it was not asked about."""

    answer: Answer
    cluster: str
    sentences: tuple[tuple[Citing, ClaimCall | None], ...]

    @property
    def verdicts(self) -> list[Support]:
        """Those that there are."""
        return [call.support for _, call in self.sentences if call and call.support]


def section(
    config: RunConfig,
    items: Mapping[tuple[Lang, str], Item],
    answers: Iterable[Answer],
    calls: Sequence[ClaimCall],
) -> tuple[CitationSupport, ...]:
    """Every judge that has checked citations, with each language and arm it has checked. No calls: no results.

    `answers` are those that count; `calls` are in the order of the log, and of two for one sentence the later counts.
    """
    trials = sorted((a for a in answers if a.text is not None), key=lambda a: a.trial_id)
    asked = [call for call in calls if call.step == "cited"]
    results = []
    for judge in dict.fromkeys(call.judge for call in asked):
        logged = {(c.answer_key, Citing(c.sentence, c.chunks)): c for c in asked if c.judge == judge}
        looked_at = {key for key, _ in logged}
        found = [_carried(a, items[a.lang, a.item].cluster, logged) for a in trials if a.key in looked_at]
        for lang in config.langs:
            for arm in config.arms:
                here = [c for c in found if (c.answer.lang, c.answer.arm) == (lang, arm)]
                if here:
                    results.append(result(judge, lang, arm, here))
    return tuple(results)


def result(judge: str, lang: Lang, arm: Arm, carried: Sequence[Carried]) -> CitationSupport:
    """The figures over answers of this language and arm; every rate is undefined where it has no unit."""
    verdicts = [(c.cluster, verdict) for c in carried for verdict in c.verdicts]
    whole = [c for c in carried if c.sentences and len(c.verdicts) == len(c.sentences)]
    return CitationSupport(
        judge=judge,
        lang=lang,
        arm=arm,
        answers=len(carried),
        supported=rate((cluster, verdict == "supported") for cluster, verdict in verdicts),
        partly=rate((cluster, verdict == "partly") for cluster, verdict in verdicts),
        not_supported=rate((cluster, verdict == "not_supported") for cluster, verdict in verdicts),
        whole_answers=rate((c.cluster, set(c.verdicts) == {"supported"}) for c in whole),
        faults=tuple(_faults(carried))[:SHOWN],
        undefined=tuple(_undefined(carried)),
    )


def _carried(answer: Answer, cluster: str, logged: Mapping[tuple[str, Citing], ClaimCall]) -> Carried:
    sentences = citing_sentences(answer.text or "", answer.chunks)
    return Carried(answer, cluster, tuple((one, logged.get((answer.key, one))) for one in sentences))


def _faults(carried: Sequence[Carried]) -> Iterator[SentenceFault]:
    for c in carried:
        for sentence, call in c.sentences:
            if call and call.support in ("partly", "not_supported"):
                yield _fault(c.answer, sentence.text, call.support)


def _undefined(carried: Sequence[Carried]) -> Iterator[SentenceFault]:
    for c in carried:
        for sentence, call in c.sentences:
            if call is None:
                yield _fault(c.answer, "", "not asked")
            elif call.support is None:
                yield _fault(c.answer, sentence.text, call.failure.kind if call.failure else "unreadable")


def _fault(answer: Answer, sentence: str, reason: str) -> SentenceFault:
    what = sentence if len(sentence) <= LONGEST else sentence[: LONGEST - 1] + "…"
    return SentenceFault(item=answer.item, repeat=answer.repeat, answer_key=answer.key, what=what, reason=reason)
