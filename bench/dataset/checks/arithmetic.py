"""Derivations: the arithmetic of an item, evaluated without running code, against its answer and its evidence."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from fractions import Fraction

from bench.dataset.checks.matching import numbers
from bench.dataset.findings import Pen, Report
from bench.dataset.importers.own import Tables
from bench.records import Aspect, MainRow
from bench.text.fold import flatten
from bench.text.numbers import find_numbers
from bench.text.quantities import find_quantities

FREE = frozenset({Fraction(0), Fraction(1), Fraction(100)})
"""Constants that no document needs to state: the whole of a share, and percent."""
LARGEST_POWER = 20
LONGEST = 500

_OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: Fraction(a // b),
    ast.Mod: lambda a, b: a % b,
}
_FUNCTIONS: dict[str, Callable[..., Fraction]] = {
    "min": lambda *values: min(values),
    "max": lambda *values: max(values),
    "abs": lambda value: abs(value),
    "floor": lambda value: Fraction(math.floor(value)),
    "ceil": lambda value: Fraction(math.ceil(value)),
    "round": lambda value, places=Fraction(0): Fraction(round(value, int(places))),
}


def check(tables: Tables, report: Report) -> None:
    """All checks on the derivations of one language."""
    for placed in tables.items:
        item, pen = placed.record, report.about(placed.row, tables.lang, placed.record.id)
        if item.derivation is not None:
            _check(item, item.derivation, pen)
        elif Aspect.CALCULATION in item.aspects:
            pen.error(
                "derivation_missing",
                "derivation",
                "is null in a calculation item; write the expression over the quoted numbers",
            )


def evaluate(expression: str) -> Fraction:
    """The exact value of an arithmetic expression: + - * / // % **, brackets, and min, max, abs, floor, ceil, round.

    Raises ValueError with the reason for anything else, for a division by zero and for huge powers.
    """
    if len(expression) > LONGEST:
        raise ValueError(f"is longer than {LONGEST} characters")
    try:
        return _value(ast.parse(expression.strip(), mode="eval").body)
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError("is not an arithmetic expression") from None
    except (ZeroDivisionError, OverflowError):
        raise ValueError("divides by zero or overflows") from None
    except TypeError:
        raise ValueError("calls a function with wrong arguments") from None


def constants(expression: str) -> list[Fraction]:
    """Every number written in the expression, in reading order; [] where it cannot be parsed."""
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except (SyntaxError, RecursionError, MemoryError, ValueError):
        return []
    return [
        Fraction(str(node.value))
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool)
    ]


def states(answer: str, value: Fraction) -> bool:
    """Whether a text states the value: as printed, rounded to the printed digits, or as a percentage of it."""
    found = [(n.value, n.step, n.end) for n in find_numbers(answer)]
    found += [(q.number.value, q.number.step, q.number.end) for q in find_quantities(answer)]
    flat = flatten(answer)
    for printed, step, end in found:
        percent = flat[end : end + 10].lstrip().casefold().startswith(("%", "percent", "per cent", "パーセント"))
        for target in (value, value * 100) if percent else (value,):
            if abs(printed - target) <= step / 2:
                return True
    return False


def _check(item: MainRow, derivation: str, pen: Pen) -> None:
    try:
        value = evaluate(derivation)
    except ValueError as error:
        pen.error("derivation_invalid", "derivation", f"{error}; write an expression like 18 * 30 + 5")
        return
    if not states(item.answer, value):
        pen.error(
            "derivation_differs",
            "derivation",
            f"gives {float(value):g}, which the answer '{item.answer}' does not state; correct one of the two",
        )
    given = numbers(item.question).union(*(numbers(evidence.quote) for evidence in item.evidence))
    given |= {number / 100 for number in given}
    loose = [f"{float(n):g}" for n in dict.fromkeys(constants(derivation)) if n not in FREE and n not in given]
    if loose:
        pen.warning(
            "derivation_number_loose",
            "derivation",
            f"uses {', '.join(loose)}, which neither the question nor a quote holds; quote its source",
        )


def _value(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(value=bool()):
            raise ValueError("holds something other than numbers")
        case ast.Constant(value=int() | float() as number):
            return Fraction(str(number))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _value(operand)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            power = _value(right)
            if power.denominator != 1 or abs(power) > LARGEST_POWER:
                raise ValueError(f"has a power that is not a whole number up to {LARGEST_POWER}")
            return Fraction(_value(left) ** int(power))
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
            return _OPERATORS[type(operator)](_value(left), _value(right))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*map(_value, arguments))
    raise ValueError("holds something other than numbers, + - * / // % ** and brackets")
