"""Twins: what a system does with a question, and with the same question without its evidence (LIT §4).

Discrimination (bench/metrics/lit.py) is one of the four joint outcomes; which of the other three a system falls into
says what is wrong with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bench.kinds import kind_of
from bench.metrics.lit import discrimination
from bench.outcomes import Outcome
from bench.records import Arm, Lang
from bench.records.insight import TwinTable


def twins(outcomes: Sequence[Outcome], langs: Sequence[Lang], arms: Sequence[Arm]) -> tuple[TwinTable, ...]:
    """The four joint outcomes of each language and arm that has twins; their sum is the n of discrimination."""
    tables = (
        twin_table(lang, arm, [o for o in outcomes if (o.lang, o.arm) == (lang, arm)]) for lang in langs for arm in arms
    )
    return tuple(table for table in tables if table.discrimination.n)


def twin_table(lang: Lang, arm: Arm, outcomes: Sequence[Outcome]) -> TwinTable:
    """Pairs of a Main trial and its evidence-removed twin's, of this language and arm, same repeat, both scored."""
    scored = [o for o in outcomes if o.scored and not o.canary]
    main = {(o.item, o.repeat): o.correct for o in scored if o.answerable}
    pairs = Counter(
        (main[o.base, o.repeat], o.correct)
        for o in scored
        if kind_of(o.kind).twin and o.base is not None and (o.base, o.repeat) in main
    )
    return TwinTable(
        lang=lang,
        arm=arm,
        right_declined=pairs[True, True],
        right_attempted=pairs[True, False],
        missed_declined=pairs[False, True],
        missed_attempted=pairs[False, False],
        discrimination=discrimination(outcomes),
    )
