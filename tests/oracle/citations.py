"""Citations: what the four checks can have found in the answers, and the arithmetic of what they say they found.

The checks read sentences, quotations, amounts and dates by rules that are not written down a second time. What is
certain without them is counted here (which answers cite, which numbers, whether those were shown); the rest is held to
its bounds, its sums and its list of faults, and named. Every rate and interval is computed from its counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

from bench.dataset.shown import overlaid
from bench.records import Chunk, Item
from tests.oracle.audit import Between, between
from tests.oracle.reading import Fields
from tests.oracle.resampling import TWO_SIDED_95, wilson, worth_of
from tests.oracle.trials import Trial
from tests.oracle.wording import Marks, marks_of, quotes_nothing, states_nothing

CHECKS = ("resolves", "quotes", "values", "eligible")
SHOWN = 20
"""Faults that a result lists."""
Items = Mapping[tuple[str, str], Item]
Corpora = Mapping[str, Mapping[str, Chunk]]


@dataclass(frozen=True, slots=True)
class Span:
    """A count that is somewhere from `low` to `high`."""

    low: int
    high: int

    @property
    def open(self) -> bool:
        return self.low != self.high


@dataclass(frozen=True, slots=True)
class Cited:
    """One answer, what it cites, and for each check how many units there can be and how many of them can pass."""

    answer: Fields
    cluster: str
    coverable: bool
    """Whether it is an attempt that was shown chunks, so that a citation is due."""
    marks: Marks
    units: Mapping[str, Span]
    passed: Mapping[str, Span]
    clean: Mapping[str, bool | None]
    """Whether all units of a check pass; None where that is not certain."""


def citation_figures(
    config: Fields,
    items: Items,
    answers: Iterable[Fields],
    trials: Iterable[Trial],
    corpora: Corpora,
    printed: Sequence[Fields],
) -> tuple[list[dict[str, Any]], list[str]]:
    """The section, and a sentence for each part of which only bounds could be checked. `answers` are those that count,
    without leave-one-out ones."""
    attempts = {t.key for t in trials if t.counts and t.attempt}
    given = sorted((a for a in answers if a["text"] is not None), key=lambda a: (a["item"], a["repeat"]))
    found = [_cited(a, items[a["lang"], a["item"]], corpora[a["lang"]], a["key"] in attempts) for a in given]
    rows = []
    for number, (lang, arm) in enumerate((lang, arm) for lang in config["langs"] for arm in config["arms"]):
        here = [c for c in found if (c.answer["lang"], c.answer["arm"]) == (lang, arm)]
        rows.append({"lang": lang, "arm": arm, **_row(here, printed[number] if number < len(printed) else {})})
    return rows, list(_opened(found))


def _opened(found: Sequence[Cited]) -> Iterable[str]:
    marks = sum(c.marks.cites is None for c in found)
    if marks:
        yield f"citations[].coverage beyond its bounds ({marks} answers whose marks only the rules can read)"
    for check in CHECKS:
        unsure = sum(c.units[check].open or c.passed[check].open for c in found)
        if unsure:
            also = ", computed and echoed" if check == "values" else ""
            yield f"citations[].{check}{also} beyond bounds, sums and faults ({unsure} answers, read by text rules)"


def _cited(a: Fields, item: Item, corpus: Mapping[str, Chunk], attempted: bool) -> Cited:
    marks, size = marks_of(a["text"]), len(a["text"])
    shown = len(a["chunks"])
    resolved = None if marks.numbers is None else [n for n in marks.numbers if 1 <= n <= shown]
    none = Span(0, 0)
    if marks.cites is False:
        units = passed = dict.fromkeys(CHECKS, none)
        return Cited(a, item.cluster, attempted and shown > 0, marks, units, passed, dict.fromkeys(CHECKS, True))
    # Where marks are not certain, the figures of a text bound how many it can name.
    most = Span(1 if marks.cites else 0, 51 * size)
    units, passed = {"resolves": most}, {"resolves": Span(0, most.high)}
    clean: dict[str, bool | None] = dict.fromkeys(CHECKS)
    if marks.numbers is not None and resolved is not None:
        # In one sentence a number counts once, in several as often.
        units["resolves"] = Span(sum(marks.least), sum(marks.most))
        good = [n in resolved for n in marks.numbers]
        passed["resolves"] = Span(
            sum(compress(marks.least, good)),
            sum(compress(marks.most, good)),
        )
        clean["resolves"] = len(resolved) == len(marks.numbers)
    looked_in = resolved is None or bool(resolved)
    for check, nothing in (
        ("quotes", quotes_nothing(a["text"])),
        ("values", states_nothing(a["text"])),
        ("eligible", _silent(a, item, corpus, resolved)),
    ):
        units[check] = passed[check] = none if nothing or not looked_in else Span(0, 51 * size)
        clean[check] = True if units[check] == none else None
    return Cited(a, item.cluster, attempted and shown > 0, marks, units, passed, clean)


def _silent(a: Fields, item: Item, corpus: Mapping[str, Chunk], resolved: Sequence[int] | None) -> bool:
    """Whether no chunk that may be cited says anything of its jurisdiction, snapshot or version."""
    seen = overlaid(item, corpus)
    chunks = [seen[name] for name in a["chunks"]]
    cited = chunks if resolved is None else [chunks[number - 1] for number in resolved]
    return not any(chunk.jurisdiction or chunk.snapshot or chunk.version for chunk in cited)


def _row(found: Sequence[Cited], printed: Fields) -> dict[str, Any]:
    coverable = [c for c in found if c.coverable]
    sure = sum(c.marks.cites is True for c in coverable)
    maybe = sum(c.marks.cites is None for c in coverable)
    due = len(coverable)
    return {
        "answers": len(found),
        "coverage": _rate(
            Span(sure, sure + maybe),
            Span(due, due),
            [(c.cluster, Span(1, 1)) for c in coverable],
            printed.get("coverage"),
        ),
        **{check: _check(check, found, printed.get(check, {})) for check in CHECKS},
        **{name: between(0, _exempt(name, found)) for name in ("computed", "echoed")},
        "faults": _faults(found, printed),
    }


def _exempt(name: str, found: Sequence[Cited]) -> int:
    checks = ("values",) if name == "computed" else ("values", "quotes")
    return sum(c.units[check].high for c in found for check in checks)


def _check(check: str, found: Sequence[Cited], printed: Fields) -> dict[str, Any]:
    units, passed = ([getattr(c, name)[check] for c in found] for name in ("units", "passed"))
    having = [c for c in found if c.units[check].high]
    sure = [c for c in having if c.units[check].low]
    clean = [c for c in having if c.clean[check] is not False]
    surely_clean = [c for c in sure if c.clean[check] is True]
    by_unit = [(c.cluster, size) for c, size in zip(found, units, strict=True)]
    by_answer = [(c.cluster, Span(int(size.low > 0), int(size.high > 0))) for c, size in zip(found, units, strict=True)]
    every = _rate(_sum(passed), _sum(units), by_unit, printed.get("units"))
    n, k = Span(len(sure), len(having)), Span(len(surely_clean), len(clean))
    if printed and (n.open or k.open):
        # Each answer has a unit, and one that fails has a unit that fails.
        size, failed = printed["units"]["n"], printed["units"]["n"] - printed["units"]["k"]
        n = Span(max(n.low, min(size, 1)), min(n.high, size))
        given = printed["answers"]["n"]
        k = Span(max(k.low, given - failed), min(k.high, given - min(failed, 1)))
    return {"units": every, "answers": _rate(k, n, by_answer, printed.get("answers"))}


def _sum(spans: Iterable[Span]) -> Span:
    found = list(spans)
    return Span(sum(span.low for span in found), sum(span.high for span in found))


def _rate(k: Span, n: Span, parts: Sequence[tuple[str, Span]], printed: Fields | None) -> dict[str, Any]:
    """A rate as it must stand: its counts within their bounds and below each other, everything else from them.

    `parts`: what each answer adds to n, with its question. Where that is open, the number of trials that the questions
    are worth is read from a bound of their interval, and both bounds must be of that number.
    """
    questions = Span(len({q for q, size in parts if size.low}), len({q for q, size in parts if size.high}))
    sizes: Counter[str] = Counter()
    for question, part in parts:
        sizes[question] += part.low
    known = not any(part.open for _, part in parts)
    if printed is None or not (k.open or n.open or questions.open):
        hits, size, asked = k.low, n.low, questions.low
        counts: dict[str, int | Between] = {"k": hits, "n": size, "questions": asked}
    else:
        hits, size, asked = printed["k"], printed["n"], printed["questions"]
        counts = {
            "k": between(k.low, min(k.high, size)),
            "n": between(n.low, n.high),
            "questions": between(max(questions.low, min(size, 1)), min(questions.high, size)),
        }
    # Counts that do not fit each other are named first, and nothing follows from them.
    fit = 0 <= hits <= size and (0 < asked <= size or not size)
    share = hits / size if size and fit else None
    return {
        **counts,
        "rate": share,
        "ci95": None if share is None else wilson(share, size),
        "ci95_questions": None
        if share is None
        else wilson(share, worth_of(sizes.values()) if known else _read_worth(share, asked, printed)),
    }


def _read_worth(share: float, questions: int, printed: Fields | None) -> float:
    """The size of which Wilson's interval has the printed bound, the lower one but of a share of 0."""
    ends = (printed or {}).get("ci95_questions") or [0.0, 1.0]
    bound = ends[0] if share > 0 else ends[1]
    size = TWO_SIDED_95**2 * bound * (1 - bound) / (share - bound) ** 2 if bound != share else questions
    return min(max(size, 1.0), questions)


def _faults(found: Sequence[Cited], printed: Fields) -> list[Any]:
    """What the faults must be: one for each unit that failed, the first SHOWN, each of an answer that cites."""
    failed = {}
    for check in CHECKS:
        units = printed.get(check, {}).get("units", {"n": 0, "k": 0})
        failed[check] = units["n"] - units["k"]
    expected = min(SHOWN, sum(failed.values()))
    citing = {c.answer["key"]: c for c in found if c.marks.cites is not False}
    order = {key: place for place, key in enumerate(citing)}
    kept: list[Any] = []
    for fault in sorted(printed.get("faults", []), key=lambda f: order.get(f["answer_key"], len(order))):
        if fault["answer_key"] in citing and failed[fault["check"]] > 0:
            failed[fault["check"]] -= 1
            answer = citing[fault["answer_key"]].answer
            kept.append({**fault, "item": answer["item"], "repeat": answer["repeat"]})
    return (kept + ["one of an answer that cites, for a unit that failed"] * expected)[:expected]
