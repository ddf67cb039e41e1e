"""RGB (arXiv 2309.01431): the English files of its `data/` folder, each with rules of its own.

    en, en_refine   noise rows: a Main item with positive and negative passages, and its evidence-removed twin
                    (RGB's negative rejection shows noise alone), unless the row has no negative passage
    en_int          information integration: a Main item with the aspect multi_source; `positive` is one list of
                    passages for each sub-answer
    en_fact         counterfactual robustness: a contradictory item. RGB gives each passage twice, as found and with
                    the answer falsified. The passages as found are `positive` and belong to the corpus; the
                    falsified ones stand in `overlay.add` only, so that no other item can retrieve a falsehood

A list as answer means that every element must be in the reply, an inner list that any one of its spellings is
enough: both go to `parts`, and `answer` joins the first spellings with "; ". RGB names no passage of a row as the
decisive one and fixes no context; the `shuffled` arm shows all of them.

The Chinese files cannot be used: the suite's prompts are Japanese and English.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from bench.dataset import fields
from bench.dataset.fields import Passage
from bench.dataset.importers.files import File, Imported
from bench.dataset.importers.own import DECLINE
from bench.dataset.language import is_chinese
from bench.dataset.rows import Faults, Row, json_kind
from bench.dataset.shapes import LangData
from bench.errors import DataError
from bench.records import Aspect, Chunk, Item, Lang, Overlay

KEYS = (
    "id",
    "query",
    "answer",
    "fakeanswer",
    "positive",
    "positive_wrong",
    "negative",
    "asnwer1",
    "answer1",
    "answer2",
)
"""`asnwer1` is RGB's own spelling; it and `answer2` repeat what `answer` holds."""


def read(files: Sequence[File], langs: Sequence[Lang], faults: Faults) -> Imported:
    """All English files given; DataError where there are only Chinese ones."""
    english = [file for file in files if not _chinese(file)]
    if not english:
        raise DataError(
            "RGB's Chinese files cannot be used, because the suite has Japanese and English prompts "
            "only; give en.json, en_refine.json, en_int.json or en_fact.json."
        )
    corpus: dict[str, Chunk] = {}
    items: list[Item] = []
    if "en" in langs:
        for file in english:
            ids: dict[str, Row] = {}
            for row in file.rows:
                items.extend(_items(file.stem, row, ids, corpus, faults))
    data: dict[Lang, LangData] = {"en": LangData("en", MappingProxyType(corpus), tuple(items))}
    return Imported(data, tuple(english), ("en",))


def _chinese(file: File) -> bool:
    return is_chinese(str(row.fields.get("query", "")) for row in file.rows)


def _items(stem: str, row: Row, ids: dict[str, Row], corpus: dict[str, Chunk], faults: Faults) -> list[Item]:
    before = len(faults.found)
    fields.unknown_fields(row, KEYS, faults)
    name = _id(stem, row, ids, faults)
    question = fields.text(row, "query", faults)
    parts = _parts(row, faults)
    positive = _positive(row, faults)
    negative = fields.passages(row, "negative", faults)
    wrong = fields.passages(row, "positive_wrong", faults)
    if "positive_wrong" in row.fields:
        _check_wrong(row, positive, wrong, faults)
    if len(faults.found) > before:
        return []
    gold = fields.keep(corpus, "rgb-en", positive)
    noise = tuple(c for c in fields.keep(corpus, "rgb-en", negative) if c not in gold)
    # A file and its revision ask the same questions under the same numbers: they are one cluster.
    cluster = name.replace("en_refine", "en", 1)
    answer = "; ".join(spellings[0] for spellings in parts)
    listed = parts if isinstance(row.fields["answer"], list) else ()
    integration = any(isinstance(part, list) for part in row.fields["positive"])
    main = Item(
        id=name,
        lang="en",
        kind="main",
        question=question,
        answer=answer,
        parts=listed,
        accept=parts[0][1:] if len(parts) == 1 else (),
        aspects=(Aspect.MULTI_SOURCE,) if integration else (),
        positive=gold,
        negative=noise,
        cluster=cluster,
        source=row.where,
    )
    if wrong:
        return [_contradictory(main, _fake(row), wrong)]
    return [main, _removed(main)] if noise and not integration else [main]


def _removed(main: Item) -> Item:
    return Item(
        id=f"{main.id}-INS",
        lang="en",
        kind="insufficient",
        question=main.question,
        answer=DECLINE["en"],
        aspects=(Aspect.INSUFFICIENT,),
        negative=main.negative,
        overlay=Overlay(remove=main.positive),
        base=main.id,
        cluster=main.cluster,
        source=main.source,
    )


def _contradictory(main: Item, fake: str, wrong: Sequence[Passage]) -> Item:
    rivals: dict[str, Chunk] = {}
    fields.keep(rivals, "rgb-en", wrong)
    added = tuple(chunk for chunk in rivals.values() if chunk.id not in main.positive)
    rival = f" and {fake}" if fake else " and another answer"
    return Item(
        id=main.id,
        lang="en",
        kind="contradictory",
        question=main.question,
        answer=f"It cannot be determined: the passages disagree and give {main.answer}{rival}.",
        aspects=(Aspect.CONTRADICTORY,),
        positive=main.positive,
        negative=main.negative,
        overlay=Overlay(add=added),
        cluster=main.cluster,
        source=main.source,
    )


def _id(stem: str, row: Row, ids: dict[str, Row], faults: Faults) -> str:
    value = row.fields.get("id")
    if isinstance(value, bool) or not isinstance(value, int | str) or not str(value).strip():
        faults.add(row, "id", "is missing" if value is None else f"is {json_kind(value)}", "write a number")
        return ""
    name = f"rgb-{stem}-{value}"
    if name in ids:
        faults.add(row, "id", f"{value} is also used at {ids[name].where}", "use another number")
    ids.setdefault(name, row)
    return name


def _parts(row: Row, faults: Faults) -> tuple[tuple[str, ...], ...]:
    """The answer as parts, each with its spellings; a plain text is one part with one spelling."""
    value = row.fields.get("answer")
    parts = value if isinstance(value, list) else [value]
    spelt = [part if isinstance(part, list) else [part] for part in parts]
    if value is None or not spelt or not all(spelt):
        faults.add(row, "answer", "is missing" if value is None else "is an empty list", "write the answer")
        return ()
    for position, part in enumerate(spelt):
        for spelling in part:
            if not isinstance(spelling, str) or not spelling.strip():
                what = "is empty" if isinstance(spelling, str) else f"is {json_kind(spelling)}, not a text"
                faults.add(
                    row,
                    f"answer[{position}]" if isinstance(value, list) else "answer",
                    what,
                    "write a text in double quotes",
                )
                return ()
    return tuple(tuple(part) for part in spelt)


def _positive(row: Row, faults: Faults) -> tuple[Passage, ...]:
    """The positive passages, one list for each sub-answer laid end to end where the row has lists of lists."""
    value: Any = row.fields.get("positive")
    if isinstance(value, list) and any(isinstance(part, list) for part in value):
        flat = [(n, m, p) for n, part in enumerate(value) if isinstance(part, list) for m, p in enumerate(part)]
        for n, part in enumerate(value):
            if not isinstance(part, list) or not part:
                faults.add(row, f"positive[{n}]", "is not a list of passages", "give each sub-answer its list")
        found = [fields.passage(row, f"positive[{n}][{m}]", p, faults) for n, m, p in flat]
        return tuple(p for p in found if p is not None)
    passages = fields.passages(row, "positive", faults, required=True)
    if isinstance(value, list) and not value:
        faults.add(row, "positive", "is empty: no passage supports the answer", "add the passages or remove the row")
    return passages


def _check_wrong(row: Row, positive: Sequence[Passage], wrong: Sequence[Passage], faults: Faults) -> None:
    if len(wrong) != len(positive):
        faults.add(
            row,
            "positive_wrong",
            f"has {len(wrong)} passages where 'positive' has {len(positive)}",
            "give each positive passage its falsified form",
        )
    elif all(false == true for false, true in zip(wrong, positive, strict=True)):
        faults.add(
            row,
            "positive_wrong",
            "does not differ from 'positive', so that nothing contradicts",
            "falsify the answer in at least one passage or remove the row",
        )


def _fake(row: Row) -> str:
    value = row.fields.get("fakeanswer", "")
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value).strip()
