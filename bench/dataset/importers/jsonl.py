"""A user's own questions: JSON Lines, one object for each item, with its passages inside.

| field | type | meaning |
|---|---|---|
| id | text or whole number | required, unique within a language; the same in both languages for a pair |
| question | text | required |
| answer | text | required: the reference; for an item that cannot be answered, a sentence that says so |
| contexts (or positive, or gold) | list of passages | what the answer rests on; required for a main item |
| negative | list of passages | what is shown beside it in the shuffled arm |
| kind | text | main (default), insufficient, contradictory or incomplete |
| aspects | list of texts | LIT's aspects, one or two; without them the item counts in no category but Abstention |
| accept | list of texts | other right forms of the answer |
| parts | list of lists of texts | where set: every part must be in the reply, in any one of its spellings |
| base | id | the main item that an unanswerable one was made from: they become one cluster |
| lang | text | en or ja; without it the file's name (en.jsonl, ja.jsonl) decides, else the script of the questions |
| reasoning, snapshot | text | optional |

A passage is a text, or an object with `content` or `text`, and optionally `title` or `filename`. Passages get ids by
content: the same passage in two rows is one chunk. Passages of a contradictory or incomplete item under `contexts`
stand in that item's overlay alone, since they were made for it. No evidence-removed twins are derived here: nobody
has checked that the negative passages do not answer the question. Write rows of kind insufficient for that.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import cast

from bench.dataset import fields
from bench.dataset.importers.files import File, Imported, file_language
from bench.dataset.rows import Faults, Row, json_kind
from bench.dataset.shapes import LangData
from bench.records import KINDS, LANGS, Aspect, Chunk, Item, Kind, Lang, Overlay, composition_fault

POSITIVE = ("contexts", "positive", "gold")
KEYS = (
    "id",
    "question",
    "answer",
    *POSITIVE,
    "negative",
    "kind",
    "aspects",
    "accept",
    "parts",
    "base",
    "lang",
    "reasoning",
    "snapshot",
)


def read(files: Sequence[File], langs: Sequence[Lang], faults: Faults) -> Imported:
    """Every row of every file, by language; rows of a language that is not wanted are read and checked too."""
    corpora: dict[Lang, dict[str, Chunk]] = {}
    items: dict[Lang, list[Item]] = {}
    ids: dict[tuple[Lang, str], Row] = {}
    for file in files:
        own = file_language(file, "question")
        for row in file.rows:
            lang = _lang(row, own, faults)
            item = _item(row, lang, corpora.setdefault(lang, {}), ids, faults)
            if item is not None:
                items.setdefault(lang, []).append(item)
    _check_bases(items, ids, faults)
    data = {lang: LangData(lang, MappingProxyType(corpora[lang]), tuple(found)) for lang, found in items.items()}
    wanted = {lang: found for lang, found in data.items() if lang in langs}
    return Imported(wanted, tuple(files), tuple(lang for lang in LANGS if lang in data))


def _item(
    row: Row, lang: Lang, corpus: dict[str, Chunk], ids: dict[tuple[Lang, str], Row], faults: Faults
) -> Item | None:
    before = len(faults.found)
    fields.unknown_fields(row, KEYS, faults)
    name = _id(row, lang, ids, faults)
    kind = _kind(row, faults)
    question, answer = fields.text(row, "question", faults), fields.text(row, "answer", faults)
    aspects = _aspects(row, kind, faults)
    gold = _positive(row, kind, faults)
    noise = fields.passages(row, "negative", faults)
    if kind == "insufficient" and "negative" in row.fields and not noise:
        faults.add(row, "negative", "is empty, so that nothing can be shown", "add passages")
    accept, parts = fields.texts(row, "accept", faults), _parts(row, faults)
    base = fields.text(row, "base", faults, required=False)
    reasoning = fields.text(row, "reasoning", faults, required=False)
    snapshot = fields.text(row, "snapshot", faults, required=False)
    if len(faults.found) > before:
        return None
    own: dict[str, Chunk] = corpus if kind == "main" else {}
    positive = fields.keep(own, lang, gold)
    negative = tuple(c for c in fields.keep(corpus, lang, noise) if c not in positive)
    overlay = Overlay(add=tuple(own[c] for c in positive)) if kind in ("contradictory", "incomplete") else Overlay()
    return Item(
        id=name,
        lang=lang,
        kind=kind,
        question=question,
        answer=answer,
        accept=accept,
        parts=parts,
        aspects=aspects,
        positive=positive,
        negative=negative,
        overlay=overlay,
        base=base or None,
        cluster=base or name,
        reasoning=reasoning,
        snapshot=snapshot,
        source=row.where,
    )


def _id(row: Row, lang: Lang, ids: dict[tuple[Lang, str], Row], faults: Faults) -> str:
    value = row.fields.get("id")
    if isinstance(value, int) and not isinstance(value, bool):
        name = str(value)
    elif isinstance(value, str) and value.strip():
        name = value
    else:
        problem = "is missing" if value is None else "is empty" if value == "" else f"is {json_kind(value)}"
        faults.add(row, "id", problem, "give each row an id of its own")
        return ""
    if (lang, name) in ids:
        faults.add(row, "id", f"'{name}' is also used at {ids[lang, name].where}", "use another id")
    ids.setdefault((lang, name), row)
    return name


def _lang(row: Row, own: Lang, faults: Faults) -> Lang:
    value = row.fields.get("lang", own)
    if value in LANGS:
        return cast(Lang, value)
    faults.add(row, "lang", f"{value!r} is not a language of the suite", f"write {' or '.join(LANGS)}")
    return own


def _kind(row: Row, faults: Faults) -> Kind:
    value = row.fields.get("kind", "main")
    if value in KINDS:
        return cast(Kind, value)
    faults.add(row, "kind", f"{value!r} is not a kind", f"write one of {', '.join(KINDS)}")
    return "main"


def _aspects(row: Row, kind: Kind, faults: Faults) -> tuple[Aspect, ...]:
    names = fields.texts(row, "aspects", faults)
    unknown = [name for name in names if name not in list(Aspect)]
    if unknown:
        faults.add(row, "aspects", f"'{unknown[0]}' is not an aspect", f"write one of {', '.join(Aspect)}")
        return ()
    aspects = tuple(Aspect(name) for name in names)
    if fault := composition_fault(aspects):
        faults.add(row, "aspects", fault, "correct the list")
        return ()
    if kind != "main" and aspects not in ((), (Aspect(kind),)):
        faults.add(row, "aspects", f"do not fit the kind {kind}", f'write ["{kind}"] or leave the field out')
    elif kind == "main" and Aspect.INSUFFICIENT.category in [a.category for a in aspects]:
        faults.add(row, "kind", f"is missing beside the aspect {aspects[0]}", f'add "kind": "{aspects[0]}"')
    return aspects if kind == "main" else (Aspect(kind),)


def _positive(row: Row, kind: Kind, faults: Faults) -> tuple[fields.Passage, ...]:
    given = [name for name in POSITIVE if name in row.fields]
    if len(given) > 1:
        faults.add(row, given[1], f"means the same as '{given[0]}'", "keep one of the two")
    name = given[0] if given else POSITIVE[0]
    passages = fields.passages(row, name, faults, required=kind != "insufficient")
    value = row.fields.get(name)
    if kind != "insufficient" and isinstance(value, list) and not value:
        faults.add(
            row, name, "is empty: no passage supports the answer", 'add the passages, or set "kind": "insufficient"'
        )
    if kind == "insufficient" and passages:
        faults.add(row, name, "must not stand in an item whose evidence is missing", "move it to 'negative'")
    return passages


def _parts(row: Row, faults: Faults) -> tuple[tuple[str, ...], ...]:
    value = row.fields.get("parts", [])
    good = isinstance(value, list) and all(
        isinstance(part, list) and part and all(isinstance(s, str) and s.strip() for s in part) for part in value
    )
    if not good:
        faults.add(row, "parts", "is not a list of lists of texts", 'write [["Paris"], ["12 May", "May 12"]]')
        return ()
    return tuple(tuple(part) for part in value)


def _check_bases(items: dict[Lang, list[Item]], ids: dict[tuple[Lang, str], Row], faults: Faults) -> None:
    for lang, found in items.items():
        for item in found:
            row = ids[lang, item.id]
            if item.base is not None and (lang, item.base) not in ids:
                faults.add(row, "base", f"no item has the id '{item.base}'", "name a row of this language")
