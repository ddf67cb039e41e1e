"""Counting a source: what it holds, by kind, aspect and size, and for LIT-RAGBench its own files by row.

Counts are exact; nothing is judged here. Percentiles are the value at position int(p * n) of the sorted list, so that
every figure is one that occurs. Token counts are in cl100k_base. A count over nothing is 0, a percentile over nothing
None. Rows count from 0, as positions of the objects in a file.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bench import tokens
from bench.dataset import sources
from bench.dataset.importers import lit, lit_rows
from bench.dataset.importers.files import File, of_language
from bench.dataset.importers.lit_rows import ASPECTS, LitRow, read_file
from bench.dataset.importers.own_tables import Tables
from bench.dataset.rows import Faults
from bench.dataset.shapes import LangData
from bench.kinds import kind_of
from bench.records import KINDS, Aspect, Category, Drawn, Item, Lang
from bench.records.items import OWN_ROW_KINDS

LONG_REFERENCE = 40
"""Tokens from which on a reference answer is long."""

PERCENTILES = {"p05": 0.05, "p25": 0.25, "p50": 0.5, "p75": 0.75, "p95": 0.95}


def stats(source: str, langs: Sequence[Lang] | None = None) -> dict[str, Any]:
    """Figures of a source, ready for JSON: `dataset`, then one entry for each language; `langs` None: those it has.

    LIT-RAGBench also gets `litragbench`: the figures of its own files by row, as `lit_figures` documents.
    Raises what `load` raises: a faulty set is not counted.
    """
    dataset = sources.load(source, langs)
    langs = tuple(dataset.langs)
    found: dict[str, Any] = {"dataset": dataset.ref.model_dump(mode="json")}
    found |= {lang: lang_figures(data) for lang, data in dataset.langs.items()}
    for lang, tables in sources.own_tables(source, langs).items():
        found[lang] |= own_figures(tables)
    if dataset.name == "lit":
        _, files = sources.open_files(source, langs, Faults())
        found["litragbench"] = lit_figures({lang: of_language(files, "question", lang)[0] for lang in dataset.langs})
    return found


def lang_figures(data: LangData) -> dict[str, Any]:
    """What any format has: chunks and items of one language."""
    main = [item for item in data.items if item.answerable]
    return {
        "chunks": len(data.corpus),
        "items": len(data.items),
        "kinds": {
            kind: count
            for kind in KINDS
            if (count := sum(item.kind == kind for item in data.items)) or not kind_of(kind).apart
        },
        "aspects": _count((a for item in data.items for a in item.aspects), list(Aspect)),
        "categories": _count((c for item in data.items for c in item.categories), list(Category)),
        "combinations": _combinations(main),
        "chunk_tokens": spread(tokens.count(chunk.text) for chunk in data.corpus.values()),
        "positives_per_main_item": sizes(len(item.positive) for item in main),
        "chunks_per_main_item": sizes(len({*item.positive, *item.negative}) for item in main),
        "flags": dict(sorted(Counter(flag for item in data.items for flag in item.flags).items())),
    }


def own_figures(tables: Tables) -> dict[str, Any]:
    """What only the suite's own format has: worlds, evidence and blind solves."""
    drawn = [placed.record.drawn for placed in tables.items if placed.record.drawn is not None]
    if drawn:
        # What is written is reviewed and counted by world; of what is drawn there is too much for either.
        return own_figures(tables.written) | {"drawn": _drawn_figures(drawn)}
    items = [placed.record for placed in tables.items]
    # A twin without evidence is solved with its Main item, whose row has both solves.
    overlays = [placed.record for placed in tables.abstention if placed.record.kind in OWN_ROW_KINDS]
    reviews = [(item.id, review) for item in items for review in item.reviews]
    reviews += [(row.id, review) for row in overlays for review in row.reviews]
    return {
        "worlds": dict(sorted(Counter(placed.record.world for placed in tables.chunks).items())),
        "evidence": {
            "quotes": sum(len(item.evidence) for item in items),
            "per_main_item": sizes(len(item.evidence) for item in items),
            "derivations": sum(item.derivation is not None for item in items),
        },
        "rivals": sum(kind_of(row.kind).conflict for row in overlays),
        "cuts": sum(kind_of(row.kind).evidence == "cut" for row in overlays),
        "reviews": {
            "count": len(reviews),
            "agreeing": sum(review.agrees for _, review in reviews),
            "rows_reviewed": len({name for name, _ in reviews}),
            "rows": len(items) + len(overlays),
            "by_context": dict(sorted(Counter(review.context for _, review in reviews).items())),
        },
    }


def _drawn_figures(drawn: Sequence[Drawn]) -> dict[str, Any]:
    """Drawn questions by tier and by program, and how many worlds they are of."""
    return {
        "questions": len(drawn),
        "worlds": len({d.world for d in drawn}),
        "programs": dict(sorted(Counter(d.cluster for d in drawn).items())),
        "tiers": dict(sorted(Counter(str(d.tier) for d in drawn).items())),
    }


def lit_figures(files: Mapping[Lang, File]) -> dict[str, Any]:
    """Figures of each language given; with both, the comparisons between them; the known findings of each.

    `source` and the three lists of reference rows are facts about the published files and are left out for others.
    """
    rows = {lang: read_file(file, Faults()) for lang, file in files.items()}
    found: dict[str, Any] = {
        "category_of_prefix": {name[0]: str(aspect.category) for name, aspect in ASPECTS.items()},
        "aspects": list(ASPECTS),
        "keys_in_order": _keys(files),
    }
    found |= {lang: _language(files[lang], rows[lang]) for lang in files}
    if len(rows) == 2:
        found["items"] = _side_by_side(rows)
        found["cross_language"] = _across(*rows.values())
    found["negative_only_pairs"] = _pairs(rows)
    found["abstention_provenance"] = _provenance(rows)
    found["mechanical_findings"] = [_mechanical(m) for lang in rows for m in lit_rows.findings(lang, rows[lang])]
    found["curated_findings"] = _curated(rows)
    if all(lit.published(lang, rows[lang]) for lang in rows):
        audit, paths = lit.audit(), {lang: f"datasets/{lang}.jsonl" for lang in rows}
        found["source"] = {
            "repository": audit.repository,
            "commit": audit.commit,
            "upstream_paths": paths,
            "license": "CC-BY-SA-4.0",
        }
        found |= {f"{name}_reference_rows": list(numbers) for name, numbers in audit.references.items()}
    found["reference_40_tokens_or_more"] = {
        lang: [n for n, row in enumerate(rows[lang]) if tokens.count(row.answer) >= LONG_REFERENCE] for lang in rows
    }
    return found


def spread(counts: Iterable[int]) -> dict[str, int | None]:
    """Count, sum, least, percentiles (the value at int(p * n) of the sorted list) and greatest.

    Nothing to count gives count and sum 0, and None for the rest.
    """
    ordered = sorted(counts)
    n = len(ordered)
    at = {name: ordered[int(p * n)] if n else None for name, p in PERCENTILES.items()}
    least, greatest = (ordered[0], ordered[-1]) if n else (None, None)
    return {"count": n, "sum": sum(ordered), "min": least, **at, "max": greatest}


def sizes(counts: Iterable[int]) -> dict[str, int]:
    """Size -> how often, ascending, with text keys as JSON has them."""
    return {str(size): n for size, n in sorted(Counter(counts).items())}


def _count(values: Iterable[str], names: Sequence[str]) -> dict[str, int]:
    counted = Counter(values)
    return {str(name): counted[name] for name in names}


def _combinations(items: Sequence[Item]) -> dict[str, int]:
    counted = Counter(" + ".join(item.aspects) or "none" for item in items)
    return dict(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))


def _keys(files: Mapping[Lang, File]) -> list[str] | None:
    """The one order in which every row has its keys; None where rows differ."""
    orders = {tuple(row.fields) for file in files.values() for row in file.rows}
    return list(next(iter(orders))) if len(orders) == 1 else None


def _language(file: File, rows: Sequence[LitRow]) -> dict[str, Any]:
    main = [row for row in rows if kind_of(row.kind).answerable]
    singles = [row for row in rows if len(row.qa_type) == 1]
    categories = [[ASPECTS[name].category for name in row.qa_type] for row in rows]
    combinations = sorted(Counter(row.qa_type for row in rows).items(), key=lambda pair: (-pair[1], pair[0]))
    twin_answers = {row.answer for row in rows if kind_of(row.kind).twin}
    return {
        "file": _file(file),
        "items": len(rows),
        "main_items": len(main),
        "abstention_items": len(rows) - len(main),
        "single_aspect_items": len(singles),
        "double_aspect_items": len(rows) - len(singles),
        "main_single_aspect_items": sum(len(row.qa_type) == 1 for row in main),
        "main_double_aspect_items": sum(len(row.qa_type) == 2 for row in main),
        "items_with_two_aspects_of_one_category": sum(len(set(c)) < len(c) for c in categories),
        "aspect_counts": {name: sum(name in row.qa_type for row in rows) for name in ASPECTS},
        "aspect_total": sum(len(row.qa_type) for row in rows),
        "single_aspect_counts": {name: sum(row.qa_type == (name,) for row in rows) for name in ASPECTS},
        "category_counts": {str(c): sum(found.count(c) for found in categories) for c in Category},
        "category_item_counts": {str(c): sum(c in found for found in categories) for c in Category},
        "qa_type_combinations": [{"qa_type": list(names), "items": n} for names, n in combinations],
        **_chunk_shape(rows),
        "chunks": {
            **_chunks(rows, "positive", "negative"),
            "total": sum(len(r.chunks) for r in rows),
            **_per_item(rows),
        },
        "groups": {group: _group_figures(rows, numbers) for group, numbers in _by(rows, _group).items()},
        "distinct_questions": len({row.question for row in rows}),
        "questions_used_by_more_than_two_rows": [
            numbers for numbers in _by(rows, lambda row: row.question).values() if len(numbers) > 2
        ],
        "distinct_positive_chunks": len({p.text for row in rows for p in row.positive}),
        "distinct_negative_chunks": len({p.text for row in rows for p in row.negative}),
        "negative_only_answer": _only(twin_answers),
        "tokens_cl100k_base": _tokens(rows),
        "rows_by_aspect": {name: [n for n, row in enumerate(rows) if name in row.qa_type] for name in ASPECTS},
    }


def _file(file: File) -> dict[str, Any]:
    blob = hashlib.sha1(b"blob %d\0" % len(file.data) + file.data, usedforsecurity=False)
    return {
        "path": file.name,
        "bytes": len(file.data),
        "sha256": hashlib.sha256(file.data).hexdigest(),
        "git_blob_sha1": blob.hexdigest(),
        "newline_bytes": file.data.count(b"\n"),
        "final_newline": file.data.endswith(b"\n"),
        "rows": len(file.rows),
    }


def _chunk_shape(rows: Sequence[LitRow]) -> dict[str, Any]:
    raw = [c for row in rows for key in ("positive_chunk_list", "negative_chunk_list") for c in row.row.fields[key]]
    objects = [chunk for chunk in raw if isinstance(chunk, dict)]
    kinds = {"object" if isinstance(chunk, dict) else "string" for chunk in raw}
    return {
        "chunk_json_type": _only(kinds),
        "chunk_object_keys": list(dict.fromkeys(key for chunk in objects for key in chunk)) or None,
        "non_empty_titles": sum(bool(chunk.get("title")) for chunk in objects) if objects else None,
    }


def _group_figures(rows: Sequence[LitRow], numbers: Sequence[int]) -> dict[str, Any]:
    members = [rows[n] for n in numbers]
    return {
        "items": len(members),
        "rows": {"first": numbers[0], "last": numbers[-1]},
        **_chunks(members, "positive_chunks", "negative_chunks"),
        **_per_item(members),
    }


def _group(row: LitRow) -> str:
    return row.kind if kind_of(row.kind).answerable else row.qa_type[0]


def _chunks(rows: Sequence[LitRow], positive: str, negative: str) -> dict[str, int]:
    return {positive: sum(len(row.positive) for row in rows), negative: sum(len(row.negative) for row in rows)}


def _per_item(rows: Sequence[LitRow]) -> dict[str, dict[str, int]]:
    return {
        "positives_per_item": sizes(len(row.positive) for row in rows),
        "negatives_per_item": sizes(len(row.negative) for row in rows),
        "chunks_per_item": sizes(len(row.chunks) for row in rows),
    }


def _tokens(rows: Sequence[LitRow]) -> dict[str, Any]:
    count = {text: tokens.count(text) for row in rows for text in {p.text for p in row.chunks}}
    return {
        "encoding": "cl100k_base",
        "special_tokens": "encoded as text",
        "percentiles": "sorted[int(p*n)]",
        "positive_chunk": spread(count[p.text] for row in rows for p in row.positive),
        "negative_chunk": spread(count[p.text] for row in rows for p in row.negative),
        "context_per_item": spread(sum(count[p.text] for p in row.chunks) for row in rows),
    }


def _side_by_side(rows: Mapping[Lang, Sequence[LitRow]]) -> list[dict[str, Any]]:
    """Row by row, as far as every language has rows; aspects and groups are those of the first language."""
    return [
        {"row": n, "qa_type": list(row[0].qa_type), "group": _group(row[0])}
        | {lang: _chunks([one], "positive", "negative") for lang, one in zip(rows, row, strict=True)}
        for n, row in enumerate(zip(*rows.values(), strict=False))
    ]


def _across(en: Sequence[LitRow], ja: Sequence[LitRow]) -> dict[str, Any]:
    both = list(enumerate(zip(en, ja, strict=False)))
    return {
        "same_qa_type_and_order_in_every_row": len(en) == len(ja) and all(a.qa_type == b.qa_type for _, (a, b) in both),
        "rows_with_different_positive_count": [n for n, (a, b) in both if len(a.positive) != len(b.positive)],
        "rows_with_different_negative_count": [n for n, (a, b) in both if len(a.negative) != len(b.negative)],
    }


def _pairs(rows: Mapping[Lang, Sequence[LitRow]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for lang, all_rows in rows.items():
        pairs = [(n, base) for n, base in lit.base_rows(all_rows).items() if kind_of(all_rows[n].kind).twin]
        other = [n for n, base in pairs if all_rows[n].negative != all_rows[base].negative]
        found["pairs"] = max(found.get("pairs", 0), len(pairs))
        found[lang] = {
            "same_question": sum(all_rows[n].question == all_rows[base].question for n, base in pairs),
            "identical_negative_list": len(pairs) - len(other),
            "rows_with_other_negatives": other,
        }
    return found


def _provenance(rows: Mapping[Lang, Sequence[LitRow]]) -> list[dict[str, Any]]:
    """Contradictory and incomplete rows with their Main row, and what they share with it in each language."""
    first = next(iter(rows))
    bases = lit.base_rows(rows[first])
    return [
        {"row": n, "from_main_row": bases.get(n)}
        | {lang: _shared(all_rows, n, bases.get(n)) for lang, all_rows in rows.items()}
        for n, row in enumerate(rows[first])
        if row.kind in OWN_ROW_KINDS
    ]


def _shared(rows: Sequence[LitRow], n: int, base: int | None) -> dict[str, Any]:
    if base is None or n >= len(rows):
        return {"same_question": False, "shared_negatives": 0, "shared_positives": 0}
    here, there = rows[n], rows[base]
    return {
        "same_question": here.question == there.question,
        "shared_negatives": len({p.text for p in here.negative} & {p.text for p in there.negative}),
        "shared_positives": len({p.text for p in here.positive} & {p.text for p in there.positive}),
    }


def _mechanical(found: lit_rows.Mechanical) -> dict[str, Any]:
    """Its fields in order; those that the code does not have are left out."""
    fields = {name: value for name, value in vars(found).items() if value is not None}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}


def _curated(rows: Mapping[Lang, Sequence[LitRow]]) -> list[dict[str, Any]]:
    """Findings that apply to at least one language given, at the row where each was found."""
    live = {lang: {(c.code, n) for c, n in lit.curated(lang, all_rows)} for lang, all_rows in rows.items()}
    found = []
    for finding in lit.audit().findings:
        code, row = finding.code, finding.rows[0]
        langs = [lang for lang in finding.langs if lang in live and (code, row) in live[lang]]
        if langs:
            about = {"code": code, "lang": "+".join(langs), "severity": finding.severity}
            found.append({**about, "row": row, "note": finding.note})
    return found


def _by(rows: Sequence[LitRow], key: Callable[[LitRow], str]) -> dict[str, list[int]]:
    """Row numbers by a key, in the order in which the keys first occur."""
    groups: dict[str, list[int]] = {}
    for n, row in enumerate(rows):
        groups.setdefault(key(row), []).append(n)
    return groups


def _only(values: set[str]) -> str | None:
    return next(iter(values)) if len(values) == 1 else None
