"""English number words: "twenty-five", "two hundred and five", "a dozen", "three quarters", "third".

Owns the grammar of the words alone, and the tables of digits and scales of both languages. "one" and "a" outside such
a phrase are no numbers here.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

ONES = {
    word: n
    for n, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_TENS = {w: 10 * n for n, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
ORDINALS = {
    word: n
    for n, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
}
SCALE_WORDS = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
KANJI_DIGITS = {kanji: n for n, kanji in enumerate("〇一二三四五六七八九")}
MYRIADS = {"万": 10**4, "億": 10**8, "兆": 10**12, "京": 10**16}
# The scales that may stand before a unit: thousands of yen, 百万円.
SCALES = {"十": 10, "百": 100, "千": 10**3, "十万": 10**5, "百万": 10**6, "十億": 10**9} | MYRIADS | SCALE_WORDS
_SCALES = {"hundred": 100, "dozen": 12} | SCALE_WORDS
_SIZES_OF_PARTS = {2: "half halves", 3: "third thirds", 4: "quarter quarters", 5: "fifth fifths", 10: "tenth tenths"}
_PARTS = {word: size for size, words in _SIZES_OF_PARTS.items() for word in words.split()}
_CARDINAL = "|".join([*ONES, *_TENS, *_SCALES])
# "Half" before what it is half of, parts, cardinals, "a week", ordinals; "twofold" counts too.
_HALF = r"(?<!first )(?<!second )(?<!latter )(?:a |one )?half(?= an? | of | the |[.,;]|\Z)"
_PART = rf"(?:one|two|three|four)[ -](?:{'|'.join(_PARTS)})"
_WHOLE = rf"(?:a |an )?(?:{_CARDINAL})(?:(?:-| and |, | )(?:{_CARDINAL})){{0,9}}(?: and a half)?"
_ARTICLE = r"a quarter(?= of )|an?(?= (?:second|minute|hour|day|week|month|year)s?\b)"
_PHRASE = re.compile(
    rf"(?<![A-Za-z0-9'-])(?:{_HALF}|{_PART}|{_WHOLE}|{_ARTICLE}|{'|'.join(ORDINALS)})(?=fold\b|(?![A-Za-z0-9']))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class WordNumber:
    """A number written in English words at [start, end) of the searched text."""

    start: int
    end: int
    value: Fraction
    ordinal: bool
    lone: bool
    """True for a single small word such as "one" or "second", which is often no figure at all."""


def find_word_numbers(text: str) -> list[WordNumber]:
    """Every English number phrase of `text`, in order. Empty text gives []."""
    found: list[WordNumber] = []
    for match in _PHRASE.finditer(text):
        words = match[0].casefold().replace("-", " ").replace(",", "").split()
        if match[0].casefold() in ORDINALS:
            found.append(WordNumber(*match.span(), Fraction(ORDINALS[words[0]]), ordinal=True, lone=True))
            continue
        value = _value(words)
        if value is not None:
            found.append(WordNumber(*match.span(), value, ordinal=False, lone=len(words) == 1 and value < 10))
    return found


def _value(words: list[str]) -> Fraction | None:
    """The value of a phrase, None where the words stand side by side without making one number ("two five")."""
    extra = Fraction(0)
    if words[-3:] == ["and", "a", "half"]:
        words, extra = words[:-3], Fraction(1, 2)
    elif words[-1] in _PARTS:
        count = ONES.get(words[0], 1) if len(words) > 1 else 1
        return Fraction(count, _PARTS[words[-1]])
    if words in (["a"], ["an"]):
        return Fraction(1)
    if words[0] in ("a", "an") and words[1] not in _SCALES:
        # "a three-year guarantee": the article belongs to the noun.
        words = words[1:]
    total, section, last = 0, 0, 10**15
    for word in words:
        if word in ("a", "an"):
            section = 1
        elif word == "and":
            continue
        elif word in ONES or word in _TENS:
            part = ONES.get(word, _TENS.get(word, 0))
            if section % 100 and not (section % 10 == 0 and section % 100 >= 20 and 0 < part < 10):
                return None
            section += part
        elif word == "hundred" or word == "dozen":
            section = max(section, 1) * _SCALES[word]
        else:
            if _SCALES[word] >= last:
                return None
            last = _SCALES[word]
            total, section = total + max(section, 1) * last, 0
    return total + section + extra
