"""The table of every option in docs/options.md: `python -m bench.options_page [--check]`.

Guarantees: the table is exactly what `bench.options` says (`--check` fails otherwise).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from bench.log import write_whole
from bench.options import Option, RunOptions, options_of

PAGE = Path("docs/options.md")
HEAD = "| `bench run` | Python | meaning | also in |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the table into the page, or with --check compare: 0 if they agree, 1 with a sentence on stderr."""
    import argparse

    parser = argparse.ArgumentParser(prog="python -m bench.options_page", description="The table of all options.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 where the page differs")
    options = parser.parse_args(arguments)
    before = PAGE.read_text("utf-8")
    after = with_table(before)
    if options.check and after != before:
        print(f"{PAGE} is out of date. Run `python -m bench.options_page`.", file=sys.stderr)
        return 1
    if not options.check:
        write_whole(PAGE, after)
    return 0


def with_table(page: str) -> str:
    """The page with its table as it should be. Raises ValueError where the page has no table."""
    start = page.index(HEAD)
    end = page.find("\n\n", start)
    return page[:start] + table() + (page[end + 1 :] if end >= 0 else "")


def table() -> str:
    """A row for each option, as Markdown that ends in a line break."""
    rows = [_row(option) for option in options_of(RunOptions).values()]
    return "\n".join([HEAD, "| --- | --- | --- | --- |", *rows, ""])


def _row(option: Option) -> str:
    typed = "run" in option.callers
    flags = ", ".join(f"`{flag}`" for flag in option.flags) or f"`{option.name.upper()}`"
    also = ", ".join(caller if caller in ("inspect", "lm-eval") else f"`{caller}`" for caller in option.callers[typed:])
    default = str(option.default) if isinstance(option.default, Path) else option.default
    meaning = f"{option.help} {option.python and f'In Python: {option.python}'}".strip()
    return f"| {flags if typed else '—'} | `{option.name}={default!r}` | {meaning} | {also} |"


if __name__ == "__main__":
    sys.exit(main())
