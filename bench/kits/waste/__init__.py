"""A union of towns that runs cleaning centres: bulky waste, deliveries by weight, rewards for collections, ash."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.waste import names
from bench.kits.waste.drawing import draw
from bench.kits.waste.ledger import plan
from bench.kits.waste.questions import PROGRAMS

KIT = Kit(
    name="waste",
    trade=Text("Municipal cleaning centres", "広域衛生組合"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names, "date": date},
    draft=True,
)
