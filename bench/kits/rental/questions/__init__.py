"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.rental.programs import PROGRAMS
from bench.kits.rental.questions import charges, damage, days, fuel, meters, premises

__all__ = ["PROGRAMS", "charges", "damage", "days", "fuel", "meters", "premises"]
