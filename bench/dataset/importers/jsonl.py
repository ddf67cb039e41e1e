"""A user's own questions: JSON Lines, one object for each question, with its passages inside.

The plain form is `{"question": …, "contexts": […], "answer": …}`; null as the answer says that the contexts have none.

| field | type | meaning |
|---|---|---|
| question | text | required |
| contexts (or positive, or gold) | list of passages | what the answer rests on; required but for insufficient |
| answer | text or null | required: the reference. null: the passages do not answer the question |
| unanswerable | true or false | true is the kind insufficient, as null is; `answer` may then be a sentence on that |
| id | text or whole number | unique within a language; the same in both languages for a pair. Else file and line |
| negative | list of passages | what is shown beside it in the shuffled arm |
| kind | text | main (default), insufficient, contradictory, incomplete or false_premise |
| refuted | text | required for false_premise: what the question takes for granted; answer is then the correction |
| aspects | list of texts | LIT's aspects, one or two; without them the item counts in no category but Abstention |
| accept | list of texts | other right forms of the answer |
| parts | list of lists of texts | where set: every part must be in the reply, in any one of its spellings |
| base | id | the main item that an unanswerable one was made from: they become one cluster |
| lang | text | en or ja; without it the file's name (en.jsonl, ja.jsonl) decides, else the script of the question |
| reasoning, snapshot | text | optional |

Of an insufficient item `contexts` are shown although they do not answer, as `negative` are.

A passage is a text, or an object with `content` or `text`, and optionally `title` or `filename`. Passages get ids by
content: the same passage in two rows is one chunk. Passages of a contradictory or incomplete item under `contexts`
stand in that item's overlay alone, since they were made for it. No evidence-removed twins are derived here: nobody
has checked that the negative passages do not answer the question. Write unanswerable rows for that.
"""

from __future__ import annotations

from collections.abc import Sequence

from bench.dataset.fields import Fields, Passage, keep
from bench.dataset.importers.files import Draft, File, Imported
from bench.dataset.rows import Faults
from bench.dataset.shapes import REMOVED
from bench.kinds import MAIN, kind_of
from bench.langs import language, language_of
from bench.records import KINDS, LANGS, Aspect, Chunk, Item, Kind, Lang, Overlay, composition_fault
from bench.records.items import OWN_ROW_KINDS
from bench.text.display import slug

POSITIVE = ("contexts", "positive", "gold")
MARKS = ("unanswerable", "kind")
"""Fields that say whether the passages answer the question."""
KEYS = (
    "id",
    "question",
    "answer",
    *POSITIVE,
    *MARKS,
    *"negative refuted aspects accept parts base lang reasoning snapshot".split(),
)


def read(files: Sequence[File], langs: Sequence[Lang], faults: Faults) -> Imported:
    """Every row of every file, by language; rows of a language that is not wanted are read and checked too."""
    drafts = {lang: Draft(lang) for lang in LANGS}
    for file in files:
        for row in file.rows:
            fields = Fields(row, faults, KEYS)
            suite = "language of the suite"
            named = file.stem if file.stem in LANGS else language_of([str(row.fields.get("question", ""))])
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
    name = row.number_or_text("id", "give each row an id of its own") if "id" in row.row.fields else _by_line(row)
    if name:
        row.unique("id", name, draft.ids, "use another id", f"'{name}' ")
    kind = _kind(row)
    question, answer = row.text("question"), _answer(row, kind, draft.lang)
    aspects = _aspects(row, kind)
    gold, noise = _positive(row, kind), row.passages("negative")
    if not kind_of(kind).has_evidence:
        gold, noise = (), (*gold, *noise)
        if not noise and (named := next((n for n in ("negative", POSITIVE[0]) if n in row.row.fields), "")):
            row.fault(named, "is empty, so that nothing can be shown", "add passages")
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


def _by_line(row: Fields) -> str:
    """The id of a row that has none. It names the file too, so that no two files share one."""
    file, _, line = row.row.where.rpartition(":")
    return f"{slug(file.split('.')[0])}-{line}"


def _kind(row: Fields) -> Kind:
    """The kind of a row, which `kind`, `unanswerable` or an answer of null may state."""
    there = row.row.fields
    marked = row.flag("unanswerable")
    declines = marked or (marked is None and "kind" not in there and "answer" in there and there["answer"] is None)
    default = REMOVED if declines else MAIN
    kind = row.choice("kind", default, KINDS, "kind", f"write one of {', '.join(KINDS)}")
    if marked is not None and "kind" in there and marked is kind_of(kind).answerable:
        row.fault(
            "unanswerable", f"is {str(marked).lower()}, which does not fit the kind {kind}", "keep one of the two"
        )
    return kind


def _answer(row: Fields, kind: Kind, lang: Lang) -> str:
    """The reference. A row that is marked as unanswerable may leave it out, or have null: it then says that nothing
    can be determined."""
    if row.get("answer") is None and kind_of(kind).twin and ("answer" in row.row.fields or row.get("unanswerable")):
        return language(lang).insufficient
    if "answer" in row.row.fields and row.get("answer") is None:
        what = "is null, though the row says that there is a right answer"
        row.fault("answer", what, f"write it, or leave out {' and '.join(n for n in MARKS if n in row.row.fields)}")
        return ""
    return row.text("answer")


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
    if passages and not needed and name != POSITIVE[0]:
        row.fault(name, "must not stand in an item whose evidence is missing", "call it 'contexts' or 'negative'")
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
