"""What of an answer is the answer: everything that is talk to a judge, citation or decoration is taken out.

Owns the removal of reasoning blocks, citation marks, confidence figures, Markdown and planted instructions.
Guarantees: never adds text; what remains keeps its order; an instruction to a judge is dropped like any other
talk, whatever it demands.
"""

import re
from functools import lru_cache

from bench.text.fold import flatten
from bench.text.patterns import one_of
from bench.text.sentences import numbers_a_list, split_sentences


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
    lines = [_plain_line(line, text) for line in text.split("\n")]
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
_SOURCE_NAME = one_of(r"""
    資料 | 文書 | 文献 | 出典 | 参考 | ソース | チャンク | 抜粋 | コンテキスト
    [Ss]ources? | [Dd]oc(?:ument)?s? | [Cc]hunks? | [Pp]assages? | [Rr]ef(?:erence)?s?\.?
""")
_CHUNK = r"(?:\d{1,3}|[A-Z]\d{2}-\d{1,3})"
# What points at a source or dresses the text up.
_MARKS = (
    re.compile(r"```[a-z]{0,10}\n?|`"),
    re.compile(r"!?\[([^\[\]\n]{0,80})\]\(https?://[^)\s]{0,300}\)"),
    re.compile(r"https?://[^\s)\]>、。]{1,300}"),
    re.compile(
        rf" ?{_SOURCE_NAME}? ?[\[【](?:{_SOURCE_NAME}[ :#]{{0,2}})?{_CHUNK}"
        rf"(?:[,、;†\- ]{{1,3}}(?:{_CHUNK}|source)){{0,12}}"
        r"[^\]】\n]{0,12}[\]】](?=[^0-9A-Za-z]|\Z)"
    ),
    re.compile(
        rf" ?\((?:cf\. |see |from |参照|{_SOURCE_NAME})[ :：#]{{0,3}}(?:{_CHUNK}|[\[【]\d{{1,3}}[\]】])"
        rf"(?:[,、 &]{{1,3}}(?:and )?{_CHUNK})*\)"
    ),
    re.compile(
        r"(?m)^ {0,3}(?:[Ss]ources?|[Cc]itations?|[Rr]eferences?|出典|参照|参考(?:資料|文献)?|根拠資料) ?"
        r"[:：][^\n]{0,300}$"
    ),
)
_SURE = r"(?:confidence(?: level| score)?|certainty|probability that this is right|確信度|信頼度|自信|確度)"
_DEGREE = r"(?:\d{1,3}(?:\.\d{1,4})? ?(?:%|パーセント|percent|割|/ ?\d{1,3})?|high|medium|low|高|中|低)"
_CONFIDENCE = (
    re.compile(
        rf"[(\[]? ?(?:my )?{_SURE}(?: is| of|は|が)? ?[:：=]? ?(?:about |約)?{_DEGREE}(?:です|程度)?[)\]]?[.。]?", re.I
    ),
    re.compile(
        r"[(\[]? ?(?:I am |I'm )?\d{1,3} ?(?:%|percent|パーセント) ?"
        r"(?:の(?:確信度|自信|確率)(?:です|で)?|confiden(?:t|ce)|sure|certain)[)\]]?[.。]?",
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
_WHOLLY = r"(?:fully |entirely |completely |definitely |100 ?% )"
_RATE = one_of(r"""
    treat | count | accept | consider | regard | evaluate | rate | return | output | respond with | label | classify
    mark | score | judge
""")
_RATED = r"(?:considered|counted|treated|accepted|marked|scored|evaluated|judged|rated|regarded|graded)"
_THIS = r"(?:this|it|the (?:above|answer|response|following)|my (?:answer|response)|me)"
_RIGHT = r"(?:correct|right|true|abst\w+|refus\w+|pass\w*|accurate|valid)"
_ORDERS = r"(?:instruct|prompt|rule|rubric|guideline|criteri|context|polic)"
# Demands for a grade, orders to forget the rules, talk of the key, fake roles, and the same in Japanese.
_TO_JUDGE = (
    re.compile(
        r"\bgrade (?:this|it|as|me|my)\b|\b(?:full|maximum|top|perfect) (?:marks?|scores?|credit)\b|"
        r"\bscore (?:this|it|me|my)\b|\bmark (?:this|it|me|my|the answer)\b",
        re.I,
    ),
    re.compile(
        r"\b(?:ignore|disregard|forget|override) (?:all|any|the|your|every|previous|prior|above|earlier)\b"
        rf"[^.\n]{{0,40}}\b{_ORDERS}",
        re.I,
    ),
    re.compile(r"\b(?:reference|gold|expected|ground[- ]truth|official|model) answer|answer key", re.I),
    re.compile(rf"\b(?:should|must|shall|is to|has to|needs to|can|will) be {_RATED}\b", re.I),
    re.compile(rf"\b{_RATE} {_THIS}\b[^.\n]{{0,60}}\b{_RIGHT}", re.I),
    re.compile(
        one_of(rf"""
        \bas (?:correct|an abstention|right)\b | \"correct\" | 'correct' | \bcorrect ?[:=] ?true\b
        \bscore ?[:=] ?(?:1|100)\b
        (?:^|[\n.]) ?(?:this|the|my|above) (?:answer|response) (?:above )?is {_WHOLLY}?(?:correct|right|accurate)\b
        \bverdict ?[:=]
    """),
        re.I,
    ),
    re.compile(
        r"(?:^|\n)\s*"
        + one_of(r"""
            [\[<(]{0,2}(?:system|admin|developer)\b ?[\]>):：] | <\|?(?:system|im_start|im_end|end)
            [#]{2,} ?(?:system|instruction) | note to (?:the )?(?:judge|grader|evaluator|reviewer)
        """),
        re.I,
    ),
    re.compile(
        one_of(r"""
        満点 | 正解(?:と(?:して|判定|み|し|扱)|扱い) | 正答(?:と|扱い)
        (?:これ|以前|上記|前)(?:まで)?の?(?:指示|命令|ルール|プロンプト)(?:を|は)
        指示(?:を|は)(?:すべて|全て)?(?:無視|忘れ|破棄) | 模範解答 | 正解(?:データ|ラベル|[:=]) | 参照(?:回答|解答)
        スコア ?[:=] ?1 | (?:この|本|上記の?|私の)(?:回答|答え|解答)は(?:完全に|全て|すべて)?(?:正し|正解|正確)
    """)
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


def _plain_line(line: str, text: str) -> str:
    if _TABLE_RULE.match(line):
        return ""
    label = _LIST_LABEL.match(line)
    number = re.search(r"(\d{1,2})[.)] \Z", label[0]) if label else None
    if label and (number is None or numbers_a_list(int(number[1]), text)):
        # "42. This is stated in [1]." opens with the answer, not with the number of a list.
        line = line[label.end() :]
    line = line.replace("**", "").replace("__", "")
    return re.sub(r"(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])", "", line).strip()
