"""Checking a submission: is it well-formed, does it hold together, and do its rows give the figures that it claims?

Guarantees: no fault is repaired and no value is rescaled; every fault is reported with its path, all at once. A
submission file is hostile text: it may be huge, deeply nested, not UTF-8, or no JSON at all.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bench.dataset import Dataset, load
from bench.dataset.sample import select
from bench.metrics.arm import results
from bench.outcomes import Outcome, from_letter
from bench.records import Arm, Category, Kind, Lang
from bench.records.submission import ItemTags, Submission
from bench.schema import dotted
from bench.schema import faults as schema_faults

MAX_BYTES = 20_000_000
MAX_DEPTH = 50
TOO_DEEP = "is nested too deeply"
OFFICIAL = ("gib", "lit")
HEADLINE: Arm = "shuffled"
TOLERANCE = 1e-6
"""For figures that are computed again: far below any printed digit, above the noise of another machine."""

Fault = tuple[str, str]
"""Path in the document, and what is wrong there."""


Reference = Callable[[Submission], Dataset | None]
"""Gives the reference copy of the dataset that a submission names, or None where there is none to compare with."""


def read_submission(path: Path, reference: Reference = lambda _: None) -> tuple[Submission | None, list[str]]:
    """The submission in `path` and no faults, or None and every fault as `path.in.document: what is wrong`.

    Where `reference` has a copy of the dataset, the digest must agree with it and no item may be left out.
    """
    document, faults = _document(path)
    if not faults:
        faults = list(_not_finite(document, ()))
        # A value nested that deeply would break the validator, and anything else that walks it.
        if not any(problem == TOO_DEEP for _, problem in faults):
            faults.extend(schema_faults(document, Submission))
    if faults:
        return None, _lines(faults)
    try:
        # Through text, because pydantic takes a list for a tuple only from JSON.
        submission = Submission.model_validate_json(json.dumps(document), strict=True)
    except ValidationError as error:
        return None, _lines([(dotted(fault["loc"]), fault["msg"]) for fault in error.errors()])
    dataset = reference(submission)
    faults = [*_claims(submission), *_rows(submission), *(_against(submission, dataset) if dataset else ())]
    if not faults:
        faults = _recomputed(submission)
    return (None, _lines(faults)) if faults else (submission, [])


def check(path: Path, reference: Reference = lambda _: None) -> list[str]:
    """Every fault of a submission file, none if it may be taken. See `read_submission`."""
    return read_submission(path, reference)[1]


def own_data(submission: Submission) -> Dataset | None:
    """The reference copy that comes with the suite: its own dataset, if the submission names that version of it.

    Other versions and other datasets have no copy here; their boards are kept apart by digest.
    """
    if submission.dataset.name != "gib":
        return None
    dataset = load("gib", submission.langs)
    return dataset if dataset.version == submission.dataset.version else None


def _lines(faults: Sequence[Fault]) -> list[str]:
    return [f"{path}: {problem}" for path, problem in dict.fromkeys(faults)]


def _document(path: Path) -> tuple[Any, list[Fault]]:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            return None, [("document", f"has {size:,} bytes; a submission has at most {MAX_BYTES:,}")]
        text = path.read_bytes().decode("utf-8-sig")
        document = json.loads(text, object_pairs_hook=_unique)
        json.dumps(document, ensure_ascii=False).encode("utf-8")
    except OSError as error:
        return None, [("document", f"cannot be read: {error.strerror}")]
    except UnicodeDecodeError as error:
        return None, [("document", f"is not UTF-8 at byte {error.start + 1}")]
    except UnicodeEncodeError:
        return None, [("document", "holds half of a surrogate pair (\\ud800 to \\udfff)")]
    except RecursionError:
        return None, [("document", TOO_DEEP)]
    except ValueError as error:
        return None, [("document", f"is not JSON: {error}")]
    return document, []


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return fields


def _not_finite(value: Any, path: tuple[str | int, ...]) -> Iterator[Fault]:
    """Python's reader takes NaN and Infinity, which are not JSON; each one is named."""
    if isinstance(value, float) and not math.isfinite(value):
        yield dotted(path), f"{value} is not a number of JSON; write null where nothing was measured"
    if len(path) > MAX_DEPTH:
        yield dotted(path[:3]), TOO_DEEP
        return
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _not_finite(part, (*path, key))


def _claims(s: Submission) -> Iterator[Fault]:
    """What the head of the submission says about itself."""
    if s.dataset.official and s.dataset.name not in OFFICIAL:
        yield "dataset.official", f"{s.dataset.name!r} is not an official dataset ({', '.join(OFFICIAL)})"
    wanted = [(lang, arm) for lang in s.langs for arm in s.arms]
    claimed = [(r.lang, r.arm) for r in s.results]
    if wanted != claimed:
        yield "results", f"must be one for each language and arm, in order: {_pairs(wanted)}; not {_pairs(claimed)}"
    for number, result in enumerate(s.results):
        missing = [c.value for c in Category if c.value not in result.categories]
        if missing:
            yield f"results[{number}].categories", f"{', '.join(missing)} is missing; all five are required"
        empty = [name for name, rate in result.categories.items() if rate.n == 0]
        if s.leaderboard and result.arm == HEADLINE and empty:
            problem = f"{', '.join(empty)} has no scored trial; an overall over fewer categories is not ranked"
            yield f"results[{number}].categories", problem
    barred = _barred(s)
    if s.leaderboard and barred:
        yield "leaderboard", f"must be false: {'; '.join(barred)}"
    if s.leaderboard != s.judge.leaderboard:
        yield "judge.leaderboard", "differs from `leaderboard`"


def _barred(s: Submission) -> list[str]:
    reasons = {
        "rule results are not for the leaderboard": any(judge.spec == "rule" for judge in s.judge.judges),
        "canaries took the place of ordinary trials": s.canaries > 0,
        "no judge is named": not s.judge.judges,
        "the dataset is not an official one": not s.dataset.official,
        "a sample of the dataset was run": s.limit is not None or s.preset == "smoke",
        "built-in baselines are not ranked": s.model.weights == "none",
    }
    return [reason for reason, holds in reasons.items() if holds]


def _pairs(pairs: Sequence[tuple[str, str]]) -> str:
    return ", ".join("/".join(pair) for pair in pairs)


def _rows(s: Submission) -> Iterator[Fault]:
    """Every item once, every row of a known item once, and every arm that applies to it."""
    tags = _by_id(s)
    yield from _twice("items", [(i.lang, i.id) for i in s.items])
    yield from _twice("rows", [(r.lang, r.item, r.repeat) for r in s.rows])
    seen = {(r.lang, r.item, r.repeat) for r in s.rows}
    for number, item in enumerate(s.items):
        if item.lang not in s.langs:
            yield f"items[{number}].lang", f"{item.lang} is not one of the submission's languages"
        absent = [str(repeat) for repeat in range(s.repeats) if (item.lang, item.id, repeat) not in seen]
        if absent:
            yield f"items[{number}]", f"{item.id} ({item.lang}) has no row for repeat {', '.join(absent)}"
    for number, row in enumerate(s.rows):
        place = f"rows[{number}]"
        tag = tags.get((row.lang, row.item))
        if tag is None:
            yield f"{place}.item", f"{row.item} ({row.lang}) is not among `items`"
            continue
        if row.repeat >= s.repeats:
            yield f"{place}.repeat", f"{row.repeat} is not below the {s.repeats} repeats"
        # Imported sets may have items without evidence, for which an arm is skipped; the official ones have none.
        wanted = {arm for arm in s.arms if _applies(arm, tag.kind)}
        if (set(row.arms) != wanted) if s.dataset.official else not set(row.arms) <= wanted:
            yield f"{place}.arms", f"must be {', '.join(sorted(wanted))}; not {', '.join(sorted(row.arms)) or 'none'}"
        possible = set(row.arms) - {"none"} if s.canaries > 0 and tag.kind == "main" else set()
        if not set(row.canary) <= possible:
            yield f"{place}.canary", f"{', '.join(sorted(set(row.canary) - possible))} cannot be a canary here"
        for arm, letter in row.arms.items():
            try:
                from_letter(tag, arm, row.repeat, letter)
            except ValueError as error:
                yield f"{place}.arms.{arm}", str(error)
    letters = sum(len(row.arms) for row in s.rows)
    if letters != s.trials:
        yield "trials", f"is {s.trials}, but the rows hold {letters}"


def _applies(arm: Arm, kind: Kind) -> bool:
    if arm == "none":
        return kind == "main"
    return not (arm == "gold" and kind == "insufficient")


def _twice(name: str, keys: Sequence[tuple[Any, ...]]) -> Iterator[Fault]:
    for key, count in Counter(keys).items():
        if count > 1:
            yield name, f"{' '.join(map(str, key))} stands {count} times"


def _by_id(s: Submission) -> dict[tuple[Lang, str], ItemTags]:
    return {(i.lang, i.id): i for i in s.items}


def _against(s: Submission, dataset: Dataset) -> Iterator[Fault]:
    """The items must be exactly those that the reference copy gives for this preset, limit and seed."""
    if s.dataset.sha256 != dataset.sha256:
        problem = f"differs from that of {dataset.name} {dataset.version}, {dataset.sha256}: it is other data"
        yield "dataset.sha256", problem
        return
    tags = _by_id(s)
    wanted = {
        (item.lang, item.id): item
        for lang in s.langs
        for item in select(dataset.langs[lang].items, preset=s.preset, limit=s.limit, seed=s.seed)
        if any(_applies(arm, item.kind) for arm in s.arms)
    }
    for kind, ids in (("is missing", wanted.keys() - tags.keys()), ("does not belong", tags.keys() - wanted.keys())):
        if ids:
            named = ", ".join(f"{item} ({lang})" for lang, item in sorted(ids)[:10])
            yield "items", f"{named}{f' and {len(ids) - 10} more' if len(ids) > 10 else ''} {kind}"
    for key in sorted(wanted.keys() & tags.keys()):
        item, tag = wanted[key], tags[key]
        if (item.kind, item.aspects, item.base, item.cluster) != (tag.kind, tag.aspects, tag.base, tag.cluster):
            yield "items", f"{tag.id} ({tag.lang}) has other tags than in the dataset"


def _recomputed(s: Submission) -> list[Fault]:
    """Every figure that the rows do not give."""
    tags = _by_id(s)
    outcomes = [
        from_letter(tags[row.lang, row.item], arm, row.repeat, letter, canary=arm in row.canary)
        for row in s.rows
        for arm, letter in row.arms.items()
    ]
    by_arm, attribution = results(outcomes, s.langs, s.arms)
    claimed = s.model_dump(mode="json", include={"results", "attribution"})
    computed = {
        "results": [r.model_dump(mode="json") for r in by_arm],
        "attribution": [a.model_dump(mode="json") for a in attribution],
    }
    return [*_differences(claimed, computed, ()), *_exclusions(s, outcomes)]


def _exclusions(s: Submission, outcomes: Sequence[Outcome]) -> Iterator[Fault]:
    for name in ("failed", "invalid"):
        claimed = sum(count for reason, count in s.excluded.items() if reason.startswith(f"{name}/"))
        found = sum(o.outcome == name for o in outcomes)
        if claimed != found:
            yield "excluded", f"counts {claimed} {name} trials, the rows hold {found}"


def _differences(claimed: Any, computed: Any, path: tuple[str | int, ...]) -> Iterator[Fault]:
    if isinstance(claimed, Mapping) and isinstance(computed, Mapping):
        for key in dict.fromkeys([*claimed, *computed]):
            yield from _differences(claimed.get(key), computed.get(key), (*path, key))
    elif isinstance(claimed, list) and isinstance(computed, list) and len(claimed) == len(computed):
        for number, (one, other) in enumerate(zip(claimed, computed, strict=True)):
            yield from _differences(one, other, (*path, number))
    elif not _same(claimed, computed):
        yield dotted(path), f"is {json.dumps(claimed)}, but the rows give {json.dumps(computed)}"


def _same(claimed: Any, computed: Any) -> bool:
    if isinstance(claimed, float) and isinstance(computed, float):
        return math.isclose(claimed, computed, rel_tol=0, abs_tol=TOLERANCE)
    return bool(claimed == computed)
