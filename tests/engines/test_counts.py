"""Prompt tokens from a server's own figures."""

from __future__ import annotations

import pytest

from bench.engines.counts import added, counts_of, parse
from bench.records.engine import EngineCounts

PAGE = """\
# HELP vllm:prompt_tokens_total Number of prefill tokens processed.
# TYPE vllm:prompt_tokens_total counter
vllm:prompt_tokens_total{engine="0",model_name="a \\"quoted\\" {name}"} 1000.0
vllm:prompt_tokens_total{engine="1",model_name="m"} 500.0
vllm:prompt_tokens_created{engine="0",model_name="m"} 1.7e+09
vllm:prompt_tokens_by_source_total{engine="0",model_name="m",source="local_compute"} 900.0
vllm:prompt_tokens_by_source_total{engine="0",model_name="m",source="local_cache_hit"} 600.0
vllm:prefix_cache_queries_total{engine="0",model_name="m"} 1500.0
vllm:prefix_cache_hits_total{engine="0",model_name="m"} 6.0e+02
vllm:external_prefix_cache_hits_total{engine="0",model_name="m"} 77.0
python_info{version="3"} 1.0
"""


def test_sums_over_engines_and_only_what_was_computed_here() -> None:
    assert parse(PAGE) == EngineCounts(prompt_tokens=1500, computed_tokens=900, cache_queries=1500, cache_hits=600)


def test_without_counts_by_source_what_was_not_cached_was_computed() -> None:
    page = "\n".join(line for line in PAGE.split("\n") if "by_source" not in line)
    assert parse(page) == EngineCounts(prompt_tokens=1500, computed_tokens=900, cache_queries=1500, cache_hits=600)


@pytest.mark.parametrize("page", ["", "<html>", "process_cpu_seconds_total 3.0\n", "vllm:prompt_tokens_total NaN\n"])
def test_a_page_without_figures_is_none(page: str) -> None:
    assert parse(page) is None


def test_an_odd_figure_is_left_out_and_the_others_count() -> None:
    page = "vllm:prompt_tokens_total +Inf\nvllm:prefix_cache_hits_total x\nvllm:prefix_cache_queries_total 4\n"
    assert parse(page) == EngineCounts(cache_queries=4)


def test_what_was_added() -> None:
    before = EngineCounts(prompt_tokens=10, cache_queries=10, cache_hits=0)
    after = EngineCounts(prompt_tokens=30, computed_tokens=5, cache_queries=30, cache_hits=15)
    assert added(before, after) == EngineCounts(prompt_tokens=20, cache_queries=20, cache_hits=15)


def test_a_server_started_anew_in_between_adds_nothing_that_is_known() -> None:
    assert added(EngineCounts(prompt_tokens=30), EngineCounts(prompt_tokens=10)) is None


@pytest.mark.parametrize("pair", [(None, EngineCounts()), (EngineCounts(), None), (None, None)])
def test_a_figure_that_is_missing_is_not_guessed(pair: tuple[EngineCounts | None, EngineCounts | None]) -> None:
    assert added(*pair) is None


def test_a_server_that_is_not_there() -> None:
    assert counts_of("http://127.0.0.1:1/v1") is None
