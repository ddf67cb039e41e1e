"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two works never share an inspector: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

FIRMS = names("""
鋲打 びょううち Byouchi; 鞴精工 ふいごせいこう Fuigo-Seiko; 鏨屋 たがねや Taganeya; 軸野 じくの Jikuno
""")

PLACES = names("""
鑢沢 やすりざわ Yasurizawa; 鍛冶原 かじわら Kajiwara; 金床 かなとこ Kanatoko; 湯口 ゆぐち Yuguchi; 歯車台 はぐるまだい Haguruma-Dai
定盤町 じょうばんまち Jobammachi; 火床 ほど Hodo; 鋳物谷 いもだに Imodani; 旋野 つむの Tsumuno; 研場 とぎば Togiba
""")

PEOPLE = names("""
安孫子 あびこ Abiko; 岩動 いするぎ Isurugi; 打越 うちこし Uchikoshi; 越前谷 えちぜんや Echizenya; 小山内 おさない Osanai; 梶谷 かじたに Kajitani
木村谷 きむらや Kimuraya; 朽木 くつき Kutsuki; 権藤 ごんどう Gondo; 坂巻 さかまき Sakamaki; 鹿内 しかない Shikanai; 住谷 すみや Sumiya
千田 せんだ Senda; 田母神 たもがみ Tamogami; 筒井 つつい Tsutsui; 出町 でまち Demachi; 苫米地 とまべち Tomabechi; 長南 ちょうなん Chonan
沼尻 ぬまじり Numajiri; 羽賀 はが Haga; 古市 ふるいち Furuichi; 真木 まき Maki; 三ケ尻 みかじり Mikajiri; 矢吹 やぶき Yabuki
""")

SUPPLIERS = texts("""
Aobiki Works | 青挽製作; Botan Forge | 牡丹鍛工; Chigusa Turning | 千草旋盤所; Dobashira Castings | 土柱鋳造; Enishi Seiko | 縁精工; Fujizuru Grinding | 藤蔓研削
Gokan Metal | 五感金工; Hiiragi Machining | 柊機工; Iwatobi Steel | 岩飛鋼業; Kagerou Tools | 陽炎工具; Matatabi Parts | 木天蓼部品; Nazuna Kiko | 薺機構
""")

PRODUCTS = texts("""
drive shaft | 駆動軸; flanged bush | つば付きブシュ; spur gear | 平歯車; valve body | 弁箱
""")

GAUGES = texts("""
micrometer | マイクロメータ; caliper | ノギス; dial gauge | ダイヤルゲージ; plug gauge | 栓ゲージ; thread gauge | ねじゲージ
""")

CLASSES = texts("""
Dimension | 寸法; Surface | 外観; Material | 材質; Marking and packing | 表示・包装
""")

# Per class of CLASSES, in its order; no fault shares a word with its class.
FAULTS = classed(
    "bore too wide | 穴の広がり; too short | 全長の不足; out of round | 真円からの外れ",
    "scratches | 引っかき傷; rust spots | 点々としたさび; burrs left | ばり残り",
    "wrong alloy | 合金の取り違え; too soft | 硬さ不足; slag inclusions | スラグの巻込み",
    "label missing | ラベルなし; wrong number stamped | 刻印の番号違い; crate broken | 木箱の割れ",
)

SECTIONS = texts("""
Inspection Section | 検査課; Purchasing Section | 購買課
""")
