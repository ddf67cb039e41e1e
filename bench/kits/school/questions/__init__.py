"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.school.programs import PROGRAMS
from bench.kits.school.questions import fees, hours, makeups, pay, premises, refunds

__all__ = ["PROGRAMS", "fees", "hours", "makeups", "pay", "premises", "refunds"]
