"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two buildings never share a caretaker: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

FIRMS = names("""
墨繁 すみしげ Sumishige; 蔀戸 しとみど Shitomido; 欅垣 けやきがき Keyakigaki; 瓦林 かわらばやし Kawarabayashi; 槌音 つちおと Tsuchioto
""")

BUILDINGS = names("""
楢木坂 ならのきざか Naranokizaka; 椋ノ台 むくのだい Mukunodai; 蜜柑橋 みかんばし Mikanbashi; 雪柳台 ゆきやなぎだい Yukiyanagidai
琴弾丘 ことひきおか Kotohikioka; 千草坂 ちぐさざか Chigusazaka; 鶸森 ひわもり Hiwamori; 藤袴町 ふじばかまちょう Fujibakamacho
石蕗台 つわぶきだい Tsuwabukidai; 浮雲坂 うきぐもざか Ukigumozaka
""")

PEOPLE = names("""
青砥 あおと Aoto; 粟飯原 あいはら Aihara; 五十棲 いそずみ Isozumi; 魚住 うおずみ Uozumi; 大瀧 おおたき Ootaki; 笠置 かさぎ Kasagi
喜連川 きつれがわ Kitsuregawa; 国枝 くにえだ Kunieda; 桑折 こおり Koori; 紺屋 こんや Konya; 佐分利 さぶり Saburi; 鹿野 しかの Shikano
勝呂 すぐろ Suguro; 瀬良 せら Sera; 曲渕 まがりぶち Magaribuchi; 田母神 たもがみ Tamogami; 長曽 ちょうそ Chouso; 辻本 つじもと Tsujimoto
登坂 とさか Tosaka; 新納 にいろ Niiro; 箸本 はしもと Hashimoto; 檜垣 ひがき Higaki; 武曽 むそ Muso; 屋敷 やしき Yashiki
勅使 てし Teshi; 弓削 ゆげ Yuge
""")

# Per class of CLASSES, in its order; no member shares a word with its class.
VEHICLES = classed(
    "station wagon | ステーションワゴン; hatchback | ハッチバック; convertible | オープンカー; people carrier | ミニバン",
    "delivery van | 配送バン; pick-up with ladder | はしごを積んだピックアップ; refrigerated lorry | 保冷トラック",
    "scooter | スクーター; cafe racer | カフェレーサー; sidecar outfit | サイドカー",
    "mountain bike | マウンテンバイク; folding tandem | 折り畳みタンデム; child's tricycle | 子ども用三輪車",
)

CLASSES = texts("""
Passenger cars | 乗用車; Goods vehicles | 貨物車; Motorcycles | 自動二輪; Pedal cycles | 自転車
""")

EQUIPMENT = texts("""
lift | 昇降機; fire pump | 消火ポンプ; water tank | 受水槽; entrance door | 玄関自動扉; emergency lamps | 非常灯; drain pump | 排水ポンプ
aerial | 共同受信設備; gas alarm | ガス警報盤; roof drains | 屋上排水口; fire alarm panel | 火災受信機; gutter heating | 融雪ヒーター
delivery lockers | 宅配ボックス; bicycle racks | 自転車ラック; hydrants | 屋内消火栓; sliding gate | 駐車場ゲート
""")

FINDINGS = texts("""
in order | 異常なし; grease renewed | グリス補給; to be watched | 要観察; part exchanged | 部品交換; rust removed | さび落とし; belt tightened | ベルト調整
""")

WORKS = texts("""
repainting of the outer walls | 外壁塗装; renewal of the lift | 昇降機更新; waterproofing of the roof | 屋上防水; renewal of water pipes | 給水管更新
relining of drains | 排水管更生; new mailboxes | 郵便受け更新; balcony railings | バルコニー手すり; emergency power | 非常用電源; paving of the yard | 外構舗装
entrance hall | 玄関ホール改修
""")

SECTIONS = texts("""
Front Office | フロント課; Bookkeeping Section | 会計課
""")
