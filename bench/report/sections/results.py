"""What came out of one run: headline, results by language and arm, attribution, single failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import get_args

from bench.arms import HEADLINE, arm_of, headline_of
from bench.figures import Column, columns
from bench.figures import Table as Columns
from bench.kinds import OutcomeName
from bench.records import MAIN_CATEGORIES, ArmResult, Summary
from bench.records.measures import FailureClass, FailureReport
from bench.report.boards import unranked
from bench.report.sections.parts import (
    HEADLINE_MARK,
    UNDEFINED,
    Cell,
    Section,
    Table,
    arm_word,
    by_lang,
    figure_lines,
    figure_word,
    name,
    share_lines,
)
from bench.words import Text, joined, recognised, said, words_of

FAILURE_CLASSES: tuple[FailureClass, ...] = get_args(FailureClass)
OUTCOMES: tuple[OutcomeName, ...] = get_args(OutcomeName)
_SHARES = ("residual", "distractors", "retrieval", "parametric")


def result_sections(summary: Summary) -> Iterator[Section]:
    """Headline, results, quality, attribution and failures; without the empty ones."""
    yield headline(summary)
    yield _results(summary)
    yield _quality(summary)
    if any(share.value is not None for a in summary.attribution for share in (a.residual, a.parametric)):
        yield _attribution(summary)
    if summary.failures:
        yield _failures(summary)


def headline(summary: Summary) -> Section:
    """The figures to quote, a row for each language, and what a reader must know before quoting them.

    Of data without LIT's tags they are those that need none. They are those of the headline arm, or of the run's first
    arm where that was not asked.
    """
    arm = headline_of(summary.config.arms)
    results = [r for r in summary.results if r.arm == arm]
    shown = columns("headline") if tagged(summary.results) else defined(columns("untagged"), results)
    rows: list[list[Cell]] = [
        [said(f"lang.{r.lang}"), *(figure_lines(r, c) for c in shown), _excluded_of(r)] for r in results
    ]
    title = said("table.headline" if arm == HEADLINE else "table.headline.other", arm=arm, headline=HEADLINE)
    head = [said("filter.lang"), *map(figure_word, shown), said("not_scored")]
    short = ("", *("\n".join(c.short) for c in shown), "Not\nscored")
    notes = [_excluded(summary), _ranking(summary)]
    warnings = [*incomplete(name(summary.run), summary), *answered_by_others(summary)]
    return Section("headline", [Table(title, head, rows, short=short)], notes, warnings)


def tagged(results: Sequence[ArmResult]) -> bool:
    """Whether any question was asked that has one of LIT's tags: without one there are no categories to tell of."""
    return any(r.rates("categories")[category].n for r in results for category in MAIN_CATEGORIES)


def incomplete(run: str, summary: Summary) -> list[Text]:
    """A warning where figures are not final yet."""
    if summary.missing:
        return [said("warning.missing", run=run, n=summary.missing)]
    return [] if summary.complete else [said("warning.transient", run=run)]


def answered_by_others(summary: Summary) -> list[Text]:
    """Warnings where something else answered than was asked, several did, or prompts were not read whole."""
    warnings: list[Text] = []
    for one in summary.answered_by:
        spec = name(one.spec)
        if one.others:
            warnings.append(said("warning.other_model", spec=spec, names=joined(list(map(name, one.others)))))
        if len(one.models) > 1:
            warnings.append(said("warning.several_models", spec=spec, names=joined(list(map(name, one.models)))))
        for what in ("fingerprints", "providers"):
            if (n := len(getattr(one, what))) > 1:
                warnings.append(said(f"warning.several.{what}", spec=spec, n=n))
        if one.cut:
            warnings.append(said("warning.cut", spec=spec, n=one.cut))
    return warnings


def reason_word(reason: str) -> Text:
    """Why a trial counts in no rate, in words; a reason that has none stays as the log says it."""
    return said(f"reason.{reason}") if f"reason.{reason}" in words_of("en") else name(reason)


def results_of(summary: Summary, lang: str) -> list[ArmResult]:
    return [r for r in summary.results if r.lang == lang]


def figures_by_arm(group: Columns, lang: str, rows: Sequence[ArmResult]) -> Table:
    """One of the result tables for one language, a row for each arm; the headline arm is marked."""
    shown = columns(group)
    if not tagged(rows):
        shown = defined(shown, rows)
    return Table(
        said(f"table.{group}", lang=said(f"lang.{lang}")),
        [said("arm"), *map(figure_word, shown)],
        [[_marked(r.arm), *(figure_lines(r, c) for c in shown)] for r in rows],
        short=("Arm", *("\n".join(c.short) for c in shown)),
        strong=[number for number, r in enumerate(rows) if r.arm == HEADLINE],
    )


def defined(shown: Sequence[Column], results: Sequence[ArmResult]) -> tuple[Column, ...]:
    """The columns that say something of data without LIT's tags: of these rows one at least has a value."""
    return tuple(c for c in shown if not c.figure.of_tags and any(figure_lines(r, c)[0] != UNDEFINED for r in results))


def _marked(arm: str) -> Text:
    word = arm_word(arm)
    return {lang: text + HEADLINE_MARK for lang, text in word.items()} if arm == HEADLINE else word


def _results(summary: Summary) -> Section:
    parts: list[Table | str] = []
    for lang in summary.config.langs:
        rows = results_of(summary, lang)
        if tagged(summary.results):
            parts += [figures_by_arm("categories", lang, rows), f"categories-{lang}"]
        parts += [f"outcomes-{lang}", _outcomes(lang, rows), figures_by_arm("rates", lang, rows)]
    return Section("results", parts, [said("note.cell"), said("note.headline")])


def _outcomes(lang: str, rows: Sequence[ArmResult]) -> Table:
    head = [said("arm"), said("trials"), *map(said, OUTCOMES)]
    body: list[list[Cell]] = [
        [_marked(r.arm), str(r.trials), *(str(getattr(r.outcomes, outcome)) for outcome in OUTCOMES)] for r in rows
    ]
    return Table(said("table.outcomes", lang=said(f"lang.{lang}")), head, body)


def _quality(summary: Summary) -> Section:
    parts: list[Table | str] = []
    for lang in summary.config.langs:
        parts += [f"quality-{lang}", figures_by_arm("penalties", lang, results_of(summary, lang))]
    return Section("quality", parts, [said("note.quality")])


def _attribution(summary: Summary) -> Section:
    rows: list[list[Cell]] = [
        [said(f"lang.{a.lang}"), *(share_lines(getattr(a, share)) for share in _SHARES)] for a in summary.attribution
    ]
    head = [said("filter.lang"), *(said(f"share.{share}") for share in _SHARES)]
    drawn = [f"attribution-{a.lang}" for a in summary.attribution if a.residual.value is not None]
    return Section("attribution", [*drawn, Table(said("table.attribution"), head, rows)], [said("note.attribution")])


def _failures(summary: Summary) -> Section:
    parts: list[Table | str] = []
    for lang, reports in by_lang(summary.config.langs, summary.failures, lambda r: r.lang):
        if any(r.answerable or r.unanswerable for r in reports):
            parts.append(f"failures-{lang}")
        parts.append(_failure_table(lang, reports))
    return Section("failures", parts, [said("note.failures")])


def _failure_table(lang: str, reports: Sequence[FailureReport]) -> Table:
    rows: list[list[Cell]] = [[said(f"failure.{c}"), *(str(r.counts[c]) for r in reports)] for c in FAILURE_CLASSES]
    first = FAILURE_CLASSES.index("parametric_leakage")
    totals: list[list[Cell]] = [
        [said(f"failure.{key}"), *(str(getattr(r, key)) for r in reports)] for key in ("answerable", "unanswerable")
    ]
    body = [totals[0], *rows[:first], totals[1], *rows[first:]]
    return Table(
        said("table.failures", lang=said(f"lang.{lang}")),
        [said("failure"), *(arm_word(r.arm) for r in reports)],
        body,
        strong=[0, first + 1],
    )


def _excluded_of(result: ArmResult) -> str:
    return str(result.outcomes.failed + result.outcomes.invalid)


def _excluded(summary: Summary) -> Text:
    """How many trials are in no rate, by outcome and reason, and how votes without a verdict are cast again."""
    counts = Counter((e.outcome, e.reason) for e in summary.exclusions)
    parts: list[Text] = []
    for outcome in ("failed", "invalid"):
        reasons = sorted((reason, n) for (of, reason), n in counts.items() if of == outcome)
        if reasons:
            words = [said("state.reason", reason=reason_word(reason), n=n) for reason, n in reasons]
            total = sum(n for _, n in reasons)
            parts.append(said("state.excluded.part", n=total, outcome=said(outcome), reasons=joined(words)))
    if not parts:
        return said("state.nothing_excluded")
    by_model = any(judge.spec != "rule" for judge in summary.config.judges)
    again = by_model and any(outcome == "invalid" for outcome, _ in counts)
    return said("state.excluded.again" if again else "state.excluded", parts=joined(parts))


def _ranking(summary: Summary) -> Text:
    """Whether the run is for a leaderboard, and which of its results none would rank all the same."""
    if not summary.judge.leaderboard:
        return said("state.not_ranked", why=joined(why_not_ranked(summary), sentences=True))
    # An arm without documents has no overall, so no board ranks it; that is nothing to tell of one run.
    bars: list[Text] = [
        said("state.bar", lang=said(f"lang.{r.lang}"), arm=arm_word(r.arm), why=recognised("not_ranked", why))
        for r in summary.results
        if arm_of(r.arm).documents and (why := unranked(r))
    ]
    return said("state.ranked_but", why=joined(bars, sentences=True)) if bars else said("state.ranked")


def why_not_ranked(summary: Summary) -> list[Text]:
    """What stands against a place on a leaderboard, one text for each reason."""
    return [recognised("not_ranked", note) for note in summary.judge.note.split("; ") if note]
