"""A private language school with six schools: fees, refunds, make-up lessons, pay of teachers."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.school import names
from bench.kits.school.drawing import draw
from bench.kits.school.ledger import plan
from bench.kits.school.questions import PROGRAMS

KIT = Kit(
    name="school",
    trade=Text("Private language school", "語学学校"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names},
)
