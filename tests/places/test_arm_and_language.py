"""An arm is one entry; a language is one entry, its words and its prompts. Each is then seen everywhere."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.places.scratch import ROOT, Scratch

pytestmark = pytest.mark.slow

ARM = '''        ContextArm(
            id="noise",
            help="distractors without the evidence",
            words={"en": "noise", "ja": "noise（妨害文書のみ）"},
            distractors=True,
        ),
    )
}
"""By id, in the order of tables and pages."""

HEADLINE'''
LANGUAGE = '''        Language(
            id="xx",
            joiner="; ",
            document="Xdocument ",
            title="Xtitle: ",
            insufficient="It cannot be determined.",
            abstention="The provided documents do not contain the information, so it cannot be answered.",
            final_line="Xanswer: ",
            undetermined="cannot be determined",
            tokeniser="bench.retrieval.bm25:english_tokeniser",
        ),
    )
}
"""By id, in the order in which'''
RUN = ("--limit", "6", "--judge", "rule", "--full", "--out", "runs/a")
RATES = "import bench; print(bench.rates(bench.score('runs/a')).to_json())"


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path)


def test_an_arm_is_one_entry(scratch: Scratch) -> None:
    scratch.edit("bench/arms.py", '    )\n}\n"""By id, in the order of tables and pages."""\n\nHEADLINE', ARM)
    assert scratch.places == ["bench/arms.py"]

    shown = " ".join(scratch.bench("run", "--help").replace("│", " ").split())
    assert "noise (distractors without the evidence)" in shown
    tables = scratch.bench("run", "baseline:extractive", "--langs", "en", "--arms", "noise,shuffled", *RUN)
    assert "noise" in tables
    _seen_everywhere(scratch, "noise", "noise", "noise（妨害文書のみ）")


def test_a_language_is_one_entry_its_words_and_its_prompts(scratch: Scratch) -> None:
    end = '    )\n}\n"""By id, in the order in which'
    scratch.edit("bench/langs.py", end, LANGUAGE)
    scratch.add("bench/words/xx.toml", '[lang]\nxx = "Xish"\n\n[arm]\ngold = "xgold"\n')
    prompts = sorted(path.name for path in (ROOT / "prompts").glob("*.en.md"))
    for name in prompts:
        scratch.add(f"prompts/{name.replace('.en.', '.xx.')}", (ROOT / "prompts" / name).read_text("utf-8"))
    assert len(scratch.places) == 2 + len(prompts)
    shutil.copytree(scratch.root / "data" / "en", scratch.root / "data" / "xx")
    # For the rule judge, a table of its own; without one it hands every answer over.
    table = (ROOT / "bench" / "rules" / "phrases_en.toml").read_text("utf-8")
    scratch.add("bench/rules/phrases_xx.toml", table)

    tables = scratch.bench("run", "baseline:extractive", "--langs", "xx", "--arms", "gold,shuffled", *RUN)
    assert "Xish" in tables
    answer = json.loads(scratch.read("runs/a/answers.jsonl").splitlines()[0])
    assert (answer["lang"], "Xdocument 1" in answer["messages"][1]["content"]) == ("xx", True)
    _seen_everywhere(scratch, "xx", "Xish", "xgold")


def _seen_everywhere(scratch: Scratch, name: str, shown: str, *words: str) -> None:
    """In Markdown, page, Python, submission, board and schemas; and the run verifies."""
    assert shown in scratch.bench("report", "runs/a", "--markdown")
    scratch.bench("report", "runs/a", "--out", "page.html")
    page = scratch.read("page.html")
    assert all(word in page for word in (name, shown, *words))
    assert name in scratch.python("-c", RATES)
    scratch.bench("submit", "runs/a", "--out", "submissions/a.json")
    scratch.bench("leaderboard", "build", "--dir", "submissions", "--out", "board")
    board = json.loads(scratch.read("board/leaderboard.json"))
    assert name in {value for entry in board["boards"] for value in (entry["lang"], entry["arm"])}
    scratch.python("-m", "bench.schema", "--dir", "schema")
    assert f'"{name}"' in scratch.read("schema/answer.schema.json")
    scratch.bench("verify", "runs/a")
