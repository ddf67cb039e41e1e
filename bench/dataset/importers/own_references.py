"""References between the rows of the own format: ids that are not unique, or that name nothing.

An item built from such a row could not be shown. Every fault is one sentence at its row and field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bench.dataset.fields import Fields
from bench.dataset.importers.own_tables import Placed, Tables
from bench.dataset.rows import Faults, Row
from bench.dataset.shapes import REMOVED
from bench.dataset.shown import Overlaid
from bench.records import AbstentionRow, Chunk, MainRow, Overlay

Say = Callable[[str, str, str], None]
"""Field, problem, advice."""


def check_references(tables: Tables, faults: Faults) -> None:
    """Note every reference of one language that does not hold."""
    _ids(tables, faults)
    for item in tables.items:
        _item(item, tables, faults)
    for row in tables.abstention:
        if row.record.overlay is None:
            _one_change(row, tables, faults)
        else:
            _whole_context(row, tables, faults)


def _ids(tables: Tables, faults: Faults) -> None:
    """Chunk ids over corpus and overlays, item ids over both files and what is derived."""
    chunks = [(p.row, "id", p.record.id) for p in tables.chunks]
    chunks += [(p.row, "add.id", p.record.add.id) for p in tables.abstention if p.record.add is not None]
    items = [(p.row, "id", p.record.id) for p in tables.items]
    stated = {p.record.base for p in tables.abstention if p.record.kind == REMOVED}
    items += [
        (p.row, "id", f"{p.record.id}-INS")
        for p in tables.items
        if p.record.drawn is None and p.record.id not in stated
    ]
    items += [(p.row, "id", p.record.id) for p in tables.abstention]
    for what, ids in (("chunk", chunks), ("item", items)):
        seen: dict[str, Row] = {}
        for row, name, value in ids:
            Fields(row, faults).unique(name, value, seen, "use another id", f"the {what} id '{value}' ")


def _item(item: Placed[MainRow], tables: Tables, faults: Faults) -> None:
    row, main = Fields(item.row, faults), item.record
    chunks = _with_added(main.overlay, tables.corpus, row.fault)
    _lists(main.positive, main.negative, chunks, row.fault)
    for position, chunk in enumerate(evidence.chunk for evidence in main.evidence):
        if chunk not in main.positive:
            row.fault(
                f"evidence[{position}].chunk", f"'{chunk}' is not positive here", "quote only from positive chunks"
            )
    _overlay(main.overlay, main.positive, chunks, row.fault)
    if main.drawn is not None:
        _world(main.drawn.world, (*main.positive, *main.negative), chunks, row.fault)
        _slips(main, row.fault)
    elif "/drawn/" in item.row.file:
        row.fault("drawn", "is missing", "say how it was drawn, or put the row into the file above this folder")


def _one_change(placed: Placed[AbstentionRow], tables: Tables, faults: Faults) -> None:
    """The short form: a row that adds one chunk or cuts one. Its base is written."""
    row, cut, corpus = Fields(placed.row, faults), placed.record.cut, tables.corpus
    base = _base(placed, tables, row.fault)
    if base is not None and base.drawn is not None:
        row.fault("overlay", f"is missing, and {base.id} is drawn", "state overlay, positive and negative")
    if cut is None:
        return
    if base is not None and cut.chunk not in base.positive:
        row.fault("cut.chunk", f"'{cut.chunk}' is not positive in {base.id}", "cut a positive chunk")
    _end("cut.end", cut.chunk, cut.end, corpus, row.fault)


def _whole_context(placed: Placed[AbstentionRow], tables: Tables, faults: Faults) -> None:
    """The long form: a row that states its whole context. Rows of a drawn base always do."""
    row, record = Fields(placed.row, faults), placed.record
    overlay, positive, negative = record.overlay or Overlay(), record.positive or (), record.negative or ()
    base = _base(placed, tables, row.fault)
    chunks = _with_added(overlay, tables.corpus, row.fault)
    _lists(positive, negative, chunks, row.fault)
    _overlay(overlay, positive if base is None else base.positive, chunks, row.fault)
    if base is not None:
        known = {*base.positive, *overlay.copies_of(base.positive)}
        for position, chunk in enumerate(positive):
            if chunk not in known:
                row.fault(
                    f"positive[{position}]", f"'{chunk}' is not gold in {base.id}", "name gold chunks that are left"
                )
        if base.drawn is not None:
            _world(base.drawn.world, (*positive, *negative), chunks, row.fault)


def _base(placed: Placed[AbstentionRow], tables: Tables, say: Say) -> MainRow | None:
    base = tables.bases.get(placed.record.base)
    if base is None:
        say("base", f"no Main item has the id '{placed.record.base}'", "name an item of items.jsonl")
    return base


def _with_added(overlay: Overlay, corpus: Mapping[str, Chunk], say: Say) -> Mapping[str, Chunk]:
    added: dict[str, Chunk] = {}
    for position, chunk in enumerate(overlay.add):
        if chunk.id in corpus or chunk.id in added:
            say(f"overlay.add[{position}].id", f"'{chunk.id}' is the id of another chunk too", "use another id")
        added[chunk.id] = chunk
    return Overlaid(corpus, added) if added else corpus


def _lists(positive: tuple[str, ...], negative: tuple[str, ...], chunks: Mapping[str, Chunk], say: Say) -> None:
    for name, ids in (("positive", positive), ("negative", negative)):
        seen: set[str] = set()
        for position, chunk in enumerate(ids):
            if chunk not in chunks:
                say(f"{name}[{position}]", f"no chunk has the id '{chunk}'", "name a chunk of chunks.jsonl")
            elif chunk in seen:
                say(f"{name}[{position}]", f"'{chunk}' is listed twice", "remove one")
            seen.add(chunk)
    for chunk in sorted(set(positive) & set(negative)):
        say("negative", f"'{chunk}' is also positive", "keep it in one of the two lists")


def _overlay(overlay: Overlay, gold: tuple[str, ...], chunks: Mapping[str, Chunk], say: Say) -> None:
    added = {chunk.id for chunk in overlay.add}
    for position, name in enumerate(overlay.remove):
        if name not in chunks:
            say(f"overlay.remove[{position}]", f"no chunk has the id '{name}'", "name a chunk of chunks.jsonl")
    for position, cut in enumerate(overlay.cuts):
        place = f"overlay.cuts[{position}]"
        if cut.chunk not in chunks:
            say(f"{place}.chunk", f"no chunk has the id '{cut.chunk}'", "name a chunk that the item shows")
        if any(cut.chunk == earlier.chunk for earlier in overlay.cuts[:position]):
            say(f"{place}.chunk", f"'{cut.chunk}' is cut twice", "keep the shorter cut")
        _end(f"{place}.end", cut.chunk, cut.end, chunks, say)
    for position, name in enumerate(overlay.rival):
        if name not in added:
            say(f"overlay.rival[{position}]", f"'{name}' is not added by this overlay", "name a chunk of overlay.add")
    for name, copies in overlay.same.items():
        if name not in gold:
            say(f"overlay.same.{name}", f"'{name}' is not gold", "name a positive chunk of the Main item")
        for copy in copies:
            if copy not in added:
                say(f"overlay.same.{name}", f"'{copy}' is not added by this overlay", "name chunks of overlay.add")


def _end(field: str, name: str, end: int, chunks: Mapping[str, Chunk], say: Say) -> None:
    if name in chunks and end >= len(chunks[name].text):
        say(field, f"is {end}, but '{name}' has {len(chunks[name].text)} characters", "cut before its end")


def _world(world: str, ids: tuple[str, ...], chunks: Mapping[str, Chunk], say: Say) -> None:
    foreign = [name for name in ids if name in chunks and chunks[name].world != world]
    if foreign:
        more = f", and {len(foreign) - 1} more" if len(foreign) > 1 else ""
        say(
            "drawn",
            f"the world is '{world}', but '{foreign[0]}' is of '{chunks[foreign[0]].world}'{more}",
            "set `world`",
        )


def _slips(main: MainRow, say: Say) -> None:
    """Two slips of one value could not be told apart, and one with the answer's value would not be wrong."""
    assert main.drawn is not None
    of_form = dict.fromkeys((main.answer, *main.accept), "the answer")
    for name, forms in main.drawn.slips.items():
        if not forms:
            say(f"drawn.slips.{name}", "has no form", "state the wrong value")
        for form in forms:
            if of_form.setdefault(form, name) != name:
                say(f"drawn.slips.{name}", f"'{form}' is also {of_form[form]}", "keep the more telling slip")
