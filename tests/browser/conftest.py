"""A real browser for the pages: Chromium as it is installed on the machine, headless, without a network.

BENCH_CHROMIUM names it where it is not found by itself. Without a browser these tests skip, saying so; where
BENCH_REQUIRE_BROWSER is set they fail instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def browser_path() -> str | None:
    return os.environ.get("BENCH_CHROMIUM") or next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # Not for the whole session: playwright keeps an event loop running, in which others' `asyncio.run` is refused.
    path = browser_path()
    if path is None:
        if os.environ.get("BENCH_REQUIRE_BROWSER"):
            pytest.fail("no Chromium on this machine, and BENCH_REQUIRE_BROWSER is set")
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium; else set BENCH_CHROMIUM)")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, headless=True, args=list(QUIET))
        yield chromium
        chromium.close()


@dataclass
class Opened:
    """A page that is open, and what it did besides: complaints on the console, requests, dialogs."""

    page: Page
    console: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    dialogs: list[str] = field(default_factory=list)

    def assert_clean(self, file: Path) -> None:
        """No error or warning on the console, nothing loaded but the file itself, no dialog."""
        assert self.console == []
        assert self.requests == [file.as_uri()]
        assert self.dialogs == []

    def serious_findings(self) -> list[str]:
        """What axe-core holds to be serious or critical, by rule and element."""
        from axe_playwright_python.sync_playwright import Axe

        found = Axe().run(self.page).response["violations"]
        return [
            f"{rule['id']}: {rule['help']}: {node['target']} {node['html'][:160]}"
            for rule in found
            if rule["impact"] in {"serious", "critical"}
            for node in rule["nodes"]
        ]

    def charts_are_drawn(self, language: str = "en") -> None:
        """Wait until every chart shows its marks in this language."""
        self.page.wait_for_function(
            "lang => [...document.querySelectorAll('[data-chart]')].every(place =>"
            " (place.dataset.drawn ?? '').startsWith(lang) && place.querySelector('svg .mark-group'))",
            arg=language,
        )


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Any]:
    """`open_page(file, **context)` opens a file in a context of its own; see playwright's `new_context` for options."""
    contexts = []

    def open_(file: Path, **options: Any) -> Opened:
        options.setdefault("locale", "en-US")
        options.setdefault("viewport", {"width": 1280, "height": 900})
        context = browser.new_context(bypass_csp=False, **options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        opened = Opened(context.new_page())

        def heard(message: ConsoleMessage) -> None:
            if message.type in {"error", "warning"}:
                opened.console.append(f"{message.type}: {message.text}")

        def asked(request: Request) -> None:
            if not request.url.startswith(("data:", "blob:")):
                opened.requests.append(request.url)

        opened.page.on("console", heard)
        opened.page.on("pageerror", lambda error: opened.console.append(f"uncaught: {error}"))
        opened.page.on("request", asked)
        opened.page.on("dialog", lambda dialog: (opened.dialogs.append(dialog.message), dialog.dismiss()))
        opened.page.goto(file.as_uri())
        return opened

    yield open_
    for context in contexts:
        context.close()
