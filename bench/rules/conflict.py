"""Whether an answer says that its sources conflict, and whether it then takes one side all the same.

Owns how the wordings of conflict and of choosing add up. "A or B" without saying that the sources disagree names no
conflict.
"""

import re
from dataclasses import dataclass

from bench.rules.cleaning import clean_answer
from bench.rules.final_answer import final_answer
from bench.rules.phrases import filled, says, wording
from bench.rules.values import read_values
from bench.text.dates import Date
from bench.text.fold import flatten
from bench.text.sentences import split_sentences


@dataclass(frozen=True, slots=True)
class ConflictNaming:
    """`named`: the conflict is stated. `settled`: the answer then chooses a value, averages or gives a range."""

    named: bool
    settled: bool
    clause: str


def names_conflict(answer: str, question: str = "") -> ConflictNaming:
    """Whether `answer` explicitly says that the sources conflict."""
    text = clean_answer(answer)
    sentences = split_sentences(text)
    naming = [s for s in sentences if _names_strife(s) or _sets_against(s)]
    if not naming and says("TWO_SOURCES", text) and says("UNDECIDED", text):
        naming = [s for s in sentences if says("TWO_SOURCES", s)]
    if not naming and _sets_against(text.replace("\n", " ")):
        naming = sentences
    if not naming:
        return ConflictNaming(False, False, "")
    return ConflictNaming(True, _settles(answer, question, sentences, naming), naming[0].strip())


def _names_strife(sentence: str) -> bool:
    return says("CONFLICT", wording("CONFLICT_DENIED").sub(" ", sentence))


def _sets_against(sentence: str) -> bool:
    """Two sources set against each other, with two different values."""
    flat = flatten(sentence)
    if not says("SETS_AGAINST", flat) or says("SAYS_NOTHING", flat):
        return False
    shown = [v for v in read_values(flat) if not (isinstance(v.data, Date) and v.data.month is None)]
    for kind in ("quantity", "date", "time", "range"):
        if len({flat[v.start : v.end] for v in shown if v.kind == kind}) >= 2:
            return True
    return says("CONTRASTS", flat) and len(flat) < 400 and not shown


def _settles(answer: str, question: str, sentences: list[str], naming: list[str]) -> bool:
    """Whether a side is taken: by a marked answer, by words of choosing, or by a plain claim beside the naming."""
    for region in final_answer(answer, question):
        if region.kind == "marked":
            outside = re.sub(r"\([^()]*\)", " ", region.text.split("\n")[0])
            return not (says("CONFLICT", outside) or says("UNDECIDED", outside))
    for sentence in sentences:
        clauses = wording("CHOICE_TURNS").split(sentence)
        if any(says("TAKES_SIDE", c) and not says("UNDECIDED", c) for c in clauses):
            return True
    if any(_answers_after_naming(s) for s in naming):
        return True
    rest = [s for s in sentences if s not in naming]
    shown = {s[v.start : v.end] for s in rest for v in read_values(s)}
    if len(shown) > 1 and all(says("ATTRIBUTED", s) for s in rest if read_values(s)):
        return False
    claiming = [
        s
        for s in rest
        if read_values(s) and not says("UNDECIDED", s) and len(_printed(s)) < 2 and not says("ATTRIBUTED", s)
    ]
    if len({v for s in claiming for v in _printed(s)}) > 1 and any(says("UNDECIDED", s) for s in sentences):
        # A list of what each source says, and a sentence that leaves it open.
        return False
    if claiming:
        return True
    return not rest and any(_answers_before_naming(s) for s in naming)


def _answers_after_naming(sentence: str) -> bool:
    """ "The sources differ, but it is 12 minutes": one value claimed behind the naming."""
    named = False
    for piece in wording("CLAIM_TURNS").split(flatten(sentence)):
        if says("CONFLICT", piece):
            named = True
        elif named and len(read_values(piece)) == 1 and not says("UNDECIDED", piece) and not says("ATTRIBUTED", piece):
            return True
    return False


def _printed(sentence: str) -> set[str]:
    return {sentence[v.start : v.end] for v in read_values(sentence)}


def _answers_before_naming(sentence: str) -> bool:
    """ "It is A, although another source conflicts": the claim stands before the conflict is named."""
    match = filled(_NAMED_LATER).match(flatten(sentence))
    if match is None or says("CONFLICT", match["claim"]) or says("ATTRIBUTED", match["claim"]):
        return False
    return len(read_values(match["claim"])) == 1 and not says("UNDECIDED", match["rest"])


_NAMED_LATER = r"(?s:\A{TO_BE_SAFE}?(?P<claim>(?:[^,、。]|(?<=\d),(?=\d)){2,120}?){THEN_NAMED}(?P<rest>.*)\Z)"
