"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two branches never share a port, a ship or a person: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

OPERATORS = names("""
澪森 みおもり Miomori; 汐梁 しおはり Shiohari; 凪栖 なぎす Nagisu; 楫名 かじな Kajina; 篝波 かがりなみ Kagarinami
""")

PORTS = names("""
篝浦 かがりうら Kagariura; 楫ヶ瀬 かじがせ Kajigase; 鴎根 かもめね Kamomene; 藻代 もしろ Moshiro; 網立 あみたて Amitate
汐見原 しおみはら Shiomihara; 椿鼻 つばきはな Tsubakihana; 帆待 ほまち Homachi; 貝殻坂 かいがらざか Kaigarazaka
柊島 ひいらぎじま Hiiragijima; 灯籠浜 とうろうはま Tourouhama; 雁渡 かりわたり Kariwatari; 鱗崎 うろこざき Urokozaki
櫓口 ろぐち Roguchi; 霧多島 きりたじま Kiritajima; 舫 もやい Moyai; 渦見 うずみ Uzumi; 苫屋 とまや Tomaya; 鯛根 たいね Taine
潮分 しおわけ Shiowake
""")

SHIPS = names("""
ひぐらし丸 ひぐらしまる Higurashi-Maru; くもいと丸 くもいとまる Kumoito-Maru; つくばね丸 つくばねまる Tsukubane-Maru
やませ丸 やませまる Yamase-Maru; おぼろ丸 おぼろまる Oboro-Maru; こもれび丸 こもれびまる Komorebi-Maru; うすらい丸 うすらいまる Usurai-Maru
わくらば丸 わくらばまる Wakuraba-Maru; ひいらぎ丸 ひいらぎまる Hiiragi-Maru; あかねぞら丸 あかねぞらまる Akanezora-Maru
はつしも丸 はつしもまる Hatsushimo-Maru; いさりび丸 いさりびまる Isaribi-Maru; よいやみ丸 よいやみまる Yoiyami-Maru
かざぐるま丸 かざぐるままる Kazaguruma-Maru; みずいろ丸 みずいろまる Mizuiro-Maru; ささぶね丸 ささぶねまる Sasabune-Maru
""")

PEOPLE = names("""
四方田 よもだ Yomoda; 榎園 えのきぞの Enokizono; 鷲巣 わしのす Washinosu; 久保寺 くぼでら Kubodera; 真壁 まかべ Makabe
雨宮 あめみや Amemiya; 柚木 ゆのき Yunoki; 財前 ざいぜん Zaizen; 鳥越 とりごえ Torigoe; 塩尻 しおじり Shiojiri; 名取 なとり Natori
棚橋 たなはし Tanahashi; 椎葉 しいば Shiiba; 砂川 すながわ Sunagawa; 浅香 あさか Asaka; 飯泉 いいずみ Iizumi; 栗栖 くりす Kurisu
戸倉 とくら Tokura; 茂木 もてぎ Motegi; 八重樫 やえがし Yaegashi; 小日向 こひなた Kohinata; 土師 はじ Haji; 玉置 たまき Tamaki
日置 ひおき Hioki
""")

PARTIES = texts("""
Tokura Primary School, Year 6 | 戸倉小学校６年; Minehama Senior Citizens' Club | 峰浜老人クラブ; Sawame Brass Band | 沢目吹奏楽団
Orihama Fisheries Women's Group | 折浜漁協女性部; Kabakura Junior Football Club | 樺倉少年サッカークラブ
Takinezawa Hiking Society | 滝根沢山歩きの会; Tsutano Chamber of Commerce | 蔦野商工会
Asahiya Nursery Staff Association | 朝比谷保育士会; Konara Choir | 小楢合唱団; Hayaseno Photography Circle | 早瀬野写真同好会
Haruzawa Local History Society | 榛沢郷土史会; Kunugida Fire Brigade, 2nd Division | 椚田消防団第２分団
""")

STOPS = texts("""
Post Office | 郵便局前; Water Works | 浄水場前; Second Playing Field | 第二グラウンド; Town Hall Annex | 役場分室前
Ice Plant | 製氷所前; Lighthouse Road | 灯台通り; Fish Market | 魚市場前; School Lower Gate | 学校下; Clinic | 診療所前
Old Ferry Steps | 旧桟橋; Citrus Store | 柑橘選果場; Quarry | 採石場; Temple Slope | 寺坂; Shrine Gate | 鳥居前
Library | 図書館前; Sports Hall | 体育館前; Kindergarten | 幼稚園前; Cement Works | セメント工場; Salt Field | 塩田跡
Reservoir | 貯水池; Sewage Works | 下水処理場; Harbour Office | 港湾事務所; Boat Yard | 造船所前; Rope Works | 製綱所前
Camp Site | キャンプ場入口; North Beach | 北浜; South Beach | 南浜; Tunnel East | トンネル東口; Tunnel West | トンネル西口
Bridge End | 橋詰; Ridge | 尾根; Three Pines | 三本松; Upper Village | 上集落; Middle Village | 中集落
Lower Village | 下集落; Fire Station | 消防署前; Police Box | 駐在所前; Cemetery | 墓地入口
Recycling Yard | 資源ごみ置場; Wind Turbine | 風車前; Community Centre | 公民館前; Fishermen's Hall | 漁民会館
Housing Block A | 団地Ａ棟; Housing Block D | 団地Ｄ棟; Plum Orchard | 梅林; Oyster Sheds | かき小屋
Weather Station | 測候所前; Car Park 2 | 第２駐車場
""")

AREAS = texts("""
Harbour | 港地区; Hill | 山手地区; Coast | 海岸地区
""")

# Per class of CLASSES, in its order; no article shares a word with its class.
ARTICLES = classed(
    "wireless earphones | ワイヤレスイヤホン; game console | 携帯ゲーム機; tablet computer | タブレット; hair dryer | ヘアドライヤー",
    "box of rice crackers | せんべい１箱; bag of mandarins | みかん１袋; bottle of plum wine | 梅酒１瓶; packed lunch | 弁当",
    "straw hat | 麦わら帽子; knitted scarf | 毛糸のマフラー; left leather glove | 革手袋（左）; child's raincoat | 子供用かっぱ",
    "driving licence | 運転免許証; library card | 図書貸出カード; hospital appointment note | 病院の予約票; passport | パスポート",
    "bamboo flute | 竹笛; ukulele | ウクレレ; violin bow | バイオリンの弓; harmonica | ハーモニカ",
    "tennis racket | テニスラケット; fishing reel | リール; swimming goggles | 水泳用ゴーグル; golf putter | パター",
)

CLASSES = texts("""
Electrical goods | 電気製品; Food and drink | 飲食物; Clothing | 衣類; Certificates and papers | 証明書・書類
Musical instruments | 楽器; Sports goods | 運動用具
""")

CAUSES = texts("""
paper jam | 紙詰まり; power cut at the pier | 桟橋の停電; sensor wet with spray | 波しぶきによるセンサーの不良
program update | プログラムの更新; card reader fault | カード読取部の故障
""")

SECTIONS = texts("""
Operations Section | 運航課; Passenger Section | 営業課
""")
