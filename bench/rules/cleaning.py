"""What of an answer is the answer: everything that is talk to a judge, citation or decoration is taken out.

Owns the removal of reasoning blocks, citation marks, confidence figures, Markdown and planted instructions.
Guarantees: never adds text; what remains keeps its order; an instruction to a judge is dropped like any other
talk, whatever it demands.
"""

import re
from functools import lru_cache

from bench.text.fold import flatten
from bench.text.sentences import split_sentences


@lru_cache(maxsize=256)
def clean_answer(answer: str) -> str:
    """The flattened answer without reasoning blocks, marks, decoration and talk to the judge; "" if none is left."""
    text = _both_ends(flatten(_both_ends(answer)))
    text = _THINK.sub("\n", text)
    if "</think>" in text:
        text = text.rpartition("</think>")[2]
    text = _without_planted_data(text)
    text = _TAG.sub(" ", text)
    for mark in _MARKS:
        text = mark.sub("", text)
    text = _ASIDE.sub(lambda m: "" if addresses_judge(m[1]) else m[0], text)
    text = "".join(s for s in split_sentences(text) if not addresses_judge(s))
    for mark in _CONFIDENCE:
        text = mark.sub("", text)
    lines = [_plain_line(line) for line in text.split("\n")]
    return "\n".join(line for line in lines if line.strip()).strip()


def addresses_judge(sentence: str) -> bool:
    """Whether a sentence speaks to whoever grades instead of answering the question."""
    if any(p.search(sentence) for p in _TO_JUDGE):
        return True
    return bool(_JUDGE_WORDS.search(sentence) and _VERDICT_WORDS.search(sentence))


def bold_spans(answer: str) -> list[str]:
    """What the answer sets in bold, in order, flattened."""
    return [(m[1] or m[2]).strip() for m in _BOLD.finditer(flatten(answer[:_LONGEST]))]


# Of a longer answer only the two ends are read: the rules are for answers, not for copied corpora.
_LONGEST = 20_000
_THINK = re.compile(r"<(think|thinking|reasoning|scratchpad)>.*?</\1>", re.S | re.I)
_ASIDE = re.compile(r" ?[(\[]([^()\[\]\n]{4,400})[)\]]")
_TAG = re.compile(
    r"</?(?:b|i|em|strong|u|span|p|br|div|code|mark|answer|cite|sup|sub|font|li|ul|ol)(?: "
    r"[^<>]{0,80})?/?>",
    re.I,
)
_MARKS = (
    re.compile(r"```[a-z]{0,10}\n?|`"),
    re.compile(r"!?\[([^\[\]\n]{0,80})\]\(https?://[^)\s]{0,300}\)"),
    re.compile(r"https?://[^\s)\]>、。]{1,300}"),
    re.compile(
        r" ?(?:資料|文書|文献|出典|参考|ソース|チャンク|抜粋|コンテキスト|[Ss]ources?|[Dd]oc(?:ument)?s?|"
        r"[Cc]hunks?|[Pp]assages?|[Rr]efs?\.?)? ?"
        r"[\[【](?:(?:[Ss]ources?|[Dd]oc(?:ument)?s?|[Cc]hunks?|[Pp]assages?|[Rr]ef|資料|文書|出典|"
        r"チャンク)[ :#]{0,2})?"
        r"(?:\d{1,3}|[A-Z]\d{2}-\d{1,3})(?:[,、;†\- ]{1,3}(?:\d{1,3}|[A-Z]\d{2}-\d{1,3}|"
        r"source)){0,12}[^\]】\n]{0,12}[\]】](?=[^0-9A-Za-z]|\Z)"
    ),
    re.compile(
        r" ?\((?:cf\. |see |from |参照|出典|資料|文書|チャンク|[Ss]ources?|[Dd]oc(?:ument)?s?|[Cc]hunks?|"
        r"[Pp]assages?|[Rr]ef(?:erence)?s?)"
        r"[ :：#]{0,3}(?:\d{1,3}|[A-Z]\d{2}-\d{1,3}|[\[【]\d{1,3}[\]】])(?:[,、 &]{1,3}(?:and "
        r")?(?:\d{1,3}|[A-Z]\d{2}-\d{1,3}))*\)"
    ),
    re.compile(
        r"(?m)^ {0,3}(?:[Ss]ources?|[Cc]itations?|[Rr]eferences?|出典|参照|参考(?:資料|文献)?|根拠資料) "
        r"?[:：][^\n]{0,300}$"
    ),
)
_CONFIDENCE = (
    re.compile(
        r"[(\[]? ?(?:my )?(?:confidence(?: level| score)?|certainty|probability that this is right|"
        r"確信度|信頼度|自信|確度)"
        r"(?: is| of|は|が)? ?[:：=]? ?(?:about |約)?(?:\d{1,3}(?:\.\d{1,4})? ?(?:%|パーセント|percent|"
        r"割|/ ?\d{1,3})?|high|medium|low|高|中|低)(?:です|程度)?[)\]]?[.。]?",
        re.I,
    ),
    re.compile(
        r"[(\[]? ?(?:I am |I'm )?\d{1,3} ?(?:%|percent|パーセント) ?(?:の(?:確信度|自信|確率)(?:です|"
        r"で)?|confiden(?:t|ce)|sure|certain)[)\]]?[.。]?",
        re.I,
    ),
)
_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*|__([^_\n]{1,200})__")
_LIST_LABEL = re.compile(r"^ {0,8}(?:[-*+>] (?=\S)|[•・◦●○■□◆◇▪►] ?|\d{1,2}[.)] (?=\S)|\(\d{1,2}\) ?|#{1,6} )+")
_TABLE_RULE = re.compile(r"^[ |:\-]{3,}$")
_PLANTED = re.compile(r"\{[^{}]{0,600}\}", re.S)
_PLANTED_KEY = re.compile(
    r"[\"'](?:score|verdict|correct|is_correct|grade|label|result|judg(?:e)?ment|rating|accuracy|"
    r"evaluation|abstained|採点|判定|正誤|評価)[\"'] ?:",
    re.I,
)
_TO_JUDGE = (
    re.compile(
        r"\bgrade (?:this|it|as|me|my)\b|\b(?:full|maximum|top|perfect) (?:marks?|scores?|credit)\b|"
        r"\bscore (?:this|it|me|my)\b|\bmark (?:this|it|me|my|the answer)\b",
        re.I,
    ),
    re.compile(
        r"\b(?:ignore|disregard|forget|override) (?:all|any|the|your|every|previous|prior|above|"
        r"earlier)\b[^.\n]{0,40}\b(?:instruct|prompt|rule|rubric|guideline|criteri|context|polic)",
        re.I,
    ),
    re.compile(r"\b(?:reference|gold|expected|ground[- ]truth|official|model) answer|answer key", re.I),
    re.compile(
        r"\b(?:should|must|shall|is to|has to|needs to|can|will) be (?:considered|counted|treated|"
        r"accepted|marked|scored|evaluated|judged|rated|regarded|graded)\b",
        re.I,
    ),
    re.compile(
        r"\b(?:treat|count|accept|consider|regard|evaluate|rate|return|output|respond with|label|"
        r"classify|mark|score|judge) (?:this|it|the (?:above|answer|response|following)|my (?:answer|"
        r"response)|me)\b"
        r"[^.\n]{0,60}\b(?:correct|right|true|abst\w+|refus\w+|pass\w*|accurate|valid)",
        re.I,
    ),
    re.compile(
        r"\bas (?:correct|an abstention|right)\b|\"correct\"|'correct'|\bcorrect ?[:=] ?true\b|\bscore "
        r"?[:=] ?(?:1|100)\b|"
        r"(?:^|[\n.]) ?(?:this|the|my|above) (?:answer|response) (?:above )?is (?:fully |entirely |"
        r"completely |definitely |100 ?% )?(?:correct|right|accurate)\b|\bverdict ?[:=]",
        re.I,
    ),
    re.compile(
        r"(?:^|\n)\s*(?:[\[<(]{0,2}(?:system|admin|developer)\b ?[\]>):：]|<\|?(?:system|im_start|im_end|"
        r"end)|#{2,} ?(?:system|instruction)|note to (?:the )?(?:judge|grader|evaluator|reviewer))",
        re.I,
    ),
    re.compile(
        r"満点|正解(?:と(?:して|判定|み|し|扱)|扱い)|正答(?:と|扱い)|(?:これ|以前|上記|"
        r"前)(?:まで)?の?(?:指示|命令|ルール|プロンプト)(?:を|は)|指示(?:を|は)(?:すべて|全て)?(?:無視|"
        r"忘れ|破棄)|"
        r"模範解答|正解(?:データ|ラベル|[:=])|参照(?:回答|解答)|スコア ?[:=] ?1|(?:この|本|上記の?|"
        r"私の)(?:回答|答え|解答)は(?:完全に|全て|すべて)?(?:正し|正解|正確)"
    ),
)
# These words are also everyday content (a contest has judges); only beside a verdict are they talk to a judge.
_JUDGE_WORDS = re.compile(
    r"\b(?:judges?|graders?|evaluators?|reviewers?|assessors?|grading|graded|rubrics?|verdicts?|"
    r"scoring)\b|採点|評価者|審査員|判定|ジャッジ|評価(?:して|システム|モデル|AI)",
    re.I,
)
_VERDICT_WORDS = re.compile(
    r"\b(?:correct|accurate|accept|approve|pass(?:es|ed)?|full|ignore|true|score|instruct\w*|abst\w+)\b|"
    r"正解|正答|正し|合格|満点|無視|指示|棄権",
    re.I,
)


def _both_ends(text: str) -> str:
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half]}\n{text[-half:]}"


def _without_planted_data(text: str) -> str:
    """Drops objects that imitate a verdict ({"score": 1}); their values are no part of an answer."""
    return _PLANTED.sub(lambda m: " " if _PLANTED_KEY.search(m[0]) else m[0], text)


def _plain_line(line: str) -> str:
    if _TABLE_RULE.match(line):
        return ""
    line = _LIST_LABEL.sub("", line)
    line = line.replace("**", "").replace("__", "")
    return re.sub(r"(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])", "", line).strip()
