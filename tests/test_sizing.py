"""How large a comparison must be: by formula, with every assumption said, against what the data hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import sizing
from bench.errors import UsageError
from bench.sizing import Sizing, Wanted, size
from tests.kits.toy import KIT
from tests.runs import write_dataset


@pytest.fixture(autouse=True)
def _toy_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    """One kit: one program of tier 1 (6,000 tokens) that counts, and one with a false premise that does not."""
    monkeypatch.setattr(sizing, "finished", lambda: ("toy",))
    monkeypatch.setattr(sizing, "load_kit", lambda _: KIT)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set", ("en", "ja"), mains=8)


def sized(data: Path, wanted: Wanted, model: str | None = None, langs: tuple[str, ...] = ("en",)) -> Sizing:
    return size(wanted, model=model, data=str(data), langs=langs, registry=None)


def test_3_points_of_accuracy_take_1306_questions_of_one_item_each(data: Path) -> None:
    found = sized(data, Wanted(3))
    assert (found.questions, found.items, found.spread, found.given) == (1306, 1, 0.15, ())
    assert (found.renew.programs, found.renew.per_program, found.renew.questions) == (1, 1306, 1306)
    assert (found.each_model.calls, found.each_model.prompt_tokens) == (1306, 1306 * 6000)
    assert (found.held[0].questions, found.held[0].missing) == (8, 1298)


def test_a_cost_of_wrong_answers_widens_the_differences_and_asks_what_has_no_answer_too(data: Path) -> None:
    found = sized(data, Wanted(10, k=4))
    assert (found.unanswerable, found.items, found.given) == (0.1, 2, ("k",))
    assert found.spread == pytest.approx(0.15 * ((0.9 * 5) ** 2 + 0.4**2))
    # By hand: (1.95996 * sqrt(3.0615) + 0.84162 * sqrt(3.0515))^2 / 0.01
    assert found.questions == 2401
    assert found.each_model.calls == 2 * 2401


def test_what_the_data_hold_is_enough_for_a_large_gap(data: Path) -> None:
    found = sized(data, Wanted(80, discordant=81))
    assert (found.questions, found.held[0].missing) == (7, 0)
    assert found.held[0].tells is not None
    assert 75 < found.held[0].tells < 80


def test_tokens_and_price_are_of_all_languages_and_of_one_model(data: Path) -> None:
    both = sized(data, Wanted(3), "gpt-4.1", ("en", "ja")).each_model
    assert both.calls == 2612
    assert both.prompt_tokens == round(1306 * 6000 * 2.3)
    assert both.completion_tokens == 2612 * 150
    assert both.cost_usd == pytest.approx((both.prompt_tokens * 2 + both.completion_tokens * 8) / 1e6)
    assert sized(data, Wanted(3), "baseline:oracle").each_model.cost_usd == 0
    assert sized(data, Wanted(3)).each_model.cost_usd is None


@pytest.mark.parametrize(
    ("wanted", "faults"),
    [
        (Wanted(0), ["--gap is 0"]),
        (Wanted(3, k=-1, unanswerable=1, discordant=0), ["not -1", "--unanswerable is 1;", "--discordant is 0;"]),
        (Wanted(30), ["two that disagree on 15 % of questions are at most 15 points apart here, not 30"]),
    ],
)
def test_what_cannot_be_is_said_with_all_that_is_wrong(data: Path, wanted: Wanted, faults: list[str]) -> None:
    with pytest.raises(UsageError) as refused:
        sized(data, wanted)
    assert all(fault in str(refused.value) for fault in faults)
