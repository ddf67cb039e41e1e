"""Citations, faithfulness and truthfulness as tables: the same figures in both media, undefined as a dash."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from bench.metrics.rates import rate
from bench.records import DatasetRef, JudgeSummary, Latency, RunConfig, Summary, UsageSummary
from bench.records.claims import CitationSupport, ClaimMean, FaithfulnessResult, SentenceFault, UndefinedMeasure
from bench.records.measures import CheckResult, CitationResult, CragCounts, CragJudge, CragResult
from bench.report.render.markdown import section_blocks
from bench.report.render.terminal import print_sections
from bench.report.sections.checks import claim_sections
from tests.runs import JUDGE, MODEL

DATA = DatasetRef(name="d", version="1", sha256="0" * 64)
NOTHING = UsageSummary(
    calls=0, attempts=0, prompt_tokens=None, completion_tokens=None, cost_usd=None,
    latency_s=Latency(median=None, p90=None),
)  # fmt: skip
EMPTY = CheckResult(units=rate([]), answers=rate([]))


def summary(**sections: object) -> Summary:
    config = RunConfig(model=MODEL, dataset=DATA, data="d", langs=("en",), arms=("shuffled",), judges=(JUDGE,))
    judge = JudgeSummary(judges=(JUDGE,), votes=0, invalid=0, leaderboard=False)
    return Summary(
        run="r", digest="d", complete=True, missing=0, model=MODEL, dataset=DATA, config=config, results=(),
        attribution=(), exclusions=(), flagged={}, usage=NOTHING, judge_usage=NOTHING, judge=judge,
        suite_version="0", **sections,  # type: ignore[arg-type]
    )  # fmt: skip


def full() -> Summary:
    checked = CheckResult(units=rate([("q", True), ("q", False)]), answers=rate([("q", False)]))
    citations = CitationResult(
        lang="en", arm="shuffled", answers=3, coverage=rate([("q", True)] * 3), resolves=checked, quotes=EMPTY,
        values=checked, eligible=EMPTY, computed=1, echoed=2, faults=(),
    )  # fmt: skip
    mean = ClaimMean(value=0.75, ci95=(0.5, 1.0), n=4, undefined=1)
    none = ClaimMean(value=None, ci95=None, n=0, undefined=0)
    missing = UndefinedMeasure(
        item="Q", repeat=0, answer_key="k", measure="faithfulness", step="verify", reason="unreadable"
    )
    faith = FaithfulnessResult(
        judge="x:[red]|evil\x1b[2J", embedder="", lang="en", arm="shuffled", answers=5, faithfulness=mean,
        hallucination=mean.model_copy(update={"value": 0.25}), claims=rate([("q", True)] * 9 + [("q", False)] * 3),
        without_claims=1, answer_relevance=none, context_relevance=mean, undefined=(missing,),
    )  # fmt: skip
    counts = CragCounts(perfect=5, acceptable=2, missing=2, incorrect=1)
    judges = (CragJudge(judge="openai:j", family="openai", counts=counts, truthfulness=-0.5),)
    crag = CragResult(
        lang="en", arm="shuffled", truthfulness=0.5, ci95=(0.1, 0.8), counts=counts, exact=3, mean_of_judges=False,
        judges=judges,
    )  # fmt: skip
    unread = SentenceFault(item="Q", repeat=0, answer_key="k", what="It is so.", reason="timeout")
    support = CitationSupport(
        judge="x:[red]|evil\x1b[2J", lang="en", arm="shuffled", answers=5, supported=rate([("q", True)] * 7),
        partly=rate([("q", False)] * 7), not_supported=rate([("q", False)] * 7), whole_answers=rate([]), faults=(),
        undefined=(unread,),
    )  # fmt: skip
    return summary(citations=(citations,), citation_support=(support,), faithfulness=(faith,), crag=(crag,))


def printed(of: Summary) -> str:
    out = io.StringIO()
    print_sections(claim_sections(of), Console(file=out, width=80, force_terminal=False))
    return out.getvalue()


def markdown_claims(of: Summary) -> list[str]:
    return [block for section in claim_sections(of) for block in section_blocks(section)]


@pytest.mark.parametrize(
    "expected", ["1/2", "50.0 %", "0.750", "n 4", "1 undefined", "0.250", "9/12", "7/7", "0/7", "−0.500"]
)
def test_both_media_show_the_figures(expected: str) -> None:
    assert expected in printed(full())
    assert expected.strip("()") in "\n".join(markdown_claims(full()))


def test_every_label_of_crag_is_counted() -> None:
    assert (
        "| shuffled | 0.500 (\\[0.10, 0.80\\]) | 5 | 2 | 2 | 1 | 0 | 3 | openai:j −0.500 |"
        in markdown_claims(full())[-2]
    )


def test_what_is_undefined_is_a_dash_and_said() -> None:
    text = printed(full())
    assert "—" in text
    assert "NaN" not in text
    assert "Undefined, in no mean: 1" in text
    assert "Without a verdict, in no rate: 1" in text


def test_no_line_is_longer_than_80_columns() -> None:
    assert max(len(line) for line in printed(full()).split("\n")) <= 80


def test_names_are_other_peoples_text() -> None:
    assert "\x1b" not in printed(full())
    assert "[red]" in printed(full())
    heading = next(block for block in markdown_claims(full()) if block.startswith("### English: claims checked by"))
    assert "|" not in heading
    assert "\x1b" not in heading


def test_every_markdown_row_has_as_many_cells_as_its_head() -> None:
    for block in markdown_claims(full()):
        rows = [line for line in block.split("\n") if line.startswith("|")]
        assert len({row.count("|") for row in rows}) <= 1


def test_a_summary_without_sections_prints_nothing() -> None:
    assert printed(summary()) == ""
    assert markdown_claims(summary()) == []
