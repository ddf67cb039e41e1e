"""Questions that take for granted what the documents refute: a fare, a person. The answer is the correction."""

from __future__ import annotations

from random import Random

from bench.kits.base import Question
from bench.kits.ferry.ledger import Ledger
from bench.kits.ferry.programs import PROGRAMS
from bench.kits.ferry.questions.fares import SLIPS, draw_case, evidence, fare, fare_cell, with_fare
from bench.kits.ferry.questions.lost import SUPERINTENDENT
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, premise, slips_of
from bench.kits.shapes import yen


@PROGRAMS.add(2, "html_merged", "numerical_inclusion", hops=2, kind="false_premise")
def fare_said(ledger: Ledger, rng: Random) -> Question:
    """The fare that the question names is that of another edition, class, season or port."""
    case = b, cm, section, sailing = draw_case(ledger, rng)
    rules, row, column = fare_cell(*case)
    wrong = rng.choice([slip(case) for slip in slips_of(fare, SLIPS).values()])
    shift = rng.choice((-1, 1)) * rng.randrange(3, 9) * 10
    facts = {"cm": cm, "here": b.name, "there": b.ports[section], "day": both("d", sailing)}
    return Question(
        ask=ask(
            """
            On {day} a car of {cm} cm pays {wrong} from {here} to {there}. Which length class does this fare belong to, and is it the regular or the peak fare?
            Why does a car {cm} cm long pay {wrong} for the crossing from {here} to {there} on {day}?
            The crossing from {here} to {there} on {day} costs {wrong} for a vehicle of {cm} cm. By which edition of the tariff is that, and in which season?""",
            """
            {day}に{here}から{there}まで長さ{cm}cmの自動車を航送すると{wrong}かかるが、この額は車両の長さのどの区分の、通常期と多客期のいずれの運賃か。
            長さ{cm}cmの自動車で{day}に{here}から{there}へ渡るときの運賃が{wrong}となるのは、なぜですか。
            {day}の{here}発{there}行きの便で、長さ{cm}cmの車両の運賃は{wrong}です。これはどの版の運賃表の、どの時期の運賃ですか。""",
            wrong=yen(wrong),
            **facts,
        ),
        evidence=evidence(case),
        copied=f"tariff/{b.key}/{rules.edition}",
        harmless=with_fare(ledger, rules, row - 1, column, shift),
        **premise(
            yen,
            fare(*case),
            wrong,
            "The fare for {cm} cm from {here} to {there} on {day} is {right}, not {refuted}.",
            "{day}に{here}から{there}まで長さ{cm}cmの車両を航送する運賃は{right}であり、{refuted}ではない。",
            **facts,
        ),
    )


@PROGRAMS.add(3, "multi_hop", "csv", hops=2, kind="false_premise")
def yard_said(ledger: Ledger, rng: Random) -> Question:
    """The superintendent that the question names is that of another yard group, or of the half-year before."""
    b = rng.choice(ledger.branches)
    ship, group, *_ = rng.choice(b.ships)
    index = rng.choice([1, 2])
    half, rows = ledger.docks[index]
    before = ledger.docks[index - 1][1]
    row = next(r for r in rows if r[0] == group)
    beside, other = rows[rows.index(row) - 1], rows[rows.index(row) - 2]
    wrong = rng.choice([beside[1], *(r[1] for r in before if r[0] == group and r[1] != row[1])])
    spare = next(person for _, person, _ in before if person not in [r[1] for r in rows])
    yard = f"docks/all/{half:%Y-%m}"
    return Question(
        ask=ask(
            """
            In the {half} dock work on the {ship} is ordered by Superintendent {wrong}. On which extension is this superintendent reached?
            Superintendent {wrong} signs for dock work on the {ship} in the {half}. What is the extension?
            Which extension does Superintendent {wrong}, in charge of dock work on the {ship} in the {half}, have?""",
            """
            {half}に{ship}のドック工事を発注する工務監督{wrong}の内線番号は何番か。
            {half}の{ship}のドック工事は、工務監督の{wrong}が検収します。内線番号は何番ですか。
            {ship}のドック工事を{half}に担当している工務監督{wrong}に連絡するには、内線何番にかければよいですか。""",
            half=both("half", half),
            ship=ship,
            wrong=wrong,
        ),
        evidence=((f"ships/{b.key}/2025", f"ship:{ship.en}"), (yard, f"yard:{group}")),
        copied=yard,
        harmless=swap(ledger, other, (other[0], spare, other[2])),
        **premise(
            SUPERINTENDENT,
            row[1],
            wrong,
            "Dock work on the {ship} is ordered by {right} in the {half}, not by {refuted}.",
            "{half}に{ship}のドック工事を発注する工務監督は{right}であり、{refuted}ではない。",
            ship=ship,
            half=both("half", half),
        ),
    )
