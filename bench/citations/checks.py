"""The four checks on the citations of one answer (ERG), each over its own units.

| check      | unit                                            | passes where                                        |
| resolves   | a number cited in a sentence                    | so many chunks were shown                           |
| quotes     | a quotation in a sentence that cites            | it is verbatim in a chunk which the sentence cites  |
| values     | an amount, percentage, date or time in it       | a chunk which the sentence cites states it          |
| eligible   | a resolved citation whose metadata says anything| jurisdiction and edition fit the question           |

A sentence with several citations is backed by all of them together. What is quoted or stated in the question itself is
the asker's and no unit, unless a cited chunk has it too; neither is the result of a calculation that the answer shows.
Where no citation of a sentence resolves there is no chunk to look in: that is a failure of the first check alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from bench.citations.computed import Shown, shown_calculations
from bench.citations.eligible import Eligibility
from bench.citations.quotes import verbatim
from bench.citations.sentences import Sentence, cited_sentences, without_marks
from bench.citations.stated import holds, stated_values
from bench.records import Chunk
from bench.text.fold import flatten
from bench.text.quantities import Quantity

CheckName = Literal["resolves", "quotes", "values", "eligible"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One unit of one check. `what` is the citation, quotation or value as it is written; hostile text."""

    check: CheckName
    passed: bool
    what: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What the checks found in one answer. `cites`: whether it has a citation at all, resolved or not.

    `computed` and `echoed` count values and quotations that were no units: results of calculations that are shown,
    and what the question had given.
    """

    cites: bool
    findings: tuple[Finding, ...]
    computed: int = 0
    echoed: int = 0


def check_answer(answer: str, question: str, shown: Sequence[Chunk], judge: Callable[[Chunk], Eligibility]) -> Checked:
    """Check an answer against the chunks shown, in the order shown: number n is `shown[n - 1]`.

    `judge` says whether a chunk may be used for this question. An answer without citations has no findings.
    """
    sentences = [s for s in cited_sentences(answer) if s.cited]
    if not sentences:
        return Checked(False, ())
    texts = [f"{chunk.title}\n{chunk.text}" for chunk in shown]
    calculations = shown_calculations(without_marks(answer))
    findings: list[Finding] = []
    computed = echoed = 0
    for sentence in sentences:
        resolved = [number for number in sentence.cited if 1 <= number <= len(shown)]
        findings += [Finding("resolves", number in resolved, f"[{number}]") for number in sentence.cited]
        findings += _eligible(resolved, shown, judge)
        if not resolved:
            continue
        cited = [texts[number - 1] for number in resolved]
        for unit in _units(sentence, cited, question, calculations):
            if isinstance(unit, Finding):
                findings.append(unit)
            else:
                computed, echoed = computed + (unit == "computed"), echoed + (unit == "echoed")
    return Checked(True, tuple(findings), computed, echoed)


Exempt = Literal["computed", "echoed"]


def _eligible(
    resolved: Sequence[int], shown: Sequence[Chunk], judge: Callable[[Chunk], Eligibility]
) -> Iterator[Finding]:
    for number in resolved:
        verdict = judge(shown[number - 1])
        if verdict.eligible is not None:
            what = f"[{number}]: {verdict.reason}" if verdict.reason else f"[{number}]"
            yield Finding("eligible", verdict.eligible, what)


def _units(sentence: Sentence, cited: Sequence[str], question: str, calculations: Shown) -> Iterator[Finding | Exempt]:
    for quote in sentence.quotes:
        if any(verbatim(quote, text) for text in cited):
            yield Finding("quotes", True, quote)
        elif verbatim(quote, question):
            yield "echoed"
        else:
            yield Finding("quotes", False, quote)
    for value in stated_values(flatten(sentence.text)):
        if any(holds(text, value.data) for text in cited):
            yield Finding("values", True, value.text)
        elif isinstance(value.data, Quantity) and calculations.covers(value.data):
            yield "computed"
        elif holds(question, value.data):
            yield "echoed"
        else:
            yield Finding("values", False, value.text)
