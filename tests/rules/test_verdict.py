"""The rule judge as a whole: forms of one value, traps, refusals, conflicts and talk to the judge, in both languages."""

import pytest

from bench.rules.verdict import judge_by_rule
from tests.rules import vectors_en, vectors_ja


def verdict(question, reference, answer, kind="main", lang="en", accept=()):
    return judge_by_rule(
        question=question, reference=reference, accept=accept, answer=answer, kind=kind, lang=lang
    )


@pytest.mark.parametrize(("question", "reference", "answer", "right"), vectors_en.MAIN)
def test_an_english_answer_is_judged_by_what_it_claims(question, reference, answer, right):
    assert verdict(question, reference, answer).verdict == right


@pytest.mark.parametrize(("question", "reference", "answer", "right"), vectors_ja.MAIN)
def test_a_japanese_answer_is_judged_by_what_it_claims(question, reference, answer, right):
    assert verdict(question, reference, answer, lang="ja").verdict == right


@pytest.mark.parametrize(("question", "kind", "answer", "right", "abstained", "named"), vectors_en.ABSTENTION)
def test_an_english_answer_to_an_unanswerable_item(question, kind, answer, right, abstained, named):
    got = verdict(question, "an explanation nobody compares", answer, kind)
    assert (got.verdict, got.abstained, got.conflict_named) == (right, abstained, named)


@pytest.mark.parametrize(("question", "kind", "answer", "right", "abstained", "named"), vectors_ja.ABSTENTION)
def test_a_japanese_answer_to_an_unanswerable_item(question, kind, answer, right, abstained, named):
    got = verdict(question, "だれも比べない説明", answer, kind, lang="ja")
    assert (got.verdict, got.abstained, got.conflict_named) == (right, abstained, named)
