"""Validating a source: every finding about it, gravest first, instead of the first fault.

For the suite's own format all checks of `checks/` run. For LIT-RAGBench the published set's known findings come out:
what a program finds, and what was found by hand for rows that have not changed since. For other formats the rows are
read as an importer reads them. Where two languages are checked that have a pair of items, items without a counterpart
are reported by id.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

from bench.authoring.checks import answers, chunks, composition, drawn, evidence, items, overlays, pairs, solves, tables
from bench.authoring.findings import Finding, Report, lang_of, wording
from bench.dataset import sources
from bench.dataset.importers import lit, lit_rows, own
from bench.dataset.importers.files import File, Imported, of_language
from bench.dataset.importers.lit_rows import read_file
from bench.dataset.rows import SEVERITIES, Faults
from bench.dataset.shapes import pair_id
from bench.records import LANGS, Lang


def validate(source: str, langs: Sequence[Lang] | None = None) -> tuple[Finding, ...]:
    """Every finding about a source: errors first, then in the order of the checks.

    `langs`: the languages to check; None for those that it has.

    A clean set gives infos only, or nothing. Raises UsageError and DataError only where there is nothing to check:
    an unknown language or one without rules, a source that does not exist, is empty or in no known format, or a
    missing language.
    """
    wanted = None if langs is None else sources.wanted_langs(langs)
    report = Report()
    folder = sources.own_folder(source)
    if folder is not None:
        _own(folder, wanted or own.languages(folder) or LANGS, report)
    else:
        _foreign(source, wanted, report)
    return tuple(sorted(report.findings, key=lambda finding: SEVERITIES.index(finding.severity)))


def _own(path: Path, langs: Sequence[Lang], report: Report) -> None:
    faults = Faults()
    source = own.read(path, langs, faults)
    _schema(faults, report)
    for rows in source.tables.values():
        if written := rows.written if rows.written.items else None:
            for family in (chunks, evidence, items, answers, overlays, solves):
                family.check(written, report)
            composition.check(written, source.settings.composition == "final", report)
        drawn.check(rows.drawn, report)
    pairs.check(source.tables, report)
    tables.check({lang: rows.written for lang, rows in source.tables.items()}, report)
    drawn.check_pairs(source.tables, report)


def _foreign(source: str, wanted: Sequence[Lang] | None, report: Report) -> None:
    faults = Faults()
    form, files = sources.open_files(source, wanted or LANGS, faults)
    imported = form.read(files, wanted or LANGS, faults)
    _schema(faults, report)
    if faults.found:
        return
    langs = wanted or imported.available or LANGS
    sources.require(source, imported, langs)
    if form.name == "lit":
        for lang in langs:
            _lit(lang, of_language(files, "question", lang)[0], report)
    else:
        _unpaired(imported, langs, report)


def _schema(faults: Faults, report: Report) -> None:
    for fault in faults.found:
        message = f"{fault.problem}; {fault.advice}"
        report.findings.append(
            Finding("schema", "error", lang_of(fault.file), fault.file, message, fault.line, field=fault.field)
        )


def _lit(lang: Lang, file: File, report: Report) -> None:
    """LIT-RAGBench's findings in one language: one for each row and place that a program finds, then the curated."""
    rows = read_file(file, Faults())
    found = [
        (m.code, m.severity, wording()["lit"][m.code], int(place["row"]), place)
        for m in lit_rows.findings(lang, rows)
        for place in m.where or tuple({"row": n} for n in m.rows)
    ]
    found += [(c.code, c.severity, c.note, n, {}) for c, n in lit.curated(lang, rows)]
    for code, severity, text, n, place in found:
        rest = ", ".join(f"{key} {value}" for key, value in place.items() if key != "row")
        message, line = f"{text} ({rest})" if rest else text, rows[n].row.line
        where = place or None
        report.findings.append(
            Finding(code, severity, lang, file.name, message, line, n, f"lit-{lang}-{n:03}", where=where)
        )


def _unpaired(imported: Imported, langs: Sequence[Lang], report: Report) -> None:
    """Pairs are made by id; texts may repeat in one language and differ in the other. Languages without one pair are
    sets of their own."""
    of_lang = [{pair_id(item) for item in imported.langs[lang].items} for lang in langs]
    if len(of_lang) < 2 or not set.intersection(*of_lang):
        return
    for here, there in permutations((imported.langs[lang] for lang in langs), 2):
        known = {pair_id(item) for item in there.items}
        message = wording()["warning"]["pair_missing"].format(other=there.lang)
        for item in here.items:
            if pair_id(item) not in known:
                file, _, line = item.source.rpartition(":")
                report.findings.append(
                    Finding("pair_missing", "warning", item.lang, file, message, int(line), id=item.id, field="id")
                )
