"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.library.programs import PROGRAMS
from bench.kits.library.questions import claims, holds, loans, parcels, premises, rooms, sweeps

__all__ = ["PROGRAMS", "claims", "holds", "loans", "parcels", "premises", "rooms", "sweeps"]
