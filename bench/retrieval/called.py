"""Retrieval by a function of the caller's: asked once for each question, before anything is paid for.

The function gets a question and how many passages are wanted. What it returns stands in the run's folder
(`retrieved.jsonl`), and its digest in the run's configuration: a figure can be computed again without the function, and
other results are another run. What it returns is a chunk of the corpus where it is one by its text or its id, else a
passage of its own. An error of the function is the failure of the question that it was asked.
"""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import AsyncIterable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bench.clients.reading import storable
from bench.clients.redact import without_user
from bench.errors import UsageError
from bench.records import Chunk, Failure, Item, Lang
from bench.records.retrieval import PASSAGE, Returned, is_passage
from bench.returned import KIND, digest
from bench.text.display import for_terminal

Function = Callable[[str, int], Iterable[Any]]
"""From a question and a number to passages, best first: texts, (id, text), or {text, id, title}."""
_MOST = 300
"""Characters of an error that are kept."""
_SHOWN = 60
"""Characters of a question that a notice shows."""


class Remembered:
    """A function that is asked each question once, however often a run is prepared. Errors are not remembered."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self._known: dict[tuple[str, int], tuple[Any, ...]] = {}

    def __call__(self, question: str, k: int) -> Iterable[Any]:
        if (question, k) not in self._known:
            found = self.function(question, k)
            if isinstance(found, str | Mapping) or not isinstance(found, Iterable):
                return found
            self._known[question, k] = tuple(found)
        return self._known[question, k]


def ask(
    function: Function, corpora: Mapping[Lang, Mapping[str, Chunk]], items: Iterable[Item], k: int, *, spare: bool
) -> tuple[Returned, ...]:
    """What the function returns for the questions of `items`, one record for each question of a language, in order.

    It is asked for `k` passages, and for as many more as an item takes away (`spare`: every item may lose its gold
    chunks, as a canary does). Raises UsageError where it fails on every question, and where items are drawn: each of
    them is asked in a world of its own, of which the function is not told.
    """
    wanted: dict[tuple[Lang, str], int] = {}
    for item in items:
        if item.world:
            raise UsageError(
                "retriever is a function of the question, and drawn questions are each asked in a world of their own: "
                "ask written ones (preset written), or give a TREC run."
            )
        gone = {*item.overlay.remove, *(item.positive if spare else ())}
        wanted[item.lang, item.question] = max(wanted.get((item.lang, item.question), 0), k + len(gone))
    known = {lang: _Corpus(corpus) for lang, corpus in corpora.items()}
    found = tuple(_ask(function, known[lang], lang, question, most) for (lang, question), most in wanted.items())
    if found and all(one.failure for one in found):
        raise UsageError(f"The retriever {name_of(function)} failed on every question: {found[0].failure}")
    return found


def name_of(function: Function) -> str:
    """What the function is called, with letters, digits, dots and underscores alone."""
    named: Any = function.function if isinstance(function, Remembered) else function
    named = getattr(named, "func", named)  # a functools.partial
    return re.sub(r"\W*\.\W*", ".", re.sub(r"[^\w.]", "", getattr(named, "__qualname__", type(named).__name__)))


def spec_name(function: Function, found: Sequence[Returned]) -> str:
    """What stands in the configuration: the function's name, and twelve hex digits over what it has returned."""
    return f"{KIND}:{name_of(function)}@{digest(found)}"


@dataclass(frozen=True)
class Called:
    """The rankings of one language, as they were returned."""

    name: str
    found: Mapping[str, Returned]
    """By question."""

    def rank(self, item: Item, k: int) -> tuple[str, ...]:
        """The k best of what was returned for the item's question, without what is taken from its corpus.

        Empty where the function failed. Raises KeyError for a question that was not asked.
        """
        return tuple(name for name in self.found[item.question].chunks if name not in item.overlay.remove)[:k]

    def failure(self, item: Item, k: int) -> Failure | None:
        """Why there is nothing to show for an item: the function failed, or returned passages of its own for an item
        that changes the corpus, of which nobody can say whether the change is in them."""
        message = self.found[item.question].failure
        if not message and not item.overlay.empty and any(map(is_passage, self.rank(item, k))):
            message = (
                f"returned passages that are no chunks of the dataset, and {item.id} takes chunks away, adds or cuts "
                "them: whether that is so in the passages is not known"
            )
        return Failure(stage="retrieval", kind="retrieval", message=message) if message else None


def rankings(retriever: str, found: Iterable[Returned]) -> dict[Lang, Called]:
    """A retriever for each language that something was returned for."""
    by_lang: dict[Lang, dict[str, Returned]] = {}
    for one in found:
        by_lang.setdefault(one.lang, {})[one.question] = one
    return {lang: Called(retriever, of) for lang, of in by_lang.items()}


class _Corpus:
    """The chunks of one language, by id and by text."""

    def __init__(self, corpus: Mapping[str, Chunk]) -> None:
        self.by_id = corpus

    @cached_property
    def by_text(self) -> Mapping[str, Chunk]:
        # Of two chunks with one text the first counts: what comes later in the comprehension wins.
        return {chunk.text.strip(): chunk for chunk in reversed(self.by_id.values())}  # type: ignore[call-overload]

    def chunk(self, value: Any) -> Chunk | str:
        """The chunk that a returned value is, or what is wrong with it."""
        name, title, text = _parts(value)
        if name in self.by_id and text in (None, self.by_id[name].text):
            return self.by_id[name]
        if not isinstance(text, str) or not text.strip():
            return "is no text, (id, text) or {text, id, title}" if not isinstance(text, str) else "is empty"
        if text != storable(text):
            return "holds half of a surrogate pair"
        if text.strip() in self.by_text:
            return self.by_text[text.strip()]
        content = hashlib.sha256(f"{title}\n{text}".encode()).hexdigest()[:12]
        return Chunk(id=f"{PASSAGE}{content}", doc_id=name, title=title, text=text)


def _parts(value: Any) -> tuple[str, str, Any]:
    """Id, title and text of a returned value; '' and None for what it does not have."""
    if isinstance(value, Mapping):
        text = value.get("text", value.get("content"))
        return _text(value.get("id")), _text(value.get("title")), text
    if isinstance(value, tuple | list) and len(value) == 2:
        return _text(value[0]), "", value[1]
    return "", "", value


def _text(value: Any) -> str:
    return "" if value is None else storable(str(value))


def _dropped(found: object) -> bool:
    """Whether a function returned something to be awaited, which is closed: nobody here waits for it."""
    if inspect.iscoroutine(found):
        found.close()
    return inspect.isawaitable(found) or isinstance(found, AsyncIterable)


def failures_told(function: Function, found: Sequence[Returned]) -> list[str]:
    """A sentence where the function failed on some questions: on how many, and why on the first of them."""
    failed = [one for one in found if one.failure]
    if not failed:
        return []
    first = failed[0]
    asked = for_terminal(first.question, _SHOWN)
    return [
        f"The retriever {name_of(function)} failed on {len(failed)} of {len(found)} questions, whose trials in the arm "
        f"retrieved fail; the first, {asked!r}: {first.failure}"
    ]


def _ask(function: Function, corpus: _Corpus, lang: Lang, question: str, k: int) -> Returned:
    try:
        found = function(question, k)
        asynchronous = _dropped(found)
        if not asynchronous and (isinstance(found, str | bytes | Mapping) or not isinstance(found, Iterable)):
            raise TypeError(f"it returned {type(found).__name__}, not a list of passages")
        values = [] if asynchronous else list(found)
    except Exception as error:  # whatever a caller's function raises is its failure on this question, and is recorded
        text = for_terminal(without_user(storable(str(error).strip())) or "no message", _MOST)
        return Returned(lang=lang, question=question, k=k, failure=f"{type(error).__name__}: {text}")
    if asynchronous:
        raise UsageError(
            f"The retriever {name_of(function)} is asynchronous: it returned {type(found).__name__}. Give a function "
            "that waits itself and returns the passages, e.g. with asyncio.run on a thread of its own."
        )
    chunks = [corpus.chunk(value) for value in values[:k]]
    wrong = [f"passage {place} {chunk}" for place, chunk in enumerate(chunks, 1) if isinstance(chunk, str)]
    if wrong:
        return Returned(lang=lang, question=question, k=k, failure=f"{'; '.join(wrong)[:_MOST]}")
    # What comes back twice is one passage, at its best rank.
    unique = {chunk.id: chunk for chunk in reversed(chunks) if isinstance(chunk, Chunk)}
    ids = tuple(dict.fromkeys(chunk.id for chunk in chunks if isinstance(chunk, Chunk)))
    own = tuple(unique[name] for name in ids if is_passage(name))
    return Returned(lang=lang, question=question, k=k, chunks=ids, passages=own)
