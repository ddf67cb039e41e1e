"""Short ways of reading: each gives what the long way gives."""

from __future__ import annotations

import gc
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, ValidationError

from bench.collecting import paused
from bench.dataset.fields import _as_read, _converted
from bench.dataset.rows import Faults, read_rows
from bench.dataset.shown import Overlaid
from bench.records import Chunk, Record

ONE = st.sampled_from([0, 1, 1.0, True, False, "1", "true", "a", "", None])
LISTS = st.lists(ONE, max_size=3)
VALUES = st.one_of(ONE, LISTS, st.dictionaries(st.sampled_from("ab"), st.one_of(ONE, LISTS), max_size=2))


class Inner(Record):
    a: str | int = ""
    b: tuple[float, ...] = ()


class Outer(Record):
    number: int = 0
    share: float = 0.0
    flag: bool = False
    text: str | None = None
    inner: Inner | None = None
    texts: tuple[str, ...] = ()
    by_name: dict[str, tuple[str, ...] | int] = Field(default_factory=dict)


@given(st.dictionaries(st.sampled_from(sorted(Outer.model_fields)), VALUES, max_size=4))
def test_a_row_is_taken_as_read_only_where_no_value_was_converted(row: dict[str, Any]) -> None:
    try:
        found = Outer.model_validate(row)
    except ValidationError:
        return
    converted = _converted(row, found.model_dump(mode="json"))
    assert not (_as_read(row, found) and converted)


def test_a_plain_row_takes_the_short_way_and_a_converted_one_does_not() -> None:
    row = {"number": 1, "text": "x", "inner": {"a": "y", "b": [1.5]}, "texts": ["z"], "by_name": {"n": 1}}
    assert _as_read(row, Outer.model_validate(row))
    assert not _as_read(row | {"number": "1"}, Outer.model_validate(row | {"number": "1"}))
    assert not _as_read(row | {"flag": 1}, Outer.model_validate(row | {"flag": 1}))


def test_half_of_a_surrogate_pair_is_found_in_either_case() -> None:
    for escaped in (rb"\ud800", rb"\uDFFF", rb"\\\uDabc"):
        faults = Faults()
        assert read_rows(b'{"a": "' + escaped + b'"}', "f", faults) == []
        assert "surrogate" in str(faults.found[0])
    assert [row.fields["a"] for row in read_rows(rb'{"a": "\ud83d\ude00"}', "f", Faults())] == ["\U0001f600"]


@given(
    st.dictionaries(st.sampled_from("abc"), st.sampled_from("xy")),
    st.dictionaries(st.sampled_from("bcd"), st.sampled_from("uv")),
)
def test_an_overlaid_corpus_is_the_two_put_together(corpus: dict[str, str], changed: dict[str, str]) -> None:
    below, above = ({n: Chunk(id=n, text=t) for n, t in part.items()} for part in (corpus, changed))
    seen = Overlaid(below, above)
    assert dict(seen) == below | above
    assert list(seen) == list(below | above)
    assert len(seen) == len(below | above)
    assert all((n in seen) == (n in below | above) for n in "abcd")


def test_collections_are_on_again_after_a_pause_unless_they_were_off() -> None:
    assert gc.isenabled()
    with paused():
        assert not gc.isenabled()
        with paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
