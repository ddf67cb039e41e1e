"""Naming a conflict between sources, and taking a side all the same."""

import pytest

from bench.rules.conflict import names_conflict


@pytest.mark.parametrize(
    "answer",
    [
        "The sources conflict: one gives 12 minutes, the other 15.",
        "One page says 1,500 yen and another says 1,800 yen.",
        "資料間で金額が食い違っています。",
        "料金表では784円、一方FAQでは833円となっています。",
    ],
)
def test_a_named_conflict(answer):
    got = names_conflict(answer)
    assert (got.named, got.settled) == (True, False)


@pytest.mark.parametrize(
    "answer",
    [
        "The sources conflict, but the newer one says 12 minutes, so it is 12 minutes.",
        "矛盾がありますが、正しいのは833円です。",
        "It is 12 minutes, although another source disagrees.",
        "The sources disagree; on average it is 13.5 minutes.",
    ],
)
def test_a_conflict_that_is_named_and_then_settled(answer):
    got = names_conflict(answer)
    assert (got.named, got.settled) == (True, True)


@pytest.mark.parametrize(
    "answer",
    [
        "12 or 15 minutes.",
        "12 minutes.",
        "There is no contradiction between the sources; 12 minutes.",
        "資料に矛盾はありません。12分です。",
        "12〜15分です。",
    ],
)
def test_no_conflict_is_named(answer):
    assert not names_conflict(answer).named
