"""What an item is by the context that was shown: a label follows the documents, not the item's name (METRICS §9).

Where a retriever has chosen the context, the rival of a contradictory item may not be in it, nor its evidence, nor the
cut chunk of an incomplete one:

| item | gold evidence | rival, or cut chunk | the trial is |
| contradictory | complete | shown | contradictory |
| contradictory | complete | not shown | an ordinary question, answered by its Main item's reference |
| contradictory | not complete | not shown | insufficient |
| contradictory | not complete | shown | of no kind: the rival alone answers it; excluded and counted |
| incomplete | | shown | incomplete |
| incomplete | | not shown | insufficient |

A gold chunk counts as shown where a copy that states the same is. Nothing else is relabelled: a Main item without its
evidence stays a question that had an answer, and a leave-one-out item stays without its chunk. An item whose Main item,
rival or cut chunk is not known (imports) keeps its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bench.arms import arm_of
from bench.dataset.shapes import REMOVED, derived
from bench.kinds import MAIN, kind_of
from bench.records import Answer, Aspect, Item, Kind, Lang, Vote

Items = Mapping[tuple[Lang, str], Item]


def item_of(answer: Answer, items: Items) -> Item | None:
    """The item of an answer as it was shown; see `as_shown`. `items`: all of the dataset, by language and id.

    Where no retriever chose, evidence, rival and cut chunk are shown by construction, so that nothing is looked at.
    """
    item = items[answer.lang, answer.item]
    if not arm_of(answer.arm).retrieval:
        return item
    return as_shown(item, items.get((item.lang, item.base or "")), answer.chunks)


def as_shown(item: Item, base: Item | None, chunks: Sequence[str]) -> Item | None:
    """The item itself, or a copy with its id and corpus and another kind, reference and aspects; None where the rival
    alone was shown. `base`: its Main item, where there is one; `chunks`: ids of the chunks shown."""
    kind = kind_as_shown(item, base, chunks)
    if kind == item.kind or base is None:
        return item
    return None if kind is None else _relabelled(item, base, kind)


def kind_as_shown(item: Item, base: Item | None, chunks: Sequence[str]) -> Kind | None:
    """The kind of the trial in which `chunks` were shown; None where it is of none. `base`: the item's Main item."""
    entry = kind_of(item.kind)
    if base is None or not (entry.conflict or entry.evidence == "cut"):
        return item.kind
    there = set(chunks)
    if not entry.conflict:
        cut = {cut.chunk for cut in item.overlay.cuts} & {*base.positive}
        return item.kind if not cut or cut & there else REMOVED
    if not item.overlay.rival:
        return item.kind
    rival = bool(there.intersection(item.overlay.rival))
    if evidence_in(there, item, base.positive):
        return item.kind if rival else MAIN
    return None if rival else REMOVED


def cast_as(vote: Vote, own: Kind, shown: Kind) -> bool:
    """Whether a vote on an answer to an item of kind `own` was cast on what was shown, a question of kind `shown`.

    A vote of a log from before labels followed the context was cast on the item's own kind.
    """
    return kind_of(vote.judged_kind or own).judged_as == kind_of(shown).judged_as


def evidence_in(chunks: Iterable[str], item: Item, gold: Iterable[str]) -> bool:
    """Whether every gold chunk is among the chunks shown, itself or as a copy that states the same."""
    there = set(chunks)
    return all(name in there or there.intersection(item.overlay.same.get(name, ())) for name in gold)


def _relabelled(item: Item, base: Item, kind: Kind) -> Item:
    """The item as a question of another kind; ids, chunks and overlay stay its own."""
    changes: Mapping[str, object]
    if kind == MAIN:
        took = ("kind", "answer", "accept", "parts", "aspects", "evidence", "reasoning", "derivation")
        changes = {name: getattr(base, name) for name in took}
    elif kind_of(item.kind).conflict:
        # The item's own reference names two values that are not in the context.
        changes = {
            "kind": kind,
            "aspects": (Aspect(kind),),
            "answer": derived(base, item.id, kind, item.overlay).answer,
        }
    else:
        # What an incomplete item's reference says, that it cannot be determined, holds without the chunk too.
        changes = {"kind": kind, "aspects": (Aspect(kind),)}
    return item.model_copy(update=dict(changes))
