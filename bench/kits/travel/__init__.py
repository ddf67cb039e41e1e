"""The travel expenses of a firm with five branches: daily allowances, hotels abroad and exchange days, settlements."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.travel import names
from bench.kits.travel.drawing import draw
from bench.kits.travel.ledger import plan
from bench.kits.travel.questions import PROGRAMS

KIT = Kit(
    name="travel",
    trade=Text("Travel expenses of a firm", "会社の出張旅費"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names},
)
