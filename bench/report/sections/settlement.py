"""What `bench settle` found, in sentences that a reader can quote.

Guarantees: every difference stands with its interval and the number of questions behind it.
"""

from __future__ import annotations

from bench.records.settlement import Settled, Settlement
from bench.report.sections.parts import Section, Table, decimal, decimals, name
from bench.text.display import with_minus
from bench.words import Text, said


def settlement_section(settlement: Settlement) -> Section:
    """A row for each language, then what holds for all."""
    title = said(
        "table.settled",
        first=name(settlement.first.title),
        second=name(settlement.second.title),
        arm=said(f"arm.{settlement.arm}"),
        k=f"{settlement.k:g}",
        share=f"{100 * settlement.k / (settlement.k + 1):.0f}",
    )
    notes = [
        said("settle.skipped", lang=said(f"lang.{s.lang}"), items=", ".join(map(name, s.skipped)))
        for s in settlement.languages
        if s.skipped
    ]
    rows = [[said(f"lang.{s.lang}"), _verdict(settlement, s)] for s in settlement.languages]
    table = Table(title, [said("language"), said("verdict")], rows, notes, prose=[1])
    runs = said("runs", runs=", ".join(map(name, settlement.runs)))
    return Section("settled", [table], [said("note.settled", sure=f"{1 - settlement.alpha:g}"), runs])


def _verdict(settlement: Settlement, s: Settled) -> Text:
    basis = said("settle.asked", questions=s.questions, asked=s.asked, available=s.available, trials=s.trials)
    if s.difference is None:
        return said("settle.nothing", asked=basis)
    low, high = s.interval
    if s.verdict == "undecided":
        shown = with_minus(f"{s.difference:+.3f}") + f" {decimals((low, high), 3)}"
        return said("settle.undecided", asked=basis, k=f"{settlement.k:g}", difference=shown)
    better, sign = (settlement.first, 1) if s.verdict == "first" else (settlement.second, -1)
    bounds = (low, high) if sign > 0 else (-high, -low)
    lead = f"{decimal(sign * s.difference)} {decimals(bounds, 3)}"
    return said("settle.better", better=name(better.title), lead=lead, k=f"{settlement.k:g}", asked=basis)
