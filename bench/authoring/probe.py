"""What form alone tells of a dataset: is an item to be declined, which chunk is gold, which edition is right?

A set is sound where a classifier that reads no word stays within 5 points of chance, the newest edition is right in
about half of the pairs, and the longest, first or last chunk or document is gold no more often than its share of the
context says. Contexts are those of the shuffled arm. Offline; the same data gives the same figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from bench.arms import SHUFFLED
from bench.authoring.probe_fit import Gain, rule, together
from bench.authoring.probe_forms import Document, documents, features
from bench.contexts import context
from bench.dataset import LangData, load
from bench.records import Chunk, Item, Lang
from bench.stats import Interval, bootstrap_mean

DECLINED = "declined"
"""All kinds that are to be declined, against the Main items."""
LIMIT = 5.0
"""Points above chance that a classifier may reach."""
ALL = "all together"


@dataclass(frozen=True, slots=True)
class Share:
    """A share beside what chance gives, both 0 to 1, over `count` cases; the interval is of the difference."""

    name: str
    share: float
    chance: float
    interval: Interval | None
    count: int

    @property
    def points(self) -> float:
        return 100 * (self.share - self.chance)


@dataclass(frozen=True, slots=True)
class LangProbe:
    """One language. `gains`: rule -> kind (and "declined") -> gain, None where a class has too few items.

    `newest`: how often the newer of two editions is the gold one; None where no pair of dated editions is shown.
    """

    lang: Lang
    items: dict[str, int]
    gains: dict[str, dict[str, Gain | None]]
    places: tuple[Share, ...]
    newest: Share | None

    @property
    def telling(self) -> list[tuple[str, str, Gain]]:
        """Rules whose whole interval lies above LIMIT points, by gain."""
        found = [
            (name, kind, gain)
            for name, by_kind in self.gains.items()
            for kind, gain in by_kind.items()
            if gain and gain.interval and gain.interval[0] > LIMIT
        ]
        return sorted(found, key=lambda each: -each[2].points)


def probe(source: str, langs: Sequence[Lang] | None) -> list[LangProbe]:
    """Probe a dataset, language by language. Raises what `load` raises."""
    dataset = load(source, langs)
    return [_probe(data) for data in dataset.langs.values()]


def _probe(data: LangData) -> LangProbe:
    asked = [(item, shown) for item, shown in _shown(data) if item.answerable or item.base is not None]
    forms = [features(shown) for _, shown in asked]
    kinds = sorted({item.kind for item, _ in asked if not item.answerable})
    names = list(forms[0]) if forms else []
    gains: dict[str, dict[str, Gain | None]] = {name: {} for name in (*names, ALL)}
    for kind in (DECLINED, *kinds):
        rows = [i for i, (item, _) in enumerate(asked) if item.answerable or kind in (DECLINED, item.kind)]
        positive = [not asked[i][0].answerable for i in rows]
        groups = [asked[i][0].base or asked[i][0].id for i in rows]
        for name in names:
            gains[name][kind] = rule([forms[i][name] for i in rows], positive, groups)
        gains[ALL][kind] = together([list(forms[i].values()) for i in rows], positive, groups)
    main = [(item, shown) for item, shown in asked if item.answerable]
    counts = {kind: sum(item.kind == kind for item, _ in asked) for kind in dict.fromkeys(i.kind for i, _ in asked)}
    return LangProbe(data.lang, counts, gains, tuple(_places(main)), _newest(main))


def _shown(data: LangData) -> Iterator[tuple[Item, tuple[Chunk, ...]]]:
    for item in data.items:
        shown = context(item, SHUFFLED, corpus=data.corpus, retriever=None, k=0, seed=0, repeat=0)
        if shown:
            yield item, shown


def _gold(item: Item) -> frozenset[str]:
    return frozenset((*item.positive, *item.overlay.copies_of(item.positive)))


Pick = Callable[[Sequence[Chunk]], Chunk]
PickDocument = Callable[[Sequence[Document]], Document]

CHUNKS: dict[str, Pick] = {
    "longest chunk": lambda shown: max(shown, key=lambda chunk: (len(chunk.text), chunk.id)),
    "shortest chunk": lambda shown: min(shown, key=lambda chunk: (len(chunk.text), chunk.id)),
    "first chunk shown": lambda shown: shown[0],
    "last chunk shown": lambda shown: shown[-1],
    "first chunk by id": lambda shown: min(shown, key=lambda chunk: chunk.id),
    "last chunk by id": lambda shown: max(shown, key=lambda chunk: chunk.id),
}
DOCUMENTS: dict[str, PickDocument] = {
    "longest document": lambda found: max(found, key=lambda document: (document.length, document.title)),
    "shortest document": lambda found: min(found, key=lambda document: (document.length, document.title)),
    "first document shown": lambda found: found[0],
    "last document shown": lambda found: found[-1],
    "newest document": lambda found: max(found, key=lambda document: (document.dated or date.min, document.title)),
    "oldest document": lambda found: min(found, key=lambda document: (document.dated or date.max, document.title)),
}


def _places(main: Sequence[tuple[Item, Sequence[Chunk]]]) -> Iterator[Share]:
    """For every way to pick a chunk or document by form: how often it is gold, beside the share of gold ones."""
    for name, pick in CHUNKS.items():
        yield _share(
            name,
            [
                (item, pick(shown).id in _gold(item), sum(chunk.id in _gold(item) for chunk in shown) / len(shown))
                for item, shown in main
            ],
        )
    for name, pick_document in DOCUMENTS.items():
        cases = []
        for item, shown in main:
            found = documents(shown)
            gold = [any(chunk.id in _gold(item) for chunk in document.chunks) for document in found]
            cases.append((item, gold[found.index(pick_document(found))], sum(gold) / len(found)))
        yield _share(name, cases)


def _newest(main: Sequence[tuple[Item, Sequence[Chunk]]]) -> Share | None:
    """Of pairs of documents with one title but for figures, one gold and one not: how often the gold one is newer."""
    cases = []
    for item, shown in main:
        found = documents(shown)
        gold = [document for document in found if any(chunk.id in _gold(item) for chunk in document.chunks)]
        for one in gold:
            for other in found:
                if other in gold or other.stem != one.stem:
                    continue
                newer = _newer(one, other)
                if newer is not None:
                    cases.append((item, newer, 0.5))
    return _share("the newer edition", cases) if cases else None


def _newer(one: Document, other: Document) -> bool | None:
    """By the dates in their heads, else by the figures of their titles; None where neither tells."""
    if one.dated and other.dated and one.dated != other.dated:
        return one.dated > other.dated
    if one.dated is None and other.dated is None and one.edition != other.edition:
        return one.edition > other.edition
    return None


def _share(name: str, cases: Sequence[tuple[Item, bool, float]]) -> Share:
    groups: dict[str, list[float]] = {}
    for item, hit, chance in cases:
        groups.setdefault(item.base or item.id, []).append(hit - chance)
    count = len(cases)
    share = sum(hit for _, hit, _ in cases) / count if count else 0.0
    chance = sum(chance for _, _, chance in cases) / count if count else 0.0
    return Share(name, share, chance, bootstrap_mean(list(groups.values())) if groups else None, count)
