"""What this release of the suite knows, and a submission about official data must fit: items, sizes, prompts, versions.

Guarantees: what contradicts the release is a fault; what the release does not know is told (`unproven`) and not ranked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from bench import __version__, prompts
from bench.arms import arm_of
from bench.dataset import Dataset
from bench.dataset.rechunk import as_asked
from bench.dataset.sample import resolved, selected
from bench.dataset.shown import applies, gold_of, own_distractors
from bench.errors import ConfigError
from bench.langs import LANGUAGES
from bench.records import Arm, Item, Lang, RunConfig
from bench.records.submission import SubmissionBase
from bench.report.checking.retrieved import shown_faults
from bench.report.checking.rows import Reference
from bench.schema import Fault

LARGEST_TOKEN = 20
"""Bytes of text per token of a prompt, at most: over a whole arm no vocabulary comes near. The rule for a single prompt
that was cut (bench/metrics/answered_by.py) comes to 6 bytes in Japanese and about 13 in English."""


def unproven(s: SubmissionBase, reference: Reference | None) -> list[str]:
    """Why a result cannot be ranked though nothing speaks against it: what it is about is not known to this release.

    [] where everything is known, and where nothing is compared (`reference` None).
    """
    if reference is None:
        return []
    reasons, data = [], s.config.dataset
    if data.official and reference(s) is None:
        reasons.append(f"data with the digest {data.sha256[:12]}… are not known to this copy of the suite")
    if unknown := [name for name, given in sorted(s.config.prompts.items()) if given != _asked_with(s, name)]:
        reasons.append(f"prompts that this release does not have: {', '.join(name[:40] for name in unknown[:5])}")
    if _number(s.suite_version) > _number(__version__):
        reasons.append(f"made by version {s.suite_version[:20]} of the suite, and this is {__version__}")
    return reasons


def release_faults(s: SubmissionBase, dataset: Dataset) -> Iterator[Fault]:
    """What a submission says of the reference copy of its data and cannot be, beside the items (see `against`)."""
    claimed, known = s.config.dataset, dataset.ref
    if claimed.official and claimed.licence != known.licence:
        yield "config.dataset.licence", f"is {claimed.licence[:60]!r}, but {known.name} has {known.licence!r}"
    items = [item for lang in s.config.langs for item in dataset.langs[lang].items]
    if (preset := resolved(s.config.preset, items)) != s.config.preset:
        yield "config.preset", f"is {s.config.preset!r}, but of these data that is everything, which is {preset!r}"
    asked = selected(dataset, s.config)
    yield from _flagged(s, asked)
    if all(dataset.langs[lang].corpus for lang in s.config.langs):
        yield from _calls(s, dataset)
        yield from _sizes(s, dataset, asked)
        yield from shown_faults(s, dataset)


def _flagged(s: SubmissionBase, asked: list[Item]) -> Iterator[Fault]:
    shown = [arm_of(arm) for arm in s.config.arms]
    flagged = {item.id for item in asked if item.flags and any(arm.shows(item.kind) for arm in shown)}
    if len(flagged) != s.flagged:
        yield "flagged", f"is {s.flagged}, but the audit has findings on {len(flagged)} of these items"


def _calls(s: SubmissionBase, dataset: Dataset) -> Iterator[Fault]:
    """With leave-one-out items, whose trials are in no row; without, the rows say it."""
    if not s.config.leave_one_out:
        return
    trials = sum(len(_arms(item, s.config)) for item in selected(as_asked(dataset, s.config), s.config))
    if s.usage.calls != (wanted := trials * s.config.repeats):
        yield "usage.calls", f"is {s.usage.calls}, but with leave-one-out items the configuration gives {wanted}"


def _sizes(s: SubmissionBase, dataset: Dataset, asked: list[Item]) -> Iterator[Fault]:
    """Whether the prompts can have had so few tokens, by the bytes of questions and documents."""
    least: defaultdict[tuple[Lang, Arm], int] = defaultdict(int)
    failed: defaultdict[tuple[Lang, str, Arm], int] = defaultdict(int)
    for row in s.rows:
        for arm, letter in row.arms.items():
            failed[row.lang, row.item, arm] += letter == "f"
    for item in asked:
        for arm in _arms(item, s.config):
            answered = s.config.repeats - failed[item.lang, item.id, arm]
            least[item.lang, arm] += answered * _bytes(item, arm, dataset, s.config) // LARGEST_TOKEN
    for number, usage in enumerate(s.arm_usage):
        tokens, wanted = usage.usage.prompt_tokens, least[usage.lang, usage.arm]
        if tokens is not None and tokens < wanted:
            problem = f"is {tokens}, but questions and documents of this arm have {wanted} at least"
            yield f"arm_usage[{number}].usage.prompt_tokens", problem


def _arms(item: Item, config: RunConfig) -> list[Arm]:
    return [arm for arm in config.arms if applies(item, arm, config.distractors)]


def _bytes(item: Item, arm: Arm, dataset: Dataset, config: RunConfig) -> int:
    """Of the question, and of the documents where the configuration leaves no choice of them."""
    size, shown = _size(item.question), arm_of(arm)
    fixed = config.chunk_tokens is None and config.distractors is None and not config.canaries
    if shown.retrieval or not fixed:
        return size
    ids = (*(gold_of(item) if shown.evidence else ()), *(own_distractors(item) if shown.distractors else ()))
    added = {chunk.id: chunk for chunk in item.overlay.add}
    cuts = {cut.chunk: cut.end for cut in item.overlay.cuts}
    corpus = dataset.langs[item.lang].corpus
    return size + sum(_size((added.get(one) or corpus[one]).text[: cuts.get(one)]) for one in ids)


def _size(text: str) -> int:
    return len(text.encode())


def _asked_with(s: SubmissionBase, name: str) -> str | None:
    """The fingerprint of the prompt `ROLE.LANG`: this release's, or that of the prompt whose text the file has; None
    where there is none of that name."""
    role, _, lang = name.rpartition(".")
    if lang not in LANGUAGES or not re.fullmatch(r"[a-z][a-z-]*", role):
        return None
    own = s.config.own_prompt if s.config.own_prompt and lang in s.config.own_prompt else None
    try:
        return prompts.template(role, lang, own).fingerprint
    except ConfigError:
        return None


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"[0-9]+", version.partition("+")[0])[:3])
