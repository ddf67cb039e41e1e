"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.warehouse.programs import PROGRAMS
from bench.kits.warehouse.questions import demurrage, extra, free, handling, premises, reminders

__all__ = ["PROGRAMS", "demurrage", "extra", "free", "handling", "premises", "reminders"]
