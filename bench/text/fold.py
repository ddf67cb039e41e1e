"""Folding: one spelling for the many that mean the same, for matching only and never for display.

Owns the two strengths: `flatten` keeps letter case (mW is not MW), `fold` does not. Both are idempotent.
"""

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache

# Dashes that join or sign numbers. The em dash is punctuation, so it is spaced out: it must not turn the
# number behind it negative.
_HYPHENS = "\u2010\u2011\u2012\u2013\u2212\ufe58\ufe63\uff0d\u207b\u208b"
_EM_DASHES = "\u2014\u2015\u2e3a\u2e3b\ufe31"
_TABLE: dict[int, str] = {
    **{ord(c): "-" for c in _HYPHENS},
    **{ord(c): " - " for c in _EM_DASHES},
    ord("\u301c"): "~",
    ord("\u223c"): "~",
    ord("\u2018"): "'",
    ord("\u2019"): "'",
    ord("\u201c"): '"',
    ord("\u201d"): '"',
    ord("\u201e"): '"',
    ord("\u00a5"): "¥",
    ord("\u25b3"): "△",
    ord("\u2206"): "△",
    ord("\u00d7"): "×",
    ord("\u2715"): "×",
    ord("\u2044"): "/",
    ord("\u00ba"): "°",
    ord("\u02da"): "°",
}
_GROUPING_SPACE = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")
_SUPERSCRIPTS = {ord(c): d for c, d in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-", strict=True)}
_POWER = re.compile(r"(?<=\d)([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})")
# Behind a length a superscript is a square or a cube; behind anything else it is a footnote mark.
_FOOTNOTE = re.compile(r"(?<![\d⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻])(?<!(?<![A-Za-z])[mk])(?<![kcmdnμ]m)(?<!ft)[¹²³⁴⁵⁶⁷⁸⁹⁰]{1,3}")
_CIRCLED = re.compile("[①-⑳]")
_VULGAR = re.compile(r"(\d?)([¼½¾⅐-⅞])")
_KANA_DASH = re.compile(r"(?<=\d)ー(?=\d)")
_SPACES = re.compile(r"[^\S\n]+")
_ANY_SPACE = re.compile(r"\s+")
# Format characters (zero width, bidi controls, tags), private use, variation selectors and controls never
# carry meaning for a match, and are the usual carriers of hidden text.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e0fff\ue000-\uf8ff]"
)
_SIMPLE = re.compile(r"[\n\x20-\x7e]*\Z")


@lru_cache(maxsize=2048)
def flatten(text: str) -> str:
    """`text` in one width and one set of signs: NFKC, plain dashes and quotes, nothing invisible.

    Letter case and line breaks stay (`\\r\\n` becomes `\\n`), runs of other space become one blank. Idempotent.
    Empty input gives an empty string.
    """
    if _SIMPLE.match(text):
        return _SPACES.sub(" ", text)
    while True:
        flat = _flatten_once(text)
        if flat == text:
            return flat
        text = flat


def fold(text: str) -> str:
    """The matching key of `text`: flattened, lower case, all space single and none at the ends. Idempotent."""
    while True:
        key = _ANY_SPACE.sub(" ", flatten(text).casefold()).strip()
        if key == text:
            return key
        text = key


def squeeze(text: str) -> str:
    """`fold` without any space: for Japanese, where space carries no meaning, and for verbatim checks. Idempotent."""
    while True:
        key = _ANY_SPACE.sub("", fold(text))
        if key == text:
            return key
        text = key


def _flatten_once(text: str) -> str:
    text = _INVISIBLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n"))
    text = _GROUPING_SPACE.sub("", text)
    text = _POWER.sub(lambda m: "^" + m[1].translate(_SUPERSCRIPTS), text)
    text = _FOOTNOTE.sub("", text)
    # A bare NFKC would glue the label ① to the figure behind it.
    text = _CIRCLED.sub(lambda m: f"({ord(m[0]) - 0x245F})", text)
    text = _VULGAR.sub(_spell_fraction, text)
    text = unicodedata.normalize("NFKC", text.translate(_TABLE)).translate(_TABLE)
    text = _KANA_DASH.sub("-", text)
    return _SPACES.sub(" ", text)


def _spell_fraction(match: re.Match[str]) -> str:
    """5½ must not become 51/2 under NFKC."""
    part = Fraction(unicodedata.numeric(match[2])).limit_denominator(10)
    spelt = f"{part.numerator}/{part.denominator}"
    return f"{match[1]} {spelt}" if match[1] else spelt
