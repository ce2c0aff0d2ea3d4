"""Makes up dialogues. Pure: the same source of chance makes the same dialogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from parley.cli.seeding.wordings import Exchange, Handoff, Language, Topic, languages, topics

REFERENCE = "990000000"
"""Stands for the reference, which every conversation has one of its own: nine digits, so that copies can replace it
wherever it is written without changing a length."""

SILENCES, STRAYS = 12, 8
"""In how many of a hundred asides nobody says anything, or something that has nothing to do with it."""


@dataclass(frozen=True, slots=True)
class DialogueTurn:
    user: str
    agent: str
    wordings: tuple[str, str]
    """What both were before words were filled in."""
    exchange: Exchange | None = None
    is_silence: bool = False
    is_ood: bool = False


@dataclass(frozen=True, slots=True)
class Dialogue:
    language: str
    topic: str
    words: Mapping[str, str]
    """What the words in braces stand for."""
    turns: list[DialogueTurn] = field(default_factory=list)
    """It begins with what the agent says first."""
    handoff: Handoff | None = None


def make_dialogue(chance: Random, num_turns: int) -> Dialogue:
    """A dialogue of so many turns, at least one."""
    language = chance.choices(languages(), [each.share for each in languages()])[0]
    topic = chance.choice(topics(language.tag))
    words = _pick_words(chance, language)
    handoff = topic.handoff if topic.handoff and num_turns > 2 and chance.randrange(100) < topic.handoff.share else None
    opening = chance.choice(language.openings)
    turns = [DialogueTurn("", opening, ("", opening))]
    turns += _make_middle(chance, words, language, topic, max(0, num_turns - 2))
    if handoff is not None:
        request = chance.choice(language.persons)
        turns.append(DialogueTurn(request, handoff.agent, (request, handoff.agent)))
    elif num_turns > 1:
        turns.append(_fill_in(chance, words, chance.choice(language.closings)))
    return Dialogue(language.tag, topic.name, words, turns, handoff)


def _make_middle(
    chance: Random, words: Mapping[str, str], language: Language, topic: Topic, count: int
) -> list[DialogueTurn]:
    """The topic's exchanges in their order, with asides anywhere between them."""
    turns = [_fill_in(chance, words, exchange) for exchange in topic.exchanges[:count]]
    while len(turns) < count:
        turns.insert(chance.randint(1, len(turns)), _make_aside(chance, words, language))
    return turns


def _make_aside(chance: Random, words: Mapping[str, str], language: Language) -> DialogueTurn:
    kind = chance.randrange(100)
    if kind < SILENCES:
        return _fill_in(chance, words, chance.choice(language.silences), is_silence=True)
    if kind < SILENCES + STRAYS:
        return _fill_in(chance, words, chance.choice(language.strays), is_ood=True)
    return _fill_in(chance, words, chance.choice(language.asides))


def _fill_in(
    chance: Random, words: Mapping[str, str], exchange: Exchange, *, is_silence: bool = False, is_ood: bool = False
) -> DialogueTurn:
    user, agent = chance.choice(exchange.user), chance.choice(exchange.agent)
    return DialogueTurn(user.format_map(words), agent.format_map(words), (user, agent), exchange, is_silence, is_ood)


def _pick_words(chance: Random, language: Language) -> dict[str, str]:
    return {
        "first": chance.choice(language.first),
        "last": chance.choice(language.last),
        "town": chance.choice(language.towns),
        "street": chance.choice(language.streets),
        "month": chance.choice(language.months),
        "product": chance.choice(language.products),
        "day": str(chance.randint(1, 28)),
        "time": f"{chance.randint(8, 20)}:{chance.choice(('00', '15', '30', '45'))}",
        "few": str(chance.randint(2, 9)),
        "amount": f"{chance.randint(5, 900)}.{chance.randrange(100):02d}",
        "reference": REFERENCE,
    }
