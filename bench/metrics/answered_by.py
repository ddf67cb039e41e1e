"""What answered: under which names, and whether it read the prompts whole. From the log alone."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from bench.cascade import all_members
from bench.records import Answer, Call, ModelRef
from bench.records.answered_by import AnsweredByReport
from bench.text.names import skeleton
from bench.tokens import count

ALIKE = 3
"""From so many different prompts on, an equal count of tokens is no chance where their lengths differ by SPREAD."""
SPREAD = 1.25
"""A tokenizer's count follows the length of a text within a language far closer than this."""
LEAST = 1 / 3
"""Of our own count (cl100k). Vocabularies made for Japanese need about half of its tokens, none a third."""
BYTES = 6
"""More bytes than that per token, over a whole prompt, are worth counting; English has about 4.3, Japanese 3 to 5."""
_DATE = r"\d{4}-?\d{2}(-?\d{2})?|\d{3,4}|latest|preview|exp"


def report(
    model: ModelRef, judges: Sequence[ModelRef], answers: Sequence[Answer], judging: Iterable[Call]
) -> tuple[AnsweredByReport, ...]:
    """One for the model and one for each judge whose replies say who gave them; the model's also where it cut prompts.

    Without a name in any reply and without a cut prompt there is none.
    """
    votes = list(judging)
    asked = [
        ("model", model, list[Call](answers)),
        *(("judge", j, [v for v in votes if v.model == j.spec]) for j in all_members(judges)),
    ]
    found = [_of(role, ref, calls) for role, ref, calls in asked]
    found[0] = found[0].model_copy(update={"cut": cut_prompts(answers)})
    return tuple(one for one in found if one.models or one.fingerprints or one.providers or one.cut)


def is_asked_for(asked: str, answered: str) -> bool:
    """Whether a reply's name is that of the model asked for: the same but for case, folders before it, or a date."""
    one, other = (name.lower().rsplit("/", 1)[-1].removeprefix("models:") for name in (asked, answered))
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    rest = longer.removeprefix(shorter)
    return one == other or (longer.startswith(shorter) and bool(re.fullmatch(rf"([-@:]({_DATE}))+", rest)))


def same_model(one: str, other: str) -> bool:
    """Whether two specs name one model: the same name but for the endpoint, folders before it, case or a date."""
    first, second = (spec.partition(":")[2] or spec for spec in (one, other))
    return skeleton(one) == skeleton(other) or is_asked_for(first, second)


def cut_prompts(answers: Iterable[Answer]) -> int:
    """How many prompts a server has cut, by what it reports; 0 where it reports nothing.

    A prompt counts where the server read less than LEAST of our own count, and where its count is equal to that of at
    least ALIKE - 1 other prompts of the same language whose lengths differ: that is the length of its context.
    """
    reported: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for answer in answers:
        if (tokens := answer.usage.prompt_tokens) and answer.messages:
            reported[answer.lang, tokens].add("\n\n".join(message.content for message in answer.messages))
    cut = 0
    for (_, tokens), prompts in reported.items():
        lengths = [len(prompt) for prompt in prompts]
        alike = len(prompts) >= ALIKE and max(lengths) >= SPREAD * min(lengths)
        cut += len(prompts) if alike else sum(_far_below(tokens, prompt) for prompt in prompts)
    return cut


def _far_below(tokens: int, prompt: str) -> bool:
    # Counting takes longer than all else in scoring, so it is left out where the size alone says enough.
    return tokens < len(prompt.encode("utf-8", "replace")) / BYTES and tokens < LEAST * count(prompt)


def _of(role: str, ref: ModelRef, calls: Sequence[Call]) -> AnsweredByReport:
    back = [call for call in calls if call.failure is None]
    said = [call.answered_by for call in back if call.answered_by]

    def counted(name: str) -> dict[str, int]:
        return dict(sorted(Counter(word for one in said if (word := getattr(one, name))).items()))

    models = counted("model")
    asked = ref.spec.partition(":")[2]
    return AnsweredByReport(
        spec=ref.spec,
        role=role,
        calls=len(back),
        models=models,
        fingerprints=counted("fingerprint"),
        providers=counted("provider"),
        others=tuple(name for name in models if not is_asked_for(asked, name)),
    )
