"""Whether an answer says that its sources conflict, and whether it then takes one side all the same.

"A or B" without saying that the sources disagree names no conflict.
"""

import re
from dataclasses import dataclass

from bench.rules.asked import Demands
from bench.rules.declines import leads
from bench.rules.mentions import is_label
from bench.rules.switches import rule
from bench.rules.values import read_values
from bench.text.sentences import split_sentences


@dataclass(frozen=True, slots=True)
class Conflict:
    """`named`: the conflict is stated, at `shown`. `settled`: a side, an average or a range is chosen."""

    named: bool
    settled: bool
    shown: str


def read_conflict(asked: Demands, text: str, final: str, *, expected: bool = True) -> Conflict:
    """How a cleaned text with the final line `final` ("" for none) treats a conflict of its sources.

    Only where a conflict is `expected` are two sources with two values one; elsewhere the text must call it so.
    """
    sentences = split_sentences(text)
    naming = [s for s in sentences if names_strife(asked, s)]
    if not naming and expected:
        naming = [s for s in sentences if _sets_against(asked, s)]
        if not naming and any(asked.words.says("UNDECIDED", s) for s in sentences):
            naming = [s for s in sentences if _two_values(s)]
    if not naming:
        return Conflict(False, False, "")
    if leads(asked, text):
        return Conflict(True, False, naming[0].strip())
    return Conflict(True, _settles(asked, sentences, naming, final), naming[0].strip())


@rule(False)
def names_strife(asked: Demands, sentence: str) -> bool:
    """Reads words of conflict, and not their denial, as the naming of one."""
    return asked.words.says("CONFLICT", asked.words.of("NO_CONFLICT").sub(" ", sentence))


@rule(False)
def _sets_against(asked: Demands, sentence: str) -> bool:
    """Reads two sources with two values set against each other as the naming of a conflict."""
    table = asked.words
    if not table.says("SETS_AGAINST", sentence) or len(table.of("SAYS").findall(sentence)) < 2:
        return False
    return table.says("SETTING", sentence) and _two_values(sentence)


def _two_values(sentence: str) -> bool:
    shown: dict[str, set[str]] = {}
    for value in read_values(sentence):
        if is_label(sentence, value):
            continue
        shown.setdefault(value.kind, set()).add(sentence[value.start : value.end])
    return any(len(kinds) > 1 for kinds in shown.values())


def _settles(asked: Demands, sentences: list[str], naming: list[str], final: str) -> bool:
    if final:
        outside = re.sub(r"\([^()]*\)", " ", final)
        return not any(asked.words.says(n, outside) for n in ("CONFLICT", "UNDECIDED", "UNKNOWN", "UNDECIDED_LINE"))
    return _takes_side(asked, tuple(sentences)) or _claims_beside(asked, tuple(sentences), tuple(naming))


@rule(False)
def _takes_side(asked: Demands, sentences: tuple[str, ...]) -> bool:
    """Reads words of choosing or of averaging as taking a side."""
    table = asked.words
    pieces = (p for s in sentences for p in re.split(r"[,;、。](?!\d)|\bbut\b|\band\b", s))
    sides = (p for p in pieces if table.says("TAKES_SIDE", p) and not _two_values(p))
    return any(not table.says("UNDECIDED", p) for p in sides)


@rule(False)
def _claims_beside(asked: Demands, sentences: tuple[str, ...], naming: tuple[str, ...]) -> bool:
    """Reads one plain value in a sentence beside the naming, or before it in the same one, as taking a side."""
    table = asked.words
    plain = {}
    for sentence in sentences:
        printed = {sentence[v.start : v.end] for v in read_values(sentence)}
        if sentence not in naming and len(printed) == 1 and not table.says("UNDECIDED", sentence):
            plain[sentence] = printed
    reporting = len({p for printed in plain.values() for p in printed}) > 1
    if plain and not reporting:
        return True
    for sentence in naming:
        outside = re.sub(r"\([^()]*\)", " ", sentence)
        if not names_strife(asked, outside) and names_strife(asked, sentence) and read_values(outside):
            return True
        head = re.split(r", (?:although|though|even though|but)|が、|ものの、", sentence)
        values = [len(read_values(h)) for h in head]
        named = [names_strife(asked, h) for h in head]
        if len(head) > 1 and any(
            v == 1 and not n and not table.says("UNDECIDED", h) for v, n, h in zip(values, named, head, strict=True)
        ):
            return True
    return False
