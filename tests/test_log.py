"""The log survives a kill at any instant, and a key says exactly what a call was."""

from __future__ import annotations

import errno
import json
import multiprocessing
import resource
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.errors import LogError
from bench.log import RunLock, Writer, call_key, read, write_whole
from bench.records import Answer, Failure, Message, Vote
from tests.oracle.reading import read_log

HELLO = (Message(role="user", content="hello"),)


def answer(key: str, text: str | None = "yes", kind: str = "server") -> Answer:
    failure = None
    if text is None:
        failure = Failure.model_validate({"stage": "generate", "kind": kind, "message": "no"})
    return Answer(
        key=key,
        model="m:x",
        item="i",
        lang="ja",
        kind="main",
        arm="gold",
        repeat=0,
        seed=1,
        text=text,
        failure=failure,
    )


def written(path: Path, *records: Answer) -> bytes:
    with Writer[Answer](path) as log:
        for record in records:
            log.append(record)
    return path.read_bytes()


def test_what_was_appended_is_read_back(tmp_path: Path) -> None:
    records = [answer("a"), answer("b", "いいえ")]
    written(tmp_path / "log", *records)
    assert list(read(tmp_path / "log", Answer).records.values()) == records


def test_a_log_that_does_not_exist_is_empty(tmp_path: Path) -> None:
    assert read(tmp_path / "none", Answer).records == {}


@given(cut=st.integers(min_value=0, max_value=10_000))
def test_cut_anywhere_and_resumed_a_log_equals_an_undisturbed_one(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("log") / "log"
    records = [answer("a"), answer("b", "二\u2028行\u0085目"), answer("c")]
    whole = written(path, *records)
    path.write_bytes(whole[: cut % (len(whole) + 1)])
    done = read(path, Answer).done()
    with Writer[Answer](path) as log:
        for record in records:
            if record.key not in done:
                log.append(record)
    assert path.read_bytes() == whole


def test_a_half_written_last_line_is_set_aside_and_never_glued_to(tmp_path: Path) -> None:
    path = tmp_path / "log"
    first = written(path, answer("q1"))
    path.write_bytes(first + b'{"key":"q2","te')
    with Writer[Answer](path) as log:
        assert log.set_aside == b'{"key":"q2","te'
        log.append(answer("q2"))
    assert list(read(path, Answer).records) == ["q1", "q2"]
    assert (tmp_path / "log.torn").read_bytes() == b'{"key":"q2","te\n'


def test_unicode_separators_inside_an_answer_do_not_end_its_record(tmp_path: Path) -> None:
    text = "一行目\u2028二行目\u0085三行目\x0b終わり\u2029"
    written(tmp_path / "log", answer("a", text))
    assert read(tmp_path / "log", Answer).records["a"].text == text


def test_a_line_of_the_wrong_shape_is_reported_and_its_call_is_due_again(tmp_path: Path) -> None:
    path = tmp_path / "log"
    good = written(path, answer("q1"))
    wrong = json.dumps({**json.loads(good), "key": "q2", "repeat": "n/a"}).encode()
    path.write_bytes(good + wrong + b"\n[1,2]\n" + good.replace(b'"q1"', b'"q3"'))
    replay = read(path, Answer)
    assert replay.done() == {"q1", "q3"}
    assert [fault.split(": ")[0] for fault in replay.malformed] == ["log:2", "log:3"]


def test_a_transient_failure_is_due_again_and_a_final_one_is_not(tmp_path: Path) -> None:
    written(tmp_path / "log", answer("a", None, "server"), answer("b", None, "refused"), answer("c", None, "truncated"))
    assert read(tmp_path / "log", Answer).done() == {"b", "c"}


def test_a_success_is_not_displaced_by_a_later_failure(tmp_path: Path) -> None:
    written(tmp_path / "log", answer("a", None), answer("a", "yes"), answer("a", None))
    assert read(tmp_path / "log", Answer).records["a"].text == "yes"


def test_of_two_votes_the_later_one_that_came_back_counts_and_of_two_answers_the_earlier(tmp_path: Path) -> None:
    down = Failure.model_validate({"stage": "judge", "kind": "server", "message": "no"})
    first = Vote(key="v", model="m:j", answer_key="a", verdict="invalid")
    again = first.model_copy(update={"verdict": "correct"})
    with Writer[Vote](tmp_path / "votes") as log:
        for vote in (first, again, first.model_copy(update={"failure": down})):
            log.append(vote)
    assert read(tmp_path / "votes", Vote).records == {"v": again}
    assert [vote["verdict"] for vote in read_log(tmp_path / "votes", Vote, [])] == ["correct"]
    written(tmp_path / "answers", answer("a", "yes"), answer("a", "no"))
    assert read(tmp_path / "answers", Answer).records["a"].text == "yes"


def test_a_full_disk_is_one_sentence_and_leaves_whole_lines(tmp_path: Path) -> None:
    def fill(path: Path) -> None:
        first = written(path, answer("a"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(first) + 10, len(first) + 10))
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with Writer[Answer](path) as log, pytest.raises(LogError, match=r"disk is full.*run the same command again"):
            log.append(answer("b"))
        assert path.read_bytes() == first

    child = multiprocessing.get_context("fork").Process(target=fill, args=(tmp_path / "log",))
    child.start()
    child.join()
    assert child.exitcode == 0


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    def second(folder: Path) -> None:
        with pytest.raises(LogError, match="Another process"), RunLock(folder):
            pass

    with RunLock(tmp_path):
        child = multiprocessing.get_context("fork").Process(target=second, args=(tmp_path,))
        child.start()
        child.join()
    assert child.exitcode == 0
    with RunLock(tmp_path):
        pass


def test_parallel_writers_of_one_document_each_leave_it_whole(tmp_path: Path) -> None:
    path = tmp_path / "summary.json"
    texts = [json.dumps({"n": n, "pad": "x" * 200_000}) for n in range(5)]
    context = multiprocessing.get_context("fork")
    children = [context.Process(target=write_whole, args=(path, text)) for text in texts]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0] * 5
    assert path.read_text() in texts
    assert list(tmp_path.iterdir()) == [path]


class TestKey:
    def test_temperature_and_seed_are_part_of_it(self) -> None:
        settings = [{"temperature": 0}, {"temperature": 1.0}, {"temperature": 0, "seed": 7}]
        assert len({call_key("m", s, HELLO, 0) for s in settings}) == 3

    def test_left_out_and_none_are_one_and_zero_is_another(self) -> None:
        left_out, zero, none = (call_key("m", s, HELLO, 0) for s in ({}, {"temperature": 0}, {"temperature": None}))
        assert left_out == none != zero

    def test_repeats_do_not_share_it(self) -> None:
        assert len({call_key("m", {}, HELLO, repeat) for repeat in range(3)}) == 3

    def test_no_text_can_imitate_the_border_between_messages(self) -> None:
        one = (Message(role="user", content="a\nuser 1\nb"),)
        two = (Message(role="user", content="a"), Message(role="user", content="b"))
        assert call_key("m", {}, one, 0) != call_key("m", {}, two, 0)

    def test_a_new_version_invalidates_every_earlier_entry(self, monkeypatch: pytest.MonkeyPatch) -> None:
        before = call_key("m", {}, HELLO, 0)
        monkeypatch.setattr("bench.log.KEY_VERSION", 2)
        assert call_key("m", {}, HELLO, 0) != before


def test_a_log_that_cannot_be_brought_to_the_disk_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("bench.log.os.fsync", refuse)
    with pytest.raises(LogError, match="Input/output error"), Writer[Answer](tmp_path / "answers.jsonl"):
        pass
