"""What counts as a quotation, and when it is verbatim."""

from __future__ import annotations

import pytest

from bench.citations.quotes import quoted_spans, verbatim
from bench.text.fold import flatten


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It says “paid monthly”.", ["paid monthly"]),
        ('It says "paid monthly".', ["paid monthly"]),
        ("＂毎月払い＂とある", ["毎月払い"]),
        ("「毎月払い」とある", ["毎月払い"]),
        ("『毎月払い』と｢現金｣", ["毎月払い", "現金"]),
        ("「規程『別表1』による」", ["規程『別表1』による"]),
        ('"a b" and "c d"', ["a b", "c d"]),
        ('a 24" screen and a 32" one', []),
        ("「閉じない", []),
        ("「、」", []),
        ("", []),
    ],
)
def test_quotation_marks_of_both_languages_and_widths(text: str, expected: list[str]) -> None:
    assert quoted_spans(flatten(text)) == expected


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("paid Monthly", "Fees are ｐａｉｄ  monthly\nin cash."),
        ("毎月 払い", "料金は毎月払いとする。"),
        ("in cash.", "Fees are paid in cash and on time."),
        ("Fees … in cash", "Fees are paid in cash."),
        ("料金は（中略）とする", "料金は毎月払いとする。"),
    ],
)
def test_width_case_and_space_are_folded_and_what_is_left_out_is_marked(quote: str, text: str) -> None:
    assert verbatim(quote, text)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("paid weekly", "Fees are paid monthly."),
        ("in cash … Fees", "Fees are paid in cash."),
        ("500円", "料金は5000円とする。"),
    ],
)
def test_other_words_or_another_order_are_not_verbatim(quote: str, text: str) -> None:
    assert not verbatim(quote, text)
