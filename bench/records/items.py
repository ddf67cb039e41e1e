"""Items, chunks and overlays: the shapes of the dataset, on disk and in memory."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from bench import kinds, langs

LANGS: tuple[str, ...] = tuple(sorted(langs.LANGUAGES))
KINDS: tuple[str, ...] = tuple(kinds.KINDS)
QUESTION_KINDS: tuple[str, ...] = tuple(k.id for k in kinds.KINDS.values() if k.own_question)
"""Kinds whose items are rows of items.jsonl."""
ABSTENTION_KINDS: tuple[str, ...] = tuple(k.id for k in kinds.KINDS.values() if not k.own_question)
"""Kinds whose items are made of a row of items.jsonl."""
OWN_ROW_KINDS: tuple[str, ...] = tuple(k.id for k in kinds.KINDS.values() if k.evidence in ("contradicted", "cut"))
"""Kinds that every written Main item needs a row of in abstention.jsonl. Of drawn items every kind has one."""

if TYPE_CHECKING:
    Lang = str
    Kind = str
    QuestionKind = str
    AbstentionKind = str
else:
    # Made of the registries, so that schemas and validation know every entry and nothing is listed twice.
    Lang = Literal[LANGS]
    Kind = Literal[KINDS]
    QuestionKind = Literal[QUESTION_KINDS]
    AbstentionKind = Literal[ABSTENTION_KINDS]


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


class Cut(Record):
    """A chunk that ends early, as a chunker would cut it: `end` counts characters of its text."""

    chunk: NonEmpty
    end: int = Field(gt=0)


class Overlay(Record):
    """What an item changes in the corpus before any arm looks at it.

    `rival`: ids among `add` that state another value than the gold chunks. `same`: id of a gold chunk -> ids among
    `add` that state the same as it. What else is added is neither: a filler, or a copy that differs elsewhere.
    """

    remove: tuple[str, ...] = ()
    add: tuple[Chunk, ...] = ()
    cuts: tuple[Cut, ...] = ()
    rival: tuple[str, ...] = ()
    same: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.remove, self.add, self.cuts, self.rival, *self.same.items()))

    @property
    def empty(self) -> bool:
        return not (self.remove or self.add or self.cuts)

    def copies_of(self, gold: Iterable[str]) -> tuple[str, ...]:
        """Ids of the added chunks that state the same as one of the gold chunks."""
        return tuple(copy for name in gold for copy in self.same.get(name, ()))

    def without(self, gold: Iterable[str]) -> Overlay:
        """The overlay that takes these gold chunks out as well, with what states the same."""
        gone = tuple(gold)
        return self.model_copy(update={"remove": tuple(dict.fromkeys((*self.remove, *self.copies_of(gone), *gone)))})


TIERS = (1, 6)
"""The lowest and the highest tier of a drawn question."""


class Difficulty(Record):
    """How hard a drawn question is meant to be.

    `rows`: rows of a table that the answer needs one by one, 0 where none are swept. `context_tokens`: the nominal
    length of the full context, in English tokens (cl100k_base), the same for every language.
    """

    tier: int = Field(ge=TIERS[0], le=TIERS[1])
    hops: int = Field(ge=1)
    rows: int = Field(default=0, ge=0)
    context_tokens: int = Field(gt=0)


class Drawn(Difficulty):
    """How a question was drawn: from which kit and program, with which seed, and how hard it is meant to be.

    `slips`: wrong answers by name, each in its accepted forms. `language_independent`: the answer is written alike in
    every language.
    """

    kit: NonEmpty
    program: NonEmpty
    seed: NonEmpty
    slips: dict[NonEmpty, tuple[NonEmpty, ...]] = Field(default_factory=dict)
    language_independent: bool = False

    @property
    def difficulty(self) -> Difficulty:
        """What figures need of it."""
        return Difficulty(tier=self.tier, hops=self.hops, rows=self.rows, context_tokens=self.context_tokens)

    def __hash__(self) -> int:
        return hash((self.kit, self.program, self.seed, self.tier, *self.slips.items()))

    @property
    def world(self) -> str:
        """The world whose documents the item may show: all that one kit draws with one seed."""
        return f"{self.kit}-{self.seed}"

    @property
    def cluster(self) -> str:
        """What is not independent for intervals: questions of one program, whatever the seed."""
        return f"{self.kit}/{self.program}"


class MainRow(Record):
    """One line of items.jsonl: a question that its positive chunks answer, or whose premise they refute.

    `refuted`: what the question takes for granted and the documents refute; `answer` is then the correction.
    """

    id: NonEmpty
    kind: QuestionKind = kinds.MAIN
    question: NonEmpty
    answer: NonEmpty
    refuted: str = ""
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
    overlay: Overlay = Overlay()
    drawn: Drawn | None = None

    @model_validator(mode="after")
    def _composed(self) -> MainRow:
        fault = composition_fault(self.aspects)
        if fault is None and any(a.category is Category.ABSTENTION for a in self.aspects):
            fault = "a Main item cannot have an abstention aspect; those items are stored in abstention.jsonl"
        if fault is None and bool(self.refuted.strip()) == (self.kind == kinds.MAIN):
            fault = "'refuted' is the false premise of the question: for the kinds that have one, and for no other"
        if fault:
            raise ValueError(fault)
        return self


class AbstentionRow(Record):
    """One line of abstention.jsonl: a row of items.jsonl with its evidence contradicted, cut or removed.

    In the short form it adds one chunk (`add`) or cuts one (`cut`) in the context of its base. In the long form it
    states the whole `overlay`, and `positive` and `negative` of its own; rows whose base is drawn always do.
    `rival_answer` is what the rival would answer, "" where that is not known.
    """

    id: NonEmpty
    base: NonEmpty
    kind: AbstentionKind
    answer: NonEmpty
    add: Chunk | None = None
    cut: Cut | None = None
    overlay: Overlay | None = None
    positive: tuple[NonEmpty, ...] | None = None
    negative: tuple[NonEmpty, ...] | None = None
    rival_answer: str = ""
    reviews: tuple[Review, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _one_overlay(cls, row: Any) -> Any:
        if isinstance(row, dict):
            kind = row.get("kind")
            given = {name for name in ("add", "cut", "overlay", "positive", "negative") if row.get(name) is not None}
            if "overlay" in given:
                if given != {"overlay", "positive", "negative"}:
                    raise ValueError(
                        "a row with 'overlay' has 'positive' and 'negative' too, and neither 'add' nor 'cut'"
                    )
            elif kind in ABSTENTION_KINDS:
                if kind not in OWN_ROW_KINDS:
                    raise ValueError(
                        f"a row of kind {kind} has 'overlay', 'positive' and 'negative'; without it the item is derived"
                    )
                wanted, other = ("add", "cut") if kinds.KINDS[kind].conflict else ("cut", "add")
                if given != {wanted}:
                    raise ValueError(f"a row of kind {kind} has '{wanted}' and not '{other}'")
        return row


class Item(Record):
    """One question with its context control, as a run sees it (own data and imports alike).

    `positive` and `negative` are chunk ids; with `overlay.add` they name every chunk the item may show.
    `base` is the Main item of an abstention twin; `cluster` groups an item with its twin and variants, which are
    not independent for intervals. `flags` are findings of an audit that go with the item into every result.
    `refuted`: the false premise of the question; `rival_answer`: what the rival of a contradictory item would answer;
    both "" where there is none or it is not known. `drawn` is None for an item that somebody has written.
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
    refuted: str = ""
    rival_answer: str = ""
    drawn: Drawn | None = None
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

    @property
    def difficulty(self) -> Difficulty | None:
        """How hard it is meant to be; None for an item that was not drawn."""
        return self.drawn.difficulty if self.drawn else None

    @property
    def final_line(self) -> bool:
        """Whether its prompt asks for a last line with the answer alone: drawn items have closed answers."""
        return self.drawn is not None

    @property
    def world(self) -> str:
        """The world that a drawn item is asked in, whatever else the corpus holds; "" for all that is not drawn."""
        return self.drawn.world if self.drawn else ""
