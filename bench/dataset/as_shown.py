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

from collections.abc import Callable, Iterable, Mapping, Sequence

from bench.dataset.shapes import REMOVED, derived
from bench.kinds import MAIN, kind_of
from bench.records import Aspect, Item, Kind

Shown = Callable[[Item, Sequence[str]], Item | None]


def as_shown(items: Iterable[Item]) -> Shown:
    """A function from an item and the ids of the chunks shown to the item as it was shown.

    It is the item itself, or a copy with its id and corpus and another kind, reference and aspects; None where the
    rival alone was shown. `items`: all items of the dataset, among which Main items are looked up.
    """
    mains = {(item.lang, item.id): item for item in items if kind_of(item.kind).answerable}

    def shown(item: Item, chunks: Sequence[str]) -> Item | None:
        base = mains.get((item.lang, item.base or ""))
        kind = kind_as_shown(item, base, chunks)
        if kind == item.kind or base is None:
            return item
        return None if kind is None else _relabelled(item, base, kind)

    return shown


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
    whole = all(_stands(gold, item, there) for gold in base.positive)
    rival = bool(there.intersection(item.overlay.rival))
    if whole:
        return item.kind if rival else MAIN
    return None if rival else REMOVED


def _stands(gold: str, item: Item, there: set[str]) -> bool:
    return gold in there or bool(there.intersection(item.overlay.same.get(gold, ())))


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
