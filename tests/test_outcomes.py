"""From answer and votes to one outcome: what is right depends on the kind of item."""

from __future__ import annotations

from itertools import permutations

import pytest

from bench import panel
from bench.kinds import LETTERS
from bench.outcomes import Outcome, from_letter, outcome
from bench.records import KINDS, Answer, Aspect, Category, Failure, Item, Kind, ModelRef, Vote
from tests import runs

JUDGES = [ModelRef(spec=f"judge:{n}", title=f"J{n}", weights="closed") for n in range(3)]
PANEL = [judge.spec for judge in JUDGES]


def item(kind: Kind = "main") -> Item:
    aspects = {"main": (Aspect.CALCULATION, Aspect.CSV), "contradictory": (Aspect.CONTRADICTORY,)}
    return Item(
        id="Q",
        lang="ja",
        kind=kind,
        question="何日ですか。",
        answer="12日",
        aspects=aspects.get(kind, (Aspect.INSUFFICIENT,)),
        base=None if kind == "main" else "M",
        cluster="M",
    )


def answer(kind: Kind = "main") -> Answer:
    return runs.answer(item(kind), "shuffled", 2, "c")


def judged(kind: Kind, *letters: str) -> Outcome | None:
    """The outcome when the judges of the panel, in its order, vote these letters."""
    votes = {j.spec: runs.vote(answer(kind), j, letter) for j, letter in zip(JUDGES, letters, strict=False)}
    return outcome(answer(kind), votes, item(kind), PANEL[: len(letters)])


@pytest.mark.parametrize(
    ("kind", "letter", "name", "attempted", "conflict_named"),
    [
        ("main", "c", "correct", True, None),
        ("main", "w", "wrong", True, None),
        ("main", "a", "abstained", False, None),
        ("insufficient", "c", "correct", False, None),
        ("insufficient", "w", "wrong", True, None),
        ("incomplete", "c", "correct", False, None),
        ("incomplete", "w", "wrong", True, None),
        ("contradictory", "n", "correct", False, True),
        ("contradictory", "d", "correct", False, False),
        ("contradictory", "w", "wrong", True, False),
    ],
)
def test_what_counts_as_right_depends_on_the_kind(
    kind: Kind, letter: str, name: str, attempted: bool, conflict_named: bool | None
) -> None:
    found = judged(kind, letter)
    assert found is not None
    assert (found.outcome, found.attempted, found.conflict_named) == (name, attempted, conflict_named)
    assert found.letter == letter
    assert found.scored
    assert (found.stage, found.reason) == ("", "")


def test_an_outcome_carries_the_tags_of_its_item_and_the_place_of_its_trial() -> None:
    found = judged("main", "c")
    assert found is not None
    assert found.trial_id == ("ja", "Q", "shuffled", 2)
    assert found.categories == (Category.REASONING, Category.TABLE)
    assert (found.cluster, found.base, found.answerable) == ("M", None, True)


def test_an_answer_without_a_vote_is_pending_not_invalid() -> None:
    assert outcome(answer(), {}, item(), PANEL[:1]) is None


def test_an_answer_waits_until_the_whole_panel_has_voted() -> None:
    votes = {PANEL[0]: runs.vote(answer(), JUDGES[0], "c"), PANEL[1]: runs.vote(answer(), JUDGES[1], "c")}
    assert outcome(answer(), votes, item(), PANEL) is None


def test_a_failed_call_is_failed_whatever_the_votes_say() -> None:
    failed = runs.answer(item(), "gold", 0, "f")
    found = outcome(failed, {PANEL[0]: runs.vote(failed, JUDGES[0], "c")}, item(), PANEL[:1])
    assert found is not None
    assert (found.outcome, found.stage, found.reason) == ("failed", "generate", "truncated")
    assert found.attempted is None
    assert not found.scored
    assert not found.transient


@pytest.mark.parametrize(
    ("changes", "reason", "transient"),
    [
        ({"verdict": "invalid"}, "undecided", False),
        ({"failure": Failure(stage="judge", kind="timeout", message="")}, "timeout", True),
        ({"verdict": "correct", "abstained": True}, "incoherent", False),
        ({"verdict": "incorrect", "abstained": None}, "incoherent", False),
    ],
)
def test_an_unusable_vote_is_invalid_and_never_wrong(changes: dict[str, object], reason: str, transient: bool) -> None:
    unusable = runs.vote(answer(), JUDGES[0], "c", **changes)
    found = outcome(answer(), {PANEL[0]: unusable}, item(), PANEL[:1])
    assert found is not None
    assert (found.outcome, found.stage, found.reason) == ("invalid", "judge", reason)
    assert found.transient is transient


@pytest.mark.parametrize(
    ("kind", "verdict", "abstained", "named"),
    [
        ("insufficient", "correct", False, False),  # right only by declining, and it did not decline
        ("insufficient", "incorrect", True, False),
        ("contradictory", "correct", False, False),  # neither declined nor named the conflict
        ("contradictory", "incorrect", True, True),
    ],
)
def test_a_vote_at_odds_with_itself_on_an_abstention_item_cannot_be_used(
    kind: Kind, verdict: str, abstained: bool, named: bool
) -> None:
    vote = runs.vote(answer(kind), JUDGES[0], "c", verdict=verdict, abstained=abstained, conflict_named=named)
    assert panel.read(vote, kind) == panel.Decision(None, "incoherent")


def test_naming_the_conflict_and_settling_it_anyway_is_an_attempt() -> None:
    vote = runs.vote(answer("contradictory"), JUDGES[0], "w", conflict_named=True)
    found = outcome(answer("contradictory"), {PANEL[0]: vote}, item("contradictory"), PANEL[:1])
    assert found is not None
    assert (found.outcome, found.attempted, found.letter) == ("wrong", True, "w")


@pytest.mark.parametrize(
    ("kind", "letters", "decided"),
    [
        ("main", "cca", "c"),
        ("main", "wwc", "w"),
        ("main", "caw", "a"),  # two say it is not right; of those two the earlier judge says how
        ("main", "cwa", "w"),
        ("main", "cw", "c"),  # a tie goes to the primary judge
        ("main", "wc", "w"),
        ("main", "cci", "c"),  # an invalid vote is set aside: 2-0 stands
        ("main", "wic", "w"),  # 1-1 with an invalid vote: primary
        ("main", "icc", "c"),
        ("main", "iic", "c"),
        ("contradictory", "ndn", "n"),
        ("contradictory", "dnw", "d"),
        ("contradictory", "wwn", "w"),
        ("insufficient", "cwc", "c"),
    ],
)
def test_the_panel_decides_by_majority_and_ties_go_to_the_primary(kind: Kind, letters: str, decided: str) -> None:
    found = judged(kind, *letters)
    assert found is not None
    assert found.letter == decided


def test_a_tie_that_the_primary_cannot_break_is_invalid() -> None:
    found = judged("main", "i", "c", "w")
    assert found is not None
    assert (found.outcome, found.reason) == ("invalid", "split")


def test_without_any_usable_vote_the_primary_gives_the_reason() -> None:
    votes = {
        PANEL[0]: runs.vote(answer(), JUDGES[0], "i"),
        PANEL[1]: runs.vote(answer(), JUDGES[1], "c", failure=Failure(stage="judge", kind="server", message="")),
    }
    found = outcome(answer(), votes, item(), PANEL[:2])
    assert found is not None
    assert (found.outcome, found.reason) == ("invalid", "undecided")


def test_the_decision_does_not_depend_on_the_order_in_which_votes_arrived() -> None:
    votes = [runs.vote(answer(), judge, letter) for judge, letter in zip(JUDGES, "caw", strict=True)]
    decisions = {panel.decide({v.model: v for v in order}, PANEL, "main") for order in permutations(votes)}
    assert decisions == {panel.Decision("abstained")}


@pytest.mark.parametrize("kind", KINDS)
def test_letters_round_trip_and_impossible_ones_are_refused(kind: Kind) -> None:
    possible = {"main": "cwaif", "contradictory": "ndwif", "false_premise": "cwaif"}.get(kind, "cwif")
    for letter in LETTERS:
        if letter in possible:
            assert from_letter(item(kind), "gold", 0, letter).letter == letter
        else:
            with pytest.raises(ValueError, match=kind):
                from_letter(item(kind), "gold", 0, letter)
    for nonsense in ("", "cw", "x", "C"):
        with pytest.raises(ValueError, match="cannot happen"):
            from_letter(item(kind), "gold", 0, nonsense)


def test_an_empty_panel_decides_nothing() -> None:
    votes: dict[str, Vote] = {}
    assert panel.decide(votes, [], "main") is None
