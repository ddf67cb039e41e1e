"""Lost property: how long a thing is kept, and who signs for the ship that it was found on."""

from __future__ import annotations

import re
from itertools import product

from tests.kits.readers.ferry.marks import DAY, branch_asked, branch_of, circulars_of, declared, editions_of, valid_of
from tests.kits.readers.pages import cells, dates, fiscal, fiscal_year, month, of_kind

# -- last day of keeping ----------------------------------------------------------------------------------------

CLASSES = {  # what a reader knows about things
    "Electrical goods|電気製品": "earphones|console|tablet|dryer|イヤホン|ゲーム機|タブレット|ドライヤー",
    "Food and drink|飲食物": "crackers|mandarins|wine|lunch|せんべい|みかん|梅酒|弁当",
    "Clothing|衣類": "hat|scarf|glove|raincoat|帽子|マフラー|手袋|かっぱ",
    "Certificates and papers|証明書・書類": "licence|card|note|passport|免許証|カード|予約票|パスポート",
    "Musical instruments|楽器": "flute|ukulele|violin|harmonica|笛|ウクレレ|バイオリン|ハーモニカ",
    "Sports goods|運動用具": "racket|reel|goggles|putter|ラケット|リール|ゴーグル|パター",
}


def slip_pages(question, seen):
    slip = re.search(r"\d{4}", question)[0]
    return of_kind(seen, "lost_ledger", lambda p: re.search(rf"^{slip},", p.text, re.M))


def slip_of(question, ledger):
    slip = re.search(r"\d{4}", question)[0]
    return next(r for r in cells(ledger.text) if r[0] == slip)


def keep_roles(question, seen):
    ledgers = slip_pages(question, seen)
    return ledgers and (ledgers, circulars_of(seen), editions_of(seen, "lost_rules", branch_of(ledgers[0])))


def keep_of(question, ledger, circular, pair):
    _, found, _, what, _ = slip_of(question, ledger)
    found = dates(found)[0]
    page = valid_of(circular, "Lost property|遺失物", branch_of(ledger), found, pair)
    if page is None:
        return None
    cls = next(c for c, words in CLASSES.items() if re.search(words, what))
    days = next((int(r[1]) for r in cells(page.text) if re.fullmatch(cls, r[0])), None)
    after = re.search(
        r"The day after the article was found is the first|Counting starts with the day after|"
        r"The day of finding is not included|拾得日を算入しない|拾得日の翌日を|拾得した日の翌日を",
        page.text,
    )
    same = re.search(
        r"on which the article was found is the first|Counting starts with the day of finding|"
        r"The day of finding is included|拾得日を算入する|拾得日を第1日|拾得した当日を",
        page.text,
    )
    if days is None or not (after or same):
        return None
    return found + DAY * (days - (not after))


# -- who signs --------------------------------------------------------------------------------------------------


def signs_roles(question, seen):
    ledgers = slip_pages(question, seen)
    if not ledgers:
        return None
    day = dates(slip_of(question, ledgers[0])[1])[0]
    half = fiscal_year(day.year, day.month), "first" if 4 <= day.month <= 9 else "second"
    branch = branch_of(ledgers[0])
    return (
        ledgers,
        of_kind(seen, "deployment", lambda p: branch_of(p) == branch and month(p.title) == (day.year, day.month)),
        of_kind(seen, "ships", lambda p: branch_of(p) == branch and fiscal(p.title)[0] == half[0]),
        of_kind(seen, "docks", lambda p: fiscal(p.title) == half),
    )


def signs_of(question, ledger, deployment, ships, docks):
    _, found, service, _, _ = slip_of(question, ledger)
    day = dates(found)[0].day
    row = next((r for r in cells(deployment.text) if r[0] == service), None)
    if row is None:
        return None
    ship = row[1] if day <= 10 else row[2] if day <= 20 else row[-1]
    group = next((r[-1] for r in cells(ships.text) if r[0] == ship), None)
    return next((r[1] for r in cells(docks.text) if r[0] == group), None)


# -- of a month of lost property, the thing that is kept longest ---------------------------------------------


def kept_roles(question, seen):
    branch, when = branch_asked(question, seen), month(question)
    ledgers = of_kind(seen, "lost_ledger", lambda p: branch_of(p) == branch and month(p.title) == when)
    if not ledgers:
        return None
    winners = set()
    for choice in product(ledgers, circulars_of(seen), editions_of(seen, "lost_rules", branch)):
        slips = [r[0] for r in cells(choice[0].text) if re.fullmatch(r"\d{4}", r[0])]
        ends = {slip: keep_of(slip, *choice) for slip in slips}
        if len(slips) != declared(choice[0]) or None in ends.values():
            return None
        last = [slip for slip, end in ends.items() if end == max(ends.values())]
        if len(last) > 1:
            return None
        winners |= set(last)
    if len(winners) != 1:
        return None
    slip = winners.pop()
    roles = signs_roles(slip, seen)
    return roles and ([slip], *roles)


def kept_of(question, slip, *choice):
    return signs_of(slip, *choice)


# -- questions that take something wrong for granted: what is right --------------------------------------------


def yard_of(question, ships, docks):
    group = next((r[-1] for r in cells(ships.text) if r[0] in question and len(r) == 4), None)
    return next((r[1] for r in cells(docks.text) if group and r[0] == group), None)


def yard_roles(question, seen):
    """The register that knows the ship, whichever branch it is of, and the contacts of the half-year."""
    half = fiscal(question)
    ships = of_kind(
        seen,
        "ships",
        lambda p: fiscal(p.title)[0] == half[0] and any(r[0] in question and len(r) == 4 for r in cells(p.text)),
    )
    return ships, of_kind(seen, "docks", lambda p: fiscal(p.title) == half)
