"""A town's public libraries: loans and suspensions, reservations, parcels between libraries, rooms, periodicals."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.library import names
from bench.kits.library.drawing import draw
from bench.kits.library.ledger import plan
from bench.kits.library.questions import PROGRAMS

KIT = Kit(
    name="library",
    trade=Text("Public libraries of a town", "町立図書館"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names, "date": date},
    draft=True,
)
