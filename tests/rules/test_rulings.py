"""Answers that rule: needed, limited, charged, or the opposite."""

import pytest

from bench.rules.rulings import Ruling, ruling_of_reference, same_ruling

NOT_NEEDED, NO_LIMIT, FREE = Ruling("needed", False), Ruling("limited", False), Ruling("charged", False)


@pytest.mark.parametrize(
    ("reference", "ruling"),
    [
        ("Not required", NOT_NEEDED),
        ("不要", NOT_NEEDED),
        ("必要", Ruling("needed", True)),
        ("Unlimited", NO_LIMIT),
        ("上限なし", NO_LIMIT),
        ("Free of charge", FREE),
        ("無料", FREE),
        ("0円", FREE),
    ],
)
def test_a_reference_that_only_rules(reference, ruling):
    assert ruling_of_reference("", reference) == ruling


@pytest.mark.parametrize(
    "reference", ["500円", "12 yen", "印鑑が必要", "at most 3", "10 yen", "Kawauso", "上限は3人", ""]
)
def test_a_reference_that_says_more_or_something_else_is_no_ruling(reference):
    assert ruling_of_reference("", reference) is None


@pytest.mark.parametrize(
    ("ruling", "text", "same"),
    [
        (NOT_NEEDED, "No permit is required for dogs.", True),
        (NOT_NEEDED, "You don't need a permit.", True),
        (NOT_NEEDED, "You must have a permit.", False),
        (NOT_NEEDED, "届け出る必要はありません。", True),
        (NOT_NEEDED, "届出が必要です。", False),
        (NO_LIMIT, "There is no limit on the number of visits.", True),
        (NO_LIMIT, "Up to 3 visits.", False),
        (NO_LIMIT, "回数に上限は設けられていません。", True),
        (NO_LIMIT, "上限は3回です。", False),
        (FREE, "入場料はかかりません。", True),
        (FREE, "0円です。", True),
        (FREE, "100円です。", False),
        (FREE, "The gate is green.", None),
        (NOT_NEEDED, "Dogs need a permit, cats do not need one.", None),
    ],
)
def test_a_text_rules_the_same_the_other_way_or_not_at_all(ruling, text, same):
    assert same_ruling(ruling, text) is same
