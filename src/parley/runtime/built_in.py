"""The tools that come with the runtime rather than with the project: collecting, transfers, text messages, language."""

from __future__ import annotations

from parley.providers.llm.protocol import ToolCall
from parley.runtime import collecting, messages, spoken
from parley.runtime.effects import hand_off
from parley.runtime.host.protocol import HandoffRequest
from parley.runtime.texts import fill, language_name
from parley.runtime.tools import Arguments, Binding, ToolKind, decode, read_arguments
from parley.runtime.trace import FunctionRecord
from parley.runtime.work import Work


def use(work: Work, binding: Binding, call: ToolCall) -> FunctionRecord:
    """Does what the tool is for. The record says what the model is to be told and what the user hears."""
    mind, texts = work.mind, work.compiled.texts
    saves = binding.kind is ToolKind.SAVE_ENTITIES
    given = decode(call.arguments) if saves else read_arguments(binding.parameters, call.arguments)
    record = FunctionRecord(call.name, given.values, flow=mind.flow, step=mind.step)
    if given.problem:
        record.error, record.is_refused = given.problem, True
        record.result = fill(texts["arguments_wrong"], problem=given.problem)
    else:
        _do(work, binding, given, record)
    work.trace.functions.append(record)
    return record


def _do(work: Work, binding: Binding, given: Arguments, record: FunctionRecord) -> None:
    step = work.step
    match binding.kind:
        case ToolKind.SAVE_ENTITIES if step:
            record.result = collecting.save(work, step, given.values)
        case ToolKind.CHOOSE_PATH if step:
            record.result, is_taken = collecting.choose(work, step, str(given.values["condition"]))
            record.is_refused = not is_taken
        case ToolKind.HANDOFF:
            _transfer(work, binding.target, given, record)
        case ToolKind.SMS:
            record.result = _send(work, binding.target)
        case ToolKind.SWITCH_LANGUAGE:
            work.mind.language = work.compiled.language(str(given.values["language"]))
            named = language_name(work.mind.language)
            record.result = fill(work.compiled.texts["language_switched"], language_name=named)


def _transfer(work: Work, destination: str, given: Arguments, record: FunctionRecord) -> None:
    utterance = given.values.get("utterance") or None
    if utterance is None and not work.spoken:
        utterance = spoken.sentence(spoken.TRANSFER, work.mind.language)
    reason = given.values.get("reason") or destination
    hand_off(work, HandoffRequest(destination, reason, utterance))
    record.utterance, record.handoff = utterance, work.mind.handoff
    record.result = work.compiled.texts["transferred"]


def _send(work: Work, template: str) -> str:
    number = work.mind.setting.caller_number
    if not number:
        return work.compiled.texts["sms_no_number"]
    work.messages.append(messages.from_template(template, number))
    return work.compiled.texts["sms_sent"]
