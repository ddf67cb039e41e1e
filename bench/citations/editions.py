"""What a chunk's `version` says about when it is in force.

Owns the reading of versions: a day or month of issue (2025-08-19, 2026-04), an edition (2025 edition, FY2025, FY2026
second half, Winter 2025/26, 2026-04 to 2026-09, 2025) or a numbered edition (Edition 5, rev. 4, 第5版). Anything else,
as the number of a newsletter, says nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from bench.text.fold import flatten


@dataclass(frozen=True, slots=True)
class Edition:
    """A version that could be read. `begins`: the first day it can be in force, None for a mere number.

    `replaces`: whether a later edition of the same document takes its place. A log or a letter of an earlier day stays
    what it is, so versions that are only a day or a month of issue replace nothing.
    """

    begins: date | None
    number: int | None
    replaces: bool


def read_version(version: str, jurisdiction: str) -> Edition | None:
    """The edition that a chunk's version names; None where it names none.

    Fiscal years begin in April in Japan; elsewhere their first day is not known, and 1 January stands for it.
    """
    flat = flatten(version).strip()
    numbered = _NUMBERED.search(flat)
    if numbered:
        return Edition(None, int(numbered[1] or numbered[2]), True)
    issued = _ISSUED.fullmatch(flat)
    if issued:
        begins = _day(int(issued[1]), int(issued[2]), int(issued[3] or 1))
        return Edition(begins, None, False) if begins else None
    period = _PERIOD.match(flat)
    if period:
        begins = _day(int(period[1]), int(period[2]), int(period[3] or 1))
        return Edition(begins, None, True) if begins else None
    year = _YEAR.search(flat)
    if year is None:
        return None
    fiscal = bool(_FISCAL.search(flat)) and jurisdiction.upper() in ("JP", "")
    return Edition(date(int(year[0]), _first_month(flat, fiscal), 1), None, True) if _EDITION.search(flat) else None


_NUMBERED = re.compile(r"\b(?:edition|ed\.|rev(?:ision|\.)?|version|ver\.|v) ?(\d{1,4})\b|第(\d{1,4})版", re.I)
_ISSUED = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))?")
_PERIOD = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))? ?(?:to|through|until|~|から) ?\d{4}-\d{2}", re.I)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")
_FISCAL = re.compile(r"\bFY ?\d|fiscal|年度", re.I)
_EDITION = re.compile(
    r"\AFY ?\d{4}|fiscal|年度|年版|年(?:春|夏|秋|冬)|\A\d{4}(?:年)?\Z|"
    r"\b(?:edition|season|term|half|spring|summer|autumn|fall|winter)\b",
    re.I,
)
_SECOND_HALF = re.compile(r"second half|2nd half|下(?:半)?期|後期", re.I)
_SEASONS = (
    (re.compile(r"spring|春", re.I), 3),
    (re.compile(r"summer|夏", re.I), 6),
    (re.compile(r"autumn|\bfall\b|秋", re.I), 9),
    (re.compile(r"winter|冬", re.I), 11),
    (re.compile(r"first term|1学期|一学期", re.I), 4),
    (re.compile(r"second term|2学期|二学期", re.I), 8),
)


def _first_month(flat: str, fiscal: bool) -> int:
    for pattern, month in _SEASONS:
        if pattern.search(flat):
            return month
    start = 4 if fiscal else 1
    return start + 6 if _SECOND_HALF.search(flat) else start


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
