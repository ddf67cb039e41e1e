"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.dormitory.programs import PROGRAMS
from bench.kits.dormitory.questions import breakage, notice, power, premises, returns, turns

__all__ = ["PROGRAMS", "breakage", "notice", "power", "premises", "returns", "turns"]
