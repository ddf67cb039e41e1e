"""Working time by the roster, and who was there at night."""

from __future__ import annotations

import re

from tests.kits.readers.care.common import offices
from tests.kits.readers.pages import Unsettled, dates, first, fiscal, fiscal_year, minutes, month, of_kind, table


def need(question, seen):
    """Roles: the roster of the month, and the shifts of its fiscal year."""
    here, when = offices(question, seen), month(question)
    return (
        of_kind(here, "roster", lambda page: month(page.title) == when),
        of_kind(here, "shift_rules", lambda page: (fiscal(page.title) or (0,))[0] == fiscal_year(*when)),
    )


def hours(question, roster, rules):
    """Minutes of work of the person asked for, days 1 to 15."""
    first(r"without the break|break is not working time|休憩を除いた|休憩は労働時間に含めない", rules)
    first(r"whole of a night belongs|all of it counts for that day|全部を(?:始まる日の分|当該日の労働時間)", rules)
    names = [row for row in _people(roster) if row[0] in re.sub(r"\S+ office|\S+?事業所", "", question)]
    if len(names) != 1:
        raise Unsettled(f"{roster.title}: {len(names)} rows")
    lengths = {row[0]: _length(row) for row in table(rules) if len(row) == 5 and re.fullmatch("[A-Z]", row[0])}
    if not {*names[0][1:]} <= {*lengths, "-"}:
        raise Unsettled("a letter without a meaning")
    return sum(lengths.get(letter, 0) for letter in names[0][1:])


def _people(roster):
    return [row for row in table(roster) if len(row) == 16 and not row[1].isdigit()]


def _length(row) -> int:
    _, _, begin, end, rest = row
    next_day = 1440 * bool(re.search("next day|翌日", end))
    return minutes(end) + next_day - minutes(begin) - int(re.sub(r"\D", "", rest) or 0)


def night(question, roster, rules):
    """Who had the night that began on the day asked for."""
    letters = [row[0] for row in table(rules) if len(row) == 5 and row[1] in ("night", "夜勤")]
    day = dates(question)[0].day
    there = [row[0] for row in _people(roster) if row[day] in letters]
    if len(there) != 1:
        raise Unsettled(f"{len(there)} people at night")
    return there[0]


def duration(text: str) -> int:
    """Minutes of "98 hours 30 minutes" or 98時間30分."""
    m = re.search(r"(\d+)(?: hours?|時間)(?: ?(\d+)(?: minutes?|分))?", text)
    return int(m[1]) * 60 + int(m[2] or 0)
