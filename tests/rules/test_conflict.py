"""Naming a conflict between sources, and taking a side all the same."""

import pytest

from bench.rules.asked import read_question
from bench.rules.conflict import read_conflict


def conflict(answer, lang):
    return read_conflict(read_question("", lang), answer, "")


@pytest.mark.parametrize(
    ("lang", "answer"),
    [
        ("en", "The sources conflict: one gives 12 minutes, the other 15."),
        ("en", "One page says 1,500 yen and another says 1,800 yen."),
        ("ja", "資料間で金額が食い違っています。"),
        ("ja", "料金表では784円、一方FAQでは833円となっています。"),
    ],
)
def test_a_named_conflict(lang, answer):
    assert (conflict(answer, lang).named, conflict(answer, lang).settled) == (True, False)


@pytest.mark.parametrize(
    ("lang", "answer"),
    [
        ("en", "The sources conflict, but the newer one says 12 minutes, so it is 12 minutes."),
        ("en", "It is 12 minutes, although another source disagrees."),
        ("en", "The sources disagree; on average it is 13.5 minutes."),
        ("ja", "矛盾がありますが、正しいのは833円です。"),
    ],
)
def test_a_conflict_that_is_named_and_then_settled(lang, answer):
    assert (conflict(answer, lang).named, conflict(answer, lang).settled) == (True, True)


@pytest.mark.parametrize(
    ("lang", "answer"),
    [
        ("en", "12 or 15 minutes."),
        ("en", "There is no contradiction between the sources; 12 minutes."),
        ("ja", "資料に矛盾はありません。12分です。"),
        ("ja", "12〜15分です。"),
        ("ja", "6月は11人、7月は9人です。"),
    ],
)
def test_no_conflict_is_named(lang, answer):
    assert not conflict(answer, lang).named
