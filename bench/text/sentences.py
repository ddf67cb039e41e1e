"""Sentences of Japanese and English text.

Guarantees: lossless (the pieces joined are the text), no piece is empty, decimals, abbreviations and initials do
not end a sentence, 。 inside 「」 or () does not either unless the quote is never closed.
"""

import re


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
_ABBREVIATION = re.compile(
    r"(?:(?<![A-Za-z])(?:Mr|Mrs|Ms|Dr|Prof|St|No|Nos|Vol|Fig|Sec|Art|vs|etc|approx|cf|ca|Inc|Ltd|Co|Corp|"
    r"Jr|Sr|Dept|"
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|i\.e|e\.g|a\.m|p\.m|U\.S|U\.K|[A-Z]))\Z"
)
_ENDS_ANYWAY = re.compile(r"(?:etc|a\.m|p\.m|Inc|Ltd|Co|Corp|U\.S|U\.K)\Z")


def _ends_sentence(text: str, dot: int, after: int) -> bool:
    before = text[max(0, dot - 8) : dot]
    following = text[after : after + 1]
    if _ABBREVIATION.search(before):
        return bool(_ENDS_ANYWAY.search(before)) and (following.isupper() or not following)
    if re.search(r"(?:^|\n)\s*\d{1,2}\Z", text[max(0, dot - 6) : dot]) and text[after - 1 : after] in (" ", "\t"):
        # "1. First step": the number of a list, not the end of a sentence.
        return False
    return not following.islower()


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
