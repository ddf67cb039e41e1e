"""How many questions it takes to tell two models apart, what the data hold, and what the rest would cost.

Guarantees: calls nobody and draws nothing; every assumption stands in the result. Contexts are counted as those of
drawn questions, since no written set holds as many questions as a small gap takes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import stats
from bench.campaign.estimate import ANSWER_TOKENS, THINKING_TOKENS, cost_of, reply_tokens
from bench.config import load_registry, resolve
from bench.dataset import load
from bench.errors import UsageError
from bench.figures import UNANSWERABLE
from bench.kinds import MAIN
from bench.kits import finished
from bench.kits import load as load_kit
from bench.kits.base import TIERS
from bench.records import Lang, Record

ALPHA, POWER = 0.05, 0.8
DISCORDANT = 0.15
"""Share of questions on which two models near each other disagree, where none is given. An assumption: two that are
right on 85 % and 88 % of questions would disagree on 23 % if their luck were independent, and share most of it."""
RELATIVE_TOKENS: dict[Lang, float] = {"en": 1.0, "ja": 1.3}
"""Tokens of a drawn context against those in English (cl100k_base), 1.28 in one draw of the kit `ferry`."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be told apart. `gap` in points; `k`, `unanswerable` and `discordant` None where they are not given."""

    gap: float
    k: float | None = None
    unanswerable: float | None = None
    discordant: float | None = None


class Held(Record):
    """What a dataset holds in one language: Main items, and the gap in points that so many tell; null where none."""

    lang: Lang
    questions: int
    tells: float | None
    missing: int


class Draws(Record):
    """What `bench data renew` must draw, in each language: `questions` = `programs` x `per_program`."""

    programs: int
    per_program: int
    questions: int


class Asking(Record):
    """Asking one model all of it, in all languages. `cost_usd` is null where no model or no price is known."""

    title: str | None
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None


class Sizing(Record):
    """How large a comparison must be. `gap` is in points (hundredths) of V(k, unanswerable); V(0, 0) is accuracy.

    `questions`: in each language, each asked as `items` items of both models. `spread`: mean square of the questions'
    differences. `given`: the assumptions that somebody stated.
    """

    gap: float
    k: float
    unanswerable: float
    discordant: float
    given: tuple[str, ...]
    alpha: float
    power: float
    spread: float
    questions: int
    items: int
    data: str
    held: tuple[Held, ...]
    renew: Draws
    each_model: Asking
    assumed: dict[str, float]


def size(
    wanted: Wanted,
    *,
    model: str | None = None,
    data: str = "gib",
    langs: Sequence[str] | None = None,
    registry: Path | None,
) -> Sizing:
    """How many questions tell `wanted.gap` apart, in a paired two-sided test at ALPHA with POWER.

    A question is a Main item, and where u > 0 one abstention item beside it. Its difference in V(k, u) is at most
    step = (1 - u)(1 + k) + u*k. Where the two disagree on a share psi of items, each time right against wrong (the
    widest there is, so this is conservative) and on the two items for unrelated reasons, its mean square is
    spread = psi * ((1 - u)^2 (1 + k)^2 + u^2 k^2), and `stats.questions_needed` (Connor 1987) says the rest. At
    k = u = 0 this is McNemar's test of accuracies. Questions are taken as independent.

    Raises UsageError with all that is wrong, also where the two would have to disagree more often; and what reading the
    data and resolving the model raise.
    """
    k, u, psi = _settled(wanted)
    gap = wanted.gap / 100
    step = (1 - u) * (1 + k) + u * k
    spread = psi * ((1 - u) ** 2 * (1 + k) ** 2 + (u * k) ** 2)
    if gap > psi * step or gap**2 > spread:
        raise UsageError(
            f"--gap: two that disagree on {100 * psi:g} % of questions are at most {100 * psi * step:g} points apart "
            f"here, not {wanted.gap:g}; give a smaller gap or a larger --discordant."
        )
    questions = stats.questions_needed(gap, spread, alpha=ALPHA, power=POWER)
    items = 2 if u > 0 else 1
    dataset = load(data, langs)
    mains = {lang: sum(item.kind == MAIN for item in part.items) for lang, part in dataset.langs.items()}
    renew, context = _draws(questions)
    return Sizing(
        gap=wanted.gap,
        k=k,
        unanswerable=u,
        discordant=psi,
        given=tuple(name for name in ("k", "unanswerable", "discordant") if getattr(wanted, name) is not None),
        alpha=ALPHA,
        power=POWER,
        spread=spread,
        questions=questions,
        items=items,
        data=dataset.name,
        held=tuple(_held(lang, number, questions, spread, step) for lang, number in mains.items()),
        renew=renew,
        each_model=_asking(model, registry, questions * items, context, tuple(dataset.langs)),
        assumed={
            "context": round(context),
            **{f"relative_{lang}": RELATIVE_TOKENS[lang] for lang in dataset.langs},
            "answer": ANSWER_TOKENS,
            "thinking": THINKING_TOKENS,
        },
    )


def _held(lang: Lang, number: int, questions: int, spread: float, step: float) -> Held:
    tells = stats.minimal_detectable_difference(number, spread, step=step, alpha=ALPHA, power=POWER)
    return Held(
        lang=lang,
        questions=number,
        tells=None if tells is None else 100 * tells,
        missing=max(0, questions - number),
    )


def _draws(questions: int) -> tuple[Draws, float]:
    """What to draw of all finished kits, and the mean tokens of its contexts. False premises count in no V."""
    programs = [program for name in finished() for program in load_kit(name).programs.values() if program.kind == MAIN]
    each = math.ceil(questions / len(programs))
    context = sum(TIERS[program.tier] for program in programs) / len(programs)
    return Draws(programs=len(programs), per_program=each, questions=each * len(programs)), context


def _settled(wanted: Wanted) -> tuple[float, float, float]:
    """k, u and psi, with defaults where they are not given. Without k it is accuracy: k = u = 0."""
    k = 0.0 if wanted.k is None else wanted.k
    u = wanted.unanswerable
    if u is None:
        u = 0.0 if wanted.k is None else UNANSWERABLE
    psi = DISCORDANT if wanted.discordant is None else wanted.discordant / 100
    faults = {
        f"--gap is {wanted.gap:g}; it must be above 0 points.": not 0 < wanted.gap < math.inf,
        f"--cost-of-wrong: the cost of a wrong answer is a number from 0 on, not {k:g}.": not 0 <= k < math.inf,
        f"--unanswerable is {u:g}; it must be a share from 0 to below 1.": not 0 <= u < 1,
        f"--discordant is {100 * psi:g}; it must be above 0 and at most 100 %.": not 0 < psi <= 1,
    }
    if wrong := [fault for fault, holds in faults.items() if holds]:
        raise UsageError("\n".join(wrong))
    return k, u, psi


def _asking(model: str | None, registry: Path | None, calls: int, context: float, langs: Sequence[Lang]) -> Asking:
    """`calls`: of one language. Without a model a reply is an answer without thinking, and there is no price."""
    prompt = round(sum(calls * context * RELATIVE_TOKENS[lang] for lang in langs))
    total = calls * len(langs)
    if model is None:
        return Asking(
            title=None,
            calls=total,
            prompt_tokens=prompt,
            completion_tokens=total * ANSWER_TOKENS,
            cost_usd=None,
        )
    spec, _ = resolve(model, registry=load_registry(registry))
    completion = total * reply_tokens(spec, ANSWER_TOKENS)
    return Asking(
        title=spec.title,
        calls=total,
        prompt_tokens=prompt,
        completion_tokens=completion,
        cost_usd=cost_of(spec, prompt, completion),
    )
