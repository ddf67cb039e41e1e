"""BM25 over the item's own corpus, in both languages, with deterministic ties."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING

from bench.langs import language
from bench.records import Chunk, Item, Lang
from bench.retrieval.corpus import best_first, changed, searchable
from bench.retrieval.token_counts import TokenCounts

if TYPE_CHECKING:
    from sudachipy import Dictionary

MAX_SUDACHI_BYTES = 40_000
"""SudachiPy refuses inputs above 49,149 bytes; longer texts are tokenised in pieces."""


@dataclass
class Bm25:
    """BM25 (Lucene's variant, k1 = 1.5, b = 0.75) over `corpus`, counted once however many items change it.

    English is lower-cased words without stop words; Japanese is SudachiPy's shortest units in normalised form,
    without particles, auxiliaries and punctuation. Equal scores are ordered by chunk id. A chunk that shares no
    token with the question still has a rank (score 0), so k chunks come back whenever the corpus has k.
    """

    corpus: Mapping[str, Chunk]
    lang: Lang
    name: str = "bm25"
    _ranked: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = field(default_factory=dict, repr=False)
    _known: dict[str, Counter[str]] = field(default_factory=dict, repr=False)

    def rank(self, item: Item, k: int) -> tuple[str, ...]:
        """The k best chunk ids of the item's corpus; fewer when the corpus is smaller, none when it is empty."""
        # What is removed belongs to the key: a Main item may be asked as a canary too.
        key = item.id, item.overlay.remove
        if key not in self._ranked:
            gone, new = changed(item, self.corpus)
            tokens = {name: self._counted(text) for name, text in new.items()}
            self._ranked[key] = best_first(self._counts.scores(self._tokenise(item.question), gone, tokens))
        return self._ranked[key][:k]

    @cached_property
    def _counts(self) -> TokenCounts:
        return TokenCounts.of({c.id: self._counted(searchable(c)) for c in self.corpus.values()})

    def _counted(self, text: str) -> Counter[str]:
        """How often each token stands in a text, counted once: what an overlay adds, its twins add too."""
        if text not in self._known:
            self._known[text] = Counter(self._tokenise(text))
        return self._known[text]

    @cached_property
    def _tokenise(self) -> Callable[[str], list[str]]:
        return language(self.lang).tokens()


_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_STOP = frozenset(
    "a an and are as at be by for from has have how in is it its of on or that the their this to was were what "
    "when where which who whom whose will with does do did much many".split()
)


def english_tokens(text: str) -> list[str]:
    """Lower-cased words and numbers (12,500 stays one token), without stop words."""
    words = _WORD.findall(unicodedata.normalize("NFKC", text).lower())
    return [w for w in words if w not in _STOP]


def english_tokeniser() -> Callable[[str], list[str]]:
    """`english_tokens`, which needs nothing loaded."""
    return english_tokens


def japanese_tokeniser() -> Callable[[str], list[str]]:
    """A function from text to normalised SudachiPy A-units, without particles, auxiliaries, symbols and spaces."""
    from sudachipy import SplitMode

    tokenizer = _dictionary().tokenizer(mode=SplitMode.A)
    skipped = {"助詞", "助動詞", "補助記号", "空白"}

    def tokenise(text: str) -> list[str]:
        folded = unicodedata.normalize("NFKC", text)
        return [
            morpheme.normalized_form()
            for piece in _pieces(folded)
            for morpheme in tokenizer.tokenize(piece)
            if morpheme.part_of_speech()[0] not in skipped
        ]

    return tokenise


@cache
def _dictionary() -> Dictionary:
    """Loaded once in a process; each world has a tokeniser of its own."""
    from sudachipy import Dictionary

    return Dictionary()


def _pieces(text: str) -> list[str]:
    """`text` in pieces that SudachiPy takes; the whole text in nearly every case."""
    step = MAX_SUDACHI_BYTES // 4  # no character takes more than four bytes
    if len(text) <= step:
        return [text]
    return [text[start : start + step] for start in range(0, len(text), step)]
