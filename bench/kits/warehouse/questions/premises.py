"""Questions that take for granted what the documents refute: a last day, a consignee. The answer is the correction."""

from __future__ import annotations

from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, premise, slips_of
from bench.kits.shapes import day, words
from bench.kits.warehouse.ledger import Ledger
from bench.kits.warehouse.programs import PROGRAMS, delivery_doc
from bench.kits.warehouse.questions.demurrage import other_pieces
from bench.kits.warehouse.questions.free import SLIPS, changed_rules, draw_case, evidence, facts, rules_of, solve


@PROGRAMS.add(2, "multi_source", "numerical_inclusion", hops=2, kind="false_premise")
def free_said(ledger: Ledger, rng: Random) -> Question:
    """The last day that the question names is that of another edition, or forgets a rule."""
    case = draw_case(ledger, rng)
    b, rules, right = case[0], rules_of(case), solve(*case)
    wrong = rng.choice([at for slip in slips_of(solve, SLIPS).values() if (at := slip(case)) != right])
    _, same = changed_rules(rng, case)
    return Question(
        ask=ask(
            """
            The free time of a lot of {goods} landed at the {b} shed on {w}, {d}, ends on {wrong}. How many days in between are left out of the count?
            Why does free time run until {wrong} for a lot of {goods} that comes off the ship at the {b} shed on {d}, a {w}?
            A lot of {goods} landed at the {b} shed on {d} ({w}) stays free of charge up to and including {wrong}. By which edition of the rules is that?""",
            """
            {b}上屋に{d}（{w}）に陸揚げした{goods}の無料期間は{wrong}に終わるが、その間に日数に算入されない日は何日あるか。
            {d}（{w}）に{b}上屋へ揚がった{goods}の無料期間が{wrong}までとなるのはなぜですか。
            {goods}を{d}（{w}）に{b}上屋へ陸揚げした場合、{wrong}まで（その日を含む。）無料で置くことができます。これは第何版によるものですか。""",
            wrong=both("d", wrong),
            **facts(case),
        ),
        evidence=evidence(case),
        copied=f"free/{b.key}/{rules.edition}",
        harmless=swap(ledger, rules, same),
        **premise(
            day,
            right,
            wrong,
            "The free time of a lot of {goods} landed at the {b} shed on {d} ends on {right}, not on {refuted}.",
            "{b}上屋に{d}に陸揚げした{goods}の無料期間は{right}に終わり、{refuted}ではない。",
            **facts(case),
        ),
    )


@PROGRAMS.add(3, "csv", "multi_hop", hops=2, kind="false_premise")
def consignee_said(ledger: Ledger, rng: Random) -> Question:
    """The consignee that the question names is that of a neighbouring row."""
    b = rng.choice(ledger.sheds)
    n = rng.randrange(len(b.landings))
    rows = b.landings[n]
    when = [(lot.left, lot.time) for lot in b.lots]
    at = rng.choice([at for at in range(3, len(rows) - 3) if when.count((rows[at].left, rows[at].time)) == 1])
    lot = rows[at]
    wrong = rng.choice([row for row in rows[at - 3 : at + 4] if row.consignee != lot.consignee]).consignee
    beside = rng.choice([row for row in rows if row is not lot])
    doc = f"landings/{b.key}/{n + 1}"
    known = {"b": b.name, "t": both("tj", lot.time), "d": both("d", lot.left)}
    return Question(
        ask=ask(
            """
            The goods that left the {b} shed at {t} on {d} were consigned to {wrong}. How many days before had this firm placed its delivery order?
            {wrong} was the consignee of what was taken away from the {b} shed on {d} at {t}. On what day did this firm give its delivery order?
            On {d} at {t} goods consigned to {wrong} left the {b} shed. How many days earlier had they been landed for this firm?""",
            """
            {b}上屋から{d}の{t}に搬出された貨物の荷受人は{wrong}であるが、同社が荷渡指図を出したのはその何日前か。
            {d}{t}に{b}上屋を出た貨物は{wrong}が荷受人でした。同社はいつ荷渡指図を出しましたか。
            {wrong}を荷受人とする貨物が{d}の{t}に{b}上屋から引き取られました。同社のためにこの貨物が陸揚げされたのは何日前ですか。""",
            wrong=wrong,
            **known,
        ),
        evidence=((doc, f"lot:{lot.ref}"), (delivery_doc(b, lot.left), f"left:{lot.ref}")),
        copied=doc,
        harmless=swap(ledger, beside, other_pieces(rng, beside)),
        **premise(
            words,
            lot.consignee,
            wrong,
            "The consignee of what left the {b} shed at {t} on {d} is {right}, not {refuted}.",
            "{b}上屋から{d}{t}に搬出された貨物の荷受人は{right}であり、{refuted}ではない。",
            **known,
        ),
    )
