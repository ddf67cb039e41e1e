"""Student halls: electricity by the room, late returns, turns of cleaning, notice to leave, broken things."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.dormitory import names
from bench.kits.dormitory.drawing import draw
from bench.kits.dormitory.ledger import plan
from bench.kits.dormitory.questions import PROGRAMS
from bench.kits.dormitory.terms import tenths

KIT = Kit(
    name="dormitory",
    trade=Text("Student dormitory", "学生寮"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names, "tenths": tenths},
)
