"""Pools of names. None of the firms, branches and persons is meant to exist; the cities abroad are where trips go.

Two branches never share a clerk: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

FIRMS = names("""
旅籠屋計装 はたごやけいそう Hatagoya-Keiso; 笠縫 かさぬい Kasanui; 草鞋電機 わらじでんき Waraji-Denki; 脚絆 きゃはん Kyahan
""")

PLACES = names("""
一里塚 いちりづか Ichirizuka; 関路 せきじ Sekiji; 宿沢 しゅくざわ Shukuzawa; 渡守 わたしもり Watashimori; 峠下 とうげした Togeshita
駒留 こまどめ Komadome; 道祖原 どうそばら Dosobara; 杖立野 つえたての Tsuetateno; 夕凪町 ゆうなぎまち Yunagimachi; 雲助坂 くもすけざか Kumosukezaka
""")

PEOPLE = names("""
浅利 あさり Asari; 壱岐 いき Iki; 薄井 うすい Usui; 江藤 えとう Eto; 大道寺 だいどうじ Daidoji; 鏡味 かがみ Kagami
北条谷 ほうじょうや Hojoya; 倉科 くらしな Kurashina; 煙山 けむやま Kemuyama; 古閑 こが Koga; 里吉 さとよし Satoyoshi; 志賀 しが Shiga
鈴鹿 すずか Suzuka; 反町 そりまち Sorimachi; 高麗 こま Koma; 塚越 つかごし Tsukagoshi; 東海林 しょうじ Shoji; 中野渡 なかのわたり Nakanowatari
根岸 ねぎし Negishi; 長谷部 はせべ Hasebe; 久富 ひさとみ Hisatomi; 松平 まつだいら Matsudaira; 棟方 むなかた Munakata; 龍崎 りゅうざき Ryuzaki
""")

GRADES = texts("""
director | 部長級; manager | 課長級; chief clerk | 係長級; clerk | 一般職
""")

# City, number of its currency in CURRENCIES; the first four are class 1.
CITIES = texts("""
New York | ニューヨーク; London | ロンドン; Zurich | チューリヒ; Vienna | ウィーン
Chicago | シカゴ; Leeds | リーズ; Basel | バーゼル; Lisbon | リスボン; Denver | デンバー; Turku | トゥルク
""")
CITY_CURRENCY = (0, 2, 3, 1, 0, 2, 3, 1, 0, 1)
FIRST_CLASS = 4
"""So many cities of CITIES are of class 1."""

CURRENCIES = texts("""
US dollar | 米ドル; euro | ユーロ; pound | 英ポンド; Swiss franc | スイスフラン
""")

# Per class of CLASSES, in its order; no item shares a word with its class.
ITEMS = classed(
    "taxi | タクシー; ferry | フェリー; motorway toll | 高速道路; hired bicycle | 貸自転車",
    "parcel | 宅配便; postage stamps | 切手; telephone card | テレホンカード; fax at the hotel | ホテルのファクシミリ",
    "box of sweets | 菓子折り; lunch with a customer | 客先との昼食; flowers | 花束; tea for visitors | 来客用の茶",
    "batteries | 乾電池; notebooks | ノート; adhesive tape | 粘着テープ; ink cartridge | インク",
)

SECTIONS = texts("""
General Affairs Section | 総務課; Accounting Section | 経理課
""")
