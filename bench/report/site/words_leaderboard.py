"""What the leaderboard's page says, in English and Japanese."""

from __future__ import annotations

LEADERBOARD: dict[str, dict[str, str]] = {
    "lb.title": {"en": "RAG generator bench: leaderboard", "ja": "RAG generator bench リーダーボード"},
    "lb.intro": {
        "en": "How well models answer from given documents, and decline when the documents do not hold the answer. "
        "Results are ranked only with results on the same data, asked and judged in the same way.",
        "ja": "与えられた文書に基づいて正しく答え、根拠がなければ回答を控えられるかを測ります。"
        "順位は、データ・質問方法・判定方法がすべて同じ結果どうしで付けています。",
    },
    "lb.empty": {
        "en": "No result has been handed in yet. How to hand one in is said below.",
        "ja": "まだ結果が提出されていません。提出方法は以下のとおりです。",
    },
    "lb.controls": {"en": "Choice of board and filters", "ja": "ボードの選択と絞り込み"},
    "lb.dataset": {"en": "Dataset", "ja": "データセット"},
    "lb.language": {"en": "Language of the questions", "ja": "問題の言語"},
    "lb.protocol": {"en": "Protocol", "ja": "プロトコル"},
    "lb.protocol.details": {"en": "Protocol of this board in full", "ja": "このボードのプロトコル詳細"},
    "lb.weights": {"en": "Weights", "ja": "重み"},
    "lb.open": {"en": "open", "ja": "公開"},
    "lb.closed": {"en": "closed", "ja": "非公開"},
    "lb.unknown": {"en": "not known", "ja": "不明"},
    "lb.none": {"en": "none (baseline)", "ja": "なし（ベースライン）"},
    "lb.name": {"en": "Model name contains", "ja": "モデル名で絞り込み"},
    "lb.reset": {"en": "Reset the view", "ja": "表示をリセット"},
    "lb.lost": {
        "en": "The link names a board that is not here: {id}. Another one is shown.",
        "ja": "リンク先のボード {id} は見つかりませんでした。別のボードを表示しています。",
    },
    "lb.facts": {
        "en": "Ranked results on this board: {ranked}; shown: {shown}; not ranked: {others}.",
        "ja": "このボードの順位付き結果：{ranked}件（表示中：{shown}件）、順位対象外：{others}件",
    },
    "lb.preset.full": {"en": "all items", "ja": "全問"},
    "lb.preset.lit": {"en": "LIT-RAGBench selection", "ja": "LIT-RAGBench の構成"},
    "lb.preset.smoke": {"en": "smoke test", "ja": "スモークテスト"},
    "lb.limit": {"en": "at most {n} items per language", "ja": "各言語最大{n}問"},
    "lb.judging.one-call": {"en": "verdict in one call", "ja": "1回の呼び出しで判定"},
    "lb.judging.two-stage": {"en": "intent first, then verdict", "ja": "回答意図を確認してから判定"},
    "lb.p.data": {"en": "Data", "ja": "データ"},
    "lb.p.selection": {"en": "Items", "ja": "出題範囲"},
    "lb.p.judges": {"en": "Judges", "ja": "判定モデル"},
    "lb.p.judging": {"en": "Judging", "ja": "判定方式"},
    "lb.p.prompts": {"en": "Prompts", "ja": "プロンプト"},
    "lb.p.seed": {"en": "Seed", "ja": "シード"},
    "lb.p.canaries": {"en": "Canaries", "ja": "カナリア問題の割合"},
    "lb.p.retriever": {"en": "Retriever", "ja": "検索器"},
    "lb.p.k": {"en": "Chunks retrieved", "ja": "検索件数"},
    "lb.p.chunk_tokens": {"en": "Tokens per chunk", "ja": "チャンクのトークン数"},
    "lb.p.overlap": {"en": "Overlap in tokens", "ja": "重複トークン数"},
    "lb.p.gold_position": {"en": "Place of the evidence", "ja": "根拠の位置"},
    "lb.p.distractors": {"en": "Distractors", "ja": "妨害文書の数"},
    "lb.ranking": {"en": "Ranking", "ja": "ランキング"},
    "lb.ranking.caption": {
        "en": "Share, count and 95 % interval. Choose a heading to sort by it.",
        "ja": "割合・件数・95％信頼区間。見出しを選ぶと並べ替えられます。",
    },
    "lb.ties": {
        "en": "A range such as 1–3 is a tie: the data do not separate these systems from the first of them, "
        "so all of them share the places.",
        "ja": "「1–3」のような範囲は同順位を表します。グループ先頭のシステムとの差が統計的に有意でないため、"
        "該当する順位を全員で分け合います。",
    },
    "lb.ties.level": {
        "en": "Tested in pairs by question, at level {level} (corrected for {pairs} pairs).",
        "ja": "検定は問題単位の対応あり、有意水準は {level}（{pairs}組の多重比較を補正）です。",
    },
    "lb.ties.level.one": {
        "en": "Tested in pairs by question, at level {level} (1 pair, so nothing to correct for).",
        "ja": "検定は問題単位の対応あり、有意水準は {level}（比較は1組のみのため補正なし）です。",
    },
    "lb.sideways": {
        "en": "More columns: scroll the table sideways",
        "ja": "表は横にスクロールでき、右側にも列があります",
    },
    "lb.colours": {
        "en": "Up to 8 systems have a colour and a shape in the charts; tick which.",
        "ja": "グラフで色と記号を付けて表示するシステムは最大8件で、チェック欄で選べます。",
    },
    "lb.place": {"en": "Place", "ja": "順位"},
    "lb.in_colour": {"en": "In colour", "ja": "色で表示"},
    "lb.show": {"en": "Show {name} in colour", "ja": "{name} を色付きで表示"},
    "lb.model": {"en": "Model", "ja": "モデル"},
    "lb.reasoning": {"en": "reasoning", "ja": "推論モデル"},
    "lb.served": {"en": "Served by", "ja": "実行環境"},
    "lb.served.provider": {"en": "provider", "ja": "提供元 API"},
    "lb.served.own": {"en": "own server", "ja": "自前サーバー"},
    "lb.served.started": {"en": "vLLM started by the suite", "ja": "本ツールが起動した vLLM"},
    "lb.served.built-in": {"en": "built in", "ja": "組み込み"},
    "lb.cost": {"en": "US$ per 1,000 answers", "ja": "1,000回答あたりの費用（米ドル）"},
    "lb.latency": {"en": "Latency (p90)", "ja": "レイテンシ（p90）"},
    "lb.excluded": {"en": "Excluded", "ja": "除外"},
    "lb.submitter": {"en": "Submitter", "ja": "提出者"},
    "lb.date": {"en": "Date", "ja": "日付"},
    "lb.why": {"en": "Why", "ja": "理由"},
    "lb.details": {"en": "Details", "ja": "詳細"},
    "lb.spec": {"en": "Name at the endpoint", "ja": "エンドポイントでの名称"},
    "lb.family": {"en": "Maker", "ja": "開発元"},
    "lb.params": {"en": "Parameters", "ja": "パラメータ"},
    "lb.overall_items": {"en": "Accuracy (items)", "ja": "正答率（問題単位）"},
    "lb.quality": {"en": "Quality Q(k)", "ja": "品質 Q(k)"},
    "lb.attempts": {"en": "Attempts", "ja": "回答の内訳"},
    "lb.attempts.text": {
        "en": "{correct} right, {wrong} wrong, {abstained} declined, of {n}",
        "ja": "{n}件中、正答{correct}・誤答{wrong}・保留{abstained}",
    },
    "lb.cost_correct": {"en": "US$ per correct answer", "ja": "正答1件あたりの費用（米ドル）"},
    "lb.latency_median": {"en": "Latency (median)", "ja": "レイテンシ（中央値）"},
    "lb.repeats": {"en": "Repeats", "ja": "反復回数"},
    "lb.judges": {"en": "Judges", "ja": "判定モデル"},
    "lb.suite": {"en": "Version of the suite", "ja": "本ツールのバージョン"},
    "lb.file": {"en": "File", "ja": "ファイル"},
    "lb.no_match": {"en": "No ranked result fits the filters.", "ja": "条件に合う順位付きの結果はありません。"},
    "lb.none_ranked": {"en": "No result on this board is ranked.", "ja": "このボードに順位の付いた結果はありません。"},
    "lb.not_ranked": {"en": "Not ranked", "ja": "順位対象外"},
    "lb.not_ranked.text": {
        "en": "These results are on the same data and protocol but take no place, for the reason given.",
        "ja": "同じデータとプロトコルの結果ですが、記載の理由により順位を付けていません。",
    },
    "lb.superseded": {"en": "Superseded", "ja": "更新済みの旧結果"},
    "lb.superseded.text": {
        "en": "Older results of a model with the same parameters; the newest one counts.",
        "ja": "同じモデル・同じパラメータの古い結果です。最新の結果だけが順位の対象になります。",
    },
    "lb.published": {"en": "Published figures", "ja": "論文の公表値"},
    "lb.published.of": {"en": "Published figures: {name}", "ja": "論文の公表値：{name}"},
    "lb.published.other": {
        "en": "Another dataset: {name} (published figures)",
        "ja": "別のデータセット：{name}（論文の公表値）",
    },
    "lb.published.apart": {
        "en": "These figures are of other questions than the board above; the two cannot be compared.",
        "ja": "上のボードとは問題が異なるため、数値を比べることはできません。",
    },
    "lb.published.source": {
        "en": "Published figures from: {source}. Judges: {judge}.",
        "ja": "公表値の出典：{source}。判定モデル：{judge}。",
    },
    "lb.published.badge": {"en": "published", "ja": "公表値"},
    "lb.published.text": {
        "en": "As printed by others, with their own judge. They take no place among runs.",
        "ja": "論文に掲載された数値です。判定方法が異なるため、順位の対象にはしていません。",
    },
    "lb.no_row": {"en": "Files that gave no row", "ja": "掲載されなかったファイル"},
    "lb.refused": {"en": "refused, faults: {n}", "ja": "不受理（不備 {n}件）"},
    "lb.refused.more": {"en": "and {n} more", "ja": "ほか{n}件"},
    "lb.duplicate": {"en": "the same run as", "ja": "次のファイルと同じ実行結果："},
    "lb.forest": {"en": "Overall, with intervals", "ja": "総合スコアと信頼区間"},
    "lb.forest.label": {
        "en": "Chart: overall score of each system with its 95 % interval, in the order of the ranking; systems that "
        "are tied stand together on one ground, with their places at the end of the row.",
        "ja": "グラフ：順位順に各システムの総合スコアと95％信頼区間を示す。同順位のシステムは同じ背景でまとめ、"
        "行末に順位を示す。",
    },
    "lb.forest.text": {
        "en": "Systems on one ground, between dashed lines, are tied.",
        "ja": "破線で区切られた同じ背景のシステムは同順位です。",
    },
    "lb.forest.best": {"en": "Best: {name}, {value}.", "ja": "最高は {name}、{value}です。"},
    "lb.forest.tied": {"en": "{n} systems share the first place.", "ja": "1位は{n}システムの同順位です。"},
    "lb.penalty": {"en": "What a wrong answer costs", "ja": "誤答コストと選択"},
    "lb.penalty.intro": {
        "en": "Q(k) = (right − k · wrong) / all: a wrong answer costs k right ones, declining costs nothing and gains "
        "nothing. Choose the k of your use; the list ranks the systems for it.",
        "ja": "Q(k) =（正答 − k × 誤答）÷ 全問。誤答1件が正答k件分の損失になり、回答の保留は0点です。"
        "用途に合うkを選ぶと、そのkでの順位が一覧に表示されます。",
    },
    "lb.penalty.label": {
        "en": "Chart: quality Q against the cost k of a wrong answer from 0 to 20, a straight line for each system; "
        "rings mark where two lines cross, a vertical line the chosen k.",
        "ja": "グラフ：誤答コストk（0〜20）に対する品質Qを、システムごとに直線で示す。"
        "丸印は直線の交点、縦線は選択中のkを表す。",
    },
    "lb.penalty.text": {
        "en": "Rings mark crossings of the systems in colour. Below the dotted line at 0, never answering is better. "
        "Lines end at −1.",
        "ja": "丸印は色付きシステムどうしの交点です。0の点線より下では、一切答えないほうが良い結果になります。"
        "−1未満は表示していません。",
    },
    "lb.best_from": {"en": "Best from k = {k} on: {name}.", "ja": "k = {k} からは {name} が最良です。"},
    "lb.k": {"en": "Cost of a wrong answer, k", "ja": "誤答コスト k"},
    "lb.k.axis": {"en": "k: right answers that one wrong answer costs", "ja": "k：誤答1件が打ち消す正答の件数"},
    "lb.k.text": {
        "en": "k = {k}: answering pays from a confidence of {t} on",
        "ja": "k = {k}：確信度が {t} 以上なら答えるほうが得",
    },
    "lb.at_k": {"en": "Ranking by Q({k})", "ja": "Q({k}) による順位"},
    "lb.right_attempts": {"en": "Right attempts", "ja": "正しい回答の割合"},
    "lb.wrong_attempts": {"en": "Wrong attempts", "ja": "誤った回答の割合"},
    "lb.better_below": {"en": "Better below k*", "ja": "k* 未満で優位"},
    "lb.better_above": {"en": "Better above k*", "ja": "k* 超で優位"},
    "lb.crossings": {"en": "Crossings of the systems in colour: {n}", "ja": "色付きシステムどうしの交点：{n}件"},
    "lb.crossings.caption": {
        "en": "Where two systems change places, k from 0 to 20",
        "ja": "2システムの優劣が入れ替わるk（0〜20）",
    },
    "lb.no_crossing": {
        "en": "No two systems in colour change places for k from 0 to 20.",
        "ja": "k が 0〜20 の範囲では、色付きシステムどうしの優劣は入れ替わりません。",
    },
    "lb.dominated": {
        "en": "Dominated, another system is better at every cost of a wrong answer: {n}",
        "ja": "どの誤答コストでも他のシステムに劣るシステム：{n}件",
    },
    "lb.dominated.by": {
        "en": "{worse}: for every k below {better}",
        "ja": "{worse}：すべてのkで {better} を下回る",
    },
    "lb.none_dominated": {
        "en": "No system is below another for every k.",
        "ja": "すべてのkで他のシステムを下回るシステムはありません。",
    },
    "lb.rest": {"en": "others ({n})", "ja": "その他（{n}件）"},
    "lb.errors": {"en": "Over-abstention against false answers", "ja": "過剰保留と誤った回答"},
    "lb.errors.x": {"en": "Over-abstention: answerable, but declined", "ja": "過剰保留：答えられる問題を保留"},
    "lb.errors.y": {"en": "False answers: unanswerable, but answered", "ja": "誤った回答：答えられない問題に回答"},
    "lb.errors.label": {
        "en": "Chart: over-abstention to the right and false answers upwards, a point for each system with 95 % "
        "intervals in both directions; the lower left corner is best.",
        "ja": "グラフ：横軸は過剰保留、縦軸は誤った回答。各システムの点に縦横の95％信頼区間を付ける。左下ほど良い。",
    },
    "lb.errors.text": {
        "en": "Towards the lower left is better: a careful system must not buy few false answers by declining what it "
        "could answer.",
        "ja": "左下ほど優れています。答えられる問題まで保留すれば誤った回答は減りますが、それでは慎重とは言えません。",
    },
    "lb.heat": {"en": "Accuracy per category", "ja": "カテゴリ別の正答率"},
    "lb.heat.caption": {
        "en": "Share correct, with counts. The stronger the colour, the higher: from {low} to {high}.",
        "ja": "正答率と件数。背景色が強いほど高い値です（{low}〜{high}）。",
    },
    "lb.gap": {"en": "Japanese minus English", "ja": "日本語と英語の差"},
    "lb.gap.value": {"en": "Gap in points", "ja": "差（ポイント）"},
    "lb.gap.items": {"en": "Paired items", "ja": "対応する問題数"},
    "lb.gap.axis": {
        "en": "Japanese − English, in points",
        "ja": "日本語 − 英語（ポイント）",
    },
    "lb.gap.label": {
        "en": "Chart: for each system the overall score in Japanese minus that in English over the same questions, "
        "with its 95 % interval around a line at zero.",
        "ja": "グラフ：同じ問題の日英版における総合スコアの差（日本語 − 英語）を、"
        "95％信頼区間とともに0の線の周りに示す。",
    },
    "lb.gap.text": {
        "en": "The same questions in both languages; systems: {n}. Interval entirely above 0 (better in Japanese): "
        "{ja}; entirely below 0 (better in English): {en}.",
        "ja": "同じ問題を日英両言語で比較（{n}システム）。信頼区間全体が0より上（日本語が優位）：{ja}件、"
        "0より下（英語が優位）：{en}件。",
    },
    "lb.cost.label": {
        "en": "Chart: overall score against US dollars per 1,000 answers, with 95 % intervals; rings and a dashed line "
        "mark the systems that no other beats in both.",
        "ja": "グラフ：1,000回答あたりの費用と総合スコアの関係を95％信頼区間付きで示す。"
        "丸囲みと破線はパレート最適なシステムを表す。",
    },
    "lb.cost.axis": {"en": "US$ per 1,000 answers", "ja": "1,000回答あたりの費用（米ドル）"},
    "lb.cost.text": {
        "en": "What the answers cost, without the judges.",
        "ja": "回答生成のみの費用です（判定の費用は含みません）。",
    },
    "lb.cost.lacking": {
        "en": "Without a price and therefore not drawn: {names}.",
        "ja": "価格情報がないため図に含まないもの：{names}。",
    },
    "lb.cost.none": {
        "en": "No cost against quality: none of the systems shown has a price.",
        "ja": "表示中のシステムには価格情報がないため、費用と品質の図はありません。",
    },
    "lb.latency.label": {
        "en": "Chart: overall score against the 90th percentile of latency in seconds, with 95 % intervals; rings and "
        "a dashed line mark the systems that no other beats in both.",
        "ja": "グラフ：レイテンシの90パーセンタイル（秒）と総合スコアの関係を95％信頼区間付きで示す。"
        "丸囲みと破線はパレート最適なシステムを表す。",
    },
    "lb.latency.axis": {"en": "Latency in seconds (90th percentile)", "ja": "レイテンシ（秒、90パーセンタイル）"},
    "lb.latency.text": {
        "en": "Measured at each submitter's place, so compare with care.",
        "ja": "提出者ごとの環境で計測した値のため、比較には注意が必要です。",
    },
    "lb.latency.lacking": {
        "en": "Without a latency and therefore not drawn: {names}.",
        "ja": "計測値がないため図に含まないもの：{names}。",
    },
    "lb.latency.none": {
        "en": "No latency against quality: none of the systems shown has a measured latency.",
        "ja": "表示中のシステムにはレイテンシの計測値がないため、図はありません。",
    },
    "lb.cost.front": {
        "en": "Ringed, since no other is both cheaper and better: {names}.",
        "ja": "丸囲みは、より安くて高スコアのものがないシステムです：{names}。",
    },
    "lb.latency.front": {
        "en": "Ringed, since no other is both faster and better: {names}.",
        "ja": "丸囲みは、より速くて高スコアのものがないシステムです：{names}。",
    },
    "lb.forest.head": {"en": "Overall, with intervals", "ja": "総合スコアと信頼区間"},
    "lb.errors.head": {"en": "Over-abstention against false answers", "ja": "過剰保留と誤った回答"},
    "lb.gap.head": {"en": "Japanese minus English", "ja": "日本語と英語の差"},
    "lb.cost.head": {"en": "Cost against quality", "ja": "費用と品質"},
    "lb.latency.head": {"en": "Latency against quality", "ja": "レイテンシと品質"},
    "lb.on_front": {"en": "On the Pareto front", "ja": "パレート最適"},
    "lb.submit": {"en": "How to submit a result", "ja": "結果の提出方法"},
    "lb.submit.text": {
        "en": "A submission holds every figure and the outcome of every question, but no text of the data or of an "
        "answer. Every figure is computed again from it before it is ranked.",
        "ja": "提出ファイルには全指標と全問題の結果が含まれますが、データや回答の本文は含まれません。"
        "順位付けの前に、すべての数値を提出内容から再計算して検証します。",
    },
    "lb.submit.run": {
        "en": "Run the benchmark with a judge model (results of the rule judge are not ranked):",
        "ja": "判定モデルを指定してベンチマークを実行します（ルール判定の結果は順位の対象外です）。",
    },
    "lb.submit.judge": {
        "en": "A judge on a server of your own is named with its address:",
        "ja": "自前サーバーの判定モデルは、アドレスを付けて指定します。",
    },
    "lb.submit.pack": {
        "en": "Pack the run. The file is checked as a leaderboard checks it, and stands in results/submissions:",
        "ja": "実行結果を提出用ファイルにまとめます。"
        "リーダーボードと同じ検証を行い、results/submissions に保存します。",
    },
    "lb.submit.build": {
        "en": "Build the leaderboard from all files in results/submissions:",
        "ja": "results/submissions にある全ファイルからリーダーボードを生成します。",
    },
    "lb.submit.add": {
        "en": "A file that comes from elsewhere is checked and copied into results/submissions first:",
        "ja": "ほかの場所で作られたファイルは、検証して results/submissions に追加してから生成し直します。",
    },
}
