"""What the Hub reads of an export: the head of the card, what the card says is in it, and eval.yaml."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from bench.authoring.export import export, rows_of
from bench.authoring.hub import Tables, citation, contents, eval_yaml, front_matter
from bench.dataset import Dataset, load
from bench.dataset.importers.own_tables import Tables as OwnTables
from bench.records import Drawn
from tests.dataset.world import sound_world, write

yaml = pytest.importorskip("yaml", reason="PyYAML comes with huggingface_hub; without it no card can be read back")


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    settings = 'name = "kites"\nversion = "2"\nlicence = "CC-BY-4.0"\n'
    return load(str(write(tmp_path_factory.mktemp("hub") / "world", sound_world(), settings)), ["en", "ja"])


def tables_of(dataset: Dataset) -> Tables:
    by_lang = {lang: rows_of(data, OwnTables(lang)) for lang, data in dataset.langs.items()}
    return {name: {lang: rows[name] for lang, rows in by_lang.items()} for name in ("items", "corpus", "qrels")}


def head(dataset: Dataset) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(front_matter(dataset, tables_of(dataset)).strip().strip("-"))
    return found


def test_the_head_says_licence_languages_size_tags_and_citation(dataset: Dataset) -> None:
    found = head(dataset)
    assert (found["license"], found["language"], found["size_categories"]) == ("cc-by-4.0", ["en", "ja"], ["n<1K"])
    assert set(found["tags"]) >= {"rag", "benchmark", "abstention", "bilingual"}
    assert "synthetic" not in found["tags"], "nothing in it was drawn"
    assert found["citation"].startswith("@misc{kites-2, title = {kites}, version = {2}, note = {sha256 ")


def test_items_are_the_default_and_every_table_has_a_split_for_each_language(dataset: Dataset) -> None:
    configs = head(dataset)["configs"]
    assert [(each["config_name"], each.get("default", False)) for each in configs] == [
        ("items", True),
        ("corpus", False),
        ("qrels", False),
    ]
    for each in configs:
        name = each["config_name"]
        assert each["data_files"] == [{"split": lang, "path": f"{name}/{lang}.parquet"} for lang in ("en", "ja")]
        assert dataset.sha256 in each["description"]


@pytest.mark.parametrize(
    ("rows", "size"), [(999, "n<1K"), (1000, "1K<n<10K"), (10**5, "100K<n<1M"), (10**7, "100K<n<1M")]
)
def test_the_size_is_that_of_the_items(dataset: Dataset, rows: int, size: str) -> None:
    many: Tables = {"items": {"en": [{}] * rows}, "corpus": {}}
    assert f"size_categories:\n- {size}\n" in front_matter(dataset, many)


def test_a_licence_that_the_hub_does_not_know_is_named(dataset: Dataset) -> None:
    found = head(replace(dataset, licence='Mine: "all"'))
    assert (found["license"], found["license_name"]) == ("other", 'Mine: "all"')


def test_a_published_set_is_cited_with_its_paper_and_no_other_by_that_name(dataset: Dataset) -> None:
    assert "eprint = {2603.06198}" in citation(replace(dataset, name="lit", official=True))
    assert "eprint" not in citation(replace(dataset, name="lit"))


@pytest.mark.parametrize("name", ["a}, note = {x", "{\\input{x}}", "```\n# head", "\u202eevil"])
def test_a_hostile_name_stays_inside_the_citation(dataset: Dataset, name: str) -> None:
    hostile = replace(dataset, name=name)
    cited = citation(hostile)
    assert cited.count("{") == cited.count("}")
    assert "\\" not in cited
    text = contents(hostile, tables_of(dataset))
    assert text.count("```") == 2
    assert "\u202e" not in text
    assert "\n# head" not in text
    assert head(hostile)["citation"]


def test_the_card_counts_what_is_in_the_export(dataset: Dataset) -> None:
    lines = contents(dataset, tables_of(dataset)).splitlines()
    assert "|  | en | ja |" in lines
    assert {"| rows of `items` | 8 | 8 |", "| rows of `corpus` | 9 | 9 |", "| items of kind main | 2 | 2 |"} <= set(
        lines
    )
    assert not [line for line in lines if "tier" in line], "nothing was drawn"
    alone = replace(dataset, langs=MappingProxyType({"ja": dataset.langs["ja"]}))
    assert "|  | ja |" in contents(alone, tables_of(alone)).splitlines()


def test_tiers_of_drawn_questions_are_counted_once_however_many_items_ask_them(dataset: Dataset) -> None:
    drawn = Drawn(kit="ferry", program="fare", seed="1", tier=3, hops=2, rows=0, context_tokens=16000)
    items = tuple(item.model_copy(update={"drawn": drawn}) for item in dataset.langs["en"].items)
    small = replace(dataset, langs=MappingProxyType({"en": replace(dataset.langs["en"], items=items)}))
    lines = contents(small, tables_of(small)).splitlines()
    assert len(items) == 8
    assert {"| drawn questions | 2 |", "| … of tier 3 | 2 |"} <= set(lines)
    assert "synthetic" in head(small)["tags"]


def test_eval_yaml_has_a_task_for_each_language_with_the_fields_that_the_hub_wants(dataset: Dataset) -> None:
    found = yaml.safe_load(eval_yaml(dataset, ["en", "ja"]))
    assert (found["name"], found["evaluation_framework"]) == ("kites 2", "inspect-ai")
    assert [(task["id"], task["config"], task["split"]) for task in found["tasks"]] == [
        ("shuffled_en", "prompts", "en"),
        ("shuffled_ja", "prompts", "ja"),
    ]
    for task in found["tasks"]:
        assert set(task) == {"id", "config", "split", "field_spec", "solvers", "scorers"}
        assert task["field_spec"] == {"input": "prompt", "target": "target", "metadata": ["id", "kind", "system"]}
        assert [solver["name"] for solver in task["solvers"]] == ["system_message", "generate"]


def test_eval_yaml_goes_with_the_prompts_alone(tmp_path: Path) -> None:
    source = write(tmp_path / "world", sound_world())
    export(str(source), ["en"], tmp_path / "without")
    export(str(source), ["en"], tmp_path / "with", with_prompts=True)
    assert not (tmp_path / "without" / "eval.yaml").exists()
    assert yaml.safe_load((tmp_path / "with" / "eval.yaml").read_text("utf-8"))["tasks"][0]["id"] == "shuffled_en"
    assert "eval.yaml" in (tmp_path / "with" / "SHA256SUMS").read_text("utf-8")
    described = json.loads((tmp_path / "with" / "croissant.json").read_text("utf-8"))
    assert {record["@id"] for record in described["recordSet"]} == {"items-en", "corpus-en", "qrels-en", "prompts-en"}
