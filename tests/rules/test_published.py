"""The rule judge on the published set and the example world: rates, not single cases."""

import pytest

from tests.rules.conftest import letter, read_rows, verdict

WRAPPED = {
    "en": ["{}", "**Answer:** {}\n\nReason: the table says so."],
    "ja": ["{}", "**答え：** {}\n\n理由：表に記載があるため。"],
}
KINDS = {"A_negative_only": "insufficient", "A_conflicted": "contradictory", "A_chunk_incompletion": "incomplete"}


def published(shared, lang):
    return read_rows(shared / "external" / "litragbench" / f"{lang}.jsonl")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_published_reference_is_right_or_handed_over(shared, lang):
    found = [
        letter(verdict(row["question"], row["answer"], pattern.format(row["answer"].strip()), lang=lang))
        for row in published(shared, lang)[:54]
        for pattern in WRAPPED[lang]
    ]
    assert set(found) <= {"c", "v"}
    assert found.count("c") >= 0.85 * len(found)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_another_rows_reference_is_never_right(shared, lang):
    rows = [r for r in published(shared, lang)[:54] if len(r["answer"]) < 60]
    for index, row in enumerate(rows):
        for other in rows[index + 1 :: 5]:
            if other["answer"] != row["answer"]:
                assert letter(verdict(row["question"], row["answer"], other["answer"], lang=lang)) != "c"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_published_abstention_is_declined_or_handed_over(shared, lang):
    rows = published(shared, lang)[54:]
    found = [letter(verdict(r["question"], "", r["answer"], KINDS[r["qa_type"][0]], lang=lang)) for r in rows]
    assert set(found) <= {"a", "v"}
    assert found.count("a") >= 0.9 * len(found)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_example_world(shared, lang):
    folder = shared / "example-world" / lang
    items = {i["id"]: i for i in read_rows(folder / "items.jsonl")}
    for item in items.values():
        assert letter(verdict(item["question"], item["answer"], item["answer"], lang=lang)) == "c"
    for row in read_rows(folder / "abstention.jsonl"):
        base = items[row["base"]]
        assert letter(verdict(base["question"], "", row["answer"], row["kind"], lang=lang)) in "av"
        assert letter(verdict(base["question"], "", base["answer"], row["kind"], lang=lang)) in "iv"
