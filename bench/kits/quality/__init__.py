"""A maker of machine parts with five works: tolerances, sampling of lots, concessions, gauges, faults."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.quality import names
from bench.kits.quality.drawing import draw
from bench.kits.quality.ledger import plan
from bench.kits.quality.questions import PROGRAMS

KIT = Kit(
    name="quality",
    trade=Text("Maker of machine parts: quality control", "機械部品メーカーの品質管理"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names},
)
