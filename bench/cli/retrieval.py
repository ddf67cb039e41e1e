"""`bench retrieval`: a retriever by itself, without a generator, and evidence looked up in a new corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from bench.options import LANGS_HELP, RETRIEVER_HELP
from bench.values import at_least, choices

if TYPE_CHECKING:
    from bench.dataset import Dataset
    from bench.records import Item, Lang
    from bench.records.retrieval import MissedSpan, MovedSpan, RetrievalResult
    from bench.retrieval import RetrieverSpec

app = typer.Typer(help="Measure a retriever alone, or look evidence up in a new corpus.", no_args_is_help=True)

Data = Annotated[str, typer.Option(help="gib, lit, or a file or folder.")]
Langs = Annotated[
    str | None, typer.Option("--langs", "--lang", help=f"{LANGS_HELP} Default: those that the data have.")
]
ChunkTokens = Annotated[int | None, typer.Option("--chunk-tokens", help="Cut the corpus anew, N tokens at most.")]
Overlap = Annotated[int | None, typer.Option("--overlap", help="Repeated tokens; with --chunk-tokens.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


@app.command()
def qrels(
    data: Data = "gib",
    langs: Langs = None,
    chunk_tokens: ChunkTokens = None,
    overlap: Overlap = None,
    out: Annotated[Path | None, typer.Option(help="File to write; without it the lines are printed.")] = None,
    topics: Annotated[
        Path | None,
        typer.Option(help="Also write the questions there: qid, a tab and the question on each line."),
    ] = None,
) -> None:
    """Write the gold chunks in TREC's qrels format, with qids like en/GIB-001."""
    from bench.log import write_whole
    from bench.retrieval.trec import qrels as as_qrels

    items = list(_items(_dataset(data, langs, chunk_tokens, overlap)))
    text = as_qrels(items)
    if topics is not None:
        lines = (f"{item.lang}/{item.id}\t{' '.join(item.question.split())}\n" for item in items)
        write_whole(topics, "".join(lines))
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_whole(out, text)
        typer.echo(f"Wrote {out}: {text.count(chr(10))} lines.", err=True)


@app.command("eval")
def evaluate(
    retriever: Annotated[str, typer.Option(help=RETRIEVER_HELP)] = "bm25",
    data: Data = "gib",
    langs: Langs = None,
    k: Annotated[int, typer.Option("--top-k", help="How many results count.")] = 10,
    unit: Annotated[
        Literal["chunk", "page"], typer.Option(help="What counts as found: the chunk, or its document.")
    ] = "chunk",
    chunk_tokens: ChunkTokens = None,
    overlap: Overlap = None,
    cache: Annotated[
        Path, typer.Option(help="Folder that keeps embeddings; that of the runs, so that both share them.")
    ] = Path("results/runs"),
    as_json: AsJson = False,
) -> None:
    """Recall, precision, nDCG and MRR of a retriever over every question of a dataset. Asks no generator."""
    from bench.cli.terminal import print_json
    from bench.retrieval import read_spec

    dataset = _dataset(data, langs, chunk_tokens, overlap)
    spec = read_spec(retriever, list(dataset.langs))
    results = _measured(dataset, spec, at_least(1, k, "--top-k"), unit, cache)
    if as_json:
        print_json([r.model_dump(mode="json") for r in results])
        return
    from rich.console import Console

    from bench.report.render.terminal import print_sections
    from bench.report.sections.checks import retrieval_section

    print_sections([retrieval_section(results)], Console(), folded=True)


@app.command()
def resolve(
    corpus: Annotated[
        Path, typer.Argument(help="The new corpus: a folder with LANG/chunks.jsonl, or one chunks.jsonl.")
    ],
    data: Data = "gib",
    langs: Langs = None,
    out: Annotated[Path, typer.Option(help="Where every quote that was found is written.")] = Path("moved.jsonl"),
    queue: Annotated[Path, typer.Option(help="Where every quote to be looked at is written.")] = Path("missed.jsonl"),
) -> None:
    """Look every evidence quote up in a new snapshot of the corpus. Exit code 1 if any has to be looked at."""
    from bench.dataset.spans import read_corpus
    from bench.dataset.spans import resolve as look_up
    from bench.log import write_whole

    dataset = _dataset(data, langs, None, None)
    moved: list[MovedSpan] = []
    missed: list[MissedSpan] = []
    for lang, part in dataset.langs.items():
        report = look_up(part.items, part.corpus, read_corpus(corpus, lang))
        moved.extend(report.moved)
        missed.extend(report.missed)
    write_whole(out, "".join(span.model_dump_json() + "\n" for span in moved))
    write_whole(queue, "".join(span.model_dump_json() + "\n" for span in missed))
    counts = [f"{n} {name}" for name in ("exact", "folded", "fuzzy") if (n := sum(m.method == name for m in moved))]
    typer.echo(f"Found {len(moved)} of {len(moved) + len(missed)} quotes ({', '.join(counts) or 'none'}): {out}")
    if missed:
        typer.echo(f"To be looked at: {len(missed)}, with the nearest passage of each: {queue}")
        raise typer.Exit(1)


def _dataset(data: str, langs: str | None, chunk_tokens: int | None, overlap: int | None) -> Dataset:
    from bench.dataset import load
    from bench.dataset.rechunk import check_sizes, rechunk
    from bench.records import LANGS

    check_sizes(chunk_tokens, overlap)
    return rechunk(load(data, None if langs is None else choices(langs, "language", LANGS)), chunk_tokens, overlap)


def _items(dataset: Dataset) -> Iterable[Item]:
    return (item for part in dataset.langs.values() for item in part.items)


def _measured(dataset: Dataset, spec: RetrieverSpec, k: int, unit: str, cache: Path) -> list[RetrievalResult]:
    import asyncio

    from bench.cli.terminal import notice
    from bench.metrics.retrieval import evaluate as measure
    from bench.retrieval import ready
    from bench.retrieval.trec import gold
    from bench.retrieval.vectors import NAME, VectorCache

    corpora = {lang: part.corpus for lang, part in dataset.langs.items()}
    asked = [item for item in _items(dataset) if gold(item)]

    known = list(_items(dataset))
    retrievers = asyncio.run(ready(spec, corpora, known, asked, VectorCache(cache / NAME), tell=notice))
    results = []
    for lang, part in dataset.langs.items():
        page_of = _documents(dataset, lang) if unit == "page" else None
        # Pages need the whole ranking: the first k chunks may be of fewer than k pages.
        most = k if page_of is None else len(part.corpus)
        rank = retrievers[lang].rank
        ranked = {i.id: rank(i, most + len(i.overlay.add)) if gold(i) else () for i in part.items}
        results.append(measure(lang, spec.name, k, ranked, part.items, page_of=page_of))
    return results


def _documents(dataset: Dataset, lang: Lang) -> Callable[[str], str]:
    """From a chunk id to its document; a chunk without one is a document of its own."""
    part = dataset.langs[lang]
    added = [chunk for item in part.items for chunk in item.overlay.add]
    names: Mapping[str, str] = {
        chunk.id: f"{chunk.world}/{chunk.doc_id}" if chunk.doc_id else chunk.id
        for chunk in (*part.corpus.values(), *added)
    }
    return lambda name: names[name]
