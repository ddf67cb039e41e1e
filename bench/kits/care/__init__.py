"""A provider of home care and day care with five offices: visits and units, plans, escorts, rosters, incidents."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.care import names
from bench.kits.care.drawing import draw
from bench.kits.care.ledger import plan
from bench.kits.care.questions import PROGRAMS

KIT = Kit(
    name="care",
    trade=Text("Home-care and day-care provider", "訪問介護・通所介護事業者"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names},
)
