"""Blind solves: sheets that hide the answers, and what comes back from the solvers.

A task is one item in one language with one context. Its sheet shows the question and the documents in a random order
under an anonymous id, nothing else: no item id, no chunk id, no aspect, no reference. No sheet holds two tasks of one
world, so no solver learns from a neighbour what a context was meant to hide. The key that maps tasks to items stays
outside the sheets.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar, cast, get_args

from pydantic import Field

from bench.authoring.languages import declined, rules_of
from bench.dataset.fields import records
from bench.dataset.rows import Faults, read_rows
from bench.dataset.shapes import Dataset
from bench.dataset.shown import overlaid
from bench.errors import DataError, UsageError
from bench.kinds import kind_of
from bench.records import Chunk, Item, Kind, Lang, Record, Review
from bench.records.items import OWN_ROW_KINDS
from bench.text.fold import fold

Context = Literal["with_evidence", "without_evidence", "contradictory", "incomplete"]
CONTEXTS: tuple[Context, ...] = get_args(Context)
R = TypeVar("R", bound=Record)
KEY_FILE, SOLVED_FILE = "key.jsonl", "solved.jsonl"


class Task(Record):
    """One line of the key: which item and context an anonymous task is."""

    task: str
    sheet: int
    item: str
    base: str
    lang: Lang
    context: Context


class Solved(Record):
    """One line that a solver hands in."""

    task: str
    answer: str = Field(min_length=1)
    note: str = ""


def context_of(kind: Kind) -> Context:
    """The context that an item of this kind is solved in; a twin is its Main item's question without evidence."""
    entry = kind_of(kind)
    return cast(Context, "with_evidence" if entry.own_question else "without_evidence" if entry.twin else kind)


@dataclass(frozen=True)
class Comparison:
    """One solved task beside its reference. `agrees` is None where the rule cannot tell and a person decides."""

    task: Task
    question: str
    reference: str
    answer: str
    note: str
    agrees: bool | None
    reason: str


def prepare(
    dataset: Dataset,
    out: Path,
    *,
    seed: int,
    per_sheet: int,
    contexts: Sequence[Context] = CONTEXTS,
    only: frozenset[str] = frozenset(),
) -> tuple[Task, ...]:
    """Write the sheets of every item (or of the Main items in `only`) and the key; return the tasks.

    Raises UsageError when `out` has a key already: sheets in use are never overwritten.
    """
    if (out / KEY_FILE).exists():
        raise UsageError(f"{out} holds sheets already: choose another folder with --out.")
    wanted = [
        (lang, item)
        for lang, data in dataset.langs.items()
        for item in data.items
        if context_of(item.kind) in contexts and (not only or (item.base or item.id) in only)
    ]
    if not wanted:
        raise UsageError("No item to review: check the contexts and ids that were given.")
    sheets = _spread(wanted, dataset, seed, per_sheet)
    tasks = []
    for number, sheet in enumerate(sheets, 1):
        folder = out / f"sheet-{number:02d}"
        folder.mkdir(parents=True, exist_ok=True)
        for lang, item in sheet:
            name = "T" + _digest(seed, lang, item.id)[:8]
            text = _sheet(name, item, dataset.langs[lang].corpus, seed)
            (folder / f"{name}.md").write_text(text, "utf-8")
            base, context = item.base or item.id, context_of(item.kind)
            tasks.append(Task(task=name, sheet=number, item=item.id, base=base, lang=lang, context=context))
    (out / KEY_FILE).write_text("".join(t.model_dump_json() + "\n" for t in tasks), "utf-8")
    return tuple(tasks)


def compare(dataset: Dataset, folder: Path) -> tuple[Comparison, ...]:
    """Every solved task under `folder` beside its reference, in the order of the key.

    Solved tasks are lines of any `solved.jsonl` in the sheets' folders. Raises DataError that lists every line that
    does not fit, every task nobody handed out and every task handed in twice. Unsolved tasks are left out.
    """
    key = {t.task: t for t in _lines(folder / KEY_FILE, Task)}
    solved: dict[str, Solved] = {}
    faults = []
    for path in sorted(folder.glob(f"*/{SOLVED_FILE}")):
        for one in _lines(path, Solved):
            if one.task not in key:
                faults.append(f"{path.parent.name}/{path.name}: {one.task} is no task of the key.")
            elif one.task in solved:
                faults.append(f"{path.parent.name}/{path.name}: {one.task} is handed in twice; keep one.")
            else:
                solved[one.task] = one
    if faults:
        raise DataError(f"The solved sheets in {folder} have faults:", faults)
    items = {(lang, item.id): item for lang, data in dataset.langs.items() for item in data.items}
    return tuple(
        _compared(task, solved[task.task], items[task.lang, task.item]) for task in key.values() if task.task in solved
    )


def record(data: Path, comparisons: Iterable[Comparison], *, settled: Mapping[str, bool], date: str) -> Counter[str]:
    """Write the solves into the `reviews` of data/LANG/items.jsonl and abstention.jsonl; return counts per file.

    `settled` decides single tasks by hand, with the solver's answer kept as it was given. A task that the rule cannot
    decide and nobody has settled is a UsageError; nothing is written then.
    """
    decided = [(c, settled.get(c.task.task, c.agrees)) for c in comparisons]
    open_tasks = [c.task.task for c, agrees in decided if agrees is None]
    if open_tasks:
        raise UsageError(f"These tasks need a decision (--agree or --disagree): {', '.join(open_tasks)}.")
    reviews: dict[tuple[str, str], list[Review]] = defaultdict(list)
    for c, agrees in decided:
        # A Main item and its derived twin share a row.
        own_row = c.task.context in OWN_ROW_KINDS
        solver, context = f"solver-{c.task.sheet:02d}", c.task.context
        review = Review(solver=solver, context=context, given=c.answer, agrees=bool(agrees), date=date, note=c.note)
        reviews[c.task.lang, c.task.item if own_row else c.task.base].append(review)
    written: Counter[str] = Counter()
    for path in sorted(data.glob("*/items.jsonl")) + sorted(data.glob("*/abstention.jsonl")):
        rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.strip()]
        for row in rows:
            new = reviews.get((path.parent.name, row["id"]), [])
            replaced = {review.context for review in new}
            kept = [review for review in row.get("reviews", []) if review["context"] not in replaced]
            row["reviews"] = kept + [review.model_dump(mode="json") for review in new]
            written[f"{path.parent.name}/{path.name}"] += len(new)
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return written


def _spread(
    wanted: list[tuple[Lang, Item]], dataset: Dataset, seed: int, per_sheet: int
) -> list[list[tuple[Lang, Item]]]:
    """Tasks on sheets of at most `per_sheet`, never two of one world on a sheet."""
    sheets: list[tuple[set[str], list[tuple[Lang, Item]]]] = []
    for lang, item in sorted(wanted, key=lambda pair: _digest(seed, pair[0], pair[1].id, "order")):
        worlds = {dataset.langs[lang].corpus[i].world for i in (*item.negative, *item.positive)}
        free = (sheet for sheet in sheets if not sheet[0] & worlds and len(sheet[1]) < per_sheet)
        if (sheet := next(free, None)) is None:
            sheets.append(sheet := (set(), []))
        sheet[0].update(worlds)
        sheet[1].append((lang, item))
    return [tasks for _, tasks in sheets]


def _sheet(name: str, item: Item, corpus: Mapping[str, Chunk], seed: int) -> str:
    seen, overlay = overlaid(item, corpus), item.overlay
    shown = dict.fromkeys(i for i in (*item.positive, *item.negative) if i not in overlay.remove)
    shown |= dict.fromkeys(chunk.id for chunk in overlay.add)
    order = sorted(shown, key=lambda i: _digest(seed, item.lang, item.id, i))
    documents = [f"## {number}\n\n{seen[chunk].text}\n" for number, chunk in enumerate(order, 1)]
    head = f"# {name}\n\n{rules_of(item.lang).instructions}\n\nQ: {item.question}\n"
    return "\n".join([head, *documents])


def _compared(task: Task, solved: Solved, item: Item) -> Comparison:
    answer = solved.answer.strip()
    none, conflict = declined(answer, item.lang), answer.upper().startswith("CONFLICT")
    agrees: bool | None
    if task.context == "contradictory":
        agrees, reason = conflict, "the sources must be found to conflict"
    elif task.context != "with_evidence":
        agrees, reason = none, "the context must not settle the question"
    elif none or conflict:
        agrees, reason = False, "the solver found no single answer"
    elif fold(answer) in map(fold, (item.answer, *item.accept)):
        agrees, reason = True, "equal"
    else:
        # A rule is not the last word on its own data: a person decides.
        agrees, reason = None, "not the same text"
    return Comparison(task, item.question, item.answer, answer, solved.note, agrees, reason)


def _lines(path: Path, shape: type[R]) -> list[R]:
    if not path.exists():
        raise UsageError(f"{path} is missing: prepare the sheets first with `bench data review prepare`.")
    faults = Faults()
    read = [found for found, _ in records(shape, read_rows(path.read_bytes(), path.name, faults), faults)]
    if faults.found:
        raise DataError(f"{path} has faults:", list(map(str, faults.found)))
    return read


def _digest(*parts: object) -> str:
    return hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest()
