"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.travel.programs import PROGRAMS
from bench.kits.travel.questions import budget, daily, hotels, premises, receipts, settling

__all__ = ["PROGRAMS", "budget", "daily", "hotels", "premises", "receipts", "settling"]
