"""Folding width, case, space and look-alikes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.text.fold import flatten, fold, squeeze


@given(st.text(max_size=60))
def test_folding_twice_changes_nothing(text):
    assert fold(fold(text)) == fold(text)
    assert flatten(flatten(text)) == flatten(text)
    assert squeeze(squeeze(text)) == squeeze(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ＡＢＣ１２３", "abc123"),
        ("5 µm", "5 μm"),
        ("10 kΩ", "10 kΩ"),
        ("ｶﾞﾗｽ", "ガラス"),
        ("a\u200bb", "ab"),
        ("−5", "-5"),
        ("640㎥", "640m3"),
        ("“x”", '"x"'),
        ("A\u3000 B", "a b"),
        ("㍻28年", "平成28年"),
    ],
)
def test_spellings_that_mean_the_same_fold_to_one(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"), [("mm", "µm"), ("京都", "東京"), ("か", "が"), ("10²", "102"), ("①84", "184"), ("5½", "51/2")]
)
def test_spellings_that_differ_stay_apart(one, other):
    assert fold(one) != fold(other)


def test_flatten_keeps_the_letter_case_that_units_need():
    assert flatten("５ＭＷ") == "5MW"


def test_an_em_dash_is_no_sign_and_a_footnote_mark_no_digit():
    assert flatten("費用—500円") == "費用 - 500円"
    assert flatten("84,300円¹") == "84,300円"
    assert flatten("12 m²") == "12 m2"


def test_no_bidi_override_or_control_survives():
    assert flatten("a\u202eb\x1b[0m") == "ab[0m"
