"""Comparing runs of different systems on the same questions: paired, corrected for many pairs, and in words.

Guarantees: a pure function of the runs' logs and the dataset; nothing is compared that differs in more than the
system without saying so; what two systems do not share is listed and counted nowhere.
"""

from bench.comparing.comparison import compare

__all__ = ["compare"]
