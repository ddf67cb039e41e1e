"""The second reader of the quality kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any

from tests.kits.readers.pages import Readers, answer, number, plain
from tests.kits.readers.quality import concessions, faults, gauges, lots, sizes

KINDS = {  # kind -> pattern of the title, English or Japanese
    "manual": r"Quality Manual, Chapter|品質マニュアル",
    "change": r"^Change Notice|^変更通知",
    "tolerances": r"^Table of Tolerances|^許容差表",
    "sampling": r"^Sampling of Lots|^抜取検査規程",
    "costs": r"^Costs of Inspection|^検査費用規程",
    "conceding": r"^Concessions, .* Edition|^特別採用規程",
    "calibrating": r"^Calibration of Gauges|^測定器校正規程",
    "fault_costs": r"^Cost of Faults|^不良損失の計算基準",
    "lots": r"^Log of Incoming Lots|^受入検査記録",
    "concessions": r"^Concessions, .* Sheet|^特別採用一覧",
    "faults": r"^Log of Faults|^不良記録",
    "gauges": r"^List of Gauges|^測定器一覧",
    "calibrations": r"^Log of Calibrations|^校正記録",
}
READERS: Readers = {
    "size_limit": (sizes.need, sizes.limit),
    "limit_said": (sizes.need, sizes.limit),
    "supplier_said": (lots.supplier_need, lots.supplier),
    "faults_of_class": (faults.need, faults.cost),
    "concession_reduction": (concessions.one_need, concessions.one),
    "gauges_overdue": (gauges.need, gauges.overdue),
    "inspection_costs": (lots.period_need, lots.total),
    "bill_of_supplier": (concessions.bill_need, concessions.bill),
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (yen, millimetres, firm, numbers of gauges) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


def _millimetres(text: str) -> Decimal:
    """The first of the sizes: the second one of a correction is what is wrong."""
    return Decimal(re.findall(r"([\d.]+) ?mm", text)[0])


VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, number),
    "size_limit": _millimetres,
    "limit_said": _millimetres,
    "supplier_said": lambda text: next(
        filter(None, re.search(r"delivered by ([^,]+), not|納入したのは(.+?)であり", text).groups())
    ),
    "gauges_overdue": lambda text: frozenset(re.findall(r"[A-Z]\d{3}", text)),
}
