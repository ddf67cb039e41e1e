"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two sheds never share a clerk: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

FIRMS = names("""
艫綱 ともづな Tomozuna; 荷綱屋 になわや Ninawaya; 帆待 ほまち Homachi; 舫倉 もやいぐら Moyaigura
""")

PLACES = names("""
杭瀬浜 くいせはま Kuisehama; 塩竹 しおたけ Shiotake; 鳰潟 におがた Niogata; 櫓崎 ろざき Rozaki; 荒砥津 あらとづ Aratozu
葭島口 よしじまぐち Yoshijimaguchi; 籠渡 かごわたり Kagowatari; 錨沢 いかりざわ Ikarizawa; 澪木 みおぎ Miogi; 白帆台 しらほだい Shirahodai
""")

PEOPLE = names("""
網代 あじろ Ajiro; 犬飼 いぬかい Inukai; 江見 えみ Emi; 生方 うぶかた Ubukata; 貝塚 かいづか Kaizuka; 勝俣 かつまた Katsumata
蒲生 がもう Gamo; 木皿 きさら Kisara; 葛城 かつらぎ Katsuragi; 黒磯 くろいそ Kuroiso; 毛塚 けづか Kezuka; 五味 ごみ Gomi
郷田 ごうだ Goda; 才木 さいき Saiki; 設楽 したら Shitara; 菅沼 すがぬま Suganuma; 曽根 そね Sone; 高良 たから Takara
遠山 とおやま Toyama; 永谷 ながたに Nagatani; 仁科 にしな Nishina; 布施 ふせ Fuse; 舞田 まいた Maita; 六車 むぐるま Muguruma
和久 わく Waku; 四十物 あいもの Aimono
""")

CONSIGNEES = texts("""
Amagoi Trading | 雨乞商事; Bekko Foods | 鼈甲食品; Chidori Mercantile | 千鳥足物産; Donguri Supply | 団栗資材; Fukuro Partners | 梟通商
Gamaguchi Imports | 蝦蟇口貿易; Hyotan Shokai | 瓢箪商会; Itachi Lines | 鼬物流; Kappa Goods | 河童物資; Mogura Stores | 土竜商店
Namazu Commerce | 鯰商会; Ogi & Co. | 荻野原商店; Shishimai Traders | 獅子舞交易; Tanishi Bussan | 田螺物産
""")

SHIPS = texts("""
Second Karigane | 第二かりがね丸; Hoshigarasu | ほしがらす丸; Third Tokiwa Star | 第三ときわ星丸; Umineko Express | うみねこ急行丸; Yadokari | やどかり丸; Isonami Bell | いそなみベル
Fifth Asagi | 第五あさぎ丸; Grey Sandpiper | グレイサンドパイパー; Lantern Reef | ランタンリーフ; Sotetsu | そてつ丸
""")

CLASSES = texts("""
Foodstuffs | 食料品; Timber | 木材; Metals | 金属; Machinery | 機械類; Chemicals | 化学品
""")

# Per class of CLASSES, in its order; no member shares a word with its class.
GOODS = classed(
    "green coffee | コーヒー生豆; frozen squid | 冷凍いか; canned tuna | まぐろ缶詰; wheat flour | 小麦粉",
    "plywood | 合板; larch logs | カラマツ丸太; veneer sheets | 単板; railway sleepers | まくらぎ",
    "steel coils | 鋼帯コイル; copper cathodes | 電気銅; aluminium ingots | アルミインゴット; zinc slabs | 亜鉛スラブ",
    "fork-lift trucks | フォークリフト; water pumps | 揚水ポンプ; lathes | 旋盤; injection presses | 射出成形プレス",
    "caustic soda flakes | フレーク苛性ソーダ; titanium white | 酸化チタン; urea | 尿素; sulphur | 硫黄",
)

CLOSED = texts("""
dredging of the basin | 泊地の浚渫; harbour festival | 港祭り; fumigation | くん蒸; test of the sprinklers | 散水設備の試験; typhoon drill | 台風対策訓練
repair of the crane rail | クレーン軌条の補修; power cut for works | 受電設備の工事停電; staff medical check | 従業員の健康診断
""")

SECTIONS = texts("""
Cargo Section | 貨物課; Accounts Section | 経理課
""")
