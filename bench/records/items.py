"""Items, chunks and overlays: the shapes of the dataset, on disk and in memory."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from bench import kinds, langs

LANGS: tuple[str, ...] = tuple(sorted(langs.LANGUAGES))
KINDS: tuple[str, ...] = tuple(kinds.KINDS)
OWN_ROW_KINDS: tuple[str, ...] = tuple(k.id for k in kinds.KINDS.values() if k.evidence in ("contradicted", "cut"))
"""Kinds whose items have a row of their own in abstention.jsonl; the others are derived or Main."""

if TYPE_CHECKING:
    Lang = str
    Kind = str
    OwnRowKind = str
else:
    # Made of the registries, so that schemas and validation know every entry and nothing is listed twice.
    Lang = Literal[LANGS]
    Kind = Literal[KINDS]
    OwnRowKind = Literal[OWN_ROW_KINDS]


class Record(BaseModel):
    """A frozen shape on disk. Unknown fields are refused, so a typing slip is never read as a default."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Category(StrEnum):
    """LIT's five categories of a generator's ability; all but Abstention are Main (LIT §3)."""

    INTEGRATION = "Integration"
    REASONING = "Reasoning"
    LOGIC = "Logic"
    TABLE = "Table"
    ABSTENTION = "Abstention"


MAIN_CATEGORIES = (Category.INTEGRATION, Category.REASONING, Category.LOGIC, Category.TABLE)


class Aspect(StrEnum):
    """What an item tests, one level below its category (LIT §3, Table 2 names)."""

    category: Category

    # The default is for type checkers alone: Aspect("html") looks a member up and never comes here.
    def __new__(cls, value: str, category: Category = Category.ABSTENTION) -> Aspect:
        aspect = str.__new__(cls, value)
        aspect._value_, aspect.category = value, category
        return aspect

    MULTI_SOURCE = "multi_source", Category.INTEGRATION
    MULTI_HOP = "multi_hop", Category.REASONING
    CALCULATION = "calculation", Category.REASONING
    SYNONYM = "synonym", Category.LOGIC
    NUMERICAL_INCLUSION = "numerical_inclusion", Category.LOGIC
    CONCEPTUAL_INCLUSION = "conceptual_inclusion", Category.LOGIC
    HTML = "html", Category.TABLE
    HTML_MERGED = "html_merged", Category.TABLE
    MARKDOWN = "markdown", Category.TABLE
    CSV = "csv", Category.TABLE
    INSUFFICIENT = "insufficient", Category.ABSTENTION
    CONTRADICTORY = "contradictory", Category.ABSTENTION
    INCOMPLETE = "incomplete", Category.ABSTENTION


def composition_fault(aspects: tuple[Aspect, ...]) -> str | None:
    """Why these aspects cannot stand together, or None if they can.

    One or two aspects; two come from different Main categories; an abstention aspect stands alone (LIT §3).
    An empty tuple is allowed here: imported sets without LIT's tags have none.
    """
    if len(aspects) > 2:
        return f"an item has one or two aspects, not {len(aspects)}"
    categories = [a.category for a in aspects]
    if len(aspects) == 2 and Category.ABSTENTION in categories:
        return "an abstention aspect stands alone"
    if len(set(categories)) < len(categories):
        return f"two aspects must come from different categories, not both from {categories[0]}"
    return None


NonEmpty = Annotated[str, StringConstraints(min_length=1, pattern=r"\S")]


class Chunk(Record):
    """One passage of the corpus. `text` is stored as it is; only matching normalises."""

    id: NonEmpty
    world: str = ""
    doc_id: str = ""
    title: str = ""
    text: NonEmpty
    snapshot: str = ""
    jurisdiction: str = ""
    version: str = ""


class Evidence(Record):
    """A quote that stands verbatim in `chunk`, and in no other chunk of the corpus."""

    chunk: NonEmpty
    quote: NonEmpty


class Review(Record):
    """One blind solve: what a solver who had not seen the answer made of the question and one context."""

    solver: NonEmpty
    context: Literal["with_evidence", "without_evidence", "contradictory", "incomplete"]
    given: str
    agrees: bool
    date: str
    note: str = ""


class MainRow(Record):
    """One line of items.jsonl: a question that its positive chunks answer."""

    id: NonEmpty
    question: NonEmpty
    answer: NonEmpty
    aspects: tuple[Aspect, ...] = Field(min_length=1, max_length=2)
    positive: tuple[NonEmpty, ...] = Field(min_length=1)
    negative: tuple[NonEmpty, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    reasoning: str = ""
    derivation: str | None = None
    accept: tuple[NonEmpty, ...] = ()
    snapshot: str = ""
    author: str = ""
    reviews: tuple[Review, ...] = ()

    @model_validator(mode="after")
    def _composed(self) -> MainRow:
        fault = composition_fault(self.aspects)
        if fault is None and any(a.category is Category.ABSTENTION for a in self.aspects):
            fault = "a Main item cannot have an abstention aspect; those items are stored in abstention.jsonl"
        if fault:
            raise ValueError(fault)
        return self


class Cut(Record):
    """A chunk that ends early, as a chunker would cut it: `end` counts characters of its text."""

    chunk: NonEmpty
    end: int = Field(gt=0)


class AbstentionRow(Record):
    """One line of abstention.jsonl: a Main item with a rival chunk added, or with a gold chunk cut."""

    id: NonEmpty
    base: NonEmpty
    kind: OwnRowKind
    answer: NonEmpty
    add: Chunk | None = None
    cut: Cut | None = None
    reviews: tuple[Review, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _one_overlay(cls, row: Any) -> Any:
        if isinstance(row, dict):
            entry = kinds.KINDS.get(str(row.get("kind")))
            wanted, other = ("add", "cut") if entry and entry.conflict else ("cut", "add")
            if row.get(wanted) is None or row.get(other) is not None:
                raise ValueError(f"a {row.get('kind')} row has '{wanted}' and not '{other}'")
        return row


class Overlay(Record):
    """What an abstention item changes in the corpus before any arm looks at it."""

    remove: tuple[str, ...] = ()
    add: tuple[Chunk, ...] = ()
    cut: Cut | None = None

    @property
    def empty(self) -> bool:
        return not (self.remove or self.add or self.cut)


class Item(Record):
    """One question with its context control, as a run sees it (own data and imports alike).

    `positive` and `negative` are chunk ids; with `overlay.add` they name every chunk the item may show.
    `base` is the Main item of an abstention twin; `cluster` groups an item with its twin and variants, which are
    not independent for intervals. `flags` are findings of an audit that go with the item into every result.
    """

    id: NonEmpty
    lang: Lang
    kind: Kind
    question: NonEmpty
    answer: NonEmpty
    accept: tuple[NonEmpty, ...] = ()
    parts: tuple[tuple[NonEmpty, ...], ...] = ()
    """Where set: every part must be in the answer, each in any one of its spellings."""
    aspects: tuple[Aspect, ...] = ()
    positive: tuple[str, ...] = ()
    negative: tuple[str, ...] = ()
    overlay: Overlay = Overlay()
    base: str | None = None
    cluster: NonEmpty
    evidence: tuple[Evidence, ...] = ()
    reasoning: str = ""
    derivation: str | None = None
    snapshot: str = ""
    flags: tuple[str, ...] = ()
    source: str = ""
    """Where the item stands: file name and row, for messages."""

    @model_validator(mode="after")
    def _composed(self) -> Item:
        fault = composition_fault(self.aspects)
        if fault:
            raise ValueError(fault)
        return self

    @property
    def answerable(self) -> bool:
        return kinds.kind_of(self.kind).answerable

    @property
    def categories(self) -> tuple[Category, ...]:
        return tuple(a.category for a in self.aspects)
