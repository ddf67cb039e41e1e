"""Answers that rule: needed or not, limited or not, free or not.

Owns the wordings of each ruling and of its opposite. "No permit is required" answers "not required", and 上限は
設けられていない answers 上限なし: neither states the other's words.
"""

import re
from dataclasses import dataclass

from bench.rules.overlap import content_tokens
from bench.text.fold import flatten


@dataclass(frozen=True, slots=True)
class Ruling:
    """One matter and which way it is ruled. `holds` is False for "not needed", "no limit", "no charge"."""

    matter: str
    holds: bool


def ruling_of_reference(question: str, reference: str) -> Ruling | None:
    """The ruling that a reference consists of; None for one that says anything else beside it."""
    flat = flatten(reference).strip(" .。")
    for family in _FAMILIES:
        ruling = family.read(flat)
        if ruling is not None:
            without = family.without(flat)
            rest = content_tokens(without) - content_tokens(question) - _EMPTY
            # A figure is a value of its own, but 0円 is 無料.
            return None if rest or re.search(r"\d", flat if ruling.holds else without) else ruling
    return None


def same_ruling(ruling: Ruling, text: str) -> bool | None:
    """Whether `text` rules the matter of `ruling` in the same way; None where it does not, or both ways."""
    family = next(f for f in _FAMILIES if f.matter == ruling.matter)
    said = family.read(flatten(text))
    return None if said is None else said.holds == ruling.holds


@dataclass(frozen=True, slots=True)
class _Family:
    matter: str
    no: re.Pattern[str]
    yes: re.Pattern[str]

    def read(self, flat: str) -> Ruling | None:
        """The one ruling of a text; None where it has none, or one each way."""
        denied = bool(self.no.search(flat))
        affirmed = bool(self.yes.search(self.no.sub(" ", flat)))
        return None if denied == affirmed else Ruling(self.matter, affirmed)

    def without(self, flat: str) -> str:
        return self.yes.sub(" ", self.no.sub(" ", flat))


def _family(matter: str, no: tuple[str, ...], yes: tuple[str, ...]) -> _Family:
    return _Family(matter, re.compile("|".join(no), re.I), re.compile("|".join(yes), re.I))


_ABSENT_JA = (
    r"(?:は|が|も)?(?:特に|とくに|一切)?(?:なし|無し|ない|無い|なく|ありません|ございません|"
    r"(?:設け|定め)(?:られ)?て(?:い)?(?:ない|ません|おらず|おりません))"
)
_NEEDED_EN = r"(?:required|needed|necessary|mandatory|compulsory|obligatory)"
_FAMILIES = (
    # Needed comes first: "no fee is required" says that none is needed.
    _family(
        "needed",
        no=(
            rf"\bno (?:[\w-]+ ){{1,4}}?(?:is |are )?{_NEEDED_EN}\b",
            rf"(?:\bnot|n't|\bnever) (?:\w+ly )?(?:be )?{_NEEDED_EN}\b",
            r"(?:\bnot|n't) (?:have|need|require)\b(?: to\b)?",
            r"\bneed not\b|\bunnecessary\b|\boptional\b|\bno need\b|\bnot a requirement\b",
            rf"必要性?{_ABSENT_JA}|義務{_ABSENT_JA}|不要|任意|(?:要|い)りません|要しません|要しない",
            r"なくて(?:も)?(?:よい|良い|いい|構い|かまい|済)|必須では(?:ない|ありません)",
        ),
        yes=(
            rf"\b{_NEEDED_EN}\b|\b(?:must|needs?|have to|has to|requires?)\b",
            r"必要|必須|義務|要(?:する|します|\Z)|なければ(?:なら|いけ)",
        ),
    ),
    _family(
        "limited",
        no=(
            r"\bunlimited\b",
            r"\b(?:no|without(?: an?| any)?) (?:upper |maximum |fixed |set )?(?:limits?|cap|restrictions?)\b",
            r"\bnot (?:limited|capped|restricted)\b|\bany number\b|\bas (?:many|much|often) (?:\w+ )?as\b",
            rf"(?:上限|制限|限度|回数制限){_ABSENT_JA}|無制限|無限|何(?:回|度|人|個|枚|件|日|台)でも",
        ),
        yes=(r"\b(?:limited|limits?|capped|cap|restricted|at most|up to|maximum)\b", r"上限|制限|限度|まで|以内"),
    ),
    _family(
        "charged",
        no=(
            r"\bfree(?: of charge)?\b(?! time)",
            r"\b(?:no|without(?: any| a)?|at no) (?:\w+ )?(?:charge|fee|cost|payment)s?\b",
            r"\bnot (?:charged|subject to (?:a )?(?:charge|fee))|\bcosts nothing\b",
            r"(?<![\d,.])0 ?(?:円|yen|dollars?|euros?|pounds?)(?![A-Za-z])|[¥$£€] ?0(?![\d.,])",
            rf"無料|無償|(?:料金|費用|手数料|代金){_ABSENT_JA}|[料費代金](?:は|が)?(?:かかりません|かからない|不要|(?:要|い)りません)",
        ),
        yes=(r"[¥$£€]\d|\d ?(?:yen|dollars?|euros?|pounds?)\b|\bcharged\b", r"有料|有償|\d円"),
    ),
)
_EMPTY = content_tokens("there it is are a the any number visits times people use no not 特に 利用 回数 届出 料金")
