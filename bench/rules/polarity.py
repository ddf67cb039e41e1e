"""Yes or no, and the opposites that a question may offer (increase or decrease).

Owns the reading of a statement's direction. It is used only where the question asks for one.
"""

from bench.rules.overlap import content_tokens, tokens_of
from bench.rules.phrases import filled, opens_with, says, wording
from bench.text.fold import flatten
from bench.text.sentences import split_sentences


def says_yes(text: str, about: str = "") -> bool | None:
    """True for a yes, False for a no, None where the text states neither. The first statement decides.

    With `about` (the question and the reference), a sentence that shares nothing with it states nothing on it.
    """
    for sentence in split_sentences(flatten(text)):
        stripped = filled("{PREAMBLE}+").sub("", sentence.strip(" \n\"'「*"))
        if not stripped or opens_with("ANNOUNCES", stripped):
            continue
        if opens_with("YES", stripped):
            return True
        if opens_with("NO", stripped):
            return False
        tokens = content_tokens(stripped)
        own = tokens - tokens_of("RULING")
        if about and not tokens:
            continue
        if about and len(own & content_tokens(about)) < len(own) * _ON_TOPIC:
            continue
        return not says("NEGATES", _without_reason(stripped))
    return None


def opens_with_ruling(text: str) -> bool:
    """Whether a text opens with a plain yes or no, which then is the answer."""
    opening = filled("{PREAMBLE}+").sub("", flatten(text).strip())
    return opens_with("YES", opening) or opens_with("NO", opening)


def direction(text: str) -> str:
    """ "+" or "-" for a text that speaks of one direction of change, "" for none or both."""
    flat = flatten(text)
    ups, downs = says("RISES", flat), says("FALLS", flat)
    if ups == downs:
        return ""
    return "+" if ups else "-"


# A statement without a yes or no must be mostly about the question to count as one.
_ON_TOPIC = 0.34


def _without_reason(sentence: str) -> str:
    """The main clause: a negation in the reason does not turn the statement."""
    rest = wording("REASON").sub("", sentence, count=1).strip()
    return rest or sentence
