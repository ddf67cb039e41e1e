"""The values of a text that could be its answer.

Owns the leaving out of what is plainly something else: labels, operands, rejected and superseded values, echoes of
the question, asides, other years and other cases. A filter that would leave nothing is passed over.
"""

from bench.rules.circumstances import (
    is_at_other_end,
    is_for_another_case,
    is_of_another_rank,
    is_of_another_year,
    is_on_other_basis,
    is_superseded,
    size_of,
)
from bench.rules.operands import operand_values
from bench.rules.phrases import filled, says, wording
from bench.rules.question import read_question
from bench.rules.same_value import Match, comparable, same_value
from bench.rules.values import Value, read_values
from bench.text.fold import flatten
from bench.text.numbers import Number
from bench.text.quantities import Quantity
from bench.text.ranges import Range
from bench.text.sentences import split_sentences


def candidate_values(question: str, reference: Value, text: str, basis: str = "") -> list[Value]:
    """The values of `text` that could be its answer, in order; what is plainly something else is left out.

    `basis` is the wording of the reference around its value, which may say whether it includes tax, say.
    """
    flat = flatten(text)
    every = read_values(flat, like=reference.kind)
    values = [v for v in every if comparable(reference, v)]
    if len(values) > MOST_CANDIDATES:
        return values
    values = _without_lone_words(_without_bare(reference, _without_labels(flat, reference, values)))
    values = [v for v in values if not _is_rejected(flat, v)]
    values = [v for v in values if not is_at_other_end(flat, question, v)]
    values = [v for v in values if not is_on_other_basis(flat, f"{question} {basis}", v)]
    operands = operand_values(flat, every)
    results = [v for v in values if not any(v.start == o.start for o in operands)]
    steps = [v for v in results if any(_repeats(v, o) for o in operands)]
    results = _unless_all(results, [v for v in results if v not in steps])
    values = _unless_all(values, results)
    values = _unless_all(values, [v for v in values if not _is_echo(question, reference, v)])
    values = _unless_all(values, [v for v in values if not _in_parentheses(flat, v)])
    values = _unless_all(values, [v for v in values if not is_superseded(flat, question, v)])
    values = _unless_all(values, [v for v in values if not is_of_another_year(flat, question, v)])
    values = _unless_all(values, [v for v in values if not is_of_another_rank(flat, question, v)])
    values = _unless_all(values, _of_asked_period(question, values))
    values = _unless_all(values, _totals(question, values))
    values = _unless_all(values, [v for v in values if not is_for_another_case(flat, question, v)])
    return _unless_all(values, _after_result_cue(flat, values))


# A text with more values than this enumerates; it makes no claim.
MOST_CANDIDATES = 60


def _unless_all(before: list[Value], after: list[Value]) -> list[Value]:
    """A filter that would leave nothing has misread the text."""
    return after or before


def _without_labels(flat: str, reference: Value, values: list[Value]) -> list[Value]:
    """Bare numbers that name something ("Stage 2", "2号") are no figures."""
    if not isinstance(reference.data, Quantity):
        return values
    out = []
    for v in values:
        bare = isinstance(v.data, Quantity) and not v.data.units
        named = wording("LABEL_BEFORE").search(flat, max(0, v.start - 12), v.start)
        if bare and (named or (wording("LABEL_AFTER").match(flat, v.end) and len(values) > 1)):
            continue
        out.append(v)
    return _unless_all(values, out)


def _without_bare(reference: Value, values: list[Value]) -> list[Value]:
    """Where a figure carries the reference's unit, bare numbers beside it are something else."""
    if not isinstance(reference.data, Quantity) or not reference.data.units:
        return values
    with_unit = [v for v in values if not _is_bare(v)]
    exact = [v for v in with_unit if not _only_counts_alike(reference.data, v)]
    return exact or with_unit or values


def _is_bare(value: Value) -> bool:
    data = value.data
    return (isinstance(data, Quantity) and not data.units) or (isinstance(data, Range) and not data.high.units)


def _only_counts_alike(reference: Quantity, value: Value) -> bool:
    if not isinstance(value.data, Quantity):
        return False
    mine, theirs = ({u.dimension for u in q.units} for q in (reference, value.data))
    return not mine & theirs


def _without_lone_words(values: list[Value]) -> list[Value]:
    figures = [v for v in values if not (isinstance(v.data, Quantity) and _is_hardly_a_figure(v.data.number))]
    return _unless_all(values, figures)


def _is_hardly_a_figure(number: Number) -> bool:
    """ "First" and "one" are seldom figures; "nine" beside another figure is one."""
    return number.lone_word and (number.ordinal or number.value <= 1)


def _is_rejected(flat: str, value: Value) -> bool:
    before = flat[max(0, value.start - 40) : value.start]
    if says("VALUE_REJECTED_BEFORE", before) and not says("NOT_ONLY", before):
        return True
    return bool(filled(_REJECTED_AFTER).match(flat, value.end))


_REJECTED_AFTER = r"""(?:[」』"]|{CALLED})?{VALUE_REJECTED_AFTER}"""


def _repeats(value: Value, operand: Value) -> bool:
    a, b = value.data, operand.data
    if not isinstance(a, Quantity) or not isinstance(b, Quantity) or value.start >= operand.start:
        return False
    return a.number.value == b.number.value


def _is_echo(question: str, reference: Value, value: Value) -> bool:
    """A value that the question gives is no answer to it, unless the reference is that value too."""
    known = read_values(question)
    echo = any(type(q.data) is type(value.data) and _equal(q, value) for q in known)
    return echo and not any(_equal(q, reference) for q in known)


def _in_parentheses(flat: str, value: Value) -> bool:
    opened = flat.rfind("(", max(0, value.start - 120), value.start)
    closed = flat.rfind(")", max(0, value.start - 120), value.start)
    return opened > closed and flat.find(")", value.start, value.start + 160) >= 0


def _of_asked_period(question: str, values: list[Value]) -> list[Value]:
    """Where a monthly fee is asked for and one is given, what it comes to in a year is working."""
    period = read_question(question).per
    rates = [v for v in values if isinstance(v.data, Quantity) and period in v.data.per]
    return [v for v in values if v in rates or not (isinstance(v.data, Quantity) and v.data.per)] if rates else values


def _totals(question: str, values: list[Value]) -> list[Value]:
    """Where a total is asked for, the one value that is the sum of all the others."""
    sizes = [(v, size_of(v.data)) for v in values if isinstance(v.data, Quantity)]
    if len(sizes) < 3 or len(sizes) > 9 or not says("TOTAL_ASKED", flatten(question)):
        return values
    whole = sum(s for _, s in sizes)
    return [v for v, s in sizes if 2 * s == whole] or values


def _after_result_cue(flat: str, values: list[Value]) -> list[Value]:
    """In one sentence, what stands before "so", 合計 or なので leads to what stands behind it."""
    out: list[Value] = []
    pos = 0
    for sentence in split_sentences(flat):
        inside = [v for v in values if pos <= v.start < pos + len(sentence)]
        cues = [pos + m.start() for m in wording("RESULT_CUE").finditer(sentence)]
        behind = [[v for v in inside if v.start > cue] for cue in cues]
        kept = next((b for b in reversed(behind) if b), inside)
        out += kept
        pos += len(sentence)
    return out


def _equal(left: Value, right: Value) -> bool:
    return same_value(read_question(""), (), left, right) is Match.EQUAL
