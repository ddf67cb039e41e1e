"""The last line of a reply, where the answer stands alone: `Answer: 3,160 yen`, `回答：3,160円`.

Only prompts of drawn items ask for it (prompts/answer-line.LANG.md). What the line means is for the judges; here it is
found, so that replies without one are counted and slips can be told by their value. The rule judge finds it by the same
reader, with the further labels that models give it unasked.
"""

from __future__ import annotations

import re
from functools import lru_cache

from bench.langs import LANGUAGES

_ASKED = "|".join(re.escape(entry.final_line.strip().rstrip(":：").strip()) for entry in LANGUAGES.values())
_AROUND = " \t\u3000*_`"
_STOPS = ".。"
_MOST_BELOW = 12


def final_line(text: str, labels: str = _ASKED, *, below: bool = False) -> str | None:
    """The value in the last line of `text` that begins with a label, without marks of Markdown.

    `labels` is a pattern of labels; without it they are those of all languages that prompts ask for. With `below` a
    label that stands alone on its line has its value on the lines behind it, as far as there are any. None where there
    is no such line, or where nothing stands in it.
    """
    lines = text.split("\n")
    line = _line(labels)
    for number in reversed(range(len(lines))):
        match = line.match(lines[number])
        if match is None or (match["value"] is None and not below):
            continue
        value = (match["value"] or "").strip(_AROUND).rstrip(_STOPS).strip(_AROUND)
        if below and not value:
            value = "\n".join(row for row in lines[number + 1 :][:_MOST_BELOW] if row.strip())
        if value or not below:
            return value or None
    return None


@lru_cache(maxsize=16)
def _line(labels: str) -> re.Pattern[str]:
    # What Markdown may put around the label: a quotation, a heading, a list, bold, code, brackets (【回答】).
    return re.compile(
        rf"^[\s>#*_`\-→【\[]*(?:{labels})(?:[\s*_`]*[:：]|[\s*_`]*[】\]][:：]?)(?P<value>.*)$|"
        rf"^[\s>#*_`\-→]*(?:{labels})[\s*_`]*$",
        re.IGNORECASE,
    )
