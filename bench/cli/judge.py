"""Judges at work: `bench judge` on a run again, `panel` across runs, `judge-eval` on labelled answers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bench.arms import ARMS, HEADLINE
from bench.cli import complete
from bench.options import offered_in
from bench.values import Faults, choice

if TYPE_CHECKING:
    from rich.console import Console

    from bench.metrics.panel_report import Flip
    from bench.records import Answer
    from bench.scoring import RunLog

RUN = offered_in("run")
REGISTRY = typer.Option("--registry", help=RUN["registry"].help)
SHOWN = 40
"""Flips that are printed; --json has all."""


def judge(
    run: Annotated[Path, typer.Argument(help="Folder of the run, results/runs/NAME.", autocompletion=complete.runs)],
    backfill: Annotated[
        bool, typer.Option("--backfill", help="Cast the votes that are missing or failed, from the stored prompts.")
    ] = False,
    invalid: Annotated[
        bool, typer.Option("--invalid", help="With --backfill: also votes that came back without a usable verdict.")
    ] = False,
    further: Annotated[
        str | None,
        typer.Option("--judge", help="Let one more judge vote. It is compared with the panel and changes no result."),
    ] = None,
    consistency: Annotated[
        int | None,
        typer.Option("--consistency", help="Have every judge grade N answers three times more, a seeded sample."),
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option("--base-url", help="Address of the judge in --judge, or of one without a vote in the log yet."),
    ] = None,
    registry: Annotated[Path | None, REGISTRY] = None,
    concurrency: Annotated[int, typer.Option(help=RUN["concurrency"].help)] = RUN["concurrency"].default,
    vote_timeout: Annotated[float, typer.Option("--vote-timeout", help=RUN["vote_timeout"].help)] = RUN[
        "vote_timeout"
    ].default,
    as_json: Annotated[bool, typer.Option("--json", help="Print what changed as JSON and nothing else.")] = False,
) -> None:
    """Judge a run again without asking its model anything, score it, and list every verdict that changed."""
    from dataclasses import asdict

    from rich.console import Console

    from bench.campaign.execute import Notices
    from bench.campaign.rejudge import Rejudging, rejudge
    from bench.cli.terminal import notice, print_json
    from bench.config import load_registry
    from bench.metrics.panel_report import flips
    from bench.scoring import outcomes_of, read_run, score

    faults = Faults()
    concurrency = faults.of(RUN["concurrency"].check, concurrency, "--concurrency")
    vote_timeout = faults.of(RUN["vote_timeout"].check, vote_timeout, "--vote-timeout")
    faults.refuse()

    class Announced(Notices):
        def started(self, answers: int, votes: int) -> None:
            del answers
            self.notice(f"votes to cast: {votes}")

    log = read_run(run)
    before = outcomes_of(log)
    rejudging = Rejudging(
        folder=run,
        manifest=log.manifest,
        items=log.items,
        answers=trials_of(log.answers),
        backfill=backfill,
        invalid=invalid,
        unusable=unusable_votes(log),
        judge=further,
        consistency=consistency,
        base_url=base_url or None,
        registry=load_registry(registry),
        concurrency=concurrency,
        vote_timeout_s=vote_timeout,
    )
    cast = rejudge(rejudging, Announced(notice))
    summary = score(run)
    changed = flips(before, outcomes_of(read_run(run)))
    if as_json:
        document: dict[str, Any] = {"votes_cast": cast, "flips": [asdict(flip) for flip in changed]}
        document["panel"] = summary.panel.model_dump(mode="json") if summary.panel else None
        print_json(document)
        return
    console = Console()
    _print_changes(console, cast, changed)
    from bench.report.render.terminal import print_sections
    from bench.report.sections.judging import judging_sections

    print_sections(judging_sections(summary), console)


def panel(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN…", help="Folders of runs that were judged.", autocompletion=complete.runs),
    ],
    arm: Annotated[str, typer.Option(help="The arm that is ranked.")] = HEADLINE,
) -> None:
    """Rank runs as their panel judged them and with each judge left out, and say who decided for whose models."""
    from rich.console import Console

    from bench.report.render.terminal import print_sections
    from bench.report.sections.judging import across_section
    from bench.scoring import read_run, score_run

    chosen = choice(arm, "arm", tuple(ARMS))
    print_sections([across_section([score_run(read_run(run)) for run in runs], chosen)], Console())


def judge_eval(
    judge: Annotated[
        str,
        typer.Argument(help="`rule`, an alias that `bench models` lists, or PROVIDER:NAME; NAME@URL for a server."),
    ] = "rule",
    langs: Annotated[str, typer.Option("--langs", "--lang", help="Languages, comma-separated: en, ja.")] = "en,ja",
    labelled: Annotated[
        Path | None,
        typer.Option("--set", help="Folder with en.jsonl and ja.jsonl. Default: the suite's own labelled set."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of votes and report. Default: results/judge-eval/NAME.")
    ] = None,
    registry: Annotated[Path | None, REGISTRY] = None,
    concurrency: Annotated[int, typer.Option(help="Calls in flight at once.")] = 32,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON and nothing else.")] = False,
) -> None:
    """Have a judge grade labelled answers, and say where it is right, wrong, or cannot tell.

    Interrupted or killed, the same command goes on where it was; no finished call is paid twice.
    """
    from bench.cli.terminal import notice, print_json
    from bench.config import load_registry
    from bench.judge_eval.casting import execute, prepare
    from bench.records import LANGS
    from bench.report.render.terminal import print_document, say
    from bench.report.sections.judging import evaluation_sections, evaluation_title
    from bench.values import at_least, choices

    ready = prepare(
        judge=judge,
        langs=choices(langs, "language", LANGS),
        labelled=labelled,
        out=out,
        registry=load_registry(registry),
        concurrency=at_least(1, concurrency, "--concurrency"),
    )
    report = execute(ready, tell=notice)
    if as_json:
        print_json(report)
        return
    from rich.console import Console

    console = Console()
    print_document(evaluation_title(report), evaluation_sections(report), console)
    say(console, f"Files: {ready.folder}/ (report.json, votes.jsonl)", wrap=False)


def trials_of(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """The answer of each trial: the newer one where a trial has two."""
    return tuple({(a.lang, a.item, a.arm, a.repeat): a for a in answers}.values())


def unusable_votes(log: RunLog) -> frozenset[str]:
    """The keys of the votes that count, came back and can decide nothing. One that failed did not come back."""
    from bench import panel
    from bench.dataset.as_shown import cast_as, item_of

    items = {(item.lang, item.id): item for item in log.items}
    kinds = {a.key: item.kind for a in log.answers if (item := item_of(a, items)) is not None}
    own = {a.key: a.kind for a in log.answers}
    counting = {(v.answer_key, v.model): v for v in log.votes if v.round == 0 and v.answer_key in kinds}
    on_shown = (v for v in counting.values() if cast_as(v, own[v.answer_key], kinds[v.answer_key]))
    came = (vote for vote in on_shown if vote.failure is None)
    return frozenset(vote.key for vote in came if panel.read(vote, kinds[vote.answer_key]).label is None)


def _print_changes(console: Console, cast: int, changed: list[Flip]) -> None:
    from bench.langs import DEFAULT
    from bench.report.sections.judging import letter_word

    _say(console, f"Votes cast: {cast}. Final verdicts that changed: {len(changed)}.")
    for flip in changed[:SHOWN]:
        before, after = letter_word(flip.before)[DEFAULT], letter_word(flip.after)[DEFAULT]
        _say(console, f"  {flip.lang} {flip.item} {flip.arm} repeat {flip.repeat}: {before} → {after}")
    if len(changed) > SHOWN:
        _say(console, f"  and {len(changed) - SHOWN} more (--json lists all)")


def _say(console: Console, line: str) -> None:
    from rich.text import Text

    from bench.text.display import for_terminal

    console.print(Text(for_terminal(line)))
