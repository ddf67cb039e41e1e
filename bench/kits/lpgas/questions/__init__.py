"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.lpgas.programs import PROGRAMS
from bench.kits.lpgas.questions import bills, calls, deliveries, premises, quantity, regulators, use

__all__ = ["PROGRAMS", "bills", "calls", "deliveries", "premises", "quantity", "regulators", "use"]
