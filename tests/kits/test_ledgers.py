"""A copy of a ledger with one fact changed, and nothing else touched."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bench.kits.ledgers import swap


@dataclass(frozen=True)
class Row:
    key: str
    value: int


@dataclass(frozen=True)
class Sheet:
    rows: tuple[Row, ...]
    first: Row


ONE, SAME, TWO = Row("a", 1), Row("a", 1), Row("b", 2)
LEDGER = (Sheet((ONE, TWO), ONE), Sheet((SAME,), SAME))


def test_a_fact_is_known_by_identity_not_by_value() -> None:
    changed = swap(LEDGER, ONE, Row("a", 9))
    assert [row.value for sheet in changed for row in sheet.rows] == [9, 2, 1]


def test_it_is_changed_everywhere_it_stands() -> None:
    assert swap(LEDGER, ONE, Row("a", 9))[0].first == Row("a", 9)


def test_what_does_not_hold_it_stays_the_same_object() -> None:
    changed = swap(LEDGER, ONE, Row("a", 9))
    assert changed[1] is LEDGER[1]
    assert changed[0].rows[1] is TWO


def test_parts_of_the_result_can_be_changed_again() -> None:
    twice = swap(swap(LEDGER, ONE, Row("a", 9)), TWO, Row("b", 8))
    assert [row.value for row in twice[0].rows] == [9, 8]


def test_a_whole_tuple_can_be_exchanged() -> None:
    assert swap(LEDGER, LEDGER[0].rows, ())[0].rows == ()


def test_an_object_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(ValueError, match="not an object of this ledger"):
        swap(LEDGER, Row("a", 1), TWO)
