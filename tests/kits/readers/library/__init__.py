"""The second reader of the library kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any

from tests.kits.readers.library import loans, rooms
from tests.kits.readers.library.common import (
    class_row,
    declared,
    edition,
    editions,
    library_asked,
    library_of,
    notices,
    rows,
    start,
)
from tests.kits.readers.pages import Unsettled, answer, dates, first, month, number, of_kind, plain, table

DAY = timedelta(days=1)
KINDS = {  # kind -> pattern of the title, English or Japanese
    "notice": r"First Days of the New Editions|改正要領の適用開始日について",
    "loan_rules": r"Lending Rules|資料貸出要領",
    "hold_rules": r"Reservation Rules|予約要領",
    "parcel_rules": r"Rules for Parcels|相互貸借発送要領",
    "room_rules": r"Use of Rooms|会議室使用要領",
    "loans": r"Follow-up Record of Loans|返却督促簿",
    "parcels": r"Parcels Book|相互貸借発送簿",
    "room_log": r"Log of Rooms|会議室使用簿",
    "groups": r"Register of Groups|登録団体名簿",
    "calendar": r"Closing Days|休館日一覧",
    "titles": r"List of Periodicals|逐次刊行物一覧",
    "arrivals": r"Arrivals of Periodicals|逐次刊行物受入簿",
    "issue_notice": r"Checking of Periodicals|逐次刊行物の点検について",
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (int, date, codes) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


# -- the last day for collecting ----------------------------------------------------------------------------------


def _collect_need(question, seen):
    library = library_asked(question, seen)
    return library and ([library], notices(seen), editions(seen, "hold_rules", library))


def _collect(question, library, notice, pair):
    reserved, ready = dates(question)[:2]
    decides, first_day = start(notice, "Reservations|予約", library)
    by_reservation = re.search("reserved|予約を受け付けた日", decides)
    if not by_reservation and not re.search("made ready|用意", decides):
        raise Unsettled(decides)
    page = edition(pair, reserved if by_reservation else ready, first_day)
    days = next((int(row[1]) for row in table(page) if len(row) == 2 and row[1].isdigit() and row[0] in question), None)
    m = first(
        r"(Counting begins with the day after|left out of the count|The day after the item was made ready is day one)"
        r"|(用意のできた日を算入しない|用意のできた日の翌日を(?:第1日|1日目))"
        r"|Counting begins with the day on which|is included in the count|on which the item was made ready is day one"
        r"|用意のできた日を算入する|用意のできた日を第1日|用意のできた当日を1日目",
        page,
    )
    first(
        "All days count, closing days too|Closing days are counted as well|休館日(?:も日数に算入|であっても日数に数え)",
        page,
    )
    if days is None:
        raise Unsettled(f"{page.title}: no such place")
    return ready + DAY * (days - (not any(m.groups())))


# -- what a parcel costs ------------------------------------------------------------------------------------------


def _parcel_need(question, seen):
    number_ = re.search(r"P\d+", question)[0]
    books = of_kind(seen, "parcels", lambda page: re.search(rf"^{number_},", page.text, re.M))
    return books and (books, notices(seen), editions(seen, "parcel_rules", library_of(books[0])))


def _parcel(question, book, notice, pair):
    number_ = re.search(r"P\d+", question)[0]
    _, requested, dispatched, _, thing, grams = next(row for row in table(book) if row[0] == number_)
    decides, first_day = start(notice, "Parcels|相互貸借", library_of(book))
    by_request = re.search("request|依頼", decides)
    if not by_request and not re.search("dispatch|発送日", decides):
        raise Unsettled(decides)
    page = edition(pair, dates(requested if by_request else dispatched)[0], first_day)
    postage = next((row[1] for row in table(page) if len(row) == 2 and _weighs(row[0], int(grams))), None)
    packing = class_row(page, thing, 2)[1]
    if postage is None:
        raise Unsettled(f"{page.title}: no row for {grams} g")
    return number(postage) + (0 if packing in ("none", "なし") else number(packing))


def _weighs(words: str, grams: int) -> bool:
    tests: list[tuple[str, Callable[[int], bool]]] = [
        (r"up to and including (\d+) g|(\d+)g以下", lambda n: grams <= n),
        (r"under (\d+) g|(\d+)g未満", lambda n: grams < n),
        (r"over (\d+) g|(\d+)gを超え", lambda n: grams > n),
        (r"from (\d+) g|(\d+)g以上", lambda n: grams >= n),
    ]
    words = words.replace(",", "")
    results = [test(int(m[1] or m[2])) for pattern, test in tests for m in [re.search(pattern, words)] if m]
    return bool(results) and all(results)


# -- what is claimed from the dealer ------------------------------------------------------------------------------

MONTHS_OF = {
    "M月": lambda m: True,
    "O奇": lambda m: m % 2 == 1,
    "E偶": lambda m: m % 2 == 0,
    "Q季": lambda m: m % 3 == 0,
    "X不": lambda m: False,
}


def _claims_need(question, seen):
    library, when = library_asked(question, seen), month(question)

    def here(page):
        return library_of(page) == library and month(page.title) == when

    return library and (
        of_kind(seen, "titles", lambda page: library_of(page) == library),
        of_kind(seen, "arrivals", here),
        of_kind(seen, "issue_notice", here),
    )


def _claims(question, titles, arrivals, notice):
    year, at = month(question)
    code = r"[A-Z]\d{3}"
    due = {row[0] for row in rows(titles, code, 3) if next(f for k, f in MONTHS_OF.items() if row[2] in k)(at)}
    lines = [row for row in table(arrivals) if len(row) == 4 and re.fullmatch(code, row[1])]
    if len(lines) != declared(arrivals):
        raise Unsettled("arrivals are cut")
    there = {
        c
        for _, c, issue, result in lines
        if re.split("[-/]", issue) == [str(year), f"{at:02}"] and result in ("OK", "済")
    }
    first("claim from the dealer|claimed from the dealer|書店(?:に|へ)請求して", notice)
    first("Only issues of this month|Issues of other months|対象は当月号だけ|他の月の号は関係", notice)
    exempt = [line for line in notice.text.splitlines() if re.search(code, line)]
    if not exempt:
        raise Unsettled("no list of what did not come out")
    return frozenset(due - there - set(re.findall(code, exempt[0])))


READERS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "claims": (_claims_need, _claims),
    "collect_by": (_collect_need, _collect),
    "collect_said": (_collect_need, _collect),
    "barred_until": (loans.need, loans.until),
    "parcel_cost": (_parcel_need, _parcel),
    "parcel_said": (_parcel_need, _parcel),
    "fees_of_period": (rooms.need, rooms.total),
    "fees_of_group": (rooms.ranked_need, rooms.ranked),
}
VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, number),
    "claims": lambda text: frozenset(re.findall(r"[A-Z]\d{3}", text)),
    "collect_by": lambda text: dates(text)[0],
    "collect_said": lambda text: dates(text)[2],
    "barred_until": lambda text: dates(text)[0],
    "parcel_said": lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0]),
}
