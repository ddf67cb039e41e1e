"""What must hold of a kit, checked seed by seed; what is found is collected in one `Found`."""

from __future__ import annotations

import hashlib
import os
import re
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from bench.authoring.kit_reader import Reader
from bench.kits.base import TIERS, Kit, KitError, Question
from bench.kits.contexts import Context, contexts
from bench.kits.rows import Row, question_rows, shown_chunks
from bench.kits.sheets import marks_left
from bench.kits.world import World
from bench.records import LANGS

SHARED = 0.1
"""Two seeds share fewer of their answers than this share."""
OLDER = (0.3, 0.5)
"""Share of the twin pairs in which the older edition is right."""
MEDIAN = (300, 650)
"""Tokens of the median chunk, in English."""
FEWEST = 30
"""Over fewer seeds than this the shares and variety of answers are printed and not judged."""
TOKENS = 90_000
"""Of a world, in English: with fewer the longest contexts cannot be filled with what is not needed."""
DOCUMENT_KINDS = 10
SLIPS = 2
"""Of a question on average, at least."""
ANSWERS = 0.25
"""Different answers of a program, as a share of the seeds, at least."""
CONTEXTS = 40
"""Main contexts, at least, over which the longest chunk is judged."""
LONGEST = 0.08
"""By how much the longest chunk of a context may be gold more often than chance says."""

Chunks = list[dict[str, str]]
_KEY = re.compile(r"[A-Z]{1,3}\d*-?\d{2,}|(?<![\d,.])(?!19|20)\d{4,}(?![\d年])")


@dataclass
class Found:
    """Faults, and what was counted on the way."""

    faults: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    older: Counter[tuple[str, bool]] = field(default_factory=Counter)
    slips: Counter[str] = field(default_factory=Counter)
    answers: dict[tuple[str, str], dict[str, list[str]]] = field(default_factory=lambda: defaultdict(dict))
    sizes: dict[tuple[int, str, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    chunk_tokens: list[int] = field(default_factory=list)
    world_tokens: list[int] = field(default_factory=list)
    document_kinds: set[str] = field(default_factory=set)
    longest: list[tuple[str, float]] = field(default_factory=list)
    """For each Main context: the kind of document of its longest chunk if it is gold, and the share of gold chunks."""

    def fault(self, place: str, what: str) -> None:
        self.faults.append(f"{place}: {what}")


def check_seed(world: World, reader: Reader | None, programs: Sequence[str], found: Found) -> None:
    """Everything that must hold of one seed; without a reader, what needs none.

    Faults of one program do not hide those of the next.
    """
    whole = {lang: _documents(world, lang, found) for lang in LANGS}
    for doc in world.docs:
        if len({world.choices(doc, lang) for lang in LANGS}) > 1:
            found.fault(f"seed {world.seed} {doc}", "the languages do not choose among as many things (one, some)")
        found.chunk_tokens += [world.count(part.text) for part in world.parts(world.piece(doc), "en")]
    found.document_kinds |= {doc.kind for doc in world.docs.values()}
    found.world_tokens.append(sum(world.tokens(world.piece(doc)) for doc in world.docs))
    for name in programs:
        try:
            question = world.question(name, 0)
            shown = contexts(world, name, 0, question)
        except KitError as error:
            found.fault(f"seed {world.seed} {name}", str(error))
            continue
        if question.older is not None:
            found.older[name, question.older] += 1
        found.slips[name] += len(question.slips)
        for lang in LANGS:
            place = f"seed {world.seed} {name} {lang}"
            wanted = reader.value(name, question.answer[lang].text) if reader else None
            found.answers[name, lang].setdefault(world.seed, []).append(question.answer[lang].text)
            _check_values(place, question, lang, found)
            if reader:
                _check_whole(place, name, question, lang, whole[lang], wanted, reader, found)
            _check_contexts(world, place, name, question, lang, shown, wanted, reader, found)


def _documents(world: World, lang: str, found: Found) -> dict[str, Chunks]:
    whole = {}
    for doc in world.docs:
        piece = world.piece(doc)
        title = world.rendered(piece, lang).title
        whole[doc] = [{"title": title, "text": part.text} for part in world.parts(piece, lang)]
        if any(marks_left(chunk["title"] + chunk["text"]) for chunk in whole[doc]):
            found.fault(f"seed {world.seed} {doc} {lang}", "a mark of the templates is left in a text")
    titles = Counter(chunks[0]["title"] for chunks in whole.values() if chunks)
    for title, count in titles.items():
        if count > 1:
            found.fault(f"seed {world.seed} {lang}", f"{count} documents have one title: {title}")
    return whole


def _check_values(place: str, question: Question, lang: str, found: Found) -> None:
    answer = question.answer[lang].text
    for name, said in question.slips.items():
        if said[lang].text in question.answer[lang].all:
            found.fault(place, f"the slip {name} equals the answer")
    if question.rival_answer and question.rival_answer[lang].text == answer:
        found.fault(place, "the rival agrees")
    if question.refuted and question.refuted[lang].text in question.answer[lang].accept:
        found.fault(place, "what the question takes for granted is right")
    if len(set(question.ask[lang])) < 3:
        found.fault(place, "fewer than three wordings of the question")


def _check_whole(
    place: str,
    name: str,
    question: Question,
    lang: str,
    whole: Mapping[str, Chunks],
    wanted: Any,
    reader: Reader,
    found: Found,
) -> None:
    everything = [chunk for chunks in whole.values() for chunk in chunks]
    for wording in question.ask[lang]:
        found.counts["read"] += 1
        got = reader.read(name, wording, everything)
        if got != wanted:
            found.fault(place, f"second reader {got}, ledger {wanted}: {wording}")
    for left_out in question.documents:
        found.counts["left out"] += 1
        rest = [chunk for doc, chunks in whole.items() if doc != left_out for chunk in chunks]
        got = reader.read(name, question.ask[lang][0], rest)
        if got is not None:
            found.fault(place, f"without {left_out} the second reader still comes to {got}")


def _check_contexts(
    world: World,
    place: str,
    name: str,
    question: Question,
    lang: str,
    shown: Mapping[str, Context],
    wanted: Any,
    reader: Reader | None,
    found: Found,
) -> None:
    item, rows = question_rows(world, name, 0, question, dict(shown), lang)
    lengths = {}
    for kind, context in shown.items():
        parts = shown_chunks(world, context, lang)
        chunks = [{"title": title, "text": part.text} for title, part in parts]
        found.counts[kind] += 1
        lengths[kind] = len(chunks)
        found.sizes[world.program(name).tier, kind, lang].append(sum(world.count(chunk["text"]) for chunk in chunks))
        got = reader.read(name, item["question"], chunks) if reader else None
        if reader and got != (wanted if kind in ("main", "false_premise") else None):
            found.fault(place, f"{kind}: second reader {got}, ledger {wanted}")
        if kind == "main" and lang == "en":
            found.longest.append((_longest_gold(world, context, item, lang), len(item["positive"]) / len(parts)))
        if kind == "insufficient" and (line := restated(question, lang, item["question"], chunks)):
            found.fault(place, f"the insufficient context restates the answer: {line}")
    if any(row["kind"] == "contradictory" and not row["overlay"]["rival"] for row in rows):
        found.fault(place, "the rival changes none of the evidence")
    if len(set(lengths.values())) > 1:
        found.fault(place, f"numbers of chunks differ between kinds: {lengths}")


def _longest_gold(world: World, context: Context, item: Row, lang: str) -> str:
    """The kind of document whose chunk is the longest of a context, by characters; "" where it is not gold."""
    pairs = [(piece.doc, part) for piece in context.pieces for part in world.parts(piece, lang)]
    doc, part = max(pairs, key=lambda pair: len(pair[1].text))
    return world.docs[doc].kind if part.id in item["positive"] else ""


def restated(question: Question, lang: str, asked: str, chunks: Chunks) -> str | None:
    """A line that holds the answer in any form beside a key that the question names; None where there is none.

    A number or name alone recurs everywhere; keys are codes and numbers of four digits that are no year.
    """
    keys = _KEY.findall(asked)
    forms = question.answer[lang].all
    for chunk in chunks:
        for line in chunk["text"].splitlines():
            if any(key in line for key in keys) and any(form in line for form in forms):
                return line
    return None


def check_kit(kit: Kit, seeds: int, programs: Sequence[str], found: Found) -> None:
    """What must hold of the kit as a whole, and of its seeds taken together."""
    if set(programs) == set(kit.programs):
        tiers = Counter(made.tier for made in kit.programs.values() if made.kind == "main")
        if sum(tiers.values()) < 6 or len({tiers[tier] for tier in TIERS}) > 1:
            found.fault(kit.name, f"programs by tier {dict(sorted(tiers.items()))}: six or more, as many in each tier")
        if sum(made.kind == "false_premise" for made in kit.programs.values()) < 2:
            found.fault(kit.name, "fewer than two programs with a false premise")
    if found.chunk_tokens and not MEDIAN[0] <= (median := statistics.median(found.chunk_tokens)) <= MEDIAN[1]:
        found.fault(kit.name, f"the median chunk has {median:.0f} tokens; wanted: {MEDIAN[0]} to {MEDIAN[1]}")
    if found.world_tokens and min(found.world_tokens) < TOKENS:
        found.fault(kit.name, f"a world has {min(found.world_tokens):,} tokens; wanted: {TOKENS:,} or more")
    if found.document_kinds and len(found.document_kinds) < DOCUMENT_KINDS:
        found.fault(kit.name, f"{len(found.document_kinds)} kinds of documents; wanted: {DOCUMENT_KINDS} or more")
    if seeds >= FEWEST:
        _check_many(kit, seeds, programs, found)
    hits, chance, mostly = longest(found)
    if len(found.longest) >= CONTEXTS and hits - chance > LONGEST:
        found.fault(
            kit.name,
            f"the longest chunk, by characters, is gold in {hits:.0%} of the contexts; chance is {chance:.0%}."
            f" Mostly it is of {mostly}: shorten it, let others be longer, or divide it with border",
        )
    share = shared(found)
    if share is not None and share >= SHARED:
        found.fault(kit.name, f"two seeds share {share:.0%} of their answers; wanted: under {SHARED:.0%}")
    if len({digest(kit.name, hash_seed) for hash_seed in ("1", "2")}) > 1:
        found.fault(kit.name, "seed 1 gives other bytes under another PYTHONHASHSEED")


def _check_many(kit: Kit, seeds: int, programs: Sequence[str], found: Found) -> None:
    """What can be judged over many seeds only."""
    old, both = (sum(n for (_, older), n in found.older.items() if older or not only) for only in (True, False))
    if both and not OLDER[0] <= old / both <= OLDER[1]:
        found.fault(kit.name, f"the older edition is right in {old} of {both} pairs; wanted: 30 to 50 %")
    for name in programs:
        if kit.programs[name].kind == "main" and found.slips[name] / seeds < SLIPS:
            found.fault(name, f"{found.slips[name] / seeds:.1f} slips for a question; wanted: {SLIPS} or more")
        answers = {text for texts in found.answers[name, LANGS[0]].values() for text in texts}
        if len(answers) < ANSWERS * seeds:
            found.fault(name, f"{len(answers)} different answers over {seeds} seeds; wanted: {ANSWERS:.0%} or more")


def longest(found: Found) -> tuple[float, float, str]:
    """How often the longest chunk of a Main context is gold, how often one drawn at random would be, mostly of what."""
    count = len(found.longest) or 1
    kinds = Counter(kind for kind, _ in found.longest if kind)
    mostly = ", ".join(kind for kind, _ in kinds.most_common(2))
    return kinds.total() / count, sum(chance for _, chance in found.longest) / count, mostly


def shared(found: Found) -> float | None:
    """Of the answers of two seeds, program by program, the share that is equal; over all pairs. None for one seed."""
    equal = pairs = 0
    for (_, lang), by_seed in found.answers.items():
        if lang != "en":
            continue
        for one, other in combinations(by_seed.values(), 2):
            equal += one == other
            pairs += 1
    return equal / pairs if pairs else None


def digest(kit: str, hash_seed: str) -> str:
    """Of everything that seed 1 gives, in a process of its own."""
    code = f"from bench.authoring.kit_faults import print_digest; print_digest({kit!r})"
    env = os.environ | {"PYTHONHASHSEED": hash_seed}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def print_digest(kit: str) -> None:
    """Print the sha256 of the rows of draw 0 of every program, seed 1."""
    from bench.kits import load

    world, total = World(load(kit), 1), hashlib.sha256()
    for name in world.kit.programs:
        try:
            question = world.question(name, 0)
            shown = contexts(world, name, 0, question)
            rows = repr([question_rows(world, name, 0, question, shown, lang) for lang in LANGS])
        except KitError as error:
            rows = str(error)
        total.update(rows.encode())
    print(total.hexdigest())
