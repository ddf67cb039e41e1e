"""Slips: wrong answers with a name, told by the value in the final line.

A question's program computes each of its wrong answers by one mistake ("took the older edition", "neighbouring row").
Whether an answer is one of them is decided by the rules, without a judge, so it costs nothing and comes out the same
every time.
"""

from __future__ import annotations

from functools import lru_cache

from bench.final_line import final_line
from bench.records import Item
from bench.rules.claim import Claim
from bench.rules.verdict import compared

OTHER = "other"
"""Stands for a wrong answer that is none of the item's slips, or has no final line to read one from."""


def slip_of(item: Item, text: str) -> str:
    """The name of the slip that a wrong answer to a drawn item is, in the order in which the item names them.

    OTHER where it is none; "" for an item that was not drawn.
    """
    if item.drawn is None:
        return ""
    value = final_line(text)
    for name, forms in item.drawn.slips.items() if value else ():
        if any(_equal(item.question, form, value or "", item.lang) for form in forms):
            return name
    return OTHER


@lru_cache(maxsize=1 << 14)
def _equal(question: str, form: str, value: str, lang: str) -> bool:
    return compared(question, form, value, lang) is Claim.SAME
