"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two centres never share a town or an association: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

UNIONS = names("""
蓑川 みのかわ Minokawa; 東蘆原 ひがしあしはら Higashi-Ashihara; 樫尾 かしお Kashio; 沢渡野 さわたりの Sawatarino; 鷺別所 さぎべっしょ Sagibessho
""")

CENTRES = names("""
雉子ヶ谷 きじがや Kijigaya; 砥石原 といしはら Toishihara; 榎戸沢 えのきどざわ Enokidozawa; 烏森台 からすもりだい Karasumoridai
蓼沼 たでぬま Tadenuma; 土筆野 つくしの Tsukushino; 幡谷坂 はたやざか Hatayazaka; 湯舟沢 ゆぶねざわ Yubunezawa; 猫柳 ねこやなぎ Nekoyanagi
""")

TOWNS = names("""
麻布田 あさぶた Asabuta; 井戸尻 いどじり Idojiri; 卯ノ花 うのはな Unohana; 海老谷 えびだに Ebidani; 鬼灯町 ほおずきちょう Hoozuki-cho
垣内 かいと Kaito; 金糞 かなくそ Kanakuso; 栗落 くりおち Kuriochi; 鍬立 くわたて Kuwatate; 小豆畑 あずきばた Azukibata
米山台 よねやまだい Yoneyamadai; 鮭川原 さけがわら Sakegawara; 塩辛 しおから Shiokara; 菅笠 すげがさ Sugegasa; 背戸 せど Sedo
空木 うつぎ Utsugi; 大豆生 まめおい Mameoi; 茶畑下 ちゃばたけした Chabatakeshita; 鶴巻野 つるまきの Tsurumakino; 手水 ちょうず Chouzu
砥草 とくさ Tokusa; 苗代沢 なわしろざわ Nawashirozawa; 猫実野 ねこざねの Nekozaneno; 野蒜坂 のびるざか Nobiruzaka; 畑毛 はたけ Hatake
干柿 ほしがき Hoshigaki; 箒町 ほうきちょう Houki-cho; 味噌蔵 みそぐら Misogura; 薬研 やげん Yagen; 葦簀 よしず Yoshizu
蝋燭町 ろうそくちょう Rousoku-cho; 藁科野 わらしなの Warashinano; 杵塚 きねづか Kinezuka; 竈前 かままえ Kamamae; 鉈屋 なたや Nataya
""")

PEOPLE = names("""
阿比留 あびる Abiru; 犬飼 いぬかい Inukai; 宇賀神 うがじん Ugajin; 蛯原 えびはら Ebihara; 鬼頭 きとう Kitou; 鹿島田 かしまだ Kashimada
狩谷 かりや Kariya; 神戸川 かんどがわ Kandogawa; 清棲 きよすみ Kiyosumi; 釘宮 くぎみや Kugimiya; 郡山 こおりやま Kooriyama; 越野 こしの Koshino
雑賀 さいが Saiga; 鯖江 さばえ Sabae; 宍戸 ししど Shishido; 曽我部 そがべ Sogabe; 反町 そりまち Sorimachi; 筒井 つつい Tsutsui
鶴見 つるみ Tsurumi; 轟 とどろき Todoroki; 鍋島 なべしま Nabeshima; 布施 ふせ Fuse; 別当 べっとう Bettou; 真鍋 まなべ Manabe; 溝呂木 みぞろぎ Mizorogi
""")

ASSOCIATIONS = texts("""
Kogane Children's Club | こがね子ども会; Asagao Parents' Association | 朝顔父母会; Hato Senior Citizens' Club | 鳩の会（老人クラブ）
Third Estate Residents' Association | 第三団地自治会; Riverside Tenants' League | 河岸借家人連合; Suzume Youth Group | すずめ青年団
Upper Ward Women's Society | 上区婦人会; Lower Ward Women's Society | 下区婦人会; Nakamichi Block Association | 中道町内会
Fire Volunteers' Families | 消防団家族会; Primary School Parents | 小学校保護者会; Junior Baseball Supporters | 少年野球後援会
Temple Lane Neighbours | 寺前隣組; Station East Traders | 駅東商店会; Orchard Families | 果樹園家族会; Old Highway Preservation Circle | 旧街道保存会
New Houses Association | 新興住宅会; Shrine Festival Committee | 祭礼委員会; Choir Mothers | 合唱ママの会; Scouts, Fourth Troop | スカウト第四隊
Wharf Workers' Mutual Aid | 荷役共済会; Nursery Fathers | 保育園父の会; Hillside Self-Government Club | 丘の自治会; Dance Circle Momiji | もみじ舞踊会
Gateball Friends | ゲートボール愛好会; Football Parents | サッカー父母会; Library Helpers | 図書館応援隊; Bridge End Block | 橋のたもと組
Flood Watch Volunteers | 水防協力会; Tea Growers' Households | 茶農家の会; Pensioners of Block C | Ｃ棟年金者の会; Evening School Alumni | 夜学同窓会
""")

TRADES = texts("""
greengrocer | 青果店; hair salon | 理容店; noodle restaurant | そば店; printer | 印刷所; car repair shop | 自動車整備工場; nursery garden | 造園業
dental clinic | 歯科医院; kindergarten | 幼稚園; inn | 旅館; fishmonger | 鮮魚店; bakery | パン店; timber dealer | 製材所; laundry | クリーニング店
catering firm | 仕出し店; bookshop | 書店; pottery | 窯元
""")

# Per class of WASTE and of BULKY, in their order; no member shares a word with its class.
LOADS = classed(
    "kitchen scraps | 生ごみ; rubber boots | ゴム長靴; dirty paper | 汚れた紙; worn-out curtains | 古いカーテン",
    "crockery | 瀬戸物; window panes | 窓ガラス; iron pans | 鉄鍋; umbrella frames | 傘の骨",
    "mown lawn | 刈り芝; hedge cuttings | 生け垣の刈りくず; fallen leaves | 落ち葉; pruned branches | 剪定した枝",
)

WASTE = texts("""
Combustible waste | 可燃物; Incombustible waste | 不燃物; Garden waste | 庭木類
""")

ITEMS = classed(
    "three-person sofa | ソファ（３人掛け）; recliner | リクライニングチェア; garden bench | ガーデンベンチ",
    "chest of drawers | たんす; bookcase | 本棚; sideboard | サイドボード; wardrobe | 洋服だんす",
    "mattress | マットレス; futon set | 布団一式; folding bed frame | 折り畳みベッド",
    "oil stove | 石油ストーブ; gas range | ガスこんろ; fan heater | ファンヒーター",
    "bicycle | 自転車; handcart | リヤカー; pushchair | ベビーカー",
    "surfboard | サーフボード; pair of skis | スキー板; golf bag | ゴルフバッグ; table for table tennis | 卓球台",
)

BULKY = texts("""
Seating | 椅子類; Storage furniture | 収納家具; Bedding | 寝具; Appliances for heating and cooking | 暖房・調理機器
Wheeled goods | 車輪付きのもの; Sports goods | スポーツ用品
""")

MATERIALS = texts("""
Waste paper | 古紙; Rags | 古布; Cans | 缶
""")

COLLECTED = texts("""
burnable | 燃やすごみ; not burnable | 燃やさないごみ; paper and cloth | 古紙・古布; glass and cans | 瓶・缶
""")

STOPPAGES = texts("""
grate cleared | 火格子の清掃; filter changed | ろ布の交換; crane inspected | クレーンの点検; ash conveyor jammed | 灰コンベヤーの詰まり
water pipe repaired | 給水管の修理
""")

SECTIONS = texts("""
Operations Office | 業務課; Accounts Office | 経理課
""")
