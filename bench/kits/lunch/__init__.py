"""A school-lunch centre for four schools: menus, substitutes, fees by days served, deliveries."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.lunch import names
from bench.kits.lunch.drawing import draw
from bench.kits.lunch.ledger import plan
from bench.kits.lunch.questions import PROGRAMS

KIT = Kit(
    name="lunch",
    trade=Text("School-lunch centre", "学校給食センター"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.OFFICES[0], names.OFFICES[1]),
    snapshot="2024-04-20",
    folder=Path(__file__).parent,
    globals={"pools": names},
)
