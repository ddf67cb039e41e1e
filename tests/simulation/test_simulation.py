"""The simulated campaign at a small size: `make simulate` runs it with 1,000 questions."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from tests.simulation import expected
from tests.simulation.campaign import Campaign, Done, Size, simulate
from tests.simulation.checks import NO_NUMBER, checks
from tests.simulation.data import read_questions, write_questions
from tests.simulation.expected import decide, pivotal
from tests.simulation.planted import KILLED, SYSTEMS

SMALL = Size(questions=40, vote_timeout_s=8.0, concurrency=24, bytes_changed=1, thorough=False)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    return simulate(SMALL, tmp_path_factory.mktemp("campaign"))


def failed(campaign: Campaign) -> list[str]:
    return [f"{check.name}: {check.detail}" for check in checks(campaign) if not check.holds]


@pytest.mark.slow
def test_a_campaign_is_killed_resumed_backfilled_verified_and_compared_and_reports_what_was_planted(
    campaign: Campaign,
) -> None:
    assert failed(campaign) == []
    assert sum(len(said["flips"]) for said in campaign.backfills.values()) > 0
    assert sorted(kill.system for kill in campaign.kills if kill.code == -9) == sorted(KILLED)
    assert len(campaign.damaged) == 3


def _one_violation_more(campaign: Campaign) -> None:
    campaign.after["alpha"]["canaries"]["results"][0]["violations"]["k"] += 1


def _a_flip_less(campaign: Campaign) -> None:
    next(said for said in campaign.backfills.values() if said["flips"])["flips"].pop()


def _a_call_paid_twice(campaign: Campaign) -> None:
    campaign.script.paid[next(c for c in campaign.script.paid if c[0] == "aurora/alpha")] += 1


def _a_byte_not_found(campaign: Campaign) -> None:
    place, done = campaign.damaged[0]
    campaign.damaged[0] = (place, replace(done, code=0))


def _no_number_printed(campaign: Campaign) -> None:
    campaign.commands.append(Done("score", 0, "accuracy nan %", "", 0.0))


def _a_wrong_winner(campaign: Campaign) -> None:
    equal = campaign.comparison["arms"][0]["pairs"][0]["measures"]
    next(m for m in equal if m["measure"] == "main_avg")["finding"] = "first"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (_one_violation_more, "alpha, after the backfill, en: rates"),
        (_a_flip_less, "flips"),
        (_a_call_paid_twice, "alpha: nothing is paid twice"),
        (_a_byte_not_found, "every single changed byte"),
        (_no_number_printed, "NaN"),
        (_a_wrong_winner, "equal systems are not distinguishable"),
    ],
)
def test_every_kind_of_fault_would_be_told(campaign: Campaign, spoil: Callable[[Campaign], None], named: str) -> None:
    script = replace(campaign.script, paid=campaign.script.paid.copy())
    spoiled = replace(
        campaign,
        script=script,
        after=deepcopy(campaign.after),
        backfills=deepcopy(campaign.backfills),
        comparison=deepcopy(campaign.comparison),
        damaged=list(campaign.damaged),
        commands=list(campaign.commands),
    )
    spoil(spoiled)
    (told,) = failed(spoiled)
    assert named in told


@pytest.mark.parametrize(
    ("votes", "letter", "decisive"),
    [
        ("www", "w", []),
        ("cww", "w", [1, 2]),
        ("cw.", "c", [0]),
        (".cw", "i", []),
        ("c..", "c", [0]),
        ("...", "i", []),
        ("caw", "a", [1, 2]),
    ],
)
def test_the_plan_decides_as_the_documents_say(votes: str, letter: str, decisive: list[int]) -> None:
    # Worked out by hand from docs/judging.md: majority, a tie to the first, the finer label to the earlier judge.
    given = [("", "timeout") if vote == "." else (vote, "") for vote in votes]
    assert decide(given)[0] == letter
    assert [n for n in range(3) if given[n][0] and pivotal(given, n)] == decisive


def test_the_planted_chances_add_up(tmp_path: Path) -> None:
    items, standing = read_questions(write_questions(tmp_path, 40))
    for system in SYSTEMS:
        for trial in expected.trials_of(system, items, standing):
            for mended in (False, True):
                assert sum(expected.chances(trial, mended=mended).values()) == pytest.approx(1)


@pytest.mark.parametrize("questions", [0, -40, 50])
def test_other_numbers_of_questions_are_refused(tmp_path: Path, questions: int) -> None:
    with pytest.raises(ValueError, match="give a multiple of 40"):
        write_questions(tmp_path, questions)


@pytest.mark.parametrize("text", ["rate: nan %", '{"rate": NaN}', "[-Infinity, 1]", "inf"])
def test_the_search_for_no_number_finds_one(text: str) -> None:
    assert NO_NUMBER.search(text.encode())
    assert not NO_NUMBER.search(b"financial information, nanometres, nannies and the finance infinitive")
