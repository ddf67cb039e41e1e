"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.driving.programs import PROGRAMS
from bench.kits.driving.questions import allowance, cancelling, counter, premises, refresher, terms

__all__ = ["PROGRAMS", "allowance", "cancelling", "counter", "premises", "refresher", "terms"]
