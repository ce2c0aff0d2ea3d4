"""A conversation as a file of `test_suite/`: pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import yaml

from parley.domain.conversations.redaction import is_redacted
from parley.domain.projects.format.editors import with_schema_line
from parley.domain.projects.loading.source import slug
from parley.kit.clock import iso
from parley.runtime.test_runs.caller_lines import parse_line
from parley.runtime.test_runs.recorded.conversation import RecordedConversation, RecordedTurn
from parley.runtime.test_runs.recorded.expectations import (
    expected_calls,
    functions_called,
    says,
    state_kept,
)
from parley.runtime.test_runs.recorded.moves import model_moves
from parley.runtime.test_runs.recorded.stand_ins import StandIns

FOLDER = "test_suite"
TAG = "recorded"
ID_CHARACTERS = 8
"""Of the conversation's id, in the name of its case."""
WIDTH = 120


class Answers(StrEnum):
    """Whose answers the case is about."""

    RECORDED = "recorded"
    """The model does what it did: the case runs the same way every time, with no model."""
    OWN = "own"
    """The agent answers with the model that it has."""


class PersonalData(StrEnum):
    REPLACE = "replace"
    """Phone numbers, mail addresses and card numbers are others, which are nobody's."""
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Wanted:
    name: str = ""
    """Empty: from the conversation's id."""
    answers: Answers = Answers.RECORDED
    personal_data: PersonalData = PersonalData.REPLACE


@dataclass(frozen=True, slots=True)
class RecordedCase:
    name: str
    path: str
    """In the project."""
    text: str
    remarks: tuple[str, ...]
    """What a reader has to know: what could not be taken over as it was."""


def recorded_case(conversation: RecordedConversation, wanted: Wanted) -> RecordedCase:
    if wanted.personal_data is PersonalData.REPLACE:
        conversation = _with_stand_ins(conversation, StandIns())
    name = wanted.name or f"Conversation {conversation.public_id[-ID_CHARACTERS:]}"
    remarks: list[str] = []
    script = _script(conversation, wanted.answers is Answers.OWN, remarks)
    users = [turn.said for turn in conversation.turns if turn.said]
    mapping: dict[str, Any] = {
        "name": name,
        "scenario": " Then: ".join(users) or "The user says nothing.",
        "channel": "voice" if _is_spoken(conversation, remarks) else "webchat",
        "language": conversation.language,
        "variant": conversation.variant,
        "simulated_at": iso(conversation.started_at),
        "tags": [TAG],
        "caller_number": conversation.caller_number,
        "sip_headers": dict(conversation.sip_headers),
        "integration_attributes": dict(conversation.attributes),
        "function_call_assertions": expected_calls(conversation.turns),
        "script": script,
        "api_mocks": api_mocks(conversation.turns),
    }
    remarks += remarks_on_apis(conversation.turns)
    path = f"{FOLDER}/{slug(name) or 'conversation'}.yaml"
    return RecordedCase(name, path, _written(path, mapping, conversation, remarks), tuple(remarks))


def _script(conversation: RecordedConversation, own_answers: bool, remarks: list[str]) -> list[dict[str, Any]]:
    entries, given, last = [], conversation.caller_number, len(conversation.turns) - 1
    for index, turn in enumerate(conversation.turns):
        if turn.said is None and index:
            remarks.append(f"Turn {turn.number} was not the user's (an external event, a transfer): it is left out.")
            continue
        entry: dict[str, Any] = {}
        if turn.said is not None:
            entry["user"] = _user(turn, remarks)
            given = f"{given}\n{turn.said}"
        moves = [] if own_answers else model_moves(turn)
        if moves is None:
            remarks.append(f"What the model did in turn {turn.number} cannot be told: your model answers there.")
        elif moves:
            entry["model"] = moves
        given = f"{given}\n{_arguments(turn)}"
        is_own = own_answers or moves is None
        ending = _ending(conversation, turn) if index == last else {}
        expect = {**_expect(turn, given, is_own), **ending}
        if expect:
            entry["expect"] = expect
        if entry:
            entries.append(entry)
    return entries


def _user(turn: RecordedTurn, remarks: list[str]) -> str:
    said = turn.said or ""
    if turn.keys:
        return f"#{turn.keys}"
    if said and is_redacted(said):
        remarks.append(
            f"What the user said in turn {turn.number} is hidden in the record: write something in its place."
        )
    elif parse_line(said).text != said.strip():
        remarks.append(f"The beginning of what the user said in turn {turn.number} means something in a script.")
    return said


def _arguments(turn: RecordedTurn) -> str:
    return " ".join(str(value) for each in turn.functions for value in each["arguments"].values())


def _expect(turn: RecordedTurn, given: str, own_answers: bool) -> dict[str, Any]:
    expect: dict[str, Any] = {}
    if pattern := says(turn.reply, given, own_answers):
        expect["says"] = pattern
    if called := functions_called(turn):
        expect["calls"] = called[-1]["name"]
    if state := state_kept(turn, given):
        expect["state"] = state
    return expect


def _ending(conversation: RecordedConversation, turn: RecordedTurn) -> dict[str, Any]:
    """Where it was at the end, and how it ended."""
    ending: dict[str, Any] = {"flow": turn.trace.get("out_flow") or ""}
    if step := turn.trace.get("out_step"):
        ending["step"] = step
    if conversation.handoff:
        ending["handoff"] = conversation.handoff
    return {**ending, "ends": conversation.ended_by_agent}


def _is_spoken(conversation: RecordedConversation, remarks: list[str]) -> bool:
    if conversation.channel in ("SMS", "WHATSAPP"):
        remarks.append(f"The channel was {conversation.channel}; a case is held as a web chat or as a call.")
        return False
    return conversation.channel != "WEBCHAT"


def _with_stand_ins(conversation: RecordedConversation, stand_ins: StandIns) -> RecordedConversation:
    caller = stand_ins.caller(conversation.caller_number)
    turns = [
        replace(
            turn,
            said=turn.said if turn.said is None else stand_ins.text(turn.said),
            keys=stand_ins.text(turn.keys) if not is_redacted(turn.keys) else turn.keys,
            reply=stand_ins.text(turn.reply),
            trace=stand_ins.value(turn.trace),
        )
        for turn in conversation.turns
    ]
    return replace(
        conversation,
        caller_number=caller,
        turns=turns,
        attributes=stand_ins.value(conversation.attributes),
        sip_headers=stand_ins.value(conversation.sip_headers),
    )


def _written(path: str, mapping: dict[str, Any], conversation: RecordedConversation, remarks: Sequence[str]) -> str:
    kept = {name: value for name, value in mapping.items() if value not in ("", [], {})}
    body = yaml.safe_dump(kept, sort_keys=False, allow_unicode=True, width=WIDTH)
    comments = "".join(f"# {line}\n" for line in (f"From {conversation.public_id}.", *remarks))
    return with_schema_line(path, comments + body)


LOGGED = "API response"
"""What `conv.log_api_response` writes."""


def api_mocks(turns: Sequence[RecordedTurn]) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """By integration and operation, in the order of the calls. The last one stays, so equal ones at the end are one."""
    found: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for _number, call in _calls(turns):
        found.setdefault(call["integration"], {}).setdefault(call["operation"], []).append(_mock(call))
    for operations in found.values():
        for answers in operations.values():
            while len(answers) > 1 and answers[-1] == answers[-2]:
                answers.pop()
    return found


def remarks_on_apis(turns: Sequence[RecordedTurn]) -> list[str]:
    found = [
        f"What {call['integration']}.{call['operation']} answered in turn {number} was too large to be kept: write it."
        for number, call in _calls(turns)
        if call.get("is_cut")
    ]
    functions = [function for turn in turns for function in turn.functions]
    if any(_logs_its_own(function) for function in functions):
        found.append("A function called an API by itself, not through conv.api: a test does not answer for that one.")
    return found


def _calls(turns: Sequence[RecordedTurn]) -> list[tuple[int, Mapping[str, Any]]]:
    return [
        (turn.number, call) for turn in turns for function in turn.functions for call in function.get("api_calls", ())
    ]


def _mock(call: Mapping[str, Any]) -> dict[str, Any]:
    if call.get("error") is not None:
        return {"error": call["error"]}
    return {"respond": {"status": call["status"], "body": call.get("body", "")}}


def _logs_its_own(function: Mapping[str, Any]) -> bool:
    return not function.get("api_calls") and any(line["message"] == LOGGED for line in function.get("logs", ()))
