"""No link leads nowhere, no page is hidden, and both quick starts say to type the same."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.docs.pages import COMMANDS, ROOT, blocks, pages, prose

DOCS = ROOT / "docs"
_LINK = re.compile(r"\[[^\]]*\]\(([^()\s]+)\)")
_HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.M)


def links(page: Path) -> list[str]:
    return [target for target in _LINK.findall(prose(page)) if not re.match(r"[a-z]+:", target)]


def anchors(page: Path) -> set[str]:
    """Those that repository hosts and the site both give a heading: lower case, no punctuation, hyphens for blanks."""
    inside, kept = False, []
    for line in page.read_text("utf-8").split("\n"):
        inside ^= line.lstrip().startswith("```")
        kept.append("" if inside else line)
    titles = _HEADING.findall("\n".join(kept))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def nav() -> Iterator[str]:
    def walk(entry: Any) -> Iterator[str]:
        if isinstance(entry, str):
            yield entry
        else:
            for inner in entry if isinstance(entry, list) else entry.values():
                yield from walk(inner)

    yield from walk(tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]["nav"])


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    lost = []
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.is_relative_to(ROOT) or not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)
    assert lost == []


def test_a_page_of_the_site_links_only_to_what_is_on_the_site() -> None:
    outside = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in DOCS.rglob("*.md")
        for link in links(page)
        if not (page.parent / link.partition("#")[0]).resolve().is_relative_to(DOCS)
    ]
    assert outside == []


def test_the_navigation_has_every_page_once() -> None:
    assert sorted(nav()) == sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))


def test_the_readme_leads_to_every_engine_and_both_quick_starts() -> None:
    wanted = {f"docs/engines/{page.name}" for page in (DOCS / "engines").glob("*.md")}
    assert wanted | {"docs/quickstart.md", "docs/ja/quickstart.md"} <= set(links(ROOT / "README.md"))


@pytest.mark.parametrize("page", sorted(page.name for page in (DOCS / "ja").glob("*.md")))
def test_a_translation_has_the_commands_and_outputs_of_its_page(page: str) -> None:
    english, japanese = (
        [(block.kind, block.not_run, _bare(block.text)) for block in blocks(DOCS / name) if block.kind in COMMANDS]
        for name in (page, f"ja/{page}")
    )
    assert english
    assert english == japanese


def _bare(commands: str) -> str:
    """Without comments, which are in the page's language."""
    return "\n".join(re.sub(r" *#.*$", "", line).rstrip() for line in commands.splitlines())


def test_pictures_are_there_and_light() -> None:
    pictures = [
        (page.parent / target).resolve()
        for page in pages()
        for target in re.findall(r"!\[[^\]]+\]\(([^()\s]+)\)", prose(page))
    ]
    assert pictures
    assert [p.name for p in pictures if not p.is_file() or p.stat().st_size > 300_000] == []
