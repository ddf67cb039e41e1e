"""Answers that rule: needed or not, limited or not, free or not.

Owns the reading of a ruling and of its opposite. "No permit is required" answers "not required", and 上限は
設けられていない answers 上限なし: neither states the other's words.
"""

import re
from dataclasses import dataclass

from bench.rules.overlap import content_tokens, tokens_of
from bench.rules.phrases import says, wording
from bench.text.fold import flatten


@dataclass(frozen=True, slots=True)
class Ruling:
    """One matter and which way it is ruled. `holds` is False for "not needed", "no limit", "no charge"."""

    matter: str
    holds: bool


def ruling_of_reference(question: str, reference: str) -> Ruling | None:
    """The ruling that a reference consists of; None for one that says anything else beside it."""
    flat = flatten(reference).strip(" .。")
    for matter in _MATTERS:
        ruling = _read(matter, flat)
        if ruling is not None:
            without = wording(matter.upper()).sub(" ", _without_denials(matter, flat))
            rest = content_tokens(without) - content_tokens(question) - tokens_of("BESIDE_RULING")
            # A figure is a value of its own, but 0円 is 無料.
            return None if rest or re.search(r"\d", flat if ruling.holds else without) else ruling
    return None


def same_ruling(ruling: Ruling, text: str) -> bool | None:
    """Whether `text` rules the matter of `ruling` in the same way; None where it does not, or both ways."""
    said = _read(ruling.matter, flatten(text))
    return None if said is None else said.holds == ruling.holds


# Wordings of each matter, and behind NOT_ of its opposite. Needed comes first: "no fee is required" says that none is
# needed.
_MATTERS = ("needed", "limited", "charged")


def _read(matter: str, flat: str) -> Ruling | None:
    """The one ruling of a text on `matter`; None where it has none, or one each way."""
    without = _without_denials(matter, flat)
    denied, affirmed = without != flat, says(matter.upper(), without)
    return None if denied == affirmed else Ruling(matter, affirmed)


def _without_denials(matter: str, flat: str) -> str:
    return wording(f"NOT_{matter.upper()}").sub(" ", flat)
