"""Hostile text made safe for a terminal, a file name, a CSV cell and a Markdown cell.

Guarantees: what comes back holds no control, escape or bidirectional override character; nothing is executed by
the program that shows it; distinct names stay distinct.
"""

import hashlib
import re
import unicodedata


def for_terminal(text: str, limit: int | None = None) -> str:
    """`text` on one line: unprintable characters as visible escapes, breaks as ⏎, cut to `limit` characters with …."""
    shown = "".join(_visible(c) for c in text.replace("\r\n", "\n"))
    if limit is not None and len(shown) > limit:
        return shown[: max(limit - 1, 0)] + "…"
    return shown


def slug(name: str) -> str:
    """A file name for `name`: letters, digits, dots, hyphens and underscores of any script, never a path.

    Unchanged where `name` is already safe; else the changed form with a short hash of the original, so that two
    names never share a file, also where the file system ignores case or normalises. Empty gives a hash alone.
    """
    composed = unicodedata.normalize("NFC", name)
    safe = "".join(c if c.isalnum() or c in "._-" else "-" for c in composed).strip(".-")
    cut = safe.encode("utf-8")[:_LONGEST_NAME].decode("utf-8", "ignore")
    unchanged = (
        cut != "" and cut == name and cut == cut.lower() and cut.split(".")[0].upper() not in _DEVICES and _stable(cut)
    )
    if unchanged and not _LOOKS_HASHED.search(cut):
        return cut
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]
    return f"{cut}-{digest}" if cut else digest


def with_minus(number: str) -> str:
    """A printed number, or an interval of two, with a true minus sign (U+2212) for each hyphen: for people to read.

    What programs read (JSON, CSV) keeps the hyphen.
    """
    return number.replace("-", "−")


def csv_cell(text: str) -> str:
    """`text` with an apostrophe in front where a spreadsheet would run it as a formula. Numbers stay numbers."""
    if _FORMULA.match(text) and not _PLAIN_NUMBER.fullmatch(text):
        return "'" + text
    return text


def markdown_cell(text: str) -> str:
    """`text` as one table cell that shows literally: no line break, no cell border, no HTML, no link, no emphasis.

    Reversible by a Markdown reader: breaks become `<br>`, everything special an entity or a backslash escape.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    shown = "".join(c if c == "\n" else _visible(c) for c in text)
    shown = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    shown = _MARKDOWN.sub(r"\\\1", shown)
    return shown.replace("|", "&#124;").replace("\n", "<br>")


_LONGEST_NAME = 100
_HASH_DIGITS = 10
_DEVICES = frozenset({"CON", "PRN", "AUX", "NUL", *(f"{d}{n}" for d in ("COM", "LPT") for n in "0123456789¹²³")})
# A safe name that ends like a slug with its hash could be the slug of another name.
_LOOKS_HASHED = re.compile(rf"(?:^|-)[0-9a-f]{{{_HASH_DIGITS}}}\Z")
_FORMULA = re.compile(r"\s*[=+\-@\t\r＝＋－＠|%]")
_PLAIN_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)? ?%?")
_MARKDOWN = re.compile(r"([\\`*_\[\]~!#$])")
_UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def _visible(char: str) -> str:
    if char == "\n":
        return "⏎"
    if char == "\t":
        return " "
    if unicodedata.category(char) in _UNSAFE_CATEGORIES:
        return f"\\x{ord(char):02x}" if ord(char) < 256 else f"\\u{{{ord(char):x}}}"
    return char


def _stable(name: str) -> bool:
    """False where a file system that folds width or composition could take the name for another one."""
    return unicodedata.normalize("NFKC", name).casefold() == name
