"""The final claim of an answer: the parts of it that say what the answer is, the most binding first.

Owns the order of authority: a correction beats a marked answer, that beats a conclusion, that beats the sentence
nearest to the question. Working shown on the way is never the result.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from bench.rules.cleaning import clean_answer
from bench.rules.overlap import overlap
from bench.rules.phrases import filled, opens_with, says, wording
from bench.text.fold import flatten
from bench.text.sentences import split_sentences

RegionKind = Literal["correction", "marked", "line", "conclusion", "nearest", "whole"]


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the answer that may hold the claim. `binding` regions decide alone when they claim anything."""

    text: str
    kind: RegionKind

    @property
    def binding(self) -> bool:
        return self.kind in ("correction", "marked", "line")


@lru_cache(maxsize=256)
def final_answer(answer: str, question: str = "") -> tuple[Region, ...]:
    """The regions of `answer` in falling authority, the whole cleaned answer last; () for an empty answer.

    `question` lets the sentence that answers it be found; without it, only cues and position count.
    """
    text = _without_echo(clean_answer(answer), question)
    if not text:
        return ()
    regions: list[Region] = []
    corrected = _after_correction(text)
    if corrected:
        regions.append(Region(corrected, "correction"))
    marked = _marked(corrected or text)
    if marked:
        regions.append(Region(marked, "marked"))
        if corrected:
            regions.reverse()
    regions += [Region(line, "line") for line in _bare_lines(corrected or text)]
    sentences = [s.strip() for s in split_sentences(corrected or text) if s.strip()]
    concluding = [s for s in sentences if says("CONCLUDES", s) and not opens_with("EXPLAINS", s)]
    for sentence in reversed(concluding):
        tail = wording("TAIL_CUE").split(sentence)[-1].strip()
        if tail and tail != sentence:
            regions.append(Region(tail, "conclusion"))
        regions.append(Region(sentence, "conclusion"))
    if len(sentences) > 1 and question:
        ranked = sorted((s for s in sentences if not opens_with("EXPLAINS", s)), key=lambda s: -overlap(question, s))
        if len(ranked) > 1 and overlap(question, ranked[0]) > overlap(question, ranked[1]) + _CLEARLY:
            regions.append(Region(ranked[0], "nearest"))
    regions.append(Region(corrected or text, "whole"))
    return tuple(regions)


# How much nearer to the question one sentence must be before it is taken for the one that answers.
_CLEARLY = 0.08
# A marker: where it may stand, the strong words or the plain ones, what parts it from its answer.
_MARKER = (
    r"(?:^|\n|(?<=[.。!?]) ?|{MARKER_PLACE})[\[【(*#> ]{0,4}{MARKER_OPENING}?"
    r"(?:(?P<strong>{STRONG_MARKER})|(?P<plain>{PLAIN_MARKER}))[\]】)*]{0,3} ?"
    r"(?:[:：=] ?|{MARKER_IS}|(?<=】)|\n)(?P<rest>[^\n]*)"
)


def _marked(text: str) -> str:
    """What follows the last marker ("Answer:", 答え：), strong markers first; "" where there is none."""
    found: dict[str, str] = {}
    for match in filled(_MARKER).finditer(text):
        rest = match["rest"].strip(" *:：")
        if not rest:
            rest = _block_after(text, match.end())
        strength = "strong" if match["strong"] else "plain"
        if rest:
            found[strength] = rest
    return found.get("strong") or found.get("plain") or ""


def _bare_lines(text: str) -> list[str]:
    """The last line or the first one where it stands alone as a bare answer among lines that explain."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    bare = [len(line) <= _BARE and not filled("[:=]|{EXPLAINING}").search(line) for line in lines]
    if len(lines) < 2 or all(bare):
        return []
    out = []
    if bare[-1] and not bare[-2]:
        out.append(lines[-1])
    if bare[0] and not bare[1]:
        out.append(lines[0])
    return out


_BARE = 60


def _block_after(text: str, pos: int) -> str:
    """A marker on a line of its own is followed by its answer: the lines up to the first that explains."""
    lines = [line for line in text[pos:].split("\n") if line.strip()]
    block: list[str] = []
    for line in lines[:12]:
        if block and opens_with("EXPLAINS", line):
            break
        block.append(line)
    return "\n".join(block)


def _after_correction(text: str) -> str:
    """The text from the last self-correction on, "" where nothing is corrected or nothing follows it."""
    last = None
    for match in wording("CORRECTS").finditer(text):
        if match.start() > 0:
            last = match
    if last is None:
        return ""
    rest = text[last.end() :].strip(" ,.:：、。")
    sentence_only_apologises = len(rest) < 2
    return "" if sentence_only_apologises else rest


def _without_echo(text: str, question: str) -> str:
    """Drops a verbatim repetition of the question: it names things without claiming them."""
    echo = flatten(question).strip()
    return text.replace(echo, " ").strip() if len(echo) > 8 else text
