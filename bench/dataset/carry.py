"""An item carried over to a corpus that was cut anew: gold, distractors and overlay by span, not by chunk id.

Guarantees: gold is every new chunk that overlaps an evidence quote (the whole old chunk where none is quoted from
it); a removed chunk takes with it every new chunk that holds any of its text, so nothing that a blind solver was not
shown comes back; a cut leaves not one character behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from bench.dataset.spans import Span, places
from bench.records import Chunk, Cut, Evidence, Item, Overlay

CutText = Callable[[str], list[Span]]
"""From a text to its pieces, (start, end), in order."""
JOINT = "\n\n"
"""Between two chunks of one document."""


@dataclass(frozen=True)
class Document:
    """The joined text of some old chunks, and the new chunks that it was cut into: (id, start, end) in order."""

    text: str
    pieces: tuple[tuple[str, int, int], ...]

    def over(self, span: Span) -> tuple[str, ...]:
        """Ids of the pieces that share a character with the span."""
        return tuple(name for name, start, end in self.pieces if start < span[1] and span[0] < end)


@dataclass(frozen=True)
class Layout:
    """Old chunks and new ones: `homes` says where in which document each old chunk stands."""

    chunks: dict[str, Chunk] = field(default_factory=dict)
    homes: dict[str, tuple[Document, Span]] = field(default_factory=dict)

    def of(self, old: str) -> tuple[str, ...]:
        """Ids of every new chunk that holds any of the old chunk's text; none for an unknown id."""
        if old not in self.homes:
            return ()
        document, span = self.homes[old]
        return document.over(span)


def cut_corpus(corpus: Mapping[str, Chunk], cut: CutText) -> Layout:
    """Join the chunks of each document and cut it. See `rechunk` for what a document is and how pieces are called."""
    documents: dict[tuple[str, ...], list[Chunk]] = {}
    for chunk in corpus.values():
        named = (chunk.world, chunk.doc_id, chunk.snapshot, chunk.jurisdiction, chunk.version)
        documents.setdefault(named if chunk.doc_id else (chunk.id,), []).append(chunk)
    layout = Layout()
    for parts in documents.values():
        first = parts[0]
        text = JOINT.join(part.text for part in parts)
        pieces = [(f"{first.id}#{n}", start, end) for n, (start, end) in enumerate(cut(text), start=1)]
        document = Document(text, tuple(pieces))
        for name, start, end in pieces:
            changes = {"id": name, "doc_id": first.doc_id or first.id, "text": text[start:end]}
            layout.chunks[name] = first.model_copy(update=changes)
        offset = 0
        for part in parts:
            layout.homes[part.id] = document, (offset, offset + len(part.text))
            offset += len(part.text) + len(JOINT)
    return layout


def carried(item: Item, base: Item | None, corpus: Layout, cut: CutText, faults: list[str]) -> Item:
    """The item with new chunk ids. `base` is its Main item, whose quotes count where the item has none of its own.

    Quotes that do not stand in their chunk are added to `faults`; the item is then not usable.
    """
    own = cut_corpus({c.id: c for c in item.overlay.add if c.id not in corpus.homes}, cut)
    layout = Layout({**corpus.chunks, **own.chunks}, {**corpus.homes, **own.homes})
    quoted = item.evidence or (base.evidence if base else ())
    spans = {old: _gold_spans(item, old, quoted, layout, faults) for old in item.positive}
    gold = _each_once(
        name for old, found in spans.items() for span in found for name in layout.homes[old][0].over(span)
    )
    removed = _each_once(name for old in item.overlay.remove for name in layout.of(old))
    shortened, gone, last = _shortened(item.overlay.cut, layout)
    gold = _each_once((*(name for name in gold if name not in gone), *last))
    added = _each_once(name for chunk in item.overlay.add for name in layout.of(chunk.id))
    return item.model_copy(
        update={
            "positive": gold,
            "negative": _each_once(n for old in item.negative for n in layout.of(old) if n not in gold),
            "evidence": _evidence(item.evidence, spans, layout),
            "overlay": Overlay(
                remove=_each_once((*removed, *gone)),
                add=tuple(layout.chunks[n] for n in added),
                cut=shortened,
            ),
        }
    )


def _gold_spans(item: Item, old: str, quoted: Iterable[Evidence], layout: Layout, faults: list[str]) -> list[Span]:
    """Where in its document the evidence of a positive chunk stands."""
    document, (start, end) = layout.homes[old]
    text = document.text[start:end]
    spans: list[Span] = []
    quotes = [evidence.quote for evidence in quoted if evidence.chunk == old]
    for quote in quotes:
        found = places(quote, text)
        if not found:
            faults.append(f"{item.id} ({item.lang}): {quote[:60]!r} does not stand in {old}; correct the quote")
        spans.extend((start + low, start + high) for low, high in found)
    return spans if quotes else [(start, end)]


def _shortened(cut: Cut | None, layout: Layout) -> tuple[Cut | None, tuple[str, ...], tuple[str, ...]]:
    """The cut in new terms, the pieces that are gone with it, and the piece that now ends where the text breaks off.

    Of two overlapping pieces that hold the place of the cut, the earlier one stays: it holds all that the other has
    left.
    """
    if cut is None:
        return None, (), ()
    document, (start, end) = layout.homes[cut.chunk]
    at = start + cut.end
    across = [(name, low) for name, low, high in document.pieces if low < at < high]
    before = [name for name, low, high in document.pieces if high <= at and high > start]
    gone = tuple(name for name in document.over((at, end)) if name not in {name for name, _ in across[:1]})
    if across:
        name, low = across[0]
        return Cut(chunk=name, end=at - low), gone, (name,)
    return None, gone, tuple(before[-1:])


def _evidence(quoted: Iterable[Evidence], spans: Mapping[str, list[Span]], layout: Layout) -> tuple[Evidence, ...]:
    """The quotes as they stand in the new chunks, each in as many parts as it was cut into."""
    found: dict[Evidence, None] = {}
    for old in dict.fromkeys(evidence.chunk for evidence in quoted):
        document, _ = layout.homes[old]
        for span in spans.get(old, ()):
            for name, low, high in document.pieces:
                part = document.text[max(low, span[0]) : min(high, span[1])].strip()
                if low < span[1] and span[0] < high and part:
                    found[Evidence(chunk=name, quote=part)] = None
    return tuple(found)


def _each_once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
