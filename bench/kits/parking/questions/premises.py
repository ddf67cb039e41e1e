"""Questions that take for granted what the documents refute: a charge, who was on duty. The answer is the correction."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.parking.ledger import Ledger
from bench.kits.parking.programs import PROGRAMS
from bench.kits.parking.questions.charges import ONE, charge, draw_case, evidence, facts, other_badge, rules_of
from bench.kits.parking.questions.duties import EARLY, on_duty
from bench.kits.questions import ask, premise, slips_of
from bench.kits.shapes import person, yen


@PROGRAMS.add(2, "multi_source", "calculation", hops=2, kind="false_premise")
def charge_said(ledger: Ledger, rng: Random) -> Question:
    """The charge that the question names is that of another edition, or of another way of counting."""
    case = draw_case(ledger, rng)
    p, rules, right = case[0], rules_of(case), charge(*case)
    wrong = rng.choice([n for slip in slips_of(charge, ONE).values() if (n := slip(case)) not in (right, 0)])
    return Question(
        ask=ask(
            """
            A car that was in the {p} car park from {t1} on {d1} to {t2} on {d2}, without a badge or stamps, is charged {wrong}. Why is it that much?
            The {p} car park charges {wrong} for a stay from {d1}, {t1}, to {d2}, {t2}, without stamps or a badge. By which edition of the tariff is that?
            For somebody without stamps or a badge who parks at the {p} car park from {t1} on {d1} to {t2} on {d2} the charge is {wrong}. Which articles lead to that sum?""",
            """
            {p}駐車場に{d1}の{t1}に入庫し、{d2}の{t2}に出庫した車（サービス券及び手帳なし）の料金が{wrong}となるのはなぜか。
            {p}駐車場に{d1}{t1}から{d2}{t2}まで（サービス券も手帳も使わずに）止めると{wrong}です。これは第何版の料金表によるものですか。
            入庫が{d1}{t1}、出庫が{d2}{t2}の車の{p}駐車場の料金（サービス券・手帳なし）は{wrong}になります。どの条によってこの額になるのですか。""",
            wrong=yen(wrong),
            **facts(case),
        ),
        evidence=evidence(case),
        copied=f"tariff/{p.key}/{rules.edition}",
        harmless=swap(ledger, rules, other_badge(rules)),
        **premise(
            yen,
            right,
            wrong,
            "For a stay at the {p} car park from {t1} on {d1} to {t2} on {d2} the charge is {right}, not {refuted}.",
            "{p}駐車場に{d1}{t1}から{d2}{t2}まで止めた場合の料金は{right}であり、{refuted}ではない。",
            **facts(case),
        ),
    )


@PROGRAMS.add(3, "multi_source", "multi_hop", hops=2, kind="false_premise")
def duty_said(ledger: Ledger, rng: Random) -> Question:
    """Whoever the question names had another duty of the same days."""
    p = rng.choice(ledger.parks)
    stays = [stay for rows in p.stays for stay in rows if on_duty(p, stay)]
    night = [stay for stay in stays if stay.exit_at < EARLY]
    stay = rng.choice(night if rng.random() < 0.5 else stays)
    right = on_duty(p, stay)
    assert right is not None
    begun = stay.exit - DAY if stay.exit_at < EARLY else stay.exit
    month = next(sheet for sheet in p.rosters if sheet[0].day == begun.replace(day=1))
    row = next(row for row in month if row.day == begun)
    near = [who for each in month if abs((each.day - begun).days) < 2 for who in each.on if who != right]
    wrong = rng.choice(near)
    beside = rng.choice([each for each in month if each is not row])
    sheet = next(n for n, each in enumerate(p.stays) if stay in each)
    doc = f"roster/{p.key}/{begun:%Y-%m}"
    return Question(
        ask=ask(
            """
            When the car with ticket {ref} left the {p} car park, {wrong} was on duty. For what reason was it {wrong}?
            {wrong} was on duty at the {p} car park when ticket {ref} was paid at the exit. Why had {wrong} been put down for that turn?
            At the moment at which the car with ticket {ref} drove out of the {p} car park, {wrong} had the duty. How did that come about?""",
            """
            チケット{ref}の車が{p}駐車場を出たときに勤務していたのは{wrong}であるが、{wrong}であったのはなぜか。
            {p}駐車場でチケット{ref}の車が出庫したとき、当番は{wrong}さんでした。{wrong}さんがその勤務に入っていた理由は何ですか。
            チケット{ref}の車が{p}駐車場から出た時刻には、{wrong}さんが勤務していました。どうしてそうなったのですか。""",
            p=p.name,
            ref=stay.ticket,
            wrong=wrong,
        ),
        evidence=(
            (f"stays/{p.key}/{sheet + 1}", f"stay:{stay.ticket}"),
            (doc, f"day:{begun}"),
            (doc, "hours"),
        ),
        copied=doc,
        harmless=swap(ledger, beside, replace(beside, event=not beside.event)),
        **premise(
            person("attendant", "管理員"),
            right,
            wrong,
            "When the car with ticket {ref} left the {p} car park, {right} was on duty, not {refuted}.",
            "チケット{ref}の車が{p}駐車場を出たときに勤務していたのは{right}であり、{refuted}ではない。",
            p=p.name,
            ref=stay.ticket,
        ),
    )
