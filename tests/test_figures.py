"""The register of figures, and what it promises: a figure is its function and its entry, and is then everywhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from bench.figures import COSTS, FIGURES, RANKING, columns, columns_of, contents, on_boards
from bench.metrics.arm import arm_result
from bench.metrics.rates import MeanOfRates
from bench.records import ArmResult, Category, Rate
from bench.records.leaderboard import Entry
from bench.records.rates import BOUNDS, CI95
from bench.report.submission import make_submission
from tests.report.desk import as_version_2, official_run, verifiable
from tests.runs import outcomes

ROOT = Path(__file__).parent.parent
FUNCTION = '''

def caution(outcomes: Sequence[Outcome]) -> Rate:
    """Abstained / scored trials."""
    return rate_of(outcomes, lambda o: o.outcome == "abstained")
'''
ENTRY = """        Figure(
            name="caution",
            function="bench.metrics.rag:caution",
            unit="rate",
            words={"en": "Caution", "ja": "慎重さ"},
            short=("Caution",),
            tables=("rates",),
            board="column",
            anchor='Rates of the guide "Evaluating RAG"',
        ),
    )
}
"""
STEPS = """score run
score run --markdown
report run --out run.html
export run --out exported
submit run --out submissions/new.json
leaderboard check older/2.json older/3.json submissions/new.json
leaderboard build --dir submissions --out board
leaderboard build --dir older --out older-board
run baseline:extractive --limit 4 --judge rule --arms gold --quiet --out real
verify real"""
COMMANDS = """
import json, sys
from bench.cli import app
for arguments in json.loads(sys.argv[1]):
    print("$", *arguments)
    app(arguments, standalone_mode=False)
from bench import rates, score
frame = rates(score("run"))
print(frame[frame.figure == "caution"].to_csv(index=False))
from bench import schema
schema.main(["--dir", "schema"])
"""


class TestRegister:
    def test_every_function_gives_what_the_unit_of_its_figure_says(self) -> None:
        kinds = {"rate": Rate, "share": MeanOfRates, "rates": dict, "qualities": tuple}
        some = [*outcomes("ccwa"), *outcomes("cwi", "insufficient")]
        for figure in FIGURES.values():
            module, _, name = figure.function.partition(":")
            value = getattr(import_module(module), name)(some)
            assert isinstance(value, kinds.get(figure.unit, object)), figure.name
            result = arm_result("en", "gold", some)
            if isinstance(value, MeanOfRates):
                shown = result.share(figure.name), result.interval(figure.name), result.bounds(figure.name)
                assert shown == (value.value, value.ci95, value.bounds)
            else:
                assert getattr(result, figure.name) == value

    def test_records_have_a_field_for_each_in_this_order(self) -> None:
        beside = {f"{f.name}{part}" for f in FIGURES.values() if f.unit == "share" for part in (CI95, BOUNDS)}
        assert [name for name in list(ArmResult.model_fields)[4:] if name not in beside] == list(FIGURES)
        assert beside <= ArmResult.model_fields.keys()
        assert [f.name for f in on_boards()] == [name for name in Entry.model_fields if name in FIGURES]
        assert FIGURES[RANKING].unit == "share"

    def test_categories_and_costs_are_those_that_are_computed(self) -> None:
        assert [part.key for part in FIGURES["categories"].parts] == [c.value for c in Category]
        result = arm_result("en", "gold", [])
        assert list(result.rates("categories")) == [c.value for c in Category]
        assert [q.k for q in result.qualities()] == list(COSTS)

    @pytest.mark.parametrize("figure", FIGURES.values(), ids=lambda figure: figure.name)
    def test_every_figure_has_words_in_both_languages_and_a_definition(self, figure: Any) -> None:
        assert figure.words.keys() >= {"en", "ja"}
        page = (ROOT / "docs" / "metrics.md").read_text("utf-8")
        section = page.partition(f"\n## {figure.anchor}\n")[2].partition("\n## ")[0]
        assert f"`{figure.name}`" in section

    def test_the_contents_of_the_page_on_metrics_are_the_register(self) -> None:
        page = (ROOT / "docs" / "metrics.md").read_text("utf-8")
        assert contents() in page, "put the output of `python -m bench.figures` there"

    def test_headings_fit_narrow_columns(self) -> None:
        for table in ("headline", "categories", "rates"):
            for column in columns(table):  # type: ignore[arg-type]
                assert all(len(line) <= 7 for line in column.short), column.name

    def test_a_typed_accessor_refuses_another_unit(self) -> None:
        result = arm_result("en", "gold", [])
        with pytest.raises(TypeError, match="main_avg is no rate"):
            result.rate("main_avg")
        with pytest.raises(TypeError, match="volume is no share"):
            result.share("volume")
        with pytest.raises(AttributeError):
            result.rate("nothing")

    def test_a_result_of_an_older_version_is_read_with_what_it_lacks_undefined(self) -> None:
        older = json.loads(arm_result("en", "gold", outcomes("cw")).model_dump_json())
        del older["volume"], older["quality"], older["main_avg"]
        read = ArmResult.model_validate_json(json.dumps(older))
        assert (read.rate("volume").n, read.qualities(), read.share("main_avg")) == (0, (), None)

    def test_the_value_of_a_column_is_that_of_the_figure_or_of_its_part(self) -> None:
        result = arm_result("en", "gold", outcomes("cw"))
        for figure in FIGURES.values():
            for column in columns_of(figure):
                value = result.value(column)
                if figure.unit == "rates" and column.part:
                    assert value == result.rates(figure.name).get(column.part.key)
                elif figure.unit == "qualities" and column.part:
                    assert value == next(q for q in result.qualities(figure.name) if f"{q.k:g}" == column.part.key)
                else:
                    assert value == getattr(result, figure.name)


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which every command has run in a copy of the suite that has one figure more."""
    folder = tmp_path_factory.mktemp("added")
    copy = folder / "suite"
    for name in ("bench", "data", "prompts"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    rag, register = copy / "bench/metrics/rag.py", copy / "bench/figures.py"
    rag.write_text(rag.read_text("utf-8") + FUNCTION, "utf-8")
    register.write_text(register.read_text("utf-8").replace("    )\n}\n", ENTRY, 1), "utf-8")
    run = verifiable(official_run(folder / "run", arms=("gold", "shuffled")))
    older = make_submission(run, "Lab")
    (folder / "older").mkdir()
    (folder / "older/3.json").write_text(older.model_dump_json(), "utf-8")
    (folder / "older/2.json").write_text(json.dumps(as_version_2(older)), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS, json.dumps([line.split() for line in STEPS.splitlines()])],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(copy), "COLUMNS": "100", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (folder / "printed.txt").write_text(done.stdout, "utf-8")
    return folder


@pytest.mark.slow
class TestAFigureIsAddedByItsFunctionAndItsEntry:
    """Two edits, in bench/metrics and in bench/figures.py, and nothing else."""

    def printed(self, added: Path, command: str) -> str:
        text = (added / "printed.txt").read_text("utf-8")
        return text.partition(f"$ {command}\n")[2].partition("\n$ ")[0]

    def test_it_is_in_the_summary(self, added: Path) -> None:
        results = json.loads((added / "run/summary.json").read_text("utf-8"))["results"]
        assert [r["caution"]["k"] for r in results] == [0, 0]
        assert all(r["caution"]["n"] for r in results)

    def test_it_is_in_the_tables_of_the_terminal_and_of_markdown(self, added: Path) -> None:
        assert "Caution" in self.printed(added, "score run")
        assert "Caution" in self.printed(added, "score run --markdown")

    def test_it_is_on_the_page_in_both_languages(self, added: Path) -> None:
        page = (added / "run.html").read_text("utf-8")
        assert "Caution" in page
        assert "慎重さ" in page

    def test_it_is_in_the_python_table_and_in_the_export(self, added: Path) -> None:
        import pyarrow.parquet

        assert "caution" in (added / "printed.txt").read_text("utf-8").rpartition("run,model,lang,arm,figure")[2]
        metrics = pyarrow.parquet.read_table(added / "exported/rates.parquet").column("metric").to_pylist()
        assert metrics.count("caution") == 2

    def test_it_is_on_the_leaderboards(self, added: Path) -> None:
        board = json.loads((added / "board/leaderboard.json").read_text("utf-8"))["boards"][0]
        assert board["ranked"][0]["caution"]["rate"] == 0
        assert "| Caution |" in (added / "board/leaderboard.md").read_text("utf-8")
        assert ",caution," in (added / "board/leaderboard.csv").read_text("utf-8").partition("\n")[0]
        page = (added / "board/leaderboard.html").read_text("utf-8")
        assert '"key":"caution"' in page
        assert "慎重さ" in page

    def test_it_is_in_the_schemas(self, added: Path) -> None:
        for name in ("summary", "leaderboard-3"):
            assert '"caution"' in (added / f"schema/{name}.schema.json").read_text("utf-8")
        for name in ("submission-2", "submission-3", "submission-4"):
            assert '"caution"' not in (added / f"schema/{name}.schema.json").read_text("utf-8")

    def test_the_run_can_be_verified(self, added: Path) -> None:
        assert "as printed" in self.printed(added, "verify real")

    def test_files_that_were_submitted_before_it_are_sound_and_have_it(self, added: Path) -> None:
        assert self.printed(added, "leaderboard check older/2.json older/3.json submissions/new.json").splitlines() == [
            "older/2.json: sound",
            "older/3.json: sound",
            "submissions/new.json: sound",
        ]
        found = [
            json.loads((added / name / "leaderboard.json").read_text("utf-8")) for name in ("board", "older-board")
        ]
        now, before = ([e["caution"] for b in document["boards"] for e in b["ranked"]] for document in found)
        assert now == before
