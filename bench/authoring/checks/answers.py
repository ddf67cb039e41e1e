"""Answers: accepted forms that all say the answer, questions that do not name it, and a corpus that states it nowhere
but in the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from bench.authoring.findings import Pen, Report
from bench.dataset.importers.own_tables import Tables
from bench.dataset.matching import alikeness, holds, numbers, squeezed, titled
from bench.records import Chunk, MainRow
from bench.rules.asked import Demands, read_question
from bench.rules.expected import read_expected
from bench.rules.same_value import Match, same_value
from bench.rules.values import Value, read_values
from bench.text.dates import Date
from bench.text.fold import squeeze
from bench.text.number_words import ORDINALS
from bench.text.numbers import find_numbers
from bench.text.quantities import Quantity
from bench.text.sentences import split_sentences

SAME_TEXT = 0.8
"""Alikeness above which a sentence with the numbers of a quote is the quote, but for a word or two."""
RESTATES = 0.12
"""Alikeness of a sentence that holds the answer's value and a sentence of the evidence, from which both state it."""
SMALL = 12
"""Numbers up to this stand in most documents, of all sorts of things."""
_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ"))}
_ORDINAL = re.compile(rf"\b(?:{'|'.join(ORDINALS)})\b", re.I)
_WORD = re.compile(r"[A-Za-z]{3,}|[ァ-ヺー]{2,}|[一-鿿々]")


def check(tables: Tables, report: Report) -> None:
    """All checks on the answers of one language."""
    for item, pen in report.each(tables.items):
        asked = read_question(item.question, tables.lang)
        wanted = read_expected(asked, item.answer).value
        for position, form in enumerate(item.accept):
            if not _says(item, asked, wanted, form):
                pen.note("accept_differs", f"accept[{position}]", form=form, answer=item.answer)
        if named := next((form for form in (item.answer, *item.accept) if _names(item.question, form)), None):
            pen.note("question_names_answer", "question", value=named)
        _restated(item, asked, wanted, tables, pen)
        _copied(item, tables.corpus, pen)


def _says(item: MainRow, asked: Demands, wanted: Value | None, form: str) -> bool:
    """Whether a form is the answer: of the same value where it has one, else of its words or of the evidence's."""
    answer, said = _plain(item.answer), _plain(form)
    if answer == said or holds(form, item.answer) or holds(item.answer, form):
        return True
    # 15 is not 151; of names a part is enough.
    if not re.search(r"\d", answer + said) and (said in answer or answer in said):
        return True
    ours, theirs = _words(item.answer), _words(form) - {"number"}
    if ours and ours <= theirs and _numbers(form) == _numbers(item.answer):
        return True
    if wanted is not None and (found := read_values(form, like=wanted.kind)):
        return any(_equal(asked, wanted, value) for value in found)
    if any(holds(evidence.quote, form) and holds(evidence.quote, item.answer) for evidence in item.evidence):
        return True
    if _numbers(form) != _numbers(item.answer):
        return False
    # "no. 12" for "Bollard 12": the figure says it, and no word says something else.
    return bool(ours & theirs) or bool(_numbers(form) and not theirs)


def _equal(asked: Demands, wanted: Value, value: Value) -> bool:
    """A date without its year is the date, where the question leaves no other year."""
    ref, cand = wanted.data, value.data
    if isinstance(ref, Date) and isinstance(cand, Date) and cand.year is None:
        return (ref.month, ref.day) == (cand.month, cand.day)
    return same_value(asked, wanted, value) is Match.EQUAL


def _numbers(text: str) -> frozenset[Fraction]:
    return numbers(_in_figures(text))


def _in_figures(text: str) -> str:
    """Ordinals as bare figures: "third" and "3rd" as 3."""
    spelled = _ORDINAL.sub(lambda m: str(ORDINALS.get(m[0].casefold(), m[0])), text)
    return re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", spelled)


def _plain(text: str) -> str:
    """Without space and punctuation, in one width and one kind of kana."""
    return re.sub(r"\W", "", squeeze(text)).translate(_HIRAGANA)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(_in_figures(text).casefold()))


def _names(question: str, form: str) -> bool:
    """A bare number stands in many questions in another role; a name or a value with its unit does not."""
    return not form.isdecimal() and len(squeeze(form)) > 1 and holds(question, form)


def _restated(item: MainRow, asked: Demands, wanted: Value | None, tables: Tables, pen: Pen) -> None:
    """No other chunk of the world states the answer's value in a sentence like one of the evidence."""
    if wanted is None or item.derivation is not None:
        return
    worlds = {tables.corpus[name].world for name in item.positive if name in tables.corpus}
    said = [piece for evidence in item.evidence for piece in _pieces(evidence.quote) if _states(asked, wanted, piece)]
    if not said:
        return
    figures = frozenset().union(*map(numbers, said))
    for chunk in tables.corpus.values():
        if chunk.id in item.positive or chunk.world not in worlds or not figures & numbers(chunk.text):
            continue
        for piece in _pieces(chunk.text):
            if _states(asked, wanted, piece) and max(alikeness(piece, own) for own in said) >= RESTATES:
                pen.note("answer_restated", "negative", chunk=chunk.id, text=piece.strip()[:80])
                break


def _pieces(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        yield from split_sentences(line)


def _states(asked: Demands, wanted: Value, text: str) -> bool:
    return any(
        same_value(asked, wanted, value) is Match.EQUAL and _telling(wanted, value)
        for value in read_values(text, like=wanted.kind)
    )


def _telling(wanted: Value, value: Value) -> bool:
    """A small number without the unit counts anything."""
    ref, cand = wanted.data, value.data
    if not isinstance(ref, Quantity) or not isinstance(cand, Quantity):
        return True
    return ref.number.value > SMALL or bool(set(ref.units) & set(cand.units))


def _copied(item: MainRow, corpus: Mapping[str, Chunk], pen: Pen) -> None:
    """The evidence of a chunk stands in no second chunk, neither in other type nor with a word changed."""
    stated = {*item.positive, *item.overlay.copies_of(item.positive)}
    others = [chunk for chunk in (*corpus.values(), *item.overlay.add) if chunk.id not in stated]
    for name in item.positive:
        if name not in corpus:
            continue
        quotes = [evidence.quote for evidence in item.evidence if evidence.chunk == name]
        for chunk in others if quotes else ():
            if chunk.world == corpus[name].world and _same(quotes, chunk):
                pen.note("gold_copied", "positive", chunk=name, other=chunk.id)


def _same(gold: Sequence[str], other: Chunk) -> bool:
    """Whether every quote stands in the other chunk: in other type, or with the same numbers in nearly its words."""
    return all(squeezed(quote) in squeezed(other.text) or _nearly(quote, other) for quote in gold)


def _nearly(quote: str, other: Chunk) -> bool:
    figures = numbers(quote)
    if not figures or not figures <= numbers(other.text):
        return False
    return any(alikeness(piece, quote) >= SAME_TEXT and numbers(piece) == figures for piece in _pieces(other.text))


def unsourced(text: str, sources: Sequence[Chunk], known: str) -> str:
    """The numbers of a text that stand neither in the sources nor in what is known, be it in thousands or in 万;
    '' where there are none."""
    there = numbers(" ".join([*map(titled, sources), known]))
    said = {number.value for number in find_numbers(text)}
    loose = sorted(n for n in said if n > SMALL and not there & {n, n / 1000, n / 10_000, n / 1_000_000})
    return ", ".join(f"{float(number):g}" for number in loose)
