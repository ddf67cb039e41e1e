"""A sake brewery group with four breweries: rice, milling for others, casks on loan, tastings, tax set aside."""

from __future__ import annotations

from pathlib import Path

from bench.kits.base import Kit, Text
from bench.kits.sake import names
from bench.kits.sake.drawing import draw
from bench.kits.sake.ledger import meter, plan
from bench.kits.sake.questions import PROGRAMS

KIT = Kit(
    name="sake",
    trade=Text("Sake brewery group", "酒造グループ"),
    draw=draw,
    plan=plan,
    programs=PROGRAMS,
    copies=(names.SECTIONS[0], names.SECTIONS[1]),
    snapshot="2026-02-01",
    folder=Path(__file__).parent,
    globals={"pools": names, "meter": meter},
)
