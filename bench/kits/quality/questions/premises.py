"""Questions that take for granted what the documents refute: a limit, a supplier. The answer is the correction."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.quality import names
from bench.kits.quality.ledger import Ledger
from bench.kits.quality.programs import PROGRAMS
from bench.kits.quality.questions.inspecting import log_of
from bench.kits.quality.questions.limits import SHAPE, SLIPS, changed_rules, draw_case, evidence, facts, rules_of, solve
from bench.kits.questions import ask, premise, slips_of
from bench.kits.shapes import words


@PROGRAMS.add(2, "markdown", "numerical_inclusion", hops=2, kind="false_premise")
def limit_said(ledger: Ledger, rng: Random) -> Question:
    """The limit that the question names is that of another edition, or of the neighbouring range."""
    case = draw_case(ledger, rng)
    b, rules, right = case[0], rules_of(case), solve(*case)
    telling = {name: SLIPS[name] for name in ("other_edition", "range_end")}
    wrong = rng.choice([size for slip in slips_of(solve, telling).values() if (size := slip(case)) != right])
    _, same = changed_rules(rng, case)
    shown = {lang: SHAPE(wrong)[lang].text for lang in ("en", "ja")}
    return Question(
        ask=ask(
            """
            The {most} permitted size of a {product} with a nominal size of {nominal} mm that the {b} works orders on {d} is {wrong}. In which range of the table does it stand?
            Why may a {product} of {nominal} mm (nominal), ordered by the {b} works on {d}, have {wrong} as its {most} size?
            {wrong} is the {most} size that a {product} of {nominal} mm ordered by the {b} works on {d} may have. By which edition of the table is that?""",
            """
            {b}工場が{d}に発注した{product}（呼び寸法{nominal}㎜）の{most}許容寸法は{wrong}であるが、これは表のどの区分によるものか。
            {d}に{b}工場が発注した呼び寸法{nominal}㎜の{product}について、許される{most}の寸法が{wrong}となるのはなぜですか。
            呼び寸法{nominal}㎜の{product}を{b}工場が{d}に発注した場合、{most}許容寸法は{wrong}です。これは第何版の表によるものですか。""",
            wrong=shown,
            **facts(case),
        ),
        evidence=evidence(case),
        copied=f"tolerances/{b.key}/{rules.edition}",
        harmless=swap(ledger, rules, same),
        **premise(
            SHAPE,
            right,
            wrong,
            "The {most} permitted size of this {product} is {right}, not {refuted}.",
            "この{product}の{most}許容寸法は{right}であり、{refuted}ではない。",
            product=names.PRODUCTS[case[1]],
            most=facts(case)["most"],
        ),
    )


@PROGRAMS.add(1, "csv", hops=1, kind="false_premise")
def supplier_said(ledger: Ledger, rng: Random) -> Question:
    """The supplier that the question names is that of a neighbouring row."""
    b = rng.choice(ledger.works)
    rows = rng.choice(b.lots)
    at = rng.randrange(3, len(rows) - 3)
    lot = rows[at]
    near = [row.supplier for row in rows[at - 3 : at + 4] if row.supplier != lot.supplier]
    wrong = rng.choice(near)
    beside = rng.choice([row for row in rows if row is not lot])
    doc = log_of(b, lot.day)
    return Question(
        ask=ask(
            """
            Lot {ref} came from {wrong}. On which day had it been ordered from this firm?
            {wrong} delivered lot {ref}. How many pieces did the delivery of this firm have?
            How many days passed between the order to {wrong} and the inspection of lot {ref}, which this firm delivered?""",
            """
            ロット{ref}は{wrong}が納めたものであるが、同社への発注日はいつか。
            ロット{ref}を納入したのは{wrong}です。同社のこの納入は何個でしたか。
            {wrong}に発注してから、同社が納めたロット{ref}を検査するまでに、何日かかりましたか。""",
            ref=lot.ref,
            wrong=wrong,
        ),
        evidence=((doc, f"lot:{lot.ref}"),),
        copied=doc,
        harmless=swap(ledger, beside, replace(beside, certified=not beside.certified)),
        **premise(
            words,
            lot.supplier,
            wrong,
            "Lot {ref} was delivered by {right}, not by {refuted}.",
            "ロット{ref}を納入したのは{right}であり、{refuted}ではない。",
            ref=lot.ref,
        ),
    )
