"""Prompts: one template per role and language, filled in one pass, with frames that content cannot leave.

A template is a file `prompts/ROLE.LANG.md` with a `=== system ===` and a `=== user ===` part and `{{name}}` places.
The system part has no places, so it is the same, byte for byte, for every item. Quoted material stands between
backtick fences longer than any run of backticks inside it. The fingerprint of a template enters every record.

A run may ask with a template of its own (`--prompt`): the same file, or one without the two marks, which is a user part
alone. Its text stands in the run's configuration, so that whoever has the run has the prompt.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.arms import ARMS
from bench.errors import ConfigError, UsageError
from bench.langs import language
from bench.records import Chunk, Lang, Message
from bench.shipped import shipped
from bench.text.display import for_terminal

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_PARTS = re.compile(r"\A=== system ===\n(?P<system>.*?)\n=== user ===\n(?P<user>.*?)\n?\Z", re.DOTALL)
_BACKTICKS = re.compile(r"`+")

ANSWERING = frozenset(a.prompt(final_line=line) for a in ARMS.values() if a.documents for line in (False, True))
"""Roles of the templates that ask a question over documents: those that a prompt of one's own replaces."""
PLACES = ("question", "documents")
"""What a prompt of one's own has a place for."""
_SHOWN = 200
"""Characters of a file's name that a message shows."""
LANG_FIELD = "{lang}"
"""In the name of a file: stands for the language, one file for each."""

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
    """One prompt file. `fingerprint` is 16 hex digits of the SHA-256 of the file's bytes; `system` may be empty."""

    role: str
    lang: Lang
    system: str
    user: str
    fingerprint: str

    def fill(self, values: Mapping[str, str]) -> tuple[Message, ...]:
        """System (where there is one) and user message.

        Values are inserted in one pass: a `{{name}}` inside a value stays text. Raises KeyError when a place has no
        value.
        """
        user = _PLACE.sub(lambda place: values[place[1]], self.user)
        asked = Message(role="user", content=user)
        return (Message(role="system", content=self.system), asked) if self.system else (asked,)


def template(role: str, lang: Lang, own: Mapping[Lang, str] | None = None) -> Template:
    """The template that a run asks with: of `own` (text by language) where the role shows documents, else the shipped
    one. Raises ConfigError as `load` does, and where the own text is none of `written`."""
    return load(role, lang) if own is None or role not in ANSWERING else written(role, lang, own[lang])


@functools.cache
def written(role: str, lang: Lang, text: str) -> Template:
    """A template from the text that a person has written. Raises ConfigError, in one sentence with every fault."""
    system, user, faults = _read(text)
    if faults:
        raise ConfigError(f"The prompt cannot be used: {'; '.join(faults)}.")
    return Template(role, lang, system, user, fingerprint(text.encode()))


def read_own(given: str | Path | Mapping[str, str], langs: Iterable[Lang]) -> dict[Lang, str]:
    """The text of a prompt of one's own in each language.

    `given`: a file, with `{lang}` in its name for one file per language; a text, known by double braces or several
    lines; or texts by language. Raises UsageError, in one sentence with every fault of all of them.
    """
    texts: dict[Lang, str] = {}
    faults: dict[str, list[str]] = {}
    for lang in langs:
        name, text, unread = _own(given, lang)
        faults.setdefault(name, unread or _read(text)[2])
        texts[lang] = text
    told = [f"{name} {'; '.join(found)}" for name, found in faults.items() if found]
    if told:
        raise UsageError(
            f"--prompt cannot be used: {'; '.join(told)}. Write {{{{question}}}} and {{{{documents}}}} where they go, "
            "and nothing else in double braces."
        )
    return texts


def fingerprint(data: bytes) -> str:
    """What a template is known by: 16 hex digits of the SHA-256 of its bytes."""
    return hashlib.sha256(data).hexdigest()[:16]


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
    return Template(role, lang, parts["system"], parts["user"], fingerprint(data))


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


def _own(given: str | Path | Mapping[str, str], lang: Lang) -> tuple[str, str, list[str]]:
    """What messages call the prompt in a language, its text, and why it cannot be read."""
    if isinstance(given, Mapping):
        return f"[{lang}]", given.get(lang, ""), [] if lang in given else ["is missing"]
    if isinstance(given, str) and ("{{" in given or "\n" in given):
        return "the text", given, []
    path = Path(str(given).replace(LANG_FIELD, lang)).expanduser()
    taken = repr(for_terminal(str(path), _SHOWN))
    try:
        return path.name, path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n"), []
    except FileNotFoundError:
        return taken, "", ["was taken for a file, and there is none of that name"]
    except OSError as error:
        return taken, "", [f"was taken for a file and cannot be read ({error.strerror})"]
    except UnicodeDecodeError:
        return path.name, "", ["is not UTF-8"]


def _read(text: str) -> tuple[str, str, list[str]]:
    """System part, user part and the faults of a text that a person has written."""
    parts = _PARTS.match(text)
    marked = [mark for mark in ("=== system ===", "=== user ===") if re.search(f"^{mark}$", text, re.MULTILINE)]
    system, user = (parts["system"], parts["user"]) if parts else ("", text.strip("\n"))
    places = _PLACE.findall(user)
    strange = sorted({*places} - {*PLACES})
    faults = {
        f"has {marked[0] if marked else ''} alone, or not at its head": bool(marked) and not parts,
        "has a place in its system part, which is the same for every question": bool(_PLACE.search(system)),
        **{f"has no {{{{{place}}}}}": place not in places for place in PLACES},
        f"has {', '.join(f'{{{{{place}}}}}' for place in strange)}, which nothing is put into": bool(strange),
    }
    return system, user, [fault for fault, holds in faults.items() if holds]


def _neutral(text: str) -> str:
    return _CONTROL_TOKENS.sub(lambda match: match[0] + _WORD_JOINER, text)
