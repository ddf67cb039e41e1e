"""Numbers with units: what is counted, in what size, with what bound and per what."""

from fractions import Fraction

import pytest

from bench.text.quantities import find_quantities
from bench.text.ranges import find_ranges
from bench.text.units import unit_at, unit_readings


def size(text, dimension):
    """The first quantity of `text` in base units of `dimension`."""
    found = find_quantities(text)[0]
    unit = next(u for u in found.units if u.dimension == dimension)
    return found.number.value * unit.factor


@pytest.mark.parametrize(
    ("one", "other", "dimension"),
    [
        ("90 minutes", "1.5 hours", "time"),
        ("1時間30分", "90分", "time"),
        ("2時間半", "150 min", "time"),
        ("24か月", "2 years", "months"),
        ("0.5 GB", "500 MB", "bit"),
        ("1 GiB", "1,024 MiB", "bit"),
        ("173 cm", "1.73 m", "length"),
        ("259,122 ha", "2591.22平方キロメートル", "area"),
        ("640㎥", "640,000 L", "volume"),
        ("1割", "10%", "ratio"),
        ("2割5分", "25%", "ratio"),
        ("1,000 ppm", "0.1%", "ratio"),
        ("1.5万円", "¥15,000", "JPY"),
        ("44秒7", "44.7 s", "time"),
        ("4:44.7", "4分44秒7", "time"),
        ("5円50銭", "5.5円", "JPY"),
        ("an hour and a half", "90 min", "time"),
        ("500(百万円)", "5億円", "JPY"),
        ("1.25 MWh", "1,250 kWh", "energy"),
    ],
)
def test_one_size_in_two_spellings(one, other, dimension):
    assert size(one, dimension) == size(other, dimension)


@pytest.mark.parametrize(
    ("one", "other", "dimension"),
    [
        ("5 MB", "5 Mb", "bit"),
        ("1 GB", "1 GiB", "bit"),
        ("5 mW", "5 MW", "power"),
        ("5 mm", "5 µm", "length"),
        ("10割", "10%", "ratio"),
    ],
)
def test_two_sizes_that_look_alike(one, other, dimension):
    assert size(one, dimension) != size(other, dimension)


@pytest.mark.parametrize("text", ["18L/分", "毎分18L", "18 L/min", "18 litres per minute"])
def test_a_rate_keeps_what_it_is_per(text):
    found = find_quantities(text)[0]
    assert "volume" in {u.dimension for u in found.units}
    assert ("time", Fraction(60)) in {(u.dimension, u.factor) for u in found.per}


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("30日以上", ">="),
        ("at most 5 GB", "<="),
        ("40歳未満", "<"),
        ("more than 3 kg", ">"),
        ("14日以内", "<="),
        ("14 days", ""),
    ],
)
def test_bounds(text, bound):
    assert find_quantities(text)[0].bound == bound


def test_a_list_is_not_merged_and_a_word_is_no_unit():
    assert len(find_quantities("10日、3時間")) == 2
    assert find_quantities("5 members")[0].units[0].dimension == "people"
    assert find_quantities("5 mistakes")[0].units == ()


def test_ambiguous_spellings_keep_every_reading():
    assert {u.dimension for u in unit_readings("ポンド")} == {"GBP", "mass"}
    assert unit_at("5 metres", 2)[0] == 8
    assert unit_readings("nothing") == ()


def ranges(text):
    return [
        (r.low.number.value, r.high.number.value, r.low_included, r.high_included)
        for r in find_ranges(text, find_quantities(text))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "30日以上90日以下",
        "30〜90日",
        "30日から90日まで",
        "between 30 and 90 days",
        "30 to 90 days",
        "30-90 days",
        "at least 30 days and at most 90 days",
    ],
)
def test_closed_ranges(text):
    assert ranges(text) == [(30, 90, True, True)]


@pytest.mark.parametrize("text", ["20歳以上40歳未満", "20 to under 40", "20 or over and under 40"])
def test_half_open_ranges(text):
    assert ranges(text) == [(20, 40, True, False)]


def test_a_change_is_marked_and_two_figures_are_no_range():
    text = "The fee was raised from 10 yen to 12 yen."
    assert find_ranges(text, find_quantities(text))[0].changed
    assert ranges("10 yen and 12 yen") == []
