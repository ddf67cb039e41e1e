"""Quotations: what stands in “ ”, " ", 「」 or 『』, and whether it is verbatim in a text.

Owns the pairing of quotation marks (a mark behind a figure is an inch, not a quotation) and the folding under which
two wordings are the same: width, case and white space.
"""

from __future__ import annotations

import re

from bench.text.fold import flatten, squeeze


def straight_quotes(flat: str) -> list[tuple[int, int]]:
    """The spans (start, end) of quotations in "…" of a flattened text, the marks included. None cross a line."""
    return [match.span() for match in _STRAIGHT.finditer(flat)]


def quoted_spans(flat: str) -> list[str]:
    """What is quoted in a flattened text, in order, without the marks; of nested quotations the outer one.

    A quotation that is never closed, or holds no letter and no figure, is none.
    """
    spans = straight_quotes(flat)
    for opener, closer in (("「", "」"), ("『", "』")):
        spans += _paired(flat, opener, closer)
    spans.sort(key=lambda span: (span[0], -span[1]))
    quoted, end = [], 0
    for start, stop in spans:
        if start < end:
            continue
        end = stop
        inside = flat[start + 1 : stop - 1]
        if any(char.isalnum() for char in inside):
            quoted.append(inside)
    return quoted


def verbatim(quote: str, text: str) -> bool:
    """Whether every word of `quote` stands in `text`, in this order; … stands for what was left out.

    Width, case and white space are folded; a comma or full stop at the end of the quotation may be the quoter's own.
    """
    whole, at = squeeze(text), 0
    for part in _ELLIPSIS.split(flatten(quote)):
        wanted = squeeze(part)
        if wanted not in whole[at:]:
            wanted = wanted.rstrip(_OWN)
        start = whole.find(wanted, at)
        if start < 0:
            return False
        at = start + len(wanted)
    return True


_LONGEST = 2000
_STRAIGHT = re.compile(rf'(?<![A-Za-z0-9])"(?=\S)([^"\n]{{1,{_LONGEST}}})"(?![A-Za-z0-9])')
_ELLIPSIS = re.compile(r"\[?(?:\.{3,}|…+|・{3,})\]?|[(\[](?:中略|略)[)\]]")
_OWN = ".,。、!?;:"


def _paired(flat: str, opener: str, closer: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    opened: list[int] = []
    for at, char in enumerate(flat):
        if char == "\n":
            opened = []
        elif char == opener:
            opened.append(at)
        elif char == closer and opened:
            spans.append((opened.pop(), at + 1))
    return [span for span in spans if span[1] - span[0] <= _LONGEST]
