"""The verdict on several runs: which is worth most in the reader's situation, how surely, and where that turns."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from bench.arms import headline_of
from bench.comparing.pairs import verdict as in_words
from bench.metrics.situation import Situation
from bench.records import Rate
from bench.records.comparison import ArmComparison, Comparison, MeasuredDifference, Pair, SystemFigures, Turn
from bench.report.sections.comparison import without_score
from bench.report.sections.parts import Section, arm_word, decimal, name, percent
from bench.report.sections.verdict import ERRORS, round_up, situation_words, value_ends
from bench.words import Text, joined, said

MOST_NAMED = 6
"""Systems that a sentence names; the tables have all."""
MOST_TURNS = 4


def comparison_verdict(comparison: Comparison, folders: Sequence[Path] = ()) -> Section:
    """The verdict over the headline arm, or the first one where that is not shared, and who leads in each other arm; no
    sentence on what is not there.

    `folders`: those of the runs, for the next command; without them there is none.
    """
    arm = headline_of(arm.arm for arm in comparison.arms)
    shown = [one for one in comparison.arms if one.arm == arm]
    lead: list[Text] = []
    for one in shown:
        decision = one.decision
        said_once = situation_words(decision.cost, decision.unanswerable, all_answerable=decision.all_answerable)
        lead += [] if said_once in lead else [said_once]
    for one in shown:
        lead += [*_first(one), *_turns(one)]
    for one in comparison.arms:
        lead += [] if one in shown else _first(one)
    lead += [*_errors(shown), *_spent(comparison)]
    for one in shown:
        lead += _open(one)
    if folders:
        paths = " ".join(shlex.quote(str(folder)) for folder in folders)
        lead.append(said("block.next_page", command=f"bench report {paths}"))
    return Section("verdict", lead=lead)


def leader(arm: ArmComparison) -> tuple[str, str] | None:
    """The system that is worth most and the next one, by name; None where fewer than two have a value."""
    known = [system.name for system in arm.decision.by_value if system.value is not None]
    return (known[0], known[1]) if len(known) > 1 else None


def _first(arm: ArmComparison) -> Iterator[Text]:
    values = [s for s in arm.decision.by_value if s.value is not None][:MOST_NAMED]
    words = {"lang": said(f"lang.{arm.lang}"), "arm": arm_word(arm.arm)}
    if not values:
        yield said("block.nothing", **words)
        return
    each = joined([said("block.system", system=name(s.name), text=decimal(s.value)) for s in values])
    yield said("block.ranking", values=each, **words)
    yield from _fallen_away(arm)
    if found := _leading(arm):
        pair, measured = found
        names = (name(pair.first), name(pair.second))
        yield said("block.first", first=names[0], second=names[1], sentence=in_words(names, measured), **words)


def _fallen_away(arm: ArmComparison) -> Iterator[Text]:
    """How many items the ranking does without, and because of whom; who is not in it."""
    decision, lang = arm.decision, said(f"lang.{arm.lang}")
    if decision.left_out:
        total = decision.items + len(decision.left_out)
        yield said("block.fell_away", lang=lang, n=decision.items, total=total, by=joined(without_score(decision)))
    if decision.unranked:
        yield said("block.unranked", lang=lang, systems=", ".join(map(name, decision.unranked)))


def _leading(arm: ArmComparison) -> tuple[Pair, MeasuredDifference] | None:
    """The difference in worth between the first and the next."""
    names = leader(arm)
    pair = next((p for p in arm.pairs if names and {p.first, p.second} == set(names)), None)
    measured = pair and next((m for m in pair.measures if m.measure == "reader_value"), None)
    return (pair, measured) if pair and measured else None


def _turns(arm: ArmComparison) -> Iterator[Text]:
    """Where another one than the first is worth more: by what an error costs, and by how many have no answer."""
    names = leader(arm)
    turns = [turn for turn in arm.decision.turns if names and names[0] in (turn.below, turn.above)][:MOST_TURNS]
    for turn in turns:
        yield said(f"block.turn.{turn.by}", lang=said(f"lang.{arm.lang}"), **_turn(turn))
    if names and not turns:
        yield said("block.no_turn", lang=said(f"lang.{arm.lang}"), first=name(names[0]))


def _turn(turn: Turn) -> dict[str, str]:
    at = f"{turn.at:.2f}" if turn.by == "cost" else f"{100 * turn.at:.0f}"
    return {"at": at, "below": name(turn.below), "above": name(turn.above)}


def _errors(shown: Sequence[ArmComparison]) -> Iterator[Text]:
    for key, figure in ERRORS:
        by = [text for arm in shown if (text := _by_system(arm, lambda s, f=figure: s.result.rate(f)))]  # type: ignore[misc]
        if by:
            yield said(f"block.{key}", by=joined(by))


def _by_system(arm: ArmComparison, of: Callable[[SystemFigures], Rate]) -> Text:
    rates = [(system.name, of(system)) for system in arm.systems[:MOST_NAMED]]
    shown: list[Text] = [
        said("block.system", system=name(system), text=percent(rate.rate)) for system, rate in rates if rate.n
    ]
    return said("block.by", lang=said(f"lang.{arm.lang}"), text=joined(shown)) if shown else ""


def _spent(comparison: Comparison) -> Iterator[Text]:
    known = [s for s in comparison.systems[:MOST_NAMED] if s.cost_usd is not None]
    if known:
        each = [said("block.system", system=name(s.name), text=f"{s.cost_usd:.2f} USD") for s in known]
        yield said("block.costs", by=joined(each))
    timed = [s for s in comparison.systems[:MOST_NAMED] if s.latency_p50_s is not None]
    if timed:
        each = [said("block.system", system=name(s.name), text=f"{decimal(s.latency_p50_s, 2)} s") for s in timed]
        yield said("block.times", by=joined(each))


def _open(arm: ArmComparison) -> Iterator[Text]:
    found = _leading(arm)
    if found is None or found[1].finding == "undefined":
        return
    pair, measured = found
    words = {"lang": said(f"lang.{arm.lang}"), "first": name(pair.first), "second": name(pair.second)}
    if measured.finding in ("first", "second"):
        unscored = _could_turn(arm, pair, measured.finding)
        if unscored:
            yield said("block.pair_unscored", by=unscored, **words)
        return
    needed = measured.needed and round_up(measured.needed)
    words["n"] = f"{measured.questions:,}"
    yield said("block.pair_open", needed=f"{needed:,}", **words) if needed else said("block.pair_never", **words)


def _could_turn(arm: ArmComparison, pair: Pair, finding: str) -> Text:
    """How many trials of the two are not scored, where these could make the worse one the better; else nothing."""
    situation = Situation(arm.decision.cost, arm.decision.unanswerable)
    of = {system.name: system.result for system in arm.systems}
    sides = [of[pair.first], of[pair.second]]
    if not any(side.outcomes.failed + side.outcomes.invalid for side in sides):
        return ""
    better, worse = sides if finding == "first" else sides[::-1]
    low, high = value_ends(better, situation), value_ends(worse, situation)
    if low is None or high is None or low[0] > high[1]:
        return ""
    each = [(system, of[system].outcomes, of[system].trials) for system in (pair.first, pair.second)]
    return joined(
        [
            said("block.system", system=name(system), text=f"{outcomes.failed + outcomes.invalid}/{trials}")
            for system, outcomes, trials in each
        ]
    )
