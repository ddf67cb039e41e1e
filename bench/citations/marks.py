"""Citation marks: [2], [2][5], [2, 5], [2-4], 【２】, 文書2, 資料[2], (Document 2), in any width.

Owns which stretch of a text is a mark, and which numbers it names. A document's words for a count (資料2件) or a
section (Document 2.1) are no marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark at [start, end) of the flattened text, with the numbers it names, in order, each once."""

    start: int
    end: int
    numbers: tuple[int, ...]


def find_marks(flat: str) -> list[Mark]:
    """Every mark of a flattened text, in order, none overlapping. Empty text gives []."""
    marks: list[Mark] = []
    for match in _MARK.finditer(flat):
        mark = Mark(match.start(), match.end(), _numbers(match["in"] or match["many"] or match["one"]))
        if marks and _TO.fullmatch(flat, marks[-1].end, mark.start):
            # [2]-[4] is one mark.
            before = marks.pop()
            run = _run(before.numbers[-1], mark.numbers[0])
            mark = Mark(before.start, mark.end, tuple(dict.fromkeys((*before.numbers, *run, *mark.numbers))))
        marks.append(mark)
    return marks


_JAPANESE = r"文書|資料|文献|出典|参考資料|参考文献|ソース|チャンク|抜粋"
_SINGULAR = r"[Dd]oc(?:ument|\.)?|[Ss]ource|[Cc]hunk|[Pp]assage|[Rr]ef(?:erence|\.)?|[Cc]itation"
_PLURAL = r"[Dd]oc(?:ument)?s|[Ss]ources|[Cc]hunks|[Pp]assages|[Rr]ef(?:erence)?s"
_LABEL = rf"(?:{_JAPANESE}|(?<![A-Za-z])(?:{_PLURAL}|{_SINGULAR}))"
_JOINT = r" ?(?:[,、;・&~-]|and|to|と|及び|および|から) ?"
_IN_BRACKETS = rf"(?:{_LABEL}[ :#]{{0,3}}|\^)?\d{{1,3}}(?:{_JOINT}(?:{_LABEL}[ :#]{{0,3}})?\d{{1,3}}){{0,30}}"
# Outside brackets a number goes on naming documents only where nothing is counted by it: 文書2と3は, not 文書2と3日.
_ALONE = r"(?![\d]|[.,]\d| ?[%％]| ?[年月日時分秒円個件点枚部通種冊頁本名人回号台つページ項条章倍歳位割万千億])"
_SERIES = rf"\d{{1,3}}(?:{_JOINT}\d{{1,3}}{_ALONE}){{0,30}}"
_MARK = re.compile(
    rf"(?:{_LABEL} ?)?[\[【〔] ?(?P<in>{_IN_BRACKETS})(?:†[^\]】〕\n]{{0,60}})? ?[\]】〕](?:\([^()\s]{{1,300}}\))?"
    rf"|(?:{_JAPANESE}|(?<![A-Za-z])(?:{_PLURAL})) ?[:#]? ?(?P<many>{_SERIES}){_ALONE}"
    rf"|(?<![A-Za-z])(?:{_SINGULAR}) ?[:#]? ?(?P<one>\d{{1,3}}){_ALONE}"
)
_PART = re.compile(r"(\d{1,3})(?: ?(?:[~-]|to|から) ?(?:[^\d]{0,14})(\d{1,3}))?")
_TO = re.compile(r" ?(?:[~-]|から) ?")
_LONGEST_RUN = 50


def _numbers(inside: str) -> tuple[int, ...]:
    """`2-4` names 2, 3 and 4; a run that goes down, or on for too long, names its two ends."""
    numbers: dict[int, None] = {}
    for match in _PART.finditer(inside):
        first, last = int(match[1]), int(match[2] or match[1])
        numbers.update(dict.fromkeys(_run(first, last)))
    return tuple(numbers)


def _run(first: int, last: int) -> Iterable[int]:
    return range(first, last + 1) if first <= last <= first + _LONGEST_RUN else (first, last)
