"""Texts of a submission that are shown to people or decide what is one and the same: names, versions, ids."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bench.records.submission import SubmissionBase
from bench.schema import Fault
from bench.text.names import is_hidden, name_faults

VERSION = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6}){1,3}[0-9A-Za-z.+-]{0,30}")
DIGEST = re.compile(r"[!-~]{1,100}")
"""A fingerprint of a prompt: what any version of the suite has written there, and no text."""
FIRST_DAY = "2025-01-01"
"""No suite was there before it."""


def text_faults(s: SubmissionBase) -> Iterator[Fault]:
    """Names with hidden characters, look-alikes or without end, and versions, dates and fingerprints that are none."""
    data = s.config.dataset
    names = {
        "submitter": s.submitter,
        "run": s.run,
        "config.dataset.name": data.name,
        "config.dataset.version": data.version,
        "config.dataset.licence": data.licence,
        "config.retriever": s.config.retriever,
    }
    for path, text in names.items():
        yield from ((path, fault) for fault in name_faults(text))
    if not VERSION.fullmatch(s.suite_version):
        yield "suite_version", f"is {s.suite_version[:40]!r}, which is no version: it is written like 1.2.3"
    if s.date < FIRST_DAY:
        yield "date", f"{s.date[:10]} is before there was a suite"
    for name, fingerprint in s.config.prompts.items():
        if not DIGEST.fullmatch(name) or not DIGEST.fullmatch(fingerprint):
            yield "config.prompts", f"{name[:40]!r}: {fingerprint[:40]!r} is no name of a prompt and its fingerprint"
    yield from _ids(s)


def _ids(s: SubmissionBase) -> Iterator[Fault]:
    for number, item in enumerate(s.items):
        named = {"id": item.id, "base": item.base or "", "cluster": item.cluster}
        named |= {f"slips[{place}]": slip for place, slip in enumerate(item.slips)}
        for name, text in named.items():
            if any(map(is_hidden, text)):
                yield f"items[{number}].{name}", "holds characters that do not show"
