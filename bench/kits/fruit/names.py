"""Pools of names. None of them is meant to exist. A surname may recur at another station, never within one."""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

COOPERATIVES = names("""
橘瀬 たちばなせ Tachibanase; 黄葉沢 きばざわ Kibazawa; 暖里 だんり Danri; 蜜ヶ原 みつがはら Mitsugahara; 照葉浦 てりはうら Terihaura
""")

STATIONS = names("""
朝霜平 あさしもだいら Asashimodaira; 石積 いしづみ Ishizumi; 陽当 ひあたり Hiatari; 柚根 ゆずね Yuzune; 海照 うみてり Umiteri
蔵ヶ峠 くらがとうげ Kuragatouge; 樋守 ひもり Himori; 椀淵 わんぶち Wanbuchi; 苗代坂 なわしろざか Nawashirozaka
段見 だんみ Danmi; 籠田 かごた Kagota; 霧寄 きりよせ Kiriyose; 畝原 うねはら Unehara; 鋏谷 はさみや Hasamiya
""")

PEOPLE = names("""
明石田 あかしだ Akashida; 有賀 あるが Aruga; 稲見 いなみ Inami; 宇都木 うつぎ Utsugi; 江波 えなみ Enami; 小栗 おぐり Oguri
折笠 おりかさ Orikasa; 鏑木 かぶらき Kaburaki; 川名 かわな Kawana; 菊名 きくな Kikuna; 木檜 こぐれ Kogure; 黒巣 くろす Kurosu
佐久間 さくま Sakuma; 鹿野 しかの Shikano; 篠宮 しのみや Shinomiya; 須永 すなが Sunaga; 瀬川 せがわ Segawa; 芹田 せりた Serita
高梨 たかなし Takanashi; 滝口 たきぐち Takiguchi; 辻井 つじい Tsujii; 寺内 てらうち Terauchi; 富樫 とがし Togashi; 中条 ちゅうじょう Chujo
長沼 ながぬま Naganuma; 新居 にい Nii; 沼尻 ぬまじり Numajiri; 野沢 のざわ Nozawa; 蓮見 はすみ Hasumi; 羽生田 はにゅうだ Hanyuda
平賀 ひらが Hiraga; 福士 ふくし Fukushi; 逸見 へんみ Henmi; 堀江 ほりえ Horie; 牧野原 まきのはら Makinohara; 三浦田 みうらだ Miurada
室井 むろい Muroi; 門馬 もんま Monma; 矢部 やべ Yabe; 結城 ゆうき Yuuki; 吉永 よしなが Yoshinaga; 若槻 わかつき Wakatsuki
""")

MARKETS = names("""
東浜 とうはま Touhama; 北杜台 ほくとだい Hokutodai; 千歳橋 ちとせばし Chitosebashi; 鐘ヶ江 かねがえ Kanegae; 御蔵 おくら Okura; 緑町口 みどりちょうぐち Midorichoguchi
""")

DISTRICTS = texts("""
Upper Terraces | 上段地区; Lower Terraces | 下段地区; Coast Road | 海岸道地区
""")

BANDS = ("S", "M", "L", "2L", "3L")
"""Size classes, from the smallest."""

# Per class of FAULTS, in its order; no cause shares a word with its class.
CAUSES = classed(
    "pits from hail | ひょうの当たり跡; frost browning | 霜による褐変; salt burn after a typhoon | 台風後の潮焼け; rubbing in a gale | 強風による枝ずれ",
    "scale insects | カイガラムシの付着; thrips scars | アザミウマの食痕; sooty mould | すす病; melanose | 黒点病",
    "stem punctures | 軸刺し; clipper cuts | はさみの切り込み; bruises from dropping | 落下による打ち身; crate marks | コンテナの押し跡",
    "puffy rind | 浮皮; misshapen fruit | 奇形果; uneven colour | 着色むら; coarse thick rind | 粗皮",
)

FAULTS = texts("""
Weather | 気象災害; Pests and diseases | 病害虫; Picking and carrying | 収穫・運搬; Growth | 生理障害
""")

SPRAYS = texts("""
Tanamor wettable powder | タナモール水和剤; Hibikol emulsion | ヒビコール乳剤; Sorate flowable | ソラーテフロアブル
Kujinet granules | クジネット粒剤; Midomar liquid | ミドマール液剤; Asabex wettable powder | アサベックス水和剤
Oribane emulsion | オリバーネ乳剤; Yutaset flowable | ユタセットフロアブル
""")

REFUSALS = texts("""
mould in the lower layer | 下段の果実にかび; cartons wet with rain | 箱の雨ぬれ; label of another station | 他場の表示
delivered after the auction | せり時刻に遅着; order cancelled by the buyer | 買い手の注文取消し
""")

OFFICES = texts("""
Sales Section | 販売課; Growers' Section | 営農課
""")
