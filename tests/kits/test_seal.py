"""A commitment to a set: the same for the same seed, kits and sources, and for no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.errors import UsageError
from bench.kits import seal
from bench.kits.release import Plan

SEED = "0123456789abcdef"
PLAN = Plan(SEED, ("ferry",), 1, ("en",))


def test_it_is_64_hex_digits_that_the_plan_proves() -> None:
    sealed = seal.commitment(PLAN)
    assert len(sealed) == 64
    seal.prove(PLAN, f" {sealed.upper()}\n")


@pytest.mark.parametrize("other", [Plan(SEED[:-1] + "0", ("ferry",), 1, ("en",)), Plan(SEED, ("ferry",), 2, ("en",))])
def test_another_seed_or_number_of_draws_does_not_fit(other: Plan) -> None:
    with pytest.raises(UsageError, match="does not fit"):
        seal.prove(other, seal.commitment(PLAN))


def test_the_languages_are_drawn_from_one_ledger() -> None:
    assert seal.commitment(Plan(SEED, ("ferry",), 1, ("ja",))) == seal.commitment(PLAN)


def test_every_source_of_the_chosen_kits_counts_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("base.py", "ferry/en/page.md.j2", "other/ledger.py", "ferry/notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x\n")
    monkeypatch.setattr(seal, "ROOM", tmp_path)
    monkeypatch.setattr(seal, "names", lambda: ("ferry", "other"))
    before = seal.sources(("ferry",))

    def after(name: str, data: bytes) -> str:
        (tmp_path / name).write_bytes(data)
        return seal.sources(("ferry",))

    assert after("other/ledger.py", b"y\n") == before
    assert after("ferry/notes.txt", b"y\n") == before
    assert after("base.py", b"x\r\n") == before, "line ends of a checkout do not count"
    assert after("ferry/en/page.md.j2", b"y\n") != before
    assert after("ferry/en/page.md.j2", b"x\n") == before
    assert after("base.py", b"y\n") != before


def test_a_seed_that_can_be_found_by_trying_is_refused() -> None:
    with pytest.raises(UsageError, match="16 characters or more"):
        seal.commitment(Plan("12345", ("ferry",), 1, ("en",)))


def test_a_seed_that_is_drawn_can_be_sealed_and_is_new_each_time() -> None:
    one, other = seal.new_seed(), seal.new_seed()
    assert one != other
    assert len(seal.commitment(Plan(one, ("ferry",), 1, ("en",)))) == 64


@pytest.mark.parametrize("given", ["", "abc", "g" * 64])
def test_what_is_no_commitment_is_said_so(given: str) -> None:
    with pytest.raises(UsageError, match="64 hexadecimal digits"):
        seal.prove(PLAN, given)
