"""Pools of names. None of them is meant to exist; every name carries kanji, reading and romanisation.

Two schools never share a clerk: the ledger draws without replacement.
"""

from __future__ import annotations

from bench.kits.pools import names, texts

FIRMS = names("""
轍野 わだちの Wadachino; 手綱 たづな Tazuna; 早蕨 さわらび Sawarabi; 路遙 みちはる Michiharu
""")

PLACES = names("""
曲松 まがりまつ Magarimatsu; 栃窪 とちくぼ Tochikubo; 三本榎 さんぼんえのき Sambon-Enoki; 霞田 かすみだ Kasumida; 追分沢 おいわけざわ Oiwakezawa
笹子原 ささごはら Sasagohara; 車返 くるまがえし Kurumagaeshi; 標野 しめの Shimeno; 坂下台 さかしたで Sakashitade; 十七曲 じゅうしちまがり Jushichimagari
""")

PEOPLE = names("""
秋葉 あきば Akiba; 石母田 いしもだ Ishimoda; 宇佐 うさ Usa; 大悟法 だいごほう Daigoho; 風早 かざはや Kazahaya; 喜屋武 きゃん Kyan
草壁 くさかべ Kusakabe; 毛受 めんじょう Menjo; 小松原 こまつばら Komatsubara; 佐分利 さぶり Saburi; 新発田 しばた Shibata; 須田 すだ Suda
瀬名 せな Sena; 外山 とやま Toyama; 高階 たかしな Takashina; 津久井 つくい Tsukui; 寺内 てらうち Terauchi; 戸塚 とつか Totsuka
名越 なごし Nagoshi; 贄川 にえかわ Niekawa; 野村谷 のむらや Nomuraya; 旗本 はたもと Hatamoto; 樋渡 ひわたし Hiwatashi; 別所 べっしょ Bessho
""")

COURSES = texts("""
car (manual) | 普通車ＭＴ; car (automatic) | 普通車ＡＴ; medium lorry | 準中型車; heavy lorry | 大型車; motorcycle | 自動二輪車
""")

CLASSES = texts("""
Printed matter | 印刷物; Certificates | 証明書; Hired articles | 貸出品; Tests | 検査・試験
""")

# Per class of CLASSES, in its order.
ITEMS = (
    texts("rules of the road | 交通の教則; road atlas | 道路地図帳; book of questions | 問題集"),
    texts("proof of enrolment | 在校証明; proof of hours | 時限証明; new pupil's card | 教習生証の再発行"),
    texts("helmet | ヘルメット; gloves | グローブ; rain suit | 雨がっぱ"),
    texts("eyesight | 視力検査; night vision | 夜間視力検査; mock written examination | 学科模擬試験"),
)

SUBJECTS = texts("""
lecture | 講義; car exercise | 実車演習; first aid | 救急法; self-study | 自習
""")

SECTIONS = texts("""
Training Section | 教務課; General Affairs Section | 総務課
""")
