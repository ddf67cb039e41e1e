"""How hard a dataset is, measured: what the built-in baselines reach on it, and what BM25 finds in its corpus.

A set that word overlap answers, or whose evidence always ranks first, tells models apart badly. Guarantees: the same
data gives the same figures, to the last digit; the baselines go through the code that every run goes through, in a
folder that is gone afterwards; nothing is called and nothing is left in results/.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.authoring.languages import rules_of
from bench.campaign import execute, prepare
from bench.campaign.execute import Notices
from bench.dataset import Dataset, LangData, load
from bench.dataset.matching import alikeness
from bench.metrics.rates import mean_if_all, rate
from bench.metrics.retrieval import recall
from bench.options import RunOptions
from bench.records import (
    ARMS,
    KINDS,
    ArmResult,
    Aspect,
    Category,
    Chunk,
    DatasetRef,
    Item,
    Lang,
    Rate,
    Record,
)
from bench.retrieval import Bm25
from bench.retrieval.by_world import over_worlds
from bench.scoring import score

BASELINES = ("extractive", "echo")
CUTOFFS = (1, 3, 5, 10)
Tell = Callable[[str], None]


class Recall(Record):
    """recall@k of BM25 over `n` items, by k as text: the mean share of an item's positive chunks among the first k."""

    n: int
    recall: dict[str, float | None]


class Retrieval(Record):
    """One language. `slices`: all, kind, category, aspect and positives (how many chunks hold the answer), by name."""

    lang: Lang
    chunks: int
    slices: dict[str, dict[str, Recall]]
    twin_above: Rate
    """Main items where a near-twin of a positive chunk ranks above it / Main items that show a near-twin."""


class Difficulty(Record):
    """Everything measured. `baselines`: name to its figures by language and arm, as in a run's summary."""

    dataset: DatasetRef
    seed: int
    k: int
    """How many chunks the `retrieved` arm shows."""
    baselines: dict[str, tuple[ArmResult, ...]]
    retrieval: tuple[Retrieval, ...]


def measure(
    source: str, langs: Sequence[Lang] | None, *, seed: int = 0, k: int = 10, tell: Tell = lambda _: None
) -> Difficulty:
    """Measure a source, as for `load`. `tell` is given one sentence as each baseline starts, and a run's notices.

    Raises what `load` raises, and what a run raises where no item has a context in any arm.
    """
    dataset = load(source, langs)
    return Difficulty(
        dataset=dataset.ref,
        seed=seed,
        k=k,
        baselines={name: _run(name, source, langs, seed=seed, k=k, tell=tell) for name in BASELINES},
        retrieval=retrieval(dataset),
    )


def retrieval(dataset: Dataset) -> tuple[Retrieval, ...]:
    """What BM25 finds for the items of each language, over the corpus as each item sees it."""
    return tuple(_retrieval(data) for data in dataset.langs.values())


def near_twins(item: Item, corpus: Mapping[str, Chunk], lang: Lang) -> list[tuple[str, str]]:
    """(positive chunk, negative chunk) of a Main item wherever the two are near-twins; [] where none are."""
    least = rules_of(lang).near_twin
    pairs = ((own, other) for own in item.positive for other in item.negative)
    return [(own, other) for own, other in pairs if alikeness(corpus[own].text, corpus[other].text) >= least]


def _run(
    name: str, source: str, langs: Sequence[Lang] | None, *, seed: int, k: int, tell: Tell
) -> tuple[ArmResult, ...]:
    with TemporaryDirectory(prefix="bench-difficulty-") as scratch:
        folder = Path(scratch) / name
        wanted = RunOptions(
            model=f"baseline:{name}", data=source, langs=langs, arms=ARMS, seed=seed, top_k=k, out=folder
        )
        run = prepare(wanted)
        tell(f"{name}: {len(run.trials)} answers.")
        execute(run, Notices(tell))
        return score(folder, tell).results


def _retrieval(data: LangData) -> Retrieval:
    retriever = over_worlds(data.items, data.corpus, lambda corpus: Bm25(corpus, data.lang))
    items = [item for item in data.items if item.positive]
    ranked = {item.id: retriever.rank(item, len(data.corpus) + len(item.overlay.add)) for item in items}
    main = [item for item in items if item.answerable]
    sizes = [str(n) for n in sorted({len(item.positive) for item in main})]
    groups: dict[str, dict[str, list[Item]]] = {
        "all": {"Main items": main},
        "kind": _grouped(items, lambda item: [item.kind], KINDS),
        "category": _grouped(main, lambda item: item.categories, tuple(Category)),
        "aspect": _grouped(main, lambda item: item.aspects, tuple(Aspect)),
        "positives": _grouped(main, lambda item: [str(len(item.positive))], sizes),
    }
    slices = {
        title: {name: _recall(members, ranked) for name, members in group.items() if members}
        for title, group in groups.items()
    }
    above = []
    for item in main:
        rank_of = {chunk: n for n, chunk in enumerate(ranked[item.id])}
        if pairs := near_twins(item, data.corpus, data.lang):
            above.append((item.cluster, any(rank_of[twin] < rank_of[own] for own, twin in pairs)))
    return Retrieval(lang=data.lang, chunks=len(data.corpus), slices=slices, twin_above=rate(above))


def _recall(items: Sequence[Item], ranked: Mapping[str, Sequence[str]]) -> Recall:
    shares = {str(k): [recall(ranked[item.id], item.positive, k) for item in items] for k in CUTOFFS}
    return Recall(n=len(items), recall={k: mean_if_all(values) for k, values in shares.items()})


def _grouped(
    items: Iterable[Item], names: Callable[[Item], Iterable[str]], order: Sequence[str]
) -> dict[str, list[Item]]:
    """Items by each of their names, in the order given; a name that no item has is left out."""
    found: dict[str, list[Item]] = {}
    for item in items:
        for name in names(item):
            found.setdefault(str(name), []).append(item)
    return {str(name): found[name] for name in order if name in found}
