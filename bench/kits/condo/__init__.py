"""A manager of condominium buildings: repair reserve, visitors' vehicles, late payments, general meetings."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.condo import names
from bench.kits.condo.drawing import draw
from bench.kits.condo.ledger import plan
from bench.kits.condo.questions import PROGRAMS

KIT = Kit(
    name="condo",
    trade=Text("Manager of condominium buildings", "マンション管理会社"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names, "date": date},
)
