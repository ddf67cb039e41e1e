"""A ferry and bus operator with four branches: fares, group bookings, lost property, traffic statistics, bus stops."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.ferry import names
from bench.kits.ferry.drawing import draw
from bench.kits.ferry.ledger import plan
from bench.kits.ferry.questions import PROGRAMS

KIT = Kit(
    name="ferry",
    trade=Text("Ferry and bus operator", "汽船・バス会社"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names},
)
