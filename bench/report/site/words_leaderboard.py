"""What the leaderboard's page says, in English and Japanese."""

from __future__ import annotations

LEADERBOARD: dict[str, dict[str, str]] = {}
