"""Rules can be switched off, one at a time, and come back."""

import pytest

from bench.rules.switches import RULES, without
from tests.rules.conftest import verdict


def judged():
    return verdict("代金の何％を請求されるか。", "25％", "代金の25％が返ってきます。").verdict


def test_a_rule_that_is_switched_off_says_nothing_and_comes_back():
    assert judged() == "invalid"
    with without("says_more"):
        assert judged() == "correct"
    assert judged() == "invalid"


def test_every_rule_says_what_it_does():
    assert len(RULES) >= 20
    assert all(len(says) > 20 and says.endswith((".", ":", "」")) for says in RULES.values())


def test_an_unknown_rule_is_refused():
    with pytest.raises(KeyError), without("no such rule"):
        pass
