"""The documents of the kinds of one question, filled so that form does not tell the kinds apart.

Every kind shows one document in two copies that disagree: about what is asked in contradictory items, about something
else in the others. The budget of the tier gives a number of chunks, and every kind is filled to that number and to the
same number of tokens; some fillers break off, and one near-twin breaks off where no gold document does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from random import Random

from bench.kits.base import TIERS, KitError, Question
from bench.kits.world import Piece, World

CUT_SHARE = 0.15
"""Of the fillers: they end at a border, with no continuation."""
DRAWS = 40
"""How often a near-twin in two copies is drawn from each program before it is given up."""
LAST = 8
"""Chunks at the end of a context for which documents of the right length are looked for."""
FULL = 0.97
"""Share of the budget that is filled; the last documents bring the tokens near to it."""


@dataclass(frozen=True, slots=True)
class Context:
    """What one kind of a question shows, in the order of the documents of the world.

    `gold`: pieces that hold evidence, a broken one among them. `copies`: pieces rendered from a changed ledger, with
    the copy of the corpus that they stand beside. `fillers`: the rest. `left_out`: a document that is nowhere.
    """

    gold: tuple[Piece, ...]
    copies: tuple[Piece, ...]
    fillers: tuple[Piece, ...]
    left_out: str | None = None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.gold + self.copies + self.fillers


def contexts(world: World, program: str, number: int, question: Question) -> dict[str, Context]:
    """Kind -> context. Raises KitError where the world is too small for the tier or has no near-twin to double."""
    made = world.program(program)
    key = f"{program}/{number}"
    rng = world.rng(key, "context")
    gold = [world.piece(doc) for doc in question.documents]
    harmless = world.copy(question.copied, question.harmless, f"{key}/harmless")
    if made.kind == "false_premise":
        return {"false_premise": _alone(world, key, question, gold, harmless, rng, TIERS[made.tier])}
    if question.rival is None or question.cut is None or question.rival_answer is None:
        raise KitError(f"Kit {world.kit.name}, program {program}: a question needs rival, rival_answer and cut.")
    rival = world.copy(question.copied, question.rival, f"{key}/rival")
    left_out, cut = rng.choice(question.documents), question.cut
    broken = replace(world.piece(cut[0]), end=(cut[1], rng.randrange(1, 4)))
    pair = _noise(world, program, question, rng)
    used = {*question.documents, question.copied, *(piece.doc for piece in pair)}
    pool = _pool(world, used, question, rng)
    needed = {
        "main": _Needed(gold, [harmless]),
        "insufficient": _without(left_out, gold, harmless, pair),
        "contradictory": _Needed(gold, [rival]),
        "incomplete": _without(cut[0], gold, harmless, pair).and_gold(broken),
    }
    budget = _Budget.of(world, needed["main"].pieces + pool, TIERS[made.tier], key)
    twin = next((i for i, piece in enumerate(pool) if piece.doc.split("/")[0] == cut[0].split("/")[0]), 0)
    whole = [replace(pool[twin], end=None), *pool[:twin], *pool[twin + 1 :]]
    # It breaks off as far down as the gold document does, so that the place of a cut tells nothing either.
    cut_twin = [replace(whole[0], end=world.cut_at(broken)), *whole[1:]]
    return {
        kind: Context(
            tuple(needs.gold),
            tuple(needs.copies),
            tuple(needs.fillers + budget.fill(world, needs.pieces, whole if kind == "incomplete" else cut_twin)),
            left_out if kind == "insufficient" else None,
        )
        for kind, needs in needed.items()
    }


@dataclass(frozen=True, slots=True)
class _Needed:
    """What a kind must show. `fillers`: a near-twin's own copy, where it is doubled in place of the document."""

    gold: list[Piece]
    copies: list[Piece]
    fillers: list[Piece] = field(default_factory=list)

    @property
    def pieces(self) -> list[Piece]:
        return self.gold + self.copies + self.fillers

    def and_gold(self, piece: Piece) -> _Needed:
        return replace(self, gold=[*self.gold, piece])


def _alone(
    world: World, key: str, question: Question, gold: list[Piece], harmless: Piece, rng: Random, tokens: int
) -> Context:
    pool = _pool(world, {*question.documents, question.copied}, question, rng)
    own = [] if question.copied in question.documents else [world.piece(question.copied)]
    needed = _Needed(gold, [harmless], own)
    budget = _Budget.of(world, needed.pieces + pool, tokens, key)
    return Context(tuple(gold), (harmless,), tuple(own + budget.fill(world, needed.pieces, pool)))


def _without(doc: str, gold: list[Piece], harmless: Piece, pair: list[Piece]) -> _Needed:
    """All but one document; where that is the doubled one, a near-twin is doubled in its place."""
    left = [piece for piece in gold if piece.doc != doc]
    return _Needed(left, pair[1:], pair[:1]) if harmless.doc == doc else _Needed(left, [harmless])


def _noise(world: World, program: str, question: Question, rng: Random) -> list[Piece]:
    """Two copies of a near-twin that disagree; they stand in where the doubled document itself is left out.

    It comes from another draw of the program, or of another program where this one always doubles the same document.
    """
    others = [name for name, made in world.kit.programs.items() if made.kind == "main" and name != program]
    for name in (program, *rng.sample(others, len(others))):
        for _ in range(DRAWS):
            number = rng.randrange(1, 1_000)
            try:
                other = world.question(name, number)
            except KitError:
                continue
            if other.copied not in question.documents:
                copy = world.copy(other.copied, other.rival, f"{name}/{number}/noise")
                return [world.piece(other.copied), copy]
    raise KitError(
        f"Kit {world.kit.name}, seed {world.seed}, program {program}: no draw of any program has its copied document"
        f" outside the evidence ({', '.join(question.documents)}). Draw subjects of several groups of the world."
    )


def _pool(world: World, used: set[str], question: Question, rng: Random) -> list[Piece]:
    """All other documents, near-twins first: the same kind and group, the same kind, the same group, the rest."""
    wanted = [doc.split("/")[:2] for doc in question.documents]
    kinds, groups = {kind for kind, _ in wanted}, {group for _, group in wanted}
    rest = [doc for doc in world.docs if doc not in used]
    rng.shuffle(rest)
    rest.sort(key=lambda doc: -2 * (doc.split("/")[0] in kinds) - (doc.split("/")[1] in groups))
    return [
        Piece(doc, world.copies[doc], end=rng.uniform(0.3, 0.95) if rng.random() < CUT_SHARE else None) for doc in rest
    ]


@dataclass(frozen=True, slots=True)
class _Budget:
    """How many chunks and tokens every kind is filled to."""

    chunks: int
    tokens: float
    what: str

    @classmethod
    def of(cls, world: World, pieces: list[Piece], tokens: int, key: str) -> _Budget:
        target = FULL * tokens
        totals = list(accumulate(map(world.tokens, pieces)))
        what = f"Kit {world.kit.name}, seed {world.seed}, question {key}"
        if totals[-1] < target:
            raise KitError(
                f"{what}: its documents have {totals[-1]:,} tokens in English, and the tier asks for {tokens:,}:"
                " the world needs more groups, months or editions."
            )
        sizes = [len(world.parts(piece, "en")) for piece in pieces]
        return cls(sum(n for n, total in zip(sizes, totals, strict=True) if total <= target), target, what)

    def fill(self, world: World, needed: list[Piece], pool: list[Piece]) -> list[Piece]:
        """Fillers up to the number of chunks: in order, but the last are those that bring the tokens nearest."""
        left = self.chunks - sum(len(world.parts(piece, "en")) for piece in needed)
        missing = self.tokens - sum(map(world.tokens, needed))
        chosen: list[Piece] = []
        rest = [(piece, len(world.parts(piece, "en")), world.tokens(piece)) for piece in pool]
        rest = [each for each in rest if each[1]]
        while left:
            share = missing / left
            fitting = (each for each in rest if each[1] <= left)
            if left > LAST:
                best = next(fitting, None)
            else:
                best = min(fitting, key=lambda each: abs(each[2] - share * each[1]), default=None)
            best = best or _shortened(world, rest, left)
            if best is None:
                raise KitError(
                    f"{self.what}: its evidence alone has more chunks than the tier's context, or no document fits into"
                    f" the last {left} chunks. Shorten the documents of its evidence or raise its tier."
                )
            rest = [each for each in rest if each[0].doc != best[0].doc]
            piece, chunks, tokens = best
            chosen.append(piece)
            left -= chunks
            missing -= tokens
        return chosen


def _shortened(world: World, rest: Sequence[tuple[Piece, int, int]], chunks: int) -> tuple[Piece, int, int] | None:
    """A document that breaks off so that it has this number of chunks, where none is as short as that."""
    for piece, size, _ in rest:
        short = replace(piece, end=(chunks - 0.4) / size) if size > chunks > 0 else piece
        if len(world.parts(short, "en")) == chunks:
            return short, chunks, world.tokens(short)
    return None
