"""Which of the values in a region are claimed as the answer, and whether the reference's is the one.

Owns the sorting out of operands, rejected and superseded values, echoes of the question, labels and
alternatives. "A or B" claims nothing, so it never equals the reference.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from bench.rules.asked import read_question
from bench.rules.overlap import content_tokens, overlap
from bench.rules.same_value import Match, comparable, same_value
from bench.rules.values import Value, read_values
from bench.text.dates import Date
from bench.text.fold import flatten
from bench.text.quantities import Quantity
from bench.text.ranges import Range
from bench.text.sentences import split_sentences


def claimed_match(question: str, reference: Value, text: str) -> Match | None:
    """Compares the value that `text` claims with the reference's; None where it claims no comparable value."""
    values = claimed_values(question, reference, text)
    if not values:
        return None
    results = [_compare(question, reference, v) for v in values]
    if len(set(results)) == 1:
        return results[0]
    flat = flatten(text)
    if _are_alternatives(flat, values, results):
        return Match.DIFFERENT
    main = _main_value(flat, question, values)
    return _compare(question, reference, main)


def claimed_values(question: str, reference: Value, text: str) -> list[Value]:
    """The values of `text` that could be its answer, in order; what is plainly something else is left out."""
    flat = flatten(text)
    every = read_values(flat, like=reference.kind)
    found = [v for v in every if comparable(reference, v)]
    for narrow in (_without_labels, _without_bare, _without_lone_words):
        found = narrow(flat, reference, found)
    found = _unless_all(found, [v for v in found if not _is_rejected(flat, v)], keep_empty=True)
    operands = operand_values(flat, every)
    results = [v for v in found if not any(v.start == o.start for o in operands)]
    steps = [v for v in results if any(_repeats(v, o) for o in operands)]
    results = _unless_all(results, [v for v in results if v not in steps])
    found = _unless_all(found, results)
    found = _unless_all(found, [v for v in found if not _is_echo(question, reference, v)])
    found = _unless_all(found, [v for v in found if not _in_parentheses(flat, v)])
    found = _unless_all(found, [v for v in found if not _is_superseded(flat, question, v)])
    found = _unless_all(found, [v for v in found if not _is_of_another_year(flat, question, v)])
    found = _unless_all(found, [v for v in found if not _is_for_another_case(flat, question, v)])
    return _unless_all(found, _after_result_cue(flat, found))


def operand_values(flat: str, values: Sequence[Value]) -> list[Value]:
    """The values that a calculation in the text works on: what stands before its last equals sign."""
    out: list[Value] = []
    for left, right in zip(values, values[1:], strict=False):
        gap = flat[left.end : right.start]
        if len(gap) > 40:
            continue
        if _OPERATOR.fullmatch(gap):
            out += [left, right]
        elif _EQUALS.fullmatch(gap):
            out.append(left)
        elif _WORD_OPERATOR.search(gap) or (_JOINS.fullmatch(gap) and _SUMS_UP.match(flat, right.end)) or (_JOINS.fullmatch(gap) and _SUM_OF.search(flat, max(0, left.start - 40), left.start)):
            out += [left, right]
    # The right side of one sum may be the left side of nothing: keep a value behind "=" unless it goes on.
    results = {
        right.start
        for left, right in zip(values, values[1:], strict=False)
        if _EQUALS.fullmatch(flat[left.end : right.start]) and not _goes_on(flat, right)
    }
    return [v for v in out if v.start not in results]


_OPERATOR = re.compile(r"[)\s]*(?:\([^()]{0,20}\))?[\s)]*[+×x*÷/·-][\s(¥$£€]*")
_EQUALS = re.compile(r"[)\s]*(?:\([^()]{0,20}\))?\s*(?:=|≈|≒|⇒|→)[\s(¥$£€約]*")
_GOES_ON = re.compile(r"\s*(?:\([^()]{0,20}\))?\s*(?:[+×x*÷/=≈≒](?!\w*[A-Za-z]{2})|- ?\d)")
_WORD_OPERATOR = re.compile(r"\b(?:plus|minus|times|multiplied by|divided by|added to|subtracted from|less)\b")
_JOINS = re.compile(r"[^\d、。.,;]{0,10}(?:と|に|から|を|and|&|,|、|および|及び)[^\d、。.;]{0,14}")
_SUMS_UP = re.compile(r"[^\d。.]{0,14}(?:を?(?:足|加え|加算|合算|合計|合わせ|掛け|かけ|乗じ|引[いくき]|差し引|減[じら]|除[しす])|で(?:割|除)|の(?:和|差|積|合計)|(?:are |is )?(?:added|summed|combined))")
_SUM_OF = re.compile(r"(?:sum of|adding|add|total of|combining|difference between|product of|multiplying|subtracting|dividing)[^\d.]{0,30}\Z", re.I)
_REJECTED_BEFORE = re.compile(
    r"(?:\bnot|n't|\brather than|\binstead of|\bnever|\bas opposed to|\bexcept|\bnor|\bincorrect(?:ly)?|\bwrong(?:ly)?)(?: (?:the|a|an|about|be|exactly|only|equal to|that it is))?(?: [\w-]+)? ?[¥$£€]?\Z", re.I
)
_NOT_ONLY = re.compile(r"\bnot (?:only|just|more|less|fewer|exceed\w*|later|until|before|after)(?: than)? ?[¥$£€]?\Z", re.I)
_REJECTED_AFTER = re.compile(
    r"(?:[」』\"]|という(?:値|記載|数字)?)?(?:では(?:な|あり|ござ)|じゃな|でな[いく]|は(?:誤|間違|正しくな)|以外|とは異な| (?:is|was|would be|are) (?:wrong|incorrect|not|outdated|false))", re.I
)
_OLD = re.compile(r"以前|従来|改定前|変更前|改正前|値上げ前|旧|かつて|もともと|当初|これまで|\b(?:previous(?:ly)?|former(?:ly)?|used to|original(?:ly)?|old|earlier|prior|outdated|superseded)\b", re.I)
_LABEL_BEFORE = re.compile(r"(?:\b(?:no|nos|number|stage|step|phase|table|section|article|page|plan|version|item|case|option|type|level|class|grade|fig|figure|source|document|chunk|rule|room|q|line|appendix|annex)\.? ?|第|資料|文書|表|図|付録|ステップ|プラン|手順|レベル|バージョン|チャンク|#)\Z", re.I)
_LABEL_AFTER = re.compile(r" ?(?:号|段階|段|期|次|回目|番目|級|系|版|丁目|番地|年度|年|月|日|章|条|項|節|ページ|つ目|行目|列目|号線)(?!間)|\)|\. ")
_RESULT_CUE = re.compile(
    r"合計|総額|総計|トータル|(?:な|た)?ので[、,]?|ため、|よって|したがって|つまり|すなわち|結果|差し引き|計算すると|となり、|であり、|残りは|"
    r"\b(?:total(?:s|ing)?|therefore|thus|hence|so|giving|gives|makes|making|equals?|comes to|amounts? to|which is|results? in|yield(?:s|ing)?|leaving|leaves|i\.e\.|that is)\b|=|⇒|→|\bmost recently\b|\blatest\b|直近では|最新では", re.I,
)
_ALTERNATIVE = re.compile(r"\bor\b|\bor else\b|\botherwise\b|それ以外|でなければ|または|又は|もしくは|若しくは|あるいは|或いは|(?<=[^すまる])か[、 ]|or possibly|/|,? (?:possibly|perhaps|maybe|alternatively)|、?(?:ひょっとすると|もしかすると|可能性|場合によって)", re.I)
_OPEN_CHOICE = re.compile(r"いずれか|どちらか|のどれか|\beither\b|(?:could|might|may) (?:also )?be (?=[¥$£€]?\d)|(?:another|other|alternative) (?:possib|option|candidate|value)|possible (?:answers?|values?)|可能性もあ|かもしれ|と(?:も|の)(?:考えられ|解釈|説)|候補", re.I)
_COPULA = re.compile(r"\b(?:is|are|was|were|be|costs?|pays?|paid|comes? to|equals?|totals?|receives?|gets?|charged|takes?|lasts?|has|have|had|amounts? to|sold|of)\b|[:=]", re.I)
_CHOSEN = re.compile(r"most likely|likeliest|i(?:'d| would)? (?:go with|choose|pick|settle on|opt for)|best (?:guess|answer|estimate)|my answer|correct (?:one|value|figure|answer) is|正しいのは|採用|が正し|有力|妥当|可能性が高", re.I)
_CLAUSE = re.compile(r"[,;、。]|\b(?:and|but|however|while|whereas|although|though)\b|(?:です|ます|でした|ました|だ|た|る)が、|一方")


def _goes_on(flat: str, value: Value) -> bool:
    return bool(_GOES_ON.match(flat, value.end))


def _compare(question: str, reference: Value, value: Value) -> Match:
    return same_value(read_question(question), read_values(question), reference, value)


def _unless_all(before: list[Value], after: list[Value], *, keep_empty: bool = False) -> list[Value]:
    """A filter that would leave nothing has misread the text, unless leaving nothing is its point."""
    return after if after or keep_empty else before


def _without_labels(flat: str, reference: Value, found: list[Value]) -> list[Value]:
    """Bare numbers that name something ("Stage 2", "2号") are no figures."""
    if not isinstance(reference.data, Quantity):
        return found
    out = []
    for v in found:
        bare = isinstance(v.data, Quantity) and not v.data.units
        named = _LABEL_BEFORE.search(flat, max(0, v.start - 12), v.start)
        if bare and (named or (_LABEL_AFTER.match(flat, v.end) and len(found) > 1)):
            continue
        out.append(v)
    return _unless_all(found, out)


def _without_bare(flat: str, reference: Value, found: list[Value]) -> list[Value]:
    """Where a figure carries the reference's unit, bare numbers beside it are something else."""
    del flat
    if not isinstance(reference.data, Quantity) or not reference.data.units:
        return found
    with_unit = [v for v in found if not _is_bare(v)]
    exact = [v for v in with_unit if not _only_counts_alike(reference.data, v)]
    return exact or with_unit or found


def _is_bare(value: Value) -> bool:
    data = value.data
    return (isinstance(data, Quantity) and not data.units) or (isinstance(data, Range) and not data.high.units)


def _only_counts_alike(reference: Quantity, value: Value) -> bool:
    if not isinstance(value.data, Quantity):
        return False
    mine, theirs = ({u.dimension for u in q.units} for q in (reference, value.data))
    return not mine & theirs


def _without_lone_words(flat: str, reference: Value, found: list[Value]) -> list[Value]:
    del flat, reference
    digits = [v for v in found if not (isinstance(v.data, Quantity) and v.data.number.lone_word)]
    return _unless_all(found, digits)


def _is_rejected(flat: str, value: Value) -> bool:
    before = flat[max(0, value.start - 40) : value.start]
    if _REJECTED_BEFORE.search(before) and not _NOT_ONLY.search(before):
        return True
    return bool(_REJECTED_AFTER.match(flat, value.end))


def _repeats(value: Value, operand: Value) -> bool:
    a, b = value.data, operand.data
    if not isinstance(a, Quantity) or not isinstance(b, Quantity) or value.start >= operand.start:
        return False
    return a.number.value == b.number.value


def _is_echo(question: str, reference: Value, value: Value) -> bool:
    """A value that the question gives is no answer to it, unless the reference is that value too."""
    asked = read_values(question)
    echo = any(type(q.data) is type(value.data) and _compare("", q, value) is Match.EQUAL for q in asked)
    return echo and not any(_compare("", q, reference) is Match.EQUAL for q in asked)


def _in_parentheses(flat: str, value: Value) -> bool:
    opened = flat.rfind("(", max(0, value.start - 120), value.start)
    closed = flat.rfind(")", max(0, value.start - 120), value.start)
    return opened > closed and flat.find(")", value.start, value.start + 160) >= 0


@lru_cache(maxsize=512)
def _clause_bounds(flat: str) -> tuple[int, ...]:
    return (0, *(m.end() for m in _CLAUSE.finditer(flat) if not _splits_number(flat, m.start())), len(flat))


def _splits_number(flat: str, pos: int) -> bool:
    return flat[pos] == "," and flat[pos - 1 : pos].isdigit() and flat[pos + 1 : pos + 2].isdigit()


def clause_of(flat: str, value: Value) -> str:
    """The clause in which a value stands."""
    bounds = _clause_bounds(flat)
    start = max(b for b in bounds if b <= value.start)
    end = min((b for b in bounds if b >= value.end), default=len(flat))
    return flat[start:end]


def _is_superseded(flat: str, question: str, value: Value) -> bool:
    match = _OLD.search(clause_of(flat, value))
    return bool(match) and not _OLD.search(flatten(question))


def _is_of_another_year(flat: str, question: str, value: Value) -> bool:
    asked = _years(question)
    here = _years(clause_of(flat, value))
    return bool(asked and here and not asked & here and not isinstance(value.data, Date))


def _is_for_another_case(flat: str, question: str, value: Value) -> bool:
    """Whether the clause sets a condition ("with less than 6 years") that the question's own figures do not meet."""
    clause = clause_of(flat, value)
    own = flat[value.start : value.end]
    given = [q.data for q in read_values(question) if isinstance(q.data, Quantity)]
    for condition in read_values(clause.replace(own, " ")):
        asked = [g for g in given if _same_dimension(g, condition)]
        if asked and not any(_meets(g, condition) for g in asked):
            return True
    return False


def _same_dimension(given: Quantity, condition: Value) -> bool:
    data = condition.data
    units = data.units if isinstance(data, Quantity) else data.high.units if isinstance(data, Range) else ()
    return bool({u.dimension for u in given.units} & {u.dimension for u in units})


def _meets(given: Quantity, condition: Value) -> bool:
    data = condition.data
    size = _size(given)
    if isinstance(data, Range):
        low, high = _size(data.low), _size(data.high)
        return (size >= low if data.low_included else size > low) and (size <= high if data.high_included else size < high)
    if not isinstance(data, Quantity) or not data.bound:
        return True
    other = _size(data)
    return {">=": size >= other, ">": size > other, "<=": size <= other, "<": size < other}[data.bound]


def _size(quantity: Quantity) -> Fraction:
    return quantity.number.value * (quantity.units[0].factor if quantity.units else 1)


def _years(text: str) -> set[int]:
    years = {v.data.year for v in read_values(text) if isinstance(v.data, Date) and v.data.year}
    years |= {int(m) for m in re.findall(r"(?<![\d,.])(?:19|20)\d\d(?![\d,])", flatten(text))}
    return years


def _after_result_cue(flat: str, found: list[Value]) -> list[Value]:
    """In one sentence, what stands before "so", 合計 or なので leads to what stands behind it."""
    out: list[Value] = []
    pos = 0
    for sentence in split_sentences(flat):
        inside = [v for v in found if pos <= v.start < pos + len(sentence)]
        cues = [pos + m.start() for m in _RESULT_CUE.finditer(sentence)]
        behind = [[v for v in inside if v.start > cue] for cue in cues]
        kept = next((b for b in reversed(behind) if b), inside)
        out += kept
        pos += len(sentence)
    return out


def _are_alternatives(flat: str, values: list[Value], results: list[Match]) -> bool:
    if _CHOSEN.search(flat):
        return False
    for (left, a), (right, b) in zip(zip(values, results, strict=True), zip(values[1:], results[1:], strict=True), strict=False):
        gap = flat[left.end : right.start]
        if a is not b and len(gap) < 60 and _ALTERNATIVE.search(gap):
            return True
    return bool(_OPEN_CHOICE.search(flat))


def _main_value(flat: str, question: str, values: list[Value]) -> Value:
    """The value of the sentence that answers: a chosen one, the nearest to the question, else the first or last."""
    chosen = list(_CHOSEN.finditer(flat))
    if chosen:
        cue = chosen[-1].end()
        behind = [v for v in values if v.start >= cue]
        if behind:
            return behind[0]
        return max((v for v in values if v.end <= cue), key=lambda v: v.end)
    groups = _by_sentence(flat, values)
    if len(groups) > 1:
        scored = sorted(groups, key=lambda g: -overlap(question, g[0]))
        if question and overlap(question, scored[0][0]) > overlap(question, scored[1][0]) + 0.05:
            return _main_in_sentence(question, *scored[0])
        working = re.match(r"\s*(?:first|step|let|まず|最初に|手順|計算)", groups[0][0], re.I)
        return _main_in_sentence(question, *(groups[-1] if working else groups[0]))
    return _main_in_sentence(question, *groups[0])


def _by_sentence(flat: str, values: list[Value]) -> list[tuple[str, list[tuple[int, Value]]]]:
    groups: list[tuple[str, list[tuple[int, Value]]]] = []
    pos = 0
    for sentence in split_sentences(flat):
        inside = [(v.start - pos, v) for v in values if pos <= v.start < pos + len(sentence)]
        if inside:
            groups.append((sentence, inside))
        pos += len(sentence)
    return groups


def _main_in_sentence(question: str, sentence: str, inside: list[tuple[int, Value]]) -> Value:
    clauses = [(overlap(question, _clause_at(sentence, at)), at, v) for at, v in inside]
    best = max(c[0] for c in clauses)
    nearest = [(at, v) for score, at, v in clauses if score == best]
    if best > 0 and len(nearest) == 1 and len({c[0] for c in clauses}) > 1 and content_tokens(question):
        return nearest[0][1]
    if re.search(r"[\u3040-\u30ff]", sentence):
        return inside[-1][1]
    for at, value in inside:
        if _COPULA.search(sentence, max(0, at - 30), at):
            return value
    return inside[0][1]


def _clause_at(sentence: str, at: int) -> str:
    bounds = _clause_bounds(sentence)
    start = max(b for b in bounds if b <= at)
    end = min((b for b in bounds if b > at), default=len(sentence))
    return sentence[start:end]
