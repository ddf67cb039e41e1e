"""The audit calls nobody: it reads replies with the suite's own readers and reaches nothing that makes calls."""

from __future__ import annotations

from tests.test_layers import BENCH, imported_rooms

MAKES_CALLS = {"campaign", "executors", "stage", "engines"}


def test_the_audit_reaches_nothing_that_carries_a_run_out() -> None:
    modules = sorted((BENCH / "verify").glob("*.py"))
    assert modules
    assert not {room for path in modules for room in imported_rooms(path)} & MAKES_CALLS


def test_the_clients_of_the_audit_answer_from_the_log() -> None:
    source = (BENCH / "verify" / "replay.py").read_text("utf-8")
    assert "open_client" not in source
    assert "Unconnected" in source
