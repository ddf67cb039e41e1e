"""Times of day: 14:30, 午後2時30分, 2:30 p.m., 正午.

Owns the reading of clock times as minutes after midnight. Durations ("2時間") are quantities, not times.
"""

import re
from dataclasses import dataclass

from bench.text.fold import flatten
from bench.text.number_words import KANJI_DIGITS, ONES


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A time of day at [start, end) of the flattened text. `half_known` says that am or pm was stated or clear."""

    start: int
    end: int
    minutes: int
    half_known: bool


def find_times(text: str, *, dotted: bool = False) -> list[ClockTime]:
    """Every time of day of `text`, in order, none overlapping. 25:00 counts past midnight. Empty text gives [].

    With `dotted` 15.10 is ten past three, else it is a number.
    """
    flat = flatten(text)
    found: list[ClockTime] = []
    for pattern in (*_ALWAYS, _DOTTED) if dotted else _ALWAYS:
        for match in pattern.finditer(flat):
            if any(match.start() < t.end and t.start < match.end() for t in found):
                continue
            time = _read(pattern, match)
            if time is not None:
                found.append(time)
    return sorted(found, key=lambda t: t.start)


_K = "[一二三四五六七八九十]"
# 時 is an hour of the day unless it begins 時間, 時期, 時給 and their like; 前9:30 lost its 午.
_HOUR_JA = r"(?:時(?!間|点|期|代|給|速|刻|短)|(?:(?<=[前後]\d)|(?<=[前後]\d\d)):(?=\d\d))"
_JA = re.compile(
    rf"(午前|午後|朝|夜|夕方|深夜)?(?:の)? ?(\d{{1,2}}|(?<!{_K}){_K}{{1,3}}) ?{_HOUR_JA} ?"
    rf"(?:(半)|(\d{{1,2}}|{_K}{{1,3}})(?: ?分(?!の|間))?)?"
)
_EN = re.compile(
    r"(?<![\d:.,])(\d{1,2})(?:[:.](\d{2}))? ?(a\.?m\b\.?|p\.?m\b\.?|o'clock|in the (?:morning|afternoon|"
    r"evening)|at night)",
    re.I,
)
_COLON = re.compile(r"(?<![\d:.,])(\d{1,2}):([0-5]\d)(?::[0-5]\d)?(?![\d:]|\.\d)")
_DOTTED = re.compile(r"(?<![\d:.,])(\d{1,2})\.([0-5]\d)(?![\d.%])")
_WORD = re.compile(r"\b(noon|midnight|midday)\b|(正午|零時)", re.I)
_HOURS = {word: n for word, n in ONES.items() if 1 <= n <= 12}
_PARTS = {"quarter": 15, "half": 30, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}
_HALF_OF_DAY = r"(?:,? (a\.?m\b\.?|p\.?m\b\.?|in the (?:morning|afternoon|evening)|at night))?"
_SPOKEN = re.compile(
    rf"\b(?:an? )?(quarter|half|twenty-five|twenty|ten|five|\d{{1,2}})( minutes?)? (past|to|after|before) "
    rf"({'|'.join(_HOURS)}|noon|midday|midnight|\d{{1,2}})\b(?![:.]\d){_HALF_OF_DAY}",
    re.I,
)
_ALWAYS = (_SPOKEN, _EN, _JA, _COLON, _WORD)


def _read(pattern: re.Pattern[str], match: re.Match[str]) -> ClockTime | None:
    if pattern is _WORD:
        noon = (match[1] or match[2]).casefold() in ("noon", "midday", "正午")
        return ClockTime(*match.span(), 720 if noon else 0, half_known=True)
    if pattern is _SPOKEN:
        return _spoken(match)
    if pattern is _EN:
        hour, minute, mark = int(match[1]), int(match[2] or 0), match[3].casefold()
        if not 1 <= hour <= 12 or minute > 59:
            return None
        if mark != "o'clock":
            hour = hour % 12 + _half(mark)
        return ClockTime(*match.span(), hour * 60 + minute, half_known=mark != "o'clock")
    if pattern in (_COLON, _DOTTED):
        hour, minute = int(match[1]), int(match[2])
        return ClockTime(*match.span(), hour * 60 + minute, half_known=hour > 12 or hour == 0) if hour < 30 else None
    hour = _small(match[2])
    minute = 30 if match[3] else _small(match[4]) if match[4] else 0
    if hour > 29 or minute > 59:
        return None
    if match[1] in ("午後", "夜", "夕方") and hour < 12:
        hour += 12
    if match[1] == "午前" and hour == 12:
        hour = 0
    return ClockTime(
        match.start(),
        match.start() + len(match[0].rstrip()),
        hour * 60 + minute,
        half_known=bool(match[1]) or hour > 12 or hour == 0,
    )


def _half(mark: str) -> int:
    """0 or 12 hours for "a.m.", "in the evening" and their like."""
    return 0 if (mark[0] == "a" and mark != "at night") or mark.endswith("morning") else 12


def _spoken(match: re.Match[str]) -> ClockTime | None:
    """ "A quarter to six in the morning". "5 to 6 p.m." is a range, "half before six" is nothing."""
    part, unit, side, whole, mark = (g.casefold() if g else "" for g in match.groups())
    minutes = _PARTS[part] if part in _PARTS else int(part)
    plain = part == "quarter" or side == "past" or (side == "to" and (unit or minutes > 12))
    if not plain or (part == "half" and side != "past"):
        return None
    fixed = {"noon": 12, "midday": 12, "midnight": 0}
    hour = fixed[whole] if whole in fixed else _HOURS[whole] if whole in _HOURS else int(whole)
    if hour > 12 or minutes > 59:
        return None
    if mark:
        hour = hour % 12 + _half(mark)
    total = hour * 60 + (minutes if side in ("past", "after") else -minutes)
    return ClockTime(*match.span(), total % 1440, half_known=bool(mark) or whole in fixed)


def _small(text: str) -> int:
    if text.isdigit():
        return int(text)
    tens, ten, ones = text.partition("十")
    if not ten:
        return KANJI_DIGITS.get(text[0], 99) if len(text) == 1 else 99
    return 10 * (KANJI_DIGITS.get(tens, 9) if tens else 1) + (KANJI_DIGITS.get(ones, 9) if ones else 0)
