"""What stands at the top of a report's page: the figures to quote, and a meaning for every figure in every language."""

from __future__ import annotations

from pathlib import Path

from bench.figures import FIGURES, RANKING, columns
from bench.report.sections.parts import figure_word
from bench.report.site.run_cards import cards, meaning, meanings
from bench.report.site.run_page import Report, report
from bench.words import interface_languages, words_of
from tests.runs import write_dataset, write_run


def made(tmp_path: Path) -> Report:
    data = write_dataset(tmp_path / "set", ("en", "ja"))
    return report([write_run(tmp_path / "run", data, langs=("en", "ja"), arms=("gold", "shuffled"))])


def test_a_card_for_each_language_has_the_worth_first_then_the_figure_that_ranks(tmp_path: Path) -> None:
    found = made(tmp_path)
    assert found.values is not None
    shown = cards(found.runs[0].summary, found.situation, found.values)
    assert [card["title"]["en"] for card in shown] == ["English, shuffled", "Japanese, shuffled"]
    for card, lang in zip(shown, ("en", "ja"), strict=True):
        worth, ranking, *others = card["figures"]
        assert worth["lines"][0] == f"{found.values[lang, 'shuffled'].value:.2f}"
        assert ranking["name"] == figure_word(next(c for c in columns("headline") if c.name == RANKING))
        assert len(others) == len(columns("headline")) - 1


def test_what_a_figure_means_is_said_in_every_language_with_the_way_that_is_better() -> None:
    """A figure without a meaning has no tooltip; those of the headline and of boards have one."""
    for figure in FIGURES.values():
        means = meaning(figure)
        if means is None:
            assert "headline" not in figure.tables, figure.name
            assert figure.board != "column", figure.name
            continue
        texts = [means[lang] for lang in interface_languages()]  # type: ignore[index]
        assert len(set(texts)) == len(texts), figure.name
        assert ("is better" in texts[0]) == bool(figure.better)


def test_every_meaning_is_of_a_figure() -> None:
    of_all = {"higher_is_better", "lower_is_better"}
    keys = {key.removeprefix("means.") for key in words_of("en") if key.startswith("means.")}
    assert keys - of_all <= set(FIGURES)


def test_no_two_figures_share_a_name_so_that_a_name_leads_to_one_meaning() -> None:
    for lang in interface_languages():
        by_name: dict[str, set[str]] = {}
        for each in meanings():
            by_name.setdefault(each["name"][lang], set()).add(each["means"][lang])
        assert [name for name, texts in by_name.items() if len(texts) > 1] == []
