"""What the summary says about citations: four checks, and how many answers cite at all."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bench.records.calls import Arm
from bench.records.items import Lang, Record
from bench.records.rates import Rate

CitationCheck = Literal["resolves", "quotes", "values", "eligible"]


class CheckResult(Record):
    """One check. `units`: passed / checked citations, quotations or values. `answers`: answers all of whose units
    passed / answers that have any."""

    units: Rate
    answers: Rate


class CitationFault(Record):
    """One unit that failed: `what` is the citation, quotation or value as the answer writes it."""

    item: str
    repeat: int = Field(ge=0)
    answer_key: str
    check: CitationCheck
    what: str


class CitationResult(Record):
    """Citations of one language in one arm, checked against the chunks that each request showed (ERG)."""

    lang: Lang
    arm: Arm
    answers: int = Field(ge=0)
    """Answers with a text, declined ones too."""
    coverage: Rate
    """Answers with a citation / attempts that were shown chunks. An answer that declines needs none."""
    resolves: CheckResult
    """The cited number is one of those shown."""
    quotes: CheckResult
    """What stands in quotation marks is verbatim in a cited chunk."""
    values: CheckResult
    """Amounts, percentages, dates and times are in a cited chunk, by value."""
    eligible: CheckResult
    """The source's jurisdiction and edition fit the question; only where its metadata says anything."""
    computed: int = Field(ge=0)
    """Values left out of `values`, because the answer shows how it came to them."""
    echoed: int = Field(ge=0)
    """Values and quotations left out, because the question had given them."""
    faults: tuple[CitationFault, ...]
    """The first few by item and repeat."""
