"""Rankings made elsewhere: a TREC run file, `qid Q0 docid rank score tag` on each line; and qrels to make them with.

A qid is an item's id behind its language (`en/GIB-001`), or the bare id in a file of one language. Guarantees: every
faulty line is named with what is wrong; a question without a ranking is an error, never an empty context.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bench.errors import DataError
from bench.records import LANGS, Chunk, Item, Lang, Overlay
from bench.retrieval.corpus import best_first

LANG_FIELD = "{lang}"
"""In the name of a run file: stands for the language, one file for each."""
_SHOWN = 20

Scores = dict[str, dict[str, float]]
"""Item id to chunk id to score."""


@dataclass(frozen=True)
class TrecRun:
    """The rankings of one language. An evidence-removed twin without lines of its own has its Main item's ranking,
    the removed chunks left out: that is what an index gives from which they were deleted. Every other item needs
    lines of its own, which may name the chunks that it adds.

    `overlays`: what the Main items change in the corpus, by id; none where an id is not in it."""

    rankings: Mapping[str, tuple[str, ...]]
    name: str = "trec"
    overlays: Mapping[str, Overlay] = field(default_factory=dict)

    def rank(self, item: Item, k: int) -> tuple[str, ...]:
        """The k best chunk ids of the file for this item; fewer where the file has fewer.

        Raises DataError where the file has no ranking for the item; `read` has checked this for its items.
        """
        ranking = self.ranking(item)
        if ranking is None:
            raise DataError(f"The TREC run has no ranking for {item.lang}/{item.id}: add its lines to the file.")
        # A Main item asked as a canary has its own lines, with the evidence that was taken away.
        return tuple(name for name in ranking if name not in item.overlay.remove)[:k]

    def ranking(self, item: Item) -> tuple[str, ...] | None:
        """The item's own ranking, or that of its Main item where their corpora differ in removed chunks alone."""
        if item.id in self.rankings:
            return self.rankings[item.id]
        if item.base is None or item.base not in self.rankings:
            return None
        main = self.overlays.get(item.base, Overlay())
        same = (item.overlay.add, item.overlay.cuts) == (main.add, main.cuts)
        return self.rankings[item.base] if same else None


def read(
    path: Path, corpora: Mapping[Lang, Mapping[str, Chunk]], known: Iterable[Item], items: Iterable[Item]
) -> dict[Lang, TrecRun]:
    """A run file for each language of `corpora`; `{lang}` in the path names one file per language.

    By falling score, equal scores by chunk id; the rank column must be a number and decides nothing, as in trec_eval.
    `known`: every item of these languages; `items`: those that must have a ranking. Lines of the suite's languages
    that are not in `corpora` are passed over. Raises DataError with every fault, by line.
    """
    by_id = {(item.lang, item.id): item for item in known}
    faults: list[str] = []
    scores: dict[Lang, Scores] = {lang: {} for lang in corpora}
    for file, langs in _files(path, corpora):
        _read_file(file, langs, by_id, corpora, scores, faults)
    runs = {
        lang: TrecRun(
            {name: best_first(ranked) for name, ranked in scores[lang].items()},
            overlays={name: item.overlay for (of, name), item in by_id.items() if of == lang},
        )
        for lang in corpora
    }
    missing = [f"{i.lang}/{i.id}" for i in items if runs[i.lang].ranking(i) is None]
    if missing:
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        faults.append(
            f"{path.name}: has no ranking for {', '.join(missing[:_SHOWN])}{more}; add lines for them, or ask fewer "
            "items. An item with a rival or a cut chunk needs a ranking over its own corpus."
        )
    if faults:
        rest = [f"… and {len(faults) - 5 * _SHOWN} more"] if len(faults) > 5 * _SHOWN else []
        raise DataError(f"The TREC run {path} cannot be used.", [*faults[: 5 * _SHOWN], *rest])
    return runs


def qrels(items: Iterable[Item]) -> str:
    """The gold chunks of the items as TREC qrels, `qid 0 docid 1` on each line; items without gold have no line.

    Raises DataError where an id holds white space, which the format cannot carry.
    """
    lines = []
    for item in items:
        for chunk in gold(item):
            if len(f"{item.id} {chunk}".split()) != 2:
                raise DataError(
                    f"The ids {item.id!r} and {chunk!r} cannot stand in a TREC file: they hold white space."
                )
            lines.append(f"{item.lang}/{item.id} 0 {chunk} 1\n")
    return "".join(lines)


def gold(item: Item) -> tuple[str, ...]:
    """The ids that a retriever should find for the item: its positive chunks that its overlay has not removed."""
    return tuple(name for name in item.positive if name not in item.overlay.remove)


def _files(path: Path, langs: Iterable[Lang]) -> list[tuple[Path, tuple[Lang, ...]]]:
    if LANG_FIELD not in str(path):
        return [(path, tuple(langs))]
    return [(Path(str(path).replace(LANG_FIELD, lang)), (lang,)) for lang in langs]


def _read_file(
    path: Path,
    langs: tuple[Lang, ...],
    items: Mapping[tuple[Lang, str], Item],
    corpora: Mapping[Lang, Mapping[str, Chunk]],
    scores: Mapping[Lang, Scores],
    faults: list[str],
) -> None:
    try:
        lines = path.read_bytes().decode("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        faults.append(f"{path}: cannot be read ({why}); give a TREC run file")
        return
    for number, line in enumerate(lines, start=1):
        columns = line.split()
        if not columns:
            continue
        where = f"{path.name}:{number}"
        if len(columns) != 6:
            faults.append(f"{where}: has {len(columns)} columns, not the six qid Q0 docid rank score tag")
            continue
        qid, _, docid, rank, score, _ = columns
        value = _number(score)
        if value is None or _number(rank) is None:
            faults.append(f"{where}: rank {rank!r} and score {score!r} must be finite numbers")
            continue
        if (item := _item(qid, langs, items, where, faults)) is None:
            continue
        ranked = scores[item.lang].setdefault(item.id, {})
        if fault := _fault(docid, item, corpora[item.lang], ranked):
            faults.append(f"{where}: {docid!r} {fault}")
        else:
            ranked[docid] = value


def _item(
    qid: str, langs: tuple[Lang, ...], items: Mapping[tuple[Lang, str], Item], where: str, faults: list[str]
) -> Item | None:
    """The item that a qid names; None, with a fault, for no item or several, and without one for another language."""
    prefix, slash, name = qid.partition("/")
    if slash and prefix in LANGS:
        named = next((lang for lang in langs if lang == prefix), None)
        if named is None:
            return None
        if (named, name) in items:
            return items[named, name]
    bare = [lang for lang in langs if (lang, qid) in items]
    if len(bare) == 1:
        return items[bare[0], qid]
    if bare:
        faults.append(f"{where}: {qid!r} is an item of several languages; write {bare[0]}/{qid}")
    else:
        faults.append(f"{where}: {qid!r} is no item of the dataset")
    return None


def _fault(docid: str, item: Item, corpus: Mapping[str, Chunk], known: Mapping[str, float]) -> str | None:
    if docid in known:
        return f"is ranked twice for {item.lang}/{item.id}; keep one line"
    if docid in item.overlay.remove:
        return f"is not in the corpus of {item.lang}/{item.id}, from which it was removed; take the line out"
    if docid not in corpus and all(docid != chunk.id for chunk in item.overlay.add):
        return "is no chunk of the corpus"
    return None


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
