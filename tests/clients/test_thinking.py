"""Reasoning inside the text is taken out, however the model closed its tags."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.clients.thinking import split, unknown_mark
from tests.work import calls

PIECES = st.lists(
    st.sampled_from(["<think>", "</think>", "<thinking>", "</THINKING>", "答え", "a", " ", "\n", "<b>", "think"])
)


@pytest.mark.parametrize(
    ("text", "visible", "reasoning"),
    [
        ("40 m", "40 m", None),
        ("", "", None),
        ("<think>40?</think>40 m", "40 m", "40?"),
        ("<think>\n40?\n</think>\n\n40 m\n", "40 m", "40?"),
        ("<thinking>40?</thinking>40 m", "40 m", "40?"),
        ("<Think>40?</THINK >40 m", "40 m", "40?"),
        ("<think></think>40 m", "40 m", None),
        ("<think>not finished", "", "not finished"),
        ("40?</think>40 m", "40 m", "40?"),
        ("<think>a<think>b</think>c</think>40 m", "40 m", "abc"),
        ("<think>a tag like <think> opens</think>40 m", "40 m", "a tag like  opens"),
        ("<think>a</think>40 m<think>b</think>", "40 m", "a\nb"),
        ("<think>a</think>40<think>b</think> m", "40 m", "a\nb"),
        ("<think>a</think>40 m<think>b", "40 m", "a\nb"),
        ("The <think> tag opens a block.", "The <think> tag opens a block.", None),
        ("<think>答えは？</think>40メートルです。", "40メートルです。", "答えは？"),
        ("2 < 3 and <b>4</b>", "2 < 3 and <b>4</b>", None),
    ],
)
def test_split(text: str, visible: str, reasoning: str | None) -> None:
    assert split(text) == (visible, reasoning)


@given(st.text())
def test_text_without_tags_is_only_stripped(text: str) -> None:
    if not any(char in text for char in "<[◁`&") and not text.lower().lstrip().startswith(("analysis", "thinking")):
        assert split(text) == (text.strip(), None)


@given(PIECES)
def test_no_word_is_lost_or_invented(pieces: list[str]) -> None:
    text = "".join(pieces)
    visible, reasoning = split(text)
    for word in ("答え", "a"):
        plain = visible + "\n" + (reasoning or "")
        assert plain.count(word) == text.count(word)


@given(PIECES)
def test_what_follows_the_last_closing_tag_is_the_answer(pieces: list[str]) -> None:
    visible, _ = split("".join(pieces) + "</think>" * (len(pieces) + 1) + "the answer")
    assert visible == "the answer"


SPELLED = [
    "<thought>{}</thought>",
    "<reasoning>{}</reasoning>",
    "<seed:think>{}</seed:think>",
    "<mm:think>{}</mm:think>",
    "<acme:thinking>{}</acme:thinking>",
    '<think lang="en">{}</think>',
    "&lt;think&gt;{}&lt;/think&gt;",
    "<inner_monologue>{}</inner_monologue>",
    "<analysis>{}</analysis>",
    "[THINK]{}[/THINK]",
    "<|START_THINKING|>{}<|END_THINKING|>",
    "◁think▷{}◁/think▷",
    "<|channel>thought\n{}<channel|>",
    "<|begin_of_thought|>{}<|end_of_thought|>",
    "<|thought_start|>{}<|thought_end|>",
    "<|think|>{}<|/think|>",
    "<|think|>{}<|end|><|begin|>assistant<|content|>",
    "Here is my thought process: {} Here is my response: ",
    "Here are my reasoning steps:\n{}\n[BEGIN FINAL RESPONSE]\n",
    "```thinking\n{}\n```\n",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>",
    "analysis<|message|>{}<|end|><|start|>assistant<|channel|>final <|constrain|>JSON<|message|>",
]


@pytest.mark.parametrize("spelled", SPELLED)
def test_every_spelling_is_read(spelled: str) -> None:
    assert split(spelled.format("四十か") + "四十メートルです。") == ("四十メートルです。", "四十か")
    assert unknown_mark("四十メートルです。") is None


@pytest.mark.parametrize("spelled", SPELLED)
def test_reasoning_that_is_not_finished_leaves_no_answer(spelled: str) -> None:
    opening = spelled.split("{}")[0]
    # An ordinary word, or a mark that needs its closing one, is text until that comes.
    if not opening.startswith(("Here is my", "```", "<|think|>", "analysis<")):
        assert split(opening + "forty, or") == ("", "forty, or")


@pytest.mark.parametrize(
    "closing", ["</think>", "</mm:think>", "[/THINK]", "<|END_THINKING|>", "◁/think▷", "<channel|>", "</thought>"]
)
def test_a_closing_mark_alone_ends_what_the_prompt_has_begun(closing: str) -> None:
    assert split(f"forty?{closing}\n40 m") == ("40 m", "forty?")


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("<|channel|>final<|message|>45人です。<|return|>", "45人です。"),
        ("<|channel|>commentary<|message|>Let me see.<|end|>", ""),
        ("<|channel|>analysis<|message|>Perhaps 45.<|end|><|start|>assistant<|channel|>final", ""),
        ("analysisWe need a number.assistantfinal45", "45"),
        ("<think>a</think><answer>40 m</answer>", "40 m"),
        ("<answer>40 m</answer>", "<answer>40 m</answer>"),
        ("<|START_RESPONSE|>40 m<|END_RESPONSE|>", "40 m"),
        ("40 m<|im_end|>", "40 m"),
        ("The `</think>` tag ends a block.", "The `</think>` tag ends a block."),
        ("Write `<think>draft</think>` first.", "Write `<think>draft</think>` first."),
        ("<think>a ` b</think>The `x` is 40 m.", "The `x` is 40 m."),
        ("<AcmeThought>a</AcmeThought>40 m", "<AcmeThought>a</AcmeThought>40 m"),
        ("<acme_thought>a</acme_thought>40 m", "40 m"),
        ("<|acme_thought_begin|>a<|acme_thought_end|>40 m", "40 m"),
        ("40 m</final_thoughts>", "40 m</final_thoughts>"),
        ("See <final_thoughts> in the form.", "See <final_thoughts> in the form."),
        ("<acme_thought>not finished", ""),
        ("Hello <|open|>response<|sep|>40 m", "40 m"),
        ("40 m<|close|>response<|sep|>", "40 m"),
        ("<|content|>40 m<|end|>", "40 m"),
        ("A turn holds <|content|> and a text.", "A turn holds <|content|> and a text."),
        ("An analysis of the text.", "An analysis of the text."),
        ("See <reason>fire</reason> in the form.", "See <reason>fire</reason> in the form."),
        ("<thinking>a</reasoning>40 m", "40 m"),
        ("<think>a</thought>b</think>40 m", "40 m"),
    ],
)
def test_what_is_left(text: str, visible: str) -> None:
    assert split(text)[0] == visible


@pytest.mark.parametrize(
    ("visible", "mark"),
    [
        ("<deepthought_v2>40</deepthought_v2>", "<deepthought_v2>"),
        ("<|plan|>40 m", "<|plan|>"),
        ("[ROUGH THOUGHTS] 40 m", "[ROUGH THOUGHTS]"),
        ("40 m [1] (see <b>here</b>)", None),
        ("the token `<|plan|>` is", None),
        ("", None),
    ],
)
def test_a_mark_that_the_table_does_not_know_is_found(visible: str, mark: str | None) -> None:
    assert unknown_mark(visible) == mark


@given(
    st.lists(st.sampled_from([s.split("{}")[0] for s in SPELLED] + [s.split("{}")[1] for s in SPELLED] + ["a", " "]))
)
def test_no_reply_raises(pieces: list[str]) -> None:
    visible, reasoning = split("".join(pieces))
    assert visible == visible.strip()
    assert reasoning is None or reasoning


def test_a_long_run_of_marks_and_of_spaces_is_read_in_one_pass() -> None:
    few, many = (calls(lambda n=n: split("<a_thought>" * n + "`<think>`" * n + " " * n + "<|")) for n in (50, 500))
    assert many < 15 * few
