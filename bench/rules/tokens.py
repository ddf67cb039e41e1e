"""Words and letters in one spelling, and which words of a text carry content.

Owns the spellings that make no difference (accents, British and American, 髙 and 高, third and 3rd, 三丁目 and 3丁目,
サーバ and サーバー) and the comparison of a text with a question by its content.
"""

import re
import unicodedata
from collections.abc import Callable

from bench.rules.switches import remembered, rule
from bench.rules.words import words
from bench.text.fold import flatten
from bench.text.number_words import find_word_numbers
from bench.text.numbers import find_numbers
from bench.text.patterns import one_of


@remembered
def plain_letters(text: str) -> str:
    """The flattened text in one spelling, for matching only; letter case and length of words stay roughly alike."""
    text = _spelled(flatten(text))
    return text if text.isascii() else "".join(_bare(c) for c in _japanese(text))


@rule("")
def _american(text: str) -> str:
    """Takes British and American endings for one spelling."""
    return _BRITISH.sub(lambda m: _AMERICAN[m.lastgroup or ""](m[0]), text)


@rule("")
def _digits(text: str) -> str:
    """Takes numbers in words and ordinals for figures: third floor and 3rd floor, platform nine and platform 9."""
    out, pos = [], 0
    for number in find_word_numbers(text):
        if number.value.denominator == 1 and (number.value > 1 or number.ordinal):
            out += [text[pos : number.start], str(number.value)]
            pos = number.end
    return _ORDINAL.sub(r"\1", "".join([*out, text[pos:]]))


def _spelled(text: str) -> str:
    text = _american(text) or text
    return _digits(text) or text


@rule("")
def _variants(text: str) -> str:
    """Takes kanji variants, a long-vowel mark at a word's end and numbered kanji for one spelling."""
    text = _LONG_VOWEL.sub("", text.translate(_VARIANT_KANJI))
    text = _NUMBERED.sub(lambda m: str(find_numbers(m[0] + "円")[0].value), text)
    return _INNER_SPACE.sub("", text)


def _japanese(text: str) -> str:
    return _variants(text) or text


@remembered
def content(text: str, lang: str) -> frozenset[str]:
    """The content of a text: stems of words that are no function words, or pairs of kanji and katakana letters."""
    plain = plain_letters(text)
    if words(lang).spaced:
        return frozenset(
            stem(w, lang)
            for w in _WORD.findall(plain)
            if re.split("'", w.casefold())[0] not in words(lang).listed("function")
        )
    plain = _OKURIGANA.sub("", plain)
    pairs: set[str] = set()
    for run in _RUN.findall(plain):
        pairs |= {run.casefold()} if len(run) == 1 or run.isascii() else {run[i : i + 2] for i in range(len(run) - 1)}
    return frozenset(pairs)


def stem(word: str, lang: str) -> str:
    """A word without the endings of number and tense; irregular past forms are listed with the language."""
    low = word.casefold().removesuffix("'s")
    low = words(lang).pairs("irregular").get(low, low)
    if low.isdigit() or len(low) < 4:
        return low
    for ending in ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "er", "ed", "es", "s", "e", "y"):
        if low.endswith(ending) and len(low) - len(ending) >= 3:
            low = low[: -len(ending)]
            break
    return low[:-1] if len(low) > 3 and low[-1] == low[-2] else low


def fresh_runs(text: str, known: str, lang: str) -> list[tuple[int, int]]:
    """Where words stand side by side that are neither function words nor in `known`: (start, end) in order.

    Of a language without blanks they are runs of kanji, katakana and Latin letters that `known` does not hold.
    """
    runs: list[tuple[int, int]] = []
    if not words(lang).spaced:
        plain = plain_letters(known)
        return [m.span() for m in _RUN.finditer(text) if m[0] not in plain and not m[0].isdigit()]
    old, function = content(known, lang), words(lang).listed("function")
    for match in _WORD.finditer(text):
        word = match[0].casefold().removesuffix("'s")
        if word in function or stem(word, lang) in old or word.isdigit():
            continue
        between = text[runs[-1][1] : match.start()] if runs else None
        joined = between in (" ", "-", "'", " & ", " of ", ". ", " de ", " van ")
        if runs and joined and (between in (" ", "-") or match[0][0].isupper()):
            runs[-1] = (runs[-1][0], match.end())
        else:
            runs.append(match.span())
    return runs


_WORD = re.compile(r"[A-Za-z0-9]+(?:[.'-][A-Za-z0-9]+)*")
_RUN = re.compile(r"[\u3400-\u9fff々\u30a1-\u30fa\u30fc]+|[A-Za-z0-9]+(?:[-.&'][A-Za-z0-9]+)*")
# 申し込み and 申込み, 引き上げ and 引上げ.
_OKURIGANA = re.compile(r"(?<=[\u3400-\u9fff])[しきりみいちびぎけえせてめれべげ](?=[\u3400-\u9fff])")
_ORDINAL = re.compile(r"(?<![\d.,])(\d{1,3})(?:st|nd|rd|th)\b", re.I)
_LONG_VOWEL = re.compile(r"(?<=[\u30a1-\u30fc]{2})ー(?![\u30a1-\u30fc])")
_INNER_SPACE = re.compile(r"(?<=[\u3040-\u9fff々]) (?=[\u3040-\u9fff])")
_UP_TO_99 = r"(?:[一二三四五六七八九]?十?[一二三四五六七八九]|[一二三四五六七八九]?十)"
_COUNTED = r"(?:月|日|年|週|回|階|号|条|番|組|班|期|次|丁目)(?!(?!第)[\u3400-\u9fff々])"
_NUMBERED = re.compile(
    rf"(?<=第){_UP_TO_99}(?![百千万])|(?<![\u3400-\u9fff々]){_UP_TO_99}(?={_COUNTED})|{_UP_TO_99}(?=丁目)"
)
_VARIANT_KANJI = str.maketrans("ヶヵ髙﨑澤邊邉齋齊廣國濱櫻眞惠德瀧", "ケカ高崎沢辺辺斎斉広国浜桜真恵徳滝")
_BRITISH = re.compile(
    one_of(r"""
        (?P<our>\b(?:col|harb|lab|hon|flav|fav|neighb|hum|rum|od|arm|vap|parl|sav|behavi|endeav)our)
        (?P<grey>\bgrey) | (?P<re>\b(?:cent|theat|lit|met|fib|calib)re(?=s?\b))
        (?P<ue>\b(?:catalog|dialog|analog)ue|\bprogramme) | (?P<ce>\b(?:licen|defen|offen|preten)ce)
        (?P<ise>(?<=[a-z]{3})is(?=(?:e|ed|es|er|ers|ing|ation|ations)\b))
    """),
    re.I,
)
_AMERICAN: dict[str, Callable[[str], str]] = {
    "our": lambda w: w[:-2] + w[-1],
    "grey": lambda w: w.replace("e", "a").replace("E", "A"),
    "re": lambda w: w[:-2] + w[-1] + w[-2],
    "ue": lambda w: w[:-2],
    "ce": lambda w: w[:-2] + ("S" if w[-2].isupper() else "s") + w[-1],
    "ise": lambda w: w[0] + ("Z" if w[1].isupper() else "z"),
}


def _bare(char: str) -> str:
    return unicodedata.normalize("NFD", char)[0] if "\u00c0" <= char <= "\u024f" else char
