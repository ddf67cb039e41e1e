"""What form alone tells: planted tells are found, and none is found where there is none."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bench.authoring.probe import LIMIT, probe
from bench.authoring.probe_fit import rule, together
from bench.authoring.probe_forms import documents, ending, features, stem
from bench.records import Chunk
from tests.authoring.leaking import write_leaking


def chunk(text: str, title: str = "T", id: str = "c") -> Chunk:
    return Chunk(id=id, title=title, text=text)


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("It ends here.", "whole"),
        ("ここで終わる。", "whole"),
        ("```csv\na,b\n```", "whole"),
        ("</table>", "whole"),
        ("It ends in the", "sentence"),
        ("ここで終わ", "sentence"),
        ("| a | b |", "row"),
        ("<tr><td>a</td></tr>", "row"),
        ("N1-568,2025-08-05,Homachi,46", "row"),
    ],
)
def test_a_chunk_ends_whole_in_mid_sentence_or_in_a_row(text: str, how: str) -> None:
    assert ending(text) == how


def test_titles_of_editions_periods_and_copies_have_one_stem() -> None:
    assert stem("Tariff, Edition 5 (Sales copy)") == stem("Tariff, Edition 12")
    assert stem("Log, March 2025") == stem("Log, October 2024")
    assert stem("運賃表 第５版（運航課控）") == stem("運賃表 第12版")
    assert stem("Tariff of Homachi") != stem("Tariff of Moyai")


def test_documents_are_chunks_with_one_title_dated_by_their_heads() -> None:
    shown = [chunk("A\nAdopted 3 July 2025.\n\nx", "A"), chunk("B\n4 May 2020", "B"), chunk("more 5 May 2021", "A")]
    found = documents(shown)
    assert [(d.title, len(d.chunks), d.dated and d.dated.isoformat()) for d in found] == [
        ("A", 2, "2025-07-03"),
        ("B", 1, "2020-05-04"),
    ]


def test_editions_without_a_date_are_in_the_order_of_their_periods_or_figures() -> None:
    titles = (
        "Log, October 2024",
        "Log, March 2025",
        "記録　令和７年９月（控）",
        "Tariff, Edition 9",
        "Tariff, Edition 12",
    )
    editions = [document.edition for document in documents([chunk("x", title) for title in titles])]
    assert editions == [(2024, 10, 0), (2025, 3, 0), (2025, 9, 0), (9,), (12,)]


def test_features_count_form_and_have_one_set_of_names() -> None:
    numbers = "111 222 333 444 555"
    found = features(
        [
            chunk(f"A 1\n3 July 2025\n<table>\n<tr><td>{numbers}</td></tr>", "A 1"),
            chunk(f"A 2\n3 July 2025\n{numbers} and", "A 2"),
        ]
    )
    expected = {
        "documents": 2,
        "chunks that end in mid-sentence": 1,
        "chunks that end in a row": 1,
        "chunks with a table not closed": 1,
        "place of the longest chunk": 0,
        "neighbours of one document": 0,
        "documents dated in their head": 2,
        "pairs with one date in their heads": 1,
        "pairs with one title but for figures": 1,
        "pairs that share numbers and title": 1,
        "pairs that share numbers and date": 1,
    }
    assert {name: found[name] for name in expected} == expected
    assert list(features([chunk("x")])) == list(found)


GROUPS = [f"g{i // 2}" for i in range(200)]
CLASSES = [i % 2 == 1 for i in range(200)]


def test_a_feature_that_tells_reaches_fifty_points() -> None:
    gain = rule([float(positive) for positive in CLASSES], CLASSES, GROUPS)
    assert gain is not None
    assert gain.points == 50
    assert gain.interval == (50, 50)


def test_a_threshold_is_found_in_either_direction() -> None:
    gain = rule([-float(positive) for positive in CLASSES], CLASSES, GROUPS)
    assert gain is not None
    assert gain.points == 50


def test_noise_stays_at_chance() -> None:
    rng = Random(1)
    rows = [[rng.gauss(0, 1) for _ in range(6)] for _ in CLASSES]
    gains = [together(rows, CLASSES, GROUPS), *(rule([row[i] for row in rows], CLASSES, GROUPS) for i in range(6))]
    assert all(gain and gain.interval and gain.interval[0] < LIMIT for gain in gains)


def test_features_that_tell_only_together_are_put_together() -> None:
    rng = Random(2)
    noise = [rng.gauss(0, 3) for _ in CLASSES]
    rows = [[n + (1 if positive else -1), n] for n, positive in zip(noise, CLASSES, strict=True)]
    alone, both = rule([row[0] for row in rows], CLASSES, GROUPS), together(rows, CLASSES, GROUPS)
    assert alone is not None
    assert both is not None
    assert both.points > 40 > alone.points + 15


def test_one_class_or_few_groups_give_no_figure() -> None:
    assert rule([0.0, 1.0], [True, True], ["a", "b"]) is None
    assert rule([0.0, 1.0], [True, False], ["a", "b"]) is None


@pytest.fixture(scope="module")
def leaking(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_leaking(tmp_path_factory.mktemp("leaking"))


def test_what_form_tells_of_a_set_is_found(leaking: Path) -> None:
    (found,) = probe(str(leaking), ["en"])
    assert found.items == {"main": 12, "insufficient": 12, "incomplete": 12}
    telling = {(name, kind) for name, kind, _ in found.telling}
    assert ("documents", "insufficient") in telling
    assert ("shortest chunk", "incomplete") in telling
    assert ("all together", "declined") in telling


def test_where_the_gold_chunk_stands_is_found(leaking: Path) -> None:
    (found,) = probe(str(leaking), ["en"])
    shares = {share.name: share for share in found.places}
    for name in ("longest chunk", "longest document", "newest document", "first chunk by id"):
        assert (shares[name].share, shares[name].chance, shares[name].points) == (1, 0.25, 75)
    assert shares["last chunk by id"].share == 0
    assert found.newest is not None
    assert (found.newest.share, found.newest.count) == (1, 36)
