"""The final claim of an answer: the parts of it that say what the answer is, the most binding first.

Owns the order of authority: a correction beats a marked answer, that beats a conclusion, that beats the sentence
nearest to the question. Working shown on the way is never the result.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from bench.rules.cleaning import clean_answer
from bench.rules.overlap import overlap
from bench.text.patterns import one_of
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
    concluding = [s for s in sentences if CONCLUSION.search(s) and not _EXPLAINS.match(s)]
    for sentence in reversed(concluding):
        tail = _TAIL_CUE.split(sentence)[-1].strip()
        if tail and tail != sentence:
            regions.append(Region(tail, "conclusion"))
        regions.append(Region(sentence, "conclusion"))
    if len(sentences) > 1 and question:
        ranked = sorted((s for s in sentences if not _EXPLAINS.match(s)), key=lambda s: -overlap(question, s))
        if len(ranked) > 1 and overlap(question, ranked[0]) > overlap(question, ranked[1]) + _CLEARLY:
            regions.append(Region(ranked[0], "nearest"))
    regions.append(Region(corrected or text, "whole"))
    return tuple(regions)


# Words that draw a conclusion or a total.
CONCLUSION = re.compile(
    one_of(r"""
        \b(?:therefore|thus|hence|consequently|in conclusion|in total|in sum|overall|accordingly|adding\b)
        \b(?:this (?:gives|means|makes)|which (?:gives|makes|comes|equals)|that (?:gives|makes|is why))
        ^the \w+ (?:that|which|who|in question|concerned)\b | \b(?:adds up to|comes to)
        \b(?:grand )?total (?:is|of|fee|cost|comes|amounts|amount|charge) | (?:^|\n)(?:grand |sub)?total ?[:=]
        \bthe (?:final )?(?:answer|result) is | \bso,? (?:the|it|this|they|he|she|you)\b | [,;] so\b
        したがって | 従って | よって | ゆえに | 故に | 以上(?:より|から|のこと|により) | 結論 | つまり | そのため
        合計(?:は|で|すると|額|:) | 総計: | 計: | 総額(?:は|で) | 計算すると | 最終的に | すなわち
        結果(?:として|は) | となるため | 答えは | 以上から | 合わせて | 差し引き | ということになり
        と(?:判断|結論|結論付け|結論づけ|考え)(?:し|いたし|られ|でき|ます)(?!ません|ない|ず)
        (?:た|る|い|ない)のは[^。]{1,40}(?:です|でした|である|だ)
    """),
    re.I,
)
# Within a sentence, what follows one of these is drawn from what precedes it.
_TAIL_CUE = re.compile(
    r"[,;] (?:and )?(?:so|therefore|thus|hence|which means(?: that)?|meaning(?: that)?)\b,?|(?:なので|"
    r"ので|ため|ことから|したがって|よって)、"
)
# How much nearer to the question one sentence must be before it is taken for the one that answers.
_CLEARLY = 0.08
# A marker: where it may stand, the strong words, the plain ones, what parts it from its answer.
_MARKER_PLACE = r"(?:^|\n|(?<=[.。!?]) ?|(?<=, )(?=the (?:final )?(?:answer|result) is:))[\[【(*#> ]{0,4}(?:ただし、?)?"
_STRONG = one_of(r"""
    (?:my |the )?(?:final|short) (?:answer|result) | 最終(?:的な)?(?:回答|結論|解答|答え) | 結論
""")
_PLAIN = one_of(r"""
    (?:so,? |therefore,? )?(?:the |my )?(?:(?:correct )?answer|result|conclusion)
    (?:私の)?(?:答え?|回答|解答|こたえ) | A
    (?:so|therefore|thus|hence)(?=[:：])
""")
_MARKER_END = one_of(r"""
    [:：=] ? | (?<=answer) is(?:: ?| (?!not )) | (?<=result) is(?:: ?| (?!not ))
    (?<=結論)(?:として|から言うと|は)、? | (?<=答え)は | (?<=回答)は | (?<=解答)は | (?<=】) | \n
""")
_MARKER = re.compile(
    rf"{_MARKER_PLACE}(?:(?P<strong>{_STRONG})|(?P<plain>{_PLAIN}))[\]】)*]{{0,3}} ?{_MARKER_END}(?P<rest>[^\n]*)", re.I
)
# Taking back what was said: only what follows counts.
_CORRECTION = re.compile(
    one_of(r"""
        \bwait, | \bcorrection ?[:：] | \bscratch that | \blet me correct | \bi made (?:a mistake|an error)
        \bactually, (?:no|that|the|it|i) | \bno, that | \bon second thought | \bi misread | \bi misspoke
        \bthat was wrong | \bthat is wrong | \bthat's wrong | \bshould (?:instead )?be corrected
        \bsorry, (?:it|that|the) | 訂正 | 正しくは | 失礼(?:いた)?しました | 間違えました | (?:いや|いえ)、
        再計算すると | 見直すと | 改めて(?:計算|確認)すると
    """),
    re.I,
)


def _marked(text: str) -> str:
    """What follows the last marker ("Answer:", 答え：), strong markers first; "" where there is none."""
    found: dict[str, str] = {}
    for match in _MARKER.finditer(text):
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
    bare = [len(line) <= _BARE and not _EXPLAINING.search(line) for line in lines]
    if len(lines) < 2 or all(bare):
        return []
    out = []
    if bare[-1] and not bare[-2]:
        out.append(lines[-1])
    if bare[0] and not bare[1]:
        out.append(lines[0])
    return out


_BARE = 60
_EXPLAINING = re.compile(
    r"[:=]|\b(?:is|are|was|were|has|have|had|because|since|based|according|reason|note|source|the "
    r"following|please|sorry|checked)\b|です|ます|ました|でした|である|ため|なお|次の|以下",
    re.I,
)


def _block_after(text: str, pos: int) -> str:
    """A marker on a line of its own is followed by its answer: the lines up to the first that explains."""
    lines = [line for line in text[pos:].split("\n") if line.strip()]
    block: list[str] = []
    for line in lines[:12]:
        if block and _EXPLAINS.match(line):
            break
        block.append(line)
    return "\n".join(block)


_EXPLAINS = re.compile(
    r" ?(?:explanation|reason(?:ing)?|because|note|basis|calculation|理由|根拠|説明|計算|補足|なお|解説|"
    r"内訳)",
    re.I,
)


def _after_correction(text: str) -> str:
    """The text from the last self-correction on, "" where nothing is corrected or nothing follows it."""
    last = None
    for match in _CORRECTION.finditer(text):
        if match.start() > 0:
            last = match
    if last is None:
        return ""
    rest = text[last.end() :].strip(" ,.:：、。")
    sentence_only_apologises = len(rest) < 2
    return "" if sentence_only_apologises else rest


def _without_echo(text: str, question: str) -> str:
    """Drops a verbatim repetition of the question: it names things without claiming them."""
    from bench.text.fold import flatten

    asked = flatten(question).strip()
    return text.replace(asked, " ").strip() if len(asked) > 8 else text
