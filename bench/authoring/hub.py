"""What the Hugging Face Hub reads of an exported dataset: the head of its card, its citation, and eval.yaml.

Names and licences of a dataset are other people's text: in YAML they are quoted scalars without anything unprintable.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bench import __version__
from bench.arms import HEADLINE
from bench.dataset import Dataset
from bench.records import KINDS, Lang
from bench.text.display import for_terminal, markdown_cell

DEFAULT = "items"
Tables = Mapping[str, Mapping[Lang, Sequence[Mapping[str, Any]]]]
"""Table -> language -> rows."""

HUB_LICENCES = frozenset("apache-2.0 cc0-1.0 cc-by-4.0 cc-by-sa-4.0 cc-by-nc-4.0 cc-by-nc-sa-4.0 mit unknown".split())
SIZES = ((10**3, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"))
"""The Hub's categories of size below each number of rows; a bench of more than a million items is none."""
PAPERS = {"lit": "2603.06198", "rgb": "2309.01431", "crag": "2406.04744"}
"""Number on arXiv of the paper that published a set."""


def place(table: str, lang: Lang) -> str:
    """The file of a table in a language, in the folder of an export."""
    return f"{table}/{lang}.parquet"


def about(dataset: Dataset) -> str:
    """Which release an export is of, in one line."""
    return f"{dataset.name} {dataset.version}, sha256 {dataset.sha256}"


def front_matter(dataset: Dataset, tables: Tables) -> str:
    """The YAML head of README.md: licence, languages, size, tags, citation, and which file is a split of which table.

    `load_dataset` keeps what it has read of a local folder under a key made of this head alone, not of the files. The
    digest in each description makes a new export in the same place a new key, so that nobody is given the old rows.
    """
    licence = dataset.licence.lower()
    other = ["license: other", f"license_name: {quoted(dataset.licence)}"]
    lines = [f"license: {licence}"] if licence in HUB_LICENCES else other
    lines += ["language:", *(f"- {lang}" for lang in dataset.langs)]
    lines += [f"pretty_name: {quoted(dataset.name)}", "task_categories:", "- question-answering"]
    rows = sum(map(len, tables[DEFAULT].values()))
    lines += ["size_categories:", f"- {next((name for most, name in SIZES if rows < most), SIZES[-1][1])}"]
    lines += ["tags:", *(f"- {tag}" for tag in tags(dataset))]
    lines += [f"citation: {quoted(citation(dataset))}", "configs:"]
    for table, by_lang in tables.items():
        files = [lang for lang, found in by_lang.items() if found]
        if not files:
            continue
        lines += [f"- config_name: {table}", *(["  default: true"] if table == DEFAULT else [])]
        lines += [f"  description: {quoted(about(dataset))}", "  data_files:"]
        for lang in files:
            lines += [f"  - split: {lang}", f"    path: {place(table, lang)}"]
    return "\n".join(["---", *lines, "---", ""])


def tags(dataset: Dataset) -> list[str]:
    """What a reader may look for on the Hub and this dataset has."""
    items = [item for data in dataset.langs.values() for item in data.items]
    found = ["rag", "retrieval-augmented-generation", "benchmark"]
    has = {
        "abstention": any(not item.answerable for item in items),
        "synthetic": any(item.drawn for item in items),
        "bilingual": len(dataset.langs) > 1,
    }
    return [*found, *(tag for tag, holds in has.items() if holds)]


def citation(dataset: Dataset) -> str:
    """How to cite this release, as BibTeX on one line: the data to the byte, and the paper where there is one."""
    name = re.sub(r"[^A-Za-z0-9.]+", "-", f"{dataset.name}-{dataset.version[:12]}").strip("-.") or "dataset"
    paper = PAPERS.get(dataset.name) if dataset.official else None
    source = f", eprint = {{{paper}}}, archivePrefix = {{arXiv}}" if paper else ""
    return (
        f"@misc{{{name}, title = {{{_tex(dataset.name)}}}, version = {{{_tex(dataset.version)}}}{source}, "
        f"note = {{sha256 {dataset.sha256}; exported by rag-generator-bench {__version__}}}}}"
    )


def contents(dataset: Dataset, tables: Tables) -> str:
    """What is in this export, as Markdown: rows of each table, items of each kind and tier, by language."""
    counts: dict[str, dict[Lang, int]] = {
        f"rows of `{table}`": {lang: len(found) for lang, found in by_lang.items()} for table, by_lang in tables.items()
    }
    for lang, data in dataset.langs.items():
        kinds = Counter(item.kind for item in data.items)
        questions = [item for item in data.items if item.base is None]
        tiers = Counter(f"… of tier {item.drawn.tier}" for item in questions if item.drawn)
        drawn = {"drawn questions": tiers.total(), **{name: tiers[name] for name in sorted(tiers)}} if tiers else {}
        for name, count in {**{f"items of kind {kind}": kinds[kind] for kind in KINDS if kinds[kind]}, **drawn}.items():
            counts.setdefault(name, {})[lang] = count
    langs = list(dataset.langs)
    lines = [f"| {' | '.join(['', *langs])} |", f"| --- |{' ---: |' * len(langs)}"]
    lines += [f"| {name} | {' | '.join(str(by.get(lang, 0)) for lang in langs)} |" for name, by in counts.items()]
    head = f"Version {markdown_cell(dataset.version)} of {markdown_cell(dataset.name)}, sha256 `{dataset.sha256}`."
    cite = f"```bibtex\n{citation(dataset)}\n```"
    return "\n\n".join(["## What is in this export", head, "\n".join(lines), "## Citation", cite])


def eval_yaml(dataset: Dataset, langs: Sequence[Lang]) -> str:
    """eval.yaml: a task for each language, by which the Hub and inspect_ai ask a model the prompts of the export.

    Its fields are those of the Hub's documentation (hub/eval-results) and of inspect_ai's `hf/` tasks. A model grades
    against the reference there; boards of the suite go by its own judges.
    """
    description = f"Answers from given documents, and declining where they hold none. {about(dataset)}."
    lines = [
        f"name: {quoted(f'{dataset.name} {dataset.version[:12]}')}",
        f"description: {quoted(description)}",
        "evaluation_framework: inspect-ai",
        "tasks:",
    ]
    for lang in langs:
        lines += [f"  - id: {HEADLINE}_{lang}", "    config: prompts", f"    split: {lang}"]
        lines += [
            "    field_spec:",
            "      input: prompt",
            "      target: target",
            "      metadata: [id, kind, system]",
        ]
        # The system message is a column: items with a final line are asked by another prompt.
        lines += ["    solvers:", "      - name: system_message", '        args: {template: "{system}"}']
        lines += ["      - name: generate", "    scorers:", "      - name: model_graded_fact"]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """A YAML scalar in double quotes. What JSON would write as it is and YAML take for a break is made visible."""
    return json.dumps(for_terminal(text), ensure_ascii=False)


def _tex(text: str) -> str:
    """Text inside the braces of a BibTeX field: nothing that TeX, YAML or Markdown would take for more."""
    return re.sub(r"[^\w .,:;()+-]", "", text)
