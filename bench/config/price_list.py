"""Prices of models that the registry does not list, from the list that the package genai-prices ships.

Offline: the list in the installed release is asked, never the network.
"""

from __future__ import annotations

import datetime
import functools
from typing import Any

from bench.config.registry import Rates


@functools.cache
def listed_rates(name: str, address: str, day: datetime.date) -> Rates | None:
    """The price of the model `name` at the provider whose address it is, on `day`, in USD per million tokens.

    Prices by the size of a prompt are those of the smallest; prices by the hour are the highest, so that a cost is an
    upper bound and a run costs the same whenever it is made. None for a model, a provider or a kind of price that the
    list does not have.
    """
    from genai_prices.data_snapshot import get_snapshot

    try:
        # Vertex writes the maker before the name, the price list does not.
        _, model = get_snapshot().find_provider_model(name.removeprefix("google/"), None, None, address)
    except LookupError:
        return None
    prices = [model.prices] if not isinstance(model.prices, list) else [p.prices for p in _in_force(model.prices, day)]
    parts = ("input_mtok", "output_mtok", "cache_read_mtok", "cache_write_mtok")
    rates = [tuple(_rate(p, part) for part in parts) for p in prices]
    known = [(i, o, c, w) for i, o, c, w in rates if i is not None and o is not None]
    if not known:
        return None
    dearest = max(known, key=lambda rate: rate[0] + rate[1])
    return Rates(input=dearest[0], output=dearest[1], cached=dearest[2], written=dearest[3])


def _in_force(prices: list[Any], day: datetime.date) -> list[Any]:
    """Of prices with conditions, the last one by date that has started, and every one by the hour."""
    by_date = [p for p in prices if p.constraint is None or getattr(p.constraint, "start_date", day) <= day]
    dated = [p for p in by_date if p.constraint is None or hasattr(p.constraint, "start_date")]
    by_hour = [p for p in prices if hasattr(p.constraint, "start_time")]
    return [*dated[-1:], *by_hour]


def _rate(price: Any, name: str) -> float | None:
    value = getattr(price, name, None)
    value = getattr(value, "base", value)
    return None if value is None else float(value)
