"""Sentences of Japanese and English text.

Guarantees: lossless (the pieces joined are the text), no piece is empty, decimals, abbreviations and initials do
not end a sentence, 。 inside 「」 or () does not either unless the quote is never closed.
"""

import re

from bench.text.patterns import one_of


def split_sentences(text: str) -> list[str]:
    """The sentences of `text` with their trailing space. A line break ends a sentence. Empty text gives []."""
    pieces: list[str] = []
    start = 0
    depth_end = -1
    for match in _STOP.finditer(text):
        if match.start() < depth_end:
            continue
        if match[0] in _OPENERS:
            closing = text.find(_OPENERS[match[0]], match.end(), match.end() + _LONGEST_QUOTE)
            if closing >= 0 and "\n" not in text[match.end() : closing]:
                depth_end = closing
            continue
        if match[0][0] == "." and not _ends_sentence(text, match.start(), match.end()):
            continue
        if match.end() > start:
            pieces.append(text[start : match.end()])
            start = match.end()
    if start < len(text):
        pieces.append(text[start:])
    return _without_blank_pieces(pieces)


_LONGEST_QUOTE = 200
_OPENERS = {"「": "」", "『": "』", "（": "）", "(": ")"}
_STOP = re.compile(
    r"[「『（(]|\n\s*|[。！？!?．｡]+[」』）)\"']?[ \t　]*|\.+[\"')\]]{0,2}(?:[ \t]+|(?=\n)|\Z)|"
    r"\.(?=[\u3040-\u30ff\u4e00-\u9fff])"
)
# A dot behind one of these ends no sentence.
_ABBREVIATION = re.compile(
    r"(?<![A-Za-z])"
    + one_of(r"""
        Mr | Mrs | Ms | Dr | Prof | St | No | Nos | Vol | Fig | Sec | Art | vs | etc | approx | cf | ca | Inc | Ltd | Co
        Corp | Jr | Sr | Dept | Jan | Feb | Mar | Apr | Jun | Jul | Aug | Sept? | Oct | Nov | Dec | i\.e | e\.g | a\.m
        p\.m | U\.S | U\.K | [A-Z]
    """)
    + r"\Z"
)
# "goes to crew A. Then": a letter behind a common noun is a label, "signed by A. Smith" holds an initial.
_LABEL = re.compile(
    r"(?<![A-Za-z])(?!(?:by|from|to|of|and|with|for|is|was|as|or|at|the|are|were|under|that) )[a-z]{3,} [A-Z]\Z"
)
_ENDS_ANYWAY = re.compile(r"(?:etc|a\.m|p\.m|Inc|Ltd|Co|Corp|U\.S|U\.K)\Z")


def _ends_sentence(text: str, dot: int, after: int) -> bool:
    before = text[max(0, dot - 8) : dot]
    following = text[after : after + 1]
    if _ABBREVIATION.search(before) and not _LABEL.search(text[max(0, dot - 24) : dot]):
        return bool(_ENDS_ANYWAY.search(before)) and (following.isupper() or not following)
    label = _LIST_LABEL.search(text[max(0, dot - 6) : dot])
    if label and text[after - 1 : after] in (" ", "\t") and numbers_a_list(int(label[1]), text):
        return False
    return not following.islower()


def numbers_a_list(label: int, text: str) -> bool:
    """Whether "1. First step" has its number from a list: it is the first, or a neighbour stands at a line's start."""
    return label == 1 or bool(re.search(rf"(?:^|\n)\W{{0,6}}(?:{label - 1}|{label + 1})[.)] ", text))


_LIST_LABEL = re.compile(r"(?:^|\n)\s*(\d{1,2})\Z")


def _without_blank_pieces(pieces: list[str]) -> list[str]:
    """Space alone belongs to the sentence before it, or to the first one."""
    out: list[str] = []
    for piece in pieces:
        if out and not piece.strip():
            out[-1] += piece
        elif out and not out[0].strip():
            out[0] += piece
        else:
            out.append(piece)
    return out
