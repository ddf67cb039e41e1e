"""Pools are tables; an entry that is not in the form of its table is said so."""

from __future__ import annotations

import pytest

from bench.kits.base import KitError, Name, Text
from bench.kits.pools import classed, names, texts


def test_a_name_has_kanji_reading_and_romanisation() -> None:
    assert names("柚町 ゆずまち Yuzumachi; 楢坂 ならさか Nara Saka") == (
        Name(ja="柚町", kana="ゆずまち", en="Yuzumachi"),
        Name(ja="楢坂", kana="ならさか", en="Nara Saka"),
    )


def test_entries_stand_on_lines_or_between_semicolons() -> None:
    assert texts("a b | あ; c | い\n d | う \n\n") == (Text("a b", "あ"), Text("c", "い"), Text("d", "う"))


def test_an_empty_table_is_an_empty_pool() -> None:
    assert names("\n") == texts(" ; ") == ()


def test_members_of_classes_carry_the_number_of_their_table() -> None:
    assert classed("a | あ; b | い", "c | う") == ((Text("a", "あ"), 0), (Text("b", "い"), 0), (Text("c", "う"), 1))


@pytest.mark.parametrize("make", [lambda: names("柚町 ゆずまち"), lambda: texts("kettle"), lambda: texts("kettle | ")])
def test_an_entry_that_lacks_a_part_is_refused(make: object) -> None:
    assert callable(make)
    with pytest.raises(KitError, match="this is not"):
        make()
