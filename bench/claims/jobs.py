"""What a check has to look at: answers taken apart with the chunks they were shown, or sentences with what they cite.

Owns which answers and sentences a check is about, and which of them a limit leaves. Calls nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.citations import citing_sentences
from bench.dataset.leave_one_out import is_left_out
from bench.dataset.shown import overlaid
from bench.records import Answer, Chunk, Item, Lang

Corpora = Mapping[Lang, Mapping[str, Chunk]]


@dataclass(frozen=True, slots=True)
class Job:
    """One answer with all its steps; with `sentence` one sentence of it, and as `shown` the chunks that this cites;
    with `answer` None one set of chunks."""

    item: Item
    shown: tuple[Chunk, ...]
    answer: Answer | None = None
    sentence: str = ""
    place: int = 0
    """Which of the answer's citing sentences that is, from 1."""
    sentences: int = 0
    """How many sentences of the answer cite a chunk that was shown."""


def claim_jobs(items: Iterable[Item], answers: Iterable[Answer], corpora: Corpora) -> list[Job]:
    """Every answer that was shown something, and every set of chunks with its question, in the order of the answers."""
    jobs: list[Job] = []
    sets: set[tuple[Lang, str, frozenset[str]]] = set()
    for item, answer, shown in _shown(items, answers, corpora):
        jobs.append(Job(item, shown, answer))
        shown_set = (answer.lang, answer.item, frozenset(answer.chunks))
        if shown_set not in sets:
            sets.add(shown_set)
            jobs.append(Job(item, tuple(sorted(shown, key=lambda chunk: chunk.id))))
    return jobs


def citation_jobs(items: Iterable[Item], answers: Iterable[Answer], corpora: Corpora) -> list[Job]:
    """Every sentence that cites a chunk which was shown, in the order of the answers."""
    jobs: list[Job] = []
    for item, answer, shown in _shown(items, answers, corpora):
        by_id = {chunk.id: chunk for chunk in shown}
        citing = citing_sentences(answer.text or "", answer.chunks)
        for place, one in enumerate(citing, 1):
            passages = tuple(by_id[chunk] for chunk in one.chunks)
            jobs.append(Job(item, passages, answer, one.text, place, len(citing)))
    return jobs


def drawn(jobs: Sequence[Job], limit: int | None) -> list[Job]:
    """The jobs of `limit` questions of each language that have any; None: of all. Which questions those are follows
    from their names, so a smaller draw is part of a larger one."""
    if limit is None:
        return list(jobs)
    questions: dict[Lang, set[str]] = {}
    for job in jobs:
        questions.setdefault(job.item.lang, set()).add(job.item.cluster)
    chosen = {(lang, name) for lang, names in questions.items() for name in sorted(names, key=_place)[:limit]}
    return [job for job in jobs if (job.item.lang, job.item.cluster) in chosen]


def _place(question: str) -> str:
    return hashlib.sha256(f"claims|{question}".encode()).hexdigest()


def _shown(
    items: Iterable[Item], answers: Iterable[Answer], corpora: Corpora
) -> Iterator[tuple[Item, Answer, tuple[Chunk, ...]]]:
    known = {(item.lang, item.id): item for item in items}
    for answer in answers:
        if answer.text is None or not answer.chunks:
            continue
        item = known[answer.lang, answer.item]
        if is_left_out(item):  # in no figure of a check
            continue
        seen = overlaid(item, corpora[answer.lang])
        yield item, answer, tuple(seen[chunk] for chunk in answer.chunks)
