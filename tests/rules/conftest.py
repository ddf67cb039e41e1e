"""Where the workspace's shared material lies, and the short ways to a verdict that the tests of this room share."""

import json
from pathlib import Path

import pytest

from bench.langs import language_of
from bench.rules.verdict import RuleVerdict, judge_by_rule

SHARED = Path(__file__).resolve().parents[2].parent / "shared"


def read_rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8-sig").split("\n") if line.strip()]


def verdict(question, reference, answer, kind="main", accept=(), lang="") -> RuleVerdict:
    """The verdict on an answer, in the language that the question is written in where none is given."""
    return judge_by_rule(
        question=question,
        reference=reference,
        accept=accept,
        answer=answer,
        kind=kind,
        lang=lang or language_of([question or answer]),
    )


def letter(found: RuleVerdict) -> str:
    """c correct, i incorrect and an attempt, a declined, v invalid."""
    if found.verdict == "invalid":
        return "v"
    return "a" if found.abstained else found.verdict[0]


@pytest.fixture
def shared():
    if not SHARED.is_dir():
        pytest.skip("the shared material is not beside this repository")
    return SHARED
