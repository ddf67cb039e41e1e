"""What a call-out costs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tests.kits.readers.lpgas.common import branch_asked, rules, valid
from tests.kits.readers.pages import Page, Unsettled, dates, either, figure, first, minutes

TIME = r"\d{1,2}:\d\d|\d{1,2}時(?:\d{1,2}分)?"


@dataclass(frozen=True)
class Terms:
    base: int
    contained: int
    unit: int
    each: int
    night: int
    evening: int
    evening_closed: bool
    morning: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first("arrival to leaving|到着から退出まで|到着から\\d+分以内に退出", page)
    night = first(
        rf"Night is from [^.\n]*|fitter arrives .*? in the morning|夜間とは、.*?まで(?:\(|をいう)|到着が(?:{TIME}).*?であるとき",
        page,
    )[0]
    evening, morning = (minutes(found) for found in (re.findall(TIME, night)[0], re.findall(TIME, night)[-1]))
    return Terms(
        base=figure(
            r"Coming out costs ([\d,]+) yen|arrival to leaving\) ([\d,]+) yen are charged|出動料は([\d,]+)円とし"
            r"|ときの出動料は、([\d,]+)円",
            page,
        ),
        contained=figure(
            r"contains (\d+) minutes|the first (\d+) minutes on the spot|退出までの(\d+)分間を含む|到着から(\d+)分以内",
            page,
        ),
        unit=figure(
            r"for each (\d+) minutes that have begun|each started (\d+) minutes|超過(\d+)分ごと|超えた時間(\d+)分までごと",
            page,
        ),
        each=figure(
            r"([\d,]+) yen are charged for each \d+ minutes|started \d+ minutes cost ([\d,]+) yen"
            r"|切り上げる。\)に([\d,]+)円|分までごとに([\d,]+)円",
            page,
        ),
        night=figure(
            r"([\d,]+) yen are added for an arrival by night|in the morning, ([\d,]+) yen are added"
            r"|到着には([\d,]+)円を加える|1回につき([\d,]+)円を加算",
            page,
        ),
        evening=evening,
        evening_closed=either(
            page,
            yes=r"from [\d:]+ \(included\)|arrives at [\d:]+ or later|夜間とは、\d+時(?:\d+分)?\(ちょうどを含む|時(?:\d+分)?以後又は",
            no=r"from [\d:]+ \(not included\)|arrives after|夜間とは、\d+時(?:\d+分)?\(ちょうどを含まない|より後\(",
        )
        == "yes",
        morning=morning,
    )


def need(question, seen):
    return rules(seen, ["call_rules"], branch_asked(question, seen))


def charge(question, *choice):
    """The question names the call, the arrival and the leaving in this order."""
    days, times = dates(question), [minutes(found) for found in re.findall(TIME, question)]
    if len(days) != 3 or len(times) != 3:
        raise Unsettled(f"{days}, {times}")
    known = terms(valid("call_rules", days[0], choice))
    stay = (days[2] - days[1]).days * 1440 + times[2] - times[1]
    over = -(-max(0, stay - known.contained) // known.unit)
    at = times[1]
    night = at < known.morning or at > known.evening or (at == known.evening and known.evening_closed)
    return known.base + over * known.each + (known.night if night else 0)
