"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.ferry.programs import PROGRAMS
from bench.kits.ferry.questions import fares, groups, kept, lost, premises, stops, sweeps, traffic

__all__ = ["PROGRAMS", "fares", "groups", "kept", "lost", "premises", "stops", "sweeps", "traffic"]
