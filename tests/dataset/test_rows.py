"""Reading JSON Lines: what is tolerated, what is a fault, and that every fault is told at once."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.dataset.rows import Faults, digest, read_rows
from bench.errors import DataError


def read(data: bytes) -> tuple[list[dict[str, object]], list[str]]:
    faults = Faults()
    rows = read_rows(data, "x.jsonl", faults)
    return [row.fields for row in rows], [str(fault) for fault in faults.found]


def test_a_byte_order_mark_crlf_and_blank_lines_are_tolerated() -> None:
    data = '\ufeff{"id":"q1","question":"首都は?"}\r\n{"id":"q2","question":"人口は?"}\r\n\r\n'.encode()
    rows, faults = read(data)
    assert rows == [{"id": "q1", "question": "首都は?"}, {"id": "q2", "question": "人口は?"}]
    assert faults == []


def test_only_a_line_feed_ends_a_line() -> None:
    rows, faults = read('{"a": "one\u2028two\x85three\u2029"}\n'.encode())
    assert rows == [{"a": "one\u2028two\x85three\u2029"}]
    assert faults == []


def test_lines_count_blank_ones_and_rows_do_not() -> None:
    faults = Faults()
    second = read_rows(b'{"a": 1}\n\n \n{"a": 2}', "x.jsonl", faults)[1]
    assert (second.line, second.index, second.where) == (4, 1, "x.jsonl:4")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"a": 1', "is not JSON"),
        (b"[1]", "is a list, not an object"),
        (b'"text"', "is a text, not an object"),
        (b"null", "is null, not an object"),
        (b'{"a": 1, "a": 2}', "the key 'a' stands twice"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b'{"a": -Infinity}', "-Infinity is not a number"),
        (b'{"a": "\xff"}', "is not UTF-8"),
        (b'{"a": "\\ud800"}', "surrogate"),
        (b'{"a": ' + b"[" * 100_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not a usable JSON object"),
    ],
)
def test_a_bad_line_is_a_fault_with_its_number_and_the_rest_is_read(line: bytes, words: str) -> None:
    rows, faults = read(b'{"ok": 1}\n' + line + b'\n{"ok": 2}\n')
    assert rows == [{"ok": 1}, {"ok": 2}]
    assert len(faults) == 1
    assert faults[0].startswith("x.jsonl:2: ")
    assert words in faults[0]
    assert ";" in faults[0]


def test_all_faults_are_raised_together() -> None:
    faults = Faults()
    read_rows(b"1\n2\n", "x.jsonl", faults)
    with pytest.raises(DataError, match="2 faults") as caught:
        faults.raise_any("mine")
    assert len(caught.value.faults) == 2
    assert caught.value.exit_code == 2


@given(st.lists(st.dictionaries(st.text(), st.text() | st.integers(-9, 9) | st.none()), max_size=5))
def test_what_json_writes_is_read_back(rows: list[dict[str, object]]) -> None:
    data = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8", "surrogatepass")
    assert read(data) == (rows, [])


@given(st.binary(max_size=200))
def test_no_bytes_escape_as_another_error(data: bytes) -> None:
    rows, faults = read(data)
    assert all(isinstance(row, dict) for row in rows)
    assert all(fault.startswith("x.jsonl:") for fault in faults)


def test_a_digest_depends_on_names_bytes_and_order() -> None:
    one = digest([("a", b"xy"), ("b", b"")])
    assert len(one) == 64
    assert (
        len({one, digest([("a", b"x"), ("b", b"y")]), digest([("b", b""), ("a", b"xy")]), digest([("a", b"xyb")])}) == 4
    )
