"""The second reader of the ferry kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from functools import lru_cache
from itertools import product
from typing import Any

from tests.kits.readers.pages import (
    Page,
    cells,
    dates,
    fiscal,
    fiscal_year,
    month,
    number,
    of_kind,
    pages,
    plain,
    settle,
)

DAY = timedelta(days=1)
KINDS = {  # kind -> pattern of the title, English or Japanese
    "circular": r"Circular No|通達第",
    "group_rules": r"Group Bookings, Rules|団体乗船取扱規程",
    "bookings": r"Group Booking Record|団体予約台帳",
    "lost_rules": r"Lost Property, Rules|遺失物取扱規程",
    "lost_ledger": r"Lost Property Ledger|遺失物台帳",
    "tariff": r"Vehicle Tariff|自動車航送運賃表",
    "deployment": r"Ships by Service|便別使用船一覧",
    "ships": r"Register of Ships|船舶台帳",
    "docks": r"Yard Contacts|入渠班連絡先",
    "stops": r"List of Bus Stops|停留所一覧",
    "stop_log": r"Log of Stop Inspections|停留所点検簿",
    "stop_notice": r"Stop Inspections in the|停留所点検について",
    "stat_rules": r"Rules for Traffic Statistics|運輸統計作成要領",
    "departures": r"Record of Departures|出港記録",
    "gate": r"Passengers by Day, Gate|日別旅客数\(改札機\)",
    "purser": r"Passengers by Day, Pursers|日別旅客数\(事務長",
    "gate_log": r"Interruptions of the Gate|改札機停止記録",
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (int, date, name, codes) or None where the documents do not settle it."""
    question, seen = plain(question), pages(documents, KINDS)
    need, solve = READERS[program]
    roles = need(question, seen)
    return settle(roles, lambda *choice: solve(question, *choice)) if roles else None


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


@lru_cache(maxsize=10_000)
def branch_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Branch|[( ]([^( )]+)営業所", page.title)
    return m and (m[1] or m[2])


def declared(page: Page) -> int | None:
    """How many rows the document says it has; a reader who counts needs to see all of them."""
    m = re.search(r"(\d+) (?:lines|slips|bookings|days|entries|stops)\b|全(\d+)(?:行|件|便|か所)|(\d+)日分", page.text)
    return int(next(g for g in m.groups() if g)) if m else None


def _branch(question: str, seen: list[Page]) -> str | None:
    names = {branch_of(page) for page in seen if branch_of(page) and branch_of(page) in question}
    return max(names, key=len) if names else None


def _circulars(seen: list[Page]) -> list[Page]:
    """The one that starts the editions of 2025; that of 2023 started those before them."""
    return of_kind(seen, "circular", lambda page: dates(page.text)[0].year == 2025)


def _start(circular: Page, row: str, branch: str) -> date | None:
    """First day of the new edition of a branch, from the circular's table."""
    table = cells(circular.text)
    head = next((r for r in table if branch in r), None)
    line = next((r for r in table if re.match(row, r[0])), None)
    if not head or not line:
        return None
    return dates(line[2 + head.index(branch)])[0]


def _new(rules: Page) -> bool:
    """The circular speaks of the editions adopted in its own year."""
    return dates(rules.text)[0].year == 2025


def _editions(seen, kind, branch):
    """Pairs of (old edition or None, new edition or None): all that the documents may choose from."""
    old = of_kind(seen, kind, lambda p: branch_of(p) == branch and not _new(p)) or [None]
    new = of_kind(seen, kind, lambda p: branch_of(p) == branch and _new(p)) or [None]
    return list(product(old, new))


def _valid(circular, row, branch, day, pair) -> Page | None:
    start = _start(circular, row, branch)
    return None if start is None else pair[day >= start]


# -- vehicle fare -----------------------------------------------------------------------------------------------


def _fare_need(question, seen):
    branch = _branch(question, seen)
    return branch and ([branch], _circulars(seen), _editions(seen, "tariff", branch))


def _fare(question, branch, circular, pair):
    sailing, length = dates(question)[0], int(re.search(r"(\d+) ?cm", question)[1]) / 100
    page = _valid(circular, "Vehicle tariff|自動車航送", branch, sailing, pair)
    if page is None:
        return None
    table = cells(page.text)
    routes = next((r for r in table if r[0].startswith(branch)), None)
    column = next((i for i, r in enumerate(routes or []) if re.split("[–~～]", r)[1] in question), None)
    peak = _peak(page.text, sailing.year)
    row = next((r for r in table if len(r) == 5 and _fits(r[0], length)), None)
    if column is None or peak is None or row is None:
        return None
    return int(row[1 + column % 2 + 2 * (peak[0] <= sailing <= peak[1])].replace(",", ""))


def _peak(text, year):
    m = re.search(r"from (\d+) ([A-Z]\w+) to (\d+) ([A-Z]\w+)", text)
    if m:
        return dates(f"{m[1]} {m[2]} {year}")[0], dates(f"{m[3]} {m[4]} {year}")[0]
    m = re.search(r"(\d+)月(\d+)日から(\d+)月(\d+)日まで", text)
    return m and (date(year, int(m[1]), int(m[2])), date(year, int(m[3]), int(m[4])))


def _fits(words, length):
    tests = [
        (r"up to and including (\d+)|(\d+)m以下", lambda n: length <= n),
        (r"under (\d+)|(\d+)m未満", lambda n: length < n),
        (r"over (\d+)|(\d+)mを超え", lambda n: length > n),
        (r"from (\d+)|(\d+)m以上", lambda n: length >= n),
    ]
    results = [test(int(m[1] or m[2])) for pattern, test in tests for m in [re.search(pattern, words)] if m]
    return bool(results) and all(results)


# -- last day of keeping ----------------------------------------------------------------------------------------

CLASSES = {  # what a reader knows about things
    "Electrical goods|電気製品": "earphones|console|tablet|dryer|イヤホン|ゲーム機|タブレット|ドライヤー",
    "Food and drink|飲食物": "crackers|mandarins|wine|lunch|せんべい|みかん|梅酒|弁当",
    "Clothing|衣類": "hat|scarf|glove|raincoat|帽子|マフラー|手袋|かっぱ",
    "Certificates and papers|証明書・書類": "licence|card|note|passport|免許証|カード|予約票|パスポート",
    "Musical instruments|楽器": "flute|ukulele|violin|harmonica|笛|ウクレレ|バイオリン|ハーモニカ",
    "Sports goods|運動用具": "racket|reel|goggles|putter|ラケット|リール|ゴーグル|パター",
}


def _slip_pages(question, seen):
    slip = re.search(r"\d{4}", question)[0]
    return of_kind(seen, "lost_ledger", lambda p: re.search(rf"^{slip},", p.text, re.M))


def _slip(question, ledger):
    slip = re.search(r"\d{4}", question)[0]
    return next(r for r in cells(ledger.text) if r[0] == slip)


def _keep_need(question, seen):
    ledgers = _slip_pages(question, seen)
    return ledgers and (ledgers, _circulars(seen), _editions(seen, "lost_rules", branch_of(ledgers[0])))


def _keep(question, ledger, circular, pair):
    _, found, _, what, _ = _slip(question, ledger)
    found = dates(found)[0]
    page = _valid(circular, "Lost property|遺失物", branch_of(ledger), found, pair)
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


# -- cancellation -----------------------------------------------------------------------------------------------


def _cancel_need(question, seen):
    ref = re.search(r"[A-Z]\d-\d{3}", question)[0]
    sheets = of_kind(seen, "bookings", lambda p: f"\n{ref}," in p.text)
    return sheets and (sheets, _circulars(seen), _editions(seen, "group_rules", branch_of(sheets[0])))


def _cancel(question, sheet, circular, pair):
    ref = re.search(r"[A-Z]\d-\d{3}", question)[0]
    row = next(r for r in cells(sheet.text) if r[0] == ref)
    accepted, travel, total, cancelled = row[1], row[4], int(row[6]), row[7]
    page = _valid(circular, "Group bookings|団体乗船", branch_of(sheet), dates(accepted)[0], pair)
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


def _sweep_need(question, seen):
    branch = _branch(question, seen)
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
    return (*numbered, _circulars(seen), _editions(seen, "group_rules", branch))


def _swept(question, *choice):
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
            page = _valid(circular, "Group bookings|団体乗船", branch_of(sheet), dates(row[1])[0], pair)
            if page is None:
                return None
            free = row[8] in ("sailing did not run", "欠航") and re.search(
                r"does not run|会社が欠航|便が欠航", page.text
            )
            amount = 0 if free else _cancel(row[0], sheet, circular, pair)
            if amount is None:
                return None
            out.append((amount, dates(row[4])[0]))
    return out


def _sum(question, *choice):
    rows = _swept(question, *choice)
    return None if rows is None else sum(amount for amount, _ in rows)


ORDER = {"second highest": 2, "third highest": 3, "fourth highest": 4, "fifth highest": 5}


def _rank_need(question, seen):
    """The sweep first; its result is a day, and the roles of that day's number are found with it."""
    roles = _sweep_need(question, seen)
    if not roles:
        return None
    m = re.search(r"(\d)番目に", question)
    rank = int(m[1]) if m else next(n for words, n in ORDER.items() if words in question)
    days = set()
    for choice in product(*roles):
        rows = _swept(question, *choice)
        amounts = sorted((amount for amount, _ in rows or ()), reverse=True)
        if len(amounts) < rank or amounts.count(amounts[rank - 1]) > 1:
            return None
        days |= {day for amount, day in rows if amount == amounts[rank - 1]}
    if len(days) != 1:
        return None
    day = days.pop()
    asked = f"{_branch(question, seen)} {day.isoformat()}"
    return ([asked], *_people_need(asked, seen))


def _rank(question, asked, *choice):
    return _people(asked, *choice)


# -- passengers of a day ----------------------------------------------------------------------------------------


def _people_need(question, seen):
    branch, day = _branch(question, seen), dates(question)[0]

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


def _people(question, rules, log, gate, purser):
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


def _late_need(question, seen):
    branch, when = _branch(question, seen), _month_asked(question)
    return (
        of_kind(seen, "departures", lambda p: branch_of(p) == branch and month(p.title) == when),
        of_kind(seen, "stat_rules", lambda p: branch_of(p) == branch and fiscal(p.title)[0] == fiscal_year(*when)),
    )


def _month_asked(question):
    return month(re.sub(r"(月)\d+日", r"\1", question))


def _late(question, record, rules):
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


# -- stops not inspected ----------------------------------------------------------------------------------------


def _stops_need(question, seen):
    branch, half = _branch(question, seen), fiscal(question)

    def here(page):
        return branch_of(page) == branch and fiscal(page.title) == half

    return (
        of_kind(seen, "stops", lambda p: branch_of(p) == branch),
        of_kind(seen, "stop_log", here),
        of_kind(seen, "stop_notice", here),
    )


def _stops(question, stops, log, notice):
    code = r"[A-Z]\d\d"
    listed = [r[-3:] for r in cells(stops.text) if len(r) >= 3 and re.fullmatch(code, r[-3])]
    entries = [r for r in cells(log.text) if len(r) == 3 and re.fullmatch(code, r[1])]
    exempt = next((line for line in notice.text.splitlines() if re.search(code, line)), None)
    duty = re.search(r"shelter|上屋のある", notice.text)
    if len(listed) != declared(stops) or len(entries) != declared(log) or not exempt or not duty:
        return None
    done = {stop for _, stop, result in entries if result in ("OK", "済")}
    due = {stop for stop, _, kind in listed if kind in ("S", "上屋")} - set(re.findall(code, exempt))
    return frozenset(due - done)


# -- who signs --------------------------------------------------------------------------------------------------


def _signs_need(question, seen):
    ledgers = _slip_pages(question, seen)
    if not ledgers:
        return None
    day = dates(_slip(question, ledgers[0])[1])[0]
    half = fiscal_year(day.year, day.month), "first" if 4 <= day.month <= 9 else "second"
    branch = branch_of(ledgers[0])
    return (
        ledgers,
        of_kind(seen, "deployment", lambda p: branch_of(p) == branch and month(p.title) == (day.year, day.month)),
        of_kind(seen, "ships", lambda p: branch_of(p) == branch and fiscal(p.title)[0] == half[0]),
        of_kind(seen, "docks", lambda p: fiscal(p.title) == half),
    )


def _signs(question, ledger, deployment, ships, docks):
    _, found, service, _, _ = _slip(question, ledger)
    day = dates(found)[0].day
    row = next((r for r in cells(deployment.text) if r[0] == service), None)
    if row is None:
        return None
    ship = row[1] if day <= 10 else row[2] if day <= 20 else row[-1]
    group = next((r[-1] for r in cells(ships.text) if r[0] == ship), None)
    return next((r[1] for r in cells(docks.text) if r[0] == group), None)


# -- the last day on which a group may cancel for nothing ----------------------------------------------------


def _free(question, sheet, circular, pair):
    ref = re.search(r"[A-Z]\d-\d{3}", question)[0]
    row = next(r for r in cells(sheet.text) if r[0] == ref)
    page = _valid(circular, "Group bookings|団体乗船", branch_of(sheet), dates(row[1])[0], pair)
    if page is None or not re.search(
        "day before the day of travel is|not counted itself|counts as the first day|前日を|算入しない", page.text
    ):
        return None
    free = next((r[0] for r in cells(page.text) if len(r) == 2 and r[1] in ("none", "収受しない")), None)
    return dates(row[4])[0] - DAY * int(re.search(r"\d+", free)[0]) if free else None


# -- the passengers of a month -------------------------------------------------------------------------------


def _total_need(question, seen):
    branch, when = _branch(question, seen), month(question)

    def here(page):
        return branch_of(page) == branch and month(page.title) == when

    rules = of_kind(seen, "stat_rules", lambda p: branch_of(p) == branch and fiscal(p.title)[0] == fiscal_year(*when))
    return (
        rules,
        of_kind(seen, "gate_log", here),
        of_kind(seen, "gate", here) or [None],
        of_kind(seen, "purser", here) or [None],
    )


def _total(question, *choice):
    branch_month = month(question)
    gate = choice[2]
    if gate is None:
        return None
    listed = sum(1 for r in cells(gate.text) if re.fullmatch(r"\d+", r[0]))
    if listed != declared(gate):
        return None
    days = [_people(f"{date(*branch_month, day).isoformat()}", *choice) for day in range(1, listed + 1)]
    return None if None in days else sum(days)


# -- of a month of lost property, the thing that is kept longest ---------------------------------------------


def _kept_need(question, seen):
    branch, when = _branch(question, seen), month(question)
    ledgers = of_kind(seen, "lost_ledger", lambda p: branch_of(p) == branch and month(p.title) == when)
    if not ledgers:
        return None
    winners = set()
    for choice in product(ledgers, _circulars(seen), _editions(seen, "lost_rules", branch)):
        slips = [r[0] for r in cells(choice[0].text) if re.fullmatch(r"\d{4}", r[0])]
        ends = {slip: _keep(slip, *choice) for slip in slips}
        if len(slips) != declared(choice[0]) or None in ends.values():
            return None
        last = [slip for slip, end in ends.items() if end == max(ends.values())]
        if len(last) > 1:
            return None
        winners |= set(last)
    if len(winners) != 1:
        return None
    slip = winners.pop()
    roles = _signs_need(slip, seen)
    return roles and ([slip], *roles)


def _kept(question, slip, *choice):
    return _signs(slip, *choice)


# -- questions that take something wrong for granted: what is right --------------------------------------------


def _yard(question, ships, docks):
    group = next((r[-1] for r in cells(ships.text) if r[0] in question and len(r) == 4), None)
    return next((r[1] for r in cells(docks.text) if group and r[0] == group), None)


def _yard_need(question, seen):
    """The register that knows the ship, whichever branch it is of, and the contacts of the half-year."""
    half = fiscal(question)
    ships = of_kind(
        seen,
        "ships",
        lambda p: fiscal(p.title)[0] == half[0] and any(r[0] in question and len(r) == 4 for r in cells(p.text)),
    )
    return ships, of_kind(seen, "docks", lambda p: fiscal(p.title) == half)


READERS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "vehicle_fare": (_fare_need, _fare),
    "fare_said": (_fare_need, _fare),
    "keep_until": (_keep_need, _keep),
    "cancellation": (_cancel_need, _cancel),
    "passengers": (_people_need, _people),
    "late_departures": (_late_need, _late),
    "not_inspected": (_stops_need, _stops),
    "who_signs": (_signs_need, _signs),
    "yard_said": (_yard_need, _yard),
    "free_until": (_cancel_need, _free),
    "month_passengers": (_total_need, _total),
    "last_kept": (_kept_need, _kept),
    "month_charges": (_sweep_need, _sum),
    "ranked_group": (_rank_need, _rank),
}
VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, number),
    "keep_until": lambda text: dates(text)[0],
    "free_until": lambda text: dates(text)[0],
    "not_inspected": lambda text: frozenset(re.findall(r"[A-Z]\d\d", text)),
    "who_signs": lambda text: text,
    "last_kept": lambda text: text,
    "fare_said": lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0]),
    "yard_said": lambda text: next(a or b for a, b in re.findall(r"ordered by (\S+) in|工務監督は(\S+?)であり", text)),
}
