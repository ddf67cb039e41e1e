"""A growers' co-operative with four sorting stations for mandarins: advances, rejects, fees, stock, spraying."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.fruit import names
from bench.kits.fruit.drawing import draw
from bench.kits.fruit.ledger import plan
from bench.kits.fruit.questions import PROGRAMS

KIT = Kit(
    name="fruit",
    trade=Text("Fruit growers' co-operative", "果実出荷組合"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.OFFICES[0], names.OFFICES[1]),
    snapshot="2026-02-10",
    folder=Path(__file__).parent,
    globals={"pools": names},
)
