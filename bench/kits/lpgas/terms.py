"""The last month in which a regulator may be used; how tenths are written."""

from __future__ import annotations

from datetime import date

from bench.kits.days import add_months
from bench.kits.lpgas.ledger import Regulator, RegulatorRules


def last_month(rules: RegulatorRules, regulator: Regulator, business: bool, other_end: bool = False) -> date:
    years = rules.years[regulator.type] - (rules.business if business else 0)
    return add_months(regulator.made, 12 * years - (rules.within == other_end))


def tenths(value: int) -> str:
    """1234 -> 123.4, as meters show it: without grouping."""
    return f"{'-' if value < 0 else ''}{abs(value) // 10}.{abs(value) % 10}"
