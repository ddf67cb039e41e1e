"""Which language a text is in, as far as a benchmark in Japanese and English must tell them apart."""

from __future__ import annotations

from collections.abc import Iterable


def cjk_share(text: str) -> float:
    """Kana and ideographs among all letters of the text, 0 to 1; 0 for a text without letters."""
    letters = [c for c in text if c.isalpha()]
    return sum(map(_is_cjk, letters)) / len(letters) if letters else 0.0


def is_chinese(texts: Iterable[str]) -> bool:
    """Ideographs, and no kana at all: what tells Chinese from Japanese over more than a few sentences."""
    whole = "".join(texts)
    return any(map(_is_cjk, whole)) and not any("\u3041" <= c <= "\u30ff" for c in whole)


def _is_cjk(char: str) -> bool:
    return "\u3041" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff"
