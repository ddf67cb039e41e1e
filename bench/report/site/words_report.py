"""What the page of a run, or of several side by side, says, in English and Japanese."""

from __future__ import annotations

from bench.report.site.words_report_items import ITEMS

REPORT: dict[str, dict[str, str]] = {
    **ITEMS,
    "parts": {"en": "Parts of the report", "ja": "目次"},
    "section.run": {"en": "What was run", "ja": "実行内容"},
    "section.results": {"en": "Results", "ja": "結果"},
    "section.quality": {"en": "What a wrong answer costs", "ja": "誤答のコスト"},
    "section.attribution": {"en": "Where errors come from", "ja": "誤りの出どころ"},
    "section.failures": {"en": "Single failures by their fault", "ja": "個々の失敗の分類"},
    "section.judging": {"en": "Judges", "ja": "判定者"},
    "section.canaries": {"en": "Canaries", "ja": "カナリア"},
    "section.retrieval": {"en": "Retrieval", "ja": "検索"},
    "section.citations": {"en": "Citations", "ja": "引用"},
    "section.faithfulness": {"en": "Faithfulness and relevance", "ja": "忠実性と関連性"},
    "section.crag": {"en": "Truthfulness (CRAG)", "ja": "真実性（CRAG）"},
    "section.insight": {"en": "More insight", "ja": "さらに詳しく"},
    "section.side_by_side": {"en": "Side by side", "ja": "横並びの比較"},
    "section.differences": {"en": "Paired differences", "ja": "対応のある差"},
    "section.decision": {"en": "Which one at which cost", "ja": "誤答のコスト別の順位"},
    "section.languages": {"en": "Japanese against English", "ja": "日本語と英語の差"},
    "section.sweep": {"en": "Sweep", "ja": "スイープ"},
    "markdown.page": {"en": "All items and charts: {page}", "ja": "全項目とグラフ：{page}"},
    "markdown.warning": {"en": "Note:", "ja": "注意："},
    "table.facts.asked": {"en": "Model and questions", "ja": "モデルと設問"},
    "table.facts.done": {"en": "Judging, spending and records", "ja": "判定・消費量・記録"},
    "table.excluded": {"en": "Excluded from every rate", "ja": "どの率にも数えない試行"},
    "excluded.nothing": {"en": "Nothing was excluded.", "ja": "除外された試行はない。"},
    "excluded": {"en": "Excluded", "ja": "除外"},
    "reason": {"en": "Reason", "ja": "理由"},
    "trials": {"en": "Trials", "ja": "試行"},
    "figure": {"en": "Figure", "ja": "指標"},
    "system": {"en": "System", "ja": "システム"},
    "questions": {"en": "Questions", "ja": "設問"},
    "fact": {"en": "What", "ja": "内容"},
    "fact.model": {"en": "Model", "ja": "モデル"},
    "fact.weights": {"en": "Weights", "ja": "重み"},
    "fact.params": {"en": "Parameters", "ja": "パラメータ"},
    "fact.dataset": {"en": "Dataset", "ja": "データセット"},
    "fact.langs": {"en": "Languages", "ja": "言語"},
    "fact.arms": {"en": "Arms", "ja": "条件"},
    "fact.asked": {"en": "Asked", "ja": "質問の条件"},
    "fact.retriever": {"en": "Retriever", "ja": "検索器"},
    "fact.judges": {"en": "Judged by", "ja": "判定者"},
    "fact.created": {"en": "Begun", "ja": "開始日時"},
    "fact.run": {"en": "Run", "ja": "実行"},
    "fact.suite": {"en": "Version of the suite", "ja": "スイートの版"},
    "fact.usage": {"en": "Spent on answers", "ja": "回答の消費量"},
    "fact.judge_usage": {"en": "Spent on judging", "ja": "判定の消費量"},
    "fact.server": {"en": "Server", "ja": "サーバー"},
    "fact.imported": {"en": "Asked by", "ja": "質問したツール"},
    "fact.flagged": {"en": "Items with a finding of the dataset's audit", "ja": "監査で指摘のある項目"},
    "fact.leaderboard": {"en": "For the leaderboard", "ja": "リーダーボード掲載"},
    "weights.open": {"en": "open", "ja": "公開"},
    "weights.closed": {"en": "closed", "ja": "非公開"},
    "weights.unknown": {"en": "not known", "ja": "不明"},
    "weights.none": {"en": "none (built-in baseline)", "ja": "なし（組み込みのベースライン）"},
    "dataset.official": {"en": "published set, unchanged", "ja": "公開データそのまま"},
    "dataset.own": {"en": "not a published set as it is", "ja": "公開データそのままではない"},
    "asked.preset": {
        "en": "preset {preset}, each question {repeats} ×, seed {seed}",
        "ja": "プリセット {preset}、各設問 {repeats} 回、シード {seed}",
    },
    "asked.limit": {"en": "at most {n} items per language", "ja": "言語ごとに最大 {n} 項目"},
    "asked.canaries": {"en": "{share} % of the Main items as canaries", "ja": "Main項目の {share}％をカナリアに"},
    "asked.position": {
        "en": "evidence placed at {place} (0 first, 1 last)",
        "ja": "根拠の位置 {place}（0 先頭、1 末尾）",
    },
    "asked.distractors": {"en": "{n} distractors", "ja": "妨害文書 {n} 件"},
    "asked.chunks": {
        "en": "chunks of at most {n} tokens, overlap {overlap}",
        "ja": "チャンク最大 {n} トークン、重なり {overlap}",
    },
    "asked.left_out": {"en": "with leave-one-out trials", "ja": "根拠を1件抜いた試行を含む"},
    "judging.one-call": {"en": "one call per vote", "ja": "1回の呼び出しで判定"},
    "judging.two-stage": {"en": "two stages", "ja": "2段階で判定"},
    "judge.votes": {"en": "{n} votes, {invalid} without a usable verdict", "ja": "{n} 票、うち判定不能 {invalid} 票"},
    "usage.calls": {"en": "{n} calls, {attempts} attempts", "ja": "呼び出し {n} 回、送信 {attempts} 回"},
    "usage.tokens": {
        "en": "{prompt} + {completion} tokens (prompt + reply)",
        "ja": "{prompt} + {completion} トークン（入力＋出力）",
    },
    "usage.unpriced": {"en": "cost unknown", "ja": "費用は不明"},
    "usage.latency": {
        "en": "{median} s median, {p90} s p90",
        "ja": "応答時間 中央値 {median} 秒、90パーセンタイル {p90} 秒",
    },
    "engine.started": {"en": "{server}, started by the suite", "ja": "{server}（スイートが起動）"},
    "engine.running": {
        "en": "{server}, running before, so its counts may be others' too",
        "ja": "{server}（起動済みのサーバー。ほかの利用分も含みうる）",
    },
    "engine.tokens": {
        "en": "{computed} of {prompt} prompt tokens computed",
        "ja": "入力 {prompt} トークンのうち {computed} を計算",
    },
    "engine.cache": {"en": "prefix cache hit rate {share} %", "ja": "接頭辞キャッシュのヒット率 {share}％"},
    "warning.missing": {
        "en": "{run} is not complete: {n} trials have no outcome yet. The figures are of those that have one.",
        "ja": "{run}は未完了：{n} 件の試行にまだ結果がない。数値は結果のある試行だけのもの。",
    },
    "warning.transient": {
        "en": "{run} is not complete: some calls failed in a way that may pass. The same command tries them again.",
        "ja": "{run}は未完了：一時的な失敗がある。同じコマンドで再試行できる。",
    },
    "warning.own_judge": {"en": "{judge} judged its own answers.", "ja": "{judge}は自分の回答を判定した。"},
    "warning.family": {
        "en": "{judge} and the generator {model} share a family ({family}): a judge may favour its own kind.",
        "ja": "{judge}と生成モデル{model}は同じ系列（{family}）。同系に甘い判定になりうる。",
    },
    "note.cell": {
        "en": "Each cell: share, hits/scored trials, 95 % interval; q: the interval over questions, where trials are "
        "more "
        "than questions. — is undefined. A trial without a verdict or an answer is in no rate.",
        "ja": "各欄：割合、正答数／採点した試行数、95％信頼区間。qは、試行が設問より多いときの設問単位の区間。"
        "—は定義なし。回答や判定のない試行はどの率にも数えない。",
    },
    "table.categories": {"en": "{lang}: categories", "ja": "{lang}：カテゴリ別"},
    "table.rates": {"en": "{lang}: rates", "ja": "{lang}：各種の率"},
    "table.penalties": {
        "en": "{lang}: penalised quality, and contradictory items",
        "ja": "{lang}：誤答を減点した質と、矛盾のある項目",
    },
    "table.outcomes": {"en": "{lang}: outcomes in trials", "ja": "{lang}：結果ごとの試行数"},
    "column.Integration": {"en": "Integration", "ja": "統合"},
    "column.Reasoning": {"en": "Reasoning", "ja": "推論"},
    "column.Logic": {"en": "Logic", "ja": "論理"},
    "column.Table": {"en": "Table", "ja": "表"},
    "column.Abstention": {"en": "Abstention", "ja": "回答保留"},
    "column.Main (avg)": {"en": "Main (avg)", "ja": "Main（平均）"},
    "column.Overall (macro)": {"en": "Overall (macro)", "ja": "総合（マクロ）"},
    "column.Over-abstention": {"en": "Over-abstention", "ja": "過剰保留"},
    "column.Overall (tags)": {"en": "Overall (tags)", "ja": "総合（タグ）"},
    "column.Overall (items)": {"en": "Overall (items)", "ja": "総合（項目）"},
    "column.Discrimination": {"en": "Discrimination", "ja": "識別"},
    "column.False answer": {"en": "False answer", "ja": "誤った回答"},
    "column.Wrong of answerable": {"en": "Wrong of answerable", "ja": "誤答／回答可能"},
    "column.Wrong of attempted": {"en": "Wrong of attempted", "ja": "誤答／回答した"},
    "column.Volume": {"en": "Volume", "ja": "正答量"},
    "column.Accuracy given attempt": {"en": "Accuracy given attempt", "ja": "回答時の正答率"},
    "column.Q(1)": {"en": "Q(1)", "ja": "Q(1)"},
    "column.Q(2)": {"en": "Q(2)", "ja": "Q(2)"},
    "column.Q(4)": {"en": "Q(4)", "ja": "Q(4)"},
    "column.Q(9)": {"en": "Q(9)", "ja": "Q(9)"},
    "column.Conflict named/declined/took side": {
        "en": "Conflict named / declined / side taken",
        "ja": "矛盾：指摘／保留／一方を採用",
    },
    "note.quality": {
        "en": "Q(k) = (right attempts − k × wrong attempts) / trials; declining counts 0, on unanswerable questions "
        "too. "
        "Where a wrong answer costs k right ones, answering pays from a confidence of k / (k + 1) on.",
        "ja": "Q(k) =（正しい回答 − k × 誤った回答）÷ 試行数。回答できない設問も含め、保留は0。"
        "誤答1件が正答k件分の損失なら、確信度がk／(k＋1)以上のときに答えるのが得になる。",
    },
    "table.attribution": {
        "en": "Points of accuracy on Main items, paired by item",
        "ja": "Main項目の正答率（ポイント、項目ごとの対応あり）",
    },
    "share.residual": {"en": "Generator itself", "ja": "生成モデル自身"},
    "share.gold": {"en": "Accuracy in gold", "ja": "goldでの正答率"},
    "share.distractors": {"en": "Lost to distractors", "ja": "妨害文書による低下"},
    "share.retrieval": {"en": "Lost to retrieval", "ja": "検索による低下"},
    "share.parametric": {"en": "Known without documents", "ja": "文書なしで既知"},
    "note.attribution": {
        "en": "Generator itself: 1 − accuracy with the evidence alone. Distractors: gold − shuffled. Retrieval: gold − "
        "retrieved. [95 % bootstrap interval over questions]; n: items that both arms have scored.",
        "ja": "生成モデル自身：根拠のみのときの 1 − 正答率。妨害文書：gold − shuffled。検索：gold − retrieved。"
        "［設問単位のブートストラップ95％区間］。n：両条件で採点された項目数。",
    },
    "table.failures": {"en": "{lang}: failures by class", "ja": "{lang}：失敗の分類"},
    "note.failures": {
        "en": "Each failed trial is in one class. The browser below can be filtered by them.",
        "ja": "失敗した試行はそれぞれ1つの分類に入る。下の一覧で絞り込める。",
    },
    "panel.judge": {"en": "Judge", "ja": "判定者"},
    "panel.votes": {"en": "Votes", "ja": "票"},
    "panel.invalid": {"en": "Invalid", "ja": "無効"},
    "panel.disagreement": {"en": "Against the final verdict", "ja": "最終判定との不一致"},
    "panel.pivotal": {"en": "Pivotal", "ja": "決定票"},
    "panel.confidence": {"en": "Mean confidence", "ja": "平均確信度"},
    "panel.again": {"en": "Same when asked again", "ja": "再判定での一致"},
    "panel.added": {"en": "added later, counts in no result", "ja": "後から追加。結果には数えない"},
    "panel.one": {"en": "One judge: there is nothing to agree with.", "ja": "判定者は1者のため、一致度は測れない。"},
    "panel.unanimous": {
        "en": "{n} graded answers, unanimous: {rate}.",
        "ja": "判定した回答 {n} 件、全員一致：{rate}。",
    },
    "panel.intents": {"en": "First stage: {counts}.", "ja": "第1段階：{counts}。"},
    "panel.without": {"en": "Left out", "ja": "除いた判定者"},
    "panel.changed": {"en": "Verdicts changed", "ja": "変わった判定"},
    "table.panel": {"en": "Each judge", "ja": "判定者ごと"},
    "table.left_out": {"en": "With each judge left out", "ja": "判定者を1者ずつ除いた場合"},
    "table.canaries": {"en": "Violations by language and arm", "ja": "言語・条件ごとの違反"},
    "canary.violations": {"en": "Violations", "ja": "違反"},
    "canary.right": {"en": "Right attempts", "ja": "正しかった回答"},
    "canary.wrong": {"en": "Wrong attempts", "ja": "誤った回答"},
    "canary.declined": {"en": "Declined", "ja": "保留"},
    "canary.not_absent": {
        "en": "Not canaries, because the answer still stood in the context: {n}; they were asked as usual.",
        "ja": "文脈に答えが残っていたためカナリアにしなかった項目：{n} 件（通常どおり質問）。",
    },
    "note.canaries": {
        "en": "{share} % of the Main items were asked without their evidence; any attempt is a violation, a right "
        "one too.",
        "ja": "Main項目の {share}％を根拠なしで質問。答えたものは、正しくても違反とする。",
    },
    "unit.page": {"en": "documents", "ja": "文書"},
    "unit.chunk": {"en": "chunks", "ja": "チャンク"},
    "slice": {"en": "Slice", "ja": "区分"},
    "slice.positives": {"en": "{n} gold", "ja": "正解 {n} 件"},
    "table.retrieval": {"en": "{lang}: {retriever}, first {k} {unit}", "ja": "{lang}：{retriever}、上位 {k} {unit}"},
    "table.retrieval_slices": {"en": "{lang}: by aspect and kind", "ja": "{lang}：観点・種類別"},
    "retrieval.not_eligible": {
        "en": "Not eligible, in no figure: {n} ({reason}).",
        "ja": "対象外：{n} 件（{reason}）。",
    },
    "note.retrieval": {
        "en": "Means over the n questions that have gold, with 95 % intervals bootstrapped over questions. Precision "
        "divides by k. A chunk that comes back twice counts once.",
        "ja": "正解のある設問n件の平均と、設問単位のブートストラップ95％区間。適合率はkで割る。"
        "重複したチャンクは1回だけ数える。",
    },
    "table.citations": {"en": "Four checks, passed/checked", "ja": "4種の検査（合格／検査）"},
    "citation.coverage": {"en": "Cites", "ja": "引用あり"},
    "citation.resolves": {"en": "Number shown", "ja": "番号が実在"},
    "citation.quotes": {"en": "Quotes verbatim", "ja": "引用文が一致"},
    "citation.values": {"en": "Values in source", "ja": "数値が出典に存在"},
    "citation.eligible": {"en": "Source eligible", "ja": "出典が適格"},
    "note.citations": {
        "en": "Each check over its own units; cites: attempts with a citation. Values are amounts, percentages, "
        "dates and "
        "times, without those that the question gave or that the answer shows how it computed.",
        "ja": "検査ごとに単位が異なる。引用あり：引用のある回答。数値は金額・割合・日付・時刻で、"
        "設問にあるもの、計算過程の示されたものは除く。",
    },
    "table.faithfulness": {"en": "Claims checked by {judge}", "ja": "主張の検査：{judge}"},
    "claims.faithfulness": {"en": "Faithfulness", "ja": "忠実性"},
    "claims.hallucination": {"en": "Hallucination", "ja": "ハルシネーション"},
    "claims.claims": {"en": "Claims supported", "ja": "裏づけのある主張"},
    "claims.answer_relevance": {"en": "Answer relevance", "ja": "回答の関連性"},
    "claims.context_relevance": {"en": "Context relevance", "ja": "文脈の関連性"},
    "claims.embedder": {
        "en": "Answer relevance with embeddings of {models}.",
        "ja": "回答の関連性は{models}の埋め込みによる。",
    },
    "claims.undefined": {"en": "{n} undefined", "ja": "定義なし {n}"},
    "claims.undefined_total": {"en": "Undefined, in no mean: {n}.", "ja": "定義なし（平均に含めない）：{n} 件。"},
    "note.faithfulness": {
        "en": "Means over the n answers for which they are defined, 95 % intervals bootstrapped over questions. An "
        "answer "
        "that asserts nothing is faithful; whether it helps is answer relevance.",
        "ja": "値の定まる回答n件の平均と、設問単位のブートストラップ95％区間。何も主張しない回答は忠実とみなす。"
        "役に立つかどうかは回答の関連性で見る。",
    },
    "table.crag": {"en": "Labels and their mean", "ja": "ラベルと平均"},
    "crag.truthfulness": {"en": "Truthfulness", "ja": "真実性"},
    "crag.perfect": {"en": "Perfect", "ja": "完全"},
    "crag.acceptable": {"en": "Acceptable", "ja": "許容"},
    "crag.missing": {"en": "Missing", "ja": "無回答"},
    "crag.incorrect": {"en": "Incorrect", "ja": "不正解"},
    "crag.excluded": {"en": "Excluded", "ja": "除外"},
    "crag.exact": {"en": "Word for word", "ja": "完全一致"},
    "crag.by_judge": {"en": "By judge", "ja": "判定者別"},
    "crag.mean_of_judges": {"en": "It is the mean of the two judges' figures.", "ja": "2者の判定者の値の平均。"},
    "note.crag": {
        "en": "Perfect 1, acceptable 0.5, missing 0, incorrect −1; the mean with its 95 % interval over questions.",
        "ja": "完全1、許容0.5、無回答0、不正解−1の平均と、設問単位の95％区間。",
    },
}

LEADERBOARD_NOTES = {
    "rule results are not for the leaderboard": "ルール判定の結果は掲載できない",
    "the run is not complete": "実行が未完了",
    "the dataset is not an official one": "公式のデータセットではない",
    "a sample of the dataset was run": "データセットの一部だけを実行",
    "built-in baselines are not ranked": "組み込みのベースラインは順位の対象外",
    "the corpus was cut into other chunks": "コーパスを別のチャンクに分割",
    "the shuffled arm was laid out anew": "shuffled条件の並びを変更",
    "canaries took the place of ordinary trials": "通常の試行の代わりにカナリアを使用",
    "another tool asked the questions": "別のツールが質問した",
}
"""Why results may not be ranked (bench.scoring.not_for_leaderboard), in Japanese."""

INELIGIBLE = {
    "no gold passage": "正解の文書がない",
    "asked as a canary, its evidence taken away": "カナリアとして根拠なしで質問",
}
"""Why a question is in no figure of retrieval (bench.metrics.retrieval), in Japanese."""
