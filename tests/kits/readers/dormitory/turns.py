"""Who did not clean in time when it was their turn."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from tests.kits.readers.dormitory.common import DATE, RESIDENT, hall_asked, here, rules, valid
from tests.kits.readers.pages import Page, Unsettled, dates, either, figure, first, minutes, month, only, rows, table


def need(question, seen):
    hall, at = hall_asked(question, seen), month(question)
    return (
        *(here(seen, kind, hall, lambda page: month(page.title) == at) for kind in ("rota", "checks")),
        *rules(seen, ["turn_rules"], hall),
    )


def missed(question, *choice):
    rota, checks = only(choice, "rota"), only(choice, "checks")
    first(
        "What is not entered was not found done|no other checks|There were no others"
        "|記入のないものは、その日のうちに済んでいなかった|当月の確認は、このほかにない",
        checks,
    )
    seen = {(dates(day)[0], turn): minutes(at) for day, turn, at in rows(checks, DATE, 3, r"(\d+) entries|全(\d+)件")}
    free, taken = days_off(rota), taken_over(rota)
    names = set()
    for day, turn, resident in rows(rota, DATE, 3, r"(\d+) turns|全(\d+)回"):
        key = (dates(day)[0], turn)
        if key[0] not in free and not in_time(valid("turn_rules", key[0], choice), key, seen.get(key)):
            names.add(taken.get(key, resident))
    return frozenset(names)


@lru_cache(maxsize=1_000)
def days_off(rota: Page) -> tuple[date, ...]:
    line = next((line for line in rota.text.splitlines() if re.search("[Dd]ays off|休み", line) and dates(line)), None)
    if line is None:
        raise Unsettled(f"{rota.title}: no days off")
    return tuple(dates(line))


@lru_cache(maxsize=1_000)
def taken_over(rota: Page) -> dict[tuple[date, str], str]:
    """Day and turn -> the resident who took it over. The page says that there were no others."""
    m = first(
        r"(?:Exchanges, with the resident who took the turn over:|Taken over by somebody else:"
        r"|交代\(引き受けた寮生\)|次の当番は、他の寮生が引き受けた。)"
        r"(.*)(?:No others|Nothing else was exchanged|このほかに交代したものはない|その他の交代はない)",
        rota,
    )
    found = re.findall(rf"({DATE}) (\S+) ({RESIDENT})", m[1])
    return {(dates(day)[0], turn): resident for day, turn, resident in found}


def in_time(page: Page, key: tuple[date, str], checked: int | None) -> bool:
    times, closed, more = terms(page)
    day, turn = key
    if turn not in times:
        raise Unsettled(f"{page.title}: when is {turn}?")
    limit = times[turn] + (more if day.weekday() >= 5 else 0)
    return checked is not None and (checked <= limit if closed else checked < limit)


@lru_cache(maxsize=1_000)
def terms(page: Page) -> tuple[dict[str, int], bool, int]:
    """Turn -> time, whether that very minute is in time, minutes more at weekends."""
    first("took over who answers|takes a turn over answers|引き受けた者", page)
    first("On days off|on the days off|休みの日には、当番を行わなくてよい|休みとした日の当番は、すべてなくなる", page)
    first("without a check was not done|never checked as done|行わなかったものとする|行われなかったものとして", page)
    closed = either(
        page,
        yes="exactly that time is in time|time in the table is the last minute|ちょうどのものは、間に合ったもの|同じ分までに確認を受ければよい",
        no="exactly that time is too late|The minute before the time|ちょうどのものは、間に合わなかったもの|表の時刻ちょうどは遅れ",
    )
    more = figure(
        r"each time is (\d+) minutes later|there are (\d+) minutes more|時刻を(\d+)分遅らせる|時刻に(\d+)分を加える",
        page,
    )
    times = {row[0]: minutes(row[1]) for row in table(page) if len(row) == 2 and re.fullmatch(r"\d+:\d\d", row[1])}
    return times, closed == "yes", more
