"""Which stretch of a text is a citation, and what it cites."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.citations.marks import find_marks
from bench.text.fold import flatten


def cited(text: str) -> list[tuple[int, ...]]:
    return [mark.numbers for mark in find_marks(flatten(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Fee [2].", [(2,)]),
        ("Fee [2][5].", [(2,), (5,)]),
        ("Fee [2, 5].", [(2, 5)]),
        ("Fee [2-4].", [(2, 3, 4)]),
        ("Fee [2]-[4].", [(2, 3, 4)]),
        ("料金は【２】", [(2,)]),
        ("料金は［２］", [(2,)]),
        ("文書2によると", [(2,)]),
        ("文書２によると", [(2,)]),
        ("資料[2]は", [(2,)]),
        ("(Document 2)", [(2,)]),
        ("（文書2）", [(2,)]),
        ("Documents 2 and 3 agree", [(2, 3)]),
        ("[Doc. 2, Doc. 3]", [(2, 3)]),
        ("【2†source】", [(2,)]),
        ("文書1と3は", [(1, 3)]),
        ("[2](https://example.org/2)", [(2,)]),
        ("[^3]", [(3,)]),
    ],
)
def test_marks_of_both_languages_are_read_by_number(text: str, expected: list[tuple[int, ...]]) -> None:
    assert cited(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "資料2件を提出する",
        "Document 2.1 of the code",
        "in [2026]",
        "500円",
        "第2号文書",
        "(2)",
        "[a]",
        "[]",
        "step 2",
        "",
    ],
)
def test_counts_sections_and_years_are_no_citations(text: str) -> None:
    assert cited(text) == []


def test_a_number_that_counts_something_does_not_join_a_mark() -> None:
    assert cited("文書2と3日以内に") == [(2,)]
    assert cited("Document 2 and 500 yen") == [(2,)]


def test_a_run_that_goes_down_or_never_ends_is_its_two_ends() -> None:
    assert cited("[4-2]") == [(4, 2)]
    assert cited("[1-999]") == [(1, 999)]


@given(st.text(alphabet=st.sampled_from("[]【】()文書資料Doc. 0123456789,-と、\n"), max_size=120))
def test_marks_never_overlap_and_stay_inside_the_text(text: str) -> None:
    flat, end = flatten(text), 0
    for mark in find_marks(flat):
        assert end <= mark.start < mark.end <= len(flat)
        assert mark.numbers
        end = mark.end
