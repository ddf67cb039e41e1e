"""How many distractors stand around the evidence: as many of an item's own as wanted, and more from the corpus.

Guarantees: which ones is decided by a hash of the seed, the question and the chunk, so that an item and its twin get
the same ones and a smaller number is always part of a larger one; nothing that is drawn holds an evidence quote, the
answer, or any part of a gold document.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from bench.dataset.matching import holds, squeezed, titled
from bench.dataset.shapes import Dataset
from bench.dataset.shown import gold_of, own_distractors
from bench.dataset.worlds import worlds_of
from bench.errors import DataError
from bench.kinds import kind_of
from bench.records import Chunk, Item, RunConfig

_SHOWN = 20


def refuse_shortage(dataset: Dataset, items: Iterable[Item], config: RunConfig) -> None:
    """Raise DataError where the shuffled arm of a run wants more distractors than an item can have."""
    if "shuffled" not in config.arms or config.distractors is None:
        return
    wanted, every, faults = config.distractors, list(items), []
    for lang, data in dataset.langs.items():
        drawn = Distractors(data.items, data.corpus, wanted, config.seed)
        faults += drawn.short(item for item in every if item.lang == lang)
    if faults:
        rest = [f"… and {len(faults) - _SHOWN} more"] if len(faults) > _SHOWN else []
        many = "1 item" if len(faults) == 1 else f"{len(faults)} items"
        raise DataError(
            f"--distractors {wanted} is more than {many} can have; ask for fewer.", [*faults[:_SHOWN], *rest]
        )


class Distractors:
    """The distractors of the items of one language. `wanted` None leaves every item its own negatives."""

    def __init__(self, items: Sequence[Item], corpus: Mapping[str, Chunk], wanted: int | None, seed: int) -> None:
        self._corpus, self._wanted, self._seed = corpus, wanted, seed
        self._worlds = worlds_of(items, corpus)
        self._known: dict[str, tuple[str, ...]] = {}
        self._by_id = {item.id: item for item in items}

    def of(self, item: Item) -> tuple[str, ...]:
        """Ids of the wanted number of distractors, fewer only where the corpus has no more that are safe."""
        if self._wanted is None:
            return own_distractors(item)
        if item.id not in self._known:
            self._known[item.id] = self._choose(item, self._wanted)
        return self._known[item.id]

    def short(self, items: Iterable[Item]) -> list[str]:
        """A sentence for each item that cannot have the wanted number."""
        found = [(item, len(self.of(item))) for item in items if self._wanted is not None]
        return [f"{i.id} ({i.lang}) can have {n}: {self._why(i)}" for i, n in found if n < (self._wanted or 0)]

    def _choose(self, item: Item, wanted: int) -> tuple[str, ...]:
        gold = {*gold_of(item), *item.overlay.remove}
        own = sorted(own_distractors(item), key=lambda name: self._rank(item, name))
        return tuple(islice(chain(own, self._safe(item, {*gold, *own})), wanted))

    def _safe(self, item: Item, taken: set[str]) -> Iterator[str]:
        """Chunks of the corpus that may stand beside the item's evidence, in the order in which they are drawn."""
        main = self._main(item)
        if main is None:
            # Without its Main item nobody knows which answer must not be shown.
            return
        quotes = [squeezed(evidence.quote) for evidence in main.evidence]
        gold = {*main.positive, *(evidence.chunk for evidence in main.evidence)}
        documents = {self._document(name) for name in gold if name in self._corpus}
        for name in sorted(self._worlds[item.world], key=lambda name: self._rank(item, name)):
            if name in taken or name in gold or self._document(name) in documents:
                continue
            chunk = self._corpus[name]
            if any(quote in squeezed(chunk.text) for quote in quotes):
                continue
            if not any(holds(titled(chunk), value) for value in (main.answer, *main.accept)):
                yield name

    def _main(self, item: Item) -> Item | None:
        return item if kind_of(item.kind).own_question else self._by_id.get(item.base or "")

    def _why(self, item: Item) -> str:
        if self._main(item) is None:
            return "its Main item is not known, so no other chunk is known to be safe"
        return "every other chunk is its evidence, of the same document, or holds its answer"

    def _document(self, name: str) -> tuple[str, str]:
        chunk = self._corpus[name]
        return (chunk.world, chunk.doc_id) if chunk.doc_id else ("", name)

    def _rank(self, item: Item, name: str) -> bytes:
        return hashlib.sha256(f"{self._seed}|distractor|{item.base or item.id}|{name}".encode()).digest()
