"""The figures: every number that a summary gives for one language in one arm, one entry each.

A figure is added by its function in bench/metrics and its entry here. From the entries are made: the fields of
`ArmResult` in summary.json and their JSON Schema, the columns of tables, pages and leaderboards, the rows of
`bench.rates` and of the Parquet export.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from bench.langs import DEFAULT

Unit = Literal["rate", "share", "rates", "qualities", "conflicts", "reach"]
Table = Literal["headline", "untagged", "categories", "rates", "penalties", "tiers", "reach", "premises"]


@dataclass(frozen=True, slots=True)
class Part:
    """One number of a figure that has several. `key`: its key in the figure; `words`, `short`: as for `Figure`."""

    key: str
    words: Mapping[str, str]
    short: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of one language in one arm.

    `name`: its key in the `results` of summary.json. `function`: what computes it, as `module:function`; it is called
    with a sequence of outcomes, all of one language and arm, and returns what `unit` says:

    | unit        | value                                                                    |
    | `rate`      | a `Rate`: hits, trials, share, intervals                                 |
    | `share`     | a `MeanOfRates`: a share or None, its interval, its bounds               |
    | `rates`     | a mapping from the keys of `parts` to rates; without `parts`, any keys   |
    | `qualities` | a sequence of `Quality`, one for each of `parts`, in their order         |
    | `conflicts` | `ConflictCounts`                                                         |
    | `reach`     | a `Reach`: the largest size that is reached, and the rate at each size   |

    `better`: which way is better, "" where neither is. `words`: the full name by language. `short`: the same as lines
    of a narrow heading, at most 7 characters each. `tables`: the result tables that have a column for it. `board`: how
    leaderboards show it: as a column, among the details of an entry (and in the CSV), or not at all. `anchor`: the
    heading of docs/metrics.md under which it is defined. `each`: how a part is called in a flat list of numbers.
    `of_tags`: it needs LIT's tags, so that of data without them nothing is said of it.
    `of_apart`: it is given the outcomes of kinds that are apart (bench/kinds.py) too; no other figure is.
    """

    name: str
    function: str
    unit: Unit
    words: Mapping[str, str]
    anchor: str
    better: Literal["higher", "lower", ""] = ""
    short: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    board: Literal["", "column", "detail"] = ""
    parts: tuple[Part, ...] = ()
    each: str = "{}"
    of_tags: bool = False
    of_apart: bool = False


COSTS = (1.0, 2.0, 4.0, 9.0)
"""Costs k of a wrong answer for which Q(k) is reported: answering pays from a confidence of 50, 67, 80, 90 % on."""

COST = 4.0
"""The cost k of a wrong answer that a verdict takes where the reader names none."""

UNANSWERABLE = 0.1
"""The share u of questions without an answer in the documents that a verdict takes where the reader names none."""

FIGURES: dict[str, Figure] = {
    figure.name: figure
    for figure in (
        Figure(
            name="categories",
            function="bench.metrics.lit:categories",
            unit="rates",
            better="higher",
            words={"en": "Accuracy per category", "ja": "カテゴリ別の正答率"},
            tables=("categories",),
            board="column",
            anchor="LIT-RAGBench",
            of_tags=True,
            each="category.{}",
            parts=(
                Part("Integration", {"en": "Integration", "ja": "統合"}, ("Inte-", "gration")),
                Part("Reasoning", {"en": "Reasoning", "ja": "推論"}, ("Reason-", "ing")),
                Part("Logic", {"en": "Logic", "ja": "論理"}, ("Logic",)),
                Part("Table", {"en": "Table", "ja": "表"}, ("Table",)),
                Part("Abstention", {"en": "Abstention", "ja": "回答保留"}, ("Absten-", "tion")),
            ),
        ),
        Figure(
            name="aspects",
            function="bench.metrics.lit:aspects",
            unit="rates",
            better="higher",
            words={"en": "Accuracy per aspect", "ja": "観点別の正答率"},
            anchor="LIT-RAGBench",
            of_tags=True,
            each="aspect.{}",
        ),
        Figure(
            name="main_avg",
            function="bench.metrics.lit:main_mean",
            unit="share",
            better="higher",
            words={"en": "Main (avg)", "ja": "Main（平均）"},
            short=("Main", "(avg)"),
            tables=("headline", "categories"),
            board="column",
            anchor="LIT-RAGBench",
            of_tags=True,
        ),
        Figure(
            name="overall_macro",
            function="bench.metrics.lit:overall_mean",
            unit="share",
            better="higher",
            words={"en": "Overall (macro)", "ja": "総合（マクロ）"},
            short=("Overall", "(macro)"),
            tables=("headline", "categories"),
            board="column",
            anchor="LIT-RAGBench",
            of_tags=True,
        ),
        Figure(
            name="overall_tag_micro",
            function="bench.metrics.lit:overall_tag_micro",
            unit="rate",
            better="higher",
            words={"en": "Overall (tags)", "ja": "総合（タグ）"},
            short=("Overall", "(tags)"),
            tables=("rates",),
            board="column",
            anchor="LIT-RAGBench",
            of_tags=True,
        ),
        Figure(
            name="overall_item_micro",
            function="bench.metrics.lit:overall_item_micro",
            unit="rate",
            better="higher",
            words={"en": "Overall (items)", "ja": "総合（項目）"},
            short=("Overall", "(items)"),
            tables=("headline", "rates"),
            board="detail",
            anchor="LIT-RAGBench",
        ),
        Figure(
            name="discrimination",
            function="bench.metrics.lit:discrimination",
            unit="rate",
            better="higher",
            words={"en": "Discrimination", "ja": "識別"},
            short=("Discri-", "mina-", "tion"),
            tables=("rates",),
            board="detail",
            anchor="LIT-RAGBench",
        ),
        Figure(
            name="correct_of_answerable",
            function="bench.metrics.rag:correct_of_answerable",
            unit="rate",
            better="higher",
            words={"en": "Correct of answerable", "ja": "正答／回答可能"},
            short=("Correct/", "answer-", "able"),
            tables=("untagged",),
            anchor='Rates of the guide "Evaluating RAG"',
        ),
        Figure(
            name="over_abstention",
            function="bench.metrics.lit:over_abstention",
            unit="rate",
            better="lower",
            words={"en": "Over-abstention", "ja": "過剰保留"},
            short=("Over-", "absten-", "tion"),
            tables=("headline", "untagged", "categories"),
            board="column",
            anchor="LIT-RAGBench",
        ),
        Figure(
            name="false_abstention",
            function="bench.metrics.rag:false_abstention",
            unit="rate",
            better="lower",
            words={"en": "False abstention", "ja": "誤った保留"},
            short=("False", "absten-", "tion"),
            anchor='Rates of the guide "Evaluating RAG"',
        ),
        Figure(
            name="false_answer",
            function="bench.metrics.rag:false_answer",
            unit="rate",
            better="lower",
            words={"en": "False answer", "ja": "無根拠回答"},
            short=("False", "answer"),
            tables=("untagged", "rates"),
            board="column",
            anchor='Rates of the guide "Evaluating RAG"',
        ),
        Figure(
            name="wrong_of_answerable",
            function="bench.metrics.rag:wrong_of_answerable",
            unit="rate",
            better="lower",
            words={"en": "Wrong of answerable", "ja": "誤答／回答可能"},
            short=("Wrong/", "answer-", "able"),
            tables=("rates",),
            anchor='Rates of the guide "Evaluating RAG"',
        ),
        Figure(
            name="wrong_of_attempted",
            function="bench.metrics.rag:wrong_of_attempted",
            unit="rate",
            better="lower",
            words={"en": "Wrong of attempted", "ja": "誤答／回答した"},
            short=("Wrong/", "attemp-", "ted"),
            tables=("rates",),
            anchor='Rates of the guide "Evaluating RAG"',
        ),
        Figure(
            name="volume",
            function="bench.metrics.penalty:volume",
            unit="rate",
            better="higher",
            words={"en": "Volume", "ja": "正答量"},
            short=("Volume",),
            tables=("rates",),
            anchor="Penalty-aware scoring",
        ),
        Figure(
            name="accuracy_given_attempt",
            function="bench.metrics.penalty:accuracy_given_attempt",
            unit="rate",
            better="higher",
            words={"en": "Accuracy given attempt", "ja": "回答時の正答率"},
            short=("Right", "per", "attempt"),
            tables=("rates",),
            anchor="Penalty-aware scoring",
        ),
        Figure(
            name="quality",
            function="bench.metrics.penalty:qualities",
            unit="qualities",
            better="higher",
            words={"en": "Quality Q(k)", "ja": "品質 Q(k)"},
            tables=("penalties",),
            board="column",
            anchor="Penalty-aware scoring",
            each="quality.k{}",
            parts=tuple(Part(f"{k:g}", {DEFAULT: f"Q({k:g})"}, (f"Q({k:g})",)) for k in COSTS),
        ),
        Figure(
            name="reader_value",
            function="bench.metrics.situation:values",
            unit="qualities",
            better="higher",
            words={
                "en": f"Value V(k), {100 * UNANSWERABLE:g} % unanswerable",
                "ja": f"価値 V(k)（回答不能な質問が{100 * UNANSWERABLE:g}％のとき）",
            },
            tables=("penalties",),
            anchor="The reader's situation",
            each="reader_value.k{}",
            parts=tuple(Part(f"{k:g}", {DEFAULT: f"V({k:g})"}, (f"V({k:g})",)) for k in COSTS),
        ),
        Figure(
            name="contradictory",
            function="bench.metrics.lit:contradictory",
            unit="conflicts",
            words={"en": "Conflict named/declined/took side", "ja": "矛盾を指摘／保留／一方を採用"},
            short=("Conflict", "named/", "declined/", "side"),
            tables=("penalties",),
            anchor="LIT-RAGBench",
        ),
        Figure(
            name="tiers",
            function="bench.metrics.drawn:tiers",
            unit="rates",
            better="higher",
            words={"en": "Accuracy per tier", "ja": "段階別の正答率"},
            tables=("tiers",),
            board="detail",
            anchor="Drawn items",
            parts=(
                Part("tier1", {"en": "Tier 1", "ja": "段階1"}, ("Tier 1",)),
                Part("tier2", {"en": "Tier 2", "ja": "段階2"}, ("Tier 2",)),
                Part("tier3", {"en": "Tier 3", "ja": "段階3"}, ("Tier 3",)),
                Part("tier4", {"en": "Tier 4", "ja": "段階4"}, ("Tier 4",)),
                Part("tier5", {"en": "Tier 5", "ja": "段階5"}, ("Tier 5",)),
                Part("tier6", {"en": "Tier 6", "ja": "段階6"}, ("Tier 6",)),
            ),
        ),
        Figure(
            name="reach_context",
            function="bench.metrics.drawn:reach_context",
            unit="reach",
            better="higher",
            words={"en": "Reach: context (tokens)", "ja": "到達点：文脈長（トークン）"},
            short=("Context", "tokens"),
            tables=("reach",),
            board="detail",
            anchor="Drawn items",
        ),
        Figure(
            name="reach_hops",
            function="bench.metrics.drawn:reach_hops",
            unit="reach",
            better="higher",
            words={"en": "Reach: chain (hops)", "ja": "到達点：連鎖（ホップ数）"},
            short=("Chain", "hops"),
            tables=("reach",),
            board="detail",
            anchor="Drawn items",
        ),
        Figure(
            name="reach_rows",
            function="bench.metrics.drawn:reach_rows",
            unit="reach",
            better="higher",
            words={"en": "Reach: sweep (rows)", "ja": "到達点：全行処理（行数）"},
            short=("Sweep", "rows"),
            tables=("reach",),
            board="detail",
            anchor="Drawn items",
        ),
        Figure(
            name="slips",
            function="bench.metrics.drawn:slips",
            unit="rates",
            words={"en": "Slips among wrong answers", "ja": "誤答に占める典型的な誤り"},
            board="detail",
            anchor="Drawn items",
            each="slip.{}",
        ),
        Figure(
            name="no_final_line",
            function="bench.metrics.drawn:no_final_line",
            unit="rate",
            better="lower",
            words={"en": "No final line", "ja": "最終行なし"},
            short=("No final", "line"),
            tables=("reach",),
            board="detail",
            anchor="Drawn items",
            of_apart=True,
        ),
        Figure(
            name="settled_by_rule",
            function="bench.metrics.cascades:settled_by_rule",
            unit="rate",
            words={"en": "Settled by rule", "ja": "ルールで判定した割合"},
            board="detail",
            anchor="Cascades",
            of_apart=True,
        ),
        Figure(
            name="audit_agreement",
            function="bench.metrics.cascades:audit_agreement",
            unit="rate",
            better="higher",
            words={"en": "Agreement on the audit", "ja": "監査での一致率"},
            board="detail",
            anchor="Cascades",
            of_apart=True,
        ),
        Figure(
            name="false_premise",
            function="bench.metrics.drawn:false_premise",
            unit="rates",
            words={"en": "False premises", "ja": "誤った前提"},
            tables=("premises",),
            board="detail",
            anchor="False premises",
            each="premise.{}",
            of_apart=True,
            parts=(
                Part("corrected", {"en": "Premise corrected", "ja": "前提を訂正"}, ("Correc-", "ted")),
                Part("premise_declined", {"en": "Declined", "ja": "保留"}, ("Decli-", "ned")),
                Part("went_along", {"en": "Went along", "ja": "前提のまま回答"}, ("Went", "along")),
            ),
        ),
    )
}
"""By name, in the order of summary.json and of the columns of tables."""

RANKING = "overall_macro"
"""The figure that decides a rank on a leaderboard."""


@dataclass(frozen=True, slots=True)
class Column:
    """One printable number: a figure, or one part of it. Its value in an `ArmResult`: `result.value(column)`."""

    figure: Figure
    part: Part | None = None

    @property
    def name(self) -> str:
        """Names the column in links, tests and files: `over_abstention`, `categories.Logic`, `quality.4`."""
        return self.figure.name if self.part is None else f"{self.figure.name}.{self.part.key}"

    @property
    def short(self) -> tuple[str, ...]:
        return (self.part or self.figure).short


def columns(table: Table) -> tuple[Column, ...]:
    """The columns of one of the result tables, in their order."""
    return tuple(c for figure in FIGURES.values() if table in figure.tables for c in columns_of(figure))


def on_boards() -> tuple[Figure, ...]:
    """The figures that an entry of a leaderboard has."""
    return tuple(figure for figure in FIGURES.values() if figure.board)


def columns_of(figure: Figure) -> Iterator[Column]:
    """A column for each of the figure's parts, or one for a figure without parts."""
    yield from (Column(figure, part) for part in figure.parts) if figure.parts else (Column(figure),)


def contents() -> str:
    """The figures as a Markdown table, each with a link to where docs/metrics.md defines it."""
    rows = ["| in files | in tables | better | defined under |", "| --- | --- | --- | --- |"]
    for figure in FIGURES.values():
        link = re.sub(r"[^a-z0-9 -]", "", figure.anchor.lower()).replace(" ", "-")
        better = figure.better or "neither"
        rows.append(f"| `{figure.name}` | {figure.words[DEFAULT]} | {better} | [{figure.anchor}](#{link}) |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(contents(), end="")
