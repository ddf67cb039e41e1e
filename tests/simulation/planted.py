"""What is planted: who says what to which question in which repeat, and what each judge makes of it.

Guarantees: everything is a pure function of names and numbers, by hash; nothing is drawn. The same trial always gets
the same answer, and the same answer the same votes, whatever was killed or asked again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from bench.records import Item, Lang

Said = Literal["right", "wrong", "declined", "named", "cut", "filtered"]
"""`right` to a question without evidence is the value that only memory can give. Cut and filtered are no answers."""
Trouble = Literal["", "unreadable", "errors", "garbled", "hangs", "closed"]
"""What befalls a vote. `unreadable`: prose without a verdict, for good. The others fail until the judge is mended:
status 500 or a garbled body to every attempt, no reply at all, or a 503 that asks to come back in two hours."""

REPEATS = 3
CANARY_SHARE = 0.25
SEED = 0
UNREADABLE = 0.005
FAILING = 0.05
"""Of the judge calls; each of the four kinds has a quarter of them."""
NO_ANSWER = 0.005
"""Of the answers are cut by the token limit, and as many filtered by the provider."""
_FAILURES: tuple[Trouble, ...] = ("errors", "garbled", "hangs", "closed")

GOOD = frozenset("cnd")
ATTEMPTS: Mapping[str, frozenset[str]] = {
    "main": frozenset("cw"),
    "insufficient": frozenset("w"),
    "incomplete": frozenset("w"),
    "contradictory": frozenset("w"),
}


@dataclass(frozen=True, slots=True)
class System:
    """A generator with its planted rates. `model` is FAMILY/NAME."""

    name: str
    model: str
    right: float
    wrong: float
    """Of answerable questions; the rest is declined."""
    remembered: float
    made_up: float
    """Of questions without evidence, canaries too: attempts with the right value, and with another; else declined."""
    side: float
    declined: float
    """Of contradictory ones: a side taken, declined without saying why; the rest names the conflict."""

    @property
    def family(self) -> str:
        return self.model.split("/")[0]


@dataclass(frozen=True, slots=True)
class Judge:
    """A judge that errs in a share of its votes. Towards its own family it takes wrong for right more often."""

    model: str
    errs: float
    lenient: float = 0.0

    @property
    def spec(self) -> str:
        return f"openai-compatible:{self.model}"

    def error_rate(self, system: System, truth: str) -> float:
        own = self.model.split("/")[0] == system.family
        return self.lenient if own and truth == "w" and self.lenient else self.errs


SYSTEMS = (
    System("alpha", "aurora/alpha", right=0.80, wrong=0.12, remembered=0.04, made_up=0.16, side=0.20, declined=0.30),
    System("beta", "aurora/beta", right=0.80, wrong=0.12, remembered=0.04, made_up=0.16, side=0.20, declined=0.30),
    System("gamma", "cedar/gamma", right=0.66, wrong=0.28, remembered=0.10, made_up=0.40, side=0.60, declined=0.15),
    System("delta", "dune/delta", right=0.55, wrong=0.05, remembered=0.01, made_up=0.04, side=0.05, declined=0.60),
)
"""The first two are different systems with the same rates; a judge shares the family of the third."""
EQUAL = ("alpha", "beta")
KILLED = ("beta", "gamma")

JUDGES = (Judge("birch/first", 0.03), Judge("elm/second", 0.05), Judge("cedar/third", 0.07, lenient=0.35))


@dataclass(frozen=True, slots=True)
class Trial:
    """One question put to one system once. `shown`: whether its evidence is in the context."""

    system: System
    item: Item
    repeat: int
    shown: bool

    @property
    def place(self) -> tuple[Lang, str, str, int]:
        return self.item.lang, self.item.id, "shuffled", self.repeat

    @property
    def canary(self) -> bool:
        return self.item.kind == "main" and not self.shown

    @property
    def answerable(self) -> bool:
        return self.item.kind == "main" and self.shown

    @property
    def mark(self) -> str:
        """Letters in the text of the answer by which a judge's script knows it; they say nothing to a reader."""
        return letters("mark", self.system.name, *self.place, self.shown)


def said(trial: Trial) -> Said:
    """What the system says."""
    if (none := _part("none", trial)) < 2 * NO_ANSWER:
        return "cut" if none < NO_ANSWER else "filtered"
    dice = _part("said", trial)
    found: Said = "wrong"
    for name, share in shares(trial).items():
        if dice < share:
            return name
        dice -= share
        found = name
    return found


def shares(trial: Trial) -> dict[Said, float]:
    """The planted share of everything that the system may say to this question, where it answers at all."""
    s = trial.system
    if trial.item.kind == "contradictory":
        return {"wrong": s.side, "declined": s.declined, "named": 1 - s.side - s.declined}
    right, wrong = (s.right, s.wrong) if trial.answerable else (s.remembered, s.made_up)
    return {"right": right, "wrong": wrong, "declined": 1 - right - wrong}


def truth(kind: str, what: Said) -> str:
    """The letter that a judge without error gives: c w a i.e. correct, wrong, abstained; n d on contradictory items."""
    if kind == "main":
        return {"right": "c", "wrong": "w"}.get(what, "a")
    if kind == "contradictory":
        return {"named": "n", "declined": "d"}.get(what, "w")
    return "c" if what == "declined" else "w"


def mistaken(kind: str, letter: str) -> str:
    """The letter that a judge gives by mistake: right for wrong and the reverse."""
    if letter in GOOD or letter == "a":
        return "w"
    return "d" if kind == "contradictory" else "c"


def vote(trial: Trial, judge: Judge) -> str:
    """The letter that the judge gives, once it gives one."""
    right = truth(trial.item.kind, said(trial))
    wrong = _part("vote", trial, judge.model) < judge.error_rate(trial.system, right)
    return mistaken(trial.item.kind, right) if wrong else right


def trouble(trial: Trial, judge: Judge) -> Trouble:
    """What befalls this vote before the judge is mended."""
    dice = _part("trouble", trial, judge.model)
    if dice < FAILING:
        return _FAILURES[int(dice / FAILING * len(_FAILURES))]
    return "unreadable" if dice < FAILING + UNREADABLE else ""


def is_canary(item: Item, standing: frozenset[str]) -> bool:
    """Whether the item's evidence is taken away: by the documented hash, unless its answer stands elsewhere too."""
    return item.id not in standing and chosen(item)


def chosen(item: Item) -> bool:
    """Whether the hash of the item falls in the share of canaries."""
    digest = hashlib.sha256(f"canary|{SEED}|{item.id}".encode()).digest()
    return item.kind == "main" and int.from_bytes(digest[:8]) / 2**64 < CANARY_SHARE


def letters(*parts: object) -> str:
    """Twelve letters from g to v: no digits, so that no rule takes them for a value."""
    digest = hashlib.sha256("|".join(map(str, parts)).encode()).digest()[:6]
    return "".join(chr(ord("g") + half) for byte in digest for half in (byte >> 4, byte & 15))


def _part(what: str, trial: Trial, *more: str) -> float:
    return part(what, trial.system.name, *trial.place, *more)


@cache
def part(*parts: object) -> float:
    """A number from 0 to below 1 that depends on nothing but `parts`."""
    digest = hashlib.sha256("|".join(map(str, ("simulation", *parts))).encode()).digest()
    return int.from_bytes(digest[:8]) / 2**64
