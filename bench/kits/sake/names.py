"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two breweries never share a brewer or a clerk: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import names, texts

GROUPS = names("""
榛ノ目 はんのめ Hannome; 燈沢 ひざわ Hizawa; 升目木 ますめぎ Masumegi; 霜垂 しもたれ Shimotare; 苔庭 こけにわ Kokeniwa
""")

BREWERIES = names("""
榧淵 かやぶち Kayabuchi; 湧代 わくしろ Wakushiro; 椋ヶ沢 むくがさわ Mukugasawa; 樅谷内 もみやち Momiyachi; 氷室坂 ひむろざか Himurozaka
藁科野 わらしなの Warashinano; 雪待 ゆきまち Yukimachi; 蔦木戸 つたきど Tsutakido; 杓子森 しゃくしもり Shakushimori; 鍋倉沢 なべくらざわ Nabekurazawa
""")

DISTRICTS = names("""
上桶沢 かみおけざわ Kamiokezawa; 下桶沢 しもおけざわ Shimookezawa; 鴫田 しぎた Shigita; 猿ヶ平 さるがたいら Sarugataira; 菅苗代 すげなわしろ Sugenawashiro
鋸挽 のこひき Nokohiki; 畦畑 あぜはた Azehata; 水口原 みなくちはら Minakuchihara; 蛙沢 かわずざわ Kawazuzawa; 落水 おちみず Ochimizu
""")

VARIETIES = names("""
雪垣 ゆきがき Yukigaki; 谷の穂 たにのほ Taninoho; 朝霧錦 あさぎりにしき Asagirinishiki; 峰こだま みねこだま Minekodama; 早瀬光 はやせひかり Hayasehikari
白糸米 しらいとまい Shiraitomai
""")

PEOPLE = names("""
四方田 よもだ Yomoda; 榎園 えのきぞの Enokizono; 鷲巣 わしのす Washinosu; 久保寺 くぼでら Kubodera; 真壁 まかべ Makabe
雨宮 あめみや Amemiya; 柚木 ゆのき Yunoki; 財前 ざいぜん Zaizen; 鳥越 とりごえ Torigoe; 塩尻 しおじり Shiojiri; 名取 なとり Natori
棚橋 たなはし Tanahashi; 椎葉 しいば Shiiba; 砂川 すながわ Sunagawa; 浅香 あさか Asaka; 飯泉 いいずみ Iizumi; 栗栖 くりす Kurisu
戸倉 とくら Tokura; 茂木 もてぎ Motegi; 八重樫 やえがし Yaegashi; 小日向 こひなた Kohinata; 土師 はじ Haji; 玉置 たまき Tamaki
日置 ひおき Hioki; 蛭田 ひるた Hiruta; 猪狩 いがり Igari; 樋渡 ひわたし Hiwatashi; 生駒 いこま Ikoma; 鬼頭 きとう Kito
""")

CUSTOMERS = texts("""
Tonoki Liquor Store | 戸野木酒店; Marukusu Provisions | 丸楠商店; Inn at Akebi Pass | 旅館あけび峠; Sorase Department Store | 空瀬百貨店
Yanagawara Wholesale | 柳河原酒類卸; Restaurant Hotaruba | 料理屋螢場; Kuzumi Station Shop | 葛見駅売店; Hirasato Co-operative | 平郷生協
Ishinari Trading | 石成物産; Hotel Shiranagi | ホテル白凪; Tabakodani Sake House | 煙草谷酒舗; Nenohi Mail Order | 子の日通販
Ozasa Roadside Market | 小笹直売所; Niohama Banquet Hall | 鳰浜会館; Komagisaka Gift Shop | 駒木坂土産店; Mizunara Bar Company | 水楢商会
""")

BRANDS = names("""
苔の灯 こけのひ Kokenohi; 霧ぬぎ きりぬぎ Kirinugi; 薄氷鼓 うすらいつづみ Usuraitsuzumi; 榧の声 かやのこえ Kayanokoe; 雫機 しずくばた Shizukubata
夜なべ星 よなべぼし Yonabeboshi; 鹿の畳 しかのたたみ Shikanotatami; 雪文机 ゆきふづくえ Yukifuzukue; 水鏡堂 すいきょうどう Suikyodo
藁の舟 わらのふね Waranofune; 灯し水 ともしみず Tomoshimizu; 峠の笛 とうげのふえ Togenofue; 石畳紬 いしだたみつむぎ Ishidatamitsumugi
百日霜 ひゃくにちじも Hyakunichijimo; 小夜時計 さよどけい Sayodokei; 笹の帳 ささのとばり Sasanotobari
""")

SECTIONS = texts("""
Brewing Section | 製造課; Accounts Section | 経理課
""")
