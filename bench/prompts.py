"""Prompts: one template per role and language, filled in one pass, with frames that content cannot leave.

A template is a file `prompts/ROLE.LANG.md` with a `=== system ===` and a `=== user ===` part and `{{name}}` places.
The system part has no places, so it is the same, byte for byte, for every item. Quoted material stands between
backtick fences longer than any run of backticks inside it. The fingerprint of a template enters every record.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.errors import ConfigError
from bench.langs import language
from bench.records import Chunk, Lang, Message
from bench.shipped import shipped

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_PARTS = re.compile(r"\A=== system ===\n(?P<system>.*?)\n=== user ===\n(?P<user>.*?)\n?\Z", re.DOTALL)
_BACKTICKS = re.compile(r"`+")

# What chat templates turn into control tokens. A word joiner after the first character keeps the text readable and
# leaves every other character of a document as it is.
_CONTROL_TOKENS = re.compile(
    r"<(?=[|｜])|<(?=/?(?:s|bos|eos|pad|unk|sop|eop|start_of_turn|end_of_turn|start_of_image)>)|\[(?=/?INST\])"
    r"|<(?=</?SYS>>)",
    re.IGNORECASE,
)
_WORD_JOINER = "\u2060"


@dataclass(frozen=True, slots=True)
class Template:
    """One prompt file. `fingerprint` is 16 hex digits of the SHA-256 of the file's bytes."""

    role: str
    lang: Lang
    system: str
    user: str
    fingerprint: str

    def fill(self, values: Mapping[str, str]) -> tuple[Message, Message]:
        """System and user message. Values are inserted in one pass: a `{{name}}` inside a value stays text.

        Raises KeyError when a place has no value.
        """
        user = _PLACE.sub(lambda place: values[place[1]], self.user)
        return Message(role="system", content=self.system), Message(role="user", content=user)


@functools.cache
def load(role: str, lang: Lang, folder: Path | None = None) -> Template:
    """The template of `role` in `lang`. Raises ConfigError when the file is missing or misses a part."""
    path = (folder or shipped("prompts")) / f"{role}.{lang}.md"
    try:
        data = path.read_bytes()
        text = data.decode("utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The prompt {path.name} cannot be read: {error}.") from error
    parts = _PARTS.match(text)
    if parts is None or _PLACE.search(parts["system"]):
        raise ConfigError(
            f"The prompt {path.name} must have a '=== system ===' part without places, then a '=== user ===' part."
        )
    return Template(role, lang, parts["system"], parts["user"], hashlib.sha256(data).hexdigest()[:16])


def documents(chunks: Iterable[Chunk], lang: Lang) -> str:
    """The numbered documents as they stand in the prompt; number n is the n-th chunk. Empty input: empty text."""
    entry = language(lang)
    blocks = []
    for number, chunk in enumerate(chunks, 1):
        head = f"[{number}] {entry.document}{number}"
        if chunk.title:
            head += f"\n{entry.title}{_neutral(' '.join(chunk.title.split()))}"
        blocks.append(f"{head}\n{frame(chunk.text)}")
    return "\n\n".join(blocks)


@functools.lru_cache(maxsize=8192)  # a chunk stands in many prompts
def frame(text: str) -> str:
    """`text` between two fences that it cannot contain."""
    text = _neutral(text)
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"


def inline(text: str) -> str:
    """`text` for a place outside a frame (a question, a reference): control tokens of chat templates are defused."""
    return _neutral(text)


def _neutral(text: str) -> str:
    return _CONTROL_TOKENS.sub(lambda match: match[0] + _WORD_JOINER, text)
