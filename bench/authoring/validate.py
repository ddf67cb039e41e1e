"""Validating a source: every finding about it, gravest first, instead of the first fault.

For the suite's own format all checks of `checks/` run. For LIT-RAGBench the published set's known findings come out:
what a program finds, and what was found by hand for rows that have not changed since. For other formats the rows are
read as an importer reads them. Where both languages are asked for, items without a counterpart are reported by id.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench.authoring.checks import chunks, composition, derivations, evidence, items, overlays, pairs
from bench.authoring.checks import lit as lit_checks
from bench.authoring.findings import SEVERITIES, Finding, Report
from bench.dataset import sources
from bench.dataset.importers import own
from bench.dataset.importers.files import Imported, of_language
from bench.dataset.importers.lit_rows import read_file
from bench.dataset.rows import Faults
from bench.dataset.shapes import pair_id
from bench.records import Lang


def validate(source: str, langs: Sequence[Lang]) -> tuple[Finding, ...]:
    """Every finding about the wanted languages of a source: errors first, then in the order of the checks.

    A clean set gives infos only, or nothing. Raises UsageError and DataError only where there is nothing to check:
    an unknown language, a source that does not exist, is empty or in no known format, or a missing language.
    """
    wanted = sources.wanted_langs(langs)
    report = Report()
    folder = sources.own_folder(source)
    if folder is not None:
        _own(folder, wanted, report)
    else:
        _foreign(source, wanted, report)
    return tuple(sorted(report.findings, key=lambda finding: SEVERITIES.index(finding.severity)))


def _own(path: Path, langs: Sequence[Lang], report: Report) -> None:
    faults = Faults()
    source = own.read(path, langs, faults)
    _schema(faults, report)
    for tables in source.tables.values():
        chunks.check(tables, report)
        evidence.check(tables, report)
        derivations.check(tables, report)
        items.check(tables, report)
        overlays.check(tables, report)
        composition.check(tables, source.settings.composition == "final", report)
    pairs.check(source.tables, report)


def _foreign(source: str, langs: Sequence[Lang], report: Report) -> None:
    faults = Faults()
    form, files = sources.open_files(source, langs, faults)
    imported = form.read(files, langs, faults)
    _schema(faults, report)
    if faults.found:
        return
    sources.require(source, imported, langs)
    if form.name == "lit":
        for lang in langs:
            (file,) = of_language(files, "question", lang)
            lit_checks.check(lang, file.name, read_file(file, faults), report)
    elif len(langs) == 2:
        _unpaired(imported, report)


def _schema(faults: Faults, report: Report) -> None:
    for fault in faults.found:
        lang = fault.file.partition("/")[0] if "/" in fault.file else ""
        message = f"{fault.problem}; {fault.advice}"
        report.findings.append(Finding("schema", "error", lang, fault.file, message, fault.line, field=fault.field))


def _unpaired(imported: Imported, report: Report) -> None:
    """Pairs are made by id; texts may repeat in one language and differ in the other."""
    en, ja = ({pair_id(item): item for item in imported.langs[lang].items} for lang in ("en", "ja"))
    for mine, theirs, other in ((en, ja, "ja"), (ja, en, "en")):
        for key, item in mine.items():
            if key not in theirs:
                file, _, line = item.source.rpartition(":")
                report.findings.append(
                    Finding(
                        "pair_missing",
                        "warning",
                        item.lang,
                        file,
                        f"has no counterpart in '{other}'; comparisons of the languages leave it out",
                        int(line),
                        id=item.id,
                        field="id",
                    )
                )
