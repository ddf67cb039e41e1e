"""What stands on an open leaderboard page."""

from __future__ import annotations

from tests.browser.conftest import Opened

ORDER = "#table tbody tr:not(.published) th .name"
"""The names in the ranking's order."""
AT_K = "#at-k li .name"
"""The names in the list at the slider's k."""


def texts(opened: Opened, selector: str) -> list[str]:
    return [text.strip() for text in opened.page.locator(selector).all_inner_texts()]


def fits(opened: Opened) -> bool:
    """Whether nothing but what scrolls by itself is wider than the window."""
    return bool(opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
