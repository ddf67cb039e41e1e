"""A small sound world of the suite's own format, in both languages, that tests break in one place at a time."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

Rows = list[dict[str, Any]]
World = dict[str, dict[str, Rows]]

_FILLER = {
    "en": [
        "The library lends kites, reels and tails to anyone who lives in the valley and has signed the card.",
        "Whoever brings a kite back wet is asked to hang it up in the drying loft before going home.",
        "Lines must be wound without knots, because the next patron has no time to untie them on the hill.",
        "Volunteers open the counter in turns and write down what they hand out and what they take in.",
        "Children fly in the company of an adult, who also carries the reel over the road by the mill.",
        "Nobody flies near the power line behind the sawmill, however good the wind may be on that side.",
        "A torn sail is mended by the workshop, which keeps scraps of every colour in the tall cupboard.",
        "The committee thanks the joiner for the new shelf and the baker for the bread at the last meeting.",
        "In fog the hill stays closed, and the flag on the tower is taken down so that all can see it.",
        "Questions are answered at the counter; letters are read out when the committee next comes together.",
        "Patrons who move away return their card, and the deposit is paid back at the counter on that day.",
        "The loft is swept by whoever locked it last, and the key hangs on the nail beside the ladder.",
        "Photographs of the season are welcome and may be pinned to the board next to the entrance.",
        "Spare spars of ash and bamboo lie in the long drawer, sorted by thickness and marked with chalk.",
        "The ladder to the loft carries one person at a time, and it is never used with a kite in hand.",
        "Whoever finds a stray tail on the hill leaves it in the basket, where its owner will look for it.",
    ],
    "ja": [
        "当文庫は、谷に住み貸出券に署名した人に、凧、糸巻き及び尾を貸し出している。",
        "ぬれた凧を返す人は、帰る前に乾燥室の竿に掛けておくこと。",
        "糸は結び目を残さずに巻き取り、次に使う人が丘の上で困らないようにする。",
        "窓口は有志が交替で開け、貸した物と返った物を帳面に書き留める。",
        "子どもは大人と一緒に揚げ、水車小屋の前の道では大人が糸巻きを持つ。",
        "製材所の裏の電線の近くでは、どれほど風がよくても揚げてはならない。",
        "破れた帆は工房が繕う。背の高い戸棚に、あらゆる色の端切れが用意してある。",
        "委員会は、新しい棚を作ってくれた建具職人と、前回パンを届けてくれた店に感謝する。",
        "霧の日は丘を閉め、遠くからも分かるように塔の旗を下ろす。",
        "質問には窓口で答え、手紙は次に委員会が集まるときに読み上げる。",
    ],
}


def _text(lang: str, head: str, start: int, tail: str = "") -> str:
    """`head`, as many general sentences as make a chunk of the wanted length, and `tail`."""
    pool, joint = _FILLER[lang], (" " if lang == "en" else "")
    size = 14 if lang == "en" else 9
    lines = [pool[(start + n) % len(pool)] for n in range(size)]
    return "\n\n".join(part for part in (head, joint.join(lines), tail) if part)


_DOCUMENTS: dict[str, list[tuple[str, str]]] = {
    "en": [
        (
            "Fees 2026",
            "Fees from 1 January to 31 December 2026, in yen.\n\n| Kite | First day | Each further day |\n"
            "|---|---|---|\n| Box kite | 640 | 180 |\n| Delta kite | 470 | 130 |\n| Rokkaku | 820 | 260 |",
        ),
        (
            "Fees 2025",
            "Fees from 1 January to 31 December 2025, in yen.\n\n| Kite | First day | Each further day |\n"
            "|---|---|---|\n| Box kite | 590 | 160 |\n| Delta kite | 430 | 120 |\n| Rokkaku | 770 | 230 |",
        ),
        ("Register of reels", "Reel R-3 is wound with plaited cord. Reel R-4 is wound with twisted cord."),
        ("Workshop log", "R-3: brake renewed by Mikuriya in April. R-4: handle renewed by Tamamushi in May."),
        ("Opening hours", "The counter is open on Saturdays."),
        ("Wind notice", "The flag on the tower is raised when the hill is open."),
        ("Minutes of spring", "The committee met in the loft in spring."),
        ("Questions and answers", "May I take a kite to the lake? Yes, with a longer line."),
        ("Storage plan", "Kites hang by size, the large ones next to the window."),
    ],
    "ja": [
        (
            "貸出料（令和８年）",
            "令和８年１月１日から同年12月31日までの貸出料（円）\n\n| 凧 | 初日 | ２日目以降１日につき |\n"
            "|---|---|---|\n| 箱凧 | 640 | 180 |\n| 三角凧 | 470 | 130 |\n| 六角凧 | 820 | 260 |",
        ),
        (
            "貸出料（令和７年）",
            "令和７年１月１日から同年12月31日までの貸出料（円）\n\n| 凧 | 初日 | ２日目以降１日につき |\n"
            "|---|---|---|\n| 箱凧 | 590 | 160 |\n| 三角凧 | 430 | 120 |\n| 六角凧 | 770 | 230 |",
        ),
        ("糸巻き台帳", "Ｒ－３号には組みひもが巻いてある。Ｒ－４号には撚りひもが巻いてある。"),
        ("工房日誌", "Ｒ－３号　４月、御厨が制動具を取り替えた。Ｒ－４号　５月、玉虫が取っ手を取り替えた。"),
        ("開館時間", "窓口は土曜日に開く。"),
        ("風のお知らせ", "丘が開いている間は、塔に旗を掲げる。"),
        ("春の議事録", "委員会は春に乾燥室で開かれた。"),
        ("よくある質問", "湖へ凧を持って行ってもよいか。長い糸を使うならかまわない。"),
        ("収納図", "凧は大きさの順に掛け、大きなものを窓際に置く。"),
    ],
}

_RIVALS = {
    "en": [
        ("Box kites: notice of fees 2026",
         "Fees for box kites in 2026, 1 January to 31 December: 640 yen for the first day, 210 for each further day."),
        ("Workshop report, April", "In April the brake of reel R-3 was renewed by Oginome."),
    ],
    "ja": [
        ("箱凧の貸出料（令和８年）",
         "令和８年１月１日から同年12月31日までの貸出料は、初日640円、２日目以降１日につき210円とする。"),
        ("工房報告（４月）", "４月、荻野目がＲ－３号の制動具を取り替えた。"),
    ],
}  # fmt: skip


def _chunk(lang: str, number: int, title: str, head: str, doc: str) -> dict[str, Any]:
    return {"id": f"T01-{number:02}", "world": "T01", "doc_id": doc, "title": title,
            "text": _text(lang, f"{title}\n\n{head}", number), "snapshot": "2026-06-01", "jurisdiction": "JP",
            "version": "1"}  # fmt: skip


def _items(lang: str) -> Rows:
    en = lang == "en"
    shared = {"snapshot": "2026-06-01", "author": "suite", "reviews": []}
    return [
        {
            "id": "TST-001",
            "question": "How much is owed for a box kite kept for 5 days in May 2026?" if en
            else "令和８年５月に箱凧を５日間借りると、貸出料はいくらになるか。",
            "answer": "1,360 yen" if en else "1,360円",
            "aspects": ["markdown", "calculation"],
            "positive": ["T01-01"],
            "negative": [f"T01-{n:02}" for n in range(2, 10)],
            "evidence": [{"chunk": "T01-01", "quote": "| Box kite | 640 | 180 |" if en else "| 箱凧 | 640 | 180 |"}],
            "reasoning": "640 + 4 × 180 = 1,360.",
            "derivation": "640 + (5 - 1) * 180",
            "accept": ["¥1,360"] if en else ["千三百六十円"],
            **shared,
        },
        {
            "id": "TST-002",
            "question": "Who put a new brake on the reel that carries the braided line?" if en
            else "編んだひもの付いた糸巻きの制動具を新しくしたのは誰か。",
            "answer": "Mikuriya" if en else "御厨",
            "aspects": ["multi_source", "synonym"],
            "positive": ["T01-03", "T01-04"],
            "negative": ["T01-01", "T01-02", *(f"T01-{n:02}" for n in range(5, 10))],
            "evidence": [
                {"chunk": "T01-03", "quote": "Reel R-3 is wound with plaited cord." if en
                 else "Ｒ－３号には組みひもが巻いてある。"},
                {"chunk": "T01-04", "quote": "R-3: brake renewed by Mikuriya in April." if en
                 else "Ｒ－３号　４月、御厨が制動具を取り替えた。"},
            ],
            "reasoning": "Plaited is braided; R-3; the log names Mikuriya.",
            "derivation": None,
            "accept": ["Ms Mikuriya"] if en else ["御厨さん"],
            **shared,
        },
    ]  # fmt: skip


def _abstention(lang: str, chunks: Rows) -> Rows:
    en = lang == "en"
    rivals = [_chunk(lang, 91 + n, title, head, f"rival-{n}") for n, (title, head) in enumerate(_RIVALS[lang])]
    ends = [chunks[0]["text"].index("| 640 | 180 |") + 2,
            chunks[3]["text"].index("brake renewed by" if en else "御厨が制動具") + (5 if en else 0)]  # fmt: skip
    say = "It cannot be determined: " if en else "判断できない。"
    return [
        {"id": "TST-001-CON", "base": "TST-001", "kind": "contradictory", "add": rivals[0], "reviews": [],
         "answer": say + ("two notices give 180 and 210 yen for each further day." if en
                          else "二つの文書が２日目以降を180円と210円とし、食い違っている。")},
        {"id": "TST-001-INC", "base": "TST-001", "kind": "incomplete", "cut": {"chunk": "T01-01", "end": ends[0]},
         "answer": say + ("the table breaks off." if en else "表が途切れている。"), "reviews": []},
        {"id": "TST-002-CON", "base": "TST-002", "kind": "contradictory", "add": rivals[1], "reviews": [],
         "answer": say + ("the log names Mikuriya, the report Oginome." if en
                          else "日誌は御厨とし、報告は荻野目としていて、一致しない。")},
        {"id": "TST-002-INC", "base": "TST-002", "kind": "incomplete", "cut": {"chunk": "T01-04", "end": ends[1]},
         "answer": say + ("the log breaks off." if en else "日誌が途切れている。"), "reviews": []},
    ]  # fmt: skip


def _language(lang: str) -> dict[str, Rows]:
    documents = enumerate(_DOCUMENTS[lang], start=1)
    chunks = [_chunk(lang, n, title, head, f"doc-{n}") for n, (title, head) in documents]
    return {"chunks": chunks, "items": _items(lang), "abstention": _abstention(lang, chunks)}


_WORLD: World = {lang: _language(lang) for lang in ("en", "ja")}


def sound_world() -> World:
    """A fresh copy: language -> file (chunks, items, abstention) -> rows."""
    return copy.deepcopy(_WORLD)


def write(folder: Path, world: World, settings: str = "") -> Path:
    """Write the world as a dataset folder and return it."""
    for lang, files in world.items():
        (folder / lang).mkdir(parents=True, exist_ok=True)
        for name, rows in files.items():
            text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            (folder / lang / f"{name}.jsonl").write_text(text, encoding="utf-8")
    if settings:
        (folder / "dataset.toml").write_text(settings, encoding="utf-8")
    return folder
