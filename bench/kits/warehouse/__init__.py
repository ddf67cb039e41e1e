"""A port warehouse firm with five sheds: free time, demurrage by the ton, handling on delivery, reminders, extra work."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.warehouse import names
from bench.kits.warehouse.drawing import draw
from bench.kits.warehouse.ledger import plan
from bench.kits.warehouse.questions import PROGRAMS

KIT = Kit(
    name="warehouse",
    trade=Text("Port warehouse firm", "港湾倉庫会社"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names},
)
