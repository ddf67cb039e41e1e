"""Regular expressions written as lists of wordings."""

import pytest

from bench.text.patterns import one_of


def test_wordings_stand_one_a_line_or_side_by_side():
    assert one_of("a | b\n   c") == "(?:a|b|c)"


def test_comments_and_empty_lines_say_nothing():
    assert one_of("\n # a remark | not a wording\n a\n\n") == "(?:a)"


def test_a_bar_without_blanks_belongs_to_the_wording():
    assert one_of("(?:x|y)z | w") == "(?:(?:x|y)z|w)"


def test_nothing_to_say_is_an_error_and_not_a_pattern_that_matches_everywhere():
    with pytest.raises(ValueError, match="one wording or more"):
        one_of("\n # only a remark\n")
