"""Kits x a seed -> a dataset in the suite's own format: dataset.toml and LANG/{chunks,items,abstention}.jsonl.

The same arguments give the same bytes, on any platform, in any order of kits. The folder appears whole or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.errors import UsageError
from bench.kits import finished, load, names
from bench.kits.contexts import contexts
from bench.kits.rows import Row, chunk_rows, question_rows
from bench.kits.world import World
from bench.records import LANGS, Lang

TRIES = 20
"""Draws for each question wanted: a draw that asks what an earlier one has asked is left out."""
LICENCE = "CC-BY-4.0"
NAME = "drawn"
"""A set is called NAME-SEED."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is drawn: kits by name (sorted), a seed, draws of each program, languages."""

    seed: str
    kits: tuple[str, ...]
    per_program: int
    langs: tuple[Lang, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What was written. `short`: kit/program -> questions found, where a program had fewer than were wanted."""

    rows: dict[Lang, dict[str, int]]
    short: dict[str, int]


def plan(seed: str, kits: Sequence[str], per_program: int, langs: Sequence[str]) -> Plan:
    """A checked plan. No kits: all that are no drafts. Raises UsageError with every fault of the request."""
    known, faults = names(), []
    if unknown := sorted(set(kits) - set(known)):
        faults.append(f"--kits: there is no kit {', '.join(unknown)}; kits: {', '.join(known)}.")
    if unknown := sorted(set(langs) - set(LANGS)):
        faults.append(f"--langs: there is no language {', '.join(unknown)}; languages: {', '.join(LANGS)}.")
    if not langs:
        faults.append(f"--langs: give {' or '.join(LANGS)}, or both with a comma.")
    if per_program < 1:
        faults.append(f"--per-program: {per_program} is below 1.")
    if not (seed.isascii() and seed.isalnum() and seed == seed.lower() and len(seed) <= 64):
        faults.append("--seed: give 1 to 64 lower-case letters and digits.")
    if faults:
        raise UsageError("\n".join(faults))
    chosen = tuple(sorted(set(kits) or finished()))
    return Plan(seed, chosen, per_program, tuple(lang for lang in LANGS if lang in langs))


def write(wanted: Plan, out: Path, drawn: Callable[[str], None] | None = None) -> Drawn:
    """Draw the set into the new folder `out`; `drawn` is told the name of each kit that is drawn.

    Raises UsageError where `out` holds something already or cannot be written, KitError where a kit cannot be drawn.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"--out: {out} exists and is not an empty folder; give a new one, or remove it.")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as scratch:
            new = Path(scratch) / "set"
            made = _write(wanted, new, drawn)
            if out.exists():
                out.rmdir()
            new.rename(out)
    except OSError as error:
        raise UsageError(f"--out: {out} cannot be written ({error.strerror or error}); give another folder.") from error
    return made


def world_rows(
    world: World, per_program: int, langs: Sequence[Lang], short: dict[str, int]
) -> Iterator[tuple[Lang, str, list[Row]]]:
    """(language, file, rows) of one world: the corpus, then the questions, program by program.

    Programs with fewer questions than are wanted are noted in `short`.
    """
    for lang in langs:
        yield lang, "chunks", chunk_rows(world, lang)
    for program in world.kit.programs:
        asked: set[str] = set()
        for number in range(TRIES * per_program):
            if len(asked) == per_program:
                break
            question = world.question(program, number)
            if question.ask["en"][0] in asked:
                continue
            asked.add(question.ask["en"][0])
            shown = contexts(world, program, number, question)
            for lang in langs:
                item, abstention = question_rows(world, program, number, question, shown, lang)
                yield lang, "items", [item]
                yield lang, "abstention", abstention
        if len(asked) < per_program:
            short[f"{world.kit.name}/{program}"] = len(asked)


def _write(wanted: Plan, folder: Path, drawn: Callable[[str], None] | None) -> Drawn:
    counts = {lang: {"chunks": 0, "items": 0, "abstention": 0} for lang in wanted.langs}
    short: dict[str, int] = {}
    files = {}
    folder.mkdir()
    (folder / "dataset.toml").write_text(_settings(wanted), encoding="utf-8", newline="\n")
    try:
        for lang in wanted.langs:
            (folder / lang).mkdir()
            for name in counts[lang]:
                files[lang, name] = (folder / lang / f"{name}.jsonl").open("w", encoding="utf-8", newline="\n")
        for kit in wanted.kits:
            for lang, name, rows in world_rows(World(load(kit), wanted.seed), wanted.per_program, wanted.langs, short):
                files[lang, name].write(_lines(rows))
                counts[lang][name] += len(rows)
            if drawn is not None:
                drawn(kit)
    finally:
        for file in files.values():
            file.close()
    return Drawn(counts, short)


def _lines(rows: Iterable[Row]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _settings(wanted: Plan) -> str:
    return (
        f"# Drawn from the kits {', '.join(wanted.kits)} with the seed {wanted.seed}, {wanted.per_program} of each"
        f' program.\nname = "{NAME}-{wanted.seed}"\nversion = "{wanted.per_program}"\nlicence = "{LICENCE}"\n'
        'composition = "growing"\n'
    )
