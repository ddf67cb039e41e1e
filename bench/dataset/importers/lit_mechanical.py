"""What a program can find wrong in LIT-RAGBench's rows: one function for each code, rows in and rows out.

Severities are a validator's: `error` where an item cannot be graded fairly as it stands, `warning` where a reader
should look, `info` where it is only good to know. A code that finds nothing is reported too, with no rows, so that
"checked and clean" differs from "not checked".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bench.dataset.importers.lit_rows import KEYS, LitRow
from bench.dataset.rows import Severity
from bench.langs import LANGUAGES
from bench.records import Lang

Rows = Sequence[LitRow]
Hit = tuple[int, dict[str, Any]]
"""A row, and where in it (empty where the row says enough)."""

FIELD_NAMES = tuple(key for key in KEYS if "_" in key)
GOLD_ELSEWHERE = "positive_repeated_as_negative_other_item"
LEAST_CHUNKS = 8
HTML_TYPES = ("T_html", "T_html_cell_merged")
LABEL_ORDER = {"I": 0, "R": 1, "L": 1, "T": 2, "A": 3}
"""Where the published set names two aspects: Integration first, Table last, Reasoning and Logic in either order."""
FOREIGN: dict[Lang, Callable[[float], bool]] = {"en": lambda share: share > 0.3, "ja": lambda share: share < 0.02}
"""CJK letters among all letters: more in an English chunk, or fewer in a Japanese one, is another language. The
English chunks of the published set stand at 0.01 or less, or at 0.53 or more; Japanese ones with a table of Latin
names still hold Japanese headings."""


@dataclass(frozen=True)
class Mechanical:
    """What one code found in one language. `where` is None for codes whose rows say enough."""

    code: str
    lang: Lang
    severity: Severity
    rows: tuple[int, ...]
    where: tuple[dict[str, Any], ...] | None = None
    chunks: int | None = None


def findings(lang: Lang, rows: Rows) -> list[Mechanical]:
    """One entry for each code, in a fixed order, whether or not it found anything."""
    found = []
    for code, (severity, detail, check) in CHECKS.items():
        hits = list(check(lang, rows))
        numbers = tuple(sorted({n for n, _ in hits}))
        where = tuple({"row": n, **place} for n, place in hits) if detail == "where" else None
        chunks = len(hits) if detail == "chunks" else None
        found.append(Mechanical(code, lang, severity, numbers, where, chunks))
    return found


def _by_row(test: Callable[[LitRow], bool]) -> Callable[[Lang, Rows], Iterator[Hit]]:
    return lambda _lang, rows: ((n, {}) for n, row in enumerate(rows) if test(row))


def _by_chunk(test: Callable[[str], bool]) -> Callable[[Lang, Rows], Iterator[Hit]]:
    """One hit for each chunk that fails."""
    return lambda _lang, rows: ((n, {}) for n, row in enumerate(rows) for p in row.chunks if test(p.text))


def _by_text(test: Callable[[str], bool]) -> Callable[[Lang, Rows], Iterator[Hit]]:
    """One hit for each row with a text that fails: its question, answer, reasoning or a chunk."""
    return _by_row(lambda row: any(map(test, (row.question, row.answer, row.reasoning, *(p.text for p in row.chunks)))))


def _duplicates(_lang: Lang, rows: Rows) -> Iterator[Hit]:
    for n, row in enumerate(rows):
        for name, passages in (("positive_chunk_list", row.positive), ("negative_chunk_list", row.negative)):
            at: dict[str, list[int]] = {}
            for position, passage in enumerate(passages):
                at.setdefault(passage.text, []).append(position)
            for positions in at.values():
                if len(positions) > 1:
                    yield n, {"list": name, "indexes": positions}


def _repeated_here(_lang: Lang, rows: Rows) -> Iterator[Hit]:
    for n, row in enumerate(rows):
        for p, positive in enumerate(row.positive):
            for q, negative in enumerate(row.negative):
                if positive.text == negative.text:
                    yield n, {"positive": p, "negative": q}


def _repeated_elsewhere(_lang: Lang, rows: Rows) -> Iterator[Hit]:
    shown: dict[str, list[int]] = {}
    for n, row in enumerate(rows):
        for text in {passage.text for passage in row.negative}:
            shown.setdefault(text, []).append(n)
    for n, row in enumerate(rows):
        for p, positive in enumerate(row.positive):
            others = [m for m in shown.get(positive.text, []) if m != n]
            if others:
                yield n, {"positive": p, "negative_of_rows": others}


def _foreign(lang: Lang, rows: Rows) -> Iterator[Hit]:
    if lang in FOREIGN:
        yield from ((n, {}) for n, row in enumerate(rows) for p in row.chunks if FOREIGN[lang](cjk_share(p.text)))


def cjk_share(text: str) -> float:
    """Kana and ideographs among all letters of the text, 0 to 1; 0 for a text without letters."""
    letters = [c for c in text if c.isalpha()]
    return sum(map(LANGUAGES["ja"].marks, letters)) / len(letters) if letters else 0.0


def _unbalanced_table(text: str) -> bool:
    return len(re.findall(r"<table\b", text)) != text.count("</table>")


def _lacks_table(row: LitRow) -> bool:
    wants = any(name in HTML_TYPES for name in row.qa_type)
    return wants and not any("<table" in passage.text for passage in row.positive)


def _out_of_order(row: LitRow) -> bool:
    order = [LABEL_ORDER[name[0]] for name in row.qa_type]
    return order != sorted(order)


def _control(text: str) -> bool:
    return any(unicodedata.category(c) == "Cc" and c not in "\n\t\r" for c in text)


CHECKS: dict[str, tuple[Severity, Literal["rows", "where", "chunks"], Callable[[Lang, Rows], Iterator[Hit]]]] = {
    "fewer_than_8_chunks": ("warning", "rows", _by_row(lambda row: len(row.chunks) < LEAST_CHUNKS)),
    "no_positive_chunk": ("info", "rows", _by_row(lambda row: not row.positive)),
    "empty_reasoning": ("warning", "rows", _by_row(lambda row: not row.reasoning.strip())),
    "answer_has_outer_whitespace": ("info", "rows", _by_row(lambda row: row.answer != row.answer.strip())),
    "chunk_has_outer_whitespace": ("info", "chunks", _by_chunk(lambda text: text != text.strip())),
    "duplicate_chunk_in_item": ("warning", "where", _duplicates),
    "positive_repeated_as_negative_same_item": ("error", "where", _repeated_here),
    GOLD_ELSEWHERE: ("warning", "where", _repeated_elsewhere),
    "field_name_inside_text": ("warning", "rows", _by_text(lambda text: any(f in text for f in FIELD_NAMES))),
    # A line break written as slash and n, where a table row or a tag begins; "</nav>" and "and/nor" are not that.
    "literal_slash_n": ("warning", "rows", _by_text(lambda text: re.search(r"/n(?=[|<])", text) is not None)),
    "cjk_radical_codepoints": ("warning", "rows", _by_text(lambda text: re.search("[⺀-⿟]", text) is not None)),
    "evidence_tag_left": ("error", "rows", _by_text(lambda text: re.search(r"</?evidence\b", text, re.I) is not None)),
    "control_character": ("error", "rows", _by_text(_control)),
    "bracketed_number_in_chunk": (
        "warning",
        "rows",
        _by_row(lambda row: any(re.search(r"\[[0-9]+\]", p.text) for p in row.chunks)),
    ),
    "html_aspect_without_html_table": ("warning", "rows", _by_row(_lacks_table)),
    "unbalanced_html_table": (
        "info",
        "rows",
        _by_row(lambda row: any(_unbalanced_table(p.text) for p in row.chunks)),
    ),
    "aspect_label_order": ("info", "rows", _by_row(_out_of_order)),
    "chunk_in_another_language": ("info", "chunks", _foreign),
}
