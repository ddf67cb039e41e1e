"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two branches never share a clerk; hauliers work for several branches, under a contract with each.
"""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

FIRMS = names("""
燠火 おきび Okibi; 竈守 かまもり Kamamori; 火打石 ひうちいし Hiuchiishi; 火吹竹 ひふきだけ Hifukidake
""")

PLACES = names("""
薪割坂 まきわりざか Makiwarizaka; 炭俵 すみだわら Sumidawara; 囲炉裏沢 いろりざわ Irorizawa; 湯気谷 ゆげだに Yugedani; 火鉢野 ひばちの Hibachino
灰吹橋 はいふきばし Haifukibashi; 釜蓋原 かまぶたはら Kamabutahara; 煤竹 すすたけ Susutake; 鉄瓶台 てつびんだい Tetsubindai; 五徳町 ごとくちょう Gotokucho
""")

PEOPLE = names("""
四方田 よもだ Yomoda; 榎園 えのきぞの Enokizono; 鷲巣 わしのす Washinosu; 久保寺 くぼでら Kubodera; 真壁 まかべ Makabe
雨宮 あめみや Amemiya; 柚木 ゆのき Yunoki; 財前 ざいぜん Zaizen; 鳥越 とりごえ Torigoe; 塩尻 しおじり Shiojiri; 名取 なとり Natori
棚橋 たなはし Tanahashi; 椎葉 しいば Shiiba; 砂川 すながわ Sunagawa; 浅香 あさか Asaka; 飯泉 いいずみ Iizumi; 栗栖 くりす Kurisu
戸倉 とくら Tokura; 茂木 もてぎ Motegi; 八重樫 やえがし Yaegashi; 小日向 こひなた Kohinata; 土師 はじ Haji; 玉置 たまき Tamaki
日置 ひおき Hioki; 蛭田 ひるた Hiruta
""")

HAULIERS = texts("""
Minokasa Transport | 蓑笠運送; Kurumaza Express | 車座急送; Hashikake Freight | 橋掛貨物; Tomozuna Carriers | 友綱配送
Oikaze Haulage | 追風運輸; Yokomichi Logistics | 横道物流; Nidana Trucking | 荷棚陸送; Wadachino Delivery | 轍野宅配
""")

# Per class of CLASSES; no member shares a word with its class.
TRADES = classed(
    "inn | 旅館; pension | ペンション; business hotel | ビジネスホテル; mountain lodge | 山荘; youth hostel | ユースホステル",
    "noodle shop | そば店; sushi bar | すし店; coffee shop | 喫茶店; grilled-chicken bar | 焼き鳥店; curry restaurant | カレー店",
    "bakery | パン工房; tofu workshop | 豆腐屋; miso brewery | 味噌蔵; sweets workshop | 菓子工房; fish-cake workshop | かまぼこ屋",
    "kindergarten | 幼稚園; primary school | 小学校; day nursery | 託児所; cram school | 学習塾; junior college | 短期大学",
)
HOUSEHOLD = texts("household | 一般家庭")[0]

CLASSES = texts("""
accommodation | 宿泊業; eating and drinking | 飲食業; food production | 食品製造業; teaching and child care | 教育・保育
""")

PLANS = texts("""
bath set | 風呂セット; floor heating | 床暖房
""")

TYPES = texts("""
single-stage | 単段式; two-stage | 二段式
""")

SIZES = (50, 20, 8)
"""Kilograms of gas in a cylinder."""

SECTIONS = texts("""
Customer Section | 顧客課; Safety Section | 保安課
""")
