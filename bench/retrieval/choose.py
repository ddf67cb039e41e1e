"""From `--retriever` to rankers: bm25, dense:SPEC, hybrid[:SPEC] or trec:FILE.

What is wrong with the request is said before anything is called; embeddings are asked for in one go, before the
first question.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from bench.clients import Pacing
from bench.clients.base import PACING, Sleep
from bench.clients.embeddings import EmbeddingsClient
from bench.config import Endpoint, ModelSpec, Registry, load_registry, require_key, resolve
from bench.dataset.worlds import worlds_of
from bench.errors import ProviderError, UsageError
from bench.records import Chunk, Item, Lang
from bench.records.retrieval import Returned
from bench.retrieval import called, trec
from bench.retrieval.bm25 import Bm25
from bench.retrieval.by_world import over_worlds
from bench.retrieval.corpus import Retriever
from bench.retrieval.dense import Dense, Vectors, embed, texts_of
from bench.retrieval.hybrid import Hybrid
from bench.retrieval.vectors import VectorCache

DEFAULT_EMBEDDER = "ollama:bge-m3"
"""What `hybrid` embeds with when no model is named: open weights, Japanese and English."""

Corpora = Mapping[Lang, Mapping[str, Chunk]]


@dataclass(frozen=True, slots=True)
class RetrieverSpec:
    """A retriever to be made. `name` stands in the run's configuration: the model without its address, and
    for a run file its name with the digest of its content."""

    name: str = "bm25"
    kind: Literal["bm25", "dense", "hybrid", "trec", "callable"] = "bm25"
    model: ModelSpec | None = None
    endpoint: Endpoint | None = None
    path: Path | None = None
    returned: tuple[Returned, ...] = ()
    """What a function of the caller's has returned."""


def read_spec(text: str, langs: Iterable[Lang], registry: Registry | None = None) -> RetrieverSpec:
    """What `--retriever` names. `langs` are those whose run files are read where the path says `{lang}`.

    Raises UsageError for an unknown retriever or embedder, and for a run file that cannot be read.
    """
    kind, colon, rest = text.strip().partition(":")
    if kind == "bm25" and not colon:
        return RetrieverSpec()
    if kind == "trec" and rest:
        return RetrieverSpec(f"trec:{Path(rest).name}@{_content(rest, langs)}", "trec", path=Path(rest))
    if kind == "hybrid" and (rest or not colon):
        model, endpoint = resolve_embedder(rest or DEFAULT_EMBEDDER, registry)
        return RetrieverSpec(f"hybrid:{model.spec}", "hybrid", model, endpoint)
    if kind == "dense" and rest:
        model, endpoint = resolve_embedder(rest, registry)
        return RetrieverSpec(f"dense:{model.spec}", "dense", model, endpoint)
    raise UsageError(
        f"--retriever {text!r} is unknown: give bm25, dense:MODEL (e.g. dense:ollama:bge-m3, or dense:NAME@URL), "
        "hybrid, hybrid:MODEL or trec:FILE."
    )


def ask_function(
    function: called.Function, corpora: Corpora, items: Iterable[Item], k: int, *, spare: bool
) -> RetrieverSpec:
    """The retriever that is a function of the caller's, with what it returns for the items (`called.ask`)."""
    found = called.ask(function, corpora, items, k, spare=spare)
    return RetrieverSpec(called.spec_name(function, found), "callable", returned=found)


def resolve_embedder(name: str, registry: Registry | None = None) -> tuple[ModelSpec, Endpoint]:
    """The embedding model that `name` stands for, as `bench.config.resolve` has it; NAME@URL needs no provider.
    `registry` None: the registry with the user's own files.

    Raises UsageError for an unknown one, and for one whose endpoint has no embeddings.
    """
    provider, _, _ = name.partition(":")
    if "@http" in name and provider not in (registry or load_registry()).endpoints:
        name = f"openai-compatible:{name}"
    model, endpoint = resolve(name, registry=registry)
    if endpoint.wire != "openai":
        raise UsageError(f"{name} cannot embed: name a model behind an OpenAI-compatible embeddings endpoint.")
    return model, endpoint


async def ready(
    spec: RetrieverSpec,
    corpora: Corpora,
    known: Sequence[Item],
    items: Sequence[Item],
    cache: VectorCache,
    *,
    concurrency: int = 4,
    pacing: Pacing = PACING,
    sleep: Sleep = asyncio.sleep,
    tell: Callable[[str], None] = lambda _: None,
) -> Mapping[Lang, Retriever]:
    """A retriever for each language that can rank `items`; `known` are all items of the dataset.

    Calls only for embeddings that are not in the cache. Raises ProviderError where they cannot be had, DataError for a
    faulty run file, UsageError for a missing key.
    """
    retrievers, missing = without_calls(spec, corpora, known, items, cache)
    if retrievers is None and spec.model and spec.endpoint:
        require_key(spec.endpoint)
        tell(f"Embedding {len(missing)} texts with {spec.model.spec} …")
        async with EmbeddingsClient(spec.endpoint, concurrency=concurrency, pacing=pacing, sleep=sleep) as client:
            await embed(client, spec.model, missing, cache, concurrency)
        # From the cache, so that this run and the next one see the same numbers, to the last bit.
        retrievers, _ = without_calls(spec, corpora, known, items, cache)
    assert retrievers is not None
    return retrievers


def without_calls(
    spec: RetrieverSpec, corpora: Corpora, known: Sequence[Item], items: Sequence[Item], cache: VectorCache
) -> tuple[Mapping[Lang, Retriever] | None, list[str]]:
    """The retrievers as far as they need no call, and the texts that would have to be embedded first.

    With such texts there are no retrievers (None). Raises ProviderError where the cached vectors are of two models.
    """
    vectors: Vectors = {}
    if spec.model:
        texts = _texts(corpora, known, items)
        vectors = cache.get(spec.model.spec, texts)
        if missing := [text for text in texts if text not in vectors]:
            return None, missing
        _refuse_mixed_lengths(vectors, spec.model)
    return _built(spec, corpora, known, items, vectors), []


def _built(
    spec: RetrieverSpec, corpora: Corpora, known: Sequence[Item], items: Sequence[Item], vectors: Vectors
) -> Mapping[Lang, Retriever]:
    if spec.path is not None:
        return dict(trec.read(spec.path, corpora, known, items))
    if spec.kind == "callable":
        return dict(called.rankings(spec.name, spec.returned))
    retrievers: dict[Lang, Retriever] = {}
    most_added = max((len(item.overlay.add) for item in items), default=0)

    def over(corpus: Mapping[str, Chunk], lang: Lang) -> Retriever:
        if spec.kind == "bm25":
            return Bm25(corpus, lang)
        if spec.kind == "dense":
            return Dense(corpus, vectors, spec.name)
        return Hybrid((Bm25(corpus, lang), Dense(corpus, vectors)), len(corpus) + most_added, spec.name)

    for lang, corpus in corpora.items():
        own = (item for item in known if item.lang == lang)
        retrievers[lang] = over_worlds(own, corpus, partial(over, lang=lang))
    return retrievers


def _texts(corpora: Corpora, known: Sequence[Item], items: Sequence[Item]) -> list[str]:
    needed: dict[str, None] = {}
    for lang, corpus in corpora.items():
        worlds = worlds_of((item for item in known if item.lang == lang), corpus)
        for world, part in worlds.items():
            asked = [item for item in items if item.lang == lang and item.world == world]
            needed |= dict.fromkeys(texts_of(part, asked))
    return list(needed)


def _content(path: str, langs: Iterable[Lang]) -> str:
    """Twelve hex digits over the run files, so that a changed file is another configuration."""
    digest = hashlib.sha256()
    for file in dict.fromkeys(path.replace(trec.LANG_FIELD, lang) for lang in langs):
        try:
            digest.update(Path(file).read_bytes())
        except OSError as error:
            raise UsageError(f"The TREC run {file} cannot be read: {error.strerror}.") from error
    return digest.hexdigest()[:12]


def _refuse_mixed_lengths(vectors: Vectors, model: ModelSpec) -> None:
    lengths = sorted({len(vector) for vector in vectors.values()})
    if len(lengths) > 1:
        raise ProviderError(
            f"The embeddings of {model.spec} have {' and '.join(map(str, lengths))} numbers: some are of another "
            "model of this name; move the file of embeddings away and run the same command again."
        )
