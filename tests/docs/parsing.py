"""Does a command of the documentation exist, with these options? Looked up, not run."""

from __future__ import annotations

import re
import shlex

import typer

from bench.cli import app
from tests.docs.pages import ROOT

_BENCH = typer.main.get_command(app)
_ENDS = frozenset({"&&", "||", ";", "|", "&", "(", ")"})
_ASSIGNED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_STEPS = frozenset({"$", "do", "then", "time"})


def simple_commands(script: str) -> list[list[str]]:
    """The simple commands of a shell script as words, without assignments before them and without redirections.

    Raises ValueError where a quote is not closed.
    """
    found: list[list[str]] = []
    for line in re.sub(r"\d>&\d", "", script.replace("\\\n", " ")).splitlines():
        words = shlex.shlex(line, posix=True, punctuation_chars="();<>|&")
        words.whitespace_split = True
        words.commenters = "#"
        command: list[str] = []
        skip = False
        for word in [*words, ";"]:
            if word in _ENDS:
                while command and (command[0] in _STEPS or _ASSIGNED.match(command[0])):
                    command = command[1:]
                if command:
                    found.append(command)
                command = []
            elif word[0] in "<>":
                skip = True
            elif skip:
                skip = False
            else:
                command.append(word)
    return found


def fault(command: list[str]) -> str | None:
    """Why a `bench` or `make` command cannot be right; None for one that can be, and for every other program."""
    program = command[0].rsplit("/", 1)[-1]
    if program == "bench":
        return _bench_fault(command[1:])
    if program == "make":
        return _make_fault(command[1:])
    return None


def _bench_fault(words: list[str]) -> str | None:
    """Walks down to the command and lets the command line's own parser read the words; nothing is invoked."""
    command, name = _BENCH, "bench"
    context = command.make_context(name, [], resilient_parsing=True)
    while hasattr(command, "commands"):
        if words[:1] in (["--help"], ["-h"], ["--version"], ["--install-completion"]):
            return None
        if not words or words[0] not in command.commands:
            return f"`{name}` has no command {words[0] if words else '(none given)'!r}"
        name, command, words = words[0], command.commands[words[0]], words[1:]
    if {"--help", "-h"} & set(words):
        return None
    try:
        command.make_context(name, list(words), parent=context)
    except Exception as error:  # typer brings its own copy of click's classes, and pydantic's for types
        return f"`bench … {name}`: {getattr(error, 'message', '') or error!r}"
    return None


def _make_fault(words: list[str]) -> str | None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, re.M))
    variables = set(re.findall(r"^([A-Z][A-Z_]*) *\?=", makefile, re.M))
    for word in words:
        name, is_variable, _ = word.partition("=")
        if is_variable and name not in variables:
            return f"the Makefile has no variable {name}"
        if not is_variable and word not in targets:
            return f"the Makefile has no target {word}"
    return None
