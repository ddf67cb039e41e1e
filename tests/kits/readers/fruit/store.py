"""What is left in the store of a grower's fruit at the end of a month."""

from __future__ import annotations

from tests.kits.readers.fruit.common import LOT, here, rows, station_asked
from tests.kits.readers.pages import Unsettled, dates, first, month, table

LOAD = r"[A-Z]+\d+"


def need(question, seen):
    station, at = station_asked(question, seen), month(question)
    if station is None or at is None:
        return None
    return (
        here(seen, "store_rules", station),
        here(seen, "growers", station),
        *(here(seen, kind, station, at) for kind in ("receipts", "rejects", "loads", "returns")),
    )


def left(question, rules, register, receipts, rejects, loads, returns):
    named = [
        row
        for row in table(register)
        if len(row) == 5 and (f"{row[1]} family" in question or f"{row[1]}さん" in question)
    ]
    code = max(named, key=lambda row: len(row[1]))[0] if named else None
    if code is None:
        raise Unsettled("who is the grower?")
    lots = {row[0]: int(row[4]) for row in rows(receipts, LOT, 5) if row[2] == code}
    stock = sum(lots.values())
    fetched = first(
        "(fetched by the juice plant on the day of sorting|fetches the rejects every evening"
        "|選果した日に果汁工場が引き取る|毎夕果汁工場に引き渡し)|in the first week|第1週に",
        rules,
    )[1]
    if fetched:
        at = month(receipts.title)
        stock -= sum(
            int(kg)
            for lot, _, sorted_, kg, _ in rows(rejects, LOT, 5)
            if lot in lots and (dates(sorted_)[0].year, dates(sorted_)[0].month) <= at
        )
    else:
        rows(rejects, LOT, 5)
    stock -= sum(int(kg) for _, lot, kg, _, note in rows(loads, LOAD, 5) if lot in lots and note not in ("H", "見"))
    back = first(
        "(stock again from the day|belongs to the stock again|再び在庫とし|在庫に戻し、)"
        "|does not become stock again|not taken into stock again|在庫に(?:は)?戻さない",
        rules,
    )[1]
    came = [row for row in rows(returns, r"20\d\d[-/]\d\d[-/]\d\d", 6) if row[2] in lots]
    return stock + (sum(int(row[3]) for row in came if row[5] in ("back", "引取り")) if back else 0)
