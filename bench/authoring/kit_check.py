"""Is a kit true? `python -m bench.authoring.kit_check NAME [--seeds 50]` prints counts and faults; 1 on any fault.

For every seed, program and language, through the second reader (tests/kits/readers/NAME, not shipped), which has never
seen the ledger: the whole world gives the answer; without any one evidence document it gives none; the Main context
gives the answer, the abstention contexts none. Then what docs/kits.md asks of a kit: tiers, lengths, slips, editions,
answers that differ between seeds, the same bytes under another hash seed. A kit without a second reader is held to the
rest. For makers of kits, from a checkout.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from bench.authoring.kit_faults import Found, check_kit, check_seed
from bench.authoring.kit_figures import report
from bench.authoring.kit_reader import has_reader, second_reader
from bench.errors import BenchError
from bench.kits import load
from bench.kits.rows import chunk_rows
from bench.kits.world import World
from bench.records import LANGS

SHOWN = 2
"""Faults shown of each seed and program."""


def main(arguments: Sequence[str]) -> int:
    """Check the kit named in the arguments. 0: nothing found; 1: faults; 2: a request that cannot be met."""
    parser = argparse.ArgumentParser(prog="python -m bench.authoring.kit_check", description=__doc__)
    parser.add_argument("kit")
    parser.add_argument("--seeds", type=int, default=50, help="seeds 1 to N (50)")
    parser.add_argument("--first", type=int, default=1, help="begin with this seed (1)")
    parser.add_argument("--programs", default="", help="these programs only, comma-separated")
    parser.add_argument("--show", metavar="PROGRAM", help="print draw 0 of a program for the first seed, and no check")
    parser.add_argument("--print", metavar="DOC", dest="doc", help="print documents whose id begins so, and no check")
    given = parser.parse_args(arguments)
    try:
        if given.show or given.doc:
            _print(World(load(given.kit), given.first), given.show, given.doc)
            return 0
        return _check(given)
    except BenchError as error:
        print(f"kit_check: {error}", file=sys.stderr)
        return 2


def _check(given: argparse.Namespace) -> int:
    kit = load(given.kit)
    reader = second_reader(kit.name) if has_reader(kit.name) else None
    if reader is None:
        print(f"{kit.name} has no second reader yet (docs/kits.md): checked is what needs none", file=sys.stderr)
    programs = [name for name in kit.programs if not given.programs or name in given.programs.split(",")]
    found = Found()
    for seed in range(given.first, given.first + given.seeds):
        try:
            check_seed(World(kit, seed), reader, programs, found)
        except BenchError as error:
            found.fault(f"seed {seed}", str(error))
        print(f"seed {seed}: {len(found.faults)} faults so far", file=sys.stderr)
    check_kit(kit, given.seeds, programs, found)
    for line in report(kit, given.seeds, programs, found):
        print(line)
    shown = list(_first_of_each(found.faults))
    for fault in shown:
        print(f"fault: {fault}")
    hidden = len(found.faults) - len(shown)
    print(f"{len(found.faults)} faults" + (f", {hidden} of them like those shown" if hidden else ""))
    return int(bool(found.faults))


def _first_of_each(faults: Sequence[str]) -> Iterator[str]:
    """The first faults of each seed and program: one mistake shows in every wording and language."""
    seen: Counter[str] = Counter()
    for fault in faults:
        place = " ".join(fault.split(":", 1)[0].split()[:3])
        seen[place] += 1
        if seen[place] <= SHOWN:
            yield fault


def _print(world: World, program: str | None, doc: str | None) -> None:
    if doc:
        for id in world.docs:
            if id.startswith(doc):
                for lang in LANGS:
                    shown = world.rendered(world.piece(id), lang)
                    print(f"==== {id} [{lang}] {shown.title}\n" + "\n--------\n".join(shown.chunks) + "\n")
        return
    assert program is not None
    question = world.question(program, 0)
    for lang in LANGS:
        print(*question.ask[lang], sep="\n")
        print("=", *question.answer[lang].all, sep=" | ")
        for name, said in question.slips.items():
            print(f"  {name}: {said[lang].text}")
        if question.rival_answer:
            print(f"  rival in {question.copied}: {question.rival_answer[lang].text}")
        if question.refuted:
            print(f"  refuted: {question.refuted[lang].text}")
        for id, span in question.evidence:
            shown = world.rendered(world.piece(id), lang)
            for chunk, start, end in shown.spans[span]:
                print(f"  {id} [{chunk}] {span}: {shown.chunks[chunk][start:end].strip()}")
    chunks = {lang: len(chunk_rows(world, lang)) for lang in LANGS}
    print(f"tier {world.program(program).tier}, rows {question.rows}, chunks of the world {chunks}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
