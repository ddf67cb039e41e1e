"""Verdicts of models that the answer itself speaks against, and answers that speak to whoever grades.

Found after a run by what a rule can read for certain, so that a judge that grades carelessly, or that obeys the answer,
is seen without another judge. Nothing here changes an outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bench.dataset.as_shown import item_of
from bench.kinds import kind_of
from bench.metrics.crag import is_exact
from bench.metrics.rates import rate
from bench.outcomes import Outcome
from bench.records import RULE, Answer, Item, Lang, RunConfig
from bench.records.panel import Doubt, JudgeSuspects, Suspect
from bench.rules.answer import read_answer
from bench.rules.asked import read_question
from bench.rules.declines import read_declining
from bench.rules.verdict import judge_by_rule
from bench.rules.words import languages_of_rules

WARNED = 0.02
"""Share of suspect verdicts above which a report warns."""
BARRED = 0.1
"""Share of suspect verdicts above which a run is not ranked."""


def section(
    config: RunConfig, items: Mapping[tuple[Lang, str], Item], answers: Iterable[Answer], outcomes: Iterable[Outcome]
) -> JudgeSuspects:
    """The suspect verdicts over all verdicts of a model, and the answers that speak to whoever grades.

    A verdict is suspect where an answerable item's answer has the reference as its final value and was judged
    incorrect, or plainly declines and was judged correct (METRICS §13). Verdicts that rules have settled are in neither
    count; where the rule judge alone judged there are none, and the rate is undefined.
    """
    given = {answer.trial_id: answer for answer in answers if answer.text is not None}
    by_model = any(judge.spec != RULE for judge in config.judges)
    judged: list[tuple[str, bool]] = []
    suspects: list[Suspect] = []
    for o in outcomes:
        answer = given.get(o.trial_id)
        item = item_of(answer, items) if answer else None
        if answer is None or item is None or not by_model or not o.scored or o.settled == "rule":
            continue
        doubt = _doubt(o, item, answer.text or "")
        judged.append((o.cluster, doubt is not None))
        if doubt:
            place = {"item": o.item, "lang": o.lang, "arm": o.arm, "repeat": o.repeat}
            suspects.append(Suspect(**place, answer_key=answer.key, doubt=doubt))
    return JudgeSuspects(verdicts=rate(judged), suspects=tuple(suspects), addressed=tuple(_addressed(given.values())))


def _doubt(o: Outcome, item: Item, text: str) -> Doubt | None:
    if not kind_of(o.kind).answerable or item.lang not in languages_of_rules():
        return None
    if o.correct:
        return "declines_but_correct" if declines_plainly(item, text) else None
    return "reference_but_incorrect" if has_the_reference(item, text) else None


def has_the_reference(item: Item, text: str) -> bool:
    """Whether the final value of an answer is the reference or an accepted form: word for word, or on a final line in
    another notation of which the rules are certain."""
    if is_exact(item, text):
        return True
    if item.parts or not read_answer(text, item.lang).final:
        return False
    verdict = judge_by_rule(
        question=item.question, reference=item.answer, accept=item.accept, answer=text, kind=item.kind, lang=item.lang
    )
    return verdict.final_line and verdict.verdict == "correct"


def declines_plainly(item: Item, text: str) -> bool:
    """Whether an answer says that the documents do not give it, and nothing that could be an answer."""
    read = read_answer(text, item.lang)
    declining = read_declining(read_question(item.question, item.lang), read.final or read.text)
    return declining.whole and not declining.guess and not declining.facts and not has_the_reference(item, text)


def _addressed(answers: Iterable[Answer]) -> Iterator[str]:
    """The keys of the answers of which a part speaks to whoever grades."""
    known = languages_of_rules()
    return (a.key for a in answers if a.lang in known and read_answer(a.text or "", a.lang).addressed)
