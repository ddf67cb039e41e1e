"""Pools of names. None of them is meant to exist. A surname may recur at another school, never within one."""

from __future__ import annotations

from bench.kits.base import Text
from bench.kits.pools import names, texts

TOWNS = names("""
麦浦 むぎうら Mugiura; 粟ヶ原 あわがはら Awagahara; 椎坂 しいさか Shiisaka; 蕗代 ふきしろ Fukishiro; 芹根 せりね Serine
""")

SCHOOLS = names("""
朝戸 あさと Asato; 欅台 けやきだい Keyakidai; 雲居 くもい Kumoi; 菜ノ花 なのはな Nanohana; 蕎原 そばはら Sobahara
土筆野 つくしの Tsukushino; 鳥居沢 とりいざわ Toriizawa; 七草 ななくさ Nanakusa; 葉月坂 はづきざか Hazukizaka; 蛍川 ほたるがわ Hotarugawa
三椏 みつまた Mitsumata; 百合沢 ゆりさわ Yurisawa
""")

PEOPLE = names("""
会沢 あいざわ Aizawa; 秋庭 あきば Akiba; 安西 あんざい Anzai; 伊庭 いば Iba; 入江 いりえ Irie; 植竹 うえたけ Uetake; 江口 えぐち Eguchi
大串 おおぐし Oogushi; 岡安 おかやす Okayasu; 奥寺 おくでら Okudera; 貝塚 かいづか Kaizuka; 梶谷 かじたに Kajitani; 片桐 かたぎり Katagiri
蒲田 かまた Kamata; 岸本 きしもと Kishimoto; 木暮 きぐれ Kigure; 熊谷田 くまがいだ Kumagaida; 栗原 くりはら Kurihara; 桑野 くわの Kuwano
小泉田 こいずみだ Koizumida; 近藤 こんどう Kondou; 坂巻 さかまき Sakamaki; 佐山 さやま Sayama; 椎名 しいな Shiina; 柴崎 しばさき Shibasaki
清水田 しみずだ Shimizuda; 関口 せきぐち Sekiguchi; 外山 とやま Toyama; 高柳 たかやなぎ Takayanagi; 田島 たじま Tajima; 立原 たちはら Tachihara
谷口 たにぐち Taniguchi; 津久井 つくい Tsukui; 鶴見 つるみ Tsurumi; 土肥 どひ Dohi; 戸部 とべ Tobe; 永井 ながい Nagai; 西尾 にしお Nishio
根本 ねもと Nemoto; 橋爪 はしづめ Hashizume; 浜口 はまぐち Hamaguchi; 林田 はやしだ Hayashida; 原口 はらぐち Haraguchi; 日比野 ひびの Hibino
福島田 ふくしまだ Fukushimada; 古谷 ふるや Furuya; 星川 ほしかわ Hoshikawa; 本庄 ほんじょう Honjou; 前原 まえはら Maehara; 水上 みなかみ Minakami
村瀬 むらせ Murase; 望月 もちづき Mochizuki; 森下 もりした Morishita; 柳原 やなぎはら Yanagihara; 山室 やまむろ Yamamuro; 米沢 よねざわ Yonezawa
""")

GROUPS = texts("""
Fish | 魚類; Shellfish | 甲殻類・貝類; Mushrooms | きのこ類; Tree nuts | 木の実
""")

COURSES = texts("""
main dish | 主菜; soup | 汁物; side dish | 副菜
""")

Dish = tuple[Text, int]
"""A dish and its group, -1 for none."""


def _dishes(*tables: str) -> tuple[Dish, ...]:
    return tuple((dish, number - 1) for number, table in enumerate(tables) for dish in texts(table))


# Per course: dishes without a group, then those of each of GROUPS; no dish shares a word with its group.
DISHES: tuple[tuple[Dish, ...], ...] = (
    _dishes(
        "pork with ginger | 豚肉のしょうが焼き; fried chicken | 鶏のから揚げ; beef stew with potatoes | 肉じゃが; tofu steak | 豆腐ステーキ; minced meat cutlet | メンチカツ",
        "grilled mackerel | さばの塩焼き; salmon with miso | 鮭のみそ焼き; fried cod | たらのフライ; sardines with plum | いわしの梅煮",
        "fried prawns | えびフライ; crab croquette | かにのコロッケ; scallops with vegetables | ほたての野菜炒め",
        "chicken with maitake | 鶏とまいたけの炒め物; pork with shimeji | 豚肉としめじの煮込み",
        "chicken with cashews | 鶏とカシューの炒め物; pork in walnut sauce | 豚肉のくるみだれ",
    ),
    _dishes(
        "pumpkin broth | かぼちゃの汁; pork soup | 豚汁; vegetable soup | 野菜スープ; glass noodle soup | 春雨スープ; radish soup | 大根のみそ汁",
        "soup with salmon | 鮭の粕汁; soup with cod | たらのすまし汁; soup with sardine balls | いわしのつみれ汁",
        "clam soup | あさりのみそ汁; crab soup | かに玉汁; prawn dumpling soup | えび団子スープ",
        "clear shiitake soup | しいたけのすまし汁; miso soup with enoki | えのきのみそ汁",
        "almond soup | アーモンドのスープ; soup with walnut paste | くるみみその汁",
    ),
    _dishes(
        "boiled spinach | ほうれん草のおひたし; stewed hijiki | ひじきの煮物; cucumber with vinegar | きゅうりの酢の物; potato salad | ポテトサラダ; stewed pumpkin | かぼちゃの煮付け",
        "salmon flakes with greens | 鮭と青菜のあえ物; pickled mackerel with onion | さばと玉ねぎのマリネ",
        "prawn and cabbage salad | えびとキャベツのサラダ; clams with leek | あさりとねぎのぬた; scallop and radish salad | ほたてと大根のサラダ",
        "shimeji with greens | しめじと青菜のあえ物; enoki salad | えのきのサラダ; stewed shiitake | しいたけの含め煮",
        "beans with walnuts | いんげんのくるみあえ; pumpkin with almonds | かぼちゃのアーモンドあえ; cashew and celery salad | カシューとセロリのサラダ",
    ),
)

SUBSTITUTES = texts("""
steamed chicken breast | 蒸し鶏; soy meatballs | 大豆の肉団子; pork and leek skewer | 豚ねぎ串; egg roll with herbs | 青のり入り卵焼き; tofu hamburger | 豆腐ハンバーグ
thin omelette | 薄焼き卵; stewed pork slices | 豚肉の薄煮; grilled chicken wing | 手羽の素焼き; lentil patty | レンズ豆のパテ; bean curd pouch | 巾着煮
clear bamboo shoot soup | たけのこのすまし汁; onion soup | 玉ねぎスープ; tomato soup | トマトスープ; seaweed soup | わかめ汁; burdock soup | ごぼう汁
leek soup | ねぎのみそ汁; turnip soup | かぶの汁; lettuce soup | レタススープ; taro soup | 里芋の汁; bean soup | 豆のスープ
boiled broccoli | ゆでブロッコリー; grated radish | 大根おろし; sweet potato slices | さつまいもの甘煮; bean sprouts with sesame | もやしのごまあえ; lotus root chips | れんこんチップス
kelp rolls | 昆布巻き; tomato wedges | くし切りトマト; corn on the cob | ゆでとうもろこし; pickled turnip | かぶの浅漬け; macaroni with basil | マカロニのバジルあえ
boiled komatsuna | 小松菜のおひたし; stewed konjac | こんにゃくの煮物; green peas | グリンピース; stewed dried radish | 切干大根の煮物
""")

PLACES = texts("""
river park | 河川公園; science museum | 科学館; fire brigade | 消防本部; rice fields | 田んぼ; sewage works | 浄化センター
town library | 町立図書館; old castle | 城跡; planetarium | プラネタリウム; dairy farm | 牧場; weather station | 気象台
""")

OFFICES = texts("""
Kitchen Section | 調理係; Accounts Section | 会計係
""")
