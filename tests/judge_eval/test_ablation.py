"""What each rule decides is counted on labelled answers, and every rule decides something there."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.judge_eval.ablation import Effect, ablation, idle, kind_of, lines
from bench.judge_eval.labelled import load
from bench.records.judging import JudgeCase
from bench.rules.switches import RULES, without
from tests.judge_eval.cases import label, line


def test_a_rule_that_prevents_an_error_is_counted_for_it() -> None:
    turned = JudgeCase.model_validate(
        line(
            question="代金の何％を請求されるか。",
            reference="25％",
            accept=[],
            answer="代金の25％が返ってきます。",
            label=label("incorrect"),
        )
    )
    found = {effect.rule: effect for effect in ablation([("ja", turned)])}
    assert set(found) == set(RULES)
    assert found["turns"].changed == Counter({("undecided", "false_correct"): 1})
    assert found["turns"].prevented == 1
    assert found["former"].changed == Counter()


def test_asking_only_where_a_rule_spoke_gives_what_asking_everywhere_gives() -> None:
    every = [(lang, case) for (_, lang), part in load(None, ("en", "ja")).cases.items() for case in part]
    cases = every[:: len(every) // 30]
    found = {effect.rule: effect.changed for effect in ablation(cases)}
    whole = [kind_of(lang, case) for lang, case in cases]
    for name in [name for name in RULES if found[name]][:4] + [name for name in RULES if not found[name]][:4]:
        with without(name):
            pairs = Counter(zip(whole, [kind_of(lang, case) for lang, case in cases], strict=True))
        assert found[name] == {pair: n for pair, n in pairs.items() if pair[0] != pair[1]}, name


def test_the_lines_put_first_what_prevents_most() -> None:
    idle, busy = (
        Effect("idle", "Does nothing.", Counter()),
        Effect("busy", "Does.", Counter({("agrees", "undecided"): 2})),
    )
    assert [text.split()[-2 if "busy" in text else -3] for text in lines([idle, busy])[1:]] == ["busy:", "idle:"]


@pytest.mark.slow
def test_no_rule_is_kept_that_decides_nothing_on_the_labelled_answers() -> None:
    labelled = load(None, ("en", "ja"))
    cases = [
        (lang, case) for (part, lang), part_cases in labelled.cases.items() if part == "seen" for case in part_cases
    ]
    # Of two names side by side no labelled answer tells yet.
    two = line(question="令和７年８月に許可量が守られていなかった源泉の名称は何か。", reference="かわうそ", accept=[],
               answer="かわうそともずです。", label=label("incorrect"))  # fmt: skip
    assert idle([*cases, ("ja", JudgeCase.model_validate(two))]) == []
