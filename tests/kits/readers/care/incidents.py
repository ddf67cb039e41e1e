"""Which incidents the town should have been told of and was not, or not in time."""

from __future__ import annotations

import re
from datetime import date, timedelta

from tests.kits.readers.care.common import chosen, editions, notices, office_of, offices, rows, start
from tests.kits.readers.pages import Page, Unsettled, dates, first, month, of_kind, table

DAY = timedelta(days=1)
CODE = r"[A-Z]\d{3}"
MISSING = "Going missing|行方不明"
CLASSES = {  # what a reader knows about what happened
    "Falls|転倒・転落": "gave way|slid off|lost her footing|stumbled|つまずいた|足を滑らせた|崩れた|ずり落ちた",
    "Medication errors|与薬の誤り": "double dose|tablets|sachet|eye drops|シロップ|目薬|錠剤|一包化",
    "Choking|誤嚥・窒息": "wrong way|gagged|stuck in the throat|coughed hard|気管|むせた|飲み込めず|喉に詰まった",
    MISSING: "head count|nowhere to be found|unnoticed|alone at the bus stop|点呼|姿が見えなく|気付かれず|停留所",
    "Damage to belongings|物品の破損": "hearing aid|blouse|spectacles|vase|補聴器|ブラウス|眼鏡|花瓶",
}


def need(question, seen):
    here, begin = offices(question, seen), dates(question)[0]
    return (
        of_kind(here, "incidents", lambda page: month(page.title) == (begin.year, begin.month)),
        notices(seen, "notice_private"),
        editions(here, "incident_rules"),
    )


def late(question, log, notice, pair):
    """The codes of all cases in the period."""
    begin, end = dates(question)[:2]
    first(r"day of the incident, not|day on which the incident happened|発生した日により|事故の発生日を基準", notice)
    first(r"edition before it|直前の版", notice)
    from_day = start(notice, "Reports of incidents, first day|事故報告要領の適用開始日", office_of(log))
    found = set()
    for code, day_, _, what, doctor, told in rows(log, CODE, 6):
        day = dates(day_)[0]
        if not begin <= day <= end:
            continue
        last = last_day(chosen(pair, day >= from_day), day, what, doctor)
        if last and (not told or dates(told)[0] > last):
            found.add(code)
    return frozenset(found)


def last_day(rules: Page, day: date, what: str, doctor: str) -> date | None:
    """The last day for the report; None where none is needed."""
    kind = _class_of(what)
    within = next((row[1] for row in table(rules) if len(row) == 2 and re.fullmatch(kind, row[0])), None)
    if within is None:
        raise Unsettled(f"{rules.title}: no {kind}")
    first(
        r"where somebody went missing: that is|went missing is always reported|行方不明(?:については|は、いかなる)",
        rules,
    )
    if within in ("no report", "報告を要しない") or (doctor == "-" and kind != MISSING):
        return None
    m = first(
        r"(from the day after the incident|day after the incident is day one|算入しない|発生日の翌日を1日目)"
        r"|from the day of the incident|day of the incident is day one|発生した日を算入する|発生日を1日目",
        rules,
    )
    last = day + DAY * (int(re.search(r"\d+", within)[0]) - (not m[1]))
    m = first(
        r"(put off to the Monday|report on the Monday is still|月曜日を末日|月曜日の報告をもって)"
        r"|is not put off|stays the last day|繰り延べない|期限は延長しない",
        rules,
    )
    return last + DAY if m[1] and last.weekday() == 6 else last


def _class_of(what: str) -> str:
    fits = [name for name, words in CLASSES.items() if re.search(words, what)]
    if len(fits) != 1:
        raise Unsettled(f"what is {what}?")
    return fits[0]
