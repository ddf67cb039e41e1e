"""A town waterworks with four supply districts: metered charges, meter exchange, leaks, outages, intake."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.water import names
from bench.kits.water.drawing import draw
from bench.kits.water.ledger import plan
from bench.kits.water.questions import PROGRAMS

KIT = Kit(
    name="water",
    trade=Text("Town waterworks", "町営水道"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.OFFICES[0], names.OFFICES[1]),
    snapshot="2026-02-10",
    folder=Path(__file__).parent,
    globals={"pools": names},
)
