"""The last line of a reply, where the answer stands alone: `Answer: 3,160 yen`, `回答：3,160円`.

Only prompts of drawn items ask for it (prompts/answer-line.LANG.md). What the line means is for the judges; here it is
found, so that replies without one are counted and slips can be told by their value.
"""

from __future__ import annotations

import re

from bench.langs import LANGUAGES

_LABELS = "|".join(re.escape(entry.final_line.strip().rstrip(":：").strip()) for entry in LANGUAGES.values())
# What Markdown may put around the label: a quotation, a heading, a list, bold, code.
_LINE = re.compile(rf"^[\s>#*_`\-]*(?:{_LABELS})[\s*_`]*[:：](?P<value>.*)$", re.IGNORECASE | re.MULTILINE)
_AROUND = " \t\u3000*_`"
_STOPS = ".。"


def final_line(text: str) -> str | None:
    """The value in the last line of `text` that begins with the label of any language, without marks of Markdown.

    None where there is no such line, or where nothing stands in it.
    """
    lines = list(_LINE.finditer(text))
    if not lines:
        return None
    value = lines[-1]["value"].strip(_AROUND).rstrip(_STOPS).strip(_AROUND)
    return value or None
