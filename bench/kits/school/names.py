"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two schools never share a clerk or a teacher: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

FIRMS = names("""
篠笛 しのぶえ Shinobue; 綾栞 あやしおり Ayashiori; 渡瀬舟 わたせぶね Watasebune; 七言 ななこと Nanakoto
""")

PLACES = names("""
鳩笛台 はとぶえだい Hatobuedai; 硯沢 すずりさわ Suzurisawa; 栞野 しおりの Shiorino; 文箱坂 ふばこざか Fubakozaka; 墨流 すみながし Suminagashi
糸綴 いとつづり Itotsuzuri; 帖ヶ原 ちょうがはら Chogahara; 封筒橋 ふうとうばし Futobashi; 木版町 もくはんちょう Mokuhancho; 筆架台 ひっかだい Hikkadai
""")

PEOPLE = names("""
四方田 よもだ Yomoda; 榎園 えのきぞの Enokizono; 鷲巣 わしのす Washinosu; 久保寺 くぼでら Kubodera; 真壁 まかべ Makabe; 雨宮 あめみや Amemiya
柚木 ゆのき Yunoki; 財前 ざいぜん Zaizen; 鳥越 とりごえ Torigoe; 塩尻 しおじり Shiojiri; 名取 なとり Natori; 棚橋 たなはし Tanahashi
椎葉 しいば Shiiba; 砂川 すながわ Sunagawa; 浅香 あさか Asaka; 飯泉 いいずみ Iizumi; 栗栖 くりす Kurisu; 戸倉 とくら Tokura
茂木 もてぎ Motegi; 八重樫 やえがし Yaegashi; 小日向 こひなた Kohinata; 土師 はじ Haji; 玉置 たまき Tamaki; 日置 ひおき Hioki
蛭田 ひるた Hiruta; 大迫 おおさこ Osako; 河合 かわい Kawai; 深津 ふかつ Fukatsu; 南雲 なぐも Nagumo; 柏原 かしわばら Kashiwabara
五島 ごしま Goshima; 郡司 ぐんじ Gunji; 若狭 わかさ Wakasa; 今給黎 いまきいれ Imakiire; 薄井 うすい Usui; 向井 むかい Mukai
千々岩 ちぢいわ Chijiiwa; 都築 つづき Tsuzuki; 鵜飼 うかい Ukai; 豊田 とよだ Toyoda; 中務 なかつかさ Nakatsukasa; 轟木 とどろき Todoroki
梅木 うめき Umeki; 古閑 こが Koga; 二瓶 にへい Nihei; 別所 べっしょ Bessho; 牧瀬 まきせ Makise
木暮 こぐれ Kogure; 染谷 そめや Someya; 笹倉 ささくら Sasakura; 瓜生 うりゅう Uryu; 海老名 えびな Ebina; 白木原 しらきはら Shirakihara
""")

# Of an instructor pool a school takes eight.
TEACHERS = names("""
甲斐 かい Kai; 坂巻 さかまき Sakamaki; 長瀬 ながせ Nagase; 丹羽 にわ Niwa; 細野 ほその Hosono; 根岸 ねぎし Negishi; 三好 みよし Miyoshi; 宇田川 うだがわ Udagawa
江藤 えとう Eto; 堀越 ほりこし Horikoshi; 新田 にった Nitta; 矢島 やじま Yajima; 沢井 さわい Sawai; 保坂 ほさか Hosaka; 片桐 かたぎり Katagiri; 水上 みずかみ Mizukami
寺内 てらうち Terauchi; 森下 もりした Morishita; 大槻 おおつき Otsuki; 桑原 くわばら Kuwabara; 須永 すなが Sunaga; 関口 せきぐち Sekiguchi; 早瀬 はやせ Hayase; 鶴田 つるた Tsuruta
西脇 にしわき Nishiwaki; 本多 ほんだ Honda; 湯浅 ゆあさ Yuasa; 岩永 いわなが Iwanaga; 倉持 くらもち Kuramochi; 神保 じんぼ Jimbo; 下川 しもかわ Shimokawa; 牛島 うしじま Ushijima
高森 たかもり Takamori; 対馬 つしま Tsushima; 中里 なかざと Nakazato; 沼尻 ぬまじり Numajiri; 早乙女 さおとめ Saotome; 平賀 ひらが Hiraga; 増渕 ますぶち Masubuchi; 室井 むろい Muroi
矢作 やはぎ Yahagi; 横溝 よこみぞ Yokomizo; 吉良 きら Kira; 若月 わかつき Wakatsuki; 渡会 わたらい Watarai; 有馬 ありま Arima; 石動 いするぎ Isurugi; 内海 うつみ Utsumi
""")

CLASSES = texts("""
Group of eight | 八人制; Group of four | 四人制; Pair | 二人制; One to one | 個人; Children | 児童
""")

RANKS = texts("""
Assistant | 補助講師; Regular | 一般講師; Senior | 上級講師; Leading | 主任講師
""")

# Per family of FAMILIES; the last table belongs to none of them.
LANGUAGES = classed(
    "French | フランス語; Spanish | スペイン語; Italian | イタリア語; Portuguese | ポルトガル語; Romanian | ルーマニア語",
    "Russian | ロシア語; Polish | ポーランド語; Czech | チェコ語; Bulgarian | ブルガリア語; Ukrainian | ウクライナ語",
    "Swedish | スウェーデン語; Danish | デンマーク語; Norwegian | ノルウェー語; Finnish | フィンランド語; Icelandic | アイスランド語",
    "Thai | タイ語; Vietnamese | ベトナム語; Indonesian | インドネシア語; Khmer | クメール語; Lao | ラオ語",
    "English | 英語; Korean | 韓国語; Arabic | アラビア語; Turkish | トルコ語; Mongolian | モンゴル語",
)

FAMILIES = texts("""
Romance languages | ロマンス系の言語; Slavic languages | スラブ系の言語; languages of the Nordic countries | 北欧の言語
languages of South-East Asia | 東南アジアの言語
""")

SECTIONS = texts("""
Admissions Office | 受付課; Accounts Office | 経理課
""")

DAYS = texts("""
Mondays | 月曜日; Tuesdays | 火曜日; Wednesdays | 水曜日; Thursdays | 木曜日; Fridays | 金曜日; Saturdays | 土曜日; Sundays | 日曜日
""")
DAYS_ONE = texts("""
Monday | 月曜日; Tuesday | 火曜日; Wednesday | 水曜日; Thursday | 木曜日; Friday | 金曜日; Saturday | 土曜日; Sunday | 日曜日
""")
