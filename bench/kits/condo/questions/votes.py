"""Which flats cast no valid vote at a general meeting: all flats less those present less what was valid."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.condo.ledger import VOTE, Building, Ledger, Meeting
from bench.kits.condo.programs import PROGRAMS, in_force, minutes
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import codes

Case = tuple[Building, Meeting]


def edition(b: Building, meeting: Meeting) -> int:
    """The meeting that carries an edition is itself held under the one before it."""
    return 0 if meeting.ordinary else in_force(b, VOTE, meeting.day)


def silent(
    b: Building,
    meeting: Meeting,
    other_edition: bool = False,
    all_forms: bool = False,
    all_proxies: bool = False,
    signature_ignored: bool = False,
    excluded_too: bool = False,
) -> tuple[str, ...]:
    """The flats that had a vote and did not cast it validly, in the order of the register."""
    rules = b.vote[edition(b, meeting) != other_edition]
    cast = set()
    for v in meeting.votes:
        early = (meeting.day - v.received).days if v.received else 0
        if v.kind == "form":
            good = (early >= rules.form and (v.signed or signature_ignored)) or all_forms
        elif v.kind == "proxy":
            good = (early >= rules.proxy and (v.signed or rules.unsigned or signature_ignored)) or all_proxies
        else:
            good = True
        if good:
            cast.add(v.flat)
    excluded = () if excluded_too else meeting.excluded
    return tuple(f.number for f in b.flats if f.number not in cast and f.number not in excluded)


SLIPS = {
    "other_edition": {"other_edition": True},
    "late_forms_counted": {"all_forms": True},
    "all_proxies_counted": {"all_proxies": True},
    "signature_ignored": {"signature_ignored": True},
    "forgot_the_exception": {"excluded_too": True},
}
NEEDED = ("other_edition", "late_forms_counted", "forgot_the_exception")


@PROGRAMS.add(4, "multi_source", "html_merged", hops=5)
def without_vote(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(silent, {name: SLIPS[name] for name in NEEDED})
    cases = [(b, meeting) for b in ledger.buildings for meeting in b.meetings if not meeting.ordinary]
    case = b, meeting = subject(rng, cases, lambda c: silent(*c), slips, lambda c: edition(*c) == 0)
    period, which = f"{b.key}/{meeting.day:%Y-%m}", edition(*case)
    doc, rules = f"attendance/{period}", f"vote_rules/{b.key}/{b.vote[which].edition}"
    come = {v.flat for v in meeting.votes if v.kind == "present"}
    limit = b.vote[which].form
    forms = [v for v in meeting.votes[4:] if v.kind == "form" and v.flat not in come and v.signed and v.received]
    vote = rng.choice([v for v in forms if v.flat not in silent(*case)])
    assert vote.received is not None
    other = replace(vote, received=meeting.day - DAY * rng.randrange(limit))
    beside = rng.choice([v for v in meeting.votes if v.kind != "present" and v.flat in come])
    same = replace(beside, received=meeting.day - DAY * rng.choice((0, 1, 2, 5)))
    both_kinds = [v for v in meeting.votes if v.kind == "form" and v.received and (meeting.day - v.received).days > 5]
    if same == beside:
        beside = both_kinds[0]
        assert beside.received is not None
        same = replace(beside, received=beside.received - DAY)
    return Question(
        ask=ask(
            """
            Which flats of {b} Court had a say in what was decided on {day} and did not make use of it in a way that counted? Give the numbers.
            On {day} decisions were taken at {b} Court. Give the numbers of the flats that could have taken part and from which nothing counted.
            Give the numbers of all flats of {b} Court that were entitled on {day} and from which nothing could be counted.""",
            """
            {b}コートで{day}に決を採ったとき、加わることができたのに有効に加わらなかった住戸はどれか。番号で答えよ。
            {day}の{b}コートの採決について、資格がありながら、数えられるものが何もなかった住戸の番号をすべて挙げてください。
            {b}コートの住戸のうち、{day}の採決に参加できたにもかかわらず、有効な参加がなかったものの番号を、すべて答えてください。""",
            b=b.name,
            day=both("d", meeting.day),
        ),
        evidence=(
            (f"flats/{b.key}/2025", "table"),
            (doc, "table"),
            (rules, "form"),
            (rules, "proxy"),
            (rules, "present"),
            (f"convening/{period}", "excluded"),
            (f"convening/{period}", "others"),
            minutes(b, VOTE),
        ),
        copied=doc,
        rival=swap(ledger, vote, other),
        harmless=swap(ledger, beside, same),
        cut=(doc, f"vote:{rng.randrange(10, len(meeting.votes) - 3)}"),
        older=which == 0,
        rows=len(b.flats) + len(meeting.votes),
        **outcome(
            codes,
            silent(*case),
            {name: slip(case) for name, slip in slips_of(silent, SLIPS).items()},
            tuple(f.number for f in b.flats if f.number in (*silent(*case), vote.flat)),
        ),
    )
