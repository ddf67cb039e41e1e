"""Answers with known verdicts, for a judge to be tested on before it is paid (probes.toml)."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import chain
from typing import Literal

from pydantic import BaseModel, ConfigDict

from bench.kinds import MAIN, kind_of
from bench.records import Answer, Item, Kind, Lang

DOZEN = 12
"""Answers that a judge is given, in all languages of a run together."""


class _Case(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    question: str
    reference: str
    answer: str
    verdict: Literal["correct", "incorrect"]
    kind: Kind = MAIN
    declines: bool = False


@dataclass(frozen=True, slots=True)
class ProbeCase:
    """One answer as a judge is asked about it, and the verdict that it must give. `declines`: it gives no answer."""

    item: Item
    answer: Answer
    expected: Literal["correct", "incorrect"]
    declines: bool


def probe_cases(langs: Sequence[Lang], *, attempts: bool = False) -> list[ProbeCase]:
    """About a dozen cases: as many of each language. `attempts`: only those that two-stage judging would grade.

    A language without cases adds none. Empty where none of `langs` has any.
    """
    known = [lang for lang in langs if lang in _cases()]
    each = -(-DOZEN // len(known)) if known else 0
    return list(chain.from_iterable(_of(lang, attempts)[:each] for lang in known))


def every_case() -> list[ProbeCase]:
    """The cases of all languages, in their order."""
    return [case for lang in _cases() for case in _of(lang, attempts=False)]


def _of(lang: Lang, attempts: bool) -> list[ProbeCase]:
    cases = list(enumerate(_cases()[lang], 1))
    return [
        _as_trial(case, lang, number)
        for number, case in cases
        if not attempts or (kind_of(case.kind).answerable and not case.declines)
    ]


def _as_trial(case: _Case, lang: Lang, number: int) -> ProbeCase:
    name = f"probe-{lang}-{number:02}"
    item = Item(id=name, lang=lang, kind=case.kind, question=case.question, answer=case.reference, cluster=name)
    place = {"item": name, "lang": lang, "kind": case.kind, "arm": "gold", "repeat": 0, "seed": 0}
    answer = Answer.model_validate({**place, "key": name, "model": "probe", "text": case.answer})
    return ProbeCase(item, answer, case.verdict, case.declines)


@lru_cache(maxsize=1)
def _cases() -> dict[str, list[_Case]]:
    text = (resources.files("bench.judge") / "probes.toml").read_text("utf-8")
    return {lang: [_Case.model_validate(row) for row in rows] for lang, rows in tomllib.loads(text).items()}
