"""The item browser's data: every question with what each run was shown, answered, and how it was judged.

Guarantees: a chunk's text is in it once, a context is a list of numbers; trials are those that the results count, with
the outcomes of bench.outcomes. Without `text` no question, reference, chunk, answer, reason or message is in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.arms import ARMS
from bench.cascade import with_cascades
from bench.comparing.systems import ScoredRun
from bench.kinds import KINDS
from bench.metrics.failures import chunks_shown, failure_class, split
from bench.metrics.insight import parted
from bench.outcomes import Outcome
from bench.records import Answer, Call, Category, Item, Lang, Vote
from bench.records.panel import Intent
from bench.report.sections.parts import name
from bench.scoring import calls_of

PENDING = "-"
"""The letter of a trial that has no outcome yet; the others are those of bench.outcomes."""
OUTCOME_COLOURS = {
    "correct": "#009e73",
    "abstained": "#e69f00",
    "wrong": "#d55e00",
    "invalid": "#cc79a7",
    "failed": "#7f7f7f",
}
"""Of the bars that show outcomes, in the order in which they stand."""
SIGNS = {"correct": "✓", "wrong": "✗", "abstained": "–", "invalid": "?", "failed": "!", "pending": "…"}
"""What stands for an outcome where there is room for one character."""
_RANKS = {"wrong": 0, "abstained": 1, "invalid": 2, "failed": 2, "pending": 2, "correct": 3}
"""Which items are shown first."""
_OUTCOMES = {
    **{possible.letter: possible.outcome for kind in KINDS.values() for possible in kind.possible},
    "i": "invalid",
    "f": "failed",
    PENDING: "pending",
}
"""By the letter of a trial."""

ItemId = tuple[Lang, str]


def browser(runs: Sequence[ScoredRun], *, text: bool = True, limit: int | None = None) -> dict[str, Any]:
    """The data for the items of all runs: those with a wrong trial first, then over-cautious ones, then the rest.

    `limit`: at most so many items, the first in this order; `total` says how many there are.
    """
    shelf = _Shelf(text)
    trials: dict[ItemId, list[dict[str, Any]]] = {}
    items: dict[ItemId, Item] = {}
    for number, run in enumerate(runs):
        by_id = {(item.lang, item.id): item for item in run.log.items}
        outcomes = {o.trial_id: o for o in run.outcomes}
        calls = calls_of(run.log)
        ordinary, _ = parted([answer for answer, _ in calls], by_id)
        counted = {answer.key for answer in ordinary}
        for answer, judged in calls:
            if answer.key in counted:
                item = by_id[answer.lang, answer.item]
                items.setdefault((item.lang, item.id), item)
                o = outcomes.get(answer.trial_id)
                trial = _trial(shelf, run, item, answer, judged, o, by_id)
                trials.setdefault((item.lang, item.id), []).append({"run": number, **trial})
    order = sorted(items, key=lambda item: (_rank(trials[item]), *item))
    shown = order if limit is None else order[:limit]
    return {
        **_registers(),
        "text": text,
        "total": len(order),
        "runs": [name(run.name) for run in runs],
        "judges": shelf.judges,
        "items": [_item(items[item], trials[item], text) for item in shown],
        # Contexts and chunks after the items, because the items decide which of them are needed.
        **shelf.contents({t["context"] for item in shown for t in trials[item]}),
    }


def _registers() -> dict[str, Any]:
    """What can occur, in the order in which it is shown; `details`: by kind and letter, what the outcome was there."""
    return {
        "arms": list(ARMS),
        "kinds": list(KINDS),
        "categories": [category.value for category in Category],
        "outcomes": _OUTCOMES,
        "signs": SIGNS,
        "ranks": _RANKS,
        "details": {kind.id: {p.letter: p.detail for p in kind.possible if p.detail} for kind in KINDS.values()},
    }


def _rank(trials: Sequence[Mapping[str, Any]]) -> int:
    return min(_RANKS[_OUTCOMES[trial["letter"]]] for trial in trials)


def _item(item: Item, trials: Sequence[Mapping[str, Any]], text: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "id": item.id,
        "lang": item.lang,
        "kind": item.kind,
        "aspects": [aspect.value for aspect in item.aspects],
        "categories": list(dict.fromkeys(category.value for category in item.categories)),
        "base": item.base,
        "flags": list(item.flags),
        "gold": [chunk for chunk in item.positive if chunk not in item.overlay.remove],
        "rival": list(item.overlay.rival),
        "cut": [cut.chunk for cut in item.overlay.cuts],
        "trials": list(trials),
    }
    if text:
        shown |= {
            "question": item.question,
            "answer": item.answer,
            "accept": list(item.accept),
            "evidence": [[e.chunk, e.quote] for e in item.evidence],
        }
        shown |= {"reasoning": item.reasoning} if item.reasoning else {}
    return shown


def _trial(
    shelf: _Shelf,
    run: ScoredRun,
    item: Item,
    answer: Answer,
    judged: Sequence[Call],
    o: Outcome | None,
    items: Mapping[ItemId, Item],
) -> dict[str, Any]:
    panel = run.log.manifest.config.judges
    votes = with_cascades({call.model: call for call in judged if isinstance(call, Vote)}, panel)
    judges = [judge.spec for judge in panel]
    shown: dict[str, Any] = {
        "arm": answer.arm,
        "repeat": answer.repeat,
        "letter": o.letter if o else PENDING,
        "context": shelf.context(run, item, answer.chunks),
        "votes": [shelf.vote(call) for call in judged],
    }
    if o and o.kind != o.own_kind:
        shown["kind"] = o.kind
    if o and o.reason:
        shown["reason"] = o.reason
    if answer.canary:
        shown["canary"] = True
    if o and ARMS[answer.arm].documents:
        chunks = chunks_shown(item, answer, run.log.corpora)
        if fault := failure_class(item, answer, o, split(votes, judges, o), items, chunks):
            shown["fault"] = fault
    if shelf.text and answer.text is not None:
        shown["text"] = answer.text
    if shelf.text and answer.failure is not None:
        shown["message"] = answer.failure.message
    return shown


@dataclass
class _Shelf:
    """Chunks, contexts and judges, each once. A chunk that an item cuts short is another chunk than the whole one."""

    text: bool
    judges: list[str] = field(default_factory=list)
    _chunks: dict[tuple[Lang, str, str], int] = field(default_factory=dict)
    _rows: list[dict[str, str]] = field(default_factory=list)
    _contexts: dict[tuple[int, ...], int] = field(default_factory=dict)

    def context(self, run: ScoredRun, item: Item, shown: Sequence[str]) -> int:
        chunks = tuple(self._chunk(run, item, chunk) for chunk in shown)
        return self._contexts.setdefault(chunks, len(self._contexts))

    def vote(self, call: Call) -> dict[str, Any]:
        judge = name(call.model)
        if judge not in self.judges:
            self.judges.append(judge)
        cast: dict[str, Any] = {"judge": self.judges.index(judge)}
        if isinstance(call, Vote):
            cast["verdict"] = call.verdict
            cast |= {"abstained": True} if call.abstained else {}
            cast |= {"conflict": True} if call.conflict_named else {}
        elif isinstance(call, Intent):
            cast["intent"] = call.intent
        if call.failure is not None:
            cast["failure"] = call.failure.kind
        reason = call.reason if isinstance(call, Vote | Intent) else ""
        if self.text and reason:
            cast["reason"] = reason
        return cast

    def contents(self, wanted: set[int]) -> dict[str, Any]:
        """The contexts by their numbers (null for those that are not `wanted`), and the chunks in them."""
        contexts = [list(chunks) if number in wanted else None for chunks, number in self._contexts.items()]
        used = {chunk for chunks in contexts if chunks for chunk in chunks}
        return {"contexts": contexts, "chunks": [row if n in used else None for n, row in enumerate(self._rows)]}

    def _chunk(self, run: ScoredRun, item: Item, chunk: str) -> int:
        title, text = _title_and_text(run, item, chunk) if self.text else ("", "")
        key = (item.lang, chunk, text)
        if key not in self._chunks:
            self._chunks[key] = len(self._rows)
            self._rows.append({"id": chunk, "title": title, "text": text} if self.text else {"id": chunk})
        return self._chunks[key]


def _title_and_text(run: ScoredRun, item: Item, chunk: str) -> tuple[str, str]:
    """Title and text as the item shows the chunk; a chunk that the run's corpus does not have has neither."""
    added = {c.id: c for c in item.overlay.add}
    entry = added.get(chunk) or (run.log.corpora or {}).get(item.lang, {}).get(chunk)
    if entry is None:
        return "", ""
    ends = {cut.chunk: cut.end for cut in item.overlay.cuts}
    return entry.title, entry.text[: ends.get(chunk)]
