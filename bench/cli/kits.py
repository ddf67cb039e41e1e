"""`bench data renew`, `seal`, `reveal`: draw a new set from the kits, and commit to one before it is drawn.

`bench data probe` measures what form alone tells of a set, drawn or written.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bench.cli.data import AsJson, FoundLangs, Langs, found_langs, langs_of, table
from bench.cli.terminal import print_json

if TYPE_CHECKING:
    from bench.authoring.probe import Share
    from bench.authoring.probe_fit import Gain
    from bench.kits.release import Drawn, Plan

Seed = Annotated[str, typer.Option("--seed", help="Lower-case letters and digits; the same seed draws the same set.")]
SecretSeed = Annotated[
    str, typer.Option("--seed", help="At least 16 lower-case letters and digits; without it one is drawn and printed.")
]
Kits = Annotated[str, typer.Option("--kits", help="Kits, comma-separated; without it all but drafts.")]
PerProgram = Annotated[int, typer.Option("--per-program", help="Questions of each program of each kit.")]
Out = Annotated[Path, typer.Option("--out", help="The folder to make; it must not hold anything yet.")]
MaybeOut = Annotated[
    Path | None, typer.Option("--out", help="Draw the set into this new folder too.", show_default=False)
]

NewRound = Annotated[
    Path | None,
    typer.Option("--round", metavar="FILE", help="Write the file of a round, to be published.", show_default=False),
]
SealedRound = Annotated[
    Path | None,
    typer.Option(
        "--round", metavar="FILE", help="The file of the round; the seed is written into it.", show_default=False
    ),
]


def renew(seed: Seed, out: Out, kits: Kits = "", per_program: PerProgram = 1, langs: Langs = "en,ja") -> None:
    """Draw a new set of items from the kits, as a dataset of its own. Offline; the same seed gives the same bytes."""
    from bench.kits.release import write

    wanted = _plan(seed, kits, per_program, langs)
    _tell(wanted.per_program, write(wanted, out), out)


def seal(
    seed: SecretSeed = "", kits: Kits = "", per_program: PerProgram = 1, langs: Langs = "en,ja", round: NewRound = None
) -> None:
    """Print the commitment to a set that is drawn later: publish it before a round, and keep the seed to yourself."""
    from bench.kits.seal import commitment, new_seed, sources
    from bench.text.display import for_terminal

    wanted = _plan(seed or new_seed(), kits, per_program, langs)
    sealed = commitment(wanted)
    typer.echo(f"commitment {sealed}")
    typer.echo(f"sources    {sources(wanted.kits)}")
    if not seed:
        typer.echo(f"seed       {wanted.seed} (secret until the round is over)")
    chosen = f" --kits {','.join(wanted.kits)}" if kits else ""
    each = f" --per-program {per_program}" if per_program != 1 else ""
    if round is not None:
        _write_round(round, wanted, sealed)
        typer.echo(f"To prove it: bench data reveal --seed SEED --round {for_terminal(str(round))}")
        return
    typer.echo(f"To prove it: bench data reveal --seed SEED{chosen}{each} --commitment {sealed} --out DIR")


def reveal(
    seed: Seed,
    commitment: Annotated[
        str, typer.Option("--commitment", help="What `bench data seal` printed: 64 hex digits.", show_default=False)
    ] = "",
    out: MaybeOut = None,
    kits: Kits = "",
    per_program: PerProgram = 1,
    langs: Langs = "en,ja",
    round: SealedRound = None,
    submissions: Annotated[
        Path | None,
        typer.Option(help="With --round: the folder of the submissions that are in; no other will count as sealed."),
    ] = None,
) -> None:
    """Prove that a seed is the one that was sealed, and draw its set. Exit code 2 where it is not."""
    from bench.errors import UsageError
    from bench.kits.release import write
    from bench.kits.seal import prove

    if round is not None:
        _reveal_round(round, seed, out, submissions, given=bool(commitment or kits or per_program != 1))
        return
    if submissions is not None:
        raise UsageError("--submissions: it is written into the file of a round; give that with --round.")
    wanted = _plan(seed, kits, per_program, langs)
    prove(wanted, commitment)
    typer.echo("The commitment fits: this seed, these kits and these sources were sealed.")
    if out is not None:
        _tell(wanted.per_program, write(wanted, out), out)


def _write_round(path: Path, wanted: Plan, sealed: str) -> None:
    import re
    from datetime import UTC, datetime

    from bench.errors import UsageError
    from bench.kits.seal import sources
    from bench.records.rounds import Round
    from bench.report.rounds import write
    from bench.text.display import for_terminal

    if path.exists():
        raise UsageError(f"--round: {path} is there already; give the name of a new file.")
    today = datetime.now(UTC).date()
    made = Round(
        name=re.sub("[^a-z0-9]+", "-", path.stem.lower()).strip("-")[:60].rstrip("-") or "round",
        commitment=sealed,
        sources=sources(wanted.kits),
        kits=wanted.kits,
        per_program=wanted.per_program,
        langs=wanted.langs,
        published=today,
    )
    write(path, made)
    typer.echo(for_terminal(f"Wrote {path}: publish it; where that is not today, correct `published`."))


def _reveal_round(path: Path, seed: str, out: Path | None, submissions: Path | None, given: bool) -> None:
    from datetime import UTC, datetime

    from bench.errors import UsageError
    from bench.report.rounds import draw, revealed, write
    from bench.text.display import for_terminal

    if given:
        raise UsageError("--round: the file says which commitment, kits and number of draws; leave those flags out.")
    found = revealed(path, seed, datetime.now(UTC).date(), submissions)
    typer.echo("The commitment fits: this seed, these kits and these sources were sealed.")
    if out is not None:
        _tell(found.per_program, draw(found, out), out)
    if found.received is not None:
        typer.echo(f"Runs that were in: {len(found.received)}. No other counts as sealed.")
    write(path, found)
    typer.echo(for_terminal(f"Wrote the seed into {path}: publish it again."))


def _plan(seed: str, kits: str, per_program: int, langs: str) -> Plan:
    from bench.kits.release import plan
    from bench.values import parts

    return plan(seed, parts(kits), per_program, langs_of(langs))


def _tell(per_program: int, drawn: Drawn, out: Path) -> None:
    from bench.text.display import for_terminal

    for lang, rows in drawn.rows.items():
        typer.echo(f"{lang}: " + ", ".join(f"{name} {count} rows" for name, count in rows.items()))
    for program, count in drawn.short.items():
        typer.echo(f"{program}: {count} of {per_program}; with this seed it has no more different questions.")
    typer.echo(for_terminal(f"Wrote {out}. Check it with: bench data validate {out}"))


def probe(
    data: Annotated[str, typer.Option("--data", help="gib, lit, or a folder or file.")] = "gib",
    langs: FoundLangs = None,
    as_json: AsJson = False,
) -> None:
    """Measure what form alone tells: whether an item is to be declined, which chunk is gold, which edition is right.

    Nothing is read but counts, lengths, endings, dates in heads, shared numbers and titles. Offline.
    """
    from dataclasses import asdict

    from bench.authoring.probe import probe as measure

    found = measure(data, found_langs(langs))
    if as_json:
        print_json({each.lang: asdict(each) for each in found})
        return
    from rich.console import Console

    console = Console()
    for each in found:
        kinds = list(next(iter(each.gains.values()), {}))
        counts = ", ".join(f"{kind} {count}" for kind, count in each.items.items())
        title = f"{each.lang}: balanced accuracy less 50 %, in points ({counts})"
        gains = [[name, *(_points(gain) for gain in by_kind.values())] for name, by_kind in each.gains.items()]
        console.print(table(title, kinds, gains))
        shares = [*each.places, *([each.newest] if each.newest else [])]
        rows = [[s.name, f"{s.share:.1%}", f"{s.chance:.1%}", _difference(s), str(s.count)] for s in shares]
        console.print(table(f"{each.lang}: is gold", ["share", "chance", "points", "cases"], rows))
        for name, kind, gain in each.telling:
            typer.echo(f"{each.lang}: {name} tells {kind} from Main: {_points(gain)} points")


def _points(gain: Gain | None) -> str:
    if gain is None:
        return "—"
    between = f" [{gain.interval[0]:+.0f}, {gain.interval[1]:+.0f}]" if gain.interval else ""
    return f"{gain.points:+.1f}{between}"


def _difference(share: Share) -> str:
    between = f" [{100 * share.interval[0]:+.0f}, {100 * share.interval[1]:+.0f}]" if share.interval else ""
    return f"{share.points:+.1f}{between}"
