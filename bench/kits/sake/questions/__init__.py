"""The question programs, one module for each subject; each answer is one function with its mistakes as switches."""

from __future__ import annotations

from bench.kits.sake.programs import PROGRAMS
from bench.kits.sake.questions import casks, customers, milling, panel, premises, rice, taxes

__all__ = ["PROGRAMS", "casks", "customers", "milling", "panel", "premises", "rice", "taxes"]
