"""Does a built site ask another host for anything? `python -m tests.docs.foreign site` lists it, with exit code 1.

Looked at is what a browser loads by itself: scripts, style sheets, pictures, frames, and imports and urls in style
sheets. Links that a reader may click are not requests.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

_LOADED = {
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "input": "src",
    "object": "data",
    "script": "src",
    "source": "src",
    "track": "src",
    "video": "src",
}
# Relations of <link> by which a browser fetches; canonical, prev, next and alternate are only read.
_FETCHED = frozenset(
    {"dns-prefetch", "icon", "manifest", "modulepreload", "preconnect", "prefetch", "preload", "stylesheet"}
)
_OTHER_HOST = re.compile(r"\s*(https?:)?//", re.I)
_STYLE = re.compile(r"(?:@import\s+|url\()\s*[\"']?((?:https?:)?//[^\"')\s]+)", re.I)


class _Requests(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        urls = [given.get(_LOADED.get(tag, ""), ""), given.get("poster", "")]
        urls += [part.split()[0] for part in given.get("srcset", "").split(",") if part.split()]
        if tag == "link" and _FETCHED & set(given.get("rel", "").lower().split()):
            urls.append(given.get("href", ""))
        self.found += [f"<{tag}> {url}" for url in urls if _OTHER_HOST.match(url)]
        self.found += [f"style {url}" for url in _STYLE.findall(given.get("style", ""))]


def foreign_requests(site: Path) -> list[str]:
    """`FILE: what` for everything that the pages and style sheets of a built site load from another host, in order.

    Raises FileNotFoundError where the folder holds no page, because then nothing was checked.
    """
    found = []
    pages = sorted(site.rglob("*.html"))
    if not pages:
        raise FileNotFoundError(f"{site} holds no page: build the site first")
    for page in pages:
        text = page.read_text("utf-8")
        reader = _Requests()
        reader.feed(text)
        inline = "".join(re.findall(r"<style[^>]*>(.*?)</style>", text, re.S | re.I))
        found += [f"{page.relative_to(site)}: {what}" for what in reader.found + _STYLE.findall(inline)]
    for sheet in sorted(site.rglob("*.css")):
        found += [f"{sheet.relative_to(site)}: {url}" for url in _STYLE.findall(sheet.read_text("utf-8"))]
    return found


def main() -> int:
    found = foreign_requests(Path(sys.argv[1]))
    print("\n".join(found) or "The site asks no other host for anything.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
