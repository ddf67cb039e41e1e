"""The four checks on one answer."""

from __future__ import annotations

import pytest

from bench.citations import Eligibility, check_answer
from bench.records import Chunk
from tests.work import calls

FEE = Chunk(id="a", title="Tariff 2025", text='The fee is 4,150 yen a bottle. Orders are "paid in advance".')
TERM = Chunk(id="b", text="解約の申し出は3月31日までとする。割引は1割とする。")
QUESTION = "What do 18 bottles cost?"


def units(answer: str, check: str, question: str = QUESTION) -> list[tuple[str, bool]]:
    findings = check_answer(answer, question, (FEE, TERM), lambda _: Eligibility(None)).findings
    return [(f.what.strip(), f.passed) for f in findings if f.check == check]


def test_a_number_resolves_where_so_many_chunks_were_shown() -> None:
    assert units("So it is [1][3], as said in 資料0.", "resolves") == [("[1]", True), ("[3]", False), ("[0]", False)]


def test_a_quotation_must_be_verbatim_in_a_chunk_that_the_sentence_cites() -> None:
    assert units('Orders are "Paid  in advance" [1].', "quotes") == [("Paid in advance", True)]
    assert units('Orders are "paid in advance" [2].', "quotes") == [("paid in advance", False)]
    assert units('Orders are "paid in advance" [1][2].', "quotes") == [("paid in advance", True)]
    assert units('Orders are "paid in arrears".', "quotes") == []


def test_values_must_be_in_a_cited_chunk_by_value() -> None:
    assert units("It is 4150円 [1].", "values") == [("4150円", True)]
    assert units("It is 4,150 yen [2].", "values") == [("4,150 yen", False)]
    assert units("割引は10%です[2]。期限は4月1日です[2]。", "values") == [("10%", True), ("4月1日", False)]


def test_a_computed_value_is_exempt_only_where_an_expression_shows_it() -> None:
    shown = check_answer("18 × 4,150 = 74,700 yen [1].", QUESTION, (FEE, TERM), lambda _: Eligibility(None))
    assert [f.what for f in shown.findings if f.check == "values"] == ["4,150"]
    assert (shown.computed, shown.echoed) == (1, 1)
    assert units("It comes to 74,700 yen [1].", "values") == [("74,700 yen", False)]
    assert units("18 × 4,150 = 74,701 yen [1].", "values")[-1] == ("74,701 yen", False)


def test_what_the_question_gave_is_the_askers() -> None:
    answer = "For 18 bottles it says nothing [2]."
    assert units(answer, "values") == []
    assert units(answer, "values", question="How much is it?") == [("18 bottles", False)]


def test_a_citation_that_does_not_resolve_is_one_failure_and_not_four() -> None:
    answer = 'It is 99 yen, "cash only" [7].'
    assert units(answer, "resolves") == [("[7]", False)]
    assert units(answer, "values") == units(answer, "quotes") == units(answer, "eligible") == []


def test_sources_whose_metadata_says_nothing_are_not_counted() -> None:
    judged = {"a": Eligibility(False, "version FY2024 was replaced"), "b": Eligibility(None)}
    found = check_answer("So it is [1]. And so [2].", QUESTION, (FEE, TERM), lambda chunk: judged[chunk.id])
    assert [(f.what, f.passed) for f in found.findings if f.check == "eligible"] == [
        ("[1]: version FY2024 was replaced", False)
    ]


def test_an_answer_without_citations_has_no_findings() -> None:
    found = check_answer("It is 99 yen.", QUESTION, (FEE, TERM), lambda _: Eligibility(None))
    assert (found.cites, found.findings) == (False, ())
    assert check_answer("It is [5].", QUESTION, (), lambda _: Eligibility(None)).cites


@pytest.mark.parametrize(
    ("before", "again", "times", "after"),
    [
        ("", "[", 20_000, ""),
        ("", "[1]", 7_000, ""),
        ("", "[1, ", 5_000, ""),
        ("", "「", 20_000, ""),
        ('"', "…", 5_000, '" [1]'),
        ("", "(", 9_000, "1+1=2 [1]"),
    ],
    ids=["brackets", "marks", "open marks", "open quotes", "dots", "open parentheses"],
)
def test_hostile_text_costs_work_in_proportion_to_its_length(before: str, again: str, times: int, after: str) -> None:
    """Calls are counted, no seconds; a pattern that backtracks without end would never come back."""

    def work(times: int) -> int:
        answer = before + again * times + after
        return calls(lambda: check_answer(answer, QUESTION, (FEE, TERM), lambda _: Eligibility(None)))

    assert work(times) < 2.5 * work(times // 2) + 100
