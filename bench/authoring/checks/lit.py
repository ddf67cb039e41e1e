"""LIT-RAGBench's findings as a validator reports them: mechanical and curated, one for each row."""

from __future__ import annotations

from collections.abc import Sequence

from bench.authoring.findings import Finding, Report
from bench.dataset.importers import lit, lit_mechanical
from bench.dataset.importers.lit_rows import LitRow
from bench.records import Lang

MESSAGES: dict[str, str] = {
    "fewer_than_8_chunks": "shows fewer than 8 chunks; read its result with that in mind",
    "no_positive_chunk": "has no positive chunk; the gold arm skips it",
    "empty_reasoning": "has no reasoning; a judge sees the reference answer alone",
    "answer_has_outer_whitespace": "has white space around the answer; trim before comparing",
    "chunk_has_outer_whitespace": "has white space around a chunk; it is shown as it is",
    "duplicate_chunk_in_item": "lists one chunk twice; it is shown once",
    "positive_repeated_as_negative_same_item": "lists a positive chunk among the negatives; it is shown once",
    "positive_repeated_as_negative_other_item": "has a positive chunk that another row shows as negative",
    "field_name_inside_text": "holds the name of a field inside a text; ignore it when reading",
    "literal_slash_n": "holds /n where a line break was meant; do not parse its tables strictly",
    "cjk_radical_codepoints": "holds radical code points in place of ideographs; fold before matching",
    "evidence_tag_left": "holds an evidence tag, which gives the gold chunk away; do not use the row",
    "control_character": "holds a control character; do not use the row",
    "bracketed_number_in_chunk": "holds a mark like [1], which may be taken for a citation; check cited ids",
    "html_aspect_without_html_table": "is tagged as an HTML table but its gold chunks hold none; do not read the "
    "aspect's rate as one of HTML",
    "unbalanced_html_table": "holds a table that is cut off; do not parse it strictly",
    "aspect_label_order": "names its two aspects in another order than the other rows; do not rely on the order",
    "chunk_in_another_language": "holds a chunk in another language; check what the model was tested on",
}


def check(lang: Lang, file: str, rows: Sequence[LitRow], report: Report) -> None:
    """Add every finding about one language of the set. `rows` must be all rows of the file."""
    for mechanical in lit_mechanical.findings(lang, rows):
        for place in mechanical.where or tuple({"row": n} for n in mechanical.rows):
            n = int(place["row"])
            rest = ", ".join(f"{key} {value}" for key, value in place.items() if key != "row")
            message = MESSAGES[mechanical.code] + (f" ({rest})" if rest else "")
            report.findings.append(
                Finding(
                    mechanical.code,
                    mechanical.severity,
                    lang,
                    file,
                    message,
                    rows[n].row.line,
                    n,
                    f"lit-{lang}-{n:03}",
                    where=place,
                )
            )
    for curated, n in lit.curated(lang, rows):
        report.about(rows[n].row, lang, f"lit-{lang}-{n:03}").write(curated.severity, curated.code, "", curated.note)
