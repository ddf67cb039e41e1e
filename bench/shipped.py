"""Where the files that come with the suite are: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

from bench.errors import ConfigError


def shipped(name: str) -> Path:
    """The folder `name` ("data", "prompts"). Raises ConfigError when the installation does not have it."""
    package = Path(__file__).resolve().parent
    for folder in (package / "_bundled" / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise ConfigError(f"The suite's {name}/ folder is missing from this installation: install it again.")
