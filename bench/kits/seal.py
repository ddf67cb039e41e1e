"""A commitment to a set that is drawn later: published before a round, proved afterwards.

The commitment is a sha256 over the seed, the kits and the number of draws, and the sha256 of the sources that draw
them. Nobody can find the seed from it, and nobody can reveal another seed, other kits or other sources to it.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from pathlib import Path

from bench.errors import UsageError
from bench.kits import names
from bench.kits.release import Plan

LEAST = 16
"""Characters of a seed that is sealed: a shorter one can be found by trying."""
ROOM = Path(__file__).parent


def new_seed() -> str:
    """A seed that nobody can guess: 24 hexadecimal digits from the system's source of randomness."""
    return secrets.token_hex(12)


def commitment(wanted: Plan, drawn_by: str = "") -> str:
    """64 hexadecimal digits. The languages are not part of it: both are drawn from one ledger.

    `drawn_by`: the sha256 of the sources (`sources`); without it that of the sources of this suite. Raises UsageError
    for a seed shorter than LEAST.
    """
    if len(wanted.seed) < LEAST:
        raise UsageError(
            f"--seed: a sealed seed has {LEAST} characters or more, since a shorter one can be found by trying;"
            " leave it out to have one drawn."
        )
    sealed = {
        "seed": wanted.seed,
        "kits": list(wanted.kits),
        "per_program": wanted.per_program,
        "sources": drawn_by or sources(wanted.kits),
    }
    return hashlib.sha256(json.dumps(sealed, sort_keys=True).encode()).hexdigest()


def sources(kits: tuple[str, ...]) -> str:
    """The sha256 of what draws these kits: the machinery and their folders, each file with its name."""
    others = set(names()) - set(kits)
    total = hashlib.sha256()
    for path in sorted(ROOM.rglob("*"), key=lambda path: path.relative_to(ROOM).as_posix()):
        inside = path.relative_to(ROOM)
        if path.suffix in (".py", ".j2") and inside.parts[0] not in others:
            # Line ends as the sources have them, whatever a checkout has made of them.
            data = path.read_bytes().replace(b"\r\n", b"\n")
            total.update(f"{inside.as_posix()} {hashlib.sha256(data).hexdigest()}\n".encode())
    return total.hexdigest()


def prove(wanted: Plan, published: str, drawn_by: str = "") -> None:
    """Raise UsageError unless the plan is the one that was sealed. `drawn_by` as for `commitment`."""
    given = published.strip().lower()
    if len(given) != 64 or set(given) - set("0123456789abcdef"):
        raise UsageError("--commitment: give the 64 hexadecimal digits that `bench data seal` has printed.")
    if commitment(wanted, drawn_by) != given:
        theirs = "" if drawn_by else f", or sources that differ from those that were sealed ({_now(wanted)})"
        raise UsageError(f"The commitment does not fit: another seed, other kits or another number of draws{theirs}.")


def _now(wanted: Plan) -> str:
    return f"theirs now: {sources(wanted.kits)[:12]}…"
