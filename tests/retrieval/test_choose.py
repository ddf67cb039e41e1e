"""`--retriever`: what each form names, and what is refused before anything is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.config import load_registry
from bench.errors import UsageError
from bench.retrieval import Bm25, read_spec
from bench.retrieval.choose import DEFAULT_EMBEDDER, without_calls
from bench.retrieval.vectors import VectorCache
from tests.retrieval.asking import CORPORA, ITEMS, MAIN, retrievers
from tests.server import Server


@pytest.mark.parametrize(
    ("text", "name", "url"),
    [
        ("bm25", "bm25", None),
        ("dense:ollama:bge-m3", "dense:ollama:bge-m3", "http://localhost:11434/v1"),
        ("dense:bge-m3:latest@http://host:9/v1", "dense:openai-compatible:bge-m3:latest", "http://host:9/v1"),
        ("dense:vllm:BAAI/bge-m3@http://host:9/v1", "dense:vllm:BAAI/bge-m3", "http://host:9/v1"),
        ("hybrid", f"hybrid:{DEFAULT_EMBEDDER}", "http://localhost:11434/v1"),
        ("hybrid:openai:text-embedding-3-small", "hybrid:openai:text-embedding-3-small", ""),
    ],
)
def test_the_configuration_names_the_model_and_not_its_address(text: str, name: str, url: str | None) -> None:
    spec = read_spec(text, ("en",))
    assert spec.name == name
    assert (spec.endpoint.base_url if spec.endpoint else None) == url


@pytest.mark.parametrize("text", ["", "bm26", "bm25:x", "dense", "dense:", "hybrid:", "trec:", "dense:baseline:echo"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        read_spec(text, ("en",))


def test_an_embedder_may_stand_in_a_registry_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[endpoints.house]\nwire = "openai"\nbase_url = "http://127.0.0.1:9/v1"\n', "utf-8")
    spec = read_spec("dense:house:bag", ("en",), load_registry(own))
    assert (spec.name, spec.endpoint.base_url if spec.endpoint else None) == (
        "dense:house:bag",
        "http://127.0.0.1:9/v1",
    )


def test_a_run_file_is_known_by_its_content(tmp_path: Path) -> None:
    for lang in ("en", "ja"):
        (tmp_path / f"{lang}.run").write_text(lang)
    both = read_spec(f"trec:{tmp_path}/{{lang}}.run", ("en", "ja")).name
    assert both.startswith("trec:{lang}.run@")
    assert both != read_spec(f"trec:{tmp_path}/{{lang}}.run", ("en",)).name
    (tmp_path / "ja.run").write_text("changed")
    assert both != read_spec(f"trec:{tmp_path}/{{lang}}.run", ("en", "ja")).name
    with pytest.raises(UsageError, match="cannot be read"):
        read_spec(f"trec:{tmp_path}/none.run", ("en",))


def test_bm25_needs_no_call(tmp_path: Path) -> None:
    found = retrievers("bm25", tmp_path)
    assert found["en"].rank(MAIN, 9) == Bm25(CORPORA["en"], "en").rank(MAIN, 9)
    assert list(tmp_path.iterdir()) == []


def test_what_a_dry_run_can_know_is_what_is_in_the_cache(server: Server, tmp_path: Path) -> None:
    spec, cache = read_spec(f"dense:bag@{server.url}", ("en", "ja")), VectorCache(tmp_path / "v.sqlite")
    found, missing = without_calls(spec, CORPORA, ITEMS, (MAIN,), cache)
    assert found is None
    assert set(missing) == {MAIN.question, *(f"Fees\n{c.text}" if c.title else c.text for c in CORPORA["en"].values())}
    assert server.requests == 0
    ranked = retrievers(f"dense:bag@{server.url}", tmp_path, asked=(MAIN,))["en"].rank(MAIN, 3)
    found, missing = without_calls(spec, CORPORA, ITEMS, (MAIN,), cache)
    assert missing == []
    assert found is not None
    assert found["en"].rank(MAIN, 3) == ranked
