"""Calculations that an answer shows: what they come to, and their constants.

Owns the reading of expressions in signs (18 × 4,150 = 74,700円; 74,700 (= 18 × 4,150)) and in the English words of
arithmetic. Guarantees: exact arithmetic without running anything; an expression that does not come to the figure
beside it shows nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from bench.citations.stated import same_quantity
from bench.dataset.arithmetic import evaluate
from bench.rules.values import read_values
from bench.text.quantities import Quantity
from bench.text.ranges import Range

CONSTANTS = frozenset(map(Fraction, (2, 7, 12, 24, 60, 100, 365, 1000, 3600)))
"""Whole numbers that an expression may use without a source: halves, percent, and the parts of time."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The results of an answer's calculations, and the constants that they use."""

    results: tuple[Quantity, ...]
    constants: frozenset[Fraction]

    def covers(self, value: Quantity) -> bool:
        """Whether the answer has shown how it came to the value."""
        if not value.units and value.number.value in self.constants:
            return True
        return any(same_quantity(value, result) for result in self.results)


def shown_calculations(flat: str) -> Shown:
    """Every calculation of a flattened answer without marks. No calculation gives no results."""
    results: list[Quantity] = []
    constants: set[Fraction] = set()
    for line in flat.split("\n"):
        for sides in _equations(line):
            for left, right in pairwise(sides):
                explained = _results(left, right)
                results += explained
                if explained:
                    constants.update(*(side.factors() for side in (left, right)))
    return Shown(tuple(results), frozenset(constants))


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of an equals sign: its values, and the expression with a place {} for each."""

    values: tuple[Quantity, ...]
    form: str

    def factors(self) -> set[Fraction]:
        """The constants that something is multiplied with or divided by."""
        joints = [joint.strip("()") for joint in self.form.split("{}")]
        return {
            value.number.value
            for value, before, after in zip(self.values, joints, joints[1:], strict=False)
            if not value.units and value.number.value in CONSTANTS and {before, after} & {"*", "/"}
        }


_SIGNS = {"+": "+", "-": "-", "−": "-", "×": "*", "x": "*", "X": "*", "*": "*", "·": "*", "÷": "/", "/": "/"}
_WORDS = {"plus": "+", "minus": "-", "less": "-", "times": "*", "multiplied by": "*", "divided by": "/"}
_OPERATOR = re.compile(
    r"(?:(?<=[\s\d)])[xX](?=[\s\d(])|[+×*·÷/−-]|\b(?:plus|minus|less|times|multiplied by|divided by)\b)"
)
_EQUALS = re.compile(
    r"[=≈≒→⇒]|\b(?:equals|is|gives|makes|comes to|amounts to)\b|"
    r"^ ?(?:で|は|となり|なので)、? ?(?:合計|約)?$"
)
_BREAK = re.compile(r"[。;!?、]|, |\. ")
_LONGEST_GAP = 30
_MOST_VALUES = 200


def _equations(line: str) -> Iterator[list[_Side]]:
    """Runs of values joined by operators and equals signs, cut at the equals signs; two sides and more."""
    values = _quantities(line)[:_MOST_VALUES]
    sides: list[_Side] = []
    run: list[Quantity] = []
    form = ""
    for index, value in enumerate(values):
        before = line[values[index - 1].end if index else 0 : value.start]
        joint = _joint(values[index - 1], before, value) if index else None
        if joint is None or joint == "=":
            if run:
                sides.append(_Side(tuple(run), form + (_brackets(before, ")") if index else "")))
            if joint is None:
                if len(sides) > 1:
                    yield sides
                sides = []
            run, form = [value], _brackets(before, "(") + "{}"
        else:
            run.append(value)
            form += _brackets(before, ")") + joint + _brackets(before, "(") + "{}"
    if run:
        tail = line[values[-1].end :] if values else ""
        sides.append(_Side(tuple(run), form + _brackets(tail, ")")))
    if len(sides) > 1:
        yield sides


def _quantities(line: str) -> list[Quantity]:
    quantities: list[Quantity] = []
    for value in read_values(line):
        if isinstance(value.data, Range):
            # "10 - 3 = 7" reads as a range; in a calculation it is a difference.
            quantities += [value.data.low, value.data.high]
        elif isinstance(value.data, Quantity):
            quantities.append(value.data)
    return sorted(quantities, key=lambda q: q.start)


def _joint(left: Quantity, gap: str, right: Quantity) -> str | None:
    """What joins two values: an operator, "=", or None where they do not belong to one calculation."""
    if len(gap) > _LONGEST_GAP:
        return None
    if _EQUALS.search(gap):
        return "="
    if _BREAK.search(gap):
        return None
    operators = _OPERATOR.findall(f" {gap} ")
    if len(operators) == 1:
        word = operators[0]
        return _SIGNS.get(word) or _WORDS[word]
    if gap.strip():
        return None
    if any(unit.dimension == "times-as-much" for unit in left.units):
        # "18 times 4,150": the word has been read as the unit of 18.
        return "*"
    # "100 -20": the sign has been read as the number's own.
    return "+" if right.number.value < 0 else None


def _brackets(gap: str, which: str) -> str:
    """The brackets of a gap that belong to one side of its operator."""
    return which * gap.count(which)


def _results(left: _Side, right: _Side) -> list[Quantity]:
    """The values that an equation explains: the single value on one side, where the other side comes to it."""
    explained = []
    for expression, stated in ((left, right.values[0]), (right, left.values[-1] if len(left.values) == 1 else None)):
        if stated is None or (len(expression.values) < 2 and expression.values[0].number.step != 0):
            continue
        value = _value(expression)
        if value is not None and _comes_to(value, stated):
            explained.append(stated)
    return explained


def _value(side: _Side) -> Fraction | None:
    numbers = [_as_text(q) for q in side.values]
    for form in (side.form, _balanced(side.form)):
        try:
            return evaluate(form.format(*numbers))
        except ValueError:
            continue
    return None


def _as_text(quantity: Quantity) -> str:
    ratios = [u.factor for u in quantity.units if u.dimension == "ratio"]
    number = quantity.number.value * (ratios[0] if ratios and len(ratios) == len(quantity.units) else 1)
    return f"({number.numerator}/{number.denominator})"


def _balanced(form: str) -> str:
    """The form without brackets that are never closed or never opened: those of the sentence around it."""
    kept: list[str] = []
    opened: list[int] = []
    for char in form:
        if char == "(":
            opened.append(len(kept))
        elif char == ")":
            if not opened:
                continue
            opened.pop()
        kept.append(char)
    return "".join(char for at, char in enumerate(kept) if at not in opened)


def _comes_to(value: Fraction, stated: Quantity) -> bool:
    """Equal, or equal once rounded to the printed digits; as a percentage, too."""
    number = stated.number
    sizes = {Fraction(1), *(u.factor for u in stated.units if u.dimension == "ratio")}
    return any(abs(value - number.value * size) <= number.step * size / 2 for size in sizes)
