"""The ways to write one name.

Owns the spellings that make no difference (accents, British and American, ヶ and ケ, 髙 and 高, 第三 and 第3) and the
parts of a name that may be left out: a title, a company form, a head that the question gives.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from bench.rules.overlap import content_tokens
from bench.rules.phrases import wording
from bench.text.fold import flatten, fold
from bench.text.numbers import find_numbers
from bench.text.patterns import one_of


@lru_cache(maxsize=512)
def plain_letters(text: str) -> str:
    """`text` in one spelling, for matching only.

    No accents (ō → o), American endings, 第二 as 第2, 霧ヶ辻 as 霧ケ辻, 髙 as 高.
    """
    text = _BRITISH.sub(lambda m: _AMERICAN[m.lastgroup or ""](m[0]), text)
    if text.isascii():
        return text
    text = _NUMBERED_JA.sub(lambda m: str(find_numbers(m[0] + "円")[0].value), text)
    return "".join(_bare(c) for c in text.translate(_VARIANT_KANJI))


@lru_cache(maxsize=512)
def name_variants(question: str, name: str) -> tuple[str, ...]:
    """Ways to write one name: as given, without parentheses, company form, article, or a head the question gives."""
    flat = plain_letters(flatten(name)).strip(" .。、,\"'「」『』")
    flat = re.sub(r"(?:です|である|でした|になります|となります|だ)\Z", "", flat)
    forms = [flat, re.sub(r" ?\([^()]*\)", "", flat)]
    forms += [re.sub(r"^(?:(?:in|at|on|from|by|to|for) )?(?:the |an? )?", "", f, flags=re.I) for f in forms]
    forms += [wording("COMPANY").sub("", f).strip(" ,.") for f in forms]
    forms += [wording("TITLE_ENDS").sub("", f) for f in forms]
    forms += [f"{m[2]} {m[1]}" for f in forms if (m := re.fullmatch(r"([A-Z][a-z]+),? ([A-Z][a-z]+)", f))]
    forms += [re.sub(r"^(?:Mr|Mrs|Ms|Dr|Prof)\.? ", "", f) for f in forms]
    heads = re.findall(r"[\u30a1-\u30fa\u30fc]{2,}|[\u4e00-\u9fff]{2,}", flatten(question))
    heads += re.findall(r"(?:どの|何)([\u4e00-\u9fff])", flatten(question))
    for form in list(forms):
        forms += [form.removesuffix(h).rstrip("のな") for h in heads if form.endswith(h) and len(form) > len(h)]
        numbered = re.fullmatch(r"([A-Z][a-z]+) (\d{1,4}[A-Z]?|[A-Z])", form)
        if numbered and _stems(numbered[1]) <= content_tokens(question):
            forms.append(numbered[2])
        words = form.split()
        if len(words) > 2 and _stems(words[0]) <= content_tokens(question):
            forms.append(" ".join(words[1:]))
        if len(words) > 1 and len(words[0]) > 2 and _stems(words[-1]) <= content_tokens(question):
            forms.append(" ".join(words[:-1]))
    forms += [form.removesuffix("日") for form in forms if form.endswith("曜日")]
    day = _DAY_OF.get(fold(flat))
    if day is not None:
        forms += _DAYS[day]
    return tuple(dict.fromkeys(f for f in forms if len(f) >= 1))


# Numerals in kanji behind 第 or before what is counted through; both sides are rewritten, so names stay comparable.
_UP_TO_99 = r"(?:[一二三四五六七八九]?十?[一二三四五六七八九]|[一二三四五六七八九]?十)"
_COUNTED = r"(?:月|日|年|週|回|階|号|条|番|組|班|期|次|丁目)(?!(?!第)[\u3400-\u9fff々])"
_NUMBERED_JA = re.compile(rf"(?<=第){_UP_TO_99}(?![百千万])|(?<![\u3400-\u9fff々]){_UP_TO_99}(?={_COUNTED})")
# British endings by their group; words like "hour" and "promise" are safe because both sides are rewritten alike.
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
_VARIANT_KANJI = str.maketrans("ヶヵ髙﨑澤邊邉齋齊廣國濱櫻眞惠德瀧", "ケカ高崎沢辺辺斎斉広国浜桜真恵徳滝")
_DAYS = tuple(
    (en, en[:3] + ".", f"{ja}曜日", f"{ja}曜")
    for en, ja in zip("monday tuesday wednesday thursday friday saturday sunday".split(), "月火水木金土日", strict=True)
)
_DAY_OF = {form: n for n, forms in enumerate(_DAYS) for form in forms}


def _bare(char: str) -> str:
    if not "\u00c0" <= char <= "\u024f":
        return char
    return unicodedata.normalize("NFD", char)[0]


def _stems(word: str) -> frozenset[str]:
    return content_tokens(word) or frozenset({"\0"})
