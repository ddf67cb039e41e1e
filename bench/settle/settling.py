"""Two models are asked the same questions until a confidence sequence says which one is better.

Both are asked in an order that the seed alone decides, batch by batch, until the sequence of their difference in
V(k, u) excludes zero or lies within the gap. The questions are those of a dataset, or of sets that are drawn as needed.
Guarantees: the chance of naming the worse model as the better one, or either where they are equal, is at most alpha for
all languages together, however often one looks; in each round each model has one ordinary run folder that goes on where
it was, whose configuration is that of the whole run, so that `bench run` can ask the rest later.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from bench.campaign import PreparedRun, Watch, execute, prepare
from bench.campaign.configure import opened, runs_folder
from bench.errors import UsageError
from bench.figures import UNANSWERABLE
from bench.kinds import kind_of
from bench.log import read
from bench.options import RunOptions
from bench.outcomes import Outcome, ordinary
from bench.plan import Trial
from bench.records import LANGS, Answer, Item, Lang, Vote
from bench.records.comparison import FreshItems, SettledRound, Settlement
from bench.records.panel import Intent
from bench.run_folder import ANSWERS, INTENTS, VOTES, read_manifest
from bench.scoring import RunLog, outcomes_of, score
from bench.settle.race import BATCH, Difference, Question, Race, Rules, question_difference, share_met
from bench.settle.rounds import FreshSets, fresh_sets

DRAWN = "drawn"
"""The folder of drawn sets, inside the folder of runs."""
Tell = Callable[[str], None]
Pair = tuple[PreparedRun, PreparedRun]


def _silent(text: str) -> None:
    del text


@dataclass(frozen=True)
class Duel:
    """Two runs that differ in the model alone, and when to stop.

    `options`: what each run was asked for. `unanswerable`: the share u of the reader's questions without an answer.
    `most_items`: per language, None for all. `gap`: in points of V(k, u), None where every difference counts. `fresh`:
    what further rounds are drawn from; `runs` and `options` are then those of the first one.
    """

    runs: Pair
    k: float
    alpha: float
    batch: int = BATCH
    most_items: int | None = None
    gap: float | None = None
    options: tuple[RunOptions, ...] = ()
    fresh: FreshSets | None = None
    unanswerable: float = UNANSWERABLE

    def rules(self, languages: int) -> Rules:
        """The rules of one language of so many."""
        gap = None if self.gap is None else self.gap / 100
        return Rules(self.k, self.alpha / languages, self.unanswerable, self.batch, self.most_items, gap)


def duel(
    first: str,
    second: str,
    options: RunOptions,
    *,
    k: float,
    unanswerable: float = UNANSWERABLE,
    alpha: float = 0.05,
    batch: int = BATCH,
    most_items: int | None = None,
    gap: float | None = None,
    fresh: str | None = None,
    kits: Sequence[str] = (),
    per_program: int | None = None,
    for_calls: bool = True,
    tell: Tell = _silent,
) -> Duel:
    """Look everything up and check it. `options` says everything but the model; it must name one arm and no folder.

    `k` and `unanswerable`: the reader's situation, k and u of V(k, u). `gap`: points of it within which nobody cares
    who is better. `fresh`: the seed of items that are drawn as they are needed, `per_program` (1) of each question
    program of `kits` (all that are no drafts) in each round; the first set is drawn here, and `tell` is told how far
    that is. Raises UsageError with all that is wrong with the request, and what `prepare` and drawing raise.
    """
    drawn = (fresh, tuple(kits), per_program)
    if wrong := [
        *_wrong_numbers(k, unanswerable, alpha, batch, most_items, gap),
        *_at_odds(options, drawn, most_items, gap),
    ]:
        raise UsageError(f"{'; '.join(wrong)}.")
    sets = None
    if fresh is not None:
        each = 1 if per_program is None else per_program
        sets = fresh_sets(fresh, kits, each, options.langs or LANGS, runs_folder(options) / DRAWN)
        options = replace(options, data=_drawn(sets, 1, tell))
    each_of = tuple(replace(options, model=model) for model in (first, second))
    one, other = (prepare(wanted, for_calls=for_calls) for wanted in each_of)
    if one.folder == other.folder:
        raise UsageError(f"{first} and {second} are the same model with the same parameters: name two.")
    return Duel((one, other), k, alpha, batch, most_items, gap, each_of, sets, unanswerable)


def _wrong_numbers(
    k: float, unanswerable: float, alpha: float, batch: int, most_items: int | None, gap: float | None
) -> list[str]:
    faults = {
        f"--cost-of-wrong: the cost of a wrong answer is a number from 0 on, not {k}": not 0 <= k < math.inf,
        f"--unanswerable is {unanswerable}; it must be a share from 0 to 1": not 0 <= unanswerable <= 1,
        f"--alpha is a probability between 0 and 1, not {alpha}": not 0 < alpha < 1,
        f"--batch is {batch}; it must be at least 1": batch < 1,
        f"--max-items is {most_items}; it must be at least 1": most_items is not None and most_items < 1,
        f"--gap is {gap}; it must be above 0 points": gap is not None and not 0 < gap < math.inf,
    }
    return [fault for fault, holds in faults.items() if holds]


def _at_odds(
    options: RunOptions,
    drawn: tuple[str | None, tuple[str, ...], int | None],
    most_items: int | None,
    gap: float | None,
) -> list[str]:
    """What does not go together. `drawn`: seed of fresh items, kits and draws of each program, as they were given."""
    fresh, kits, per_program = drawn
    endless = gap is None and most_items is None and options.max_cost is None
    faults = {
        f"--arm: one arm at a time, not {', '.join(options.arms) or 'none at all'}": len(options.arms) != 1,
        "two models have a folder each: name the folder that they go into": options.out is not None,
    }
    if fresh is None:
        given = bool(kits) or per_program is not None
        faults["--kits and --per-program say what --fresh draws: add that, or leave them out"] = given
    else:
        faults["--fresh draws its own questions: leave out --data"] = str(options.data) != RunOptions.data
        faults["--fresh never ends where two models are equal: add --gap, --max-items or --max-cost"] = endless
    return [fault for fault, holds in faults.items() if holds]


def settle(ready: Duel, watch: Watch, tell: Tell = _silent) -> Settlement:
    """Ask until every language is decided or its questions are used up, and score the runs of each round.

    Fresh questions are used up where a whole round brings none that both models are scored on. `watch` gives each batch
    of a run its observer; `tell` is given a sentence after every batch. The cost limit is that of all runs together.
    Raises what `execute`, `score` and drawing raise; what was asked stays asked, and the same call goes on from there.
    """
    config = ready.runs[0].config
    rules = ready.rules(len(config.langs))
    # Of fresh items those of the first round say which kinds of questions there are, for every round.
    races = [Race(lang, _rules_of(ready.runs[0], lang, rules)) for lang in config.langs]
    played = _Played(watch, tell)
    rounds = []
    for seed, pair in _rounds(ready, tell):
        for run in pair:
            # The manifest is that of the whole run: an undecided or interrupted settling is an incomplete ordinary run.
            with opened(run):
                pass
        before = sum(race.used for race in races)
        played.round(pair, races, fresh=ready.fresh is not None)
        for run in pair:
            score(run.folder)
        names = (pair[0].folder.name, pair[1].folder.name)
        rounds.append(SettledRound(seed=seed, dataset=pair[0].config.dataset, runs=names))
        if all(race.over for race in races) or sum(race.used for race in races) == before:
            break
    return Settlement(
        first=ready.runs[0].config.model,
        second=ready.runs[1].config.model,
        rounds=tuple(rounds),
        arm=config.arms[0],
        k=ready.k,
        unanswerable=ready.unanswerable,
        alpha=ready.alpha,
        gap=ready.gap,
        fresh=_fresh_items(ready.fresh),
        languages=tuple(race.result for race in races),
    )


def _rules_of(run: PreparedRun, lang: Lang, rules: Rules) -> Rules:
    """The rules of a language, with the share of questions without an answer that its data allow."""
    return replace(rules, unanswerable=share_met(_ordered(run, lang, ()), rules.unanswerable))


def _rounds(ready: Duel, tell: Tell) -> Iterator[tuple[str | None, Pair]]:
    """The runs of each round with the seed of its items; without fresh items there is one round, without a seed."""
    yield ready.fresh.seed(1) if ready.fresh else None, ready.runs
    if ready.fresh is None:
        return
    for number in count(2):
        data = _drawn(ready.fresh, number, tell)
        one, other = (prepare(replace(options, data=data)) for options in ready.options)
        yield ready.fresh.seed(number), (one, other)


def _drawn(sets: FreshSets, number: int, tell: Tell) -> str:
    """The folder of a round's set, drawn where it is not there yet: that takes a minute, so each kit is told."""
    kits = list(sets.wanted.kits)

    def drawn(kit: str) -> None:
        tell(f"Round {number}: {kits.index(kit) + 1} of {len(kits)} kits drawn ({kit}).")

    if not sets.path(number).exists():
        tell(f"Round {number}: drawing the items of seed {sets.seed(number)}.")
    return str(sets.draw(number, drawn))


def _fresh_items(sets: FreshSets | None) -> FreshItems | None:
    if sets is None:
        return None
    return FreshItems(seed=sets.wanted.seed, kits=sets.wanted.kits, per_program=sets.wanted.per_program)


@dataclass
class _Played:
    """What goes from round to round: what was spent, and which questions have been asked."""

    watch: Watch
    tell: Tell
    spent: float = 0.0
    seen: set[tuple[Lang, str, str]] = field(default_factory=set)

    def round(self, pair: Pair, races: Sequence[Race], *, fresh: bool) -> None:
        """Ask the questions of one round, as many as the races need. Fresh questions that were asked are left out."""
        questions = {(trial.item.lang, trial.item.id): question_of(trial.item) for trial in pair[0].trials}
        for race in races:
            known = self._repeated(pair[0], race.lang) if fresh else set()
            race.open(_ordered(pair[0], race.lang, known))
        while batch := {race.lang: names for race in races if (names := race.next_batch())}:
            outcomes = []
            for run in pair:
                self.spent += self._ask(run, batch)
                outcomes.append(_by_question(run, questions))
            for race in races:
                if race.lang in batch:
                    race.look(_differences(outcomes, race, batch[race.lang]))
                    self.tell(race.progress)

    def _repeated(self, run: PreparedRun, lang: Lang) -> set[str]:
        """Questions of a language that an earlier round has had: of the same program, in the same words.

        Two worlds seldom ask alike, but a reader who knows the answer to the one must not be asked the other.
        """
        mains = {t.item.id: t.item for t in run.trials if t.item.lang == lang and t.item.base is None}
        texts = {name: (lang, item.cluster, " ".join(item.question.split())) for name, item in mains.items()}
        repeated = {question_of(mains[name]) for name, text in texts.items() if text in self.seen}
        self.seen.update(texts.values())
        return repeated

    def _ask(self, run: PreparedRun, batch: Mapping[Lang, Collection[str]]) -> float:
        """Ask the trials of a batch, and say what new calls cost."""

        def in_batch(trial: Trial) -> bool:
            return question_of(trial.item) in batch.get(trial.item.lang, ())

        part = replace(
            run,
            trials=tuple(trial for trial in run.trials if in_batch(trial)),
            max_cost=None if run.max_cost is None else run.max_cost - self.spent,
        )
        with self.watch(part) as observer:
            return execute(part, observer)


ByQuestion = Mapping[tuple[Lang, str], Sequence[Outcome]]


def _differences(outcomes: Sequence[ByQuestion], race: Race, names: Sequence[str]) -> Iterator[tuple[str, Difference]]:
    """The difference of each question between the two models."""
    first, second = outcomes
    for name in names:
        place = race.lang, name
        yield name, question_difference(first.get(place, ()), second.get(place, ()), race.rules.k)


def question_of(item: Item) -> str:
    """The question that an item belongs to: one observation.

    Of a drawn item it is the draw with all kinds made of it, not its program, which is what rates are clustered by; of
    a written item its base item with all variants.
    """
    return item.cluster if item.drawn is None else item.base or item.id


def _ordered(run: PreparedRun, lang: Lang, left_out: Collection[str]) -> list[Question]:
    """The questions of a language with their numbers of trials, in an order that the seed alone decides.

    The order says nothing about a question, so each is as good a draw as the next, which the sequence relies on.
    """
    sizes: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for trial in run.trials:
        item, name = trial.item, question_of(trial.item)
        # What no usual figure counts (false premises) could say nothing here, so it is not asked.
        if item.lang == lang and name not in left_out and not kind_of(item.kind).apart:
            sizes[name][not kind_of(item.kind).answerable] += 1

    def rank(name: str) -> str:
        # Imported ids carry their language; without it, both languages ask the same questions first.
        return hashlib.sha256(f"{run.config.seed}|settle|{name.replace(f'-{lang}-', '-', 1)}".encode()).hexdigest()

    return [Question(name, *sizes[name]) for name in sorted(sizes, key=rank)]


def _by_question(run: PreparedRun, questions: Mapping[tuple[Lang, str], str]) -> ByQuestion:
    """What the run's log holds so far. The dataset is at hand, so it is not read again for every batch."""
    log = RunLog(
        manifest=read_manifest(run.folder),
        items=tuple(item for lang in run.config.langs for item in run.dataset.langs[lang].items),
        answers=tuple(read(run.folder / ANSWERS, Answer).records.values()),
        votes=tuple(read(run.folder / VOTES, Vote).records.values()),
        intents=tuple(read(run.folder / INTENTS, Intent).records.values()),
    )
    found: dict[tuple[Lang, str], list[Outcome]] = defaultdict(list)
    for o in ordinary(outcomes_of(log)):
        if (name := questions.get((o.lang, o.item))) is not None:
            found[o.lang, name].append(o)
    return found
