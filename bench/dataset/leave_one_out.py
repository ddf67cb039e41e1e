"""Leave-one-out items: a question with all of its evidence but one chunk, which must then be declined.

They are made from Main items with two or more positive chunks, and only where it can be shown that the rest does not
suffice. Guarantees: what a run asks besides them does not change; the left-out chunk holds an evidence quote that no
other chunk of the item's corpus holds; each item says in `reasoning` why it was kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from bench.dataset.arithmetic import FREE, constants
from bench.dataset.matching import holds, numbers, squeezed, titled, values
from bench.dataset.shapes import REMOVED, Dataset, LangData, derived
from bench.dataset.shown import overlaid, own_distractors
from bench.dataset.worlds import worlds_of
from bench.errors import DataError
from bench.records import Chunk, Item

FLAG = "loo"
"""In the `flags` of every leave-one-out item: no figure of the ordinary items counts it."""
_QUOTED = 60


def is_left_out(item: Item) -> bool:
    """Whether this is a leave-one-out item."""
    return FLAG in item.flags


def with_left_out(dataset: Dataset) -> Dataset:
    """The dataset with its leave-one-out items, each language's after its own items. `sha256` stays.

    Raises DataError where the set gives none at all, and where one would have the id of another item.
    """
    made = {lang: derive(data) for lang, data in dataset.langs.items()}
    if not any(made.values()):
        raise DataError(
            f"The dataset {dataset.name} gives no leave-one-out item: none of its Main items has two positive chunks "
            "and a quote of evidence that shows one of them to be needed. Leave --leave-one-out away."
        )
    faults = [
        f"{item.id} ({lang}) is also the id of a leave-one-out item; rename it"
        for lang, data in dataset.langs.items()
        for item in data.items
        if item.id in {new.id for new in made[lang]}
    ]
    if faults:
        raise DataError(f"The dataset {dataset.name} has ids that leave-one-out items need.", faults)
    langs = {lang: replace(data, items=(*data.items, *made[lang])) for lang, data in dataset.langs.items()}
    return replace(dataset, langs=MappingProxyType(langs))


def derive(data: LangData) -> tuple[Item, ...]:
    """Every leave-one-out item of one language, by Main item and by place of the chunk in its `positive`.

    `<id>-LOO-<n>` lacks the n-th positive chunk. () where no Main item has two positive chunks. Drawn items have none:
    their insufficient versions leave out one piece of evidence already.
    """
    several = [item for item in data.items if item.answerable and item.drawn is None and len(item.positive) > 1]
    worlds = worlds_of(data.items, data.corpus)
    return tuple(made for item in several for made in _variants(item, worlds[item.world]))


def needed(item: Item, dropped: str, corpus: Mapping[str, Chunk]) -> str | None:
    """Why `item` cannot be answered without the positive chunk `dropped`, in words; None where that is not shown.

    Shown is: (1) the chunk holds an evidence quote that no other chunk of the corpus holds, nor one that the item
    itself adds; (2) neither the answer nor an accepted form stands, as words or as a value, in any other chunk that
    the item shows (positive and negative); (3) with a derivation, one of its numbers is in the chunk and in neither
    the question nor any other chunk shown.
    """
    chunks = overlaid(item, corpus)
    gone = set(item.overlay.without([dropped]).remove)
    quote = _own_quote(item, dropped, {name: chunk for name, chunk in chunks.items() if name not in gone})
    if quote is None:
        return None
    shown = [name for name in dict.fromkeys((*item.positive, *own_distractors(item))) if name not in gone]
    rest = [titled(chunks[name]) for name in shown]
    if any(_stands(form, text) for form in (item.answer, *item.accept) for text in rest):
        return None
    reason = (
        f"Without {dropped}: its quote “{_short(quote)}” stands in no other chunk, and no form of the answer stands in "
        f"the {len(rest)} other chunks shown"
    )
    if item.derivation is None:
        return f"{reason}."
    number = _own_number(item, titled(chunks[dropped]), rest)
    if number is None:
        return None
    return f"{reason}; the derivation needs {float(number):g}, which neither the question nor those chunks hold."


def _variants(item: Item, corpus: Mapping[str, Chunk]) -> Iterator[Item]:
    for place, dropped in enumerate(item.positive, start=1):
        reason = needed(item, dropped, corpus)
        if reason is not None:
            overlay = item.overlay.without([dropped])
            changes = {
                "positive": tuple(name for name in item.positive if name != dropped),
                "reasoning": reason,
                "flags": (*item.flags, FLAG),
            }
            yield derived(item, f"{item.id}-LOO-{place}", REMOVED, overlay).model_copy(update=changes)


def _own_quote(item: Item, dropped: str, corpus: Mapping[str, Chunk]) -> str | None:
    """A quote of the dropped chunk that no chunk of `corpus`, which is without it, holds."""
    for evidence in item.evidence:
        wanted = squeezed(evidence.quote)
        others = (squeezed(titled(chunk)) for chunk in corpus.values())
        if evidence.chunk == dropped and wanted and not any(wanted in text for text in others):
            return evidence.quote
    return None


def _own_number(item: Item, dropped: str, rest: Sequence[str]) -> Fraction | None:
    """A number of the derivation that only the dropped chunk states, as it is or in percent."""
    for number in constants(item.derivation or ""):
        forms = {number, number * 100}
        if number in FREE or not forms & numbers(dropped):
            continue
        if not any(forms & numbers(text) for text in (item.question, *rest)):
            return number
    return None


def _stands(form: str, text: str) -> bool:
    """Whether the form is in the text, in its words or, for a bare date or number, as the same value elsewhere."""
    if holds(text, form):
        return True
    wanted = values(form)
    if wanted.dates:
        dates = values(text).dates
        return wanted.dates <= dates or {(None, m, d) for _, m, d in wanted.dates} <= dates
    return bool(wanted.numbers) and not wanted.names and wanted.numbers <= values(text).numbers


def _short(quote: str) -> str:
    line = " ".join(quote.split())
    return line if len(line) <= _QUOTED else f"{line[: _QUOTED - 1]}…"
