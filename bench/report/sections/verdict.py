"""The verdict: what came out, in a few sentences. The same at the end of a run, in Markdown and at the top of a page.

What it is worth in the reader's situation, with its interval; what kinds of errors there are; what it cost and how long
it took; what is still open and how many questions would settle it; the next commands. What does not exist is left out.
Something is called settled only where enough questions were asked and the trials that were not scored cannot undo it.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from bench.arms import headline_of
from bench.metrics.situation import Rates, Situation
from bench.metrics.situation import value as worth
from bench.records import RULE, Arm, ArmResult, Lang, Quality, Rate, Summary, UsageSummary
from bench.records.rates import Interval
from bench.report.sections.parts import Section, arm_word, decimal, name, over_questions, percent
from bench.report.sections.results import answered_by_others, incomplete, tagged
from bench.slips import OTHER
from bench.stats import margin
from bench.text.display import with_minus
from bench.words import Text, joined, said

MOST = 100_000
"""Questions beyond which nobody asks more: the verdict then says that asking more does not help."""

LEAST_QUESTIONS = 20
"""Questions below which nothing is called settled. Fewer show no case of what happens once in ten (at 20: in one sample
of eight), and a resampled interval of what they do show is too narrow."""

ERRORS = (("wrong", "wrong_of_answerable"), ("cautious", "over_abstention"), ("false", "false_answer"))
"""The kinds of errors by the keys of their sentences, each with its figure."""


def verdict(
    summary: Summary,
    folder: Path | None = None,
    situation: Situation | None = None,
    values: Mapping[tuple[Lang, Arm], Quality] | None = None,
) -> Section:
    """The verdict on one run: all of it on its headline arm, or its first arm where that was not asked, and a sentence
    on each other arm.

    `folder`: the run's, for the next commands; without it there are none. `values`: V in `situation` by language and
    arm, from the outcomes; without them the situation must be the usual one, whose values the summary has. Where no
    question without an answer was scored, V is that of a reader who meets none, and the verdict says so.
    """
    asked = situation or Situation()
    arm = headline_of(summary.config.arms)
    results = [r for r in summary.results if r.arm == arm]
    known = {(r.lang, r.arm): _value(r, asked) for r in summary.results} if values is None else values
    lead = [
        _situation(asked, results),
        *(_worth(r, known[r.lang, r.arm]) for r in results),
        *_other_arms(summary, results, known),
        *_errors(results),
        _cost(summary),
        *_time(summary.usage),
        *_excluded(summary.results),
        *_open(results, known, asked),
        *([] if folder is None else [said("block.next", **next_commands(folder))]),
    ]
    warnings = [*incomplete(name(summary.run), summary), *answered_by_others(summary)]
    return Section("verdict", warnings=warnings, lead=lead)


def situation_words(k: float, u: float, *, all_answerable: bool) -> dict[str, str]:
    """The reader's situation in words."""
    return said("block.answerable" if all_answerable else "block.situation", k=f"{k:g}", u=f"{100 * u:g}")


def bounds(ci95: Interval | None, digits: int = 2) -> dict[str, str]:
    """An interval behind its figure, or that there is none."""
    if ci95 is None:
        return said("block.no_interval")
    low, high = (with_minus(f"{bound:.{digits}f}") for bound in ci95)
    return said("block.interval", low=low, high=high)


def brackets(ci95: Interval | None) -> str:
    """An interval in square brackets behind its figure; nothing where there is none."""
    return "" if ci95 is None else with_minus(" [{}, {}]".format(*(f"{bound:.2f}" for bound in ci95)))


def next_commands(folder: Path) -> dict[str, str]:
    """What to type next, by what it gives: `report`, `score`."""
    return {command: f"bench {command} {shlex.quote(str(folder))}" for command in ("report", "score")}


def enough(questions: int, value: float, ci95: Interval) -> int | None:
    """How many questions give an interval without 0 four times in five, if the value is the true one; None for more
    than anybody asks.

    Its half width falls with the square root of their number, and the value must lie `stats.margin` half widths from 0,
    since it scatters too. Rounded up to two digits.
    """
    half = value - ci95[0] if value > 0 else ci95[1] - value
    if value == 0:
        return None
    return round_up(questions * (margin() * half / value) ** 2)


def round_up(questions: float) -> int | None:
    """A number of questions above 0 as it is said: rounded up to two digits, None beyond MOST."""
    if questions > MOST:
        return None
    unit = int(10 ** max(0, math.floor(math.log10(questions)) - 1))
    return math.ceil(questions / unit) * unit


def value_bounds(r: ArmResult, situation: Situation) -> Interval | None:
    """V with every trial that was not scored as costly as it can be, and with every one right; None where all are
    scored, or nothing is. From the bounds of the rates that V is made of, r, w and f."""
    return value_ends(r, situation) if any(rate.bounds for rate in _rates(r)) else None


def value_ends(r: ArmResult, situation: Situation) -> Interval | None:
    """The same, and V twice where all trials are scored; None where V is undefined."""
    right, wrong, false = _rates(r)
    u = 0.0 if _all_answerable(r) else situation.unanswerable

    def at(of_right: int, of_wrong: int) -> float | None:
        return worth(Rates(_end(right, of_right), _end(wrong, of_wrong), _end(false, of_wrong)), situation.cost, u)

    low, high = at(0, 1), at(1, 0)
    return None if low is None or high is None else (low, high)


def _rates(r: ArmResult) -> tuple[Rate, Rate, Rate]:
    return r.rate("correct_of_answerable"), r.rate("wrong_of_answerable"), r.rate("false_answer")


def _end(rate: Rate, side: int) -> float | None:
    return rate.bounds[side] if rate.bounds else rate.rate


def _value(r: ArmResult, situation: Situation) -> Quality:
    figure = "quality" if _all_answerable(r) else "reader_value"
    if situation != Situation():
        raise ValueError("the summary has no values in another situation")
    found = next((q for q in r.qualities(figure) if q.k == situation.cost), None)
    return found or Quality(k=situation.cost, value=None, ci95=None)


def _all_answerable(r: ArmResult) -> bool:
    """Whether no trial without an answer was scored, so that Q is V at u = 0."""
    value = next((q.value for q in r.qualities("reader_value")), None)
    return value is None and r.rate("wrong_of_answerable").n > 0


def _situation(asked: Situation, results: Sequence[ArmResult]) -> Text:
    none = any(map(_all_answerable, results))
    return situation_words(asked.cost, asked.unanswerable, all_answerable=none)


def _worth(r: ArmResult, value: Quality) -> Text:
    words = {"lang": said(f"lang.{r.lang}"), "arm": arm_word(r.arm)}
    right = r.rate("overall_item_micro")
    if value.value is None:
        return said("block.only_unanswerable" if right.n else "block.nothing", **words)
    worth = {"value": decimal(value.value, 2), "bounds": bounds(value.ci95)}
    return said("block.worth", right=_share(right), **worth, **words)


def _other_arms(
    summary: Summary, headline: Sequence[ArmResult], known: Mapping[tuple[Lang, Arm], Quality]
) -> Iterator[Text]:
    """A sentence for each arm but the headline's: worth and right share of every language.

    No worth where the arm met no question without an answer and the headline arm did, or the reverse: those are worths
    in two situations.
    """
    kinds = {r.lang: _all_answerable(r) for r in headline}
    for arm in summary.config.arms:
        each = []
        for r in summary.results:
            if r.arm != arm or r in headline:
                continue
            right, value = r.rate("overall_item_micro"), known[r.lang, r.arm]
            bounds = over_questions(right)
            share = said("block.short", share=percent(right.rate), bounds=bounds) if right.n else said("block.unscored")
            words = {"lang": said(f"lang.{r.lang}"), "right": share}
            if value.value is None or kinds[r.lang] != _all_answerable(r):
                each.append(said("block.other", **words))
            else:
                worth_of = {"value": decimal(value.value, 2), "bounds": brackets(value.ci95)}
                each.append(said("block.other_worth", **worth_of, **words))
        if each:
            yield said("block.other_arm", arm=arm_word(arm), by=joined(each, sentences=True))


def _errors(results: Sequence[ArmResult]) -> Iterator[Text]:
    """A sentence for each kind of error, with the rate of every language that was asked for it."""
    # Data without LIT's tags have no accuracy per category: the accuracy on what can be answered is their headline.
    first = () if tagged(results) else (("right", "correct_of_answerable"),)
    for key, figure in (*first, *ERRORS):
        if by := _by_lang(results, lambda r, figure=figure: _share(r.rate(figure))):  # type: ignore[misc]
            yield said(f"block.{key}", by=by)
    if by := _by_lang(results, _slip):
        yield said("block.slips", by=by)


def _by_lang(results: Sequence[ArmResult], of: Callable[[ArmResult], Text]) -> Text:
    found = [(r.lang, text) for r in results if (text := of(r))]
    if len(results) == 1:
        return found[0][1] if found else ""
    return joined([said("block.by", lang=said(f"lang.{lang}"), text=text) for lang, text in found])


def _share(rate: Rate) -> Text:
    """A rate with its count and its interval over questions; nothing where it is undefined."""
    if not rate.n:
        return ""
    return said("block.of", share=percent(rate.rate), k=rate.k, n=rate.n, bounds=over_questions(rate))


def _slip(r: ArmResult) -> Text:
    """The most frequent mistake with a name."""
    named = {slip: rate for slip, rate in r.rates("slips").items() if slip != OTHER}
    if not named:
        return ""
    slip, rate = max(named.items(), key=lambda found: found[1].k)
    return said("block.slip", slip=name(slip), k=rate.k, n=rate.n)


def _cost(summary: Summary) -> Text:
    judges = summary.config.judges
    answers = _usd(summary.usage, free=summary.model.weights == "none")
    return said("block.cost", answers=answers, judging=_usd(summary.judge_usage, all(j.spec == RULE for j in judges)))


def _usd(usage: UsageSummary, free: bool) -> Text:
    if free:
        return said("block.free")
    return said("block.unpriced") if usage.cost_usd is None else f"{usage.cost_usd:.2f} USD"


def _time(usage: UsageSummary) -> Iterator[Text]:
    latency = usage.latency_s
    if latency.median is not None and latency.p90 is not None:
        yield said("block.time", median=decimal(latency.median, 2), p90=decimal(latency.p90, 2))


def _excluded(results: Sequence[ArmResult]) -> Iterator[Text]:
    if n := _unscored(results):
        yield said("block.excluded", n=n, total=sum(r.trials for r in results))


def _unscored(results: Sequence[ArmResult]) -> int:
    return sum(r.outcomes.failed + r.outcomes.invalid for r in results)


def _open(
    results: Sequence[ArmResult], known: Mapping[tuple[Lang, Arm], Quality], situation: Situation
) -> Iterator[Text]:
    """Whether it is known that the model is worth more than declining always, and what would settle it."""
    by_state: dict[str, list[Text]] = {}
    few: dict[int, list[Text]] = {}
    for r in results:
        lang, value, questions = said(f"lang.{r.lang}"), known[r.lang, r.arm], r.rate("overall_item_micro").questions
        if value.value is None:
            continue
        if value.ci95 is None or questions < LEAST_QUESTIONS:
            few.setdefault(questions, []).append(lang)
        elif value.ci95[0] > 0 or value.ci95[1] < 0:
            if undone := _undone(r, value.value, value.ci95, situation):
                yield said("block.unscored_open", lang=lang, n=_unscored([r]), total=r.trials, **undone)
            else:
                by_state.setdefault("block.better" if value.value > 0 else "block.worse", []).append(lang)
        elif (needed := enough(questions, value.value, value.ci95)) is None:
            by_state.setdefault("block.never", []).append(lang)
        else:
            yield said("block.open", lang=lang, n=questions, needed=f"{needed:,}")
    for n, langs in few.items():
        yield said("block.too_few", langs=joined(langs), n=n, least=LEAST_QUESTIONS)
    for key, langs in by_state.items():
        yield said(key, langs=joined(langs))


def _undone(r: ArmResult, value: float, ci95: Interval, situation: Situation) -> dict[str, str] | None:
    """V at its bounds, where the trials that were not scored could bring the interval back to 0; else None.

    The interval moves along with the value: from the lowest value its lower half reaches down, from the highest its
    upper half up (Horowitz and Manski, JASA 95, 2000: the interval of a figure of which a part was not observed).
    """
    ends = value_bounds(r, situation)
    if ends is None:
        return None
    low, high = ci95[0] + min(0.0, ends[0] - value), ci95[1] + max(0.0, ends[1] - value)
    holds = low > 0 if value > 0 else high < 0
    return None if holds else {"low": decimal(ends[0], 2), "high": decimal(ends[1], 2)}
