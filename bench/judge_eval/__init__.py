"""How reliable a judge is: its votes on labelled answers, compared with the labels. The judges are those of a run."""

from bench.judge_eval.casting import Evaluation, EvaluationOptions, execute, prepare
from bench.judge_eval.comparison import JudgedCase, agreement, kappa
from bench.judge_eval.labelled import LabelledSet, load

__all__ = [
    "Evaluation",
    "EvaluationOptions",
    "JudgedCase",
    "LabelledSet",
    "agreement",
    "execute",
    "kappa",
    "load",
    "prepare",
]
