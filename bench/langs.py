"""The languages of the suite, one entry each.

A language is added by its entry here, its words (`bench/words/LANG.toml`) and its prompts (`prompts/ROLE.LANG.md`).
What an entry holds is everything that code outside needs to know about one language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module


@dataclass(frozen=True, slots=True)
class Language:
    """One language of questions, documents and answers.

    `tokeniser` names what splits text for BM25, as `module:function`: called without arguments, it gives a function
    from text to tokens. `script` holds the ranges of characters, first and last, that mark a text as being in this
    language; a language without ranges is what a text is in that no other language's script marks.
    """

    id: str
    joiner: str
    """Stands between the parts of an enumeration."""
    document: str
    """Heading of a numbered document in a prompt; the number follows."""
    title: str
    """Stands before a document's title in a prompt."""
    insufficient: str
    """The reference answer of an item whose evidence was removed."""
    abstention: str
    """What a built-in baseline says when it declines."""
    final_line: str
    """Begins the last line of an answer, where the answer alone is wanted there."""
    undetermined: str
    """What stands in that line where the documents do not settle the question."""
    tokeniser: str
    script: tuple[tuple[str, str], ...] = ()

    def tokens(self) -> Callable[[str], list[str]]:
        """The function that splits a text of this language into tokens for BM25. Loads what it needs when called."""
        module, _, function = self.tokeniser.partition(":")
        make: Callable[[], Callable[[str], list[str]]] = getattr(import_module(module), function)
        return make()

    def marks(self, char: str) -> bool:
        """Whether a character is of this language's script; always False for a language without one."""
        return any(first <= char <= last for first, last in self.script)


LANGUAGES: dict[str, Language] = {
    language.id: language
    for language in (
        Language(
            id="ja",
            joiner="、",
            document="文書",
            title="題名：",
            insufficient="判断できない。質問に答えるために必要な情報が資料に含まれていない。",
            abstention="提供された文書には必要な情報がないため、この質問には回答できません。",
            final_line="回答：",
            undetermined="判断できない",
            tokeniser="bench.retrieval.bm25:japanese_tokeniser",
            script=(("\u3041", "\u30ff"), ("\u3400", "\u9fff"), ("\uf900", "\ufaff")),
        ),
        Language(
            id="en",
            joiner=", ",
            document="Document ",
            title="Title: ",
            insufficient=(
                "It cannot be determined: the documents do not hold the information that the question asks for."
            ),
            abstention=("The provided documents do not contain the information, so the question cannot be answered."),
            final_line="Answer: ",
            undetermined="cannot be determined",
            tokeniser="bench.retrieval.bm25:english_tokeniser",
        ),
    )
}
"""By id, in the order in which a run asks them and shows them."""

DEFAULT = "en"
"""The language of the command line, and of words that another language does not have yet."""


def language(name: str) -> Language:
    """The entry of a language. Raises KeyError for one that there is not."""
    return LANGUAGES[name]


def language_of(texts: Iterable[str]) -> str:
    """The language in whose script most of the texts are marked, else the first one without a script of its own.

    Meant for questions, not for chunks, which quote other languages. No texts: the language without a script.
    """
    every = list(texts)
    for entry in LANGUAGES.values():
        if entry.script and 2 * sum(any(map(entry.marks, text)) for text in every) > len(every):
            return entry.id
    return next(entry.id for entry in LANGUAGES.values() if not entry.script)
