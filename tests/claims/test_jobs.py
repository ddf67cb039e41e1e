"""What a check looks at: answers that were shown something, whole questions, and nothing that no figure counts."""

from __future__ import annotations

from bench.claims.jobs import Job, citation_jobs, claim_jobs, drawn
from bench.dataset.leave_one_out import FLAG
from bench.records import Answer, Chunk, Item
from tests import runs

CORPORA = {"en": {name: Chunk(id=name, text=f"It is {name}.") for name in ("a", "b", "c")}}


def item(n: int, **changes: object) -> Item:
    fields = {"id": f"Q-{n}", "lang": "en", "kind": "main", "question": "Which?", "answer": "a", "cluster": f"Q-{n}"}
    return Item.model_validate({**fields, **changes})


def trial(n: int, text: str | None, chunks: tuple[str, ...] = ("b", "a"), repeat: int = 0) -> Answer:
    return runs.answer(item(n), "shuffled", repeat, "c").model_copy(update={"chunks": chunks, "text": text})


def jobs(*answers: Answer) -> list[Job]:
    items = [item(n) for n in range(9)]
    return citation_jobs(items, answers, CORPORA)  # type: ignore[arg-type]


def test_a_sentence_comes_with_the_documents_that_it_cites() -> None:
    one, two = jobs(trial(0, "It is b [1]. Nothing. It is either [1][2]. And [9]."))
    assert (one.sentence, [c.id for c in one.shown], one.place, one.sentences) == ("It is b.", ["b"], 1, 2)
    assert (two.sentence, [c.id for c in two.shown], two.place, two.sentences) == ("It is either.", ["b", "a"], 2, 2)


def test_failed_answers_and_those_that_were_shown_nothing_have_none() -> None:
    assert jobs(trial(0, None), trial(1, "It is b [1].", chunks=())) == []


def test_a_set_of_chunks_stands_once_beside_its_answers() -> None:
    answers = [trial(0, "b"), trial(0, "b", ("a", "b"), 1), trial(0, "c", ("c",), 2)]
    found = claim_jobs([item(0)], answers, CORPORA)  # type: ignore[arg-type]
    assert [[c.id for c in job.shown] for job in found if job.answer is None] == [["a", "b"], ["c"]]
    assert sum(job.answer is not None for job in found) == 3


def test_leave_one_out_items_are_in_no_figure_and_are_not_paid_for() -> None:
    left = item(0, flags=(FLAG,))
    for made in (claim_jobs, citation_jobs):
        assert made([left], [trial(0, "It is b [1].")], CORPORA) == []  # type: ignore[arg-type]


def test_a_draw_takes_questions_whole_and_a_larger_one_has_the_smaller() -> None:
    every = jobs(*(trial(n, "It is b [1]. It is a [2].", repeat=r) for n in range(9) for r in range(2)))
    before: list[Job] = []
    for limit in range(1, 10):
        found = drawn(every, limit)
        assert len(found) == 4 * limit
        assert all(job in found for job in before)
        before = found
    assert drawn(every, None) == drawn(every, 99) == every
