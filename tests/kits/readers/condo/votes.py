"""The flats that had a vote at a meeting and made no use of it that counted."""

from __future__ import annotations

import re

from tests.kits.readers.condo.common import DAY, by_laws, here, house_asked, valid
from tests.kits.readers.pages import Unsettled, dates, either, figure, first, fiscal, fiscal_year, group, rows, table

FLAT = r"[A-Z]\d{3}"


def need(question, seen):
    house, day = house_asked(question, seen), dates(question)[0]
    year = fiscal_year(day.year, day.month)
    return (
        here(seen, "flats", house, lambda page: fiscal(page.title)[0] == year),
        here(seen, "attendance", house, lambda page: dates(page.title)[0] == day),
        here(seen, "convening", house, lambda page: dates(page.title)[0] == day),
        *by_laws(seen, "vote_rules", house),
    )


def silent(question, register, attendance, notice, *by):
    day = dates(question)[0]
    rules = valid("vote_rules", day, *by)
    flats = {row[-3] for row in table(register) if len(row) in (3, 4) and re.fullmatch(FLAT, row[-3])}
    if len(flats) != int(group(r"(\d+) flats|全(\d+)戸", register)):
        raise Unsettled("flats are missing")
    left_out = first(
        r"(?:No vote is attached|have passed to the owners').*|.*(?:議決権がありません|には議決権がなく).*", notice
    )
    first("All other flats in the register|Every other flat of the register|その他の住戸|これ以外の住戸", notice)
    line = next(line for line in notice.text.splitlines() if left_out[0] in line)
    counted = {
        row[1]
        for row in rows(attendance, r"present|form|proxy|出席|行使書|委任状", 4, r"(\d+) lines|全(\d+)行")
        if _counts(row, day, rules)
    }
    return frozenset(flats - set(re.findall(FLAT, line)) - counted)


def _counts(row, day, rules) -> bool:
    kind, _, received, mark = row
    first("Whoever comes votes|present votes in person|出席した者は|組合員が出席したとき", rules)
    if kind in ("present", "出席"):
        return True
    if mark not in ("", "U", "無"):
        raise Unsettled(f"what is {mark}?")
    if kind in ("form", "行使書"):
        first(r"have to be signed|and is signed|行使書は、署名があり|行使書には署名を要し", rules)
        ahead = figure(
            r"Voting forms .* no later than (\d+) days? before|voting form is good if it has been received (\d+) days? before"
            r"|行使書[^。]*総会(?:の日)?の(\d+)日前まで",
            rules,
        )
        return not mark and dates(received)[0] <= day - DAY * ahead
    unsigned = either(
        rules,
        good="missing signature does no harm|good without a signature|署名のないものも有効|署名を欠く委任状も",
        void="unsigned proxy is void|Without a signature it is void|署名のない委任状は無効|委任状に署名がないときは、無効",
    )
    same_day = re.search(
        r"proxy may be handed in until the day|Proxies are good if they have been received on the day"
        r"|委任状は、総会の当日まで",
        rules.text,
    )
    ahead = (
        0
        if same_day
        else figure(r"(?:Proxies|proxy) [^.]* (\d+) days? before|委任状は、総会(?:の日)?の(\d+)日前まで", rules)
    )
    return (not mark or unsigned == "good") and dates(received)[0] <= day - DAY * ahead
