"""What the interface says, in English and Japanese. Names of models, categories' ids and the data are not in here.

Every entry has both languages (a test says so). `{name}` in a text is filled in by the page's script.
"""

from __future__ import annotations

from bench.report.site.words_leaderboard import LEADERBOARD
from bench.report.site.words_report import REPORT

Words = dict[str, dict[str, str]]

WORDS: Words = {
    "skip": {"en": "Skip to the content", "ja": "本文へ移動"},
    "language": {"en": "Language", "ja": "表示言語"},
    "theme": {"en": "Colours", "ja": "配色"},
    "theme.auto": {"en": "As the system", "ja": "システムに合わせる"},
    "theme.light": {"en": "Light", "ja": "ライト"},
    "theme.dark": {"en": "Dark", "ja": "ダーク"},
    "noscript": {
        "en": "This page draws its tables with its own script; please allow scripts for it. It loads nothing.",
        "ja": "表の描画にスクリプトを使います。許可してください。外部からは何も読み込みません。",
    },
    "en": {"en": "English", "ja": "英語"},
    "ja": {"en": "Japanese", "ja": "日本語"},
    "undefined": {"en": "undefined", "ja": "定義なし"},
    "none": {"en": "none", "ja": "なし"},
    "yes": {"en": "yes", "ja": "はい"},
    "no": {"en": "no", "ja": "いいえ"},
    "all": {"en": "all", "ja": "すべて"},
    "arm": {"en": "Arm", "ja": "条件"},
    "arm.gold": {"en": "gold", "ja": "gold（根拠のみ）"},
    "arm.shuffled": {"en": "shuffled", "ja": "shuffled（根拠＋妨害文書）"},
    "arm.retrieved": {"en": "retrieved", "ja": "retrieved（検索結果）"},
    "arm.none": {"en": "none", "ja": "none（文書なし）"},
    "category": {"en": "Category", "ja": "カテゴリ"},
    "Integration": {"en": "Integration", "ja": "統合"},
    "Reasoning": {"en": "Reasoning", "ja": "推論"},
    "Logic": {"en": "Logic", "ja": "論理"},
    "Table": {"en": "Table", "ja": "表"},
    "Abstention": {"en": "Abstention", "ja": "回答保留"},
    "outcome": {"en": "Outcome", "ja": "結果"},
    "correct": {"en": "correct", "ja": "正答"},
    "wrong": {"en": "wrong", "ja": "誤答"},
    "abstained": {"en": "abstained", "ja": "保留"},
    "invalid": {"en": "invalid", "ja": "判定不能"},
    "failed": {"en": "failed", "ja": "失敗"},
    "metric.overall": {"en": "Overall (macro)", "ja": "総合（マクロ）"},
    "metric.overall_tags": {"en": "Overall (tags)", "ja": "総合（タグ）"},
    "metric.main": {"en": "Main (avg)", "ja": "Main（平均）"},
    "metric.over_abstention": {"en": "Over-abstention", "ja": "過剰保留"},
    "metric.false_answer": {"en": "False answers", "ja": "誤った回答"},
    "metric.discrimination": {"en": "Discrimination", "ja": "識別"},
    "interval": {"en": "95 % interval", "ja": "95％信頼区間"},
    "chart.as_table": {"en": "The same as a table", "ja": "同じ内容を表で見る"},
}

WORDS_OF_PAGES: dict[str, Words] = {"leaderboard": LEADERBOARD, "report": REPORT}
