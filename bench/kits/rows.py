"""Questions and contexts -> the rows of the suite's own format: items.jsonl, abstention.jsonl, chunks.jsonl.

The order of every list is that of ids, so that no place tells a role.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bench.kits.base import TIERS, Forms, Question
from bench.kits.contexts import Context
from bench.kits.world import Part, Piece, World

Row = dict[str, Any]

SUFFIX = {"insufficient": "INS", "contradictory": "CON", "incomplete": "INC"}
REASONS = {
    "en": {
        "insufficient": "It cannot be determined: “{title}” is not among the documents.",
        "contradictory": (
            "It cannot be determined: two copies of “{title}” lead to {answer} and {rival}, and nothing decides"
            " between them."
        ),
        "incomplete": "It cannot be determined: “{title}” breaks off before what is needed.",
    },
    "ja": {
        "insufficient": "判断できない。「{title}」が資料の中にない。",
        "contradictory": (
            "判断できない。「{title}」の二つの控えが食い違い、「{answer}」とも「{rival}」ともなる。"
            "いずれによるかを決める記載がない。"
        ),
        "incomplete": "判断できない。「{title}」が必要な記載の前で途切れている。",
    },
}


def chunk_rows(world: World, lang: str) -> list[Row]:
    """The corpus: every document of the world in the copy that the corpus holds. By id."""
    rows = [row for doc in world.docs for row in _chunks(world, world.piece(doc), lang)]
    return sorted(rows, key=lambda row: str(row["id"]))


def question_rows(
    world: World, program: str, number: int, question: Question, shown: dict[str, Context], lang: str
) -> tuple[Row, list[Row]]:
    """The row of items.jsonl and those of abstention.jsonl of one question, in one language."""
    made = world.program(program)
    id = f"{world.id}-{program}-{number}"
    rng = world.rng(program, number, "wording")
    gold = _evidence(world, question, lang)
    forms = question.answer[lang]
    first = shown["main" if made.kind == "main" else made.kind]
    item: Row = {
        "id": id,
        **({} if made.kind == "main" else {"kind": made.kind}),
        "question": rng.choice(list(question.ask[lang])),
        "answer": forms.text,
        "aspects": list(made.aspects),
        "positive": sorted({quote["chunk"] for quote in gold}),
        "negative": _negative(world, first, gold, lang),
        "evidence": gold,
        "accept": [form for form in forms.accept if form != forms.text],
        "snapshot": world.kit.snapshot,
        "author": world.kit.name,
        **({"refuted": question.refuted[lang].text} if question.refuted else {}),
        "drawn": _drawn(world, program, question, lang),
        "overlay": _overlay(world, question, first, lang),
    }
    rows = [
        {
            "id": f"{id}-{SUFFIX[kind]}",
            "base": id,
            "kind": kind,
            "answer": _reason(world, question, kind, context, lang),
            "positive": _positive(world, context, gold, lang),
            "negative": _negative(world, context, gold, lang),
            "overlay": _overlay(world, question, context, lang),
            **({"rival_answer": _rival(question, lang)} if kind == "contradictory" else {}),
        }
        for kind, context in shown.items()
        if kind in SUFFIX
    ]
    return item, rows


def _drawn(world: World, program: str, question: Question, lang: str) -> Row:
    made = world.program(program)
    return {
        "kit": world.kit.name,
        "program": program,
        "seed": world.seed,
        "tier": made.tier,
        "hops": question.hops or made.hops,
        "rows": question.rows,
        "context_tokens": TIERS[made.tier],
        "slips": {name: list(said[lang].all) for name, said in question.slips.items()},
        "language_independent": question.language_independent,
    }


def _chunks(world: World, piece: Piece, lang: str) -> list[Row]:
    shown = world.rendered(piece, lang)
    return [
        {
            "id": part.id,
            "world": world.id,
            "doc_id": world.doc_id(piece),
            "title": shown.title,
            "text": part.text,
            "snapshot": world.kit.snapshot,
            "jurisdiction": "JP",
            "version": "",
        }
        for part in world.parts(Piece(piece.doc, piece.copy, piece.facts), lang)
    ]


def _evidence(world: World, question: Question, lang: str) -> list[Row]:
    """Each span of the evidence as a quote of its chunk, once."""
    quotes = []
    for doc, span in question.evidence:
        piece = world.piece(doc)
        shown, parts = world.rendered(piece, lang), world.parts(piece, lang)
        for index, start, end in shown.spans[span]:
            quotes.append((parts[index].id, shown.chunks[index][start:end].strip()))
    return [{"chunk": chunk, "quote": quote} for chunk, quote in dict.fromkeys(quotes)]


def _positive(world: World, context: Context, gold: list[Row], lang: str) -> list[str]:
    """The gold chunks that the context still shows, one that is cut among them.

    Where a document breaks off in the chunk before its gold chunk, what is left of it is no gold chunk of anything.
    """
    wanted = {quote["chunk"] for quote in gold}
    return sorted({part.id for piece in context.gold for part in world.parts(piece, lang)} & wanted)


def _negative(world: World, context: Context, gold: list[Row], lang: str) -> list[str]:
    """Every other chunk of the context, those of changed copies included."""
    positive = set(_positive(world, context, gold, lang))
    return sorted({part.id for piece in context.pieces for part in world.parts(piece, lang)} - positive)


def _overlay(world: World, question: Question, context: Context, lang: str) -> Row:
    """What the context changes in the corpus.

    A document that is left out is removed as a whole. Of one that breaks off, the last chunk that is shown is cut and
    those after it are removed. Changed copies are added; which of their chunks state the asked value anew (`rival`)
    and which state the same as a gold chunk (`same`) is read off the evidence spans.
    """
    removed: list[str] = []
    cuts: list[Row] = []
    if context.left_out:
        removed += [part.id for part in world.parts(world.piece(context.left_out), lang)]
    for piece in (*context.gold, *context.fillers):
        if piece.end is not None:
            shown = {part.id: part for part in world.parts(piece, lang)}
            whole = world.parts(world.piece(piece.doc), lang)
            removed += [part.id for part in whole if part.id not in shown]
            cuts += [{"chunk": part.id, "end": part.end} for part in shown.values() if part.end is not None]
    rival, same = _stated_again(world, question, context.copies, lang)
    added = [row for piece in context.copies for row in _chunks(world, piece, lang)]
    return {
        "remove": sorted(removed),
        "add": sorted(added, key=lambda row: str(row["id"])),
        "cuts": sorted(cuts, key=lambda row: str(row["chunk"])),
        "rival": sorted(rival),
        "same": {chunk: sorted(ids) for chunk, ids in sorted(same.items())},
    }


def _stated_again(
    world: World, question: Question, copies: Iterable[Piece], lang: str
) -> tuple[set[str], dict[str, set[str]]]:
    rival: set[str] = set()
    same: dict[str, set[str]] = {}
    for piece in copies:
        if piece.doc not in question.documents:
            continue
        own, other = world.rendered(world.piece(piece.doc), lang), world.rendered(piece, lang)
        as_it_was = world.rendered(Piece(piece.doc, piece.copy), lang)
        gold, added = world.parts(world.piece(piece.doc), lang), world.parts(piece, lang)
        for doc, span in question.evidence:
            if doc != piece.doc:
                continue
            places = other.spans[span]
            changed = _said(other, places) != _said(as_it_was, as_it_was.spans[span])
            if changed and piece.facts.endswith("/rival"):
                rival |= {added[index].id for index, _, _ in places if _differs(other, as_it_was, span, index)}
                continue
            # A span of several chunks is cut at the same rows in both copies: part by part.
            for (mine, _, _), (theirs, _, _) in zip(own.spans[span], places, strict=False):
                same.setdefault(gold[mine].id, set()).add(added[theirs].id)
    return rival, {chunk: ids - rival for chunk, ids in same.items() if ids - rival}


def _said(shown: Any, places: Iterable[tuple[int, int, int]]) -> list[str]:
    return [shown.chunks[index][start:end] for index, start, end in places]


def _differs(one: Any, other: Any, span: str, index: int) -> bool:
    here = _said(one, [place for place in one.spans[span] if place[0] == index])
    return here != _said(other, [place for place in other.spans[span] if place[0] == index])


def _reason(world: World, question: Question, kind: str, context: Context, lang: str) -> str:
    if kind == "insufficient":
        doc = context.left_out or ""
    elif kind == "contradictory":
        doc = question.copied
    else:
        doc = question.cut[0] if question.cut else ""
    title = world.rendered(world.piece(doc), lang).head
    forms = {"answer": question.answer[lang].text, "rival": _rival(question, lang)}
    return REASONS[lang][kind].format(title=title, **forms)


def _rival(question: Question, lang: str) -> str:
    return (question.rival_answer or {lang: Forms("")})[lang].text


def shown_chunks(world: World, context: Context, lang: str) -> list[tuple[str, Part]]:
    """(title, chunk) of everything that a context shows, by id: for second readers and counts."""
    shown = [(world.rendered(piece, lang).title, part) for piece in context.pieces for part in world.parts(piece, lang)]
    return sorted(shown, key=lambda pair: pair[1].id)
