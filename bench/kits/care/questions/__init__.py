"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.care.programs import PROGRAMS
from bench.kits.care.questions import escorts, incidents, limits, premises, rosters, visits

__all__ = ["PROGRAMS", "escorts", "incidents", "limits", "premises", "rosters", "visits"]
