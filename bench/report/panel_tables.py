"""What is printed about judges, canaries and single failures: one line for each thing worth knowing.

Guarantees: every rate comes with its count and interval; names are other people's text, so whoever prints a line
makes it safe first (`for_terminal`, `markdown_cell`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bench.metrics.panel_across import judges_of, pivotal_by_family, ranking
from bench.records import Arm, Rate, Summary
from bench.records.failures import FailureReport
from bench.records.panel import JudgeReport, LeftOut, PanelReport
from bench.report.columns import UNDEFINED, interval, percent

_LETTERS = {
    "c": "correct",
    "w": "wrong",
    "a": "abstained",
    "n": "conflict named",
    "d": "declined",
    "i": "invalid",
    "f": "failed",
}


def judging_lines(summary: Summary) -> Iterator[str]:
    """Panel, canaries and failures of a run, in this order."""
    yield from panel_lines(summary)
    yield from canary_lines(summary)
    yield from failure_lines(summary.failures)


def panel_lines(summary: Summary) -> Iterator[str]:
    """Warnings always; the rest only where there is more than one judge, or one was asked again."""
    found = summary.panel
    if found is None:
        return
    for warning in found.warnings:
        yield f"Warning: {warning}"
    if found.judging == "two-stage":
        said = ", ".join(f"{name} {count}" for name, count in found.by_intent.items()) or "nothing yet"
        yield f"Two-stage judging, first stage: {said}."
    if len(found.judges) > 1 or any(judge.consistency for judge in found.judges):
        yield from _panel(found)


def canary_lines(summary: Summary) -> Iterator[str]:
    """Violations by language and arm; nothing for a run without canaries."""
    found = summary.canaries
    if found is None:
        return
    yield f"Canaries, {percent(found.share)} of the Main items asked without their evidence; attempts are violations:"
    for result in found.results:
        detail = f", of them right {result.right}, wrong {result.wrong}" if result.violations.k else ""
        yield f"  {result.lang} {result.arm}: {rate_text(result.violations)}{detail}"
    if found.not_absent:
        yield (
            f"  Not canaries, because the answer still stood in the context: {len(found.not_absent)} "
            "(`canaries.not_absent` in summary.json); they were asked as usual."
        )


def failure_lines(reports: Iterable[FailureReport]) -> Iterator[str]:
    """Where single failures come from, by language and arm; nothing where nothing failed."""
    failed = [report for report in reports if report.answerable or report.unanswerable]
    if not failed:
        return
    yield "Single failures by their fault (`failures` in summary.json has examples):"
    for report in failed:
        c = report.counts
        yield (
            f"  {report.lang} {report.arm}: {report.answerable} answerable not answered correctly: "
            f"retrieval {c['retrieval_failure']}, generation {c['generation_failure']}, "
            f"over-caution {c['over_caution']}, judging {c['judging_artefact']}; "
            f"{report.unanswerable} unanswerable attempted: leakage {c['parametric_leakage']}, "
            f"fabrication {c['fabrication']}, took a side {c['took_side']}, undetermined {c['undetermined']}"
        )


def across_lines(summaries: Sequence[Summary], arm: Arm) -> Iterator[str]:
    """Rankings by accuracy over items, whole panel and each judge left out; then pivotal votes by generator family."""
    for lang in dict.fromkeys(lang for summary in summaries for lang in summary.config.langs):
        yield f"{lang} {arm}, accuracy over items:"
        for judge in (None, *judges_of(summaries)):
            ranked = ranking(summaries, lang, arm, judge)
            places = "; ".join(f"{rank}. {run} {percent(value)}" for rank, run, value in ranked) or UNDEFINED
            yield f"  {'whole panel' if judge is None else f'without {judge}'}: {places}"
    yield "Pivotal votes / usable votes, by family of the generator:"
    for judge, families in pivotal_by_family(summaries).items():
        yield f"  {judge}: " + ", ".join(f"{family or 'unknown'} {k}/{n}" for family, (k, n) in families.items())


def letter_name(letter: str | None) -> str:
    """An outcome's letter in words."""
    return "undecided" if letter is None else _LETTERS[letter]


def rate_text(rate: Rate) -> str:
    """`14.3 % (2/14, 4–40)`, or an em dash."""
    return UNDEFINED if rate.n == 0 else f"{percent(rate.rate)} ({rate.k}/{rate.n}, {interval(rate.ci95)})"


def _panel(found: PanelReport) -> Iterator[str]:
    if sum(not judge.added for judge in found.judges) > 1:
        yield f"Panel: {found.trials} graded answers, unanimous {rate_text(found.unanimous)}."
    for judge in found.judges:
        yield f"  {judge.judge}{' (added later, counts in no result)' if judge.added else ''}: {_judge(judge)}"
        yield from (f"    left out, {_left_out(entry)}" for entry in found.left_out if entry.without == judge.judge)


def _judge(judge: JudgeReport) -> str:
    invalid = ", ".join(f"{reason} {count}" for reason, count in judge.invalid.items())
    parts = [
        f"{judge.votes} votes, {sum(judge.invalid.values())} invalid{f' ({invalid})' if invalid else ''}",
        f"against the final verdict {rate_text(judge.disagreement)}",
    ]
    if not judge.added:
        parts.append(f"pivotal {rate_text(judge.pivotal)}")
    if judge.confidence is not None:
        parts.append(f"mean confidence {judge.confidence:.2f}")
    if judge.consistency:
        again = judge.consistency
        parts.append(
            f"asked again on {again.answers} answers: the same each time {rate_text(again.stable)}, "
            f"as before {rate_text(again.as_before)}"
        )
    return "; ".join(parts)


def _left_out(entry: LeftOut) -> str:
    return f"{entry.lang} {entry.arm}: {rate_text(entry.overall_item_micro)}, verdicts changed {entry.changed}"
