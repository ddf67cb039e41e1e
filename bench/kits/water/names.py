"""Pools of names. None of them is meant to exist. A surname may recur in another district, never within one."""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

TOWNS = names("""
澄屋 すみや Sumiya; 泉ノ平 いずみのひら Izuminohira; 水口原 みなくちばら Minakuchibara; 湧津 わくつ Wakutsu; 沢引 さわびき Sawabiki
""")

DISTRICTS = names("""
井坂 いさか Isaka; 樋ノ口 ひのくち Hinokuchi; 溜端 ためばた Tamebata; 滝見台 たきみだい Takimidai; 堰下 せぎした Segishita
掛樋 かけひ Kakehi; 水分 みくまり Mikumari; 清水窪 しみずくぼ Shimizukubo; 渡り瀬 わたりせ Watarise; 柳堤 やなぎづつみ Yanagizutsumi
岩清 いわしみ Iwashimi; 筧田 かけいだ Kakeida; 雫ヶ丘 しずくがおか Shizukugaoka; 淵上 ふちがみ Fuchigami
""")

PEOPLE = names("""
青柳 あおやぎ Aoyagi; 赤羽根 あかばね Akabane; 朝日奈 あさひな Asahina; 阿久津 あくつ Akutsu; 生田目 なばため Nabatame; 池谷 いけがや Ikegaya
石毛 いしげ Ishige; 井手口 いでぐち Ideguchi; 今関 いまぜき Imazeki; 岩下 いわした Iwashita; 上遠野 かとおの Katouno; 碓井 うすい Usui
梅沢 うめざわ Umezawa; 海老原 えびはら Ebihara; 大網 おおあみ Ooami; 大曽根 おおそね Oosone; 岡庭 おかにわ Okaniwa; 尾形 おがた Ogata
影山 かげやま Kageyama; 柏木 かしわぎ Kashiwagi; 金成 かなり Kanari; 鴨下 かもした Kamoshita; 川越田 かわごえだ Kawagoeda; 菅野谷 すがのや Suganoya
北爪 きたづめ Kitazume; 木滝 きたき Kitaki; 国分 こくぶ Kokubu; 久米 くめ Kume; 倉持 くらもち Kuramochi; 桑名 くわな Kuwana
小此木 おこのぎ Okonogi; 古閑 こが Koga; 小坂部 おさかべ Osakabe; 斎木 さいき Saiki; 酒向 さこう Sakou; 笹沼 ささぬま Sasanuma
塩野谷 しおのや Shionoya; 設楽 しだら Shidara; 島貫 しまぬき Shimanuki; 白鳥 しらとり Shiratori; 菅波 すがなみ Suganami; 杉浦 すぎうら Sugiura
仙波 せんば Senba; 相馬 そうま Souma; 高荷 たかに Takani; 田名部 たなべ Tanabu; 玉木 たまき Tamaki; 千頭和 ちずわ Chizuwa
塚越 つかごし Tsukagoshi; 土田 つちだ Tsuchida; 手島 てしま Teshima; 戸張 とばり Tobari; 苗村 なえむら Naemura; 中根 なかね Nakane
奈良部 ならべ Narabe; 新美 にいみ Niimi; 根岸 ねぎし Negishi; 野口田 のぐちだ Noguchida; 萩谷 はぎや Hagiya; 畠中 はたなか Hatanaka
羽鳥 はとり Hatori; 日向野 ひがの Higano; 平沼 ひらぬま Hiranuma; 深谷田 ふかやだ Fukayada; 藤掛 ふじかけ Fujikake; 別府田 べっぷだ Beppuda
細谷 ほそや Hosoya; 真下 ました Mashita; 松尾谷 まつおや Matsuoya; 三ツ木 みつぎ Mitsugi; 宮下 みやした Miyashita; 武藤 むとう Mutou
百瀬 ももせ Momose; 谷中 やなか Yanaka; 山鹿 やまが Yamaga; 湯本 ゆもと Yumoto; 横溝 よこみぞ Yokomizo; 蓬田 よもぎだ Yomogida
鷲尾 わしお Washio; 和久井 わくい Wakui
""")

USES = texts("""
Household use | 家庭用; Business use | 営業用; Public use | 公共用
""")

# Per class of USES, in its order; no building shares a word with its class.
BUILDINGS = classed(
    "detached house | 一戸建て; terraced house | 長屋; flat | アパートの一室",
    "barber's shop | 理髪店; inn | 旅館; noodle shop | そば店; sake brewery | 酒蔵; filling station | ガソリンスタンド; bakery | パン店",
    "primary school | 小学校; library | 図書館; fire station | 消防署; town hall annex | 役場支所",
)

DIAMETERS = (13, 20, 25, 40)
"""Millimetres."""

FAULTS = texts("""
Work by plan | 計画作業; Breakdown of the works' own plant | 自家設備の故障; Damage by others | 第三者による損傷
""")

# Per class of FAULTS, in its order.
CAUSES = classed(
    "renewal of a valve | 仕切弁の更新; cleaning of the mains | 管内の洗浄; connection of a new main | 新設管の接続; relining of a pipe | 管更生",
    "burst main | 配水管の破裂; pump stopped after lightning | 落雷後のポンプ停止; air valve stuck | 空気弁の固着; corroded joint | 継手の腐食",
    "pipe cut by a digger | 掘削機による切断; lorry ran into a hydrant | 貨物車の消火栓への衝突; fence post driven into the main | 柵の支柱の打込み",
)

STREETS = texts("""
Upper Street | 上通り; Lower Street | 下通り; Station Road | 駅前通り; Temple Lane | 寺小路; School Hill | 学校坂
Weir Road | 堰沿い; Mill Lane | 水車小路; Cedar Row | 杉並び; Market Square | 市場前; Bridge Street | 橋通り
""")

LEAKS = texts("""
under the floor | 床下; in the wall | 壁内; below the garden path | 庭の通路下; behind the meter | メーター下流の埋設部
kitchen tap | 台所の蛇口; water heater | 給湯器; toilet cistern | 便器のタンク
""")

POINTS = texts("""
outlet of the works | 浄水場出口; school tap | 小学校の給水栓; end of the main | 管末; pump house | ポンプ室
""")

OFFICES = texts("""
Charges Section | 料金係; Supply Section | 給水係
""")
