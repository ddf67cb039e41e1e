"""A submission made from a run today, brought to what an older version could tell, so that the two can be compared."""

from __future__ import annotations

from bench.records.submission import Row, Submission


def as_untold(again: Submission, older: Submission) -> tuple[Submission, int]:
    """`again` without what versions before 4 do not tell, and the number of trials that cannot be compared.

    Those versions label a trial by its item's name. Where the documents shown made it another question, its letter is
    taken from `older`, which was judged as that; difficulties, slips and final lines are left out.
    """
    known = {(row.lang, row.item, row.repeat): row for row in older.rows}
    relabelled = sum(len(row.shown) + len(row.rival_only) for row in again.rows)
    rows = tuple(_untold(row, known.get((row.lang, row.item, row.repeat))) for row in again.rows)
    items = tuple(tag.model_copy(update={"difficulty": None, "slips": ()}) for tag in again.items)
    changes: dict[str, object] = {"rows": rows, "items": items}
    if relabelled:
        # What is excluded and which votes count follows from the labels.
        kept = ("excluded", "votes", "judge_usage", "arm_usage")
        changes |= {name: getattr(older, name) for name in kept}
    return again.model_copy(update=changes), relabelled


def without_settlers(again: Submission) -> Submission:
    """`again` without who settled its verdicts, which files of before the suite told do not say."""
    rows = tuple(row.model_copy(update={"settled": {}, "audit": {}}) for row in again.rows)
    return again.model_copy(update={"rows": rows})


def _untold(row: Row, older: Row | None) -> Row:
    arms = dict(row.arms)
    for arm in (*row.shown, *row.rival_only):
        if older is not None and arm in older.arms:
            arms[arm] = older.arms[arm]
    changes = {"arms": arms, "shown": {}, "rival_only": (), "slip": {}, "no_final_line": ()}
    return row.model_copy(update=changes)
