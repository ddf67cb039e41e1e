"""The server's part: systems and judges that do what is planted, and the account of every call that came.

Guarantees: what a system says depends on what its prompt shows, not on what the plan takes it to show; a call is
counted as paid when its reply is decided, so that one that is lost in a kill counts too.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bench.contexts import trial_seed
from bench.records import Item, Lang
from tests.server import Seen, Step, fail
from tests.simulation import planted
from tests.simulation.data import evidence, mark, value
from tests.simulation.planted import JUDGES, SYSTEMS, Judge, Said, System, Trial

HANG_S = 3600.0
_MARK = re.compile("[g-v]{12}")
_MEMO: dict[Lang, str] = {"en": "memo", "ja": "控え"}
_OPENING: dict[Said, dict[Lang, str]] = {
    "right": {"en": "The tank holds that much.", "ja": "タンクの容量は次のとおりです。"},
    "wrong": {"en": "The tank holds that much.", "ja": "タンクの容量は次のとおりです。"},
    "declined": {"en": "The documents do not say; I cannot answer.", "ja": "文書からは回答できません。"},
    "named": {
        "en": "The register and the survey conflict, and nothing decides between them.",
        "ja": "台帳と測量の値が矛盾しており、どちらが正しいか決められません。",
    },
}


@dataclass
class Script:
    """Give `answer` to the test server. `mended`: whether the judges that failed work again."""

    items: Sequence[Item]
    mended: bool = False
    requests: Counter[str] = field(default_factory=Counter)
    """Requests by model."""
    paid: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Replies that carry something, by model and mark of the trial. An unreadable verdict is two requests, and a
    reply all the same."""
    strangers: list[str] = field(default_factory=list)
    """Requests that the plan does not have."""

    def __post_init__(self) -> None:
        self._systems = {system.model: system for system in SYSTEMS}
        self._judges = {judge.model: judge for judge in JUDGES}
        self._items = {(item.lang, mark(item.id)): item for item in self.items}
        self._trials: dict[str, Trial] = {}
        seeds = (
            ((i.lang, i.id, trial_seed(planted.SEED, i, "shuffled", r)), r) for i in self.items for r in _repeats()
        )
        self._repeats = dict(seeds)
        for item in self.items:
            for repeat in _repeats():
                for system in SYSTEMS:
                    for shown in (True, False):
                        trial = Trial(system, item, repeat, shown)
                        self._trials[trial.mark] = trial

    def answer(self, seen: Seen) -> Step:
        """What comes back. Runs in the server's loop."""
        model = str(seen.body["model"])
        self.requests[model] += 1
        if model in self._systems:
            return self._generate(self._systems[model], seen)
        return self._judge(self._judges[model], seen)

    def trial_of(self, text: str) -> Trial:
        """The trial whose mark stands in an answer."""
        return next(self._trials[mark] for mark in _MARK.findall(text) if mark in self._trials)

    def system_of(self, mark: str) -> str:
        """The name of the system whose trial has this mark."""
        return self._trials[mark].system.name

    def _generate(self, system: System, seen: Seen) -> Step:
        lang: Lang = "ja" if "港湾局" in seen.prompt else "en"
        found = [self._items[lang, m] for m in _MARK.findall(seen.prompt) if (lang, m) in self._items]
        repeat = self._repeats.get((lang, found[0].id, int(seen.body["seed"]))) if len(found) == 1 else None
        if repeat is None:
            self.strangers.append(seen.prompt[-400:])
            return fail(400)
        trial = Trial(system, found[0], repeat, evidence(found[0]) in seen.prompt)
        self.paid[system.model, trial.mark] += 1
        what = planted.said(trial)
        if what == "cut":
            return Step(text="The tank", finish="length")
        return Step(text=None, finish="filter") if what == "filtered" else Step(text=text(trial, what))

    def _judge(self, judge: Judge, seen: Seen) -> Step:
        # The answer is the last thing in the prompt, and its mark says whether its evidence was shown.
        marks = [m for m in _MARK.findall(seen.prompt) if m in self._trials]
        if not marks:
            self.strangers.append(seen.prompt[-400:])
            return fail(400)
        trial = self._trials[marks[-1]]
        trouble = planted.trouble(trial, judge)
        if trouble == "unreadable":
            self.paid[judge.model, trial.mark] += 1
            return Step(text="Let me think about that for a while.")
        if trouble and not self.mended:
            return _failing(trouble)
        self.paid[judge.model, trial.mark] += 1
        return Step(text=verdict(trial.item.kind, planted.vote(trial, judge)))


def text(trial: Trial, what: Said) -> str:
    """The answer as it is written."""
    lang = trial.item.lang
    head = f"{_OPENING[what][lang]} ({_MEMO[lang]} {trial.mark})"
    if what not in ("right", "wrong"):
        return head
    label = "Answer" if lang == "en" else "回答"
    return f"{head}\n{label}: {value(trial.item, wrong=what == 'wrong')}"


def verdict(kind: str, letter: str) -> str:
    """The reply of a judge that gives this letter."""
    good = letter in planted.GOOD
    declined = letter in "ad" or (letter == "c" and kind != "main")
    said = {"reason": "as planted", "abstained": declined, "conflict_named": letter == "n"}
    return json.dumps({**said, "verdict": "correct" if good else "incorrect", "confidence": 0.9})


def _failing(trouble: str) -> Step:
    if trouble == "errors":
        return fail(500)
    if trouble == "garbled":
        return Step(body='{"choices": [{"message": {"content": "{\\"verdict')
    return Step(delay_s=HANG_S) if trouble == "hangs" else fail(503, retry_after="7200")


def _repeats() -> Iterable[int]:
    return range(planted.REPEATS)
