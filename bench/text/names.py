"""Names that people give (of models, judges, submitters): what makes one unfit, and when two look alike.

Guarantees: a name without faults is one line that shows every character it holds; two names that a reader cannot tell
apart have one skeleton. The look-alikes are those of the scripts that are most often borrowed from (after Unicode
TR39); it is no complete table.
"""

import re
import unicodedata

LONGEST_NAME = 200
MOST_MARKS = 2
"""Combining marks on one letter; written languages have no more."""

_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code)
    for first, last in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
    for code in range(first, last + 1)
}
"""Letters, marks and symbols that show nothing: fillers, the blank of Braille, variation selectors."""
_SPACES = frozenset(" \u3000")

_LOOK_ALIKE = str.maketrans(
    {
        # Cyrillic
        **dict(zip("авеԁәғԍһіјкӏмнопԛрсѕтуѵԝхуүҽ", "abedəfghijk1mhonqpcstyvwxyye", strict=True)),
        **dict(zip("ьꙇ", "bi", strict=True)),
        # Greek
        **dict(zip("αβγεζηικμνορστυχω", "abyezhikmvopotuxw", strict=True)),
        # Armenian, Cherokee and others that are met among Latin letters
        **dict(zip("աօսոցհյզ", "woungjhq", strict=True)),
        **dict(zip("ꭺᏼꮯꭰꭼᏽꮋꭵꭻꮶꮮꮇꮲꮪꭲꮩꮃꮓ", "abcdefhijklmpstvwz", strict=True)),
        # Latin letters without a decomposition, and digits that pass for letters
        **dict(zip("ıȷɩɑɡʟᴀᴄᴇᴏᴜᴠᴡᴢøłđħ", "ijiaglaceouvwzoldh", strict=True)),
        **{"0": "o", "l": "1", "|": "1", "!": "1", "і": "1", "i": "1"},
    }
)
_BORROWED = ("CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "OLD ITALIC", "DESERET")
"""Scripts with letters that pass for Latin ones."""


_LETTERS = re.compile(r"[^\W\d_]+")


def name_faults(text: str, longest: int = LONGEST_NAME) -> list[str]:
    """What is wrong with a name that is shown to people; [] for nothing. Empty text has no fault here.

    Each is the end of a sentence that begins with the name's place: what is wrong and what to do.
    """
    faults = []
    if len(text) > longest:
        faults.append(f"has {len(text):,} characters; at most {longest} are taken")
    if hidden := sorted({c for c in text if is_hidden(c)}):
        named = ", ".join(f"U+{ord(c):04X}" for c in hidden[:3])
        faults.append(f"holds characters that do not show or turn others around ({named}): take them out")
    if any(unicodedata.category(c) == "Zs" and c not in _SPACES for c in text):
        faults.append("holds a space of another kind than the ordinary ones: write that")
    if text != text.strip() or "  " in text:
        faults.append("begins or ends with a space, or has two in a row: write one between words")
    if _stacked(text):
        faults.append(f"has more than {MOST_MARKS} marks on one letter: take them out")
    if mixed := [word for word in _LETTERS.findall(text) if _mixed(word)]:
        faults.append(f"mixes Latin letters with those of another script in {mixed[0][:40]!r}: write it in one script")
    return faults


def borrowed(text: str) -> str:
    """The characters of `text` that pass for plain ASCII ones and are others (a full-width letter, Cyrillic а).

    Latin letters with an accent show that they are others, and are not among them.
    """
    others = (c for c in text if not c.isascii() and not _accented(c))
    return "".join(dict.fromkeys(c for c in others if (seen := skeleton(c)) and seen.isascii()))


def _accented(char: str) -> bool:
    return unicodedata.combining(char) > 0 or unicodedata.name(char, "").startswith("LATIN")


def is_hidden(char: str) -> bool:
    """Whether a character shows nothing, or changes how others show."""
    return char in _INVISIBLE or unicodedata.category(char) in _INVISIBLE_CATEGORIES


def skeleton(text: str) -> str:
    """What two names share that look alike: in one width and case, without marks and hidden characters, look-alike
    letters as the Latin one, runs of spaces as one. "" for "". For comparing only, never to be shown."""
    seen = text
    # Twice: a letter in lower case may have another look-alike than its capital, and a fold may compose anew.
    for _ in range(2):
        plain = (c for c in unicodedata.normalize("NFKD", seen).casefold() if not is_hidden(c))
        seen = _without_accents("".join(plain).translate(_LOOK_ALIKE))
    return " ".join(unicodedata.normalize("NFC", seen).split())


def _without_accents(text: str) -> str:
    """Without the marks on ASCII letters; those of other scripts make another letter (デ is not テ)."""
    kept: list[str] = []
    base = ""
    for char in text:
        if not unicodedata.combining(char):
            base = char
        elif base.isascii():
            continue
        kept.append(char)
    return "".join(kept)


def _stacked(text: str) -> bool:
    run = 0
    for char in unicodedata.normalize("NFD", text):
        run = run + 1 if unicodedata.combining(char) else 0
        if run > MOST_MARKS:
            return True
    return False


def _mixed(word: str) -> bool:
    scripts = {_script(c) for c in word if c.isalpha()}
    return "LATIN" in scripts and "borrowed" in scripts


def _script(char: str) -> str:
    name = unicodedata.name(char, "")
    if name.startswith(_BORROWED):
        return "borrowed"
    return "LATIN" if name.startswith(("LATIN", "FULLWIDTH LATIN")) else ""
