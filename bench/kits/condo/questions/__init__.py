"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.condo.programs import PROGRAMS
from bench.kits.condo.questions import late, premises, reserve, sweeps, visits, votes

__all__ = ["PROGRAMS", "late", "premises", "reserve", "sweeps", "visits", "votes"]
