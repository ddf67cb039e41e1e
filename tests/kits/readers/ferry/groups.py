"""Group bookings: charges, the last day without one, sums and ranks over a period."""

from __future__ import annotations

import re
from itertools import product

from tests.kits.readers.ferry.marks import DAY, branch_asked, branch_of, circulars_of, declared, editions_of, valid_of
from tests.kits.readers.ferry.traffic import people_of, people_roles
from tests.kits.readers.pages import cells, dates, of_kind

# -- cancellation -----------------------------------------------------------------------------------------------


def cancel_roles(question, seen):
    ref = re.search(r"[A-Z]\d-\d{3}", question)[0]
    sheets = of_kind(seen, "bookings", lambda p: f"\n{ref}," in p.text)
    return sheets and (sheets, circulars_of(seen), editions_of(seen, "group_rules", branch_of(sheets[0])))


def cancel_of(question, sheet, circular, pair):
    ref = re.search(r"[A-Z]\d-\d{3}", question)[0]
    row = next(r for r in cells(sheet.text) if r[0] == ref)
    accepted, travel, total, cancelled = row[1], row[4], int(row[6]), row[7]
    page = valid_of(circular, "Group bookings|団体乗船", branch_of(sheet), dates(accepted)[0], pair)
    if page is None or not cancelled or not re.search("before the day of travel|乗船日", page.text):
        return None
    ahead = (dates(travel)[0] - dates(cancelled)[0]).days
    scale = [r for r in cells(page.text) if re.search(r"\d+ (or more|to)|\d+日前|later|それ以後", r[0])]
    for when, share in scale:
        numbers = [int(n) for n in re.findall(r"\d+", when)]
        if (
            not numbers
            or (len(numbers) == 1 and ahead >= numbers[0])
            or (len(numbers) == 2 and min(numbers) <= ahead <= max(numbers))
        ):
            percent = int(re.sub(r"\D", "", share) or 0)
            return total * percent // 1000 * 10
    return None


# -- all cancellations of a period ------------------------------------------------------------------------------


def sweep_roles(question, seen):
    branch = branch_asked(question, seen)
    if not branch:
        return None
    sheets = of_kind(seen, "bookings", lambda p: branch_of(p) == branch)
    total = {int(a or b) for p in sheets for a, b in re.findall(r"Sheet \d+ of (\d+)|全(\d+)葉", p.title)}
    numbered = [
        of_kind(sheets, "bookings", lambda p: re.search(rf"Sheet {n} of|第{n}葉", p.title))
        for n in range(1, max(total, default=0) + 1)
    ]
    if not all(numbered):
        return None
    return (*numbered, circulars_of(seen), editions_of(seen, "group_rules", branch))


def swept_of(question, *choice):
    """Charge and day of travel of every booking that was called off in the period; None if anything is missing."""
    (*sheets, circular, pair), out = choice, []
    first, last = dates(question)[:2]
    for sheet in sheets:
        rows = [r for r in cells(sheet.text) if re.fullmatch(r"[A-Z]\d-\d{3}", r[0])]
        if len(rows) != declared(sheet):
            return None
        for row in rows:
            if not row[7] or not first <= dates(row[7])[0] <= last:
                continue
            page = valid_of(circular, "Group bookings|団体乗船", branch_of(sheet), dates(row[1])[0], pair)
            if page is None:
                return None
            free = row[8] in ("sailing did not run", "欠航") and re.search(
                r"does not run|会社が欠航|便が欠航", page.text
            )
            amount = 0 if free else cancel_of(row[0], sheet, circular, pair)
            if amount is None:
                return None
            out.append((amount, dates(row[4])[0]))
    return out


def sum_of(question, *choice):
    rows = swept_of(question, *choice)
    return None if rows is None else sum(amount for amount, _ in rows)


ORDER = {"second highest": 2, "third highest": 3, "fourth highest": 4, "fifth highest": 5}


def rank_roles(question, seen):
    """The sweep first; its result is a day, and the roles of that day's number are found with it."""
    roles = sweep_roles(question, seen)
    if not roles:
        return None
    m = re.search(r"(\d)番目に", question)
    rank = int(m[1]) if m else next(n for words, n in ORDER.items() if words in question)
    days = set()
    for choice in product(*roles):
        rows = swept_of(question, *choice)
        amounts = sorted((amount for amount, _ in rows or ()), reverse=True)
        if len(amounts) < rank or amounts.count(amounts[rank - 1]) > 1:
            return None
        days |= {day for amount, day in rows if amount == amounts[rank - 1]}
    if len(days) != 1:
        return None
    day = days.pop()
    asked = f"{branch_asked(question, seen)} {day.isoformat()}"
    return ([asked], *people_roles(asked, seen))


def rank_of(question, asked, *choice):
    return people_of(asked, *choice)


# -- the last day on which a group may cancel for nothing ----------------------------------------------------


def free_of(question, sheet, circular, pair):
    ref = re.search(r"[A-Z]\d-\d{3}", question)[0]
    row = next(r for r in cells(sheet.text) if r[0] == ref)
    page = valid_of(circular, "Group bookings|団体乗船", branch_of(sheet), dates(row[1])[0], pair)
    if page is None or not re.search(
        "day before the day of travel is|not counted itself|counts as the first day|前日を|算入しない", page.text
    ):
        return None
    free = next((r[0] for r in cells(page.text) if len(r) == 2 and r[1] in ("none", "収受しない")), None)
    return dates(row[4])[0] - DAY * int(re.search(r"\d+", free)[0]) if free else None
