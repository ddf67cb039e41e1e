"""What a reference demands: one value, one name, a list, a yes or no, a direction, or prose.

Owns the taking apart of references. The question's own words are not demanded again.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from bench.rules.overlap import content_tokens, tokens_of
from bench.rules.phrases import filled, says, words_of
from bench.rules.polarity import direction, opens_with_ruling
from bench.rules.prose import is_long
from bench.rules.question import read_question
from bench.rules.values import Value, read_values
from bench.text.dates import Date
from bench.text.fold import flatten, fold
from bench.text.patterns import one_of
from bench.text.quantities import Quantity
from bench.text.weekdays import days_spelled_out, only_days

Shape = Literal["value", "name", "list", "yes-no", "direction", "prose"]


@dataclass(frozen=True, slots=True)
class Part:
    """One item of a list: its value or its name, and the label that it belongs to ("" without one)."""

    text: str
    value: Value | None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference taken apart. `values` and `names` are what an answer must state; `parts` those of a list."""

    text: str
    shape: Shape
    values: tuple[Value, ...] = ()
    names: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()


@lru_cache(maxsize=512)
def read_reference(question: str, reference: str) -> Reference:
    """What `reference` demands of an answer to `question`. The reference must not be empty."""
    text = flatten(reference).strip()
    if only_days(days_spelled_out(text)):
        text = days_spelled_out(text)
    demands = read_question(question)
    values = _needed_values(question, text)
    if is_long(text):
        return Reference(text, "prose")
    if direction(text) and says("DIRECTION_ASKED", flatten(question)) and not values:
        return Reference(text, "direction")
    offers_choice = says("CHOICE_OFFERED", flatten(question))
    is_short_value = len(values) == 1 and len(text) < _SHORT
    if demands.yes_no and not is_short_value and (not offers_choice or opens_with_ruling(text)):
        return Reference(text, "yes-no")
    rest = _rest_tokens(question, text, values)
    if len(values) == 1 and not rest:
        return Reference(text, "value", values=values)
    if not values and (not _is_sentence(text) or not rest):
        parts = _name_parts(question, text)
        if len(parts) > 1:
            return Reference(text, "list", parts=parts)
        return Reference(text, "name", names=(text,))
    if values:
        parts = _mixed_parts(question, text, values)
        if len(parts) == 1 and parts[0].value is not None:
            return Reference(text, "value", values=(parts[0].value,))
        if parts:
            return Reference(text, "list", parts=parts)
    return Reference(text, "prose")


_SHORT = 24


def _is_sentence(text: str) -> bool:
    return says("IS_SENTENCE", text)


def _needed_values(question: str, text: str) -> tuple[Value, ...]:
    """The values of a reference without those the question gave, those in parentheses and parts of names."""
    values = [v for v in read_values(text) if not _is_label(text, v)]
    if len(values) > 1:
        outside = [v for v in values if not _inside_parentheses(text, v)]
        values = outside or values
    known = read_values(question)
    fresh = [v for v in values if not any(_same_print(v, g) for g in known)]
    return tuple(fresh if fresh and _is_sentence(text) else values)


def _same_print(value: Value, known: Value) -> bool:
    a, b = value.data, known.data
    if isinstance(a, Quantity) and isinstance(b, Quantity):
        return a.number.value == b.number.value and bool(
            {u.dimension for u in a.units} & {u.dimension for u in b.units}
        )
    if isinstance(a, Date) and isinstance(b, Date):
        return (a.year, a.month, a.day) == (b.year, b.month, b.day)
    return False


def _is_label(text: str, value: Value) -> bool:
    """A bare or counter number that is glued to a name ("２号源泉", "Booth 3") is part of the name."""
    if not isinstance(value.data, Quantity) or value.end - value.start == len(text.strip(" .。")):
        return False
    glued = re.match(
        r"(?!以|未|間|前|後|目|分|相|程|引|増|減|税|半|超|余|台|各|当)[\u3400-\u9fff\u30a1-\u30fa]",
        text[value.end : value.end + 1],
    )
    if glued and value.data.units and not _is_sentence(text):
        # 5階東病棟 is a name.
        return True
    article = any(u.dimension == "article" for u in value.data.units)
    after = text[value.end : value.end + 1]
    if text[: value.start].endswith("第") and re.match(r"[\u3400-\u9fff\u30a0-\u30ff]", after) and not value.data.units:
        return True
    if article:
        return bool(re.match(r"[\u3400-\u9fff\u30a0-\u30ff]", after))
    if not value.data.units:
        return bool(re.search(r"(?:[A-Za-z]{2,}|No\.|[ァ-ヶー])\s?\Z", text[: value.start])) and not re.search(
            r"(?:is|are|was|be|to|of|about|only|score|than|least|most|total|equals?)\s?\Z", text[: value.start], re.I
        )
    if value.data.number.in_words and value.data.number.lone_word:
        return len(re.findall(r"\w+", text)) > 3
    return False


def _inside_parentheses(text: str, value: Value) -> bool:
    return text.rfind("(", 0, value.start) > text.rfind(")", 0, value.start) and ")" in text[value.end :]


def _blanked(text: str, values: tuple[Value, ...]) -> str:
    for v in sorted(values, key=lambda v: -v.start):
        text = text[: v.start] + " " + text[v.end :]
    return text


def _rest_tokens(question: str, text: str, values: tuple[Value, ...]) -> frozenset[str]:
    """The content of a reference beyond its values and the question's words."""
    rest = re.sub(r"\([^()]*\)", " ", _blanked(text, values)) if values else text
    tokens = content_tokens(rest) - content_tokens(question) - tokens_of("FILLER") - words_of("FILLER")
    return frozenset(t for t in tokens if not t.isdigit() or not values)


def _name_parts(question: str, text: str) -> tuple[Part, ...]:
    """The items of a list of names; one item where the text is a single name."""
    bare = re.sub(r"(?:です|である|になります|となります)[。.]?\Z|[。.]\Z", "", text)
    bare = re.sub(r"^(?:the )?[^:：]{0,40}[:：] ?", "", bare)
    pieces = [p.strip(" 「」\"'。.") for p in filled(r"\s*{SEPARATOR}\s*(?:and\s+)?", 0).split(bare)]
    pieces = [p for p in pieces if p]
    if read_question(question).listing and len(pieces) == 1:
        # A list was asked for: 「鳥居製作所と奏」 are two, however short.
        pieces = [p for p in re.split(r"(?<=\S)と(?=\S)", bare) if p]
    if len(pieces) > 1 and not read_question(question).listing and not re.search(r"[、;\n]|, ", bare):
        # "research and development", フランス・プロヴァンス: one name with a joint, unless a list was asked for.
        joined = fold(bare)
        if not re.search(r"(?:\band\b|と|及び|および)", joined) or (len(pieces) == 2 and says("JOINT", bare)):
            return (Part(bare, None),)
    return tuple(Part(p, None) for p in pieces)


def _mixed_parts(question: str, text: str, values: tuple[Value, ...]) -> tuple[Part, ...]:
    """Values with their labels, and the names that stand on their own, in the order of the reference."""
    parts: list[Part] = []
    pos = 0
    common = content_tokens(question)
    for value in values:
        label = text[pos : value.start]
        parts.append(Part(text[value.start : value.end], value, _tidy(label)))
        pos = value.end
    names = _proper_names(_blanked(text, values), question)
    if len(values) > 1:
        # With several values a name is the label of one of them.
        return tuple(parts)
    own = [Part(n, None) for n in names if content_tokens(n) - common]
    return (*own, *(Part(p.text, p.value) for p in parts))


def _tidy(label: str) -> str:
    pieces = [p for p in re.split(r"[、。;\n]|, |\band\b", label) if p.strip()]
    return pieces[-1].strip(" :：はがで") if pieces else ""


# What looks like a name in a sentence.
_PROPER = re.compile(
    one_of(r"""
        [A-Z][\w-]*(?: (?:[A-Z][\w-]*|&|of|de))*(?: [A-Z0-9])?
        [\u30a1-\u30fa\u30fc]{2,}[A-Z0-9]?(?:[・][\u30a1-\u30fa\u30fc]{2,})* | [\u3400-\u9fff々]{2,}
        [「『][^」』]{1,30}[」』]
    """)
)


def _proper_names(text: str, question: str) -> list[str]:
    """Names in a sentence: capitals that do not open it, katakana, kanji and quoted words the question lacks."""
    out: list[str] = []
    sentence = _is_sentence(text) or len(text.split()) > 5
    for match in _PROPER.finditer(text):
        name = match[0].strip("「」『』")
        opens = not text[: match.start()].strip() or text[: match.start()].rstrip()[-1:] in ".。"
        if sentence and opens and len(name.split()) == 1 and name.isascii() and not name.isupper():
            continue
        if fold(name) in fold(question) or fold(name) in words_of("FILLER"):
            continue
        if sentence and re.fullmatch(r"[\u3400-\u9fff々]{2}", name) and not re.match(r"[」』]", text[match.end() :]):
            continue
        out.append(name)
    return out
