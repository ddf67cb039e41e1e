"""CRAG (arXiv 2406.04744): JSON Lines, plain or in bzip2, in English.

Each row becomes one Main item. CRAG does not say which pages of a row are relevant, so an item has no `positive`
(its `gold` arm is undefined and skipped) and names all its pages as `negative`, which here means "shown in the
shuffled arm", not "irrelevant"; the flag `noted:relevance_unknown` says so in every result. No evidence-removed
twin can be derived for the same reason.

A chunk is a page's name and its `page_snippet`, the text that the search engine returned. `page_result` is the raw
HTML of a whole page, far longer than a context; its visible text stands in only where a page has no snippet. A page
with neither is left out under the flag `noted:page_without_text`. The same text from two pages is one chunk.

A question on a false premise keeps CRAG's reference ("invalid question") and is answerable, because CRAG counts a
mere "I don't know" as missing there; `noted:false_premise` marks it. Multi-hop rows carry that aspect, the other
question types have no counterpart in LIT's categories. `query_time` becomes the item's snapshot date.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from datetime import datetime
from html.parser import HTMLParser

from bench.dataset.fields import Fields, Passage, keep
from bench.dataset.importers.files import Draft, File, Imported
from bench.dataset.rows import Faults, json_kind
from bench.kinds import MAIN
from bench.records import Aspect, Item, Lang

QUESTION_TYPES = "simple simple_w_condition comparison aggregation set false_premise post-processing multi-hop".split()
PAGE = ("page_name", "page_snippet", "page_result")
FALSE_PREMISE = "The question rests on something that is not so; a right reply says that."

LANG: Lang = "en"


def read(files: Sequence[File], langs: Sequence[Lang], faults: Faults) -> Imported:
    """All rows of all files; their ids must be unique over them."""
    draft = Draft(LANG)
    if LANG in langs:
        for row in (row for file in files for row in file.rows):
            item = _item(Fields(row, faults), draft)
            if item is not None:
                draft.items.append(item)
    return Imported({LANG: draft.finished()}, (LANG,))


def _item(row: Fields, draft: Draft) -> Item | None:
    name = row.text("interaction_id")
    if name:
        row.unique("interaction_id", name, draft.ids, "keep one of the rows")
    question, answer, kind = row.text("query"), row.text("answer"), row.text("question_type")
    if kind and kind not in QUESTION_TYPES:
        row.fault("question_type", f"'{kind}' is not one of CRAG's", f"write one of {', '.join(QUESTION_TYPES)}")
    snapshot = _date(row)
    accept = _alternatives(row)
    pages, missing = _pages(row)
    if not row.sound:
        return None
    false_premise = kind == "false_premise"
    noted = {"relevance_unknown": True, "false_premise": false_premise, "page_without_text": missing > 0}
    return Item(
        id=f"crag-{name}",
        lang=LANG,
        kind=MAIN,
        question=question,
        answer=answer,
        accept=accept,
        aspects=(Aspect.MULTI_HOP,) if kind == "multi-hop" else (),
        negative=keep(draft.corpus, f"crag-{LANG}", pages),
        cluster=f"crag-{name}",
        reasoning=FALSE_PREMISE if false_premise else "",
        snapshot=snapshot,
        flags=tuple(f"noted:{name}" for name, holds in noted.items() if holds),
        source=row.row.where,
    )


def _date(row: Fields) -> str:
    """`03/19/2024, 23:49:30 PT` as 2024-03-19."""
    value = row.text("query_time")
    if not value:
        return ""
    try:
        return datetime.strptime(value.split(",")[0].strip(), "%m/%d/%Y").date().isoformat()
    except ValueError:
        row.fault("query_time", f"'{value}' is not a time like 03/19/2024, 23:49:30 PT", "correct it")
        return ""


def _alternatives(row: Fields) -> tuple[str, ...]:
    """`alternative_answers` is a text that holds a list, `alt_ans` a list: both forms are read under both names."""
    name = "alternative_answers" if "alternative_answers" in row.row.fields else "alt_ans"
    value = row.get(name, [])
    if isinstance(value, str):
        try:
            value = ast.literal_eval(value) if value.strip() else []
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            value = None
    if not isinstance(value, list) or not all(isinstance(v, str | int | float) and str(v).strip() for v in value):
        row.fault(name, "is not a list of texts", 'write [] or ["…"]')
        return ()
    return tuple(str(v) for v in value)


def _pages(row: Fields) -> tuple[list[Passage], int]:
    """The pages that have text, and how many have none."""
    results = row.get("search_results")
    if not isinstance(results, list) or not results:
        what = f"is {json_kind(results)}, not a list of pages" if results else "is empty"
        row.fault("search_results", what, 'add the pages: [{"page_name": …, "page_snippet": …}]')
        return [], 0
    pages: list[Passage] = []
    for position, page in enumerate(results):
        if isinstance(page, dict):
            wrong = [f"has a '{key}' that is not a text" for key in PAGE if not isinstance(page.get(key) or "", str)]
        else:
            wrong = [f"is {json_kind(page)}, not an object"]
        if wrong:
            row.fault(f"search_results[{position}]", wrong[0], "correct the page")
            return [], 0
        snippet = page.get("page_snippet") or ""
        text = snippet if snippet.strip() else visible_text(page.get("page_result") or "")
        pages.append(Passage(text, page.get("page_name") or ""))
    with_text = [page for page in pages if page.text.strip()]
    if not with_text:
        row.fault("search_results", "has no page with text", "remove the row or add a page_snippet")
    return with_text, len(pages) - len(with_text)


def visible_text(html: str) -> str:
    """The text of an HTML page without scripts, styles and the head, one line for each run of text."""
    reader = _Text()
    reader.feed(html)
    reader.close()
    return "\n".join(reader.lines)


class _Text(HTMLParser):
    HIDDEN = frozenset({"script", "style", "noscript", "template", "title"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in self.HIDDEN:
            self.hidden.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.hidden:
            del self.hidden[self.hidden.index(tag) :]

    def handle_data(self, data: str) -> None:
        line = " ".join(data.split())
        if line and not self.hidden:
            self.lines.append(line)
