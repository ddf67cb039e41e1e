"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two car parks never share an attendant: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

CITIES = names("""
轅野 ながえの Nagaeno; 牛車川 ぎっしゃがわ Gisshagawa; 鞍架 くらかけ Kurakake; 荷鞍 にぐら Nigura
""")

PLACES = names("""
馬繋町 うまつなぎちょう Umatsunagicho; 車返坂 くるまがえしざか Kurumagaeshizaka; 駕籠台 かごだい Kagodai; 手綱橋 たづなばし Tazunabashi
蹄原 ひづめはら Hizumehara; 轡沢 くつわざわ Kutsuwazawa; 鐙口 あぶみぐち Abumiguchi; 荷解町 にほどきちょう Nihodokicho; 止輪 しりん Shirin; 軛谷 くびきだに Kubikidani
""")

PEOPLE = names("""
四方田 よもだ Yomoda; 榎園 えのきぞの Enokizono; 鷲巣 わしのす Washinosu; 久保寺 くぼでら Kubodera; 真壁 まかべ Makabe; 雨宮 あめみや Amemiya
柚木 ゆのき Yunoki; 財前 ざいぜん Zaizen; 鳥越 とりごえ Torigoe; 塩尻 しおじり Shiojiri; 名取 なとり Natori; 棚橋 たなはし Tanahashi
椎葉 しいば Shiiba; 砂川 すながわ Sunagawa; 浅香 あさか Asaka; 飯泉 いいずみ Iizumi; 栗栖 くりす Kurisu; 戸倉 とくら Tokura
茂木 もてぎ Motegi; 八重樫 やえがし Yaegashi; 小日向 こひなた Kohinata; 土師 はじ Haji; 玉置 たまき Tamaki; 日置 ひおき Hioki
蛭田 ひるた Hiruta; 大迫 おおさこ Osako; 深津 ふかつ Fukatsu; 南雲 なぐも Nagumo; 五島 ごしま Goshima; 郡司 ぐんじ Gunji
若狭 わかさ Wakasa; 薄井 うすい Usui; 都築 つづき Tsuzuki; 鵜飼 うかい Ukai; 中務 なかつかさ Nakatsukasa; 轟木 とどろき Todoroki
古閑 こが Koga; 二瓶 にへい Nihei; 別所 べっしょ Bessho; 牧瀬 まきせ Makise; 木暮 こぐれ Kogure; 染谷 そめや Someya
笹倉 ささくら Sasakura; 瓜生 うりゅう Uryu; 海老名 えびな Ebina; 白木原 しらきはら Shirakihara; 坂巻 さかまき Sakamaki; 長瀬 ながせ Nagase
""")

SHOPS = texts("""
Orime | 折目; Hinoshita | 日ノ下; Kazaguruma | 風車; Mizuguchi | 水口; Tsuyukusa | 露草; Asagiri | 朝霧; Yuzuriha | 譲葉; Karasuba | 烏羽
Nanohana | 菜花; Tobiishi | 飛石; Komorebi | 木漏日; Shigure | 時雨; Akatombo | 赤蜻蛉; Kohaku | 琥珀; Madobana | 窓花; Suzushiro | 清白
Hatsukari | 初雁; Izayoi | 十六夜; Tamamushi | 玉虫; Kagerou | 陽炎; Yamabiko | 山彦; Sazanami | 細波; Hotarubi | 蛍火; Minamo | 水面
""")

# Per class of CLASSES; no member shares a word with its class.
TRADES = classed(
    "tailor | 仕立て屋; hat maker | 帽子店; kimono dealer | 呉服店; shirt shop | シャツ専門店; glove shop | 手袋屋",
    "noodle shop | そば店; sushi bar | すし店; coffee shop | 喫茶店; curry restaurant | カレー店; beer hall | ビアホール",
    "pharmacy | 薬局; dentist | 歯科医院; acupuncturist | 鍼灸院; optician | 眼鏡店; orthopaedic surgeon | 整形外科",
    "gallery | 画廊; record shop | レコード店; music school | 音楽教室; antiquarian bookshop | 古書店; cinema | 映画館",
)

CLASSES = texts("""
clothing | 衣料; eating and drinking | 飲食; health | 健康; culture | 文化
""")

KINDS = texts("""
All day | 全日; Weekdays by day | 平日昼間; Nights and weekends | 夜間・休日
""")

SIZES = texts("""
light car | 軽自動車; ordinary car | 普通車; van | ワゴン車
""")

DUTIES = texts("""
Early | 早番; Late | 遅番; Night | 夜勤
""")

SECTIONS = texts("""
Operations Section | 運営課; Contracts Section | 契約課
""")
