"""What came out against what was planted: one Check for each thing that must hold, with the figures it was held to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isclose
from typing import Any

from bench.records import LANGS
from tests.simulation import expected
from tests.simulation.campaign import LOGS, Campaign
from tests.simulation.cascades import cascade_checks
from tests.simulation.expected import Outcome, Patience
from tests.simulation.planted import EQUAL, FAILING, GOOD, JUDGES, KILLED, SYSTEMS, System, chosen

NO_NUMBER = re.compile(rb"(?<![a-z])[-+]?(?:nan|inf|infinity)(?![a-z])", re.IGNORECASE)
PATIENT_FROM_S = 70.0
"""Six retries wait at most 47 s with their jitter; a vote that may take longer sees all of them out."""


@dataclass(frozen=True)
class Check:
    name: str
    holds: bool
    detail: str


def checks(campaign: Campaign) -> list[Check]:
    """Everything that was promised of the campaign, in the order of its phases."""
    patience = Patience(campaign.size.vote_timeout_s >= PATIENT_FROM_S)
    before, after = (
        {s.name: outcomes(campaign, s, patience, mended=mended) for s in SYSTEMS} for mended in (False, True)
    )
    return [
        *_planted(before),
        *_killed(campaign),
        *_paid(campaign),
        *(c for s in SYSTEMS for c in _report(s, "before", campaign.before[s.name], before[s.name])),
        *_backfilled(campaign, before, after),
        *(c for s in SYSTEMS for c in _report(s, "after", campaign.after[s.name], after[s.name])),
        *_intervals(campaign, after),
        *(Check(*found) for s in campaign.cascaded for found in cascade_checks(campaign, s)),
        *_audited(campaign),
        *_compared(campaign, after),
        *_no_number(campaign),
    ]


def outcomes(campaign: Campaign, system: System, patience: Patience, *, mended: bool) -> list[Outcome]:
    """How every trial of a system must have ended, by place."""
    trials = expected.trials_of(system, campaign.script.items, campaign.standing)
    return sorted((expected.outcome(t, patience, mended=mended) for t in trials), key=lambda o: o.trial.place)


def _planted(before: dict[str, list[Outcome]]) -> Iterator[Check]:
    """The plan itself: it must hold everything that it claims to test."""
    every = [o for found in before.values() for o in found]
    calls = sum(len(o.votes) for o in every)
    lost = sum(expected.failing([o.trial for o in found]) for found in before.values())
    yield Check("share of judge calls that fail", abs(lost / calls - FAILING) < 0.02, f"{lost} of {calls}")
    tied = sum(_sides(o) == (1, 1) for o in every)
    split = sum(o.reason == "split" for o in every)
    lone = sum(expected.pivotal(o.votes, n) for o in every for n in range(len(o.votes)) if o.votes[n][0])
    unusable = sum(not letter for o in every for letter, _ in o.votes)
    found = f"{tied} ties, {split} of them split, {lone} pivotal votes, {unusable} invalid votes"
    yield Check("ties, pivotal and invalid votes are planted", min(tied, lone, unusable) > 0, found)


def _sides(o: Outcome) -> tuple[int, int]:
    right = sum(letter in GOOD for letter, _ in o.votes if letter)
    return right, sum(bool(letter) for letter, _ in o.votes) - right


def _killed(campaign: Campaign) -> Iterator[Check]:
    due = campaign.size.questions * 3
    for kill in campaign.kills:
        cut = kill.code == -9 and 0 < kill.votes < due * len(JUDGES) and kill.answers > 0
        yield Check(
            f"{kill.system}: killed in the middle", cut, f"{kill.answers} of {due} answers, {kill.votes} votes logged"
        )
        told = f"{kill.answers} answers were in the log already"
        err = _flat(campaign.resumed[kill.system].err)
        yield Check(f"{kill.system}: resumed from its log", told in err, f"{told}: {err[-300:]}")


def _paid(campaign: Campaign) -> Iterator[Check]:
    """Calls at the server: each reply once, but for what was in flight at a kill."""
    again: Counter[str] = Counter()
    missing = 0
    wanted = _due(campaign)
    for call, times in wanted.items():
        surplus = campaign.script.paid[call] - times
        missing += surplus < 0
        again[campaign.script.system_of(call[1])] += -(-max(surplus, 0) // times)
    unplanned = [call for call in campaign.script.paid if call not in wanted]
    detail = f"{missing} never came, {len(unplanned)} beyond the plan, {len(campaign.script.strangers)} unknown"
    yield Check(
        "every planted call came, and no other", not (missing or unplanned or campaign.script.strangers), detail
    )
    for system in SYSTEMS:
        # The first call to an unlisted model is not logged where it fails, and a cascade's run begins with such a one.
        most = (campaign.size.concurrency if system.name in KILLED else 0) + (system in campaign.cascaded)
        detail = f"{again[system.name]} calls paid twice, at most {most} were in flight at a kill"
        yield Check(f"{system.name}: nothing is paid twice", again[system.name] <= most, detail)


def _due(campaign: Campaign) -> dict[tuple[str, str], int]:
    """Every call that is paid in the end, and its replies: an unreadable verdict is asked for once more.

    A run beside another takes over what was answered, and asks again for what was cut or filtered.
    """
    found = {}
    for system in SYSTEMS:
        for o in outcomes(campaign, system, Patience(True), mended=True):
            found[system.model, o.trial.mark] = 2 if o.letter == "f" and system in campaign.cascaded else 1
            for judge, (_, reason) in zip(JUDGES, o.votes, strict=False):
                found[judge.model, o.trial.mark] = 2 if reason == "undecided" else 1
    return found


def _report(system: System, when: str, summary: dict[str, Any], found: list[Outcome]) -> Iterator[Check]:
    """A summary against the plan: every figure that is counted, exactly."""
    title = f"{system.name}, {when} the backfill"
    for lang in LANGS:
        here = expected.in_lang(found, lang)
        (row,) = (r for r in summary["results"] if r["lang"] == lang)
        (canaries,) = (r for r in summary["canaries"]["results"] if r["lang"] == lang)
        rates = {**row, **canaries}
        wanted = {name: expected.counts(name, here) for name in expected.FIGURES}
        printed = {name: (rates[name]["k"], rates[name]["n"]) for name in wanted}
        yield _same(f"{title}, {lang}: rates", printed, wanted)
        yield _same(f"{title}, {lang}: outcomes", row["outcomes"], _names(here))
        conflicts = Counter(o.letter for o in here if o.trial.item.kind == "contradictory")
        named = {"named": conflicts["n"], "declined": conflicts["d"], "took_side": conflicts["w"]}
        yield _same(f"{title}, {lang}: conflicts", row["contradictory"], named)
        (failures,) = (f["counts"] for f in summary["failures"] if f["lang"] == lang)
        planted = expected.failure_classes(here)
        yield _same(f"{title}, {lang}: whose fault", _untold(failures), _untold(planted))
        said, meant = failures["took_side"], planted.get("took_side", 0)
        yield Check(f"{title}, {lang}: no side taken that was not", said <= meant, f"{said} named of {meant}")
    standing = {(o.trial.item.lang, o.trial.item.id) for o in found if o.trial.answerable and chosen(o.trial.item)}
    listed = {(place["lang"], place["item"]) for place in summary["canaries"]["not_absent"]}
    yield Check(f"{title}: chosen and not absent", listed == standing, f"{len(standing)} items")
    yield from _panel(title, system, summary, found)
    excluded = [(*o.trial.place, o.reason) for o in found if not o.scored]
    named_out = [(e["lang"], e["item"], e["arm"], e["repeat"], e["reason"]) for e in summary["exclusions"]]
    yield Check(f"{title}: exclusions", sorted(named_out) == sorted(excluded), f"{len(excluded)} by name")
    passing = ("server", "malformed", "timeout")
    complete = summary["missing"] == 0 and summary["complete"] is not any(o.reason in passing for o in found)
    yield Check(f"{title}: complete", complete, f"missing {summary['missing']}, complete {summary['complete']}")


def _untold(counts: Mapping[str, int]) -> dict[str, int]:
    """Failures by class. Attempts at what has no answer are one: rules name their class only where they are certain."""
    attempts = ("fabrication", "took_side", "undetermined")
    others = {name: count for name, count in counts.items() if count and name not in attempts}
    return {**others, "attempted": sum(counts.get(name, 0) for name in attempts)}


def _panel(title: str, system: System, summary: dict[str, Any], found: list[Outcome]) -> Iterator[Check]:
    panel, graded = summary["panel"], [o for o in found if o.votes]
    for position, judge in enumerate(JUDGES):
        mine = [(o, *o.votes[position]) for o in graded]
        decided = [(o, letter) for o, letter, _ in mine if letter and o.letter != "i"]
        (row,) = (j for j in panel["judges"] if j["judge"] == judge.spec)
        left_out = [
            sum(expected.decide(_without(o, position))[0] != o.letter for o in expected.in_lang(graded, lang))
            for lang in ("en", "ja")
        ]
        changed = {e["lang"]: e["changed"] for e in panel["left_out"] if e["without"] == judge.spec}
        printed = {
            "invalid": row["invalid"],
            "disagreement": (row["disagreement"]["k"], row["disagreement"]["n"]),
            "pivotal": (row["pivotal"]["k"], row["pivotal"]["n"]),
            "left out": [changed["en"], changed["ja"]],
        }
        wanted = {
            "invalid": dict(Counter(reason for _, letter, reason in mine if not letter)),
            "disagreement": (sum(letter != o.letter for o, letter in decided), len(decided)),
            "pivotal": (sum(expected.pivotal(o.votes, position) for o, _ in decided), len(decided)),
            "left out": left_out,
        }
        yield _same(f"{title}: judge {judge.model}", printed, wanted)
    several = [labels for o in graded if len(labels := [letter for letter, _ in o.votes if letter]) > 1]
    agreed = (sum(len(set(labels)) == 1 for labels in several), len(several))
    yield _same(f"{title}: unanimous", (panel["unanimous"]["k"], panel["unanimous"]["n"]), agreed)
    related = [j for j in JUDGES if j.model.split("/")[0] == system.family]
    yield Check(f"{title}: warnings", len(panel["warnings"]) == len(related), f"{len(related)} judges of its family")


def _without(o: Outcome, position: int) -> list[expected.Given]:
    return [vote for n, vote in enumerate(o.votes) if n != position]


def _backfilled(
    campaign: Campaign, before: dict[str, list[Outcome]], after: dict[str, list[Outcome]]
) -> Iterator[Check]:
    for system in SYSTEMS:
        said = campaign.backfills[system.name]
        due = expected.failing([o.trial for o in before[system.name]])
        yield Check(f"{system.name}: backfill casts what had failed", said["votes_cast"] == due, f"{due} votes")
        wanted = expected.flips(before[system.name], after[system.name])
        kinds = Counter(f"{f['before']}→{f['after']}" for f in wanted)
        detail = ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items())) or "none"
        yield Check(f"{system.name}: flips", said["flips"] == wanted, f"{len(wanted)}: {detail}")
    first, then = campaign.requests["runs"], campaign.requests["backfill"]
    asked = [s.name for s in SYSTEMS if first.get(s.model) != then.get(s.model)]
    yield Check("a backfill asks no system anything", not asked, f"asked: {asked}" if asked else "0 requests")


def _intervals(campaign: Campaign, after: dict[str, list[Outcome]]) -> Iterator[Check]:
    """The planted probabilities against the printed intervals: that over questions must hold each of them."""
    tight = wide = n = 0
    outside = []
    for system in SYSTEMS:
        for lang in LANGS:
            trials = [o.trial for o in expected.in_lang(after[system.name], lang)]
            summary = campaign.after[system.name]
            (row,) = (r for r in summary["results"] if r["lang"] == lang)
            (canaries,) = (r for r in summary["canaries"]["results"] if r["lang"] == lang)
            for name in expected.FIGURES:
                rate = {**row, **canaries}[name]
                planted = expected.planted_rate(name, trials, mended=True)
                n += 1
                tight += rate["ci95"][0] <= planted <= rate["ci95"][1]
                inside = rate["ci95_questions"][0] <= planted <= rate["ci95_questions"][1]
                wide += inside
                if not inside:
                    outside.append(f"{system.name} {lang} {name}: planted {planted:.4f}, printed {rate}")
    yield Check("planted rates within their intervals over questions", not outside, f"{wide} of {n} {outside}")
    yield Check("planted rates within their intervals over trials", tight >= 0.85 * n, f"{tight} of {n}, 95 % promised")


def _audited(campaign: Campaign) -> Iterator[Check]:
    clean = [done for done in campaign.verified if done.code == 0 and "all as printed" in done.out]
    numbers = sum(int(m[1].replace(",", "")) for done in clean if (m := re.search(r"([\d,]+) numbers", done.out)))
    runs = (2 if campaign.size.thorough else 1) * len(SYSTEMS) + len(campaign.cascaded)
    good = len(clean) == len(campaign.verified) == runs
    yield Check("verify: every figure of every run", good, f"{len(clean)} audits, {numbers:,} numbers recomputed")
    counts = [number for number in campaign.recomputed if isinstance(number, int)]
    differences = [found for found in campaign.recomputed if isinstance(found, str)]
    agrees = not differences and len(counts) == len(campaign.verified)
    detail = f"{len(counts)} runs, {sum(counts):,} numbers {differences}"
    yield Check("second implementation: every figure of every run", agrees, detail)
    missed = [
        f"{place}: exit code {done.code}, {done.err[-300:]!r}"
        for place, done in campaign.damaged
        if done.code != 1 or not done.err.startswith("bench: ")
    ]
    detail = f"{len(campaign.damaged)} changes in {', '.join(LOGS)}; missed {missed}"
    yield Check("verify: every single changed byte is found", not missed, detail)


COMPARED = ("overall_item_micro", "over_abstention", "false_answer")
_LARGE = 400
"""Questions from which on the intervals and findings of a comparison are held to the plan."""


def _compared(campaign: Campaign, after: dict[str, list[Outcome]]) -> Iterator[Check]:
    wrong_values, misses, astray, missed = [], [], [], []
    n = 0
    for arm in campaign.comparison["arms"]:
        for pair in arm["pairs"]:
            first, second = (expected.in_lang(after[_name(pair[side])], arm["lang"]) for side in ("first", "second"))
            for name in COMPARED:
                (found,) = (m for m in pair["measures"] if m["measure"] == name)
                n += 1
                where = f"{arm['lang']} {pair['first']} {pair['second']} {name}"
                if not _difference_as_planted(found, name, first, second):
                    wrong_values.append(where)
                planted = _planted_difference(name, first, second)
                if not found["ci95"][0] <= planted <= found["ci95"][1]:
                    misses.append(f"{where}: planted {planted:+.3f}, printed {found['ci95']}")
                better = "first" if (planted > 0) == found["higher_is_better"] else "second"
                if found["finding"] not in (better, "not_distinguishable"):
                    astray.append(where)
                if found["detectable"] and abs(planted) > 1.5 * found["detectable"] and found["finding"] != better:
                    missed.append(where)
            if {_name(pair["first"]), _name(pair["second"])} == set(EQUAL):
                told = [m["measure"] for m in pair["measures"] if m["finding"] in ("first", "second")]
                detail = f"{len(pair['measures'])} measures, told apart by {told}"
                yield Check(f"compare, {arm['lang']}: equal systems are not distinguishable", not told, detail)
    large = campaign.size.questions >= _LARGE
    yield Check("compare: paired differences as planted", not wrong_values, f"{n} differences {wrong_values}")
    held = len(misses) <= 0.2 * n or not large
    yield Check("compare: planted differences within the intervals", held, f"{n - len(misses)} of {n}, 95 % promised")
    yield Check("compare: nobody is found better who is not", not astray, f"{astray}")
    yield Check("compare: what is large enough is found", not missed or not large, f"missed {missed}")


def _difference_as_planted(found: dict[str, Any], name: str, first: list[Outcome], second: list[Outcome]) -> bool:
    left, right = expected.by_item(name, first), expected.by_item(name, second)
    both = left.keys() & right.keys()
    means = [sum(side[item] for item in both) / len(both) for side in (left, right)]
    values = (*means, means[0] - means[1])
    printed = (found["first"], found["second"], found["difference"])
    return all(isclose(a, b, abs_tol=1e-9) for a, b in zip(printed, values, strict=True))


def _planted_difference(name: str, first: list[Outcome], second: list[Outcome]) -> float:
    left, right = (expected.planted_rate(name, [o.trial for o in side], mended=True) for side in (first, second))
    return left - right


def _no_number(campaign: Campaign) -> Iterator[Check]:
    """Nothing printed or written is NaN or infinite."""
    files = [path for path in campaign.folder.rglob("*") if path.is_file()]
    bad = [f"{path.name}: {m[0]!r}" for path in files if (m := NO_NUMBER.search(path.read_bytes()))]
    for done in campaign.commands:
        bad += [f"{done.command}: {m[0]!r}" for text in (done.out, done.err) if (m := NO_NUMBER.search(text.encode()))]
    size = sum(path.stat().st_size for path in files)
    detail = f"{len(campaign.commands)} commands, {len(files)} files, {size / 1e6:.0f} MB; found {bad}"
    yield Check("nothing printed or written is NaN or infinite", not bad, detail)
    loud = [f"{done.command}: {done.err[-300:]!r}" for done in campaign.commands if "Traceback" in done.err]
    yield Check("no command prints a traceback", not loud, f"{loud}")


def _names(found: list[Outcome]) -> dict[str, int]:
    kinds = {"c": "correct", "n": "correct", "d": "correct", "w": "wrong", "a": "abstained"}
    return {
        name: sum({**kinds, "i": "invalid", "f": "failed"}[o.letter] == name for o in found)
        for name in ("correct", "wrong", "abstained", "invalid", "failed")
    }


def _same(name: str, printed: Any, wanted: Any) -> Check:
    detail = f"{wanted}" if printed == wanted else f"printed {printed}, planted {wanted}"
    return Check(name, printed == wanted, detail)


def _name(title: str) -> str:
    """The system behind a title of the comparison, FAMILY/NAME."""
    return title.rpartition("/")[2]


def _flat(text: str) -> str:
    return " ".join(text.split())
