"""The built-in baselines: deterministic, offline, and honest about what they cannot do."""

import asyncio

import pytest

from bench.clients import Request, Task, open_client
from bench.clients.baseline import NO_CONTEXT, passages
from bench.config import BASELINES, resolve
from bench.errors import ConfigError
from bench.langs import language
from bench.records import Lang, Usage
from bench.rules.verdict import judge_by_rule

TOWER = (
    "The harbour was dredged in 1961. Ships of up to 9,000 t may enter.",
    "Kestrel Tower was designed by Ines Falk. Kestrel Tower is 212.5 m tall. It opened in 1987.",
)
TOWER_JA = (
    "港は1961年に浚渫された。最大9,000トンの船が入港できる。",
    "ケストレル塔はファルクが設計した。ケストレル塔の高さは212.5メートルである。1987年に開業した。",
)


def say(name: str, task: Task | None) -> str:
    spec, endpoint = resolve(f"baseline:{name}")

    async def run() -> str:
        async with open_client(endpoint, concurrency=4) as client:
            reply = await client.complete(Request(spec.name, (), task=task))
        assert reply.text is not None
        assert (reply.failure, reply.attempts, reply.usage, reply.raw) == (None, 1, Usage(), reply.text)
        return reply.text

    return asyncio.run(run())


@pytest.mark.parametrize("name", BASELINES)
@pytest.mark.parametrize("chunks", [(), TOWER, ("",), ("   ", "\u200b")])
def test_every_baseline_says_the_same_visible_text_every_time(name: str, chunks: tuple[str, ...]) -> None:
    task = Task("How tall is Kestrel Tower?", "en", chunks, oracle="212.5 m")
    first = say(name, task)
    assert first.strip()
    assert say(name, task) == first


def test_extractive_cites_the_sentence_that_covers_the_question() -> None:
    assert (
        say("extractive", Task("How tall is Kestrel Tower in m?", "en", TOWER)) == "Kestrel Tower is 212.5 m tall. [2]"
    )


def test_extractive_reads_japanese() -> None:
    answer = say("extractive", Task("ケストレル塔の高さは何メートルですか。", "ja", TOWER_JA))
    assert answer == "ケストレル塔の高さは212.5メートルである。 [2]"


def test_extractive_folds_width() -> None:
    question = "ＫＥＳＴＲＥＬ ＴＯＷＥＲ ｔａｌｌ？"
    assert say("extractive", Task(question, "en", TOWER)) == "Kestrel Tower is 212.5 m tall. [2]"


def test_extractive_weighs_a_rare_word_above_two_common_ones() -> None:
    chunks = (*["The annual revenue is reported below."] * 7, "Brisk earned 3.1 million.")
    assert say("extractive", Task("What was the annual revenue of Brisk?", "en", chunks)) == f"{chunks[-1]} [8]"


@pytest.mark.parametrize(
    "table",
    [
        "| Port | Ships |\n| --- | --- |\n| Arden | 120 |\n| Brisk | 88 |",
        "<table><tr><th>Port</th><th>Ships</th></tr><tr><td>Arden</td><td>120</td></tr><tr><td>Brisk</td>"
        "<td>88</td></tr></table>",
    ],
)
def test_extractive_gives_a_table_row_as_its_cells(table: str) -> None:
    assert say("extractive", Task("How many did Brisk have?", "en", (TOWER[0], table))) == "Brisk | 88 [2]"


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("chunks", [(), ("Bees sleep in groups. Their wings are folded.",)])
def test_extractive_abstains_without_evidence(lang: Lang, chunks: tuple[str, ...]) -> None:
    question = {"en": "Who owns Kestrel Tower?", "ja": "ケストレル塔の所有者は誰か。"}[lang]
    assert say("extractive", Task(question, lang, chunks)) == language(lang).abstention


def test_a_question_without_content_words_is_abstained_from() -> None:
    assert say("extractive", Task("Who is it?", "en", TOWER)) == language("en").abstention


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_always_abstain_declines_in_the_items_language(lang: Lang) -> None:
    assert say("always-abstain", Task("?", lang, TOWER)) == language(lang).abstention


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_rule_judge_takes_the_abstention_for_one(lang: Lang) -> None:
    question = {"en": "How tall is Kestrel Tower?", "ja": "ケストレル塔の高さはどれだけですか。"}[lang]
    shown = {"question": question, "reference": "212.5 m", "accept": (), "kind": "main", "lang": lang}
    assert judge_by_rule(answer=language(lang).abstention, **shown).abstained
    assert not judge_by_rule(answer=NO_CONTEXT, **shown).abstained


def test_oracle_says_what_it_is_given_and_abstains_where_there_is_nothing() -> None:
    assert say("oracle", Task("?", "en", TOWER, oracle="212.5 m")) == "212.5 m"
    assert say("oracle", Task("?", "ja", (), oracle="")) == language("ja").abstention


def test_echo_repeats_the_top_chunk_only() -> None:
    assert say("echo", Task("?", "en", TOWER)) == TOWER[0]
    assert say("echo", Task("?", "en", ())) == NO_CONTEXT


def test_a_baseline_cannot_judge() -> None:
    with pytest.raises(ConfigError, match="cannot judge"):
        say("echo", None)


def test_passages_keep_every_word_of_a_chunk_that_never_closes_its_tags() -> None:
    chunk = "<table><tr><td>Arden</td><td>120<tr><td>cut off here\nand text. More text"
    found = " ".join(passages(chunk))
    for word in ("Arden", "120", "cut off here", "and text.", "More text"):
        assert word in found
