"""The ledger says what was handed over, whatever happened to its last line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.errors import ConfigError, LogError
from bench.executors.batch_ledger import LEDGER, Ledger, refuse_owed
from bench.records.calls import BatchedCall


def calls(*keys: str) -> list[BatchedCall]:
    return [BatchedCall(key=key, ask=1, custom_id=f"{key}-1-n") for key in keys]


def test_the_newest_line_says_how_a_submission_stands(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        ledger.plan("n", "openai", "", "m", calls("a", "b"))
        ledger.step("n", "uploaded", file="file-1")
        ledger.step("n", "created", batch="batch-1")
        ledger.step("n", "ended", lost=("a-1-n",), note="expired")
        written = ledger.submissions
    with Ledger(tmp_path) as ledger:
        assert ledger.submissions == written
        found = ledger.submissions["n"]
    assert (found.step, found.file, found.batch) == ("ended", "file-1", "batch-1")
    assert [call.key for call in found.paid] == ["b"]


def test_every_step_is_on_disk_before_the_next(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        ledger.plan("n", "openai", "", "m", calls("a"))
        assert (tmp_path / LEDGER).read_text("utf-8").count("\n") == 1
        ledger.step("n", "created", batch="x")
        assert (tmp_path / LEDGER).read_text("utf-8").count("\n") == 2


@given(cut=st.integers(min_value=0, max_value=10_000))
def test_a_ledger_cut_anywhere_holds_its_whole_lines_and_goes_on(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    folder = tmp_path_factory.mktemp("ledger")
    with Ledger(folder) as ledger:
        for name in "pqr":
            ledger.plan(name, "openai", "", "m", calls(f"{name}1", f"{name}2"))
            ledger.step(name, "created", batch=f"batch-{name}")
    whole = (folder / LEDGER).read_bytes()
    cut = min(cut, len(whole))
    (folder / LEDGER).write_bytes(whole[:cut])
    kept = whole[:cut].count(b"\n")
    with Ledger(folder) as ledger:
        # A line that lacks nothing but its end counts as whole.
        assert len(ledger.submissions) in {(kept + 1) // 2, (kept + 2) // 2}
        ledger.plan("new", "openai", "", "m", calls("z"))
    with Ledger(folder) as ledger:
        assert ledger.submissions["new"].calls.keys() == {"z-1-n"}


def test_a_half_written_line_is_reported_by_its_number(tmp_path: Path) -> None:
    (tmp_path / LEDGER).write_bytes(b'{"name":"n","step":"pla')
    with Ledger(tmp_path) as ledger:
        assert [fault.split(": ")[0] for fault in ledger.malformed] == [f"{LEDGER}:1"]
        ledger.plan("n", "openai", "", "m", calls("a"))
    with Ledger(tmp_path) as ledger:
        assert set(ledger.submissions) == {"n"}


def test_a_mark_at_the_start_crlf_and_blank_lines_are_no_faults(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        ledger.plan("n", "openai", "", "m", calls("a"))
    written = (tmp_path / LEDGER).read_bytes()
    (tmp_path / LEDGER).write_bytes(b"\xef\xbb\xbf" + written.replace(b"\n", b"\r\n\r\n"))
    with Ledger(tmp_path) as ledger:
        assert ledger.malformed == ()
        assert set(ledger.submissions) == {"n"}


def test_what_was_never_made_or_brought_nothing_is_not_owed(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        ledger.plan("n", "openai", "", "m", calls("a", "b"))
    with pytest.raises(ConfigError, match="2 calls"):
        refuse_owed(tmp_path)
    with Ledger(tmp_path) as ledger:
        ledger.step("n", "ended", batch="x", lost=("a-1-n",))
    with pytest.raises(ConfigError, match="1 calls"):
        refuse_owed(tmp_path)
    with Ledger(tmp_path) as ledger:
        ledger.step("n", "dropped")
    refuse_owed(tmp_path)


def test_a_ledger_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / LEDGER).mkdir()
    with pytest.raises(LogError, match="cannot be read"):
        Ledger(tmp_path).__enter__()
