"""Whether a text is a copied document instead of an answer: long, and nowhere addressed to the question.

Owns the signs by which a long text is told to be an answer. A document is no answer and no refusal, even where it
holds the right words or a phrase such as "not collected".
"""

import re

from bench.rules.final_answer import final_answer
from bench.rules.overlap import overlap
from bench.rules.phrases import filled
from bench.text.fold import flatten
from bench.text.sentences import split_sentences


def is_dump(answer: str, question: str) -> bool:
    """Whether `answer` is a document of more than 900 characters (Japanese: 500) without one sign of answering.

    Under a heading of its own and over several lines, half the length is enough. Short text is never a dump.
    """
    text = flatten(answer).strip()
    japanese = len(_JAPANESE.findall(text)) > _MOSTLY * len(text)
    limit = _LONG_JA if japanese else _LONG_EN
    if len(text) <= limit // 2 or (len(text) <= limit and not _is_laid_out(text)):
        return False
    return not filled(_ANSWERING).search(text) and not _addresses(answer, text, question)


_LONG_EN, _LONG_JA = 900, 500
_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_MOSTLY = 0.3
# What answers have and documents lack: references to documents by number, emphasis, working, talk of the material
# or of the question.
_ANSWERING = r"[\[【] ?(?:[a-z]+ )?\d{1,2} ?[\]】]|\*\*[^*\n]{1,200}\*\*|[\d円%)] ?= ?[(¥$]?\d|{ANSWERING}"


def _is_laid_out(text: str) -> bool:
    """Whether a text opens with a heading and goes on over several lines."""
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) >= _SEVERAL and not _ENDS.search(lines[0].strip())


_SEVERAL = 5
_ENDS = re.compile(r"[.。!?！？:：]\Z")


def _addresses(answer: str, text: str, question: str) -> bool:
    """Whether it is marked as an answer, opens with one in a short sentence, or its ends take up the question."""
    opening = text.split("\n", 1)[0].strip()
    if len(opening) <= _SHORT and _ENDS.search(opening):
        return True
    if any(region.kind == "marked" for region in final_answer(answer, question)):
        return True
    sentences = [s for s in split_sentences(text) if s.strip()]
    return any(overlap(question, s) >= _TAKES_UP for s in (*sentences[:1], *sentences[-3:]))


_TAKES_UP = 0.5
_SHORT = 80
