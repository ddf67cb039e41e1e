"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.waste.programs import PROGRAMS
from bench.kits.waste.questions import ash, bulky, deliveries, premises, rewards, sweeps

__all__ = ["PROGRAMS", "ash", "bulky", "deliveries", "premises", "rewards", "sweeps"]
