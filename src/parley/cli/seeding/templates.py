"""Dialogues as the rows and the snapshots that they leave. Pure.

A template is a conversation that could have been: its record is built and its words are found as those of any other.
Copies differ in three things, which are easy to find in its texts: the id, the moments and the reference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from parley.cli.seeding.dialogues import REFERENCE, Dialogue, DialogueTurn, make_dialogue
from parley.domain.conversations.model import CALL_PREFIX, CHAT_PREFIX, Turn, collect_metrics, public_id
from parley.domain.records.model import Header
from parley.domain.records.record import Record, build_record
from parley.domain.records.search.transcript.lexemes import project_tag, transcript_lexemes

START = datetime(2000, 1, 1, tzinfo=UTC)
"""When every template starts."""
ID = UUID("01900000-0000-7000-8000-000000000000")
"""Of every template: as long in writing as the ids of this century."""

CHANNELS = {"VOICE-SIP": 45, "WEBCHAT": 45, "CHAT": 10}
VARIANTS = (
    ("VARIANT-1f0c7a52", "North", "+441134960101"),
    ("VARIANT-8be32d94", "South", "+441174960102"),
    ("VARIANT-c41a90e7", "Partner shops", "+442079460103"),
    ("", "", "+442079460104"),
)

_SLOTS = re.compile(
    rf"(?P<id>{public_id(ID, CHAT_PREFIX)}|{public_id(ID, CALL_PREFIX)})|(?P<reference>{REFERENCE})"
    rf"|(?P<moment>{START:%Y-%m-%d}T\d\d:\d\d:\d\d\.\d\d\dZ)"
)


@dataclass(frozen=True, slots=True)
class TextPart:
    """Text, and what comes after it in every copy: `id`, `reference`, a `moment`, or nothing at the end."""

    text: str
    slot: str = ""
    after: timedelta = timedelta()
    """How long after the start the moment is."""


@dataclass(frozen=True, slots=True)
class Template:
    header: Header
    end_reason: str
    turns: Sequence[Turn]
    record: Record
    lexemes: Sequence[str]
    wordings: Sequence[tuple[str, str]]
    """What user and agent said, with nothing filled in."""

    @property
    def prefix(self) -> str:
        return CALL_PREFIX if self.header.channel.startswith("VOICE") else CHAT_PREFIX

    @property
    def head(self) -> list[TextPart]:
        return split_text(self.record.head.decode())

    @property
    def transcript(self) -> list[TextPart]:
        return split_text(self.record.turns.decode())


def split_text(text: str) -> list[TextPart]:
    found, position = [], 0
    for slot in _SLOTS.finditer(text):
        kind = str(slot.lastgroup)
        after = datetime.fromisoformat(slot[0]) - START if kind == "moment" else timedelta()
        found.append(TextPart(text[position : slot.start()], kind, after))
        position = slot.end()
    return [*found, TextPart(text[position:])]


def make_template(chance: Random, project: tuple[str, str], environment: str, num_turns: int) -> Template:
    """`project`: the ids of its account and its own."""
    dialogue = make_dialogue(chance, num_turns)
    channel = chance.choices(list(CHANNELS), list(CHANNELS.values()))[0]
    turns = _make_turns(chance, dialogue, 0.3 if channel == "VOICE-SIP" else 1.0)
    header, end_reason = _make_header(chance, dialogue, channel, turns, project, environment)
    tag = project_tag(header.project_id, environment)
    lexemes = transcript_lexemes(tag, [(turn.user_input, turn.agent_response) for turn in turns])
    wordings = [turn.wordings for turn in dialogue.turns]
    return Template(header, end_reason, turns, build_record(header, turns), lexemes, wordings)


def _make_header(
    chance: Random, dialogue: Dialogue, channel: str, turns: Sequence[Turn], project: tuple[str, str], environment: str
) -> tuple[Header, str]:
    variant_id, variant_name, number = chance.choice(VARIANTS)
    is_voice, handoff = channel == "VOICE-SIP", dialogue.handoff
    end_reason = "handoff" if handoff else chance.choices(("agent_end", "closed", "timeout"), (50, 44, 6))[0]
    last = turns[-1].agent_response_at
    header = Header(
        id=ID,
        public_id=public_id(ID, CALL_PREFIX if is_voice else CHAT_PREFIX),
        account_id=project[0],
        project_id=project[1],
        environment=environment,
        channel=channel,
        variant_id=variant_id,
        variant_name=variant_name,
        language=dialogue.language,
        from_number=f"+447700900{chance.randrange(1000):03d}" if is_voice else "",
        to_number=number if is_voice else "",
        started_at=START,
        ended_at=last + _milliseconds(1_800_000 if end_reason == "timeout" else chance.randint(200, 9000)),
        handoff=handoff is not None,
        handoff_reason=handoff.reason if handoff else "",
        handoff_destination=handoff.destination if handoff else "",
        state=_make_state(dialogue, turns),
        metrics=collect_metrics([metric for turn in turns for metric in turn.metrics]),
    )
    return header, end_reason


def _make_turns(chance: Random, dialogue: Dialogue, pace: float) -> list[Turn]:
    """One in five hundred goes on after hours: somebody went away and came back."""
    now, turns = START, []
    # Drawn over five hundred times as many turns as there are: nearly always none of them is met.
    break_before = chance.randrange(1, 500 * len(dialogue.turns))
    for number, said in enumerate(dialogue.turns):
        latency = round(min(chance.lognormvariate(6.4, 0.5), 9000), 1)
        pause = 9_000_000 if number == break_before else chance.randint(2000, 25_000) * pace
        now += _milliseconds(pause if number else 0)
        answered = now + _milliseconds(latency)
        turns.append(_make_turn(chance, dialogue, number, said, (now, answered, latency)))
        now = answered + _milliseconds(40 * len(said.agent) * pace)
    return turns


def _make_turn(
    chance: Random, dialogue: Dialogue, number: int, said: DialogueTurn, times: tuple[datetime, datetime, float]
) -> Turn:
    """`times`: when the user spoke, when the agent answered, and the latency in milliseconds."""
    exchange, heard = said.exchange, dialogue.words
    if exchange is None:
        return Turn(number, said.user, times[0], said.agent, times[1], latency_ms=times[2])
    is_failure = chance.randrange(100) < exchange.errors
    half = times[2] / 2
    function = {"name": exchange.function, "error": "TimeoutError" if is_failure else None, "duration_ms": half}
    timings = {"functions_ms": half, "model_first_piece_ms": round(times[2] / 3, 1)}
    return Turn(
        number,
        said.user,
        times[0],
        said.agent,
        times[1],
        is_silence=said.is_silence,
        is_ood=said.is_ood,
        barge_in=exchange.barge_in,
        intents=[exchange.intent] if exchange.intent else [],
        entities=in_jsonb_order({name: heard[word] for name, word in exchange.entities.items()}),
        metrics=[(name, heard.get(word, word)) for name, word in exchange.metrics.items()],
        latency_ms=times[2],
        function_errors=int(is_failure),
        api_errors=int(is_failure),
        trace={"functions": [function], "timings": timings} if exchange.function else {"functions": []},
    )


def _make_state(dialogue: Dialogue, turns: Sequence[Turn]) -> Mapping[str, Any]:
    known = {name: value for turn in turns for name, value in turn.entities.items()}
    name = f"{dialogue.words['first']} {dialogue.words['last']}"
    return in_jsonb_order(
        {**known, "topic": dialogue.topic, "caller": name, "turns_taken": len(turns), "verified": True}
    )


def in_jsonb_order(members: Mapping[str, Any]) -> Mapping[str, Any]:
    """In the order in which PostgreSQL gives the members of a JSON object back: by length, then by their bytes. So the
    text of a template is, to the byte, what would be built from its rows."""
    return dict(sorted(members.items(), key=lambda member: (len(member[0].encode()), member[0].encode())))


def _milliseconds(count: float) -> timedelta:
    return timedelta(milliseconds=int(count))
