"""A user's own questions: JSON Lines, one object for each item, with its passages inside.

| field | type | meaning |
|---|---|---|
| id | text or whole number | required, unique within a language; the same in both languages for a pair |
| question | text | required |
| answer | text | required: the reference; for an item that cannot be answered, a sentence that says so |
| contexts (or positive, or gold) | list of passages | what the answer rests on; required for a main item |
| negative | list of passages | what is shown beside it in the shuffled arm |
| kind | text | main (default), insufficient, contradictory, incomplete or false_premise |
| refuted | text | required for false_premise: what the question takes for granted; answer is then the correction |
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

from bench.dataset.fields import Fields, Passage, keep
from bench.dataset.importers.files import Draft, File, Imported
from bench.dataset.rows import Faults
from bench.kinds import MAIN, kind_of
from bench.records import KINDS, LANGS, Aspect, Chunk, Item, Kind, Lang, Overlay, composition_fault
from bench.records.items import OWN_ROW_KINDS

POSITIVE = ("contexts", "positive", "gold")
KEYS = (
    "id",
    "question",
    "answer",
    *POSITIVE,
    *"negative kind refuted aspects accept parts base lang reasoning snapshot".split(),
)


def read(files: Sequence[File], langs: Sequence[Lang], faults: Faults) -> Imported:
    """Every row of every file, by language; rows of a language that is not wanted are read and checked too."""
    drafts = {lang: Draft(lang) for lang in LANGS}
    for file in files:
        named = file.language("question")
        for row in file.rows:
            fields = Fields(row, faults, KEYS)
            suite = "language of the suite"
            draft = drafts[fields.choice("lang", named, LANGS, suite, f"write {' or '.join(LANGS)}")]
            item = _item(fields, draft)
            if item is not None:
                draft.items.append(item)
    there = {lang: draft for lang, draft in drafts.items() if draft.items}
    for draft in there.values():
        for item in draft.items:
            if item.base is not None and item.base not in draft.ids:
                row = draft.ids[item.id]
                faults.add(row, "base", f"no item has the id '{item.base}'", "name a row of this language")
    return Imported({lang: draft.finished() for lang, draft in there.items() if lang in langs}, tuple(there))


def _item(row: Fields, draft: Draft) -> Item | None:
    name = row.number_or_text("id", "give each row an id of its own")
    if name:
        row.unique("id", name, draft.ids, "use another id", f"'{name}' ")
    kind = row.choice("kind", MAIN, KINDS, "kind", f"write one of {', '.join(KINDS)}")
    question, answer = row.text("question"), row.text("answer")
    aspects = _aspects(row, kind)
    gold = _positive(row, kind)
    noise = row.passages("negative")
    if not kind_of(kind).has_evidence and "negative" in row.row.fields and not noise:
        row.fault("negative", "is empty, so that nothing can be shown", "add passages")
    refuted = row.text("refuted", required=kind_of(kind).apart)
    if refuted and not kind_of(kind).apart:
        row.fault("refuted", f"does not fit the kind {kind}", 'add "kind": "false_premise", or leave the field out')
    accept, parts = row.texts("accept"), _parts(row)
    base, reasoning, snapshot = (row.text(field, required=False) for field in ("base", "reasoning", "snapshot"))
    if not row.sound:
        return None
    own: dict[str, Chunk] = draft.corpus if kind_of(kind).own_question else {}
    positive = keep(own, draft.lang, gold)
    return Item(
        id=name,
        lang=draft.lang,
        kind=kind,
        question=question,
        answer=answer,
        refuted=refuted,
        accept=accept,
        parts=parts,
        aspects=aspects,
        positive=positive,
        negative=tuple(c for c in keep(draft.corpus, draft.lang, noise) if c not in positive),
        overlay=Overlay(add=tuple(own[c] for c in positive)) if kind in OWN_ROW_KINDS else Overlay(),
        base=base or None,
        cluster=base or name,
        reasoning=reasoning,
        snapshot=snapshot,
        source=row.row.where,
    )


def _aspects(row: Fields, kind: Kind) -> tuple[Aspect, ...]:
    names = row.texts("aspects")
    unknown = [name for name in names if name not in list(Aspect)]
    if unknown:
        row.fault("aspects", f"'{unknown[0]}' is not an aspect", f"write one of {', '.join(Aspect)}")
        return ()
    aspects = tuple(Aspect(name) for name in names)
    if fault := composition_fault(aspects):
        row.fault("aspects", fault, "correct the list")
        return ()
    if kind_of(kind).apart:
        if aspects:
            row.fault("aspects", f"do not fit the kind {kind}, which counts in no category", "leave the field out")
        return ()
    if not kind_of(kind).answerable:
        if aspects not in ((), (Aspect(kind),)):
            row.fault("aspects", f"do not fit the kind {kind}", f'write ["{kind}"] or leave the field out')
        return (Aspect(kind),)
    if any(aspect.value in KINDS for aspect in aspects):
        row.fault("kind", f"is missing beside the aspect {aspects[0]}", f'add "kind": "{aspects[0]}"')
    return aspects


def _positive(row: Fields, kind: Kind) -> tuple[Passage, ...]:
    names = [name for name in POSITIVE if name in row.row.fields]
    if len(names) > 1:
        row.fault(names[1], f"means the same as '{names[0]}'", "keep one of the two")
    name = names[0] if names else POSITIVE[0]
    needed = kind_of(kind).has_evidence
    passages = row.passages(name, required=needed)
    if needed and row.get(name) == []:
        what = "is empty: no passage supports the answer"
        row.fault(name, what, 'add the passages, or set "kind": "insufficient"')
    if passages and not needed:
        row.fault(name, "must not stand in an item whose evidence is missing", "move it to 'negative'")
    return passages


def _parts(row: Fields) -> tuple[tuple[str, ...], ...]:
    value = row.get("parts", [])
    good = isinstance(value, list) and all(
        isinstance(part, list) and part and all(isinstance(s, str) and s.strip() for s in part) for part in value
    )
    if not good:
        row.fault("parts", "is not a list of lists of texts", 'write [["Paris"], ["12 May", "May 12"]]')
        return ()
    return tuple(tuple(part) for part in value)
