"""Every question program of this kit, by subject; importing them registers them."""

from __future__ import annotations

from bench.kits.lunch.programs import PROGRAMS
from bench.kits.lunch.questions import absences, carrier, fees, premises, substitutes

__all__ = ["PROGRAMS", "absences", "carrier", "fees", "premises", "substitutes"]
