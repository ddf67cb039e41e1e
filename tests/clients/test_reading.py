"""Reading untrusted replies: odd fields count as absent, and nothing a server writes raises anything else."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.clients.reading import Content, Unreadable, count_of, has_visible, parse, settle, storable, text_of
from bench.records import Usage

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.binary())
def test_any_bytes_are_an_object_or_unreadable(body: bytes) -> None:
    try:
        payload = parse(body)
    except Unreadable:
        payload = {}
    assert isinstance(payload, dict)


@pytest.mark.parametrize("body", [b"", b" \n", b"{", b"[1]", b"null", b"[" * 99_999, b"9" * 9_999])
def test_an_unreadable_body_says_why(body: bytes) -> None:
    with pytest.raises(Unreadable, match=r"The reply"):
        parse(body)


@given(JSON)
def test_any_value_has_a_text_or_none(value: Any) -> None:
    found = text_of(value)
    assert found is None or isinstance(found, str)
    count = count_of(value)
    assert count is None or count >= 0
    if count is not None:
        assert Usage(prompt_tokens=count).prompt_tokens == count


@given(st.text(st.characters()))
def test_repaired_text_can_be_stored_and_whole_text_is_untouched(text: str) -> None:
    odd = "".join(chr(0xD800 + ord(c) % 0x800) if i % 3 == 0 else c for i, c in enumerate(text))
    repaired = storable(odd)
    assert json.loads(json.dumps(repaired, ensure_ascii=False).encode()) == repaired
    assert storable(repaired) == repaired
    whole = text.encode("utf-8", "ignore").decode()
    assert storable(whole) == whole


@pytest.mark.parametrize("text", ["", " ", "\u3000", "\u200b\ufeff", "\n\t\x00", "\u00ad"])
def test_nothing_to_see(text: str) -> None:
    assert not has_visible(text)


@pytest.mark.parametrize("text", ["0", "。", "はい", " x "])
def test_something_to_see(text: str) -> None:
    assert has_visible(text)


@given(
    st.none() | st.text(),
    st.none() | st.text(),
    st.none() | st.sampled_from(["stop", "length", "content_filter", "refusal", "abort", "SAFETY", "?"]),
    st.booleans(),
)
def test_a_settled_reply_has_a_text_or_a_failure_with_a_reason(
    raw: str | None, reasoning: str | None, finish: str | None, refused: bool
) -> None:
    settled = settle(Content(raw, reasoning, finish, Usage(), refused))
    assert (settled.text is None) == (settled.failure is not None) == bool(settled.message)
    if settled.text is not None:
        assert has_visible(settled.text)
        assert finish in {None, "stop"}
        assert not refused


def test_a_refusal_outranks_a_cut() -> None:
    assert settle(Content("Sorry", None, "length", Usage(), refused=True)).failure == "refused"
