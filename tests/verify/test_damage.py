"""Whatever bytes are damaged in whatever file of a run: a sentence, never a traceback, and no changed log passes."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.errors import DataError, LogError
from bench.run_digests import config_digest
from bench.verify import verify_run
from tests.verify.full_run import two_stage, write_data
from tests.verify.sealed import change_document, change_summary

DIGESTED = (
    *("manifest.json", "answers.jsonl", "votes.jsonl", "intents.jsonl", "panel.json", "claims.jsonl", "engine.json"),
)
BYTES = (0x00, 0x0A, 0x20, 0x22, 0x30, 0x39, 0x5B, 0x5D, 0x7B, 0x7D, 0x80, 0xC3, 0xEF, 0xFF)
NASTY = (
    b"9" * 5000,
    b"1e999",
    b"-1",
    b"NaN",
    b"[" * 3000,
    b'"\\ud800"',
    b"null",
    b"[]",
    b"{}",
    b"\xef\xbb\xbf",
    b"true",
    b"1E400",
)
KINDS = ("flipped", "cut out", "inserted", "said twice", "nasty", "torn off")
TIMES = pytest.mark.parametrize("times", [8, pytest.param(120, marks=pytest.mark.slow)])


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("damage")
    return two_stage(folder / "run", write_data(folder / "set", mains=2, stores=0))


@pytest.fixture
def run(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / sound.name))


def damaged(data: bytes, kind: str, rng: random.Random) -> bytes:
    """One damage: a byte changed, bytes deleted, inserted or said twice, or the rest of the file gone."""
    at = rng.randrange(len(data))
    size = rng.choice((1, 1, 2, 40))
    return {
        "flipped": data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :],
        "cut out": data[:at] + data[at + size :],
        "inserted": data[:at] + bytes([rng.choice(BYTES)]) + data[at:],
        "said twice": data[:at] + data[at : at + size] + data[at:],
        "nasty": data[:at] + rng.choice(NASTY) + data[at + size :],
        "torn off": data[:at],
    }[kind]


def damages(data: bytes, seed: str, times: int) -> Iterator[bytes]:
    """So many damages, each kind in turn; every one is another document."""
    rng = random.Random(seed)
    for number in range(times):
        changed = damaged(data, KINDS[number % len(KINDS)], rng)
        if changed != data:
            yield changed


@TIMES
@pytest.mark.parametrize("file", DIGESTED)
def test_every_changed_byte_of_a_log_is_found(run: Path, file: str, times: int) -> None:
    path = run / file
    for changed in damages(path.read_bytes(), file, times):
        path.write_bytes(changed)
        with pytest.raises(LogError, match=f"has changed since it was scored: {file} has SHA-256"):
            verify_run(run)


@pytest.mark.daily(2)
@TIMES
@pytest.mark.parametrize("file", [*DIGESTED, "summary.json"])
def test_damage_that_no_digest_tells_ends_in_a_sentence(run: Path, file: str, times: int) -> None:
    """Without digests some changes are invisible, such as how long a call took in a part of a second."""
    path = run / file
    change_summary(run, lambda summary: summary.update(log=None))
    refused = 0
    for changed in damages(path.read_bytes(), f"{file} undigested", times):
        path.write_bytes(changed)
        try:
            verify_run(run)
        except (LogError, DataError):
            refused += 1
    assert refused > times / 2


@pytest.mark.daily(12)
@pytest.mark.parametrize(
    "text", ["[]", "null", "7", '"manifest"', "{}", '{"config": []}', "[" * 100_000, "9" * 5000, ""]
)
@pytest.mark.parametrize("file", ["manifest.json", "summary.json", "panel.json", "engine.json"])
def test_another_document_in_the_place_of_one_is_a_sentence(run: Path, file: str, text: str) -> None:
    (run / file).write_text(text, encoding="utf-8")
    with pytest.raises(LogError) as found:
        verify_run(run)
    assert str(found.value).endswith(".")
    change_summary_if_any(run)
    with pytest.raises(LogError):
        verify_run(run)


def change_summary_if_any(run: Path) -> None:
    """Take the digests out, where there is still a summary to take them out of."""
    try:
        change_summary(run, lambda summary: summary.update(log=None))
    except (ValueError, AttributeError, RecursionError):
        return


@pytest.mark.parametrize("number", ["1" + "0" * 400, "1e308", "-1e308", "1e-320"])
def test_a_number_of_any_size_is_a_difference(run: Path, number: str) -> None:
    text = (run / "summary.json").read_text("utf-8")
    rate = json.loads(text)["results"][0]["overall_item_micro"]["rate"]
    (run / "summary.json").write_text(text.replace(f'"rate": {rate}', f'"rate": {number}'), encoding="utf-8")
    with pytest.raises(LogError, match=r"\.rate is .*, and should be"):
        verify_run(run)


def test_a_manifest_that_asks_for_a_billion_repeats_is_refused_at_once(run: Path) -> None:
    change_document(run / "manifest.json", lambda manifest: manifest["config"].update(repeats=10**12))
    change_summary(run, lambda summary: summary.update(log=None))
    with pytest.raises(LogError, match="but its configuration has"):
        verify_run(run)
    change_document(run / "manifest.json", lambda manifest: manifest.update(digest=config_digest(manifest["config"])))
    with pytest.raises(LogError, match="trials, but its configuration gives"):
        verify_run(run)


def test_a_file_that_is_a_folder_is_a_sentence(run: Path) -> None:
    (run / "votes.jsonl").unlink()
    (run / "votes.jsonl").mkdir()
    with pytest.raises(LogError, match="cannot be read"):
        verify_run(run)
