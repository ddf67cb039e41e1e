"""Which part of the corpus an item is asked in: a drawn item in its own world, every other one in all that is written.

So nothing that is drawn changes what is retrieved or added for a written item, and the reverse.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from bench.records import Chunk, Item

Worlds = Mapping[str, Mapping[str, Chunk]]
"""The chunks of each drawn world by its id, and under "" all others, each in the order of the corpus."""


def worlds_of(items: Iterable[Item], corpus: Mapping[str, Chunk]) -> Worlds:
    """The corpus by world. `items`: all of the dataset in this language; those that are drawn name the worlds."""
    drawn = {item.world for item in items} - {""}
    if not drawn:
        return {"": corpus}
    parts: dict[str, dict[str, Chunk]] = {"": {}, **{world: {} for world in sorted(drawn)}}
    for name, chunk in corpus.items():
        parts[chunk.world if chunk.world in drawn else ""][name] = chunk
    return {world: MappingProxyType(part) for world, part in parts.items()}
