"""`bench data renew`, `seal`, `reveal` and `probe`, as typed. The real kit is drawn once."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.authoring.leaking import write_leaking
from tests.command import bench

SEED = "0123456789abcdef"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A sealed set that was revealed: its folder, what `seal` printed, what `reveal` printed."""
    out = tmp_path_factory.mktemp("kits") / "set"
    sealed = bench("data", "seal", "--seed", SEED, "--kits", "ferry")
    assert sealed.returncode == 0, sealed.stderr
    words = re.search(r"To prove it: bench (.*)", sealed.stdout)[1].replace("SEED", SEED).replace("DIR", str(out))  # type: ignore[index]
    revealed = bench(*words.split(), "--langs", "en")
    assert revealed.returncode == 0, revealed.stderr
    return out, sealed.stdout, revealed.stdout


def test_what_seal_says_to_type_proves_it_and_draws_the_set(drawn: tuple[Path, str, str]) -> None:
    out, sealed, revealed = drawn
    assert SEED not in sealed, "the seed stays secret"
    assert "The commitment fits" in revealed
    items = [json.loads(line) for line in (out / "en" / "items.jsonl").read_text("utf-8").splitlines()]
    assert {item["drawn"]["kit"] for item in items} == {"ferry"}
    assert f"en: chunks {len((out / 'en' / 'chunks.jsonl').read_bytes().splitlines())} rows" in revealed


def test_another_seed_does_not_fit(drawn: tuple[Path, str, str]) -> None:
    commitment = drawn[1].split()[1]
    done = bench("data", "reveal", "--seed", SEED[::-1], "--kits", "ferry", "--commitment", commitment)
    assert done.returncode == 2
    assert done.stderr.startswith("bench: The commitment does not fit")


def test_a_seed_is_drawn_where_none_is_given() -> None:
    done = bench("data", "seal", "--kits", "ferry")
    assert re.search(r"^seed +[0-9a-f]{24} ", done.stdout, re.M)


def test_a_set_is_not_drawn_over_another(drawn: tuple[Path, str, str]) -> None:
    done = bench("data", "renew", "--seed", "1", "--out", drawn[0])
    assert (done.returncode, done.stdout) == (2, "")
    assert "exists and is not an empty folder" in done.stderr


def test_faults_of_a_request_are_said_at_once(tmp_path: Path) -> None:
    done = bench("data", "renew", "--seed", "A", "--kits", "fery", "--per-program", "0", "--out", tmp_path / "set")
    assert done.returncode == 2
    assert [line.removeprefix("bench: ").split(":")[0] for line in done.stderr.splitlines()] == [
        "--kits",
        "--per-program",
        "--seed",
    ]


def test_probe_prints_every_rule_and_names_those_that_tell(tmp_path: Path) -> None:
    done = bench("data", "probe", "--data", write_leaking(tmp_path), "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "is gold" in done.stdout
    assert "en: documents tells insufficient from Main" in done.stdout


def test_probe_as_json(tmp_path: Path) -> None:
    done = bench("data", "probe", "--data", write_leaking(tmp_path), "--lang", "en", "--json")
    found = json.loads(done.stdout)["en"]
    assert found["items"] == {"main": 12, "insufficient": 12, "incomplete": 12}
    assert set(found["gains"]["all together"]) == {"declined", "incomplete", "insufficient"}
