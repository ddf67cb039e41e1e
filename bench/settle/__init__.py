"""Asking two models only as long as it takes to know which one is better at a given cost of a wrong answer.

settling (the two models and their runs), race (one language: what is known so far, and when to stop; asks nobody),
rounds (sets of fresh items, drawn as they are needed).
"""

from bench.settle.race import Difference, Question, Race, Rules, question_difference
from bench.settle.rounds import FreshSets, fresh_sets
from bench.settle.settling import Duel, duel, settle

__all__ = [
    "Difference",
    "Duel",
    "FreshSets",
    "Question",
    "Race",
    "Rules",
    "duel",
    "fresh_sets",
    "question_difference",
    "settle",
]
