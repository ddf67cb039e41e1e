"""How answers are written: the documents' form first, other spellings of the same value after it."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from bench.kits import shapes
from bench.kits.base import Name, Text

WHO = Name(ja="榎園", kana="えのきぞの", en="Enokizono")


@pytest.mark.parametrize(
    ("shape", "value", "english", "japanese"),
    [
        (shapes.yen, 3160, "3,160 yen", "3,160円"),
        (shapes.yen, Fraction(6325, 2), "3,162.5 yen", "3,162.5円"),
        (shapes.number("便", "sailings", "sailing"), 7, "7", "７便"),
        (shapes.measure("kg", "kg", 2), Fraction(13, 4), "3.25 kg", "3.25kg"),
        (shapes.percent(1), Fraction(125, 10), "12.5%", "12.5％"),
        (shapes.day, date(2025, 7, 3), "3 July 2025", "令和７年７月３日"),
        (shapes.day_narrow, date(2025, 7, 3), "3 July 2025", "令和7年7月3日"),
        (shapes.day_western, date(2025, 7, 3), "3 July 2025", "2025年7月3日"),
        (shapes.month, date(2025, 7, 1), "July 2025", "令和７年７月"),
        (shapes.clock, 785, "13:05", "13:05"),
        (shapes.duration, 95, "1 hour 35 minutes", "１時間35分"),
        (shapes.person(), WHO, "Enokizono", "榎園"),
        (shapes.place(("branch", "支店")), WHO, "Enokizono", "榎園"),
        (shapes.words, Text("Musical instruments", "楽器"), "Musical instruments", "楽器"),
        (shapes.code, "K-12", "K-12", "K-12"),
        (shapes.codes, ("K12", "K15"), "K12, K15", "K12、K15"),
    ],
)
def test_the_answer_is_in_the_form_of_the_documents(
    shape: shapes.Shape, value: Any, english: str, japanese: str
) -> None:
    said = shape(value)
    assert (said["en"].text, said["ja"].text) == (english, japanese)


@pytest.mark.parametrize(
    ("shape", "value", "lang", "accepted"),
    [
        (shapes.yen, 3160, "en", "¥3,160"),
        (shapes.number("便", "sailings", "sailing"), 1, "en", "1 sailing"),
        (shapes.number("便", "sailings", "sailing"), 1200, "ja", "1200便"),
        (shapes.day, date(2025, 7, 3), "ja", "2025年7月3日"),
        (shapes.day, date(2025, 7, 3), "en", "July 3, 2025"),
        (shapes.clock, 785, "en", "1:05 p.m."),
        (shapes.clock, 0, "en", "12:00 a.m."),
        (shapes.clock, 785, "ja", "13時05分"),
        (shapes.duration, 95, "ja", "95分"),
        (shapes.person("Superintendent", "工務監督"), WHO, "ja", "工務監督榎園"),
        (shapes.person(), WHO, "ja", "えのきぞの"),
        (shapes.place(("branch", "支店")), WHO, "en", "the Enokizono branch"),
        (shapes.codes, ("K12", "K15", "K20"), "en", "K12, K15 and K20"),
    ],
)
def test_other_spellings_are_accepted(shape: shapes.Shape, value: Any, lang: str, accepted: str) -> None:
    assert accepted in shape(value)[lang].accept


def test_no_spelling_stands_twice() -> None:
    for forms in (*shapes.yen(500).values(), *shapes.day(date(2025, 12, 31)).values(), *shapes.clock(600).values()):
        assert len(forms.all) == len(set(forms.all))


def test_a_shape_says_whether_its_answer_needs_words() -> None:
    assert shapes.yen.language_independent
    assert not shapes.person().language_independent
