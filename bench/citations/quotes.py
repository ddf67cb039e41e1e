"""Quotations: what stands in “ ”, " ", 「」 or 『』, and whether it is verbatim in a text.

Owns the pairing of quotation marks (a mark behind a figure is an inch, not a quotation) and the folding under which
two wordings are the same: width, case and white space.
"""

from __future__ import annotations

import re

from bench.text.fold import flatten, squeeze


def straight_quotes(flat: str) -> list[tuple[int, int]]:
    """The places (start, end) of quotations in "…" of a flattened text, the marks included. None cross a line."""
    return [match.span() for match in _STRAIGHT.finditer(flat)]


def quoted_spans(flat: str) -> list[str]:
    """What is quoted in a flattened text, in order, without the marks; of nested quotations the outer one.

    A quotation that is never closed, or holds no letter and no figure, is none.
    """
    places = straight_quotes(flat)
    for opener, closer in (("「", "」"), ("『", "』")):
        places += _paired(flat, opener, closer)
    places.sort(key=lambda place: (place[0], -place[1]))
    found, end = [], 0
    for start, stop in places:
        if start < end:
            continue
        end = stop
        inside = flat[start + 1 : stop - 1]
        if any(char.isalnum() for char in inside):
            found.append(inside)
    return found


def verbatim(quote: str, text: str) -> bool:
    """Whether every word of `quote` stands in `text`, in this order; … stands for what was left out.

    Width, case and white space are folded; a comma or full stop at the end of the quotation may be the quoter's own.
    """
    whole, at = squeeze(text), 0
    for part in _ELLIPSIS.split(flatten(quote)):
        wanted = squeeze(part)
        found = whole.find(wanted, at)
        if found < 0:
            wanted = wanted.rstrip(_OWN)
            found = whole.find(wanted, at)
        if found < 0:
            return False
        at = found + len(wanted)
    return True


_LONGEST = 2000
_STRAIGHT = re.compile(rf'(?<![A-Za-z0-9])"(?=\S)([^"\n]{{1,{_LONGEST}}})"(?![A-Za-z0-9])')
_ELLIPSIS = re.compile(r"\[?(?:\.{3,}|…+|・{3,})\]?|[(\[](?:中略|略)[)\]]")
_OWN = ".,。、!?;:"


def _paired(flat: str, opener: str, closer: str) -> list[tuple[int, int]]:
    places: list[tuple[int, int]] = []
    opened: list[int] = []
    for at, char in enumerate(flat):
        if char == "\n":
            opened = []
        elif char == opener:
            opened.append(at)
        elif char == closer and opened:
            places.append((opened.pop(), at + 1))
    return [place for place in places if place[1] - place[0] <= _LONGEST]
