"""How much of a question a sentence takes up, in either language.

Owns the content tokens: words of Latin script without function words, two-character pieces of Japanese script.
"""

import re
from functools import cache, lru_cache

from bench.rules.phrases import phrases, words_of
from bench.text.fold import flatten, fold


@lru_cache(maxsize=1024)
def content_tokens(text: str) -> frozenset[str]:
    """The tokens of `text` that carry content, folded and cut to a stem. Empty text gives an empty set."""
    folded = fold(text)
    tokens = {"may"} if _MAY.search(flatten(text)) else set()
    function_words = words_of("FUNCTION")
    tokens |= {_stem(w) for w in _WORD.findall(folded) if w not in function_words}
    for run in _JAPANESE.findall(folded):
        tokens.update(run[i : i + 2] for i in range(len(run) - 1))
        if len(run) == 1:
            tokens.add(run)
    return frozenset(tokens)


@cache
def tokens_of(name: str) -> frozenset[str]:
    """The content tokens of the list of words `name`, in all languages."""
    return content_tokens(" ".join(sorted(words_of(name))))


def overlap(question: str, sentence: str) -> float:
    """The share of the question's content tokens that the sentence has, 0 to 1; 0.0 where the question has none."""
    wanted = content_tokens(question)
    if not wanted:
        return 0.0
    return len(wanted & content_tokens(sentence)) / len(wanted)


@lru_cache(maxsize=512)
def focus_tokens(question: str) -> frozenset[str]:
    """What the question asks for, beyond whom or what it is about: 本社 in 取引先の本社はどこ. Empty if unclear."""
    focus = next((m for p in phrases("FOCUS") if (m := p.search(flatten(question)))), None)
    return content_tokens(re.split(r"の|、|(?<=[るたい])", focus[1])[-1]) if focus else frozenset()


# The month, not the verb.
_MAY = re.compile(r"(?<=[a-z0-9,.] )May\b(?! (?:I|we|you|he|she|it|they|the|an?)\b)")
_WORD = re.compile(r"[a-z0-9][a-z0-9'.]*[a-z0-9]|[a-z0-9]")
# Kanji and katakana carry the content; hiragana is mostly grammar.
_JAPANESE = re.compile(r"[\u30a0-\u30ff\u3400-\u9fff々]+")


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
