"""The trials of a submission's rows: what each was by the documents shown, and what else a row says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bench.arms import arm_of
from bench.kinds import MAIN, kind_of
from bench.outcomes import RIVAL_ONLY, Outcome, from_letter
from bench.records import Arm, Aspect, Lang
from bench.records.submission import ItemTags, Row, Submission, SubmissionBase
from bench.schema import Fault
from bench.slips import OTHER

Tags = Mapping[tuple[Lang, str], ItemTags]


def trial_of_row(tags: Tags, row: Row, arm: Arm, letter: str) -> Outcome:
    """The outcome of one trial. The row must have passed its checks. Raises ValueError where the letter cannot be."""
    tag = tags[row.lang, row.item]
    found = from_letter(as_shown(tags, row, arm), arm, row.repeat, letter, canary=arm in row.canary)
    if arm in row.rival_only:
        found = replace(found, stage="context", reason=RIVAL_ONLY)
    replied = tag.difficulty is not None and letter != "f"
    final_line = arm not in row.no_final_line if replied else None
    found = replace(found, settled=row.settled.get(arm, ""), audit=row.audit.get(arm))
    return replace(found, own_kind=tag.kind, slip=row.slip.get(arm, ""), final_line=final_line)


def as_shown(tags: Tags, row: Row, arm: Arm) -> ItemTags:
    """The tags of a row's item as it was shown in an arm."""
    tag, kind = tags[row.lang, row.item], row.shown.get(arm)
    if kind is None:
        return tag
    base = tags.get((row.lang, tag.base or ""))
    aspects = (base.aspects if base else ()) if kind == MAIN else (Aspect(kind),)
    return tag.model_copy(update={"kind": kind, "aspects": aspects})


def of_drawn_and_shown(s: SubmissionBase, row: Row, tag: ItemTags, path: str) -> Iterator[Fault]:
    """What versions from 4 on say of a trial beside its letter, where it cannot be."""
    told = {"shown": row.shown, "rival_only": row.rival_only, "slip": row.slip, "no_final_line": row.no_final_line}
    told |= {"settled": row.settled, "audit": row.audit}
    for name, arms in told.items():
        if arms and not isinstance(s, Submission):
            yield f"{path}.{name}", f"is not a field of version {s.schema_version}"
        if strange := sorted(set(arms) - set(row.arms)):
            yield f"{path}.{name}", f"names {', '.join(strange)}, in which the item was not asked"
    for arm, kind in row.shown.items():
        if not _may_be(tag, arm, kind):
            yield f"{path}.shown.{arm}", f"an item of kind {tag.kind} cannot be {kind} there"
    for arm in row.rival_only:
        if not (kind_of(tag.kind).conflict and arm_of(arm).retrieval) or row.arms.get(arm, "i") != "i":
            yield f"{path}.rival_only", f"cannot be in {arm}: of contradictory items alone, where a retriever chose"
    for arm, name in row.slip.items():
        if name not in (*tag.slips, OTHER) or tag.difficulty is None or row.arms.get(arm, "w") != "w":
            yield f"{path}.slip.{arm}", "is no slip of this item, or of an answer that is not wrong"
    if row.no_final_line and (tag.difficulty is None or any(row.arms.get(arm) == "f" for arm in row.no_final_line)):
        yield f"{path}.no_final_line", "is for replies to drawn items alone"


def of_cascades(s: SubmissionBase) -> Iterator[Fault]:
    """What rows say of who settled a verdict, where it cannot be: of a run that has a cascade, every graded answer or
    none (in a file of before the suite told); never of a call that failed, nor of what nobody judges."""
    cascade = any(judge.rules is not None for judge in s.config.judges)
    told = any(row.settled or row.audit for row in s.rows)
    for number, row in enumerate(s.rows) if told else ():
        path = f"rows[{number}]"
        graded = {arm for arm, letter in row.arms.items() if letter != "f" and arm not in row.rival_only}
        if not cascade:
            if row.settled or row.audit:
                yield f"{path}.settled", "is told, but no judge of the run is a cascade"
            continue
        if strange := sorted(set(row.settled) - graded):
            yield f"{path}.settled", f"names {', '.join(strange)}, in which no answer was graded"
        # In two-stage judging an intent may settle an answer before any vote.
        if (absent := sorted(graded - set(row.settled))) and s.config.judging == "one-call":
            yield f"{path}.settled", f"leaves out {', '.join(absent)}, and other rows tell it"
        if strange := sorted(arm for arm in row.audit if row.settled.get(arm) != "rule"):
            yield f"{path}.audit", f"names {', '.join(strange)}, which the rules did not settle"


def _may_be(tag: ItemTags, arm: Arm, kind: str) -> bool:
    entry, shown = kind_of(tag.kind), kind_of(kind)
    if not arm_of(arm).retrieval or tag.base is None:
        return False
    return (entry.conflict and (shown.twin or kind == MAIN)) or (entry.evidence == "cut" and shown.twin)
