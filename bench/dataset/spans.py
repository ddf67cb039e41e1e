"""Evidence as spans: where a quote stands in a text, and where it has gone in a new snapshot of the corpus.

Guarantees: a quote is found as it is, or in another width, case or spacing, or, on a new snapshot, in a wording that
is nearly the same and has the same numbers. Whatever is not found in exactly one place is a miss with its reason:
misses are handed back, never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Literal

from bench.dataset.fields import records
from bench.dataset.matching import numbers
from bench.dataset.pieces import inside_character
from bench.dataset.rows import Faults, read_rows
from bench.errors import DataError
from bench.records import Chunk, Evidence, Item, Lang
from bench.records.retrieval import MissedSpan, MovedSpan, SpanReport
from bench.text.fold import squeeze
from bench.text.sentences import split_sentences

FUZZY = 0.85
"""Likeness (difflib's ratio of the folded texts) from which another wording counts as the same quote."""
CLEAR = 0.02
"""By how much the best place must be more alike than a place in another chunk."""

Span = tuple[int, int]
Method = Literal["exact", "folded", "fuzzy"]


def places(quote: str, text: str) -> list[Span]:
    """Every place (start, end) of `quote` in `text`: as it is, else without regard to width, case and white space.

    Places do not overlap. None where the quote is blank or does not stand there.
    """
    return _exact(quote, text) or _folded(quote, text)


def resolve(items: Iterable[Item], old: Mapping[str, Chunk], new: Mapping[str, Chunk]) -> SpanReport:
    """Look every evidence quote of the items up in a new snapshot of their corpus.

    Tried in turn: the quote as it is; folded; the run of sentences most like it, from a likeness of FUZZY on and with
    the same numbers. Of several equal places the one in the chunk of the same id wins, else the one in the same
    document; places that neither tells apart are a miss, as is a quote that is nowhere. Items without evidence add
    nothing.
    """
    quotes = [(item, n, evidence) for item in items for n, evidence in enumerate(item.evidence)]
    found = [_resolve(*quote, old, new) for quote in quotes]
    return SpanReport(
        moved=tuple(span for span in found if isinstance(span, MovedSpan)),
        missed=tuple(span for span in found if isinstance(span, MissedSpan)),
    )


def read_corpus(path: Path, lang: Lang) -> dict[str, Chunk]:
    """The chunks of LANG/chunks.jsonl or chunks.jsonl in a folder, or of a file. Raises DataError with every fault."""
    places_to_look = [path / lang / "chunks.jsonl", path / "chunks.jsonl"] if path.is_dir() else [path]
    file = next((place for place in places_to_look if place.is_file()), None)
    if file is None:
        raise DataError(f"There is no corpus at {path}: give a chunks.jsonl, or a folder with {lang}/chunks.jsonl.")
    faults = Faults()
    corpus: dict[str, Chunk] = {}
    for chunk, row in records(Chunk, read_rows(file.read_bytes(), file.name, faults), faults):
        if corpus.setdefault(chunk.id, chunk) is not chunk:
            faults.add(row, "id", f"'{chunk.id}' is used twice", "give each chunk its own id")
    faults.raise_any(str(path))
    return corpus


def _resolve(
    item: Item, position: int, evidence: Evidence, old: Mapping[str, Chunk], new: Mapping[str, Chunk]
) -> MovedSpan | MissedSpan:
    def miss(reason: str, best: tuple[float, str, Span] | None = None) -> MissedSpan:
        return MissedSpan(
            item=item.id,
            lang=item.lang,
            position=position,
            chunk=evidence.chunk,
            quote=evidence.quote,
            reason=reason,
            nearest_chunk=best[1] if best else None,
            nearest=_slice(new[best[1]].text, best[2]) if best else None,
            likeness=round(best[0], 4) if best else None,
        )

    def move(method: Method, chunk: str, span: Span, likeness: float = 1.0) -> MovedSpan:
        return MovedSpan(
            item=item.id,
            lang=item.lang,
            position=position,
            old_chunk=evidence.chunk,
            old_quote=evidence.quote,
            method=method,
            chunk=chunk,
            start=span[0],
            end=span[1],
            quote=_slice(new[chunk].text, span),
            likeness=round(likeness, 4),
        )

    searches: dict[Method, Callable[[str, str], list[Span]]] = {"exact": _exact, "folded": _folded}
    for method, search in searches.items():
        found = [(name, span) for name, chunk in new.items() for span in search(evidence.quote, chunk.text)]
        kept = _nearest_home(found, evidence.chunk, old, new)
        if len(kept) == 1:
            return move(method, *kept[0])
        if found:
            return miss(f"it stands in {len(kept)} places that nothing tells apart")
    alike = _alike(evidence.quote, new)
    if not alike or alike[0][0] < FUZZY:
        return miss("no passage is enough like it", alike[0] if alike else None)
    best = [place for place in alike if place[0] > alike[0][0] - CLEAR]
    kept = _nearest_home([(name, span) for _, name, span in best], evidence.chunk, old, new)
    if len(kept) != 1:
        return miss(f"{len(kept)} passages are equally like it", alike[0])
    likeness, chunk, window = next(place for place in best if place[1] == kept[0][0])
    span = _trimmed(evidence.quote, new[chunk].text, window)
    if numbers(evidence.quote) != numbers(_slice(new[chunk].text, span)):
        return miss("the passage most like it has other numbers", (likeness, chunk, span))
    return move("fuzzy", chunk, span, likeness)


def _nearest_home(
    found: list[tuple[str, Span]], chunk: str, old: Mapping[str, Chunk], new: Mapping[str, Chunk]
) -> list[tuple[str, Span]]:
    """Of several places those in the chunk of the same id, else those in the same document, else all."""
    same_id = [place for place in found if place[0] == chunk]
    if same_id or chunk not in old or not old[chunk].doc_id:
        return same_id or found
    home = (old[chunk].world, old[chunk].doc_id)
    return [place for place in found if (new[place[0]].world, new[place[0]].doc_id) == home] or found


def _exact(quote: str, text: str) -> list[Span]:
    return [match.span() for match in re.finditer(re.escape(quote), text)] if quote.strip() else []


def _folded(quote: str, text: str) -> list[Span]:
    needle = _folded_text(quote)[0]
    if not needle:
        return []
    whole, begins, ends = _folded_text(text)
    # A match that begins or ends inside one character's folded form would be half of a character.
    return [(begins[a], ends[b]) for a, b in _exact(needle, whole) if a in begins and b in ends]


_squeezed = lru_cache(maxsize=65_536)(squeeze)
"""For single characters, which come again and again."""


@lru_cache(maxsize=512)
def _folded_text(text: str) -> tuple[str, dict[int, int], dict[int, int]]:
    """The text folded character by character, and the offsets in `text` of where each folded form begins and ends."""
    offsets = [0, *(p for p in range(1, len(text)) if not inside_character(text, p)), len(text)]
    forms: list[str] = []
    begins, ends, length = {}, {}, 0
    for start, end in pairwise(offsets):
        form = _squeezed(text[start:end])
        if form:
            forms.append(form)
            begins[length] = start
            length += len(form)
            ends[length] = end
    return "".join(forms), begins, ends


def _alike(quote: str, corpus: Mapping[str, Chunk]) -> list[tuple[float, str, Span]]:
    """The most alike run of sentences of each chunk that shares half of the quote's trigrams, best first."""
    wanted = squeeze(quote)
    grams = _trigrams(wanted)
    found = []
    for name, chunk in corpus.items():
        if grams and len(grams & _trigrams(squeeze(chunk.text))) * 2 >= len(grams):
            found.append((*_best_window(wanted, chunk.text), name))
    return [(score, name, span) for score, span, name in sorted(found, key=lambda f: (-f[0], f[2]))]


def _best_window(wanted: str, text: str) -> tuple[float, Span]:
    """The run of whole sentences most like the folded quote; the earlier and shorter one of two equals."""
    sentences = split_sentences(text)
    offsets = [0, *accumulate(map(len, sentences))]
    best: tuple[float, Span] = (0.0, (0, offsets[1]))
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    for first in range(len(sentences)):
        window = ""
        for last in range(first, len(sentences)):
            window += squeeze(sentences[last])
            if len(window) > 2 * len(wanted) and last > first:
                break
            matcher.set_seq1(window)
            if matcher.real_quick_ratio() > best[0] and matcher.quick_ratio() > best[0]:
                ratio = matcher.ratio()
                if ratio > best[0]:
                    end = offsets[last] + len(sentences[last].rstrip())
                    best = ratio, (offsets[first], max(end, offsets[first] + 1))
    return best


def _trimmed(quote: str, text: str, window: Span) -> Span:
    """The window without what stands before the quote's own beginning or behind its end, where these are in it."""
    start, end = window
    matched = SequenceMatcher(None, text[start:end], quote, autojunk=False).get_matching_blocks()[:-1]
    if matched and matched[-1].b + matched[-1].size == len(quote):
        end = start + matched[-1].a + matched[-1].size
    if matched and matched[0].b == 0:
        start += matched[0].a
    return start, end


@lru_cache(maxsize=4096)
def _trigrams(text: str) -> frozenset[str]:
    return frozenset(text[n : n + 3] for n in range(max(1, len(text) - 2)))


def _slice(text: str, span: Span) -> str:
    return text[span[0] : span[1]].strip()
