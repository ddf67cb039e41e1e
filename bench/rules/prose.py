"""References that are prose: decided only where the answer holds all of what the reference adds, or none of it.

Owns the coverage test and the search for rival names. Everything in between is UNSURE.
"""

import re

from bench.rules.overlap import content_tokens
from bench.rules.phrases import says, words_of
from bench.rules.polarity import says_yes
from bench.rules.same_value import Match
from bench.rules.spellings import name_variants
from bench.rules.values import read_values
from bench.text.fold import flatten, fold, squeeze


def prose_match(question: str, reference: str, text: str) -> Match:
    """EQUAL if `text` holds the reference or nearly all its content, DIFFERENT if none of it, else UNSURE."""
    if squeeze(reference).strip("。.") in squeeze(text):
        return Match.EQUAL
    demanded = content_tokens(reference) - content_tokens(question)
    if not demanded or is_long(reference):
        return Match.UNSURE
    covered = len(demanded & content_tokens(text)) / len(demanded)
    values = [v for v in read_values(reference) if fold(flatten(reference)[v.start : v.end]) not in fold(question)]
    if covered >= _NEARLY_ALL and not values and says_yes(text) == says_yes(reference):
        return Match.EQUAL
    return Match.DIFFERENT if covered <= _NEXT_TO_NOTHING else Match.UNSURE


def is_long(text: str) -> bool:
    """Prose of 40 words (English) or 110 characters (Japanese) and more is beyond a rule."""
    words = re.findall(r"[A-Za-z0-9'.,%-]+", text)
    japanese = re.findall(r"[\u3040-\u30ff\u3400-\u9fff]", text)
    return len(words) >= _PROSE_WORDS or len(japanese) >= _PROSE_CHARACTERS


_PROSE_WORDS = 40
_PROSE_CHARACTERS = 110


def has_rival(question: str, name: str, text: str) -> bool:
    """Whether `text` names something that is neither in the question nor in the reference: another candidate."""
    flat = flatten(text)
    own = " ".join(fold(v) for v in name_variants(question, name))
    # Where the question offers the candidates, the others among them are rivals.
    known = own if says("CHOICE_ASKED", flatten(question)) else f"{fold(question)} {own}"
    return any(
        fold(m[0]) not in known and fold(m[0]) not in words_of("CALENDAR")
        for m in _NAMELIKE.finditer(flat)
        if not _opens_sentence(flat, m)
    )


_NEARLY_ALL = 0.85
_NEXT_TO_NOTHING = 0.1
_NAMELIKE = re.compile(
    r"[A-Z][A-Za-z0-9-]{1,30}|[\u30a1-\u30fa\u30fc]{3,20}|[「『][^」』\n]{1,30}[」』]|"
    r"[\u3400-\u9fff々]{3,12}"
)


def _opens_sentence(flat: str, match: re.Match[str]) -> bool:
    """A capital at the start of a sentence is grammar, not a name, unless the word is alone there."""
    before = flat[: match.start()].rstrip()
    at_start = not before or before[-1] in ".!?。\n:"
    return at_start and match[0].isascii() and match[0].casefold() in words_of("COMMON")
