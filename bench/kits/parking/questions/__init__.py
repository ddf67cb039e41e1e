"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.parking.programs import PROGRAMS
from bench.kits.parking.questions import charges, duties, premises, seasons, shops, unpaid

__all__ = ["PROGRAMS", "charges", "duties", "premises", "seasons", "shops", "unpaid"]
