"""What the page of a run, or of several side by side, says, in English and Japanese."""

from __future__ import annotations

REPORT: dict[str, dict[str, str]] = {}
