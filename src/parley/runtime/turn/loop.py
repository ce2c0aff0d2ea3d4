"""The loop inside a turn: ask the model, deliver its words, run what it calls, until nothing is left to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parley.agent_host.protocol import TOO_LARGE, Json, Outcome, Reply
from parley.agent_host.surface.projection import clean
from parley.domain.projects.model import Function, PhraseFilter
from parley.providers.llm.protocol import Message, ModelError, Request, Text, ToolCall, complete
from parley.runtime.agent.channels import WEBCHAT
from parley.runtime.agent.phrase_filters import PhraseStream
from parley.runtime.agent.references import render
from parley.runtime.agent.texts import fill, language_name
from parley.runtime.agent.tools import SAVE_ENTITIES, Binding, ToolKind, read_arguments
from parley.runtime.turn import built_in_tools, phrases, safety
from parley.runtime.turn.effects import hand_off
from parley.runtime.turn.fillers import fill_silence
from parley.runtime.turn.flows import go_back, navigate
from parley.runtime.turn.function_calls import call_function, resolved_latency
from parley.runtime.turn.output import EndReason, Waiting
from parley.runtime.turn.prompt import Question, compose
from parley.runtime.turn.reply import ModelText
from parley.runtime.turn.state import TurnState
from parley.runtime.turn.trace import FunctionRecord, ModelRequestRecord


class TurnLoop:
    def __init__(self, turn: TurnState) -> None:
        self.turn = turn
        self._texts = turn.compiled.texts
        self._later: list[Message] = []
        """Messages that must follow the results of all calls of an answer, as providers demand."""

    async def run(self) -> None:
        """Whatever happens, something has been said or was meant not to be."""
        await self.think()
        turn = self.turn
        if turn.needs_fallback and not turn.spoken:
            await self.apologise(phrases.sentence(phrases.TROUBLE, turn.dialog.language))
            self.flush()

    async def think(self) -> None:
        """Asks until the turn is over, within the limits."""
        turn, limits, clock = self.turn, self.turn.ports.limits, self.turn.ports.clock
        while not turn.is_over:
            if len(turn.trace.model_requests) >= limits.model_requests:
                turn.cut_short("model_requests")
            elif clock.monotonic() - turn.started > limits.turn_seconds:
                turn.cut_short("turn_seconds")
            else:
                await self._ask()

    async def _ask(self) -> None:
        turn, dialog = self.turn, self.turn.dialog
        question = compose(turn)
        record = _request_record(question, dialog.flow, dialog.step)
        turn.trace.model_requests.append(record)
        turn.tool_result = dialog.pending_content = None
        turn.spoken.new_utterance()
        levels = turn.compiled.safety_levels(turn.family)
        text = ModelText(PhraseStream(turn.compiled.phrases(dialog.language)), turn.ports.safety, levels)
        calls: list[ToolCall] = []
        await fill_silence(turn)
        await self._read(question.request, text, calls, record)
        if record.error is not None:
            calls.clear()
        record.calls = tuple(call.name for call in calls)
        turn.told(text.delivered)
        if text.delivered or calls:
            turn.window.append(Message("assistant", text.delivered, tuple(calls)))
        await self._follow_up(text, calls, question.bindings, record.error)
        self.flush()

    async def _read(self, request: Request, text: ModelText, calls: list[ToolCall], record: ModelRequestRecord) -> None:
        """Hands out the words of an answer as they come and collects its calls."""
        turn, clock = self.turn, self.turn.ports.clock
        began = clock.monotonic()
        stream = turn.ports.model.stream(request)
        try:
            async for piece in stream:
                if record.first_piece_ms is None:
                    record.first_piece_ms = (clock.monotonic() - began) * 1000
                if not isinstance(piece, Text):
                    calls.append(ToolCall(clean(piece.id), clean(piece.name), clean(piece.arguments)))
                    continue
                record.characters += len(piece.text)
                await turn.say(await text.feed(clean(piece.text)))
                if text.blocked or self._runs_at_once(text.matched):
                    break
            await turn.say(await text.close())
        except ModelError as error:
            record.error = str(error)
        finally:
            if close := getattr(stream, "aclose", None):
                await close()
            record.duration_ms = (clock.monotonic() - began) * 1000

    async def _follow_up(
        self, text: ModelText, calls: Sequence[ToolCall], bindings: Mapping[str, Binding], error: str | None
    ) -> None:
        """What an answer leads to besides its words."""
        turn = self.turn
        if text.blocked:
            turn.trace.notes.append(f"safety: output blocked ({text.blocked})")
            turn.is_over = True
            for call in calls:
                self._answer(call.id, self._texts["not_run"])
            await self.apologise(safety.fallback(text.blocked, turn.dialog.language))
            return
        if calls:
            await self._act_on(calls, bindings)
        matched = text.matched
        if matched:
            turn.trace.notes.append(f"phrase filter: {matched.name}")
        if matched and matched.function and not any(call.name == matched.function for call in calls):
            if not turn.is_over:
                await self._obey(matched, bool(text.delivered))
        elif not calls:
            turn.is_over = True
            turn.needs_fallback = error is not None or (not text.delivered and not matched)

    async def _act_on(self, calls: Sequence[ToolCall], bindings: Mapping[str, Binding]) -> None:
        """Runs the calls of one answer in order; once one ends the turn or moves on, the rest is not run. What is saved
        comes first: a path of the same answer may need it."""
        turn = self.turn
        place = (turn.dialog.flow, turn.dialog.step)
        if len(calls) > 1:
            calls = sorted(calls, key=lambda each: each.name != SAVE_ENTITIES)
        for call in calls:
            if turn.is_over or (turn.dialog.flow, turn.dialog.step) != place:
                self._answer(call.id, self._texts["not_run"])
                continue
            await self._act(call, bindings.get(call.name))

    async def _act(self, call: ToolCall, binding: Binding | None) -> None:
        turn = self.turn
        if binding is None:
            self._refuse(call, self._texts["function_not_found"], "there is no such function")
            return
        if binding.kind is ToolKind.FUNCTION and binding.function:
            arguments = read_arguments(binding.parameters, call.arguments)
            if arguments.problem:
                told = fill(self._texts["arguments_wrong"], problem=arguments.problem)
                self._refuse(call, told, arguments.problem)
                return
            await self.perform(binding.function, arguments.values, call.id)
        else:
            record = built_in_tools.use(turn, binding, call)
            self._answer(call.id, record.result or self._texts["function_done"])
            if record.utterance:
                await self.utter(record.utterance)
        if turn.entered:
            await self.run_function_steps()

    def _refuse(self, call: ToolCall, told: str, error: str) -> None:
        dialog = self.turn.dialog
        record = FunctionRecord(
            call.name, {}, result=told, error=error, flow=dialog.flow, step=dialog.step, is_refused=True
        )
        self.turn.trace.functions.append(record)
        self._answer(call.id, told)

    def _answer(self, call_id: str | None, told: str) -> None:
        """A tool result where the model called, a note where it did not."""
        if call_id is None:
            self._later.append(Message("system", told))
        else:
            self.turn.window.append(Message("tool", told, tool_call_id=call_id))
        self.turn.tool_result = told

    def _runs_at_once(self, matched: PhraseFilter | None) -> bool:
        """Whether a filter's function needs nothing more from the model's answer."""
        function = self._function_of(matched)
        return function is not None and not any(p.required for p in function.parameters)

    def _function_of(self, matched: PhraseFilter | None) -> Function | None:
        if matched is None or matched.function is None:
            return None
        binding = self.turn.compiled.binding(self.turn.dialog.flow, matched.function)
        return binding.function if binding else None

    async def _obey(self, matched: PhraseFilter, has_spoken: bool) -> None:
        """Runs the function of a phrase filter, or has the model call it when it takes arguments."""
        turn, function = self.turn, self._function_of(matched)
        if function is None:
            turn.trace.notes.append(f"unknown function of a phrase filter: {matched.function}")
            turn.is_over = turn.needs_fallback = True
            return
        if not self._runs_at_once(matched):
            turn.nudges += 1
            turn.offered[function.name] = None
            turn.window.append(Message("system", fill(self._texts["call_now"], function=function.name)))
            if turn.nudges > turn.ports.limits.nudges:
                turn.cut_short("nudges")
            return
        place = (turn.dialog.flow, turn.dialog.step)
        await self.perform(function, {}, None)
        await self.run_function_steps()
        if has_spoken and turn.tool_result is None and (turn.dialog.flow, turn.dialog.step) == place:
            turn.is_over = True

    async def run_function_steps(self) -> None:
        """Runs the function step that was entered, and those that it leads to."""
        turn = self.turn
        for _ in range(turn.ports.limits.function_steps):
            step, turn.entered = turn.entered, None
            if step is None or step.function is None or turn.dialog.ended:
                return
            if not await self.perform(step.function, {}, None):
                go_back(turn, step.name)
        if turn.entered is not None:
            go_back(turn, turn.entered.name)
            turn.cut_short("function_steps")

    async def perform(self, function: Function, arguments: Mapping[str, Json], call_id: str | None) -> bool:
        """Calls a function and acts on its answer: words, then the end of the conversation, then navigation. Says
        whether there was an answer to act on."""
        if function.latency and function.latency.responses:
            await self.turn.tell(Waiting(function.name, resolved_latency(self.turn, function.latency)))
        outcome, record = await call_function(self.turn, function, arguments)
        return await self.settle(outcome, record, call_id)

    async def settle(self, outcome: Outcome, record: FunctionRecord, call_id: str | None) -> bool:
        turn = self.turn
        if problem := self._problem(outcome):
            record.result = problem
            self._answer(call_id, problem)
            return False
        reply = outcome.reply
        utterance = reply.utterance
        if utterance is None and reply.handoff:
            utterance = reply.handoff.utterance
        if utterance is not None:
            turn.dialog.listen = reply.listen
            turn.utterance_channel = reply.utterance_channel
        if utterance:
            await self.utter(await self._worded(utterance))
        self._end(reply)
        if reply.transition:
            navigate(turn, reply.transition)
        self._tell(reply, record, call_id)
        self._decide(reply, utterance)
        return True

    def _problem(self, outcome: Outcome) -> str | None:
        """What the model is told of a call that failed or gave something unusable."""
        turn = self.turn
        if outcome.failure and outcome.failure.kind == TOO_LARGE:
            return fill(self._texts["function_invalid"], problem=outcome.failure.message)
        if outcome.failure:
            return self._texts["function_failed"]
        if outcome.reply.invalid:
            turn.invalid_returns += 1
            if turn.invalid_returns >= turn.ports.limits.invalid_returns:
                turn.cut_short("invalid_returns")
            return fill(self._texts["function_invalid"], problem=outcome.reply.invalid)
        return None

    def _end(self, reply: Reply) -> None:
        if reply.handoff:
            hand_off(self.turn, reply.handoff)
        elif reply.hangup:
            self.turn.end(EndReason.HANGUP)

    def _tell(self, reply: Reply, record: FunctionRecord, call_id: str | None) -> None:
        """The content is for the model, its references resolved as they read after the navigation."""
        turn = self.turn
        if reply.content:
            content = render(reply.content, turn.scope())
            turn.offered |= dict.fromkeys(content.tools)
            record.result = content.text
            self._answer(call_id, content.text)
        elif call_id is not None:
            self._answer(call_id, self._texts["function_done"])
            turn.tool_result = ""

    def _decide(self, reply: Reply, utterance: str | None) -> None:
        """Words end the turn, unless the function says otherwise or has entered a function step."""
        turn = self.turn
        if reply.end_turn is not None:
            turn.is_over = turn.is_over or reply.end_turn
        elif utterance is not None and turn.entered is None:
            turn.is_over = True

    async def utter(self, text: str) -> None:
        """Says words that the model did not write."""
        turn = self.turn
        turn.spoken.new_utterance()
        if speech := turn.spoken.say(text):
            turn.told(text.strip())
            self._later.append(Message("assistant", text.strip()))
            await turn.tell(speech)

    async def apologise(self, text: str) -> None:
        self.turn.apologised = True
        await self.utter(text)

    async def _worded(self, text: str) -> str:
        """A function's words are said as they are, unless the project wants them rephrased on web chats."""
        turn = self.turn
        if turn.family != WEBCHAT or not turn.compiled.project.experimental.wrap_utterances_on_webchat:
            return text
        named = language_name(turn.dialog.language)
        prompt = fill(self._texts["rephrase"], language_name=named, utterance=text)
        try:
            return clean(await complete(turn.ports.model, Request([Message("user", prompt)]))) or text
        except ModelError:
            turn.trace.notes.append("an utterance could not be rephrased")
            return text

    def flush(self) -> None:
        self.turn.window += self._later
        self._later.clear()


def _request_record(question: Question, flow: str | None, step: str | None) -> ModelRequestRecord:
    request = question.request
    return ModelRequestRecord(
        model=request.model,
        messages=len(request.messages),
        prompt_characters=question.characters,
        tools=tuple(tool.name for tool in request.tools),
        flow=flow,
        step=step,
    )
