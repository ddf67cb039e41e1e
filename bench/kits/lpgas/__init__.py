"""A supplier of LP gas with six branches: bills, deliveries by hauliers, call-outs, regulators to be exchanged."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.lpgas import names
from bench.kits.lpgas.drawing import draw
from bench.kits.lpgas.ledger import plan
from bench.kits.lpgas.questions import PROGRAMS
from bench.kits.lpgas.terms import tenths

KIT = Kit(
    name="lpgas",
    trade=Text("LP gas supplier", "ＬＰガス販売会社"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names, "tenths": tenths},
)
