"""Whether an answer says what a reference says: values by value, names whole, lists as sets.

Owns the choice of the comparison that a reference calls for. Guarantees: never a guess; where the wording leaves
it open the result is UNSURE.
"""

import re
from functools import lru_cache

from bench.rules.claimed import claimed_match
from bench.rules.final_answer import Region, final_answer
from bench.rules.identify import identified_names, nearer_clause_names_another
from bench.rules.lists import list_match
from bench.rules.names import NameStatus, name_status, names_sibling
from bench.rules.overlap import content_tokens
from bench.rules.polarity import direction, opens_with_ruling, says_yes
from bench.rules.prose import has_rival, prose_match
from bench.rules.reference import Reference, read_reference
from bench.rules.rulings import ruling_of_reference, same_ruling
from bench.rules.same_value import Match
from bench.text.fold import flatten, fold, squeeze
from bench.text.sentences import split_sentences

__all__ = ["Match", "equivalent"]


@lru_cache(maxsize=1024)
def equivalent(question: str, reference: str, candidate: str) -> Match:
    """Whether the final claim of `candidate` is `reference` as an answer to `question`.

    The conventions are those of METRICS.md section 1. An empty candidate is DIFFERENT; an empty reference is UNSURE.
    """
    if not fold(reference):
        return Match.UNSURE
    regions = final_answer(candidate, question)
    if not regions:
        return Match.DIFFERENT
    if _same_text(reference, regions[0].text) or _same_text(reference, regions[-1].text):
        return Match.EQUAL
    ruling = ruling_of_reference(question, reference)
    said = [same_ruling(ruling, r.text) for r in regions] if ruling else []
    if any(s is not None for s in said):
        return Match.EQUAL if next(s for s in said if s is not None) else Match.DIFFERENT
    wanted = read_reference(question, reference)
    if wanted.shape == "yes-no":
        return _yes_no(question, wanted, regions)
    if wanted.shape == "prose":
        return prose_match(question, reference, regions[-1].text)
    for region in regions:
        result = _in_region(question, wanted, region)
        if result is not None:
            return result
    if wanted.shape == "name" and _scattered(reference, regions[-1].text):
        return Match.UNSURE
    named = wanted.shape in ("name", "list") and not wanted.values
    return Match.UNSURE if named and _other_script(reference, regions[-1].text) else Match.DIFFERENT


def _same_text(reference: str, text: str) -> bool:
    mine, theirs = (re.sub(r"[\s。.、,!！]+", "", flatten(t)) for t in (reference, text))
    if not _DIGITS.search(mine):
        return mine.casefold() == theirs.casefold()
    # Beside figures, case (0.5 GB is not 0.5 Gb) and the dots inside the figures carry meaning.
    return mine == theirs and _DIGITS.findall(flatten(reference)) == _DIGITS.findall(flatten(text))


_DIGITS = re.compile(r"\d[\d.,]*\d|\d")


def _in_region(question: str, wanted: Reference, region: Region) -> Match | None:
    """What one region says about the reference; None where it claims nothing of the kind."""
    if wanted.shape == "value":
        return _value(question, wanted, region)
    if wanted.shape == "direction":
        said = direction(region.text)
        return None if not said else Match.EQUAL if said == direction(wanted.text) else Match.DIFFERENT
    if wanted.shape == "name":
        return _name(question, wanted.names[0], region)
    return list_match(question, wanted, region)


def _value(question: str, wanted: Reference, region: Region) -> Match | None:
    if region.kind == "nearest":
        # Working takes up the question's words too; among values the whole answer is weighed instead.
        return None
    result = claimed_match(question, wanted.values[0], region.text, wanted.text)
    if result is None and region.binding and _has_other_content(question, region.text):
        return Match.DIFFERENT
    return result


def _has_other_content(question: str, text: str) -> bool:
    return bool(content_tokens(text) - content_tokens(question))


def _name(question: str, name: str, region: Region) -> Match | None:
    status = name_status(question, name, region.text)
    if status is NameStatus.ABSENT and len(name) >= _LONG_NAME:
        status = name_status(question, name, _WITHIN_COMPOUND.sub("", flatten(region.text)))
    if status is NameStatus.STATED:
        return Match.DIFFERENT if _another_is_identified(question, name, region) else Match.EQUAL
    if status in (NameStatus.REJECTED, NameStatus.AMONG_OTHERS):
        return Match.DIFFERENT
    if _other_script(name, region.text):
        return None
    other = has_rival(question, name, region.text) or names_sibling(name, region.text)
    if region.binding or (region.kind != "whole" and other):
        return Match.DIFFERENT
    return None


# 北口の改札前 is 北口改札前; in shorter names の may hold two apart.
_WITHIN_COMPOUND = re.compile(r"(?<=[\u3400-\u9fff々])の(?=[\u3400-\u9fff々])")
_LONG_NAME = 4


def _another_is_identified(question: str, name: str, region: Region) -> bool:
    """Whether the sentences name others in the place of the answer and only mention this name beside them."""
    sentences = [s for s in split_sentences(region.text) if name_status(question, name, s) is NameStatus.STATED]
    if question and sentences and all(nearer_clause_names_another(question, name, s) for s in sentences):
        return True
    identified = identified_names(question, region.text)
    if not identified:
        return False
    return not any(fold(i) in fold(name) or name_status(question, name, i) is NameStatus.STATED for i in identified)


def _yes_no(question: str, wanted: Reference, regions: tuple[Region, ...]) -> Match:
    mine = says_yes(wanted.text)
    about = f"{question} {wanted.text}"
    whole_opens = opens_with_ruling(regions[-1].text)
    for region in regions:
        if whole_opens and not region.binding and region.kind != "whole":
            # "No. … so the visit is possible on Monday": the plain no at the start is the answer.
            continue
        said = says_yes(region.text, about)
        if said is not None and mine is not None:
            return Match.EQUAL if said == mine else Match.DIFFERENT
    return Match.DIFFERENT


def _scattered(name: str, text: str) -> bool:
    """Every word of a longer name, but not as one name: B週の木曜 against 木曜（B週）."""
    tokens = content_tokens(name)
    return len(tokens) > 2 and tokens <= content_tokens(text) and squeeze(name) not in squeeze(text)


def _other_script(name: str, text: str) -> bool:
    """A name in Latin script against a purely Japanese answer, or the reverse: a translation may hide there."""
    japanese = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
    latin = re.compile(r"[A-Za-z]{3}")
    # A remark in parentheses ("(empty context)") names nothing.
    name, text = flatten(name), re.sub(r"\([^()]*\)", "", flatten(text))
    if not re.search(r"[^\W\d_]", name):
        return False
    if japanese.search(name):
        return not latin.search(name) and bool(latin.search(text)) and not japanese.search(text)
    return bool(latin.search(name) and japanese.search(text)) and not latin.search(text)
