"""The rows of LIT-RAGBench's files, whichever way a file writes its chunks, and what a program can find wrong in them.

Severities are a validator's: `error` where an item cannot be graded fairly as it stands, `warning` where a reader
should look, `info` where it is only good to know. A code that finds nothing is reported too, with no rows, so that
"checked and clean" differs from "not checked".
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bench.dataset.fields import Fields, Passage
from bench.dataset.importers.files import File
from bench.dataset.rows import Faults, Row, Severity
from bench.kinds import MAIN, kind_of
from bench.langs import LANGUAGES
from bench.records import KINDS, Aspect, Kind, Lang, composition_fault

KEYS = ("question", "answer", "qa_type", "positive_chunk_list", "negative_chunk_list", "reasoning_content")

ASPECTS: dict[str, Aspect] = {
    "I_multiple": Aspect.MULTI_SOURCE,
    "R_multihop": Aspect.MULTI_HOP,
    "R_calculate": Aspect.CALCULATION,
    "L_synonym": Aspect.SYNONYM,
    "L_numerical_inclusion": Aspect.NUMERICAL_INCLUSION,
    "L_conceptual_inclusion": Aspect.CONCEPTUAL_INCLUSION,
    "T_html": Aspect.HTML,
    "T_html_cell_merged": Aspect.HTML_MERGED,
    "T_markdown": Aspect.MARKDOWN,
    "T_csv": Aspect.CSV,
    "A_negative_only": Aspect.INSUFFICIENT,
    "A_conflicted": Aspect.CONTRADICTORY,
    "A_chunk_incompletion": Aspect.INCOMPLETE,
}

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
class LitRow:
    """A row with its chunks as passages, whichever way the file writes them."""

    row: Row
    question: str
    answer: str
    qa_type: tuple[str, ...]
    positive: tuple[Passage, ...]
    negative: tuple[Passage, ...]
    reasoning: str

    @property
    def kind(self) -> Kind:
        name = ASPECTS[self.qa_type[0]].value
        return name if name in KINDS else MAIN

    @property
    def chunks(self) -> tuple[Passage, ...]:
        """What the row shows: positive passages, then negative ones."""
        return (*self.positive, *self.negative)

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(passage.text for passage in self.chunks)


Rows = Sequence[LitRow]
Hit = tuple[int, dict[str, Any]]
"""A row, and where in it (empty where the row says enough)."""


@dataclass(frozen=True)
class Mechanical:
    """What one code found in one language. `where` is None for codes whose rows say enough."""

    code: str
    lang: Lang
    severity: Severity
    rows: tuple[int, ...]
    where: tuple[dict[str, Any], ...] | None = None
    chunks: int | None = None


def read_file(file: File, faults: Faults) -> list[LitRow]:
    """Every row that holds what a LIT row must; the faults of the others are noted."""
    found = (_row(row, faults) for row in file.rows)
    return [row for row in found if row is not None]


def row_digest(row: LitRow) -> str:
    """Twelve hex digits of the SHA-256 of one row's content, chunk titles left out."""
    content = [
        row.question,
        row.answer,
        row.qa_type,
        [p.text for p in row.positive],
        [p.text for p in row.negative],
        row.reasoning,
    ]
    return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()[:12]


def findings(lang: Lang, rows: Rows, codes: Iterable[str] | None = None) -> list[Mechanical]:
    """One entry for each code, in a fixed order, whether or not it found anything. `codes`: these alone; None for all.

    Reading every letter of every chunk takes a second, so who wants a few codes says so.
    """
    found = []
    for code in CHECKS if codes is None else codes:
        severity, detail, check = CHECKS[code]
        hits = list(check(lang, rows))
        numbers = tuple(sorted({n for n, _ in hits}))
        where = tuple({"row": n, **place} for n, place in hits) if detail == "where" else None
        chunks = len(hits) if detail == "chunks" else None
        found.append(Mechanical(code, lang, severity, numbers, where, chunks))
    return found


def _row(row: Row, faults: Faults) -> LitRow | None:
    fields = Fields(row, faults, KEYS)
    qa_type = fields.texts("qa_type", required=True)
    _check_types(fields, qa_type)
    found = LitRow(
        row=row,
        question=fields.text("question"),
        answer=fields.text("answer"),
        qa_type=qa_type,
        positive=fields.passages("positive_chunk_list", required=True),
        negative=fields.passages("negative_chunk_list", required=True),
        reasoning=fields.text("reasoning_content", required=False),
    )
    if not fields.sound:
        return None
    if kind_of(found.kind).has_evidence:
        if not found.positive:
            fields.fault("positive_chunk_list", "is empty: no passage supports the answer", "add the passages")
    elif found.positive:
        fields.fault("positive_chunk_list", "is not empty in an A_negative_only row", "write []")
    elif not found.negative:
        fields.fault("negative_chunk_list", "is empty, so that nothing can be shown", "add passages")
    return found if fields.sound else None


def _check_types(fields: Fields, qa_type: Sequence[str]) -> None:
    unknown = [name for name in qa_type if name not in ASPECTS]
    if unknown:
        fields.fault("qa_type", f"'{unknown[0]}' is not a LIT type", f"write one of {', '.join(ASPECTS)}")
    elif not qa_type and isinstance(fields.get("qa_type"), list):
        fields.fault("qa_type", "is empty", "write one or two types")
    elif fault := composition_fault(tuple(ASPECTS[name] for name in qa_type)):
        fields.fault("qa_type", fault, "correct the types")


def _by_row(test: Callable[[LitRow], bool]) -> Callable[[Lang, Rows], Iterator[Hit]]:
    return lambda _lang, rows: ((n, {}) for n, row in enumerate(rows) if test(row))


def _by_text(test: Callable[[str], bool]) -> Callable[[Lang, Rows], Iterator[Hit]]:
    """One hit for each row with a text that fails: its question, answer, reasoning or a chunk."""
    return _by_row(lambda row: any(map(test, (row.question, row.answer, row.reasoning, *row.texts))))


def _by_chunk(test: Callable[[Lang, str], bool]) -> Callable[[Lang, Rows], Iterator[Hit]]:
    """One hit for each chunk that fails."""
    return lambda lang, rows: ((n, {}) for n, row in enumerate(rows) for text in row.texts if test(lang, text))


def _duplicates(_lang: Lang, rows: Rows) -> Iterator[Hit]:
    for n, row in enumerate(rows):
        for name, passages in (("positive_chunk_list", row.positive), ("negative_chunk_list", row.negative)):
            texts = [passage.text for passage in passages]
            for text in dict.fromkeys(texts):
                if texts.count(text) > 1:
                    yield n, {"list": name, "indexes": [p for p, other in enumerate(texts) if other == text]}


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


def _foreign(lang: Lang, text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    share = sum(map(LANGUAGES["ja"].marks, letters)) / len(letters) if letters else 0.0
    return lang in FOREIGN and FOREIGN[lang](share)


def _lacks_table(row: LitRow) -> bool:
    wants = any(name in HTML_TYPES for name in row.qa_type)
    return wants and not any("<table" in passage.text for passage in row.positive)


def _unbalanced(text: str) -> bool:
    return len(re.findall(r"<table\b", text)) != text.count("</table>")


def _out_of_order(row: LitRow) -> bool:
    order = [LABEL_ORDER[name[0]] for name in row.qa_type]
    return order != sorted(order)


def has_control(text: str) -> bool:
    """Whether a text has a control character besides line breaks and tabs."""
    return _CONTROL.search(text) is not None


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Unicode's category Cc, without the line breaks and the tab."""
_CITED = re.compile(r"\[[0-9]+\]")
CHECKS: dict[str, tuple[Severity, Literal["rows", "where", "chunks"], Callable[[Lang, Rows], Iterator[Hit]]]] = {
    "fewer_than_8_chunks": ("warning", "rows", _by_row(lambda row: len(row.chunks) < LEAST_CHUNKS)),
    "no_positive_chunk": ("info", "rows", _by_row(lambda row: not row.positive)),
    "empty_reasoning": ("warning", "rows", _by_row(lambda row: not row.reasoning.strip())),
    "answer_has_outer_whitespace": ("info", "rows", _by_row(lambda row: row.answer != row.answer.strip())),
    "chunk_has_outer_whitespace": ("info", "chunks", _by_chunk(lambda _, text: text != text.strip())),
    "duplicate_chunk_in_item": ("warning", "where", _duplicates),
    "positive_repeated_as_negative_same_item": ("error", "where", _repeated_here),
    GOLD_ELSEWHERE: ("warning", "where", _repeated_elsewhere),
    "field_name_inside_text": ("warning", "rows", _by_text(lambda text: any(f in text for f in FIELD_NAMES))),
    # A line break written as slash and n, where a table row or a tag begins; "</nav>" and "and/nor" are not that.
    "literal_slash_n": ("warning", "rows", _by_text(lambda text: re.search(r"/n(?=[|<])", text) is not None)),
    "cjk_radical_codepoints": ("warning", "rows", _by_text(lambda text: re.search("[⺀-⿟]", text) is not None)),
    "evidence_tag_left": ("error", "rows", _by_text(lambda text: re.search(r"</?evidence\b", text, re.I) is not None)),
    "control_character": ("error", "rows", _by_text(has_control)),
    "bracketed_number_in_chunk": ("warning", "rows", _by_row(lambda row: any(map(_CITED.search, row.texts)))),
    "html_aspect_without_html_table": ("warning", "rows", _by_row(_lacks_table)),
    "unbalanced_html_table": ("info", "rows", _by_row(lambda row: any(map(_unbalanced, row.texts)))),
    "aspect_label_order": ("info", "rows", _by_row(_out_of_order)),
    "chunk_in_another_language": ("info", "chunks", _by_chunk(_foreign)),
}
FLAGGED = tuple(code for code, (severity, _, _) in CHECKS.items() if severity == "error" or code == GOLD_ELSEWHERE)
"""Codes that an item carries as a flag (`lit.build`); the others are for readers of an audit."""
