"""The suite as an installed wheel, in an empty folder: inspect_ai and lm-evaluation-harness find and run its tasks.

Nothing of the checkout is on the path of these processes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.interop.conftest import environment, graceful
from tests.server import Server

pytest.importorskip("inspect_ai", reason="inspect_ai is not installed: make test-interop")
pytest.importorskip("hatchling", reason="hatchling is not installed: make test-interop")

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent.parent
INSPECT = """
import inspect_ai, sys
(log,) = inspect_ai.eval(
    "rag_generator_bench/rag_generator_bench", model="openai-api/scripted/m", display="none", log_dir="logs",
    task_args={"limit": 4, "lang": "en", "arm": "gold"},
)
print(log.status, sum(len(sample.scores) for sample in log.samples))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the wheel is installed, without what it depends on.

    inspect_ai takes nothing for an installed package that is not in a folder of this name.
    """
    folder = tmp_path_factory.mktemp("wheel")
    made = folder / "site-packages"
    run(["-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist")], ROOT, dict(os.environ))
    (wheel,) = (folder / "dist").glob("*.whl")
    run(["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(made), str(wheel)])
    return made


def run(arguments: list[str], cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def installed(site: Path, server: Server) -> dict[str, str]:
    """The environment of a process that has the wheel and not the checkout."""
    keys = {"SCRIPTED_API_KEY": "not-a-key", "SCRIPTED_BASE_URL": server.url, "OPENAI_API_KEY": "not-a-key"}
    return {**environment(), **keys, "PYTHONPATH": str(site)}


def test_inspect_runs_the_task(site: Path, tmp_path: Path) -> None:
    with Server(answer=graceful()) as server:
        env = installed(site, server)
        assert run(["-c", "import bench; print(bench.__file__)"], tmp_path, env).startswith(str(site))
        status, scores = run(["-c", INSPECT], tmp_path, env).split()[-2:]
    assert (status, int(scores) >= 4) == ("success", True)


def test_the_harness_runs_the_tasks_that_came_with_the_wheel(site: Path, tmp_path: Path) -> None:
    with Server(answer=graceful()) as server:
        env = installed(site, server)
        tasks = run(["-m", "bench.interop"], tmp_path, env).strip()
        assert tasks.startswith(str(site))
        model = f"model=m,base_url={server.url}/chat/completions,num_concurrent=8,max_retries=1"
        command = ["-m", "lm_eval", "run", "--model", "local-chat-completions", "--model_args", model]
        command += ["--tasks", "rag_generator_bench_ja_shuffled", "--include_path", tasks, "--apply_chat_template"]
        command += ["--output_path", "out", "--metadata", json.dumps({"suite": {"limit": 4, "arms": ["shuffled"]}})]
        run(command, tmp_path, env)
    (results,) = (tmp_path / "out").rglob("results_*.json")
    found = json.loads(results.read_text("utf-8"))["results"]["rag_generator_bench_ja_shuffled"]
    assert 0 <= found["outcome,none"] <= 1
