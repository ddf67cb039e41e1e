"""Calendar dates in ISO, English and Japanese forms, era years included.

Owns the reading of dates and the decision that a form such as 03/04/2025 is ambiguous: both readings are kept.
Guarantees: only dates that exist are returned. Offsets are into the flattened text.
"""

import calendar
import re
from dataclasses import dataclass, replace

from bench.text.fold import flatten
from bench.text.number_words import KANJI_DIGITS, ORDINALS


@dataclass(frozen=True, slots=True)
class Date:
    """A date at [start, end). Parts that are not stated are None; a bare year is a Date only with 年 or an era.

    `other` is the second reading (month, day) of an ambiguous form, else None. `fiscal` marks 年度 and FY.
    """

    start: int
    end: int
    year: int | None
    month: int | None
    day: int | None
    other: tuple[int, int] | None = None
    fiscal: bool = False
    slashed: bool = False
    """True for 3/4 without a year, which may be a fraction."""


def find_dates(text: str) -> list[Date]:
    """Every date of `text`, in order, none overlapping; () parts as in `Date`. Empty text gives []."""
    flat = flatten(text)
    if not _PERHAPS.search(flat):
        return []
    found: list[Date] = []
    taken = bytearray(len(flat) + 1)
    for pattern, read in _FORMS:
        for match in pattern.finditer(flat):
            if any(taken[match.start() : match.end()]):
                continue
            try:
                date = read(match)
            except (ValueError, KeyError):
                # Kanji digits in an order that spells no number ("十十").
                continue
            if date is not None:
                found.append(date)
                taken[date.start : date.end] = b"\1" * (date.end - date.start)
    return _with_same_year(flat, sorted(found, key=lambda d: d.start))


def _with_same_year(flat: str, dates: list[Date]) -> list[Date]:
    """同年4月1日 and "1 April of the same year" take the year of the date before them."""
    out: list[Date] = []
    for date in dates:
        if out and date.year is None and (flat[: date.start].endswith("同年") or _SAME_YEAR.match(flat, date.end)):
            date = replace(date, year=out[-1].year)
        out.append(date)
    return out


_SAME_YEAR = re.compile(r",? (?:of )?(?:the same|that) year", re.I)
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867,
         "r": 2018, "h": 1988, "s": 1925, "t": 1911, "令": 2018, "平": 1988, "昭": 1925}  # fmt: skip
_MONTHS = {m: n for n, m in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
_K = "[〇一二三四五六七八九十]"
_WEEKDAY = r"(?: ?[(\[](?:[月火水木金土日](?:曜日?)?|[A-Za-z]{3,9}\.?)[・祝)\]]{1,3})?"
_MONTH = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_ERA_NAME = r"(令和|平成|昭和|大正|明治)"
_JA_YEAR = rf"(?:(\d{{4}}|{_K}{{4}})|{_ERA_NAME} ?(\d{{1,2}}|元|{_K}{{1,3}})) ?年"
_TWIN = r"(?: ?\((?:\d{4}年?|(?:令和|平成|昭和|[RHS])\d{1,2}年?|(?:令和|平成)元年)\))?"
_JA_FULL = re.compile(
    rf"{_JA_YEAR}{_TWIN} ?(?:(\d{{1,2}}|{_K}{{1,3}}) ?月(?!間) ?(?:(\d{{1,2}}|{_K}{{1,3}}) ?日(?!間)|"
    rf"(末)日?)?)?{_WEEKDAY}"
)
_JA_FISCAL = re.compile(rf"{_JA_YEAR}度{_TWIN}")
_JA_DAY = re.compile(
    rf"(?<![\d〇一二三四五六七八九十])(?<!(?<!同)年)(\d{{1,2}}|{_K}{{1,3}}) ?月 ?(\d{{1,2}}|{_K}{{1,3}}) "
    rf"?日(?!間){_WEEKDAY}"
)
_ERA_DOTS = re.compile(
    rf"(?<![A-Za-z0-9])(?:{_ERA_NAME}|([RHSrhs令平昭])) ?(\d{{1,2}}|"
    rf"元)([./-])(\d{{1,2}})(?:\4(\d{{1,2}}))?(?!\d)"
)
_ISO = re.compile(rf"(?<![\d./-])(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}})(?![\d])(?:T[\d:]{{4,8}}Z?)?{_WEEKDAY}")
_ISO_MONTH = re.compile(r"(?<![\d./,-])((?:19|20)\d\d)[-/](0[1-9]|1[0-2])(?![\d/.-])")
_EN_MDY = re.compile(rf"\b{_MONTH} {_DAY}(?:(?:,? ?| of )(\d{{4}}))?(?![\d:])", re.I)
_EN_DMY = re.compile(rf"(?<!\d){_DAY}[ -](?:day )?(?:of )?{_MONTH}(?:[ ,-]{{1,2}}(\d{{4}}))?(?!\d)", re.I)
_EN_MY = re.compile(rf"(\bend of )?\b{_MONTH},? (\d{{4}})(?!\d)", re.I)
_NUMERIC = re.compile(r"(?<![\d./-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?![\d])")
_ORDINAL_DAYS = ORDINALS | {f"twenty-{word}": 20 + n for word, n in ORDINALS.items() if n < 10}
_ORDINAL_DAYS |= {"thirtieth": 30, "thirty-first": 31}
_ORDINAL_DAY = rf"({'|'.join(sorted(_ORDINAL_DAYS, key=len, reverse=True))})"
# No date without one of these; most texts have none, so the fourteen forms need not be tried.
_PERHAPS = re.compile(rf"\d|年|月|\b{_MONTH}", re.I)
_EN_WORDS_DMY = re.compile(rf"\b{_ORDINAL_DAY} (?:day )?of {_MONTH}(?:,? (\d{{4}}))?(?!\d)", re.I)
_EN_WORDS_MDY = re.compile(rf"\b(?-i:(?=[A-Z])){_MONTH} (?:the )?{_ORDINAL_DAY}\b(?:,? (\d{{4}}))?(?!\d)", re.I)
_FISCAL_EN = re.compile(r"\b(?:fy|fiscal(?: year)?|financial year) ?'?(\d{4})(?![\d,])", re.I)
_SLASH_DAY = re.compile(rf"(?<![\d./])(\d{{1,2}})/(\d{{1,2}})(?![\d./%]){_WEEKDAY}")


def _number(text: str) -> int:
    if text == "元":
        return 1
    if text.isdigit():
        return int(text)
    if "十" in text:
        tens, _, ones = text.partition("十")
        return 10 * (KANJI_DIGITS[tens] if tens else 1) + (_number(ones) if ones else 0)
    value = 0
    for char in text:
        value = 10 * value + KANJI_DIGITS[char]
    return value


def _year(western: str | None, era: str | None, count: str | None) -> int:
    if western:
        return _number(western)
    assert era is not None
    assert count is not None
    return _ERAS[era.lower()] + _number(count)


def _make(
    match: re.Match[str],
    year: int | None,
    month: int | None,
    day: int | None,
    *,
    fiscal: bool = False,
    slashed: bool = False,
) -> Date | None:
    if month is not None and not 1 <= month <= 12:
        return None
    if year is not None and not 1 <= year <= 9999:
        return None
    if day is not None and (month is None or not 1 <= day <= calendar.monthrange(year or 2024, month)[1]):
        return None
    end = match.start() + len(match[0].rstrip())
    return Date(match.start(), end, year, month, day, fiscal=fiscal, slashed=slashed)


def _ja_full(m: re.Match[str]) -> Date | None:
    year = _year(m[1], m[2], m[3])
    month = _number(m[4]) if m[4] else None
    day = _number(m[5]) if m[5] else None
    if m[6] and month and 1 <= month <= 12:
        day = calendar.monthrange(year, month)[1]
    return _make(m, year, month, day)


def _en_day(m: re.Match[str], day: str, month: str) -> Date | None:
    """A day, in figures or spelled out, of a month, with or without the year behind them."""
    number = int(day) if day.isdigit() else _ORDINAL_DAYS[day.lower()]
    return _make(m, int(m[3]) if m[3] else None, _MONTHS[month[:3].lower()], number)


def _en_month(m: re.Match[str]) -> Date | None:
    """A month, or its last day behind "end of"."""
    year, month = int(m[3]), _MONTHS[m[2][:3].lower()]
    return _make(m, year, month, calendar.monthrange(year, month)[1] if m[1] and 1 <= year <= 9999 else None)


def _numeric(m: re.Match[str]) -> Date | None:
    first, second, year = int(m[1]), int(m[3]), int(m[4])
    if first > 12:
        return _make(m, year, second, first)
    if second > 12 or first == second:
        return _make(m, year, first, second)
    month_first = _make(m, year, first, second)
    if month_first is None:
        return None
    return Date(m.start(), month_first.end, year, first, second, other=(second, first))


_FORMS = (
    (_JA_FISCAL, lambda m: _make(m, _year(m[1], m[2], m[3]), None, None, fiscal=True)),
    (_JA_FULL, _ja_full),
    (_ERA_DOTS, lambda m: _make(m, _year(None, m[1] or m[2], m[3]), int(m[5]), int(m[6]) if m[6] else None)),
    (_ISO, lambda m: _make(m, int(m[1]), int(m[3]), int(m[4]))),
    (_EN_MDY, lambda m: _en_day(m, m[2], m[1])),
    (_EN_DMY, lambda m: _en_day(m, m[1], m[2])),
    (_EN_WORDS_DMY, lambda m: _en_day(m, m[1], m[2])),
    (_EN_WORDS_MDY, lambda m: _en_day(m, m[2], m[1])),
    (_EN_MY, _en_month),
    (_NUMERIC, _numeric),
    (_JA_DAY, lambda m: _make(m, None, _number(m[1]), _number(m[2]))),
    (_ISO_MONTH, lambda m: _make(m, int(m[1]), int(m[2]), None)),
    (_FISCAL_EN, lambda m: _make(m, int(m[1]), None, None, fiscal=True)),
    (_SLASH_DAY, lambda m: _make(m, None, int(m[1]), int(m[2]), slashed=True)),
)
