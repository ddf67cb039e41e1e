"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two offices never share a member of staff: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

PROVIDERS = names("""
茜小路 あかねこうじ Akanekoji; 日向葛 ひなたかずら Hinatakazura; 椿縁 つばきえん Tsubakien; 柿の縁 かきのえん Kakinoen
""")

TOWNS = names("""
鶸台 ひわだい Hiwadai; 蓮根沢 はすねざわ Hasunezawa; 糸瓜野 へちまの Hechimano; 木槌町 きづちまち Kizuchimachi; 竈ヶ原 かまどがはら Kamadogahara
雲雀沢 ひばりざわ Hibarizawa; 瓢谷 ひさごや Hisagoya; 麻干沢 あさほしざわ Asahoshizawa; 鍬形 くわがた Kuwagata; 真菰浦 まこもうら Makomoura
""")

PEOPLE = names("""
四方田 よもだ Yomoda; 榎園 えのきぞの Enokizono; 鷲巣 わしのす Washinosu; 久保寺 くぼでら Kubodera; 真壁 まかべ Makabe
雨宮 あめみや Amemiya; 柚木 ゆのき Yunoki; 財前 ざいぜん Zaizen; 鳥越 とりごえ Torigoe; 塩尻 しおじり Shiojiri; 名取 なとり Natori
棚橋 たなはし Tanahashi; 椎葉 しいば Shiiba; 砂川 すながわ Sunagawa; 浅香 あさか Asaka; 飯泉 いいずみ Iizumi; 栗栖 くりす Kurisu
戸倉 とくら Tokura; 茂木 もてぎ Motegi; 八重樫 やえがし Yaegashi; 小日向 こひなた Kohinata; 土師 はじ Haji; 玉置 たまき Tamaki
日置 ひおき Hioki; 蛭田 ひるた Hiruta; 猪狩 いがり Igari; 樋渡 ひわたし Hiwatashi; 生駒 いこま Ikoma; 鬼頭 きとう Kito
熊谷 くまがい Kumagai; 薄井 うすい Usui; 米沢 よねざわ Yonezawa; 長縄 ながなわ Naganawa; 毛利 もうり Mori; 布施 ふせ Fuse
寺西 てらにし Teranishi; 桑折 こおり Kori; 船越 ふなこし Funakoshi; 影山 かげやま Kageyama; 粟津 あわづ Awazu; 関屋 せきや Sekiya
滝口 たきぐち Takiguchi; 唐沢 からさわ Karasawa; 渋川 しぶかわ Shibukawa; 新妻 にいづま Niizuma; 垣内 かきうち Kakiuchi; 荻野 おぎの Ogino
稲毛 いなげ Inage; 梶川 かじかわ Kajikawa; 花岡 はなおか Hanaoka; 保科 ほしな Hoshina; 森脇 もりわき Moriwaki; 矢吹 やぶき Yabuki
""")

# Per class of CLASSES, in its order; no description shares a word with its class.
EVENTS = classed(
    "slid off the edge of the bed | ベッドの端からずり落ちた; lost her footing on the ramp | スロープで足を滑らせた; stumbled over the door sill | 敷居でつまずいた; knees gave way beside the wheelchair | 車椅子の脇で膝から崩れた",
    "evening tablets given in the morning | 夕方の錠剤を朝に飲ませた; eye drops put into the wrong eye | 目薬を反対の目に差した; neighbour's sachet handed out | 隣の人の一包化の袋を渡した; double dose of cough syrup | せき止めシロップを２回飲ませた",
    "piece of rice cake stuck in the throat | 餅が喉に詰まった; coughed hard over miso soup | みそ汁で激しくむせた; gagged on a slice of orange | みかんの房を飲み込めず顔色が変わった; tea went down the wrong way | お茶が気管に入った",
    "not in the garden at the head count | 点呼のときに庭にいなかった; found alone at the bus stop | 一人で停留所にいるところを見付けた; gone through the kitchen door unnoticed | 気付かれずに勝手口から出ていた; nowhere to be found after the outing | 外出の帰りに姿が見えなくなった",
    "hearing aid stepped on | 補聴器を踏んだ; vase knocked over with the vacuum cleaner | 掃除機を当てて花瓶を倒した; blouse shrunk in the wash | 洗濯でブラウスが縮んだ; spectacles bent in the shower room | 浴室で眼鏡を曲げた",
)

CLASSES = texts("""
Falls | 転倒・転落; Medication errors | 与薬の誤り; Choking | 誤嚥・窒息; Going missing | 行方不明; Damage to belongings | 物品の破損
""")

LEVELS = texts("""
Level A | 区分Ａ; Level B | 区分Ｂ; Level C | 区分Ｃ
""")

SERVICES = texts("""
Body care, short | 身体・短時間; Body care | 身体; Body care, long | 身体・長時間; Housework | 生活; Housework, long | 生活・長時間; Body care with housework | 身体・生活
""")

PLACES = texts("""
Nanamagari Clinic | 七曲医院; Hospital of the Three Towns | 三町組合病院; Sagase Eye Clinic | 下ヶ瀬眼科; Toge Dental Practice | 峠歯科
Bank at the Station | 駅前の銀行; Cemetery on the Slope | 坂上の墓地; Hairdresser Mimosa | 理容ミモザ; Town Office | 町役場
""")

SECTIONS = texts("""
Care Section | サービス課; Claims Section | 請求課
""")
