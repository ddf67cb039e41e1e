"""A rental firm for construction machines with six branches: hires, fuel, damage, inspections by the hour meter."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.rental import names
from bench.kits.rental.drawing import draw
from bench.kits.rental.ledger import plan
from bench.kits.rental.questions import PROGRAMS

KIT = Kit(
    name="rental",
    trade=Text("Rental firm for construction machines", "建設機械レンタル会社"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names},
)
