"""Correct needs every word of the clause accounted for: what neither question nor reference says leaves it in doubt."""

import pytest

from tests.rules.conftest import letter, verdict

TURNED = [
    ("How many letters are kept?", "2,140 letters", "Far more than 2,140 letters are kept."),
    ("What does it cost per term?", "40 euros", "It costs 40 euros per school year."),
    ("What share of the orchard is planted with pears?", "35%", "35% of the pears are grown in the orchard."),
    ("Which kiln is out of use?", "Kiln 2", "All kilns except kiln 2 are out of use."),
    ("How many chairs were ordered?", "240 chairs", "The hall holds 240 people."),
    ("Which robe cannot be lent?", "First Geese", "The robe First Geese can be lent."),
    ("収蔵庫は何階にあるか。", "4階", "収蔵庫は4階建ての棟に入っています。"),
    ("代金の何％を請求されるか。", "25％", "代金の25％が返ってきます。"),
    ("種類ごとにいくら払うか。", "690円", "1台につき690円を支払います。"),
]


@pytest.mark.parametrize(("question", "reference", "answer"), TURNED)
def test_a_word_that_may_turn_the_value_is_never_overlooked(question, reference, answer):
    assert letter(verdict(question, reference, answer)) != "c"


@pytest.mark.parametrize(
    ("question", "reference", "answer"),
    [
        ("How much is a berth?", "28 euros", "A berth is charged at 28 euros."),
        ("Within how many hours must they be moved?", "3 hours", "They have to be moved within 180 minutes."),
        ("By what percentage were the fares reduced?", "8%", "The fares were reduced by 8 %."),
        ("Who succeeded Maud Ferrier?", "Jonas Quill", "Jonas Quill succeeded her in spring 2024."),
        ("申し込んだ人は何人か。", "146人", "申込者は146人でした。"),
    ],
)
def test_words_that_change_nothing_do_not_count(question, reference, answer):
    assert letter(verdict(question, reference, answer)) == "c"
