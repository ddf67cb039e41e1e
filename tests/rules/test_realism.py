"""The rule judge on the published set and the example world: rates, not single cases."""

import pytest

from bench.rules.verdict import judge_by_rule
from tests.rules.conftest import read_rows

WRAPPED = {
    "en": [
        "{}",
        "The provided material answers this. Answer: {}",
        "**Answer:** {}\n\nReason: the table says so.",
        "{} This is stated in the provided documents [1].",
    ],
    "ja": [
        "{}",
        "資料を確認しました。{}",
        "**答え：** {}\n\n理由：表に記載があるため。",
        "ご質問について回答します。回答：{}",
    ],
}
KINDS = {"A_negative_only": "insufficient", "A_conflicted": "contradictory", "A_chunk_incompletion": "incomplete"}


def judged(question, reference, answer, kind, accept=()):
    return judge_by_rule(question=question, reference=reference, accept=accept, answer=answer, kind=kind)


def published(shared, lang):
    return read_rows(shared / "external" / "litragbench" / f"{lang}.jsonl")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_published_reference_is_right_also_inside_a_sentence(shared, lang):
    for row in published(shared, lang)[:54]:
        ended = row["answer"].strip().rstrip(".。") + (". " if lang == "en" else "。")
        for pattern in WRAPPED[lang]:
            got = judged(row["question"], row["answer"], pattern.format(ended), "main")
            assert got.verdict == "correct", (row["answer"], pattern, got)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_another_rows_reference_is_never_right(shared, lang):
    rows = [r for r in published(shared, lang)[:54] if len(r["answer"]) < 60]
    closed = [r for r in rows if not r["answer"].lower().startswith(("no", "いいえ", "does not", "許可", "参加"))]
    for index, row in enumerate(closed):
        for other in closed[index + 1 :: 5]:
            if other["answer"] != row["answer"]:
                got = judged(row["question"], row["answer"], other["answer"], "main")
                assert got.verdict != "correct", (row["answer"], other["answer"])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_published_abstention_is_declined(shared, lang):
    for row in published(shared, lang)[54:]:
        got = judged(row["question"], "", row["answer"], KINDS[row["qa_type"][0]])
        assert (got.verdict, got.abstained) == ("correct", True), row["answer"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_example_world(shared, lang):
    folder = shared / "example-world" / lang
    items = {i["id"]: i for i in read_rows(folder / "items.jsonl")}
    for item in items.values():
        for form in (item["answer"], *item["accept"]):
            got = judged(item["question"], item["answer"], form, "main")
            assert got.verdict == "correct", (item["id"], form)
    for row in read_rows(folder / "abstention.jsonl"):
        base = items[row["base"]]
        declined = judged(base["question"], "", row["answer"], row["kind"])
        assert declined.verdict == "correct", row["answer"]
        assert declined.conflict_named == (row["kind"] == "contradictory")
        attempted = judged(base["question"], "", base["answer"], row["kind"])
        assert (attempted.verdict, attempted.abstained) == ("incorrect", False)
