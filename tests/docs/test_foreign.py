"""The check of the built site finds each way in which a page fetches from another host, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.foreign import foreign_requests

FETCHES = {
    "script": '<script src="https://cdn.example/x.js"></script>',
    "style sheet": '<link rel="stylesheet" href="//fonts.example/css">',
    "preconnect": '<link rel="preconnect" href="https://fonts.example">',
    "picture": '<img src="a.png" srcset="a.png 1x, https://cdn.example/a.png 2x">',
    "import": "<style>@import 'https://cdn.example/a.css';</style>",
    "attribute": '<p style="background: url(https://cdn.example/a.png)">x</p>',
}


@pytest.mark.parametrize("html", FETCHES.values(), ids=FETCHES)
def test_a_fetch_from_another_host_is_found(html: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(f"<html>{html}</html>", "utf-8")
    assert len(foreign_requests(tmp_path)) == 1


def test_a_style_sheet_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<html></html>", "utf-8")
    (tmp_path / "a.css").write_text("@font-face{src:url(https://fonts.example/a.woff2)} b{src:url(b.png)}", "utf-8")
    assert foreign_requests(tmp_path) == ["a.css: https://fonts.example/a.woff2"]


def test_links_text_and_own_files_are_no_fetches(tmp_path: Path) -> None:
    html = (
        '<a href="https://example.org">x</a><link rel="canonical" href="https://example.org/">'
        '<script src="assets/a.js"></script><img src="data:image/png;base64,AA=="><code>&lt;script src="https://x"</code>'
    )
    (tmp_path / "page.html").write_text(html, "utf-8")
    assert foreign_requests(tmp_path) == []


def test_an_empty_folder_is_not_a_clean_site(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        foreign_requests(tmp_path)
