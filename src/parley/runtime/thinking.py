"""The loop inside a turn: ask the model, deliver its words, run what it calls, until nothing is left to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parley.domain.projects.model import Function, PhraseFilter
from parley.providers.llm.protocol import Message, ModelError, Request, Text, ToolCall, complete
from parley.runtime import built_in, safety, spoken
from parley.runtime.calling import call_function, resolved_latency
from parley.runtime.channels import WEBCHAT
from parley.runtime.effects import hand_off
from parley.runtime.events import EndReason, Waiting
from parley.runtime.fillers import fill_silence
from parley.runtime.flows import go_back, navigate
from parley.runtime.host.protocol import TOO_LARGE, Json, Outcome, Reply
from parley.runtime.host.surface.projection import clean
from parley.runtime.output import ModelText
from parley.runtime.phrases import PhraseStream
from parley.runtime.prompt import Question, compose
from parley.runtime.references import render
from parley.runtime.texts import fill, language_name
from parley.runtime.tools import SAVE_ENTITIES, Binding, ToolKind, read_arguments
from parley.runtime.trace import FunctionRecord, ModelRequestRecord
from parley.runtime.work import Work


class Thinking:
    def __init__(self, work: Work) -> None:
        self.work = work
        self._texts = work.compiled.texts
        self._later: list[Message] = []
        """Messages that must follow the results of all calls of an answer, as providers demand."""

    async def run(self) -> None:
        """Whatever happens, something has been said or was meant not to be."""
        await self.think()
        work = self.work
        if work.needs_fallback and not work.spoken:
            await self.apologise(spoken.sentence(spoken.TROUBLE, work.mind.language))
            self.flush()

    async def think(self) -> None:
        """Asks until the turn is over, within the limits."""
        work, limits, clock = self.work, self.work.ports.limits, self.work.ports.clock
        while not work.is_over:
            if len(work.trace.model_requests) >= limits.model_requests:
                work.cut_short("model_requests")
            elif clock.monotonic() - work.started > limits.turn_seconds:
                work.cut_short("turn_seconds")
            else:
                await self._ask()

    async def _ask(self) -> None:
        work, mind = self.work, self.work.mind
        question = compose(work)
        record = _request_record(question, mind.flow, mind.step)
        work.trace.model_requests.append(record)
        work.tool_result = mind.pending_content = None
        work.spoken.new_utterance()
        levels = work.compiled.safety_levels(work.family)
        text = ModelText(PhraseStream(work.compiled.phrases(mind.language)), work.ports.safety, levels)
        calls: list[ToolCall] = []
        await fill_silence(work)
        await self._read(question.request, text, calls, record)
        if record.error is not None:
            calls.clear()
        record.calls = tuple(call.name for call in calls)
        work.told(text.delivered)
        if text.delivered or calls:
            work.window.append(Message("assistant", text.delivered, tuple(calls)))
        await self._follow_up(text, calls, question.bindings, record.error)
        self.flush()

    async def _read(self, request: Request, text: ModelText, calls: list[ToolCall], record: ModelRequestRecord) -> None:
        """Hands out the words of an answer as they come and collects its calls."""
        work, clock = self.work, self.work.ports.clock
        began = clock.monotonic()
        stream = work.ports.model.stream(request)
        try:
            async for piece in stream:
                if record.first_piece_ms is None:
                    record.first_piece_ms = (clock.monotonic() - began) * 1000
                if not isinstance(piece, Text):
                    calls.append(ToolCall(clean(piece.id), clean(piece.name), clean(piece.arguments)))
                    continue
                record.characters += len(piece.text)
                await work.say(await text.feed(clean(piece.text)))
                if text.blocked or self._runs_at_once(text.matched):
                    break
            await work.say(await text.close())
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
        work = self.work
        if text.blocked:
            work.trace.notes.append(f"safety: output blocked ({text.blocked})")
            work.is_over = True
            for call in calls:
                self._answer(call.id, self._texts["not_run"])
            await self.apologise(safety.fallback(text.blocked, work.mind.language))
            return
        if calls:
            await self._act_on(calls, bindings)
        matched = text.matched
        if matched:
            work.trace.notes.append(f"phrase filter: {matched.name}")
        if matched and matched.function and not any(call.name == matched.function for call in calls):
            if not work.is_over:
                await self._obey(matched, bool(text.delivered))
        elif not calls:
            work.is_over = True
            work.needs_fallback = error is not None or (not text.delivered and not matched)

    async def _act_on(self, calls: Sequence[ToolCall], bindings: Mapping[str, Binding]) -> None:
        """Runs the calls of one answer in order; once one ends the turn or moves on, the rest is not run. What is saved
        comes first: a path of the same answer may need it."""
        work = self.work
        place = (work.mind.flow, work.mind.step)
        if len(calls) > 1:
            calls = sorted(calls, key=lambda each: each.name != SAVE_ENTITIES)
        for call in calls:
            if work.is_over or (work.mind.flow, work.mind.step) != place:
                self._answer(call.id, self._texts["not_run"])
                continue
            await self._act(call, bindings.get(call.name))

    async def _act(self, call: ToolCall, binding: Binding | None) -> None:
        work = self.work
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
            record = built_in.use(work, binding, call)
            self._answer(call.id, record.result or self._texts["function_done"])
            if record.utterance:
                await self.utter(record.utterance)
        if work.entered:
            await self.run_function_steps()

    def _refuse(self, call: ToolCall, told: str, error: str) -> None:
        mind = self.work.mind
        record = FunctionRecord(
            call.name, {}, result=told, error=error, flow=mind.flow, step=mind.step, is_refused=True
        )
        self.work.trace.functions.append(record)
        self._answer(call.id, told)

    def _answer(self, call_id: str | None, told: str) -> None:
        """A tool result where the model called, a note where it did not."""
        if call_id is None:
            self._later.append(Message("system", told))
        else:
            self.work.window.append(Message("tool", told, tool_call_id=call_id))
        self.work.tool_result = told

    def _runs_at_once(self, matched: PhraseFilter | None) -> bool:
        """Whether a filter's function needs nothing more from the model's answer."""
        function = self._function_of(matched)
        return function is not None and not any(p.required for p in function.parameters)

    def _function_of(self, matched: PhraseFilter | None) -> Function | None:
        if matched is None or matched.function is None:
            return None
        binding = self.work.compiled.binding(self.work.mind.flow, matched.function)
        return binding.function if binding else None

    async def _obey(self, matched: PhraseFilter, has_spoken: bool) -> None:
        """Runs the function of a phrase filter, or has the model call it when it takes arguments."""
        work, function = self.work, self._function_of(matched)
        if function is None:
            work.trace.notes.append(f"unknown function of a phrase filter: {matched.function}")
            work.is_over = work.needs_fallback = True
            return
        if not self._runs_at_once(matched):
            work.nudges += 1
            work.offered[function.name] = None
            work.window.append(Message("system", fill(self._texts["call_now"], function=function.name)))
            if work.nudges > work.ports.limits.nudges:
                work.cut_short("nudges")
            return
        place = (work.mind.flow, work.mind.step)
        await self.perform(function, {}, None)
        await self.run_function_steps()
        if has_spoken and work.tool_result is None and (work.mind.flow, work.mind.step) == place:
            work.is_over = True

    async def run_function_steps(self) -> None:
        """Runs the function step that was entered, and those that it leads to."""
        work = self.work
        for _ in range(work.ports.limits.function_steps):
            step, work.entered = work.entered, None
            if step is None or step.function is None or work.mind.ended:
                return
            if not await self.perform(step.function, {}, None):
                go_back(work, step.name)
        if work.entered is not None:
            go_back(work, work.entered.name)
            work.cut_short("function_steps")

    async def perform(self, function: Function, arguments: Mapping[str, Json], call_id: str | None) -> bool:
        """Calls a function and acts on its answer: words, then the end of the conversation, then navigation. Says
        whether there was an answer to act on."""
        if function.latency and function.latency.responses:
            await self.work.tell(Waiting(function.name, resolved_latency(self.work, function.latency)))
        outcome, record = await call_function(self.work, function, arguments)
        return await self.settle(outcome, record, call_id)

    async def settle(self, outcome: Outcome, record: FunctionRecord, call_id: str | None) -> bool:
        work = self.work
        if problem := self._problem(outcome):
            record.result = problem
            self._answer(call_id, problem)
            return False
        reply = outcome.reply
        utterance = reply.utterance
        if utterance is None and reply.handoff:
            utterance = reply.handoff.utterance
        if utterance is not None:
            work.mind.listen = reply.listen
            work.utterance_channel = reply.utterance_channel
        if utterance:
            await self.utter(await self._worded(utterance))
        self._end(reply)
        if reply.transition:
            navigate(work, reply.transition)
        self._tell(reply, record, call_id)
        self._decide(reply, utterance)
        return True

    def _problem(self, outcome: Outcome) -> str | None:
        """What the model is told of a call that failed or gave something unusable."""
        work = self.work
        if outcome.failure and outcome.failure.kind == TOO_LARGE:
            return fill(self._texts["function_invalid"], problem=outcome.failure.message)
        if outcome.failure:
            return self._texts["function_failed"]
        if outcome.reply.invalid:
            work.invalid_returns += 1
            if work.invalid_returns >= work.ports.limits.invalid_returns:
                work.cut_short("invalid_returns")
            return fill(self._texts["function_invalid"], problem=outcome.reply.invalid)
        return None

    def _end(self, reply: Reply) -> None:
        if reply.handoff:
            hand_off(self.work, reply.handoff)
        elif reply.hangup:
            self.work.end(EndReason.HANGUP)

    def _tell(self, reply: Reply, record: FunctionRecord, call_id: str | None) -> None:
        """The content is for the model, its references resolved as they read after the navigation."""
        work = self.work
        if reply.content:
            content = render(reply.content, work.scope())
            work.offered |= dict.fromkeys(content.tools)
            record.result = content.text
            self._answer(call_id, content.text)
        elif call_id is not None:
            self._answer(call_id, self._texts["function_done"])
            work.tool_result = ""

    def _decide(self, reply: Reply, utterance: str | None) -> None:
        """Words end the turn, unless the function says otherwise or has entered a function step."""
        work = self.work
        if reply.end_turn is not None:
            work.is_over = work.is_over or reply.end_turn
        elif utterance is not None and work.entered is None:
            work.is_over = True

    async def utter(self, text: str) -> None:
        """Says words that the model did not write."""
        work = self.work
        work.spoken.new_utterance()
        if speech := work.spoken.say(text):
            work.told(text.strip())
            self._later.append(Message("assistant", text.strip()))
            await work.tell(speech)

    async def apologise(self, text: str) -> None:
        self.work.apologised = True
        await self.utter(text)

    async def _worded(self, text: str) -> str:
        """A function's words are said as they are, unless the project wants them rephrased on web chats."""
        work = self.work
        if work.family != WEBCHAT or not work.compiled.project.experimental.wrap_utterances_on_webchat:
            return text
        named = language_name(work.mind.language)
        prompt = fill(self._texts["rephrase"], language_name=named, utterance=text)
        try:
            return clean(await complete(work.ports.model, Request([Message("user", prompt)]))) or text
        except ModelError:
            work.trace.notes.append("an utterance could not be rephrased")
            return text

    def flush(self) -> None:
        self.work.window += self._later
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
