"""How much the rules leave to a model, as measured on the held-out answers (held_out.toml, docs/judges.md)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from pydantic import Field, TypeAdapter

from bench.records import Lang, Record


class LeftByRules(Record):
    """What one version of the rules left undecided of the held-out answers of one language and form."""

    lang: Lang | None
    """None: of all languages together."""
    final_line: bool
    rules: str
    left: int = Field(ge=0)
    answers: int = Field(gt=0)

    @property
    def share(self) -> float:
        """0 to 1."""
        return self.left / self.answers


def left_by_rules(lang: Lang, *, final_line: bool) -> LeftByRules:
    """The measurement for answers of this language and form; of all languages together where it has none."""
    rules, decided = _measured()
    form = "final_line" if final_line else "free"
    own = [decided[lang]] if lang in decided else list(decided.values())
    done, answers = (sum(counts[form][n] for counts in own) for n in (0, 1))
    known = lang if lang in decided else None
    return LeftByRules(lang=known, final_line=final_line, rules=rules, left=answers - done, answers=answers)


_SHAPE = TypeAdapter(Mapping[str, Mapping[str, tuple[int, int]]])


@lru_cache(maxsize=1)
def _measured() -> tuple[str, Mapping[str, Mapping[str, tuple[int, int]]]]:
    document = tomllib.loads(resources.files("bench.judge").joinpath("held_out.toml").read_text("utf-8"))
    return document["rules"], _SHAPE.validate_python(document["decided"])
