"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two libraries never share a clerk or a group: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import classed, names, texts

TOWNS = names("""
綿織 わたおり Wataori; 朱鷺月 ときづき Tokizuki; 水鶏野 くいなの Kuinano; 霜坪 しもつぼ Shimotsubo; 麦穂 むぎほ Mugiho
""")

LIBRARIES = names("""
葦月 あしづき Ashizuki; 楡瀬 にれせ Nirese; 蕗森 ふきもり Fukimori; 槙別 まきべつ Makibetsu; 鵙台 もずだい Mozudai
萱月 かやつき Kayatsuki; 菱倉 ひしくら Hishikura; 桐江 きりえ Kirie; 白樫原 しらかしばら Shirakashibara; 鈴掛野 すずかけの Suzukakeno
""")

AWAY = names("""
羽澄 はずみ Hazumi; 栂代 つがしろ Tsugashiro; 稲架 はさ Hasa; 磯辻 いそつじ Isotsuji; 粟根 あわね Awane; 夕霞 ゆうがすみ Yuugasumi
枇杷田 びわた Biwata; 竜胆町 りんどうまち Rindoumachi
""")

PEOPLE = names("""
芦立 あしだて Ashidate; 伊吹 いぶき Ibuki; 植竹 うえたけ Uetake; 江花 えばな Ebana; 小茂田 おもだ Omoda; 柏倉 かしわくら Kashiwakura
木滑 きなめり Kinameri; 葛巻 くずまき Kuzumaki; 越智 おち Ochi; 坂爪 さかづめ Sakazume; 下斗米 しもとまい Shimotomai; 周藤 すとう Sutou
染谷 そめや Someya; 田子 たこ Tako; 千田 ちだ Chida; 津金 つがね Tsugane; 樋渡 ひわたし Hiwatashi; 中嶽 なかたけ Nakatake
沼澤 ぬまざわ Numazawa; 野呂 のろ Noro; 蓮沼 はすぬま Hasunuma; 平栗 ひらぐり Hiraguri; 古閑 こが Koga; 逸見 へんみ Henmi
堀籠 ほりごめ Horigome; 三角 みすみ Misumi
""")

GROUPS = texts("""
Thursday Haiku Circle | 木曜俳句会; Children's Theatre Friends | 子ども劇場の友; Sign Language Seminar | 手話学習会
Local Photograph Archive Group | 郷土写真を残す会; Braille Transcribers | 点訳の会; Old Documents Reading Society | 古文書を読む会
Parents' Picture Story Players | 紙しばい座; Mandolin Ensemble Hiyori | マンドリンアンサンブルひより; Go Players' Evening | 囲碁夜会
English Conversation Table | 英会話テーブル; Calligraphy Society Sumiiro | 書道会すみいろ; Watercolour Sketch Group | 水彩スケッチの会
Senior Computer Class | シニアパソコン教室; Taiko Youth Team | 太鼓少年団; Paper Folding Friends | 折り紙の会; Ukiyo Study Group | 浮世絵研究会
Walking Guides' Association | まち歩き案内人会; Film Evening Committee | 映画の夕べ実行委員会; Flower Arrangement Club | 生け花クラブ
Reading-Aloud Volunteers | 音読ボランティア; Star Watchers | 星空観察会; Home Gardeners' League | 家庭菜園連合; Tanka Society Tsuyukusa | 短歌会つゆくさ
Regional History Editors | 地域史編さん会; Chess Beginners | チェス入門の会; Knitting Table | 編み物の集い; Radio Drama Group | ラジオドラマ研究会
Bookbinders' Workshop | 製本工房の会
""")

ROOMS = texts("""
Large hall | 大会議室; Small meeting room | 小会議室; Seminar room | 研修室; Viewing room | 視聴覚室; Tatami room | 和室
""")

BANDS = texts("""
morning | 午前; afternoon | 午後; evening | 夜間
""")

PLACES = texts("""
main counter | 館内カウンター; station desk | 駅前窓口; bookmobile | 移動図書館; community centre shelf | 公民館配本棚
""")

CATEGORIES = "ABC"

# Per class of CLASSES, in its order; no article shares a word with its class.
ARTICLES = classed(
    "fashion magazine | ファッション雑誌; gardening monthly | 園芸の月刊誌; shogi quarterly | 将棋の季刊誌; railway fortnightly | 鉄道の隔週誌",
    "jazz compact disc | ジャズのＣＤ; rakugo cassette | 落語のカセットテープ; vinyl album of folk songs | 民謡のＬＰレコード",
    "DVD of a feature film | 劇映画のＤＶＤ; Blu-ray documentary | 記録映画のブルーレイ; animation on videotape | アニメのビデオテープ",
    "long novel | 長編小説; poetry anthology | 詩のアンソロジー; encyclopaedia volume | 百科事典１冊; cooking guide | 料理の手引",
    "piano score | ピアノのスコア; orchestral score | 管弦楽のスコア; choral score | 合唱曲のスコア",
    "wooden blocks | 積み木; jigsaw puzzle | ジグソーパズル; reversi set | リバーシ; karuta cards | かるた",
)

CLASSES = texts("""
Periodicals | 逐次刊行物; Recorded sound | 録音資料; Moving images | 映像資料; Books | 図書; Sheet music | 楽譜; Toys | 玩具
""")

CLOSINGS = texts("""
stocktaking | 蔵書点検; staff training | 職員研修; sorting day | 資料整理日; work on the lifts | 昇降機の工事; change of the computer system | システム更新
""")

TITLES = texts("""
Alpine Letters | 山の便り; Village Economy | 村の経済; Kitchen and Table | 台所と食卓; Harbour Engineering | 港の土木; New Drama | 新しい戯曲
Insect World | 昆虫界; Our Nursery School | わたしたちの保育; Labour and Law | 労働と法; Quilts | キルト帖; Travel by Rail | 汽車の旅
Studies in Folklore | 民俗研究; Baseball Notes | 野球ノート; Electronic Workshop | 電子工房; Modern Ceramics | 現代の陶; Nursing Practice | 看護の実際
Science for Boys and Girls | 少年少女の科学; Garden Calendar | 庭の暦; Fisheries Today | 今日の水産; Poetry Road | 詩の道; Investor's Page | 投資の頁
Forest Owner | 山林だより; Cinema Room | 映画室; House and Light | 家と光; Health after Sixty | 六十からの健康; Bicycles | 自転車生活
Go Review | 棋道評論; Cat Days | 猫日和; Weather and Sea | 気象と海; Tea Utensils | 茶の道具; Town Planning Review | 都市計画評論; Hand Weaving | 手織り
School Librarian | 学校図書館員; Vegetables | 野菜作り; Motor Repair | 自動車整備; English Every Day | 毎日の英語; Small Presses | 小さな出版
Mountain Photography | 山岳写真; Rice Research | 稲作研究; Welfare Sociology | 福祉社会; Choirmaster | 合唱指揮者; Local Railways | 地方鉄道; Dog and Man | 犬と人
Paper Craft | 紙の工芸; Language and Dialect | 言葉と方言; Beekeeper | 養蜂家; Public Finance | 財政時報; Tropical Fish | 熱帯魚; Animation Bulletin | 動画通信
Carpentry | 大工道具; Soil and Manure | 土と肥料
""")

SECTIONS_OF_LIST = texts("""
Reading room | 閲覧室; Children's corner | 児童コーナー; Local studies room | 郷土資料室
""")

SECTIONS = texts("""
Central Office | 中央館庶務係; Collections Section | 資料係
""")
