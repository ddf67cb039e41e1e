"""How reliable a judge is: its votes on labelled answers, compared with the labels. The judges are those of a run."""

from bench.judge_eval.casting import Evaluation, Wanted, execute, prepare
from bench.judge_eval.figures import Judged, agreement, kappa
from bench.judge_eval.labelled import LabelledSet, load

__all__ = ["Evaluation", "Judged", "LabelledSet", "Wanted", "agreement", "execute", "kappa", "load", "prepare"]
