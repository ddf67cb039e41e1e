"""Every question program of this kit, by subject; importing them registers them."""

from __future__ import annotations

from bench.kits.fruit.programs import PROGRAMS
from bench.kits.fruit.questions import advances, fees, premises, rates, rejects, store

__all__ = ["PROGRAMS", "advances", "fees", "premises", "rates", "rejects", "store"]
