"""The car parks of a city: charges by the entry, season tickets, unpaid ones, stamps of shops, duties of attendants."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.parking import names
from bench.kits.parking.drawing import draw
from bench.kits.parking.ledger import plan
from bench.kits.parking.questions import PROGRAMS

KIT = Kit(
    name="parking",
    trade=Text("City car park operator", "市営駐車場の管理会社"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names},
)
