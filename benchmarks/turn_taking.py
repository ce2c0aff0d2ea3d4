"""Turn taking in virtual time: how often callers are cut off and how long they wait, beside silence alone; and who
interrupts the agent.

The real machine decides. What it is given is made up: words at an even pace, pauses drawn from a log-normal
distribution, a recogniser that hears every word and, as they do, ends whatever it hears with a full stop.
"""

from __future__ import annotations

import heapq
import random
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from pathlib import Path

from benchmarks.table import Row
from parley.voice.listen_settings import INTERACTION_STYLES, ListenSettings
from parley.voice.speech_activity import PAUSE_SECONDS, SpeechBegan, SpeechPaused
from parley.voice.turn_events import (
    AgentStarted,
    BargeIn,
    CallerTurn,
    Event,
    ExpectTurn,
    Output,
    Reset,
    ResumeSpeech,
    Tick,
    Transcribe,
    Transcribed,
    TurnContinued,
    TurnEndJudged,
    TurnWithdrawn,
)
from parley.voice.turn_taking import (
    State,
    advance,
)

UTTERANCES = Path(__file__).with_name("turn_taking_utterances.txt")
OVERLAPS = Path(__file__).with_name("turn_taking_overlaps.txt")
WORD_SECONDS = 0.33
DECODE_SECONDS = 0.3
"""From the request to the words. Embedded recognition takes about as long on one core."""
NOTICED_SECONDS = 0.1
"""From the first sound until it counts as speech."""
PAUSE_MEDIAN, PAUSE_SIGMA, CALLER_SIGMA, SHORTEST_PAUSE = 0.71, 0.42, 0.4, 0.25
"""Within a caller and between callers. With these, silence alone does about as it does in published measurements
(docs/benchmarks.md)."""
THINKING_SECONDS = 0.6
"""From the end of a turn to the first words of an answer."""
HELD_SECONDS = 0.05
JUDGE_SECONDS = 0.2
"""From the request until a model has said whether the turn sounds complete."""
CERTAINTY = 0.95
"""That it says, right or wrong."""
DRAWS, TURNS = 10, 6
"""How often each utterance is said, with other pauses; and how many of them by one caller."""


@dataclass(frozen=True, slots=True)
class Utterance:
    asked: str
    parts: tuple[str, ...]
    is_held_out: bool
    """Its words have not been looked at when endpointing was made."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words without a pause."""

    words: tuple[str, ...]
    begin: float

    @property
    def end(self) -> float:
        return self.begin + WORD_SECONDS * len(self.words)

    def by(self, moment: float) -> tuple[str, ...]:
        return self.words[: max(int((moment - self.begin) / WORD_SECONDS + 1e-6), 0)]


@dataclass(frozen=True, slots=True)
class Ear:
    """A model that hears whether a turn is complete; right as often as stated, whatever was said."""

    ends: float
    """Of ends of turns, the share that it takes for one."""
    pauses: float
    """Of pauses within turns, the share that it takes for one."""

    def hear(self, is_end: bool, chance: random.Random) -> float:
        is_right = chance.random() < (self.ends if is_end else self.pauses)
        return CERTAINTY if is_right == is_end else 1 - CERTAINTY


EARS = (Ear(0.90, 0.90), Ear(0.93, 0.46), Ear(0.78, 0.33))
"""About what is published, and what was measured with recorded prompts and with synthetic voices (docs/decisions/0051,
0040)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    is_cut_off: bool
    """The turn was taken to be complete before it was."""
    delay: float
    is_spoken_over: bool
    """And an answer began."""


def utterances(page: str) -> list[Utterance]:
    found, asked, blocks = [], "", 0
    for line in page.splitlines():
        if line.startswith("? "):
            asked, blocks = line[2:], blocks + 1
        elif line and not line.startswith("#"):
            found.append(Utterance(asked, tuple(part.strip() for part in line.split("|")), blocks % 2 == 0))
    return found


def stretches(utterance: Utterance, caller: float, chance: random.Random) -> list[Stretch]:
    made: list[Stretch] = []
    begin = 1.0
    for part in utterance.parts:
        made.append(Stretch(tuple(part.split()), begin))
        pause = PAUSE_MEDIAN * caller * chance.lognormvariate(0, PAUSE_SIGMA)
        begin = made[-1].end + max(pause, SHORTEST_PAUSE)
    return made


def callers(found: Sequence[Utterance]) -> Iterator[list[tuple[Utterance, list[Stretch]]]]:
    """Each says some of the utterances, with pauses of their own: some people take longer than others."""
    for draw in range(DRAWS):
        chance = random.Random(draw)
        order = chance.sample(list(found), len(found))
        for start in range(0, len(order), TURNS):
            caller = chance.lognormvariate(0, CALLER_SIGMA)
            yield [(each, stretches(each, caller, chance)) for each in order[start : start + TURNS]]


def heard(said: Sequence[Stretch], moment: float) -> str:
    words = " ".join(word for each in said for word in each.by(moment))
    return f"{words[:1].upper()}{words[1:]}." if words else ""


class Scene:
    """One turn, its events in their order."""

    def __init__(self, said: Sequence[Stretch], state: State, ear: Ear | None = None) -> None:
        self.said = said
        self._ear = ear
        self._chance = random.Random(repr(said))
        self.state = state
        self.outputs: list[tuple[float, Output]] = []
        self._forgotten = 0.0
        self._order = count()
        self._events: list[tuple[float, int, Event]] = []
        for each in said:
            self.add(each.begin + NOTICED_SECONDS, SpeechBegan(each.begin))
            self.add(each.end + PAUSE_SECONDS, SpeechPaused(each.end))
        self.add(said[-1].end + 20.0, Tick())

    def add(self, at: float, event: Event) -> None:
        heapq.heappush(self._events, (at, next(self._order), event))

    def play(self) -> None:
        while self._events:
            if self.state.deadline is not None and self.state.deadline < self._events[0][0]:
                self.add(self.state.deadline, Tick())
            at, _, event = heapq.heappop(self._events)
            if isinstance(event, AgentStarted) and self.state.is_adding:
                self.add(at + HELD_SECONDS, event)  # the first words of an answer wait for those of the caller
                continue
            self.state, made = advance(self.state, event, at)
            for output in made:
                self._follow(at, output)

    def _follow(self, at: float, output: Output) -> None:
        self.outputs.append((at, output))
        match output:
            case Transcribe(request):
                unforgotten = [each for each in self.said if each.begin >= self._forgotten]
                self.add(at + DECODE_SECONDS, Transcribed(request, heard(unforgotten, at)))
                if self._ear is not None:
                    probability = self._ear.hear(at > self.said[-1].end, self._chance)
                    self.add(at + JUDGE_SECONDS, TurnEndJudged(request, probability))
            case Reset():
                self._forgotten = at
            case TurnContinued():
                self._events = [each for each in self._events if not isinstance(each[2], AgentStarted)]
                heapq.heapify(self._events)
                self.add(at, TurnWithdrawn())


Decide = Callable[[Sequence[tuple[Utterance, list[Stretch]]]], list[Outcome]]


class _Answered(Scene):
    """An agent answers every turn."""

    def _follow(self, at: float, output: Output) -> None:
        super()._follow(at, output)
        if isinstance(output, CallerTurn):
            self.add(at + THINKING_SECONDS, AgentStarted())


def by_words(settings: ListenSettings, ear: Ear | None = None) -> Decide:
    def decide(turns: Sequence[tuple[Utterance, list[Stretch]]]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        pauses: tuple[float, ...] = ()
        for utterance, said in turns:
            scene = _Answered(said, State(pauses=pauses), ear)
            scene.add(0.0, ExpectTurn(settings, "en-US", utterance.asked))
            scene.play()
            found = [(at, output) for at, output in scene.outputs if isinstance(output, CallerTurn)]
            at, _ = found[0]
            is_whole = any(_words(turn.text or "") == _words(" ".join(utterance.parts)) for _, turn in found)
            outcomes.append(Outcome(at < said[-1].end, at - said[-1].end, not is_whole))
            pauses = scene.state.pauses
        return outcomes

    return decide


def _words(text: str) -> list[str]:
    return text.lower().replace(".", "").split()


def by_silence(seconds: float) -> Decide:
    def decide(turns: Sequence[tuple[Utterance, list[Stretch]]]) -> list[Outcome]:
        return [
            Outcome(is_cut, seconds, is_cut)
            for is_cut in (max([0.0, *pauses(said)]) + NOTICED_SECONDS > seconds for _, said in turns)
        ]

    return decide


def pauses(said: Sequence[Stretch]) -> list[float]:
    return [later.begin - earlier.end for earlier, later in pairwise(said)]


def measure(found: Sequence[Utterance], decide: Decide) -> tuple[float, float, float]:
    """The share of turns that were cut off, the mean delay of those that were not, in seconds, and the share of those
    whose answer began too early."""
    outcomes = [outcome for turns in callers(found) for outcome in decide(turns)]
    delays = [each.delay for each in outcomes if not each.is_cut_off]
    return (
        sum(each.is_cut_off for each in outcomes) / len(outcomes),
        statistics.mean(delays),
        sum(each.is_spoken_over for each in outcomes) / len(outcomes),
    )


@dataclass(frozen=True, slots=True)
class Overlap:
    text: str
    is_interruption: bool


def overlaps(page: str) -> list[Overlap]:
    lines = [line for line in page.splitlines() if line and not line.startswith("#")]
    return [Overlap(line[1:].strip(), line.startswith("+")) for line in lines]


def interruption(overlap: Overlap) -> tuple[float | None, bool]:
    """After how many seconds of speech the agent stopped; None: it spoke on, at once or after a short stop. And whether
    it stopped at all."""
    words = tuple(overlap.text.split()) or ("",) * 2
    said = Stretch(words, 3.0)
    scene = Scene([said], State())
    scene.add(0.0, AgentStarted())
    scene.add(0.5, ExpectTurn(ListenSettings()))
    scene.play()
    stops = [at - said.begin for at, output in scene.outputs if isinstance(output, BargeIn)]
    resumed = sum(isinstance(output, ResumeSpeech) for _, output in scene.outputs)
    return (stops[-1] if len(stops) > resumed else None), bool(stops)


THRESHOLDS = [each / 20 for each in range(4, 61)]
"""Of silence alone, in seconds."""


def silence_with(found: Sequence[Utterance], share: float) -> float:
    """How long silence alone has to wait so that it cuts off no more than this share."""
    fits = (seconds for seconds in THRESHOLDS if measure(found, by_silence(seconds))[0] <= share)
    return next(fits, THRESHOLDS[-1])


def run() -> list[Row]:
    everything = utterances(UTTERANCES.read_text())
    rows = [Row("turns: utterances, each ten times", len(everything), None, "")]
    for style, seconds in INTERACTION_STYLES.items():
        early, delay, spoken_over = measure(everything, by_words(ListenSettings(endpoint_seconds=seconds)))
        alone = measure(everything, by_silence(delay))[0]
        named = f"turns: {style}, {delay:.2f} s mean delay"
        rows.append(Row(f"{named}: taken too early", 100 * early, 100 * alone, "%"))
        rows.append(Row(f"{named}: answered too early", 100 * spoken_over, 100 * alone, "%", ratio_at_most=0.75))
        wait = silence_with(everything, spoken_over)
        rows.append(Row(f"{named}, beside silence alone that answers as few too early", delay, wait, "s"))
    rows.append(_aside_row([each for each in everything if each.is_held_out]))
    return [*rows, *_ear_rows(everything), *_overlap_rows()]


def _ear_rows(found: Sequence[Utterance]) -> list[Row]:
    """What such a model would change, beside words alone."""
    alone = measure(found, by_words(ListenSettings()))
    rows = []
    for ear in EARS:
        early, delay, spoken_over = measure(found, by_words(ListenSettings(), ear))
        named = (
            f"turns: balanced, with a model right at {100 * ear.ends:.0f} % of ends, {100 * ear.pauses:.0f} % of pauses"
        )
        rows.append(Row(f"{named}: mean delay, beside words alone", delay, alone[1], "s"))
        rows.append(Row(f"{named}: taken too early", 100 * early, 100 * alone[0], "%"))
        rows.append(Row(f"{named}: answered too early", 100 * spoken_over, 100 * alone[2], "%"))
    return rows


def _aside_row(found: Sequence[Utterance]) -> Row:
    _, delay, spoken_over = measure(found, by_words(ListenSettings()))
    alone = measure(found, by_silence(delay))[0]
    return Row("turns: balanced, answered too early, the half set aside", 100 * spoken_over, 100 * alone, "%")


def _overlap_rows() -> list[Row]:
    found = overlaps(OVERLAPS.read_text())
    wanted = [interruption(each) for each in found if each.is_interruption]
    others = [interruption(each) for each in found if not each.is_interruption]
    yields = [after for after, _ in wanted if after is not None]
    return [
        Row("interruptions: yields", 100 * len(yields) / len(wanted), None, "%", at_least=95),
        Row("interruptions: median time until it does", statistics.median(yields), None, "s"),
        Row("backchannels and noises: ignored", _share(not stopped for _, stopped in others), None, "%", at_least=90),
        Row("backchannels and noises: ignored or resumed", _share(after is None for after, _ in others), None, "%"),
    ]


def _share(each: Iterable[bool]) -> float:
    counted = list(each)
    return 100 * sum(counted) / len(counted)
