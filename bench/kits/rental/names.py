"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two branches never share a clerk: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

FIRMS = names("""
轍屋 わだちや Wadachiya; 槌音 つちおと Tsuchioto; 杭留 くいどめ Kuidome; 鋤柄土機 すきがらどき Sukigara-Doki
""")

PLACES = names("""
砂利沢 じゃりさわ Jarisawa; 土橋原 つちはしはら Tsuchihashihara; 切通口 きりどおしぐち Kiridoshiguchi; 石積 いしづみ Ishizumi; 畚沢 もっこざわ Mokkozawa
堰下野 せきしたの Sekishitano; 石灰坂 いしばいざか Ishibaizaka; 梯子谷 はしごだに Hashigodani; 水準台 すいじゅんだい Suijundai; 杭打浜 くいうちはま Kuiuchihama
""")

PEOPLE = names("""
四方田 よもだ Yomoda; 榎園 えのきぞの Enokizono; 鷲巣 わしのす Washinosu; 久保寺 くぼでら Kubodera; 真壁 まかべ Makabe
雨宮 あめみや Amemiya; 柚木 ゆのき Yunoki; 財前 ざいぜん Zaizen; 鳥越 とりごえ Torigoe; 塩尻 しおじり Shiojiri; 名取 なとり Natori
棚橋 たなはし Tanahashi; 椎葉 しいば Shiiba; 砂川 すながわ Sunagawa; 浅香 あさか Asaka; 飯泉 いいずみ Iizumi; 栗栖 くりす Kurisu
戸倉 とくら Tokura; 茂木 もてぎ Motegi; 八重樫 やえがし Yaegashi; 小日向 こひなた Kohinata; 土師 はじ Haji; 玉置 たまき Tamaki
日置 ひおき Hioki; 蛭田 ひるた Hiruta
""")

CUSTOMERS = texts("""
Kamado Civil Works | 竈土建; Nuruma Paving | 温間舗装; Hisagi Gardens | 楸造園; Tsumuji Demolition | 旋風解体; Yatsude Builders | 八手建設
Kareki Forestry | 枯木林業; Sukari Drainage | 酢刈設備; Otonashi Roads | 音無道路; Furugasa Scaffolding | 古笠足場; Mimizuku Electric | 木菟電設
Hachisu Foundations | 蓮基礎工業; Tsurara Snow Services | 氷柱除雪; Inago Farms | 稲子農産; Kurumi Quarry | 胡桃砕石
""")

CLASSES = texts("""
Small excavators | 小型ショベル; Large excavators | 大型ショベル; Rollers | ローラー; Aerial platforms | 高所作業車; Generators | 発電機
""")

# Model and tank in litres, by class of CLASSES, in its order.
MODELS = (
    (("ME-08", 12), ("ME-17", 19), ("ME-30", 40)),
    (("HX-120", 200), ("HX-200", 360), ("HX-75", 115)),
    (("RT-40", 52), ("RT-90", 130), ("RH-06", 10)),
    (("AP-97", 60), ("AP-121", 85), ("AP-220", 100)),
    (("GN-25", 62), ("GN-60", 90), ("GN-125", 250)),
)

# Per part of PARTS, in its order; no description shares a word with its part.
DAMAGE = classed(
    "left crawler torn | 左クローラの亀裂; idler roller seized | 遊動輪の固着; tyre slashed | タイヤの切れ; drive sprocket chipped | 駆動輪の歯欠け",
    "windscreen cracked | 前面窓のひび; rear mirror smashed | 後写鏡の割れ; headlamp broken | 前照灯の破損; lens of the beacon missing | 回転灯のレンズなし",
    "hose burst | ホースの破裂; arm cylinder leaking | アームシリンダの漏れ; coupling of the breaker line bent | ブレーカ配管の継手の曲がり; pump noisy after running dry | ポンプの空運転による異音",
    "bonnet dented | ボンネットのへこみ; door will not close | 扉が閉まらない; step torn off | 踏み段の脱落; handrail bent | 手すりの曲がり",
)

PARTS = texts("""
Undercarriage | 足回り; Glass and lights | ガラス・ランプ; Hydraulics | 油圧系統; Bodywork | 外装
""")

SECTIONS = texts("""
Sales Section | 営業課; Yard Section | 機材課
""")
