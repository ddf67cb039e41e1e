"""Languages side by side: years, answers and tables that must say the same in each.

Words cannot be compared by program; numbers, dates, shapes, and the place of a heading among headings can.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from bench.authoring.findings import Pen, Report
from bench.authoring.languages import rules_of
from bench.dataset.importers.own_tables import Placed
from bench.dataset.importers.own_tables import Tables as Rows
from bench.dataset.matching import numbers, titled
from bench.records import Chunk, Lang, MainRow
from bench.rules.asked import read_question
from bench.rules.expected import read_expected
from bench.rules.same_value import Match, same_value
from bench.text.dates import find_dates
from bench.text.numbers import find_numbers

Table = list[list[str]]

_HTML = re.compile(r"<table\b.*?</table>", re.S)
_ROW, _CELL = re.compile(r"<tr\b.*?</tr>", re.S), re.compile(r"<t[dh]\b([^<>]*)>(.*?)</t[dh]>", re.S)
_PIPES = re.compile(r"(?:^\|.*$\n?){2,}", re.M)
_CSV = re.compile(r"^```csv\n(.*?)\n```$", re.S | re.M)
_YEAR = re.compile(r"(?<![\d,.:])(?:19|20)\d\d(?![\d,.:])")
LARGE, YEARS = 100, (1900, 2100)
_ERAS = {"R": "令和", "H": "平成", "S": "昭和"}
_ERA_DATE = re.compile(r"\b([RHS])(\d{1,2})\.(\d{1,2})(?:\.\d{1,2})?\b")
_SCALES = frozenset(Fraction(10) ** power for power in range(-4, 5))
"""A table may be in thousands here and in 万 there: one factor for a whole cell."""


def check(tables: Mapping[Lang, Rows], report: Report) -> None:
    """Compare each two languages; a difference is reported in the later language's file."""
    for first, second in combinations(tables.values(), 2):
        name = rules_of(first.lang).name
        _items(first, second, name, report)
        pairs = [(first.corpus[p.record.id], p) for p in second.chunks if p.record.id in first.corpus]
        for other, placed in pairs:
            _chunk(other, placed.record, name, report.about(placed.row, placed.record.id))
        _headings(pairs, name, report)


def tables_of(text: str) -> list[Table]:
    """The tables of a text in order, as rows of cells: HTML, Markdown (without its rule) and fenced CSV."""
    found: list[tuple[int, Table]] = []
    for match in _HTML.finditer(text):
        rows = [[cell[1] for cell in _CELL.findall(row)] for row in _ROW.findall(match[0])]
        found.append((match.start(), rows))
    for match in _PIPES.finditer(text):
        lines = [line.strip().strip("|").split("|") for line in match[0].strip().split("\n")]
        found.append((match.start(), [row for row in lines if not all(re.fullmatch(r"[\s:-]*", c) for c in row)]))
    for match in _CSV.finditer(text):
        found.append((match.start(), [line.split(",") for line in match[1].split("\n")]))
    return [[[cell.strip() for cell in row] for row in table] for _, table in sorted(found, key=lambda f: f[0])]


def years(text: str) -> set[int]:
    """Years of the common era that a text names, those of Japanese eras among them."""
    found = {date.year for date in find_dates(text) if date.year}
    return {year for year in found | {int(y) for y in _YEAR.findall(text)} if 1900 < year < 2100}


def _items(first: Rows, second: Rows, name: str, report: Report) -> None:
    for item, pen in report.each(second.items):
        other = first.bases.get(item.id)
        if other is None:
            continue
        here, there = years(item.question), years(other.question)
        if here and there and here != there:
            pen.note("pair_year", "question", here=_shown(here - there), there=_shown(there - here), language=name)
        figures, others = _large(item.question), _large(other.question)
        if figures != others:
            shown = (", ".join(f"{float(n):g}" for n in sorted(found)) or "none" for found in (figures, others))
            pen.note("pair_number", "question", here=next(shown), there=next(shown), language=name)
        if _values_differ(item, second.lang, other, first.lang):
            pen.note("pair_answer", "answer", here=item.answer, there=other.answer, language=name)


def _large(text: str) -> set[Fraction]:
    """Numbers of three digits and more that are no years: prices and counts, which every language writes as figures."""
    found = {number.value for number in find_numbers(text)}
    return {n for n in found if n >= LARGE and not YEARS[0] <= n <= YEARS[1]}


def _values_differ(item: MainRow, lang: Lang, other: MainRow, other_lang: Lang) -> bool:
    asked, asked_there = read_question(item.question, lang), read_question(other.question, other_lang)
    here = read_expected(asked, item.answer).value
    there = read_expected(asked_there, other.answer).value
    if here is None or there is None or here.kind != there.kind:
        return False
    if same_value(asked, here, there) is not Match.DIFFERENT:
        return False
    return not numbers(item.answer) & numbers(other.answer)


def _chunk(other: Chunk, chunk: Chunk, name: str, pen: Pen) -> None:
    here, there = years(titled(chunk)), years(titled(other))
    if len(here - there) == 1 == len(there - here):
        # A year that one language alone has may be said in other words; one for another has been moved.
        pen.note("pair_year", "text", here=_shown(here - there), there=_shown(there - here), language=name)
    mine, theirs = tables_of(chunk.text), tables_of(other.text)
    for position, (left, right) in enumerate(zip(mine, theirs, strict=False)):
        if [len(row) for row in left] != [len(row) for row in right]:
            pen.note("pair_table_shape", "text", table=position + 1, language=name)
        else:
            for row, (cells, counterparts) in enumerate(zip(left, right, strict=True)):
                _cells(row, position, cells, counterparts, name, pen)


def _cells(row: int, table: int, cells: Sequence[str], others: Sequence[str], name: str, pen: Pen) -> None:
    for cell, other in zip(cells, others, strict=True):
        if not _agree(cell, other):
            pen.note("pair_cell", "text", table=table + 1, row=row + 1, here=cell, there=other, language=name)
            return


def _agree(cell: str, other: str) -> bool:
    """Whether two cells hold the same numbers, or the same date, or none that could be compared."""
    here, there = _figures(cell), _figures(other)
    if not here or not there or here == there or "割" in cell:
        return True
    if _dates(cell) & _dates(other):
        return True
    if len(here) != len(there):
        return bool(here & there)
    return any({value * scale for value in there} == here for scale in _SCALES)


def _figures(cell: str) -> frozenset[Fraction]:
    return numbers(cell) - {Fraction(0)}


def _dates(cell: str) -> set[tuple[int | None, int | None]]:
    marked = _ERA_DATE.sub(lambda m: f"{_ERAS[m[1]]}{m[2]}年{m[3]}月", cell)
    plain = re.sub(r"\b(\d{4})-(\d{1,2})(?!-)\b", r"\1年\2月", marked)
    return {(date.year, date.month) for date in find_dates(plain)}


def _headings(pairs: Sequence[tuple[Chunk, Placed[Chunk]]], name: str, report: Report) -> None:
    """A heading that elsewhere stands for another one of the same table has been exchanged with it."""
    known: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    heads = [
        (placed, left, right)
        for other, placed in pairs
        for left, right in zip(_heads(placed.record.text), _heads(other.text), strict=False)
        if len(left) == len(right)
    ]
    for placed, left, right in heads:
        for here, there in zip(left, right, strict=True):
            known[placed.record.world, there][here] += 1
    for placed, left, right in heads:
        for here, there in zip(left, right, strict=True):
            usual = known[placed.record.world, there]
            others = [word for word in left if word != here and usual[word] >= usual[here]]
            if others and left.count(here) == 1 and right.count(there) == 1:
                pen = report.about(placed.row, placed.record.id)
                pen.note("pair_heading", "text", here=here, there=there, usual=others[0], language=name)
                break


def _heads(text: str) -> Iterator[list[str]]:
    for table in tables_of(text):
        if table and not any(re.fullmatch(r"[\d.,%]+", cell) for cell in table[0]):
            yield [cell for cell in table[0] if cell]


def _shown(found: set[int]) -> str:
    return ", ".join(map(str, sorted(found))) or "no other year"
