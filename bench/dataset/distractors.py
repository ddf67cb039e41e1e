"""How many distractors stand around the evidence: as many of an item's own as wanted, and more from the corpus.

Guarantees: which ones is decided by a hash of the seed, the question and the chunk, so that an item and its twin get
the same ones and a smaller number is always part of a larger one; nothing that is drawn holds an evidence quote, the
answer, or any part of a gold document.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from bench.dataset.matching import holds
from bench.dataset.shapes import Dataset
from bench.errors import DataError
from bench.records import Chunk, Item, RunConfig
from bench.text.fold import squeeze

_SHOWN = 20


def refuse_shortage(dataset: Dataset, items: Iterable[Item], config: RunConfig) -> None:
    """Raise DataError where the shuffled arm of a run wants more distractors than an item can have."""
    if "shuffled" not in config.arms or config.distractors is None:
        return
    wanted, every = config.distractors, list(items)
    faults = [
        fault
        for lang, data in dataset.langs.items()
        for fault in Distractors(data.items, data.corpus, wanted, config.seed).short(i for i in every if i.lang == lang)
    ]
    if faults:
        rest = [f"… and {len(faults) - _SHOWN} more"] if len(faults) > _SHOWN else []
        many = "1 item" if len(faults) == 1 else f"{len(faults)} items"
        raise DataError(
            f"--distractors {wanted} is more than {many} can have; ask for fewer.", [*faults[:_SHOWN], *rest]
        )


class Distractors:
    """The distractors of the items of one language. `wanted` None leaves every item its own negatives."""

    def __init__(self, items: Sequence[Item], corpus: Mapping[str, Chunk], wanted: int | None, seed: int) -> None:
        self._items, self._corpus, self._wanted, self._seed = items, corpus, wanted, seed
        self._known: dict[str, tuple[str, ...]] = {}

    def of(self, item: Item) -> tuple[str, ...]:
        """Ids of the wanted number of distractors, fewer only where the corpus has no more that are safe."""
        if self._wanted is None:
            return item.negative
        if item.id not in self._known:
            self._known[item.id] = self._choose(item, self._wanted)
        return self._known[item.id]

    def short(self, items: Iterable[Item]) -> list[str]:
        """A sentence for each item that cannot have the wanted number."""
        if self._wanted is None:
            return []
        found = [(item, len(self.of(item))) for item in items]
        return [f"{i.id} ({i.lang}) can have {n}: {self._why(i)}" for i, n in found if n < self._wanted]

    def _choose(self, item: Item, wanted: int) -> tuple[str, ...]:
        gold = {*item.positive, *(chunk.id for chunk in item.overlay.add), *item.overlay.remove}
        own = sorted((n for n in item.negative if n not in gold), key=lambda name: self._rank(item, name))
        chosen = own[:wanted]
        for name in self._safe(item, {*gold, *own}):
            if len(chosen) >= wanted:
                break
            chosen.append(name)
        return tuple(chosen)

    def _safe(self, item: Item, taken: set[str]) -> Iterator[str]:
        """Chunks of the corpus that may stand beside the item's evidence, in the order in which they are drawn."""
        main = self._main(item)
        if main is None:
            # Without its Main item nobody knows which answer must not be shown.
            return
        quotes = [squeeze(evidence.quote) for evidence in main.evidence]
        gold = {*main.positive, *(evidence.chunk for evidence in main.evidence)}
        documents = {self._document(name) for name in gold if name in self._corpus}
        for name in sorted(self._corpus, key=lambda name: self._rank(item, name)):
            if name in taken or name in gold or self._document(name) in documents:
                continue
            chunk = self._corpus[name]
            text, flat = f"{chunk.title}\n{chunk.text}", self._flat(name)
            if any(quote in flat for quote in quotes):
                continue
            if not any(holds(text, value) for value in (main.answer, *main.accept)):
                yield name

    def _main(self, item: Item) -> Item | None:
        return item if item.answerable else self._by_id.get(item.base or "")

    def _why(self, item: Item) -> str:
        if self._main(item) is None:
            return "its Main item is not known, so no other chunk is known to be safe"
        return "every other chunk is its evidence, of the same document, or holds its answer"

    def _document(self, name: str) -> tuple[str, str]:
        chunk = self._corpus[name]
        return (chunk.world, chunk.doc_id) if chunk.doc_id else ("", name)

    def _rank(self, item: Item, name: str) -> bytes:
        return hashlib.sha256(f"{self._seed}|distractor|{item.base or item.id}|{name}".encode()).digest()

    def _flat(self, name: str) -> str:
        if name not in self._flats:
            self._flats[name] = squeeze(self._corpus[name].text)
        return self._flats[name]

    @cached_property
    def _flats(self) -> dict[str, str]:
        return {}

    @cached_property
    def _by_id(self) -> dict[str, Item]:
        return {item.id: item for item in self._items}
