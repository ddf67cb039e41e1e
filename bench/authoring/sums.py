"""SHA256SUMS: a digest beside the data of each of its files, in the form that `sha256sum --check` reads.

It covers what a dataset is made of (dataset.toml and the JSON Lines files of each language), and nothing that is
written about it, so that correcting the card does not look like a change of the data.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from bench.dataset.importers.own import DRAWN, FILES
from bench.records import LANGS

NAME = "SHA256SUMS"
_LINE = re.compile(r"([0-9a-f]{64}) [ *](\S.*)")


def sums(files: Iterable[tuple[str, bytes]]) -> str:
    """One line for each (name, bytes), ordered by name. No files give an empty text."""
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files))


def data_sums(folder: Path) -> str:
    """The lines for a dataset folder as it is now."""
    homes = [f"{home}{part}" for home in ("", *(f"{lang}/" for lang in LANGS)) for part in ("", f"{DRAWN}/")]
    places = ["dataset.toml", *(f"{home}{name}" for home in homes for name in FILES)]
    return sums((name, (folder / name).read_bytes()) for name in places if (folder / name).is_file())


def drifted(folder: Path) -> list[str]:
    """How the data differs from its SHA256SUMS, one sentence for each file; none where every file agrees."""
    path = folder / NAME
    if not path.is_file():
        return [f"{NAME} does not exist."]
    faults: list[str] = []
    listed: dict[str, str] = {}
    for number, line in enumerate(path.read_text("utf-8-sig", errors="replace").split("\n"), start=1):
        match = _LINE.fullmatch(line.rstrip("\r"))
        if match:
            listed[match[2]] = match[1]
        elif line.strip():
            faults.append(f"{NAME}:{number}: is not a digest, two spaces and a file name.")
    there = {name: digest for digest, name in (line.split("  ", 1) for line in data_sums(folder).splitlines())}
    for name in sorted(there.keys() | listed.keys()):
        if name not in listed:
            faults.append(f"{name} is not in {NAME}.")
        elif name not in there:
            faults.append(f"{name} is in {NAME}, but is no file of the data.")
        elif listed[name] != there[name]:
            faults.append(f"{name} has changed: its sha256 is {there[name][:12]}…, {NAME} has {listed[name][:12]}….")
    return faults
