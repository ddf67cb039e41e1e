"""How far verdicts depend on who judged (WRH, judge panel): in one run, across its scorings, and across runs.

Guarantees: nothing here changes an outcome. A vote is compared by its label (correct, wrong, abstained; named or
declined on contradictory items); what cannot be used is counted by its reason and compared with nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench import panel
from bench.cascade import members, with_cascades
from bench.dataset.as_shown import item_of
from bench.metrics import lit
from bench.metrics.paired import mean
from bench.metrics.rates import rate
from bench.outcomes import Outcome
from bench.records import Answer, Arm, Item, Lang, ModelRef, Rate, RunConfig, Summary, Vote
from bench.records.panel import AddedJudges, Consistency, Intent, JudgeReport, LeftOut, PanelReport

Decide = Callable[[Sequence[str]], Sequence[Outcome]]
"""The outcomes of the run as a panel of these judges, the first primary, decides them."""
Log = Mapping[str, Mapping[str, Vote]]
"""The counting votes by answer and judge."""


@dataclass(frozen=True, slots=True)
class Graded:
    """One answer that the panel was asked to grade: what each judge made of it, and the panel's own label."""

    key: str
    item: Item
    readings: Mapping[str, panel.Decision]
    final: panel.Decision | None


def report(
    config: RunConfig,
    items: Mapping[tuple[Lang, str], Item],
    answers: Iterable[Answer],
    votes: Sequence[Vote],
    intents: Mapping[str, Intent],
    added: AddedJudges,
    decide: Decide,
) -> PanelReport:
    """The section `panel` of a summary. `votes` are all votes of the log, re-grades too, in the order of the log.

    A judge that was added later is compared with the panel's verdicts and is part of none.
    """
    judges = [judge.spec for judge in config.judges]
    log = votes_by_answer(votes, [*config.judges, *(a.judge for a in added.judges)])
    trials = [
        _graded(a.key, item, log.get(a.key, {}), judges)
        for a in answers
        if a.failure is None and (item := item_of(a, items)) and _to_be_graded(config, item, intents.get(a.key))
    ]
    rows = [(ref, False) for ref in config.judges] + [(a.judge, True) for a in added.judges]
    decided = [t for t in trials if t.final is not None]
    return PanelReport(
        judging=config.judging,
        generator_family=config.model.family,
        trials=len(decided),
        by_intent=dict(sorted(Counter(i.intent for i in intents.values() if i.failure is None).items())),
        unanimous=_unanimous(decided, judges),
        judges=tuple(_judge(ref, late, judges, trials, log, votes) for ref, late in rows),
        left_out=tuple(_left_out(config, decide)) if len(judges) > 1 else (),
        warnings=tuple(warnings(config.model, [ref for ref, _ in rows])),
    )


def votes_by_answer(votes: Iterable[Vote], judges: Sequence[ModelRef] = ()) -> dict[str, dict[str, Vote]]:
    """The counting votes (round 0) by answer and judge; of two the later one of the log.

    For a cascade among `judges` it is the one vote of its members that decides (bench.cascade).
    """
    found: dict[str, dict[str, Vote]] = {}
    for vote in votes:
        if vote.round == 0:
            found.setdefault(vote.answer_key, {})[vote.model] = vote
    return {key: with_cascades(cast, judges) for key, cast in found.items()}


def warnings(generator: ModelRef, judges: Iterable[ModelRef]) -> list[str]:
    """One sentence for each judge that is the generator itself or of its family: it may favour its own kind."""
    found = []
    for judge in judges:
        if members(judge)[-1].spec == generator.spec:
            found.append(f"{judge.title} judged its own answers.")
        elif judge.family and judge.family == generator.family:
            found.append(
                f"{judge.title} and the generator {generator.title} share a family ({judge.family}): a judge may "
                "favour its own kind."
            )
    return found


def _graded(key: str, item: Item, votes: Mapping[str, Vote], judges: Sequence[str]) -> Graded:
    readings = {judge: panel.read(vote, item.kind) for judge, vote in votes.items()}
    return Graded(key, item, readings, panel.decide(votes, judges, item.kind))


def _to_be_graded(config: RunConfig, item: Item, intent: Intent | None) -> bool:
    if config.judging == "one-call":
        return True
    return intent is not None and intent.to_be_graded(item.kind)


def _unanimous(trials: Iterable[Graded], judges: Sequence[str]) -> Rate:
    pairs = []
    for trial in trials:
        labels = [r.label for j in judges if (r := trial.readings.get(j)) and r.label is not None]
        if len(labels) > 1:
            pairs.append((trial.item.cluster, len(set(labels)) == 1))
    return rate(pairs)


def _judge(
    ref: ModelRef, added: bool, judges: Sequence[str], trials: Sequence[Graded], log: Log, votes: Iterable[Vote]
) -> JudgeReport:
    cast = [(t, t.readings[ref.spec]) for t in trials if ref.spec in t.readings]
    usable = [(t, r.label) for t, r in cast if r.label is not None]
    compared = [(t, label, t.final.label) for t, label in usable if t.final is not None and t.final.label is not None]
    given = (log[t.key][ref.spec].confidence for t, _ in usable)
    return JudgeReport(
        judge=ref.spec,
        family=ref.family,
        added=added,
        votes=len(cast),
        invalid=dict(sorted(Counter(r.reason for _, r in cast if r.label is None).items())),
        disagreement=rate((t.item.cluster, label != final) for t, label, final in compared),
        pivotal=rate((t.item.cluster, _pivotal(t, judges, ref.spec)) for t, _, _ in compared if not added),
        confidence=mean(value for value in given if value is not None),
        consistency=_consistency(ref, trials, votes),
    )


def _pivotal(trial: Graded, judges: Sequence[str], judge: str) -> bool:
    sides = [panel.side(trial.readings[other]) for other in judges]
    return panel.pivotal(sides, judges.index(judge))


def _consistency(ref: ModelRef, trials: Iterable[Graded], votes: Iterable[Vote]) -> Consistency | None:
    # Of a cascade, the model: it is compared with what it said itself, also of what the rules had settled.
    judge = members(ref)[-1].spec
    by_key = {trial.key: trial for trial in trials}
    again: dict[str, dict[int, panel.Decision]] = {}
    for vote in votes:
        if vote.round > 0 and vote.model == judge and vote.answer_key in by_key:
            reading = panel.read(vote, by_key[vote.answer_key].item.kind)
            again.setdefault(vote.answer_key, {})[vote.round] = reading
    if not again:
        return None
    stable: list[tuple[str, bool]] = []
    as_before: list[tuple[str, bool]] = []
    invalid = 0
    for key in sorted(again):
        trial, readings = by_key[key], again[key].values()
        labels = [r.label for r in readings if r.label is not None]
        invalid += len(readings) - len(labels)
        if len(labels) > 1:
            stable.append((trial.item.cluster, len(set(labels)) == 1))
        counting = trial.readings.get(judge)
        if counting is not None and counting.label is not None:
            as_before.extend((trial.item.cluster, label == counting.label) for label in labels)
    return Consistency(
        answers=len(again),
        regrades=sum(len(readings) for readings in again.values()),
        invalid=invalid,
        stable=rate(stable),
        as_before=rate(as_before),
    )


def _left_out(config: RunConfig, decide: Decide) -> Iterator[LeftOut]:
    judges = [judge.spec for judge in config.judges]
    whole = {o.trial_id: o.letter for o in decide(judges)}
    for judge in judges:
        rest = decide([other for other in judges if other != judge])
        for lang in config.langs:
            for arm in config.arms:
                here = [o for o in rest if (o.lang, o.arm) == (lang, arm)]
                main, overall = lit.main_mean(here), lit.overall_mean(here)
                yield LeftOut(
                    without=judge,
                    lang=lang,
                    arm=arm,
                    overall_item_micro=lit.overall_item_micro(here),
                    main_avg=main.value,
                    main_avg_ci95=main.ci95,
                    overall_macro=overall.value,
                    overall_macro_ci95=overall.ci95,
                    changed=sum(whole.get(o.trial_id) not in (None, o.letter) for o in here),
                )


@dataclass(frozen=True, slots=True)
class Flip:
    """A trial whose final verdict changed: letters of bench.outcomes.LETTERS, None for no outcome yet."""

    lang: Lang
    item: str
    arm: Arm
    repeat: int
    before: str | None
    after: str | None


def flips(before: Iterable[Outcome], after: Iterable[Outcome]) -> list[Flip]:
    """Every trial whose outcome is another one afterwards, by place; one that had none before is among them."""
    old, new = ({o.trial_id: o.letter for o in outcomes} for outcomes in (before, after))
    return [
        Flip(*place, old.get(place), new.get(place))
        for place in sorted(old.keys() | new.keys())
        if old.get(place) != new.get(place)
    ]


def pivotal_by_family(summaries: Iterable[Summary]) -> dict[str, dict[str, tuple[int, int]]]:
    """Judge to generator family to (pivotal votes, usable votes), summed over runs. Added judges have none."""
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for summary in summaries:
        for judge in summary.panel.judges if summary.panel else ():
            if not judge.added:
                families = found.setdefault(judge.judge, {})
                k, n = families.get(summary.model.family, (0, 0))
                families[summary.model.family] = (k + judge.pivotal.k, n + judge.pivotal.n)
    return found


def ranking(
    summaries: Iterable[Summary], lang: Lang, arm: Arm, without: str | None = None
) -> list[tuple[int, str, Rate]]:
    """(rank, run, accuracy over items) best first, as the whole panel judged, or the panel `without` one judge.

    Equal accuracies share a rank. A run without a value, or without that judge in its panel, is left out.
    """
    found = [(rate, summary.run) for summary in summaries if (rate := _accuracy(summary, lang, arm, without))]
    known = sorted(((r.rate, run, r) for r, run in found if r.rate is not None), key=lambda e: (-e[0], e[1]))
    return [(1 + sum(other > value for other, _, _ in known), run, rate) for value, run, rate in known]


def judges_of(summaries: Sequence[Summary]) -> tuple[str, ...]:
    """Every judge that stood on a panel of the runs, in order of appearance."""
    return tuple(dict.fromkeys(judge.spec for summary in summaries for judge in summary.config.judges))


def _accuracy(summary: Summary, lang: Lang, arm: Arm, without: str | None) -> Rate | None:
    if without is None:
        rates = [r.rate("overall_item_micro") for r in summary.results if (r.lang, r.arm) == (lang, arm)]
    else:
        left = summary.panel.left_out if summary.panel else ()
        rates = [r.overall_item_micro for r in left if (r.without, r.lang, r.arm) == (without, lang, arm)]
    return rates[0] if rates else None
