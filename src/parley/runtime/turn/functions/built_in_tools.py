"""The tools that come with the runtime rather than with the project: collecting, transfers, text messages, language."""

from __future__ import annotations

from parley.agent_host.protocol import HandoffRequest
from parley.providers.llm.protocol import ToolCall
from parley.runtime.agent.texts import fill, language_name
from parley.runtime.agent.tools import Arguments, Binding, ToolKind, decode, read_arguments
from parley.runtime.turn.flows import default_steps
from parley.runtime.turn.flows.navigation import Entered
from parley.runtime.turn.functions import messages
from parley.runtime.turn.functions.effects import hand_off
from parley.runtime.turn.output import TurnOutput
from parley.runtime.turn.reply import phrases
from parley.runtime.turn.state import TurnState
from parley.runtime.turn.trace.turn_trace import FunctionRecord


def use(turn: TurnState, binding: Binding, call: ToolCall) -> tuple[FunctionRecord, Entered | None]:
    """Does what the tool is for. The record says what the model is to be told and what the user hears."""
    dialog, texts = turn.dialog, turn.compiled.texts
    saves = binding.kind is ToolKind.SAVE_ENTITIES
    given = decode(call.arguments) if saves else read_arguments(binding.parameters, call.arguments)
    record = FunctionRecord(call.name, given.values, flow=dialog.flow, step=dialog.step)
    entered = None
    if given.problem:
        record.error, record.is_refused = given.problem, True
        record.result = fill(texts["arguments_wrong"], problem=given.problem)
    else:
        entered = _do(turn, binding, given, record)
    turn.trace.functions.append(record)
    return record, entered


def _do(turn: TurnState, binding: Binding, given: Arguments, record: FunctionRecord) -> Entered | None:
    step = turn.step()
    match binding.kind:
        case ToolKind.SAVE_ENTITIES if step:
            record.result = default_steps.save(turn, step, given.values)
        case ToolKind.CHOOSE_PATH if step:
            choosing = default_steps.choose(turn, step, str(given.values["condition"]))
            record.result, record.is_refused = choosing.told, not choosing.is_taken
            return choosing.entered
        case ToolKind.HANDOFF:
            _transfer(turn, binding.target, given, record)
        case ToolKind.SMS:
            record.result = _send(turn, binding.target)
        case ToolKind.SWITCH_LANGUAGE:
            turn.dialog.language = turn.compiled.language(str(given.values["language"]))
            named = language_name(turn.dialog.language)
            record.result = fill(turn.compiled.texts["language_switched"], language_name=named)
    return None


def _transfer(turn: TurnState, destination: str, given: Arguments, record: FunctionRecord) -> None:
    utterance = given.values.get("utterance") or None
    if utterance is None and not turn.transcript.reply:
        utterance = phrases.sentence(phrases.TRANSFER, turn.dialog.language)
    reason = given.values.get("reason") or destination
    hand_off(turn, HandoffRequest(destination, reason, utterance))
    record.utterance, record.handoff = utterance, turn.dialog.handoff
    record.result = turn.compiled.texts["transferred"]


def _send(turn: TurnState, template: str) -> str:
    number = turn.dialog.context.caller_number
    if not number:
        return turn.compiled.texts["sms_no_number"]
    turn.add(TurnOutput(messages=(messages.from_template(template, number),)))
    return turn.compiled.texts["sms_sent"]
