"""The built-in baselines: offline, free and deterministic. They look at the task, never at the prompt.

They bound what a score can mean: `oracle` is a perfect generator, `always-abstain` a useless one, `extractive` what
word overlap alone achieves, and `echo` shows which chunk came first.
"""

from __future__ import annotations

import functools
import math
import re
import time
from collections import Counter

from bench.clients.base import Reply, Request, Task, Unconnected
from bench.errors import ConfigError
from bench.langs import language
from bench.text.fold import fold
from bench.text.sentences import split_sentences

NO_CONTEXT = "(empty context)"
"""What `echo` says when it is shown nothing. Worded so that no judge takes it for an abstention ("no context" would
be): `echo` never declines, so it must not earn credit for declining."""

THRESHOLD = 0.2
"""Share of the question's weight that one passage must cover before `extractive` gives it as the answer. On the
published LIT set this answers two in three of the items whose evidence is shown, and one in three without it."""

_WORD = re.compile(r"[a-z0-9]+(?:[.,'-][a-z0-9]+)*")
_FUNCTION_WORDS = frozenset(
    "a an and any are as at be been by can could did do does for from had has have how if in into is it its "
    "many much of on or should than that the their them there these they this to under was were what when where "
    "which who whom whose why will with would you your".split()
)
_HIRAGANA = re.compile(r"[\u3040-\u309f]+")
_CJK_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff々〆ヶ]+")
_CITED = re.compile(r"\s*\[\d+\]\Z")
_TAG = re.compile(r"<[^<>]{0,200}>")
_HTML_ROW = re.compile(r"</tr\s*>", re.IGNORECASE)


class BaselineClient(Unconnected):
    """A Client (see `bench.clients.base`) that opens nothing. Raises ConfigError for an unknown baseline's name."""

    async def complete(self, request: Request) -> Reply:
        if request.task is None:
            raise ConfigError(f"The baseline {request.model!r} answers items only; it cannot judge.")
        started = time.perf_counter()
        text = answer(request.model, request.task)
        return Reply(text=text, raw=text, finish_reason="stop", latency_s=time.perf_counter() - started)


def answer(name: str, task: Task) -> str:
    """What the baseline `name` says to `task`: never empty. Raises ConfigError for an unknown name.

    `echo` keeps to no form: it says the chunk and no final line.
    """
    if name == "extractive":
        return _ended(extract(task), task)
    if name == "always-abstain":
        return _ended(language(task.lang).abstention, task)
    if name == "oracle":
        return _ended(task.oracle.strip() or language(task.lang).abstention, task)
    if name == "echo":
        return next((chunk.strip() for chunk in task.chunks[:1] if chunk.strip()), NO_CONTEXT)
    raise ConfigError(f"Unknown baseline {name!r}: choose extractive, always-abstain, oracle or echo.")


def _ended(reply: str, task: Task) -> str:
    """The reply with the final line that the task wants."""
    if not task.final_line:
        return reply
    entry = language(task.lang)
    declined = reply in (entry.abstention, entry.insufficient) or reply.startswith(entry.undetermined)
    value = entry.undetermined if declined else _CITED.sub("", reply)
    return f"{reply}\n{entry.final_line}{value}"


def extract(task: Task) -> str:
    """The shown sentence or table row that covers most of the question, with its chunk cited like `[2]`.

    Terms are words, and character pairs in Japanese; each weighs its inverse document frequency over the shown
    chunks. Below THRESHOLD, and without chunks, it abstains in the item's language. Ties go to the earlier passage.
    """
    documents = [terms(chunk) for chunk in task.chunks]
    frequency = Counter(term for document in documents for term in document)
    weight = {term: math.log(1 + (len(documents) + 1) / (frequency[term] + 0.5)) for term in terms(task.question)}
    total = sum(weight.values())
    best, reply = 0.0, ""
    for number, chunk in enumerate(task.chunks, start=1):
        for passage in passages(chunk):
            covered = sum(weight[term] for term in terms(passage) & weight.keys())
            # A mild charge for length: of two passages that cover the same, the shorter one says it.
            score = covered / total - len(passage) / 100_000 if total else 0.0
            if score > best:
                best, reply = score, f"{passage} [{number}]"
    return reply if best >= THRESHOLD else language(task.lang).abstention


@functools.lru_cache(maxsize=4096)  # a chunk is shown in many trials
def passages(chunk: str) -> tuple[str, ...]:
    """The sentences and table rows of a chunk, in order, without HTML tags; a row's cells are joined by ` | `."""
    pieces: list[str] = []
    for line in _HTML_ROW.sub("</tr>\n", chunk).split("\n"):
        row = line.count("|") >= 2 or "</td" in line.lower() or "</th" in line.lower()
        plain = _TAG.sub(" | " if row else " ", line).strip(" |\t\r")
        if row:
            cells = [cell.strip() for cell in plain.split("|") if cell.strip(" -:")]
            pieces += [" | ".join(cells)] if cells else []
        else:
            pieces += [sentence.strip() for sentence in split_sentences(plain) if sentence.strip()]
    return tuple(pieces)


@functools.lru_cache(maxsize=65_536)
def terms(text: str) -> frozenset[str]:
    """What a text is about, folded: its words, and every two neighbouring characters of its Japanese runs.

    English function words and pairs of hiragana alone are left out: a question's own form is in no passage.
    """
    folded = fold(text)
    pairs = {run[i : i + 2] for run in _CJK_RUN.findall(folded) for i in range(max(1, len(run) - 1))}
    words = {*_WORD.findall(folded)} - _FUNCTION_WORDS
    return frozenset(words | {pair for pair in pairs if not _HIRAGANA.fullmatch(pair)})
