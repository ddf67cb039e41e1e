"""The arithmetic of a derivation, evaluated exactly and without running code."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from fractions import Fraction

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
