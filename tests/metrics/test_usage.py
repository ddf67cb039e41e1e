"""What calls took, failed ones too, and what the servers under a run counted, over its sessions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.errors import LogError
from bench.metrics.usage import engine_report, repeated, usage_of
from bench.records import Call, Failure, ModelRef, Usage
from bench.records.engine import EngineCounts, EngineLog, EngineReport, EngineSession
from bench.report.sections.facts import server
from bench.report.sections.parts import lines
from bench.run_folder import read_engine_log


def session(counts: EngineCounts | None, **changes: object) -> EngineSession:
    fields = {"engine": "vllm", "version": "0.32.0", "started": True, "address": "a", "model": "m", "at": "t"}
    return EngineSession.model_validate({**fields, "counts": counts, **changes})


def counts(prompt: int, hits: int) -> EngineCounts:
    return EngineCounts(prompt_tokens=prompt, computed_tokens=prompt - hits, cache_queries=prompt, cache_hits=hits)


def test_a_run_without_a_server_on_record_has_no_engine_report() -> None:
    assert engine_report(EngineLog()) is None
    assert server(None) == "—"


def test_sessions_are_added_up() -> None:
    log = EngineLog(sessions=(session(counts(100, 20)), session(counts(300, 100), arguments=("--dtype=x",))))
    assert engine_report(log) == EngineReport(
        engine="vllm",
        versions=("0.32.0",),
        sessions=2,
        started=True,
        arguments=("--dtype=x",),
        counts=counts(400, 120),
        cache_hit_rate=0.3,
    )


def test_a_session_whose_figures_are_lost_does_not_pull_the_rate_down() -> None:
    report = engine_report(EngineLog(sessions=(session(counts(100, 20)), session(None, started=False, version=None))))
    assert report is not None
    assert report.counts == counts(100, 20)
    assert report.cache_hit_rate == 0.2
    assert not report.started


def test_without_any_figure_everything_is_null() -> None:
    report = engine_report(EngineLog(sessions=(session(None),)))
    assert report is not None
    assert (report.counts, report.cache_hit_rate) == (EngineCounts(), None)


def test_no_look_up_has_no_rate() -> None:
    report = engine_report(EngineLog(sessions=(session(counts(0, 0)),)))
    assert report is not None
    assert report.cache_hit_rate is None


figures = st.builds(counts, st.integers(0, 10**9), st.just(0)) | st.none()


@given(st.lists(figures, min_size=1, max_size=5))
def test_a_rate_is_a_share_whatever_the_sessions_had(given: list[EngineCounts | None]) -> None:
    report = engine_report(EngineLog(sessions=tuple(map(session, given))))
    assert report is not None
    assert report.cache_hit_rate is None or 0 <= report.cache_hit_rate <= 1
    assert report.counts.prompt_tokens == (sum(c.prompt_tokens or 0 for c in given if c) if any(given) else None)


def test_what_is_said_of_the_server() -> None:
    log = EngineLog(sessions=(session(counts(1000, 250)), session(None)))
    assert lines(server(engine_report(log)), "en") == [
        "vLLM 0.32.0, started by the suite",
        "750 of 1,000 prompt tokens computed",
        "prefix cache hit rate 25.0 %",
        "2 sessions",
    ]
    before = engine_report(EngineLog(sessions=(session(counts(10, 0), started=False, version=None),)))
    assert lines(server(before), "en")[0] == "vLLM, running before, so its counts may be others' too"


# ---- engine.json ----


def test_no_file_is_no_session(tmp_path: Path) -> None:
    assert read_engine_log(tmp_path) == EngineLog()


@pytest.mark.parametrize("content", ["", "[]", '{"sessions": [{"engine": "vllm"}]}', '{"session": []}'])
def test_a_damaged_file_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "engine.json").write_text(content, "utf-8")
    with pytest.raises(LogError, match=r"engine\.json is not a record of servers"):
        read_engine_log(tmp_path)


MODEL = ModelRef(spec="openai:m", title="M", weights="closed", price_input=1.0, price_output=4.0)


def call(prompt: int | None, completion: int | None, failed: bool = False) -> Call:
    failure = Failure(stage="generate", kind="truncated", message="cut") if failed else None
    usage = Usage(prompt_tokens=prompt, completion_tokens=completion)
    return Call(key="k", model=MODEL.spec, usage=usage, failure=failure, latency_s=0.5)


def test_a_failed_call_costs_the_tokens_that_it_reported() -> None:
    took = usage_of([call(100, 10), call(200, 50, failed=True)], [MODEL])
    assert (took.calls, took.prompt_tokens, took.completion_tokens) == (2, 300, 60)
    assert took.cost_usd == pytest.approx((300 * 1 + 60 * 4) / 1e6)


def test_a_failed_call_that_reported_nothing_leaves_the_sums_known() -> None:
    took = usage_of([call(100, 10), call(None, None, failed=True)], [MODEL])
    assert (took.calls, took.prompt_tokens, took.completion_tokens) == (2, 100, 10)


@pytest.mark.parametrize("failed", [False, True])
def test_a_call_that_reported_a_part_makes_the_other_sum_unknown(failed: bool) -> None:
    took = usage_of([call(100, 10), call(50, None, failed=failed)], [MODEL])
    assert (took.prompt_tokens, took.completion_tokens, took.cost_usd) == (150, None, None)


def test_a_call_that_was_made_again_has_cost_what_it_reported() -> None:
    again = [call(200, 50, failed=True), call(None, None, failed=True), call(5, 5).model_copy(update={"model": "x:y"})]
    took = usage_of([call(100, 10)], [MODEL], again)
    assert (took.calls, took.attempts, took.repeated) == (1, 1, 2)
    assert (took.prompt_tokens, took.completion_tokens) == (300, 60)
    assert took.cost_usd == pytest.approx((300 * 1 + 60 * 4) / 1e6)


def test_repeated_are_those_that_do_not_count() -> None:
    counting, other = call(100, 10), call(100, 10)
    assert repeated([counting], [counting], [other]) == [other]
    assert repeated([], [other]) == []


def test_tokens_in_caches_are_summed_as_far_as_they_are_said() -> None:
    read = call(100, 10).model_copy(update={"usage": Usage(prompt_tokens=100, completion_tokens=10, cached_tokens=40)})
    took = usage_of([read, call(100, 10)], [MODEL.model_copy(update={"price_cached": 0.1})])
    assert (took.cached_tokens, took.written_tokens) == (40, None)
    assert took.cost_usd == pytest.approx((160 * 1 + 40 * 0.1 + 20 * 4) / 1e6)
    plain = usage_of([call(100, 10)], [MODEL]).model_dump()
    assert not {"repeated", "cached_tokens", "written_tokens"} & plain.keys()
    assert usage_of([read], [MODEL]).cost_usd is None


def test_the_parts_of_a_run_add_up_to_the_whole() -> None:
    first = [call(100, 10), call(7, 3, failed=True)]
    second = [call(60, 6), call(None, None, failed=True)]
    parts = [usage_of(calls, [MODEL]) for calls in (first, second)]
    whole = usage_of(first + second, [MODEL])
    for name in ("calls", "attempts", "prompt_tokens", "completion_tokens"):
        assert sum(getattr(part, name) for part in parts) == getattr(whole, name)
    assert sum(part.cost_usd or 0 for part in parts) == pytest.approx(whole.cost_usd)
