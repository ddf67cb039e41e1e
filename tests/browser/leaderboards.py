"""Leaderboards to look at: run folders with planted differences, packed and ranked by the suite itself."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from bench.records import Arm, Item, ModelRef
from bench.records.leaderboard import Board, Leaderboard
from bench.report.leaderboard import of_submissions
from bench.report.submission import make_submission
from tests.runs import Letters, write_dataset, write_lines, write_run

SCRIPT_NAME = '<img src=x onerror="alert(1)"></script><script>alert(2)</script>'
FORMULA_NAME = '=HYPERLINK("http://evil.example","click")'
BIDI_NAME = "safe-\u202egnp.exe\u202c-model"
RTL_NAME = "نموذج لغوي كبير تجريبي"
JAPANESE_NAME = "大規模言語モデル・検証用第二世代（日本語特化・指示追従調整版）"
LONG_NAME = "an-extraordinarily-long-model-name-" * 8 + "of-three-hundred-chars"
HOSTILE_SUBMITTER = '"><svg onload=alert(3)>@SUM(1)'
HOSTILE = (SCRIPT_NAME, FORMULA_NAME, BIDI_NAME, RTL_NAME, JAPANESE_NAME, LONG_NAME)


@dataclass(frozen=True)
class System:
    """One system: how often it is right where an answer is there, and where none is; what it does where it is not.

    `careful`: the share of its mistakes on answerable items that are refusals. `ja`: how much better it is in Japanese.
    """

    name: str
    right: float
    declines: float
    careful: float = 0.5
    ja: float = 0.0
    endpoint: str = "openai"
    latency_s: float = 1.0
    price: float | None = 1.0
    weights: Literal["open", "closed", "none"] = "closed"
    twin_of: str = ""
    config: dict[str, Any] = field(default_factory=dict)


SEVERAL = (
    System("atlas-large", 0.95, 0.95, 0.3, latency_s=6.0, price=9.0),
    System("atlas-mini", 0.88, 0.85, 0.2, latency_s=1.1, price=0.6),
    System("borealis-70b", 0.90, 0.93, 0.9, ja=-0.15, endpoint="vllm", latency_s=3.2, price=None, weights="open"),
    System("borealis-70b-copy", 0.90, 0.93, 0.9, twin_of="borealis-70b", endpoint="ollama", price=None, weights="open"),
    System("cautious", 0.66, 0.99, 1.0, ja=-0.05, latency_s=2.0, price=3.0),
    System("daring", 0.90, 0.30, 0.0, latency_s=0.7, price=0.4),
    System("kasumi-7b", 0.60, 0.50, 0.4, ja=0.2, endpoint="ollama", latency_s=0.9, price=None, weights="open"),
)
"""Planted: the twins are one system under two names (a tie), `cautious` and `daring` cross."""


def leaderboard(
    folder: Path,
    systems: Iterable[System],
    *,
    arms: Sequence[Arm] = ("shuffled", "none"),
    mains: int = 40,
    more: Sequence[tuple[str, Path]] = (),
    submitter: str = "Laboratory 研究室",
) -> Leaderboard:
    """The leaderboard of these systems on one dataset in both languages; `more`: names and run folders besides."""
    folder.mkdir(parents=True, exist_ok=True)
    data = write_dataset(folder / "set", ("en", "ja"), mains=mains)
    runs = [(f"{n:03d}.json", _run(folder / f"run-{n}", data, system, arms)) for n, system in enumerate(systems)]
    return of_submissions([(name, make_submission(run, submitter)) for name, run in [*runs, *more]])


def _run(folder: Path, data: Path, system: System, arms: Sequence[Arm]) -> Path:
    name = system.name
    model = ModelRef(
        spec=f"{system.endpoint}:{name}",
        title=name,
        family="Example",
        weights=system.weights,
        params={"temperature": 0},
        price_input=system.price,
        price_output=None if system.price is None else 4 * system.price,
    )
    config = {"langs": ("en", "ja"), "arms": arms, "official": True, **system.config}
    write_run(folder, data, letters_of(system), model=model, **config)
    answers = folder / "answers.jsonl"
    rows = [json.loads(line) for line in answers.read_text("utf-8").splitlines()]
    write_lines(answers, [{**row, "latency_s": system.latency_s * (0.7 + 0.6 * _share(row["key"]))} for row in rows])
    return folder


def letters_of(system: System) -> Letters:
    """Each outcome follows from the system's name and the item's id, the same in every run."""

    def letters(item: Item, arm: Arm, repeat: int) -> str:
        dice = f"{system.twin_of or system.name}/{item.lang}/{item.id}/{arm}/{repeat}"
        better = system.ja if item.lang == "ja" else 0.0
        if item.kind == "main":
            if _share(dice) < system.right + better - (0.45 if arm == "none" else 0):
                return "c"
            return "a" if _share("care" + dice) < system.careful else "w"
        right = _share(dice) < system.declines
        return "w" if not right else "n" if item.kind == "contradictory" else "c"

    return letters


def _share(text: str) -> float:
    """A number from 0 to 1 that is always the same for the same text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6]) / 2**48


def crowd(few: Leaderboard, many: int) -> Leaderboard:
    """A leaderboard with `many` ranked systems on each board that has any, made of copies of those it has."""
    return few.model_copy(update={"boards": tuple(_crowded(board, many) for board in few.boards if board.ranked)})


def _crowded(board: Board, many: int) -> Board:
    ranked = []
    for number in range(many):
        entry = board.ranked[number * len(board.ranked) // many]
        changes = {"file": f"{number:03d}.json", "title": f"{entry.title}-{number:02d}", "rank": number + 1}
        ranked.append(entry.model_copy(update=changes))
    return board.model_copy(update={"ranked": tuple(ranked), "crossings": (), "dominated": ()})


def board_of(found: Leaderboard, lang: str = "en", arm: str = "shuffled", dataset: str = "lit") -> Board:
    (board,) = [b for b in found.boards if (b.dataset.name, b.lang, b.arm) == (dataset, lang, arm)]
    return board
