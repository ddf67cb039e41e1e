"""A firm of five driving schools: cancelled lessons, terms of training, allowances of instructors, refresher hours."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.driving import names
from bench.kits.driving.drawing import draw
from bench.kits.driving.ledger import plan
from bench.kits.driving.questions import PROGRAMS

KIT = Kit(
    name="driving",
    trade=Text("Firm of driving schools", "自動車教習所運営会社"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names},
)
