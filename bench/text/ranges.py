"""Ranges of quantities: 30日以上90日以下, 30〜90日, between 30 and 90 days, 20 to under 40.

Owns the pairing of two quantities and whether each end is included: 以上/以下 include theirs, 未満/超 do not.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bench.text.fold import flatten
from bench.text.quantities import Quantity


@dataclass(frozen=True, slots=True)
class Range:
    """Two ends of one range. `changed` marks "raised from 10 % to 12 %", which is a change and no range."""

    low: Quantity
    high: Quantity
    low_included: bool
    high_included: bool
    changed: bool = False

    @property
    def start(self) -> int:
        return self.low.start

    @property
    def end(self) -> int:
        return self.high.end


def find_ranges(text: str, quantities: Sequence[Quantity]) -> list[Range]:
    """The ranges that neighbouring `quantities` (of `text`, in order) form. No quantities give []."""
    flat = flatten(text)
    found: list[Range] = []
    taken = -1
    for index, (left, right) in enumerate(pairwise(quantities)):
        if index <= taken:
            continue
        pair = _pair(flat, left, right)
        if pair is not None:
            found.append(pair)
            taken = index + 1
    return found


_TO = re.compile(r" ?(?:to|-|~) ?(?:under|less than|below|up to)? ?", re.I)
_TILDE = re.compile(r" ?(?:~|-|から|ないし|乃至|to|through|until|till|up to) ?", re.I)
_AND = re.compile(r" ?(?:and|と) ?", re.I)
_BOUNDED = re.compile(
    r"[、, ]{0,2}(?:かつ|で|and|but|to|から|~|-)?[ ]?(?:at most|up to|no more than|under|less than|below|"
    r"not more than|not exceeding)? ?",
    re.I,
)
_BETWEEN = re.compile(r"\bbetween (?:about )?[¥$£€]?\Z", re.I)
_CHANGE_EN = re.compile(
    r"\b(?:raised|increas\w+|expand\w+|extend\w+|rose|risen|grew|reduc\w+|fell|cut|lowered|chang\w+|revis\w+|updat\w+|"
    r"amend\w+|moved|went|dropp?\w*|declin\w+|corrected)\b[^.]{0,40}\bfrom (?:about )?[¥$£€]?\Z",
    re.I,
)
_CHANGE_JA = re.compile(
    r".{0,12}(?:に|へと?)(?:変更|改定|改正|引き?上げ|引き?下げ|増加|減少|上昇|低下|増え|減り|減っ|上が|下が|"
    r"修正|なり|なった|変わ)"
)


def _pair(flat: str, left: Quantity, right: Quantity) -> Range | None:
    between = flat[left.end : right.start]
    if len(between) > 24 or right.start < left.end:
        return None
    before = flat[max(0, left.start - 60) : left.start]
    if not left.units and right.units:
        left = Quantity(left.start, left.end, left.number, right.units, right.per, left.bound)
    low_bound, high_bound = left.bound, right.bound
    if low_bound in (">=", ">") and high_bound in ("<=", "<") and _BOUNDED.fullmatch(between):
        return Range(left, right, low_bound == ">=", high_bound == "<=")
    if high_bound in ("<=", "<", "") and (_TO.fullmatch(between) or _TILDE.fullmatch(between)):
        if left.number.value >= right.number.value and between.strip() in ("-", ""):
            return None
        changed = bool(_CHANGE_EN.search(before)) or bool(_CHANGE_JA.match(flat, right.end))
        return Range(left, right, low_bound != ">", high_bound != "<", changed)
    if _AND.fullmatch(between) and (_BETWEEN.search(before) or re.match(r"の間", flat[right.end : right.end + 2])):
        return Range(left, right, True, True)
    return None
