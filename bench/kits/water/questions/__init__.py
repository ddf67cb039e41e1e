"""Every question program of this kit, by subject; importing them registers them."""

from __future__ import annotations

from bench.kits.water.programs import PROGRAMS
from bench.kits.water.questions import bills, intake, leaks, meters, outages, premises

__all__ = ["PROGRAMS", "bills", "intake", "leaks", "meters", "outages", "premises"]
