"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two halls never share a warden: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

FIRMS = names("""
雪窓 ゆきまど Yukimado; 麦藁笛 むぎわらぶえ Mugiwarabue; 灯籠舟 とうろうぶね Torobune; 灯油皿 とうゆざら Toyuzara
""")

PLACES = names("""
硝子坂 がらすざか Garasuzaka; 朝靄台 あさもやだい Asamoyadai; 下駄箱町 げたばこちょう Getabakocho; 行李沢 こうりざわ Korizawa; 角帽橋 かくぼうばし Kakubobashi
蛍雪 けいせつ Keisetsu; 万年筆町 まんねんひつちょう Mannenhitsucho; 風呂敷谷 ふろしきだに Furoshikidani; 湯呑原 ゆのみはら Yunomihara; 炭酸口 たんさんぐち Tansanguchi
""")

PEOPLE = names("""
四方田 よもだ Yomoda; 榎園 えのきぞの Enokizono; 鷲巣 わしのす Washinosu; 久保寺 くぼでら Kubodera; 真壁 まかべ Makabe; 雨宮 あめみや Amemiya
柚木 ゆのき Yunoki; 財前 ざいぜん Zaizen; 鳥越 とりごえ Torigoe; 塩尻 しおじり Shiojiri; 名取 なとり Natori; 棚橋 たなはし Tanahashi
椎葉 しいば Shiiba; 砂川 すながわ Sunagawa; 浅香 あさか Asaka; 飯泉 いいずみ Iizumi; 栗栖 くりす Kurisu; 戸倉 とくら Tokura
茂木 もてぎ Motegi; 八重樫 やえがし Yaegashi; 小日向 こひなた Kohinata; 土師 はじ Haji; 玉置 たまき Tamaki; 日置 ひおき Hioki
蛭田 ひるた Hiruta; 大迫 おおさこ Osako; 深津 ふかつ Fukatsu; 南雲 なぐも Nagumo; 五島 ごしま Goshima; 郡司 ぐんじ Gunji
""")

WINGS = texts("""
North | 北; East | 東; South | 南; West | 西
""")

TASKS = texts("""
kitchen | 台所; bath | 浴室; entrance | 玄関; bins | ごみ
""")

# Per class of CLASSES; no member shares a word with its class.
THINGS = classed(
    "mattress | マットレス; quilt | 布団; pillow | 枕; blanket | 毛布",
    "kettle | やかん; rice pot | 炊飯器; frying pan | フライパン; toaster | トースター",
    "broom | ほうき; bucket | バケツ; mop | モップ; dustpan | ちり取り",
    "desk lamp | 電気スタンド; chair | 椅子; bookshelf | 本棚; drawing board | 製図板",
)

CLASSES = texts("""
sleeping | 睡眠; cooking | 調理; cleaning | 清掃; studying | 学習
""")

SECTIONS = texts("""
Housing Section | 入寮課; Welfare Section | 厚生課
""")
