"""Choosing items: by preset, and by a limit under which every category stays represented.

Guarantees: which item comes first is decided by a hash of the seed and the item's id (of its cluster, for twins),
never by the order in which items happen to be loaded, so that both languages choose the same items and a pair stays
whole; the chosen items keep their order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from bench.dataset.leave_one_out import is_left_out
from bench.dataset.shapes import Dataset, pair_id
from bench.dataset.shown import applies
from bench.errors import UsageError
from bench.kinds import MAIN, kind_of
from bench.records import ARMS, KINDS, Arm, Category, Item, RunConfig

Preset = Literal["written", "core", "full", "lit", "smoke"]
PRESETS: tuple[Preset, ...] = get_args(Preset)

SMOKE = 8


def select(
    items: Sequence[Item],
    *,
    preset: str,
    limit: int | None,
    seed: int,
    arms: Sequence[Arm] = ARMS,
    distractors: int | None = None,
) -> tuple[Item, ...]:
    """The items that a run asks, in their original order.

    `preset`: "full" keeps all; "written" what was not drawn; "core" this, every drawn question, and of each drawn Main
    item one abstention item, whose kind rotates from item to item by a hash of its id; "lit" keeps 54 written Main
    items with their evidence-removed twins, 3 contradictory and 3 incomplete items (all there are where a set has
    fewer); "smoke" keeps 8 items by the rule of `limit`, written ones where there are any.
    `limit` (items of one language, not pairs of languages): at most that many of the preset's items, spread over
    the categories in turn, so that each category of the set is present wherever the limit is not below their number.
    A sample (`limit`, "smoke") is drawn from the items that one of `arms` can ask, `distractors` as for the shuffled
    arm: an item that the run would skip takes no place in it. Without a sample `arms` changes nothing.

    `items` may hold one language or both; counterparts are chosen together. Leave-one-out items take nobody's place:
    each goes with its Main item. No items give no items. Raises UsageError for an unknown preset and for a limit
    below 1.
    """
    if preset not in PRESETS:
        raise UsageError(f"--preset: '{preset}' is unknown; give {', '.join(PRESETS[:-1])} or {PRESETS[-1]}.")
    if limit is not None and limit < 1:
        raise UsageError(f"--limit: {limit} items cannot be run; give 1 or more, or leave it out for all.")
    firsts: dict[str, Item] = {}
    for item in items:
        if is_left_out(item):
            continue
        firsts.setdefault(pair_id(item), item)
    chosen = _of_preset(preset, firsts, seed)
    sizes = [size for size in (limit, SMOKE if preset == "smoke" else None) if size is not None]
    if sizes:
        can_ask = {key for key, item in firsts.items() if any(applies(item, arm, distractors) for arm in arms)}
        chosen = _spread({key: firsts[key] for key in firsts if key in chosen & can_ask}, min(sizes), seed)
    mains = {(item.lang, item.id) for item in items if item.answerable and pair_id(item) in chosen}
    return tuple(
        item for item in items if ((item.lang, item.base) in mains if is_left_out(item) else pair_id(item) in chosen)
    )


def selected(dataset: Dataset, config: RunConfig) -> list[Item]:
    """The items that a run of this configuration asks, language by language."""
    return [
        item
        for lang in config.langs
        for item in select(
            dataset.langs[lang].items,
            preset=config.preset,
            limit=config.limit,
            seed=config.seed,
            arms=config.arms,
            distractors=config.distractors,
        )
    ]


def resolved(preset: str, items: Sequence[Item]) -> str:
    """The preset under the name that runs have it by.

    Where nothing is drawn, "written" and "core" are everything, so that such a run is "full" by either name; where
    nothing is written, "written" is the core. `items`: all of the dataset, of every language.
    """
    drawn = sum(item.drawn is not None for item in items)
    if preset in ("written", "core") and not drawn:
        return "full"
    return "core" if preset == "written" and drawn == len(items) else preset


def _of_preset(preset: str, firsts: dict[str, Item], seed: int) -> set[str]:
    written = {key: item for key, item in firsts.items() if item.drawn is None}
    if preset == "written":
        return set(written)
    if preset == "core":
        return set(written) | _one_kind_each({key: item for key, item in firsts.items() if key not in written})
    if preset == "lit":
        if not written:
            raise UsageError("--preset lit is of written items, and this dataset has none; give core or full.")
        return _as_published(written, seed)
    return set(written) if preset == "smoke" and written else set(firsts)


def _one_kind_each(drawn: Mapping[str, Item]) -> set[str]:
    """Every question, and one of the items made of each. Which one no seed decides: every run asks the same."""
    chosen = {key for key, item in drawn.items() if item.base is None}
    made: dict[str, list[str]] = {}
    for key, item in drawn.items():
        if item.base is not None:
            made.setdefault(item.base, []).append(key)
    for base, keys in made.items():
        place = int.from_bytes(hashlib.sha256(f"abstention|{base}".encode()).digest()[:8]) % len(keys)
        chosen.add(sorted(keys, key=lambda key: KINDS.index(drawn[key].kind))[place])
    return chosen


def _as_published(firsts: dict[str, Item], seed: int) -> set[str]:
    """As many items of each kind as LIT-RAGBench published; twins go with their Main item."""
    of_kind = {kind: {key: item for key, item in firsts.items() if item.kind == kind} for kind in KINDS}
    chosen = _spread(of_kind[MAIN], kind_of(MAIN).lit_size or 0, seed)
    ids = {firsts[key].id for key in chosen}
    for kind, items in of_kind.items():
        size = kind_of(kind).lit_size
        if size is None:
            chosen |= {key for key, item in items.items() if item.base in ids}
        elif kind != MAIN:
            chosen |= set(_ranked(items, seed)[:size])
    return chosen


def _spread(firsts: dict[str, Item], size: int, seed: int) -> set[str]:
    """Up to `size` ids: each category in turn gives its next one, the category with the fewest items first.

    An item with two categories counts for both. Items without a category (imports without tags) form a group of
    their own for each kind.
    """
    groups: dict[str, list[str]] = {}
    for key in _ranked(firsts, seed):
        for group in _groups(firsts[key]):
            groups.setdefault(group, []).append(key)
    order = sorted(groups, key=lambda group: (len(groups[group]), group))
    chosen: set[str] = set()
    counts = dict.fromkeys(order, 0)
    while len(chosen) < min(size, len(firsts)):
        open_groups = [group for group in order if any(key not in chosen for key in groups[group])]
        group = min(open_groups, key=lambda name: (counts[name], order.index(name)))
        key = next(key for key in groups[group] if key not in chosen)
        chosen.add(key)
        for name in _groups(firsts[key]):
            counts[name] += 1
    return chosen


def _groups(item: Item) -> tuple[str, ...]:
    if not item.answerable:
        return (Category.ABSTENTION.value,)
    return tuple(category.value for category in item.categories) or ("untagged",)


def _ranked(firsts: Mapping[str, Item], seed: int) -> list[str]:
    """The ids in an order that the seed decides, each by a hash of its own.

    The hash is that of the cluster, so that a short selection tends to hold a Main item together with its twins,
    and the kinds of abstention take turns, so that none of them crowds out the others.
    """

    def rank(key: str) -> tuple[bytes, str]:
        item = firsts[key]
        cluster = item.cluster.replace(f"-{item.lang}-", "-", 1)
        return hashlib.sha256(f"{seed}\0{cluster}".encode()).digest(), key

    ranked = sorted(firsts, key=rank)
    place = {key: n for kind in KINDS for n, key in enumerate(k for k in ranked if firsts[k].kind == kind)}
    return sorted(ranked, key=lambda key: (place[key], KINDS.index(firsts[key].kind), rank(key)))
