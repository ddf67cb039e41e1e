"""What the vehicles of visitors cost: one stay, and all stays for the flat that a sweep of late payments leads to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tests.kits.readers.condo import late
from tests.kits.readers.condo.common import by_laws, here, house_asked, house_of, valid
from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    either,
    figure,
    first,
    minutes,
    month,
    number,
    of_kind,
    rows,
    table,
)

STAY = r"V\d+"
COUNTED = r"(\d+) stays|全(\d+)件"
CLASSES = {  # what a reader knows about vehicles
    "Passenger cars|乗用車": "convertible|hatchback|people carrier|station wagon"
    "|オープンカー|ハッチバック|ミニバン|ステーションワゴン",
    "Goods vehicles|貨物車": "van|pick-up|lorry|配送バン|ピックアップ|トラック",
    "Motorcycles|自動二輪": "scooter|sidecar|cafe racer|スクーター|サイドカー|カフェレーサー",
    "Pedal cycles|自転車": "tricycle|tandem|mountain bike|三輪車|タンデム|マウンテンバイク",
}
RANKS = {"second highest": 2, "third highest": 3, "fourth highest": 4, "fifth highest": 5}


@dataclass(frozen=True)
class Terms:
    free: int
    unit: int
    late_from: int
    late_closed: bool
    addition: int
    cap: int
    cap_on_all: bool


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first("with a permit|許可証のある車両|許可証を掲示した", page)
    first(
        r"exempt from it|not charged for vehicles that are free|この限りでない|無料の時間内に退場した車両には加算しない",
        page,
    )
    return Terms(
        free=figure(
            r"first (\d+) minutes of a stay|stay of up to (\d+) minutes|最初の(\d+)分を無料|(\d+)分以内のとき", page
        ),
        unit=figure(r"(?:each|every) started (\d+) minutes|(\d+)分までごと|(\d+)分\(端数は", page),
        late_from=60
        * figure(
            r"leaving (?:after|from) (\d+):00|leaves (?:at|later than) (\d+):00|(\d+)時(?:又はそれより後|以後\(|より後|を過ぎた)",
            page,
        ),
        late_closed=either(
            page,
            closed=r"leaving from \d+:00 on|leaves at \d+:00 or later|時又はそれより後|時以後\(",
            open=r"leaving after \d+:00|leaves later than \d+:00|\d+時より後|\d+時を過ぎた",
        )
        == "closed",
        addition=figure(
            r"additional charge of (\d+) yen|:00 (?:or later )?(\d+) yen are charged|(\d+)円(?:の加算を行う|を加算する)",
            page,
        ),
        cap=figure(
            r"(?:ends at|No more than) ([\d,]+) yen|([\d,]+)円(?:を限度|を超えないもの)",
            page,
        ),
        cap_on_all=either(
            page,
            all=r"falls under that limit as well|addition for late leaving included|加算を含めて|加算分と合わせ",
            time=r"comes on top of that|is not under this limit|これとは別に徴収|この限度額に含めない",
        )
        == "all",
    )


def charge(row, paper, older, newer):
    """The charge for a row of the record of visitors' vehicles."""
    _, day, came, left, _, vehicle, mark = row
    page = valid("visit_rules", dates(day)[0], paper, older, newer)
    known = terms(page)
    if mark not in ("", "P", "許"):
        raise Unsettled(f"what is {mark}?")
    kinds = [kind for kind, words in CLASSES.items() if re.search(words, vehicle)]
    prices = [row[1] for row in table(page) if len(row) == 2 and len(kinds) == 1 and re.fullmatch(kinds[0], row[0])]
    if len(prices) != 1:
        raise Unsettled(f"what does {vehicle} cost?")
    out = minutes(left)
    stay = out - minutes(came)
    if mark or prices[0] in ("free", "無料") or stay <= known.free:
        return 0
    by_time = -(-(stay - known.free) // known.unit) * number(prices[0])
    added = known.addition if out > known.late_from or (known.late_closed and out == known.late_from) else 0
    return min(by_time + added, known.cap) if known.cap_on_all else min(by_time, known.cap) + added


# -- one stay ---------------------------------------------------------------------------------------------------


def one_need(question, seen):
    stay = re.search(STAY, question)[0]
    sheets = of_kind(seen, "visits", lambda page: any(row[0] == stay for row in table(page)))
    return sheets and (sheets, *by_laws(seen, "visit_rules", house_of(sheets[0])))


def one(question, sheet, *by):
    stay = re.search(STAY, question)[0]
    return charge(next(row for row in table(sheet) if row[0] == stay), *by)


# -- all stays for the flat with the nth highest sum of late charges ------------------------------------------------


def ranked_need(question, seen):
    """Roles: minutes, editions on visits, a sheet for each month of visits, then those of the sweep before."""
    house, (begin, end) = house_asked(question, seen), dates(question)
    months = [(begin.year, number) for number in range(begin.month, end.month + 1)]
    before = late.all_need(question, seen)
    return before and (
        *by_laws(seen, "visit_rules", house)[1:],
        *(here(seen, "visits", house, lambda page, at=at: month(page.title) == at) for at in months),
        *before,
    )


def ranked(question, older, newer, *choice):
    begin, end = dates(question)
    sheets, before = choice[: end.month - begin.month + 1], choice[end.month - begin.month + 1 :]
    owed = late.by_flat(question, *before)
    m = re.search(r"(\d)番目に", question)
    rank = int(m[1]) if m else next((n for words, n in RANKS.items() if words in question), 1)
    sums = sorted(owed.values(), reverse=True)
    if len(sums) < rank or sums.count(sums[rank - 1]) > 1:
        raise Unsettled("no such rank")
    flat = next(flat for flat, due in owed.items() if due == sums[rank - 1])
    return sum(
        charge(row, before[0], older, newer)
        for sheet in sheets
        for row in rows(sheet, STAY, 7, COUNTED)
        if row[4] == flat and begin <= dates(row[1])[0] <= end
    )
