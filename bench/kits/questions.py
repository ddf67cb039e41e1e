"""What question programs share: drawing a subject, wording a question, the fields of a question that are values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, TypeVar

from bench.kits.base import Forms, KitError, Said
from bench.kits.shapes import Shape
from bench.records import LANGS

C = TypeVar("C")
NOTHING: tuple[object, ...] = (None, ())
"""Results that are no answer: a slip that leads there would be noticed by whoever makes it."""


def subject(
    rng: Random,
    candidates: Iterable[C],
    solve: Callable[[C], Any],
    slips: Mapping[str, Callable[[C], Any]],
    older: Callable[[C], bool] | None = None,
    rate: float = 0.47,
) -> C:
    """Draw a candidate whose answer is one and differs from that of every slip.

    `older`: whether the older of two editions is right for a candidate; such a one is wanted at `rate`, and the other
    is taken where there is none of the wanted sort. Raises KitError where no candidate is left.
    """
    wanted = rng.random() < rate
    drawn = list(candidates)
    rng.shuffle(drawn)
    second = None
    for candidate in drawn:
        answer = solve(candidate)
        if answer in NOTHING or any(slip(candidate) == answer for slip in slips.values()):
            continue
        if older is None or older(candidate) == wanted:
            return candidate
        second = second or (candidate,)
    if second:
        return second[0]
    raise KitError(
        f"none of its {len(drawn)} candidates has an answer that differs from every slip: widen what the ledger draws"
    )


def slips_of(solve: Callable[..., Any], switches: Mapping[str, Mapping[str, Any]]) -> dict[str, Callable[[Any], Any]]:
    """Slips by name, from one function with its mistakes as switches: slip(case) = solve(*case, **switch)."""

    def thrown(switch: Mapping[str, Any]) -> Callable[[Any], Any]:
        return lambda case: solve(*case, **switch)

    return {name: thrown(switch) for name, switch in switches.items()}


def outcome(shape: Shape, value: Any, slips: Mapping[str, Any], rival: Any = None) -> dict[str, Any]:
    """The fields of a `Question` that are values: answer, slips, rival_answer, language_independent.

    Slips that come to the right value, to none or to that of a slip before them are left out: name the telling first.
    """
    seen: list[Any] = [*NOTHING, value]
    wrong: dict[str, Said] = {}
    for name, result in slips.items():
        if result not in seen:
            wrong[name] = shape(result)
            seen.append(result)
    rivals = {} if rival is None else {"rival_answer": shape(rival)}
    return {"answer": shape(value), "slips": wrong, "language_independent": shape.language_independent, **rivals}


def premise(shape: Shape, right: Any, refuted: Any, en: str, ja: str, **facts: Any) -> dict[str, Any]:
    """The fields of a `Question` with a false premise that are values: its answer corrects, `refuted` is the error.

    `en`, `ja`: the correction in one sentence, with `{right}` and `{refuted}` and the names of `facts` to be filled in.
    """
    true, false = shape(right), shape(refuted)
    sentences = {"en": en, "ja": ja}
    answer = {
        lang: Forms(
            sentences[lang].format(right=true[lang].text, refuted=false[lang].text, **_shown(facts, lang)),
            true[lang].all,
        )
        for lang in LANGS
    }
    return {"answer": answer, "refuted": false, "language_independent": False}


def ask(en: str, ja: str, **facts: Any) -> dict[str, tuple[str, ...]]:
    """A question in every language: one wording a line, three or more. `{name}` is filled from `facts`.

    A fact is a `Text` or `Name`, a mapping from languages, `Said`, or the same in every language.
    """
    return {lang: _filled(lines, lang, facts) for lang, lines in (("en", en), ("ja", ja))}


def both(write: str, *values: Any) -> dict[str, str]:
    """What a filter of the templates prints in each language, for `ask`: both("d", day)."""
    from bench.kits.filters import EN, JA

    return {"en": EN[write](*values), "ja": JA[write](*values)}


def _filled(lines: str, lang: str, facts: Mapping[str, Any]) -> tuple[str, ...]:
    wordings = tuple(line.strip().format(**_shown(facts, lang)) for line in lines.strip().splitlines() if line.strip())
    if len(wordings) < 3:
        raise KitError(f"a question needs three wordings or more in each language; there are {len(wordings)} in {lang}")
    return wordings


def _shown(facts: Mapping[str, Any], lang: str) -> dict[str, str]:
    return {name: _in(value, lang) for name, value in facts.items()}


def _in(value: Any, lang: str) -> str:
    value = value[lang] if isinstance(value, Mapping) else getattr(value, lang, value)
    return value.text if isinstance(value, Forms) else str(value)
