"""The rows of LIT-RAGBench's files, whichever way a file writes its chunks."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from bench.dataset.fields import Fields, Passage
from bench.dataset.importers.files import File
from bench.dataset.rows import Faults, Row
from bench.kinds import MAIN, kind_of
from bench.records import KINDS, Aspect, Kind, composition_fault

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
