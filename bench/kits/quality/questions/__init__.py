"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.quality.programs import PROGRAMS
from bench.kits.quality.questions import conceding, faults, gauges, inspecting, limits, premises, ranking

__all__ = ["PROGRAMS", "conceding", "faults", "gauges", "inspecting", "limits", "premises", "ranking"]
