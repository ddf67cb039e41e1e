"""Every command of the documentation is one that a reader can type.

What is not marked `not run` runs here, page by page and in order, offline and without a key; what is marked must still
name commands, options, targets and variables that exist.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.docs.pages import COMMANDS, ROOT, TEXTS, Block, blocks, pages
from tests.docs.parsing import fault, simple_commands
from tests.docs.running import not_printed, run, workplace

EVERY = {page.relative_to(ROOT).as_posix(): blocks(page) for page in pages()}
TRANSLATIONS = {name for name in EVERY if name.startswith("docs/ja/")}
"""Not run: test_links.py holds them to the commands and the outputs of the page that they translate."""
RUNNING = {
    name: [block for block in found if block.runs or block.saved_as]
    for name, found in EVERY.items()
    if name not in TRANSLATIONS and any(block.runs for block in found)
}


def test_every_fence_says_what_it_holds() -> None:
    unknown = [b.where for found in EVERY.values() for b in found if b.kind not in COMMANDS | TEXTS | {"python"}]
    assert unknown == []


def test_every_command_exists_with_its_options() -> None:
    faults = [
        f"{block.where}: {' '.join(command)}: {why}"
        for found in EVERY.values()
        for block in found
        if block.kind in COMMANDS
        for command in simple_commands(block.commands)
        if (why := fault(command)) is not None
    ]
    assert faults == []


def test_what_the_readme_says_to_type_works(tmp_path: Path) -> None:
    _works("README.md", tmp_path, apart=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNNING)
def test_what_a_page_says_to_type_works_as_processes(name: str, tmp_path: Path) -> None:
    _works(name, tmp_path, apart=True)


def _works(name: str, folder: Path, *, apart: bool) -> None:
    workplace(folder)
    ended = run(RUNNING[name], folder, apart=apart)
    assert ended.code == 0, f"{ended.last} failed:\n{ended.printed.get(ended.last, '')}"
    missing = {b.where: line for b in RUNNING[name] if (line := _missing(b, ended.printed)) is not None}
    assert missing == {}, "\n".join(ended.printed[where] for where in missing)


def _missing(block: Block, printed: dict[str, str]) -> str | None:
    return not_printed(block, printed[block.where]) if block.kind == "console" else None


def test_a_command_with_a_slip_is_found() -> None:
    slips = (
        "bench run gpt-5 --limt 4\nX=1 make benhc; make bench MODLE=gpt-5 | tee log\nbench run gpt-5 && bench scor R"
    )
    assert [bool(fault(command)) for command in simple_commands(slips)] == [True, True, True, False, False, True]


def test_a_line_that_was_not_printed_is_found() -> None:
    block = Block("page", 1, "console", "$ bench x\nfirst  …  line\nthird line\n")
    assert not_printed(block, "first and only line\nsecond\nthird   line\n") is None
    assert not_printed(block, "third line\nfirst and only line\n") == "third line"


def test_a_page_stops_at_its_first_failure(tmp_path: Path) -> None:
    workplace(tmp_path)
    page = [
        Block("page", 1, "sh", "echo one\n"),
        Block("page", 5, "sh", "false\n"),
        Block("page", 9, "sh", "echo no\n"),
    ]
    ended = run(page, tmp_path)
    assert (ended.code, ended.last, list(ended.printed)) == (1, "page:5", ["page:1", "page:5"])


def test_the_command_prints_fails_and_is_given_what_the_shell_says(tmp_path: Path) -> None:
    workplace(tmp_path)
    lines = [
        "mkdir in",
        "cd in",
        "export COLUMNS=0",
        "bench --version | tee ../version",
        "bench score ../nowhere",
        "echo no",
    ]
    ended = run([Block("page", 1, "sh", "\n".join(lines))], tmp_path)
    assert ended.code == 1
    first, second = ended.printed["page:1"].splitlines()
    assert first == (tmp_path / "version").read_text().strip()
    assert second.startswith("bench: ../nowhere")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the state of a process from /proc")
def test_what_a_page_leaves_in_the_background_is_ended(tmp_path: Path) -> None:
    workplace(tmp_path)
    ended = run([Block("page", 1, "sh", "sleep 300 &\necho $!\n")], tmp_path, seconds=60)
    number = int(ended.printed["page:1"])
    for _ in range(100):
        if not _lives(number):
            break
        time.sleep(0.1)
    assert not _lives(number)


def _lives(number: int) -> bool:
    """Whether there is such a process that is not merely waiting to be collected."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
