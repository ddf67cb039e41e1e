"""Questions that take for granted what the documents refute: a number of days, a day. The answer is the correction."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, premise, slips_of
from bench.kits.rental.ledger import Ledger
from bench.kits.rental.programs import PROGRAMS
from bench.kits.rental.questions.days import SHAPE, SLIPS, changed_terms, draw_case, evidence, facts, solve, terms_of
from bench.kits.shapes import day


@PROGRAMS.add(2, "multi_source", "numerical_inclusion", hops=2, kind="false_premise")
def days_said(ledger: Ledger, rng: Random) -> Question:
    """The number of days that the question names is that of another edition, or of the other side of the border."""
    case = draw_case(ledger, rng)
    b, out = case[0], case[1]
    terms, right = terms_of(b, out), solve(*case)
    wrong = rng.choice([n for slip in slips_of(solve, SLIPS).values() if (n := slip(case)) != right])
    _, same = changed_terms(rng, case)
    return Question(
        ask=ask(
            """
            A machine taken at the {b} branch at {t1} on {d1} ({w1}) and returned at {t2} on {d2} ({w2}) is charged for {wrong}. Which of these days are the first and the last to be charged?
            Why does the {b} branch charge {wrong} for a machine that goes out on {d1} ({w1}) at {t1} and is returned on {d2} ({w2}) at {t2}?
            The {b} branch charges {wrong} where a machine is picked up at {t1} on {w1}, {d1}, and returned at {t2} on {w2}, {d2}. By which edition of the terms is that?""",
            """
            {b}営業所で{d1}（{w1}）の{t1}に引き取り、{d2}（{w2}）の{t2}に返却した機械のレンタル料は{wrong}分であるが、これに含まれる最初の日と最後の日はいつか。
            {b}営業所の機械を{d1}（{w1}）{t1}に引き取り、{d2}（{w2}）{t2}に返すと、レンタル料が{wrong}分になるのはなぜですか。
            {d1}（{w1}）{t1}に{b}営業所から持ち出し、{d2}（{w2}）{t2}に返却した機械のレンタル料は{wrong}分です。これは第何版の規定によるものですか。""",
            wrong={"en": SHAPE(wrong)["en"].all[1], "ja": SHAPE(wrong)["ja"].text},
            **facts(case),
        ),
        evidence=evidence(case),
        copied=f"terms/{b.key}/{terms.edition}",
        harmless=swap(ledger, terms, same),
        **premise(
            SHAPE,
            right,
            wrong,
            "For a machine taken at the {b} branch at {t1} on {d1} and returned at {t2} on {d2} the number of days charged is {right}, not {refuted}.",
            "{b}営業所で{d1}{t1}に引き取り{d2}{t2}に返却した機械のレンタル料は{right}分であり、{refuted}分ではない。",
            **facts(case),
        ),
    )


@PROGRAMS.add(3, "markdown", "multi_hop", hops=2, kind="false_premise")
def inspected_said(ledger: Ledger, rng: Random) -> Question:
    """The day that the question names is that of the neighbouring row."""
    b = rng.choice(ledger.branches)
    readings = rng.choice(b.readings)
    hires = [h for rows in b.hires for h in rows]
    hire = rng.choice([h for h in hires if h.machine != readings.rows[0].machine])
    place = next(i for i, row in enumerate(readings.rows) if row.machine == hire.machine)
    row = readings.rows[place]
    near = [r for r in readings.rows[max(place - 3, 0) : place + 4] if r.last != row.last]
    wrong = rng.choice(near).last
    beside = rng.choice([r for r in readings.rows if r is not row])
    doc = f"readings/{b.key}/{readings.day:%Y-%m}"
    sheet = next(i for i, rows in enumerate(b.hires) if hire in rows)
    return Question(
        ask=ask(
            """
            By the readings that the {b} branch made on {day}, the machine of hire {ref} had last been inspected on {wrong}. What did its meter show on that occasion?
            When the {b} branch read the meters on {day}, the last inspection of the machine named in hire {ref} was that of {wrong}. How many hours had the machine run until then?
            According to the readings of {day} at the {b} branch, {wrong} was the day of the last inspection of the machine named in hire {ref}. How many hours has it run since that day?""",
            """
            {b}営業所の{day}の読取りによると、{ref}で貸し出した機械が最後に点検を受けたのは{wrong}であるが、そのときのメーターは何時間であったか。
            {b}営業所が{day}にメーターを読み取った時点で、{ref}の機械の前回の点検は{wrong}でした。それまでに何時間稼働していましたか。
            {day}の{b}営業所の読取記録では、{ref}で使われた機械の前回の点検日は{wrong}です。この日から読取りまでに何時間稼働しましたか。""",
            b=b.name,
            day=both("d", readings.day),
            ref=hire.ref,
            wrong=both("d", wrong),
        ),
        evidence=((doc, f"reading:{row.machine}"), (f"hires/{b.key}/{sheet + 1}", f"hire:{hire.ref}")),
        copied=doc,
        harmless=swap(ledger, beside, replace(beside, now=beside.now + rng.choice((-15, -10, 10, 15)))),
        **premise(
            day,
            row.last,
            wrong,
            "By the readings of {day} the machine of hire {ref} had last been inspected on {right}, not on {refuted}.",
            "{day}の読取りによると、{ref}の機械が最後に点検を受けたのは{right}であり、{refuted}ではない。",
            day=both("d", readings.day),
            ref=hire.ref,
        ),
    )
