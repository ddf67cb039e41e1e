"""The operands of a calculation that an answer shows: 18 × 4,150 = 74,700 works on 18 and 4,150.

Owns the reading of equations in signs and in words.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from bench.rules.phrases import filled, says, wording
from bench.rules.values import Value


def operand_values(flat: str, values: Sequence[Value]) -> list[Value]:
    """The values that a calculation in the text works on: what stands before its last equals sign."""
    out: list[Value] = []
    for left, right in pairwise(values):
        gap = flat[left.end : right.start]
        if len(gap) > 40:
            continue
        joined = filled(_JOINS).fullmatch(gap)
        if _OPERATOR.fullmatch(gap):
            out += [left, right]
        elif _EQUALS.fullmatch(gap):
            out.append(left)
        elif (
            says("RECKONS_WITH", gap)
            or (joined and wording("SUM_BEHIND").match(flat, right.end))
            or (joined and wording("SUM_BEFORE").search(flat, max(0, left.start - 40), left.start))
        ):
            out += [left, right]
    # The right side of one sum may be the left side of nothing: keep a value behind "=" unless it goes on.
    results = {
        right.start
        for left, right in pairwise(values)
        if _EQUALS.fullmatch(flat[left.end : right.start]) and not _goes_on(flat, right)
    }
    return [v for v in out if v.start not in results]


_OPERATOR = re.compile(r"[)\s]*(?:\([^()]{0,20}\))?[\s)]*[+×x*÷/·-][\s(¥$£€]*")
_EQUALS = re.compile(r"[)\s]*(?:\([^()]{0,20}\))?\s*(?:=|≈|≒|⇒|→)[\s(¥$£€約]*")
_JOINS = r"[^\d、。.,;]{0,10}(?:[&,、]|{SUM_JOINS})[^\d、。.;]{0,14}"
_GOES_ON = re.compile(r"\s*(?:\([^()]{0,20}\))?\s*(?:[+×x*÷/=≈≒](?!\w*[A-Za-z]{2})|- ?\d)")


def _goes_on(flat: str, value: Value) -> bool:
    return bool(_GOES_ON.match(flat, value.end))
