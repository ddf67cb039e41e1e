"""A final line against a closed reference: same, another, or none of that type."""

import pytest

from tests.rules.conftest import letter, verdict


@pytest.mark.parametrize(
    ("question", "reference", "line", "expected"),
    [
        ("How many kilograms were left?", "449 kg", "Answer: 0.449 t", "c"),
        ("How many kilograms were left?", "449 kg", "Answer: 449 bags", "i"),
        ("What is the fee in yen?", "1,220 yen", "Answer: 1,220 yen or 1,940 yen", "i"),
        ("What is the fee in yen?", "1,220 yen", "Answer: about 1,220 yen (tax included)", "c"),
        ("Until which day?", "7 June 2025", "Answer: Saturday, 7 June 2025", "c"),
        ("Which stops? Give the codes.", "G14, G15, G29", "Answer: G29 / G14 / G15", "c"),
        ("Which stops? Give the codes.", "G14, G15, G29", "Answer: G14 and G15", "i"),
        ("Who ordered it?", "Tamaki", "Answer: Mr Tamaki or Mr Shiiba", "i"),
        ("Who ordered it?", "Tamaki", "Answer: n/a", "a"),
        ("何日分か。", "37日", "【回答】37日分です。", "c"),
        ("料金は何円か。", "1,220円", "回答：千二百二十円", "c"),
        ("料金は何円か。", "1,220円", "回答：料金表がなく算定できず", "a"),
    ],
)
def test_a_line_is_decided_by_its_type(question, reference, line, expected):
    assert letter(verdict(question, reference, line)) == expected


PREMISE = ("By which edition is the fee of 780 yen?", "The fee is 890 yen, not 780 yen.", ["890 yen"])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Answer: 890 yen", "c"),
        ("Answer: the fee is 890 yen, not 780 yen", "c"),
        ("Answer: the fifth edition", "i"),
        ("It is not 780 yen.\nAnswer: 840 yen", "i"),
        ("Answer: cannot be determined", "a"),
    ],
)
def test_a_false_premise_is_corrected_gone_along_with_or_declined(line, expected):
    question, reference, accept = PREMISE
    assert letter(verdict(question, reference, line, "false_premise", accept=accept)) == expected


@pytest.mark.parametrize("above", ["", "The list gives another fault.\n"])
def test_a_line_that_is_the_reference_word_for_word_is_right(above):
    question = "The rejects of lot 9 were put down to this fault: misshapen fruit. What did they weigh, in kilograms?"
    reference = "The fault for which fruit of lot 9 was rejected is frost browning, not misshapen fruit."
    assert letter(verdict(question, reference, f"{above}Answer: {reference}", "false_premise")) == "c"
