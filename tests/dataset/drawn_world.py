"""A small drawn set in both languages, beside or without written items: one world, two programs, every kind.

Each Main item has the harmless second copy that every drawn context has, and a near-twin that is cut.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Rows = list[dict[str, Any]]
World = dict[str, dict[str, Rows]]

WORLD = "ferry-1"

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "tariff": "Tariff, edition {e}. A crossing by car costs {v} yen. Bicycles are free.",
        "title": "Tariff, edition {e}",
        "circular": "Circular 4. Edition 7 applies from 1 June 2025. The day of sailing decides.",
        "circular_title": "Circular 4",
        "log": "Log of {m}. Sailings late: {v}. All 30 sailings of the month are listed.",
        "log_title": "Log of {m}",
        "filler": "Notice {n}. The waiting room is swept every morning before the first sailing.",
        "filler_title": "Notice {n}",
        "fare_question": "What does a crossing by car cost in yen on 3 July 2025?",
        "late_question": "How many sailings were late in {m}?",
        "free_question": "What does a bicycle cost on 3 July 2025, in yen?",
        "yen": "{v} yen",
        "count": "{v}",
        "declines": "It cannot be determined from the documents.",
        "free_answer": "A bicycle costs nothing: bicycles are free.",
        "free_refuted": "that a bicycle has a fare",
        "may": "May",
        "june": "June",
    },
    "ja": {
        "tariff": "運賃表 第{e}版。自動車の航送運賃は{v}円とする。自転車は無料とする。",
        "title": "運賃表 第{e}版",
        "circular": "通達第４号。第７版は令和７年６月１日から適用する。適用は乗船日による。",
        "circular_title": "通達第４号",
        "log": "{m}の運航日誌。遅延{v}便。当月の全30便を記載した。",
        "log_title": "{m}の運航日誌",
        "filler": "掲示{n}。待合室は毎朝、始発便の前に清掃する。",
        "filler_title": "掲示{n}",
        "fare_question": "令和７年７月３日に自動車で渡る場合の航送運賃は何円ですか。",
        "late_question": "{m}に遅延したのは何便ですか。",
        "free_question": "令和７年７月３日の自転車の運賃は何円ですか。",
        "yen": "{v}円",
        "count": "{v}便",
        "declines": "資料からは判断できない。",
        "free_answer": "自転車は無料であり、運賃はかからない。",
        "free_refuted": "自転車に運賃があること",
        "may": "５月",
        "june": "６月",
    },
}


def drawn_world() -> World:
    """A fresh copy: language -> file -> rows."""
    return {lang: _rows(lang) for lang in _WORDS}


def write_drawn(folder: Path, world: World, *, beside: bool = False) -> Path:
    """The files of `world` under `folder`: in LANG/, or in LANG/drawn/ beside others. Returns `folder`."""
    for lang, files in world.items():
        home = folder / lang / "drawn" if beside else folder / lang
        home.mkdir(parents=True, exist_ok=True)
        for name, rows in files.items():
            text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            (home / f"{name}.jsonl").write_text(text, encoding="utf-8", newline="\n")
    return folder


def _rows(lang: str) -> dict[str, Rows]:
    w = _WORDS[lang]
    old = _chunk("a0", w["title"].format(e=6), w["tariff"].format(e=6, v="2,730"))
    new = _chunk("a1", w["title"].format(e=7), w["tariff"].format(e=7, v="3,160"))
    circular = _chunk("a2", w["circular_title"], w["circular"])
    may = _chunk("a3", w["log_title"].format(m=w["may"]), w["log"].format(m=w["may"], v=4))
    june = _chunk("a4", w["log_title"].format(m=w["june"]), w["log"].format(m=w["june"], v=7))
    fillers = [_chunk(f"b{n}", w["filler_title"].format(n=n), w["filler"].format(n=n)) for n in range(6)]
    copy = _chunk("c0", june["title"], w["log"].format(m=w["june"], v=8))
    same = _chunk("c1", new["title"], new["text"])
    rival = _chunk("c2", new["title"], w["tariff"].format(e=7, v="3,190"))
    late_copy = _chunk("c3", old["title"], w["tariff"].format(e=6, v="2,740"))
    late_rival = _chunk("c4", may["title"], w["log"].format(m=w["may"], v=5))
    cut = {"chunk": old["id"], "end": len(old["text"]) - 4}
    ids = [chunk["id"] for chunk in (old, may, june, *fillers)]
    fare = {
        "id": f"{WORLD}-fare-0",
        "question": w["fare_question"],
        "answer": w["yen"].format(v="3,160"),
        "accept": [w["yen"].format(v="3160")],
        "aspects": ["multi_source", "multi_hop"],
        "positive": [new["id"], circular["id"]],
        "negative": ids[1:],
        "evidence": [{"chunk": new["id"], "quote": "3,160"}, {"chunk": circular["id"], "quote": circular["text"][:12]}],
        "overlay": {"add": [copy, same], "cuts": [cut], "same": {new["id"]: [same["id"]]}},
        "drawn": _drawn("fare", tier=1, hops=2, tokens=6000, slips={"other_edition": [w["yen"].format(v="2,730")]}),
    }
    late = {
        "id": f"{WORLD}-late-0",
        "question": w["late_question"].format(m=w["may"]),
        "answer": w["count"].format(v=4),
        "aspects": ["markdown"],
        "positive": [may["id"]],
        "negative": [old["id"], *ids[2:]],
        "evidence": [{"chunk": may["id"], "quote": may["text"][: may["text"].index("4") + 1]}],
        "overlay": {"add": [late_copy], "cuts": [cut]},
        "drawn": _drawn("late", tier=5, hops=1, tokens=32000, rows=30, slips={"other_month": [w["count"].format(v=7)]}),
    }
    free = {
        "id": f"{WORLD}-free-0",
        "kind": "false_premise",
        "question": w["free_question"],
        "answer": w["free_answer"],
        "refuted": w["free_refuted"],
        "aspects": ["multi_source"],
        "positive": [new["id"]],
        "negative": ids,
        "drawn": _drawn("free", tier=2, hops=1, tokens=8000, slips={}),
    }
    return {
        "chunks": [old, new, circular, may, june, *fillers],
        "items": [fare, late, free],
        "abstention": [
            *_abstention(fare, w["declines"], rival, w["yen"].format(v="3,190"), copy, _cut(new, "3,160")),
            *_abstention(late, w["declines"], late_rival, w["count"].format(v=5), late_copy, _cut(may, "4")),
        ],
    }


def _abstention(
    base: dict[str, Any], declines: str, rival: dict[str, Any], value: str, copy: dict[str, Any], cut: dict[str, Any]
) -> Rows:
    gold, noise = base["positive"][0], base["negative"]
    left = base["positive"][1:]
    shared = {"base": base["id"], "answer": declines}
    return [
        {
            "id": f"{base['id']}-INS", "kind": "insufficient", **shared,
            "overlay": {"remove": [gold], "add": [copy]}, "positive": left, "negative": noise,
        },
        {
            "id": f"{base['id']}-CON", "kind": "contradictory", **shared, "rival_answer": value,
            "overlay": {"add": [rival], "rival": [rival["id"]]}, "positive": base["positive"], "negative": noise,
        },
        {
            "id": f"{base['id']}-INC", "kind": "incomplete", **shared,
            "overlay": {"add": [copy], "cuts": [cut]}, "positive": base["positive"], "negative": noise,
        },
    ]  # fmt: skip


def _chunk(tail: str, title: str, text: str) -> dict[str, Any]:
    name = f"{WORLD}-00000000{tail}"
    return {"id": name, "world": WORLD, "doc_id": f"{name}-d", "title": title, "text": text}


def _cut(chunk: dict[str, Any], value: str) -> dict[str, Any]:
    return {"chunk": chunk["id"], "end": chunk["text"].index(value)}


def _drawn(program: str, *, tier: int, hops: int, tokens: int, slips: dict[str, list[str]], rows: int = 0) -> Any:
    return {
        "kit": "ferry", "program": program, "seed": "1", "tier": tier, "hops": hops, "rows": rows,
        "context_tokens": tokens, "slips": slips, "language_independent": False,
    }  # fmt: skip
