"""The corpus cut anew: chunks of a chosen size, with the gold set, the distractors and every overlay carried over.

Every old chunk has a place in the joined text of its document, and that text is cut: whatever named an old chunk, or
quoted from it, becomes a span there and goes to the pieces that share a character with it. Guarantees: gold is what
overlaps an evidence span (the whole old chunk where nothing is quoted from it); a removed chunk takes with it every
piece that holds any of its text, so nothing that a blind solver was not shown comes back; a cut leaves not one
character behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from bench.dataset.leave_one_out import with_left_out
from bench.dataset.pieces import pieces
from bench.dataset.shapes import Dataset, LangData
from bench.dataset.spans import Span, places
from bench.errors import DataError, UsageError
from bench.records import Chunk, Cut, Evidence, Item, Lang, Overlay, RunConfig

LEAST_TOKENS = 16
"""A smaller chunk would hold no sentence."""
JOINT = "\n\n"
"""Between two chunks of one document."""


def as_asked(dataset: Dataset, config: RunConfig) -> Dataset:
    """The dataset as a run of this configuration sees it: cut anew, and with leave-one-out items, where it asks so."""
    cut = rechunk(dataset, config.chunk_tokens, config.overlap)
    return with_left_out(cut) if config.leave_one_out else cut


def rechunk(dataset: Dataset, size: int | None, overlap: int | None = None) -> Dataset:
    """The dataset with documents cut into chunks of at most `size` tokens (cl100k_base), `overlap` of them repeated.

    A document is the chunks that share world, doc_id, snapshot, jurisdiction and version, in file order; a chunk
    without a doc_id is a document of its own. The new chunk n of a document is called `ID#n` after the document's
    first chunk. A positive chunk's gold pieces are those that overlap its evidence quotes, or the whole chunk where
    none is quoted; a removed chunk takes with it every piece that holds any of its text. `sha256` stays that of the
    data; `official` becomes False. `size` None gives the dataset back.

    Raises UsageError for sizes that do not fit together, and DataError, with every one, for quotes that their chunk
    does not hold.
    """
    check_sizes(size, overlap)
    if size is None:
        return dataset
    faults: list[str] = []
    langs: dict[Lang, LangData] = {}
    for lang, data in dataset.langs.items():
        layout, by_id = Layout(size, overlap or 0), {item.id: item for item in data.items}
        layout.put(data.corpus.values())
        items = tuple(_carried(item, by_id.get(item.base or ""), layout, faults) for item in data.items)
        langs[lang] = LangData(lang, MappingProxyType(layout.chunks), items)
    if faults:
        raise DataError("The corpus cannot be cut anew: evidence quotes do not stand in their chunks.", faults)
    return replace(dataset, langs=MappingProxyType(langs), official=False)


def source_of(chunk: str) -> str:
    """The first old chunk of the document that a new chunk is from: its id without the number behind the last `#`."""
    return chunk.rpartition("#")[0] or chunk


def check_sizes(size: int | None, overlap: int | None) -> None:
    """Raise UsageError unless the two can be used together."""
    if size is None:
        if overlap is not None:
            raise UsageError("--overlap needs --chunk-tokens: without it the chunks are those of the dataset.")
        return
    if size < LEAST_TOKENS:
        raise UsageError(f"--chunk-tokens is {size}; it must be at least {LEAST_TOKENS}.")
    if overlap is not None and not 0 <= overlap <= size // 2:
        raise UsageError(f"--overlap is {overlap}; it must lie between 0 and half of --chunk-tokens ({size // 2}).")


@dataclass(frozen=True)
class Home:
    """Where an old chunk stands: its span in the text of its document, which was cut into `pieces` (id, start, end)."""

    text: str
    pieces: tuple[tuple[str, int, int], ...]
    span: Span

    def shared(self, span: Span) -> list[tuple[str, Span]]:
        """Every piece that shares a character with a span of the document, and what of the span it holds."""
        low, high = span
        return [(name, (max(s, low), min(e, high))) for name, s, e in self.pieces if s < high and low < e]

    def over(self, span: Span) -> list[str]:
        return [name for name, _ in self.shared(span)]


@dataclass
class Layout:
    """The new chunks of a corpus, and the homes of its old ones."""

    size: int
    overlap: int
    chunks: dict[str, Chunk] = field(default_factory=dict)
    homes: dict[str, Home] = field(default_factory=dict)

    def put(self, corpus: Iterable[Chunk]) -> None:
        """Join the chunks of each document and cut it; see `rechunk` for what a document is."""
        documents: dict[tuple[str, ...], list[Chunk]] = {}
        for chunk in corpus:
            named = (chunk.world, chunk.doc_id, chunk.snapshot, chunk.jurisdiction, chunk.version)
            documents.setdefault(named if chunk.doc_id else (chunk.id,), []).append(chunk)
        for parts in documents.values():
            first, text, offset = parts[0], JOINT.join(part.text for part in parts), 0
            cut = enumerate(pieces(text, self.size, self.overlap), start=1)
            named_pieces = tuple((f"{first.id}#{n}", piece.start, piece.end) for n, piece in cut)
            for name, start, end in named_pieces:
                changes = {"id": name, "doc_id": first.doc_id or first.id, "text": text[start:end]}
                self.chunks[name] = first.model_copy(update=changes)
            for part in parts:
                self.homes[part.id] = Home(text, named_pieces, (offset, offset + len(part.text)))
                offset += len(part.text) + len(JOINT)

    def of(self, old: Iterable[str]) -> list[str]:
        """Ids of the new chunks that hold any text of the old ones; an id that is unknown has none."""
        homes = (self.homes[name] for name in old if name in self.homes)
        return [name for home in homes for name in home.over(home.span)]


def _carried(item: Item, base: Item | None, corpus: Layout, faults: list[str]) -> Item:
    """The item with new chunk ids. `base` is its Main item, whose quotes count where the item has none of its own.

    Quotes that do not stand in their chunk are added to `faults`; the item is then not usable.
    """
    layout = replace(corpus, chunks=dict(corpus.chunks), homes=dict(corpus.homes))
    layout.put(chunk for chunk in item.overlay.add if chunk.id not in corpus.homes)
    homes = layout.homes
    quoted = item.evidence or (base.evidence if base else ())
    spans = {old: _gold_spans(item, old, quoted, homes[old], faults) for old in item.positive}
    gold = [name for old, found in spans.items() for span in found for name in homes[old].over(span)]
    cuts, gone = [], []
    for cut in item.overlay.cuts:
        shorter, behind, last = _shortened(cut, homes)
        cuts += [shorter] if shorter else []
        gone += behind
        gold += last if cut.chunk in item.positive else []
    gold = [name for name in gold if name not in gone]
    parts = [
        Evidence(chunk=name, quote=part)
        for old in dict.fromkeys(evidence.chunk for evidence in item.evidence)
        for span in spans.get(old, ())
        for name, (low, high) in homes[old].shared(span)
        if (part := homes[old].text[low:high].strip())
    ]
    added = dict.fromkeys(layout.of(chunk.id for chunk in item.overlay.add))
    overlay = Overlay(
        remove=_each_once((*layout.of(item.overlay.remove), *gone)),
        add=tuple(layout.chunks[name] for name in added),
        cuts=tuple(cuts),
        rival=_each_once(layout.of(item.overlay.rival)),
        same={
            name: _each_once(layout.of(copies))
            for old, copies in item.overlay.same.items()
            for name in layout.of([old])
        },
    )
    changes = {
        "positive": _each_once(gold),
        "negative": _each_once(name for name in layout.of(item.negative) if name not in gold),
        "evidence": tuple(dict.fromkeys(parts)),
        "overlay": overlay,
    }
    return item.model_copy(update=changes)


def _gold_spans(item: Item, old: str, quoted: Iterable[Evidence], home: Home, faults: list[str]) -> list[Span]:
    """Where in its document the evidence of a positive chunk stands."""
    start, end = home.span
    spans: list[Span] = []
    quotes = [evidence.quote for evidence in quoted if evidence.chunk == old]
    for quote in quotes:
        found = places(quote, home.text[start:end])
        if not found:
            faults.append(f"{item.id} ({item.lang}): {quote[:60]!r} does not stand in {old}; correct the quote")
        spans.extend((start + low, start + high) for low, high in found)
    return spans if quotes else [home.span]


def _shortened(cut: Cut, homes: Mapping[str, Home]) -> tuple[Cut | None, list[str], list[str]]:
    """The cut in new terms, the pieces that are gone with it, and the piece that now ends where the text breaks off.

    Of two overlapping pieces that hold the place of the cut, the earlier one stays: it holds all that the other has
    left.
    """
    home = homes[cut.chunk]
    start, end = home.span
    at = start + cut.end
    behind = home.over((at, end))
    for name, low, high in home.pieces:
        if low < at < high:
            return Cut(chunk=name, end=at - low), [gone for gone in behind if gone != name], [name]
    return None, behind, [name for name, _, high in home.pieces if start < high <= at][-1:]


def _each_once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
