"""Traffic statistics: passengers of a day and of a month, and late sailings."""

from __future__ import annotations

import re
from datetime import date

from tests.kits.readers.ferry.marks import branch_asked, branch_of, declared
from tests.kits.readers.pages import cells, dates, fiscal, fiscal_year, month, of_kind

# -- passengers of a day ----------------------------------------------------------------------------------------


def people_roles(question, seen):
    branch, day = branch_asked(question, seen), dates(question)[0]

    def here(page):
        return branch_of(page) == branch and month(page.title) == (day.year, day.month)

    rules = of_kind(
        seen, "stat_rules", lambda p: branch_of(p) == branch and fiscal(p.title)[0] == fiscal_year(day.year, day.month)
    )
    return (
        rules,
        of_kind(seen, "gate_log", here),
        of_kind(seen, "gate", here) or [None],
        of_kind(seen, "purser", here) or [None],
    )


def people_of(question, rules, log, gate, purser):
    day = dates(question)[0]
    m = re.search(
        r"(at least|more than) (\d+) minutes it is|for (\d+) minutes or longer|longer than (\d+) minutes|"
        r"(\d+)分(以上|を超え)[ての]?る?停止|停止が(\d+)分(以上に及|を超え)",
        rules.text,
    )
    lines = re.findall(r"^(?:(\d+) [A-Z][a-z]+|\d+月(\d+)日)\D.*?(\d+):(\d\d)\D+?(\d+):(\d\d)", log.text, re.M)
    if not m or len(lines) != declared(log):
        return None
    limit = int(m[2] or m[3] or m[4] or m[5] or m[7])
    closed = m[1] == "at least" or bool(m[3]) or "以上" in (m[6] or m[8] or "")
    lengths = [int(c) * 60 + int(d) - int(a) * 60 - int(b) for x, y, a, b, c, d in lines if int(x or y) == day.day]
    page = purser if any(n >= limit if closed else n > limit for n in lengths) else gate
    rows = [r for r in cells(page.text) if r[0] == str(day.day)] if page else []
    return int(rows[0][1]) if rows else None


# -- late departures --------------------------------------------------------------------------------------------


def late_roles(question, seen):
    branch, when = branch_asked(question, seen), month_asked(question)
    return (
        of_kind(seen, "departures", lambda p: branch_of(p) == branch and month(p.title) == when),
        of_kind(seen, "stat_rules", lambda p: branch_of(p) == branch and fiscal(p.title)[0] == fiscal_year(*when)),
    )


def month_asked(question):
    return month(re.sub(r"(月)\d+日", r"\1", question))


def late_of(question, record, rules):
    rows = [r for r in cells(record.text) if re.fullmatch(r"\d+", r[0])]
    m = re.search(
        r"leaves (\d+)(?: or more)? minutes|from (\d+) minutes after|(?:定時より|定時から|定時に)(\d+)分以上",
        rules.text,
    )
    if len(rows) != declared(record) or not m:
        return None
    limit, hits = int(m[1] or m[2] or m[3]), 0
    for _, _, scheduled, left, note in rows:
        if ":" in left and note not in ("H", "待"):
            (a, b), (c, d) = scheduled.split(":"), left.split(":")
            hits += int(c) * 60 + int(d) - int(a) * 60 - int(b) >= limit
    return hits


# -- the passengers of a month -------------------------------------------------------------------------------


def total_roles(question, seen):
    branch, when = branch_asked(question, seen), month(question)

    def here(page):
        return branch_of(page) == branch and month(page.title) == when

    rules = of_kind(seen, "stat_rules", lambda p: branch_of(p) == branch and fiscal(p.title)[0] == fiscal_year(*when))
    return (
        rules,
        of_kind(seen, "gate_log", here),
        of_kind(seen, "gate", here) or [None],
        of_kind(seen, "purser", here) or [None],
    )


def total_of(question, *choice):
    branch_month = month(question)
    gate = choice[2]
    if gate is None:
        return None
    listed = sum(1 for r in cells(gate.text) if re.fullmatch(r"\d+", r[0]))
    if listed != declared(gate):
        return None
    days = [people_of(f"{date(*branch_month, day).isoformat()}", *choice) for day in range(1, listed + 1)]
    return None if None in days else sum(days)
