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

from collections.abc import Iterable, Sequence

from bench.dataset.fields import Fields, Passage, keep
from bench.dataset.importers.files import Draft, File, Imported
from bench.dataset.rows import Faults, json_kind
from bench.dataset.shapes import derived, without_evidence
from bench.errors import DataError
from bench.kinds import KINDS, MAIN
from bench.langs import LANGUAGES
from bench.records import Aspect, Chunk, Item, Lang, Overlay

KEYS = "id query answer fakeanswer positive positive_wrong negative asnwer1 answer1 answer2".split()
"""`asnwer1` is RGB's own spelling; it and `answer2` repeat what `answer` holds."""
LANG: Lang = "en"
PREFIX = f"rgb-{LANG}"
CONFLICT = next(kind.id for kind in KINDS.values() if kind.conflict)


def read(files: Sequence[File], langs: Sequence[Lang], faults: Faults) -> Imported:
    """All English files given; DataError where there are only Chinese ones."""
    english = [file for file in files if not is_chinese(str(row.fields.get("query", "")) for row in file.rows)]
    if not english:
        raise DataError(
            "RGB's Chinese files cannot be used, because the suite has Japanese and English prompts "
            "only; give en.json, en_refine.json, en_int.json or en_fact.json."
        )
    draft = Draft(LANG)
    for file in english if LANG in langs else ():
        for row in file.rows:
            draft.items.extend(_items(file.stem, Fields(row, faults, KEYS), draft))
    return Imported({LANG: draft.finished()}, (LANG,))


def is_chinese(texts: Iterable[str]) -> bool:
    """Ideographs, and no kana at all: what tells Chinese from Japanese over more than a few sentences."""
    whole = "".join(texts)
    return any(map(LANGUAGES["ja"].marks, whole)) and not any("\u3041" <= c <= "\u30ff" for c in whole)


def _items(stem: str, row: Fields, draft: Draft) -> list[Item]:
    name = _id(stem, row, draft)
    question = row.text("query")
    parts = _parts(row)
    positive = _positive(row)
    negative = row.passages("negative")
    wrong = row.passages("positive_wrong")
    if "positive_wrong" in row.row.fields:
        _check_wrong(row, positive, wrong)
    if not row.sound:
        return []
    gold = keep(draft.corpus, PREFIX, positive)
    integration = any(isinstance(part, list) for part in row.get("positive"))
    main = Item(
        id=name,
        lang=LANG,
        kind=MAIN,
        question=question,
        answer="; ".join(spellings[0] for spellings in parts),
        parts=parts if isinstance(row.get("answer"), list) else (),
        accept=parts[0][1:] if len(parts) == 1 else (),
        aspects=(Aspect.MULTI_SOURCE,) if integration else (),
        positive=gold,
        negative=tuple(c for c in keep(draft.corpus, PREFIX, negative) if c not in gold),
        # A file and its revision ask the same questions under the same numbers: they are one cluster.
        cluster=name.replace("en_refine", "en", 1),
        source=row.row.where,
    )
    if wrong:
        return [_contradictory(main, _fake(row), wrong)]
    return [main, without_evidence(main)] if main.negative and not integration else [main]


def _contradictory(main: Item, fake: str, wrong: Sequence[Passage]) -> Item:
    rivals: dict[str, Chunk] = {}
    keep(rivals, PREFIX, wrong)
    added = tuple(chunk for chunk in rivals.values() if chunk.id not in main.positive)
    answer = f"It cannot be determined: the passages disagree and give {main.answer} and {fake or 'another answer'}."
    # The item stands in place of its Main item, so it has no base in the set.
    overlay = Overlay(add=added, rival=tuple(chunk.id for chunk in added))
    return derived(main, main.id, CONFLICT, overlay, answer).model_copy(update={"base": None})


def _id(stem: str, row: Fields, draft: Draft) -> str:
    value = row.number_or_text("id", "write a number")
    name = f"rgb-{stem}-{value}"
    if value:
        row.unique("id", name, draft.ids, "use another number", f"{value} ")
    return name


def _parts(row: Fields) -> tuple[tuple[str, ...], ...]:
    """The answer as parts, each with its spellings; a plain text is one part with one spelling."""
    value = row.get("answer")
    spelt = [part if isinstance(part, list) else [part] for part in (value if isinstance(value, list) else [value])]
    if value is None or not spelt or not all(spelt):
        row.fault("answer", "is missing" if value is None else "is an empty list", "write the answer")
        return ()
    for position, part in enumerate(spelt):
        for spelling in part:
            if not isinstance(spelling, str) or not spelling.strip():
                what = "is empty" if isinstance(spelling, str) else f"is {json_kind(spelling)}, not a text"
                field = f"answer[{position}]" if isinstance(value, list) else "answer"
                row.fault(field, what, "write a text in double quotes")
                return ()
    return tuple(tuple(part) for part in spelt)


def _positive(row: Fields) -> tuple[Passage, ...]:
    """The positive passages, one list for each sub-answer laid end to end where the row has lists of lists."""
    value = row.get("positive")
    if isinstance(value, list) and any(isinstance(part, list) for part in value):
        flat = [(n, m, p) for n, part in enumerate(value) if isinstance(part, list) for m, p in enumerate(part)]
        for n, part in enumerate(value):
            if not isinstance(part, list) or not part:
                row.fault(f"positive[{n}]", "is not a list of passages", "give each sub-answer its list")
        found = [row.passage(f"positive[{n}][{m}]", p) for n, m, p in flat]
        return tuple(p for p in found if p is not None)
    passages = row.passages("positive", required=True)
    if value == []:
        row.fault("positive", "is empty: no passage supports the answer", "add the passages or remove the row")
    return passages


def _check_wrong(row: Fields, positive: Sequence[Passage], wrong: Sequence[Passage]) -> None:
    if len(wrong) != len(positive):
        problem = f"has {len(wrong)} passages where 'positive' has {len(positive)}"
        row.fault("positive_wrong", problem, "give each positive passage its falsified form")
    elif all(false == true for false, true in zip(wrong, positive, strict=True)):
        problem = "does not differ from 'positive', so that nothing contradicts"
        row.fault("positive_wrong", problem, "falsify the answer in at least one passage or remove the row")


def _fake(row: Fields) -> str:
    value = row.get("fakeanswer", "")
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value).strip()
