"""Imports go down only: every module of bench imports from rows below its own, and nothing heavy at import time.

The rows are the floor plan of docs/architecture.md, top row first. A folder stands for all modules in it; modules of
one row may import each other.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

BENCH = Path(__file__).parent.parent / "bench"

ROWS: tuple[tuple[str, ...], ...] = (
    ("__main__",),
    ("api",),
    ("cli",),
    ("running",),
    ("settle", "sizing"),
    ("sweep",),
    ("judge_eval",),
    ("authoring",),
    ("doctor", "options_page"),
    ("interop",),
    ("verify",),
    ("export",),
    ("report",),
    ("comparing",),
    ("scoring",),
    ("metrics",),
    ("outcomes",),
    ("slips",),
    ("panel",),
    # ==== the log: above costs nothing and may be rerun; below costs money and runs once ====
    ("claims",),
    ("executors",),
    ("campaign",),
    ("judge",),
    ("generate",),
    ("plan",),
    ("stage",),
    ("contexts",),
    ("canaries",),
    ("retrieval",),
    ("options",),
    ("engines",),
    ("call_record",),
    ("clients",),
    ("prompts",),
    ("citations",),
    ("rules",),
    ("kits",),
    ("dataset",),
    ("final_line",),
    ("cascade",),
    ("prices",),
    ("run_digests", "returned"),
    ("run_folder",),
    ("schema",),
    ("log",),
    ("config",),
    ("tokens", "shipped"),
    # ---- leaves ----
    ("records",),
    ("words",),
    ("figures",),
    ("model_values",),
    ("values",),
    ("arms",),
    ("kinds", "langs"),
    ("stats", "sequential"),
    ("wilson",),
    ("collecting",),
    ("text",),
    ("errors",),
    ("__init__",),
)
ROW_OF = {name: row for row, names in enumerate(ROWS) for name in names}

ABOVE_THE_LOG = {"export", "report", "comparing", "scoring", "metrics", "outcomes", "panel"}
NEVER_ABOVE_THE_LOG = {
    "claims",
    "campaign",
    "executors",
    "judge",
    "generate",
    "plan",
    "stage",
    "contexts",
    "clients",
    "engines",
}


def modules() -> list[Path]:
    return sorted(path for path in BENCH.rglob("*.py") if "_bundled" not in path.parts)


def room(path: Path) -> str:
    """The top-level module or folder a file belongs to."""
    first = path.relative_to(BENCH).parts[0]
    return first.removesuffix(".py")


@cache
def imports_of(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """Every import statement of a file, at its top or inside a function; type-checking imports count too."""
    return [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Import | ast.ImportFrom)]


def imported_rooms(path: Path) -> set[str]:
    """Rooms of bench that a file imports."""
    rooms = set()
    for node in imports_of(path):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif node.level == 0 and node.module:
            whole = node.module == "bench"
            names = [f"bench.{alias.name}" for alias in node.names] if whole else [node.module]
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "bench":
                rooms.add(parts[1] if len(parts) > 1 and parts[1] in ROW_OF else "__init__")
    return rooms


def test_every_module_has_a_row() -> None:
    assert {room(path) for path in modules()} <= set(ROW_OF)


def test_imports_go_down_only() -> None:
    upward = {}
    for path in modules():
        own = room(path)
        # The package itself hands the Python API on, and loads it no sooner than somebody asks for it (see below).
        passed_on = {"api"} if path == BENCH / "__init__.py" else set()
        names = imported_rooms(path) - passed_on - {own}
        upward[name_of(path)] = sorted(name for name in names if ROW_OF[name] <= ROW_OF[own])
    assert {path: names for path, names in upward.items() if names} == {}, "they import upward or sideways"


def test_what_stands_above_the_log_cannot_reach_what_costs_money() -> None:
    assert beyond(ABOVE_THE_LOG, set(ROW_OF) - NEVER_ABOVE_THE_LOG) == {}


def test_no_relative_imports() -> None:
    relative = [
        name_of(path) for path in modules() for n in imports_of(path) if isinstance(n, ast.ImportFrom) and n.level
    ]
    assert relative == []


def test_leaves_import_nothing_else_of_bench() -> None:
    for leaf in ("records", "stats", "sequential", "wilson", "text", "errors"):
        assert beyond({leaf}, {leaf, "arms", "figures", "kinds", "langs", "wilson", "__init__"}) == {}


def name_of(path: Path) -> str:
    return path.relative_to(BENCH).as_posix()


def beyond(rooms: set[str], allowed: set[str]) -> dict[str, list[str]]:
    """What the modules of these rooms import besides what they may, by module."""
    imports = {name_of(path): imported_rooms(path) - allowed for path in modules() if room(path) in rooms}
    return {name: sorted(others) for name, others in imports.items() if others}


HEAVY = {"openai", "anthropic", "pandas", "numpy", "scipy", "transformers", "datasets", "bm25s", "sudachipy"} | {
    "tiktoken",
    "jsonschema",
    "aiohttp",
    "rich.progress",
    "json_repair",
    "ray",
    "inspect_ai",
    "lm_eval",
    "mlflow",
    "pyarrow",
}


COMMANDS = ([], ["run"], ["data"], ["compare"], ["verify"], ["leaderboard"], ["report"], ["export"], ["import"])


@pytest.mark.daily(3)
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda a: " ".join(a) or "bench")
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys; sys.argv = ['bench', *sys.argv[1:]]\n"
        "from bench.cli import main\n"
        "try:\n    main()\nexcept SystemExit as stop:\n    assert not stop.code, stop.code\n"
        "print('LOADED', *sorted(sys.modules))\n"
    )
    command = [sys.executable, "-c", code, *arguments, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.rpartition("LOADED")[2].split())
    assert "bench.cli" in loaded
    assert not loaded & HEAVY


def test_importing_every_module_does_nothing_visible() -> None:
    names = [".".join(("bench", *p.relative_to(BENCH).with_suffix("").parts)) for p in modules()]
    wanted = [n.removesuffix(".__init__") for n in names if not n.endswith("__main__")]
    code = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)\n"
    done = subprocess.run([sys.executable, "-c", code, *wanted], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
