"""The suite's own format: what the four kinds of items show, and which faults are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.dataset import load
from bench.errors import DataError
from bench.langs import language
from bench.records import Aspect, Item
from tests.dataset.world import sound_world, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "kites", sound_world(), 'name = "kites"\nversion = "3"\nlicence = "CC0-1.0"\n')


def items(folder: Path, lang: str = "en") -> dict[str, Item]:
    return {item.id: item for item in load(str(folder), [lang]).langs[lang].items}  # type: ignore[list-item,index]


def test_the_folder_says_what_it_is(folder: Path) -> None:
    dataset = load(str(folder), ["ja", "en"])
    assert (dataset.name, dataset.version, dataset.licence, dataset.official) == ("kites", "3", "CC0-1.0", False)
    assert list(dataset.langs) == ["en", "ja"]
    assert list(dataset.langs["en"].corpus) == [f"T01-{n:02}" for n in range(1, 10)]


def test_main_items_come_first_then_removed_then_overlaid(folder: Path) -> None:
    assert list(items(folder)) == [
        "TST-001", "TST-002", "TST-001-INS", "TST-002-INS", "TST-001-CON", "TST-001-INC", "TST-002-CON", "TST-002-INC",
    ]  # fmt: skip


def test_a_main_item_is_its_row(folder: Path) -> None:
    main = items(folder)["TST-002"]
    assert (main.kind, main.answer, main.cluster, main.base) == ("main", "Mikuriya", "TST-002", None)
    assert main.positive == ("T01-03", "T01-04")
    assert main.overlay.empty
    assert main.source == "en/items.jsonl:2"


def test_an_evidence_removed_item_shows_negatives_only(folder: Path) -> None:
    both = items(folder)
    removed, main = both["TST-002-INS"], both["TST-002"]
    assert (removed.kind, removed.aspects, removed.base) == ("insufficient", (Aspect.INSUFFICIENT,), "TST-002")
    assert (removed.positive, removed.negative, removed.overlay.remove) == ((), main.negative, main.positive)
    assert removed.question == main.question
    assert removed.answer == language("en").insufficient
    assert items(folder, "ja")["TST-002-INS"].answer == language("ja").insufficient


def test_a_contradictory_item_adds_its_rival_outside_the_corpus(folder: Path) -> None:
    rival = items(folder)["TST-001-CON"]
    assert (rival.kind, rival.positive, rival.aspects) == ("contradictory", ("T01-01",), (Aspect.CONTRADICTORY,))
    assert [chunk.id for chunk in rival.overlay.add] == ["T01-91"]
    assert "T01-91" not in load(str(folder), ["en"]).langs["en"].corpus


def test_an_incomplete_item_cuts_a_gold_chunk(folder: Path) -> None:
    item = items(folder)["TST-001-INC"]
    assert item.overlay.cuts
    text = load(str(folder), ["en"]).langs["en"].corpus["T01-01"].text
    assert text[: item.overlay.cuts[0].end].endswith("| Box kite | ")


def test_items_of_one_base_are_one_cluster(folder: Path) -> None:
    assert {item.cluster for name, item in items(folder).items() if name.startswith("TST-001")} == {"TST-001"}


def test_chunks_are_stored_as_they_are(tmp_path: Path) -> None:
    world = sound_world()
    odd = "  ﾊﾝｶｸ　［１］ \u2028 ⼀ [1]\r\n "
    world["ja"]["chunks"][8]["text"] = odd
    assert load(str(write(tmp_path, world)), ["ja"]).langs["ja"].corpus["T01-09"].text == odd


def test_one_language_folder_can_be_read_alone(folder: Path) -> None:
    assert len(load(str(folder / "ja"), ["ja"]).langs["ja"].items) == 8
    with pytest.raises(DataError, match="one language folder"):
        load(str(folder / "ja"), ["en"])


def test_a_missing_language_is_named(tmp_path: Path) -> None:
    world = sound_world()
    del world["ja"]
    with pytest.raises(DataError, match=r"has no 'ja'.*--lang en"):
        load(str(write(tmp_path, world)), ["en", "ja"])


def test_a_folder_without_settings_gets_defaults(tmp_path: Path) -> None:
    dataset = load(str(write(tmp_path / "mine", sound_world())), ["en"])
    assert (dataset.name, dataset.version, dataset.licence) == ("mine", "unversioned", "unknown")


@pytest.mark.parametrize(
    ("settings", "words"),
    [("name = ", "is not TOML"), ("licens = 'x'", "'licens'"), ('composition = "done"', "'composition'")],
)
def test_faulty_settings_are_told(tmp_path: Path, settings: str, words: str) -> None:
    with pytest.raises(DataError, match=f"dataset.toml.*{words}"):
        load(str(write(tmp_path, sound_world(), settings)), ["en"])


def test_abstention_may_be_absent_and_the_other_files_may_not(folder: Path) -> None:
    (folder / "en" / "abstention.jsonl").unlink()
    assert len(items(folder)) == 4
    (folder / "en" / "items.jsonl").write_text("\n")
    with pytest.raises(DataError, match=r"en/items.jsonl: holds no row; add"):
        load(str(folder), ["en"])
    (folder / "en" / "items.jsonl").unlink()
    with pytest.raises(DataError, match=r"en/items.jsonl: does not exist; add"):
        load(str(folder), ["en"])


def test_every_fault_of_every_row_and_language_is_told_at_once(tmp_path: Path) -> None:
    world = sound_world()
    del world["en"]["items"][0]["answer"]
    world["en"]["items"][1]["positve"] = ["T01-03"]
    world["ja"]["items"][0]["accept"] = "千三百六十円"
    world["ja"]["items"][1]["negative"] = ["T01-05", "T09-99"]
    world["ja"]["chunks"][0]["text"] = "  "
    with pytest.raises(DataError) as caught:
        load(str(write(tmp_path, world)), ["en", "ja"])
    faults = caught.value.faults
    assert "en/items.jsonl:1 'answer': is missing; add it" in faults
    assert (
        "en/items.jsonl:2 'positve': is not a field of this format; write 'positive' if that is meant, or remove it"
        in faults
    )
    assert "ja/items.jsonl:1 'accept': is not a list; write it in square brackets" in faults
    assert "ja/items.jsonl:2 'negative[1]': no chunk has the id 'T09-99'; name a chunk of chunks.jsonl" in faults
    assert "ja/chunks.jsonl:1 'text': is empty; write the text" in faults


def test_reviews_are_read_and_nothing_is_converted(tmp_path: Path) -> None:
    world = sound_world()
    review = {"solver": "a", "context": "contradictory", "given": "?", "agrees": True, "date": "2026-06-02"}
    world["en"]["abstention"][0]["reviews"] = [review]
    assert len(load(str(write(tmp_path, world)), ["en"]).langs["en"].items) == 8
    world["en"]["abstention"][0]["reviews"] = [{**review, "agrees": "yes"}]
    with pytest.raises(DataError, match=r"abstention.jsonl:1 'reviews\[0\].agrees': is a text"):
        load(str(write(tmp_path, world)), ["en"])


def test_the_digest_follows_the_bytes_and_not_the_languages_asked(folder: Path) -> None:
    first = load(str(folder), ["en", "ja"]).sha256
    assert load(str(folder), ["ja", "en"]).sha256 == first
    assert load(str(folder), ["en"]).sha256 == first
    path = folder / "en" / "items.jsonl"
    path.write_bytes(path.read_bytes() + b"\n")
    assert load(str(folder), ["en", "ja"]).sha256 != first


def test_the_example_world_loads(example_world: Path) -> None:
    data = load(str(example_world), ["en", "ja"])
    assert {lang: (len(d.corpus), len(d.items)) for lang, d in data.langs.items()} == {"en": (14, 24), "ja": (14, 24)}
