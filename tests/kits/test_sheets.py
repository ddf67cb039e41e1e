"""Templates with their tags -> text, evidence spans, possible borders; and the text in chunks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.kits.base import Doc, KitError
from bench.kits.sheets import Sheet, chunked, marks_left, row_ends, sheet
from tests.kits.toy import KIT


@pytest.fixture
def write(tmp_path: Path) -> Any:
    """write(template, **facts) -> the sheet of one document, in English."""
    made = iter(range(99))

    def _write(template: str, lang: str = "en", seed: str = "1", copy: int = 0, **facts: Any) -> Sheet:
        folder = tmp_path / str(next(made))
        (folder / lang).mkdir(parents=True)
        (folder / lang / "page.md.j2").write_text(template, "utf-8")
        doc = Doc("page/all/1", "page", tuple(facts.items()))
        return sheet(replace(KIT, folder=folder), None, doc, lang, copy, seed)

    return _write


def spans(found: Sheet) -> dict[str, list[str]]:
    return {name: [found.text[a:b] for a, b in places] for name, places in found.spans.items()}


def test_evidence_is_taken_out_of_the_text_and_kept_beside_it(write: Any) -> None:
    found = write('Title\n{% ev "a:" ~ n %}x{% ev "b" %}y{% endev %}z{% endev %} rest', n=1)
    assert found.text == "Title\nxyz rest"
    assert spans(found) == {"a:1": ["xyz"], "b": ["y"]}


def test_a_span_may_stand_in_several_places(write: Any) -> None:
    found = write('T\n{% for n in rows %}{% ev "row" %}{{ n }}{% endev %}, {% endfor %}.', rows=[1, 2])
    assert spans(found) == {"row": ["1", "2"]}


def test_pick_takes_one_wording(write: Any) -> None:
    template = "T\n{% pick %}a{% or %}b{% or %}c{% endpick %}"
    assert {write(template, seed=str(seed)).text for seed in range(30)} == {"T\na", "T\nb", "T\nc"}


def test_picks_nest(write: Any) -> None:
    template = "T\n{% pick %}a{% pick %}1{% or %}2{% endpick %}{% or %}b{% endpick %}"
    assert {write(template, seed=str(seed)).text for seed in range(40)} == {"T\na1", "T\na2", "T\nb"}


def test_mix_shows_all_paragraphs_and_numbers_stay_in_sequence(write: Any) -> None:
    template = "T\n\n{% mix %}{{ art }}. one{% or %}{{ art }}. two{% endmix %}end"
    texts = {write(template, seed=str(seed)).text for seed in range(20)}
    assert texts == {"T\n\n1. one\n\n2. two\n\nend", "T\n\n1. two\n\n2. one\n\nend"}


def test_some_shows_one_paragraph_or_more(write: Any) -> None:
    template = "T\n\n{% some %}one{% or %}two{% endsome %}"
    texts = {write(template, seed=str(seed)).text for seed in range(40)}
    assert texts == {"T\n\none", "T\n\ntwo", "T\n\none\n\ntwo", "T\n\ntwo\n\none"}


def test_what_a_document_says_is_the_same_in_both_languages_and_copies(write: Any) -> None:
    template = "T\n{% one %}a{% or %}b{% or %}c{% endone %}" + "\n{% one %}d{% or %}e{% endone %}" * 6
    said = {
        seed: {write(template, seed=seed, lang=lang, copy=copy).text for lang in ("en", "ja") for copy in (0, 1)}
        for seed in ("1", "2", "3")
    }
    assert [len(texts) for texts in said.values()] == [1, 1, 1]
    assert len(set.union(*said.values())) == 3, "and another with another seed"


def test_which_paragraphs_stand_is_the_same_too_but_not_their_order(write: Any) -> None:
    template = "T\n\n{% some %}a{% or %}b{% or %}c{% or %}d{% endsome %}"
    for seed in range(20):
        one, other = (write(template, seed=str(seed), copy=copy).text for copy in (0, 1))
        assert sorted(one) == sorted(other)
    assert any(write(template, seed=str(s)).text != write(template, seed=str(s), copy=1).text for s in range(20))


def test_choices_are_counted_so_that_languages_can_be_compared(write: Any) -> None:
    assert write("T\n{% one %}a{% or %}b{% endone %}{% some %}a{% endsome %}").choices == (2, 1)


def test_numbers_are_full_width_in_japanese(write: Any) -> None:
    assert write("題\n第{{ art }}条", lang="ja").text == "題\n第１条"


def test_blank_lines_in_a_row_and_spaces_at_ends_go(write: Any) -> None:
    assert write('T  \n\n\n{% ev "a" %}\n\nx{% endev %}\n\n\n\ny').text == "T\n\nx\n\ny"


def test_two_copies_are_worded_apart_and_named_in_the_title(write: Any) -> None:
    one, other = (write("T\nx", copy=copy) for copy in (0, 1))
    assert (one.title, other.title) == ("T (Sales Section copy)", "T (Accounts Section copy)")
    assert one.head == other.head == "T"


def test_a_changed_fact_does_not_change_the_wording(write: Any) -> None:
    template = "T\n{{ n }} {% pick %}a{% or %}b{% or %}c{% endpick %}" + "{% pick %}d{% or %}e{% endpick %}" * 8
    one, other = (write(template, n=n).text for n in (1, 2))
    assert one.replace("1", "2") == other


def test_rows_offer_borders_but_not_after_the_last(write: Any) -> None:
    found = write("T\n{% for n in rows %}{{ n }}{{ cut(loop) }}\n{% endfor %}{{ border }}end", rows=[1, 2, 3])
    assert [found.text[at:] for at in found.borders] == ["\n2\n3\nend", "\n3\nend", "end"]


def test_a_sheet_is_cut_at_the_chosen_borders_with_its_spans(write: Any) -> None:
    template = (
        'T\n{% ev "all" %}{% for n in rows %}{% ev n %}r{{ n }}{% endev %}{{ cut(loop) }}\n{% endfor %}{% endev %}'
    )
    found = chunked(write(template, rows=[1, 2, 3]), [1])
    assert found.chunks == ("T\nr1\nr2", "r3")
    assert found.spans["3"] == ((1, 0, 2),)
    assert found.spans["all"] == ((0, 2, 7), (1, 0, 2))


def test_no_borders_give_one_chunk(write: Any) -> None:
    assert chunked(write("T\nx"), []).chunks == ("T\nx",)


def test_a_chunk_ends_early_at_rows_and_paragraphs() -> None:
    chunk = "Title\nrow 1\nrow 2\n\nlast"
    assert [chunk[:at] for at in row_ends(chunk, first=True)] == ["Title\nrow 1", "Title\nrow 1\nrow 2\n"]
    assert row_ends("row\nrow 2", first=False) == [3]


@pytest.mark.parametrize(
    ("template", "fault"),
    [("T\n{{ nothing }}", "nothing"), ("T\n{% pick %}a", "line 2"), ("T\n{{ 'x'|nofilter }}", "nofilter")],
)
def test_a_faulty_template_is_said_with_its_name(write: Any, template: str, fault: str) -> None:
    with pytest.raises(KitError, match=f"seed 1, page/all/1: en/page.md.j2.*{fault}"):
        write(template)


def test_templates_run_in_a_sandbox(write: Any) -> None:
    with pytest.raises(KitError, match=r"en/page\.md\.j2"):
        write("T\n{{ ''.__class__.__mro__ }}")


def test_marks_that_are_left_are_found() -> None:
    assert marks_left("a {% pick %}") is not None
    assert marks_left("a 50 % of {b}") is None
