"""The questions: tanks and how much they hold, in English and Japanese, in the single-file JSON Lines format.

Of every 20 questions of a language 14 are answerable, 3 have no evidence, 2 have two conflicting passages and 1 a
passage that is cut off. Every tenth answerable one has a distractor that repeats its answer: it can be no canary.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.dataset import load
from bench.records import LANGS, Item, Lang
from tests.runs import MAIN_ASPECTS, write_lines
from tests.simulation.planted import letters

UNIT = 20
"""Questions come in groups of so many in each language."""
_MAINS, _VARIANTS = 14, ("insufficient", "insufficient", "insufficient", "contradictory", "contradictory", "incomplete")

_TEXTS: dict[Lang, dict[str, str]] = {
    "en": {
        "question": "How many litres does tank {n} of the harbour works hold? (enquiry {mark})",
        "value": "{v} litres",
        "evidence": "By the register, tank {n} holds {v} litres when it is filled to the rim.",
        "rival": "By the survey, tank {n} holds {v} litres when it is filled to the rim.",
        "copy": "A plate that came off tank {n} and lies in the shed still says {v} litres.",
        "cut": "By the register, tank {n} holds",
        "insufficient": "It cannot be determined: the documents do not say it.",
        "contradictory": "The sources conflict, and nothing decides between them.",
        "incomplete": "It cannot be determined: the passage is cut off.",
    },
    "ja": {
        "question": "港湾局の第{n}号タンクの容量は何リットルですか。（照会 {mark}）",
        "value": "{v}リットル",
        "evidence": "台帳によると、第{n}号タンクは縁まで満たすと{v}リットル入る。",
        "rival": "測量によると、第{n}号タンクは縁まで満たすと{v}リットル入る。",
        "copy": "倉庫にある第{n}号タンクから外した銘板には、今も{v}リットルと書かれている。",
        "cut": "台帳によると、第{n}号タンクは",
        "insufficient": "判断できない。資料に書かれていない。",
        "contradictory": "資料が矛盾しており、どちらが正しいか決められない。",
        "incomplete": "判断できない。文書が途中で切れている。",
    },
}


def write_questions(folder: Path, questions: int) -> Path:
    """Write `questions` items, half of them in each language, to en.jsonl and ja.jsonl of `folder`.

    Raises ValueError unless `questions` is a positive multiple of 40: each language has whole groups of 20.
    """
    if questions <= 0 or questions % (UNIT * len(LANGS)):
        raise ValueError(f"{questions} questions cannot be made: give a multiple of {UNIT * len(LANGS)}")
    for lang in LANGS:
        write_lines(folder / f"{lang}.jsonl", _rows(lang, questions // len(LANGS) // UNIT))
    return folder


def read_questions(folder: Path) -> tuple[list[Item], frozenset[str]]:
    """The items as the suite reads them, and the ids of those whose answer stands in a distractor too."""
    dataset = load(str(folder), LANGS)
    items = [item for lang in LANGS for item in dataset.langs[lang].items]
    return items, frozenset(item.id for item in items if item.kind == "main" and _copied(_number(item)))


def value(item: Item, *, wrong: bool = False) -> str:
    """The right value of the item's tank, also where no evidence says it, or a value that no document has."""
    number = _number(item)
    return _TEXTS[item.lang]["value"].format(v=_volume(number) + (100_000 if wrong else 0))


def evidence(item: Item) -> str:
    """The sentence that answers the question, as it stands in the prompt where it is shown."""
    number = _number(item)
    return _TEXTS[item.lang]["evidence"].format(n=number, v=_volume(number))


def mark(item_id: str) -> str:
    """The letters in the question by which the script knows the item."""
    return letters("item", item_id)


def _rows(lang: Lang, groups: int) -> Iterator[dict[str, Any]]:
    mains = groups * _MAINS
    for number in range(1, mains + 1):
        yield _main(lang, number, mains)
        which = (number - 1) % _MAINS
        if which < len(_VARIANTS):
            yield _variant(lang, number, mains, _VARIANTS[which])


def _main(lang: Lang, number: int, mains: int) -> dict[str, Any]:
    texts = _TEXTS[lang]
    copy = [texts["copy"].format(n=number, v=_volume(number))] if _copied(number) else []
    return {
        "id": _id(number),
        "question": texts["question"].format(n=number, mark=mark(_id(number))),
        "answer": texts["value"].format(v=_volume(number)),
        "aspects": [MAIN_ASPECTS[number % len(MAIN_ASPECTS)]],
        "contexts": [texts["evidence"].format(n=number, v=_volume(number))],
        "negative": [*_others(lang, number, mains), *copy],
    }


def _variant(lang: Lang, number: int, mains: int, kind: str) -> dict[str, Any]:
    texts, name = _TEXTS[lang], f"{_id(number)}-{kind[:3].upper()}"
    row = {
        "id": name,
        "question": texts["question"].format(n=number, mark=mark(name)),
        "answer": texts[kind],
        "kind": kind,
        "base": _id(number),
        "negative": _others(lang, number, mains),
    }
    if kind == "contradictory":
        said = texts["evidence"].format(n=number, v=_volume(number))
        row["contexts"] = [said, texts["rival"].format(n=number, v=_volume(number) + 50_000)]
    elif kind == "incomplete":
        row["contexts"] = [texts["cut"].format(n=number)]
    return row


def _others(lang: Lang, number: int, mains: int) -> list[str]:
    """What the register says of the next two tanks."""
    near = [(number + step - 1) % mains + 1 for step in (1, 2)]
    return [_TEXTS[lang]["evidence"].format(n=n, v=_volume(n)) for n in near]


def _id(number: int) -> str:
    return f"T-{number:04}"


def _number(item: Item) -> int:
    return int(item.id.split("-")[1])


def _volume(number: int) -> int:
    """A value of its own for each tank, and none that is the number of one."""
    return 20_000 + 37 * number


def _copied(number: int) -> bool:
    return number % 10 == 0
