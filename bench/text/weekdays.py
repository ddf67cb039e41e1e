"""Days of the week: plurals, abbreviations, runs (月水金) and spans (Mon-Fri, 月〜金) as plain lists of days.

Guarantees: text without days of the week comes back as it is; a lone 月 or "Sun" is no day.
"""

import re

from bench.text.fold import flatten

ENGLISH = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
KANJI = "月火水木金土日"
JAPANESE = tuple(f"{day}曜日" for day in KANJI)


def days_spelled_out(text: str) -> str:
    """The flattened `text` with every run and span of days written as a list of whole names, plurals as singulars."""
    flat = flatten(text)
    flat = _SPAN_JA.sub(lambda m: "、".join(_span(JAPANESE, KANJI.index(m[1]), KANJI.index(m[2]))), flat)
    flat = _LISTED_JA.sub(lambda m: "、".join(f"{d}曜日" for d in m[0] if d in KANJI), flat)
    flat = _RUN_JA.sub(lambda m: "、".join(f"{d}曜日" for d in m[0] if d in KANJI) if _rises(m[0]) else m[0], flat)
    if len(_DAY_EN.findall(flat)) < 2:
        return _PLURAL_EN.sub(r"\1", flat)
    flat = _SPAN_EN.sub(lambda m: ", ".join(_span(ENGLISH, _index(m[1]), _index(m[2]))), flat)
    # The dot of "Mon." is part of it, that of "Mondays." ends the sentence.
    return _DAY_EN.sub(lambda m: ENGLISH[_index(m[0])] + ("." if re.search(r"days?\.", m[0]) else ""), flat)


def only_days(text: str) -> bool:
    """Whether `text` is nothing but two or more days of the week in whole names."""
    days = [p for p in re.split(r"[、,・/\s]+|\band\b|と|及び|および", text.strip(" .。")) if p]
    return len(days) > 1 and all(d in ENGLISH or d in JAPANESE for d in days)


_DAY = r"(?:Mon|Tue|Tues|Wed|Weds|Thu|Thur|Thurs|Fri|Sat|Sun)(?:day|sday|nesday|rsday|urday)?s?"
_DAY_EN = re.compile(rf"\b{_DAY}\b\.?(?![A-Za-z])")
_PLURAL_EN = re.compile(rf"\b({'|'.join(ENGLISH)})s\b")
_SPAN_EN = re.compile(rf"\b({_DAY})\.? ?(?:-|to|through|thru|until) ?({_DAY})\b")
_ALONE = r"(?<![\u3400-\u9fff々\d])"
_NO_WORD = r"(?![\u3400-\u9fff々])"
_SPAN_JA = re.compile(rf"{_ALONE}([{KANJI}])(?:曜日?)?(?:~|-|から)([{KANJI}])(?:曜日?(?:まで)?|{_NO_WORD})")
_LISTED_JA = re.compile(rf"{_ALONE}[{KANJI}](?:[・、,/][{KANJI}]){{1,6}}(?:曜日?|{_NO_WORD})")
_RUN_JA = re.compile(rf"{_ALONE}(?:[{KANJI}]{{3,7}}(?:曜日?|{_NO_WORD})|土日(?:曜日?|{_NO_WORD})|[{KANJI}]{{2}}曜日?)")


def _index(day: str) -> int:
    return next(n for n, whole in enumerate(ENGLISH) if whole.startswith(day[:3]))


def _span(names: tuple[str, ...], first: int, last: int) -> list[str]:
    """The days from one to the other, across the end of the week where the second comes first."""
    return [names[n % 7] for n in range(first, last + 1 if last >= first else last + 8)]


def _rises(run: str) -> bool:
    """月水金 goes through the week; 日月 and 水火 are words."""
    days = [KANJI.index(c) for c in run if c in KANJI]
    return days == sorted(set(days))
