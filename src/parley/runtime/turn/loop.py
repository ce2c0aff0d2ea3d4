"""The loop inside a turn: ask the model, deliver its words, run its tool calls, until nothing is left to do.

Each step says what happens next: the turn is `Done`, the model is asked again, or a function step was `Entered`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from parley.agent_host.protocol import TOO_LARGE, Json, Outcome, Reply
from parley.agent_host.surface.projection import clean
from parley.domain.projects.model import Function, PhraseFilter
from parley.kit.tracing.spans import tracing
from parley.kit.values import value
from parley.providers.llm.protocol import Message, ModelError, Request, Text, ToolCall, complete
from parley.runtime.agent.channels import WEBCHAT
from parley.runtime.agent.references import render
from parley.runtime.agent.texts import fill, language_name
from parley.runtime.agent.tools import SAVE_ENTITIES, Binding, ToolKind, read_arguments
from parley.runtime.turn.flows.navigation import Entered, go_back, navigate
from parley.runtime.turn.functions import built_in_tools, confirmation
from parley.runtime.turn.functions.calls import call_function
from parley.runtime.turn.functions.delays import fill_silence, resolve_latency
from parley.runtime.turn.functions.effects import hand_off
from parley.runtime.turn.output import EndReason, Waiting
from parley.runtime.turn.prompt.composition import Question, compose
from parley.runtime.turn.reply import phrases, safety
from parley.runtime.turn.reply.model_text import ModelText
from parley.runtime.turn.spans import request_span
from parley.runtime.turn.state import TurnState
from parley.runtime.turn.trace.exchanges import Exchange
from parley.runtime.turn.trace.turn_trace import FunctionRecord, ModelRequestRecord


@value
class Done:
    """The turn is over."""

    needs_words: bool = False
    """It was cut short or came to nothing: something has to be said if nothing was."""


@value
class AskAgain:
    """The model has results to go on with."""


Next = Done | AskAgain | Entered
DONE, ASK_AGAIN = Done(), AskAgain()
_name_of = attrgetter("name")


class TurnLoop:
    def __init__(self, turn: TurnState) -> None:
        self._turn = turn
        self._dialog = turn.dialog
        self._transcript = turn.transcript
        self._texts = turn.compiled.texts
        self._invalid_returns = 0
        self._nudges = 0

    async def run(self) -> None:
        """Whatever happens, something has been said or was meant not to be."""
        done = await self.run_until_done()
        if done.needs_words and not self._transcript.reply:
            await self._transcript.utter_fallback(phrases.sentence(phrases.TROUBLE, self._dialog.language))
            self._transcript.flush()

    async def run_until_done(self) -> Done:
        """Asks until the turn is over, within the limits."""
        turn, limits, clock = self._turn, self._turn.ports.limits, self._turn.ports.clock
        if turn.held:
            settled = await self._settle(confirmation.HeldCall.from_json(turn.held))
            self._transcript.flush()
            if isinstance(settled, Done):
                return settled
        while True:
            # Before each request: an answer that came within the limits is followed up whatever it took.
            if len(turn.trace.model_requests) >= limits.model_requests:
                return self._cut_short("model_requests")
            if clock.monotonic() - turn.started > limits.turn_seconds:
                return self._cut_short("turn_seconds")
            next_ = await self._ask()
            if isinstance(next_, Done):
                return next_

    async def _ask(self) -> Done | AskAgain:
        turn, dialog = self._turn, self._dialog
        question = compose(turn)
        record = _request_record(question, dialog.flow, dialog.step)
        if turn.ports.keeps_prompts:
            record.exchange = Exchange(question.request.messages)
        turn.trace.model_requests.append(record)
        dialog.pending_content = None  # it stands in the prompt now, and is to be told once
        self._transcript.reply.start_utterance()
        text = ModelText(turn.compiled.phrases(dialog.language), turn.ports.safety, turn.safety_levels)
        if turn.compiled.project.experimental.fillers:
            await fill_silence(turn)
        answer = self._read(question.request, text, record)
        calls = await (request_span(answer, question.request, record, text) if tracing.is_on else answer)
        record.calls = tuple(map(_name_of, calls))
        self._transcript.add_answer(text.delivered, calls)
        next_ = await self._follow_up(text, calls, question.bindings, record.error)
        self._transcript.flush()
        return next_

    async def _read(self, request: Request, text: ModelText, record: ModelRequestRecord) -> tuple[ToolCall, ...]:
        """Hands out the words of an answer as they come. Its calls; none of an answer that broke off."""
        clock = self._turn.ports.clock
        exchange = record.exchange
        calls: list[ToolCall] = exchange.calls if exchange else []
        began = clock.monotonic()
        stream = self._turn.ports.model.stream(request)
        try:
            async for piece in stream:
                if record.first_piece_ms is None:
                    record.first_piece_ms = (clock.monotonic() - began) * 1000
                # Models send NUL and lone surrogates now and then, which neither JSON nor the database takes.
                if not isinstance(piece, Text):
                    calls.append(ToolCall(clean(piece.id), clean(piece.name), clean(piece.arguments)))
                    continue
                record.characters += len(piece.text)
                if exchange:
                    exchange.pieces.append(piece.text)
                await self._transcript.say(await text.feed(clean(piece.text)))
                # The rest of the answer would be said after the function that takes over here.
                if text.blocked or (text.matched and self._runs_at_once(text.matched)):
                    break
            await self._transcript.say(await text.close())
        except ModelError as error:
            record.error = str(error)
            return ()
        finally:
            # A stream that was left half read would keep the connection to the provider.
            if close := getattr(stream, "aclose", None):
                await close()
            record.duration_ms = (clock.monotonic() - began) * 1000
        return tuple(calls)

    async def _follow_up(
        self, text: ModelText, calls: Sequence[ToolCall], bindings: Mapping[str, Binding], error: str | None
    ) -> Done | AskAgain:
        """What an answer leads to besides its words."""
        if text.blocked:
            return await self._withhold(text.blocked, calls)
        next_ = await self._run_calls(calls, bindings) if calls else ASK_AGAIN
        matched = text.matched
        if matched:
            self._turn.trace.notes.append(f"phrase filter: {matched.name}")
        if matched and matched.function and not any(call.name == matched.function for call in calls):
            return next_ if isinstance(next_, Done) else await self._run_filter(matched, bool(text.delivered))
        if calls:
            return next_
        return Done(needs_words=error is not None or (not text.delivered and not matched))

    async def _withhold(self, category: str, calls: Sequence[ToolCall]) -> Done:
        self._turn.trace.notes.append(f"safety: output blocked ({category})")
        # Providers refuse a window in which a call has no result.
        for call in calls:
            self._add_result(call.id, self._texts["not_run"])
        await self._transcript.utter_fallback(safety.fallback(category, self._dialog.language))
        return DONE

    async def _run_calls(self, calls: Sequence[ToolCall], bindings: Mapping[str, Binding]) -> Done | AskAgain:
        """Runs the calls of one answer in order; once one ends the turn or moves on, the rest is not run. What is saved
        comes first: a path of the same answer may need it."""
        location = self._turn.location
        next_: Done | AskAgain = ASK_AGAIN
        if len(calls) > 1:
            calls = sorted(calls, key=lambda each: each.name != SAVE_ENTITIES)
        for call in calls:
            if isinstance(next_, Done) or self._turn.location != location:
                self._add_result(call.id, self._texts["not_run"])
            else:
                next_ = await self._run_call(call, bindings.get(call.name))
        return next_

    async def _run_call(self, call: ToolCall, binding: Binding | None) -> Done | AskAgain:
        if binding is None:
            # The model is told the same of both: what there is elsewhere is not its business.
            is_elsewhere = self._turn.compiled.has_tool(call.name)
            error = "the function is not offered here" if is_elsewhere else "there is no such function"
            return self._refuse(call, self._texts["function_not_found"], error)
        if binding.kind is not ToolKind.FUNCTION or binding.function is None:
            return await self._use_built_in(call, binding)
        arguments = read_arguments(binding.parameters, call.arguments)
        if arguments.problem:
            told = fill(self._texts["arguments_wrong"], problem=arguments.problem)
            return self._refuse(call, told, arguments.problem)
        return await self._call(binding.function, arguments.values, call.id)

    async def _call(self, function: Function, arguments: Mapping[str, Json], call_id: str | None) -> Done | AskAgain:
        """Calls what a model asked for, or asks the user first."""
        ask = self._turn.compiled.project.confirmations.questions.get(function.name)
        if ask is not None:
            return await self._hold(function, arguments, call_id, ask)
        return await self.through_function_steps(await self._perform(function, arguments, call_id))

    async def _hold(
        self, function: Function, arguments: Mapping[str, Json], call_id: str | None, ask: str
    ) -> Done | AskAgain:
        turn, (flow, step) = self._turn, self._turn.location
        record = FunctionRecord(function.name, arguments, flow=flow, step=step, is_refused=True, confirmation="asked")
        turn.trace.functions.append(record)
        if confirmation.is_too_long(arguments):
            record.result = record.error = self._texts["too_long_to_confirm"]
            self._add_result(call_id, record.result)
            return ASK_AGAIN
        record.result = self._texts["held"]
        record.utterance = confirmation.question(ask, function, arguments, self._dialog.language)
        self._dialog.held = confirmation.HeldCall(function.name, flow, step, arguments).to_json()
        turn.trace.notes.append(f"the user is asked to agree to: {function.name}")
        # Not `pending_content`: it is no news for the next turn, which settles it before the model is asked.
        self._transcript.add_result(call_id, record.result)
        await self._transcript.utter(record.utterance)
        return DONE

    async def _settle(self, held: confirmation.HeldCall) -> Done | AskAgain:
        """Runs what the user has agreed to. It was forgotten when this turn began: whatever happens, it runs once."""
        turn, language, said = self._turn, self._dialog.language, self._turn.input.text
        declared = turn.compiled.project.confirmations
        binding = turn.compiled.binding(held.flow, held.function)
        is_there = turn.location == (held.flow, held.step) and held.function in declared.questions
        if is_there and binding and binding.function and confirmation.agrees(said, language, declared.agree):
            turn.trace.notes.append(f"the user agreed to: {held.function}")
            place = len(turn.trace.functions)
            next_ = await self._perform(binding.function, held.arguments, None)
            turn.trace.functions[place].confirmation = "given"
            return await self.through_function_steps(next_)
        turn.trace.notes.append(f"the user did not agree to: {held.function}")
        self._transcript.add_note(fill(self._texts["not_confirmed"], function=held.function))
        if not confirmation.refuses(said, language):
            return ASK_AGAIN
        await self._transcript.utter(phrases.sentence(phrases.NOT_DONE, language))
        return DONE

    async def _use_built_in(self, call: ToolCall, binding: Binding) -> Done | AskAgain:
        record, entered = built_in_tools.use(self._turn, binding, call)
        self._add_result(call.id, record.result or self._texts["function_done"])
        if record.utterance:
            await self._transcript.utter(record.utterance)
        return await self.through_function_steps(entered or (DONE if self._dialog.ended else ASK_AGAIN))

    def _refuse(self, call: ToolCall, told: str, error: str) -> AskAgain:
        flow, step = self._turn.location
        record = FunctionRecord(call.name, {}, result=told, error=error, flow=flow, step=step, is_refused=True)
        self._turn.trace.functions.append(record)
        self._add_result(call.id, told)
        return ASK_AGAIN

    def _add_result(self, call_id: str | None, told: str) -> None:
        self._transcript.add_result(call_id, told)
        self._dialog.pending_content = told

    def _cut_short(self, cap: str) -> Done:
        self._turn.trace.caps.append(cap)
        return Done(needs_words=True)

    def _runs_at_once(self, matched: PhraseFilter) -> bool:
        """Whether a filter's function needs nothing more from the model's answer."""
        function = self._function_of(matched)
        return function is not None and not any(p.required for p in function.parameters)

    def _function_of(self, matched: PhraseFilter) -> Function | None:
        if matched.function is None:
            return None
        binding = self._turn.compiled.binding(self._dialog.flow, matched.function)
        return binding.function if binding else None

    async def _run_filter(self, matched: PhraseFilter, has_spoken: bool) -> Done | AskAgain:
        """Runs the function of a phrase filter, or has the model call it when it takes arguments."""
        turn, function = self._turn, self._function_of(matched)
        if function is None:
            turn.trace.notes.append(f"unknown function of a phrase filter: {matched.function}")
            return Done(needs_words=True)
        if not self._runs_at_once(matched):
            self._nudges += 1
            turn.offer(function.name)
            self._transcript.add_note(fill(self._texts["call_now"], function=function.name))
            return self._cut_short("nudges") if self._nudges > turn.ports.limits.nudges else ASK_AGAIN
        location = turn.location
        next_ = await self._call(function, {}, None)
        has_news = self._dialog.pending_content is not None or turn.location != location
        return DONE if has_spoken and not has_news else next_

    async def through_function_steps(self, next_: Next) -> Done | AskAgain:
        """Runs the function step that was entered, and those that it leads to."""
        if not isinstance(next_, Entered):
            return next_
        # All of them lead back to the step before the first: nothing can be said in those between.
        ends_turn, came_from = False, next_.came_from
        for _ in range(self._turn.ports.limits.function_steps):
            entered = Entered(next_.step, came_from)
            ends_turn = ends_turn or next_.ends_turn
            if entered.step.function is None or self._dialog.ended:
                return DONE if ends_turn or self._dialog.ended else ASK_AGAIN
            next_ = await self._perform(entered.step.function, {}, None, entered)
            if not isinstance(next_, Entered):
                return next_ if isinstance(next_, Done) or not ends_turn else DONE
        go_back(self._turn, Entered(next_.step, came_from))
        return self._cut_short("function_steps")

    async def _perform(
        self, function: Function, arguments: Mapping[str, Json], call_id: str | None, entered: Entered | None = None
    ) -> Next:
        """Calls a function and acts on its answer. `entered` is the function step that it belongs to, if it does."""
        if function.latency and function.latency.responses:
            await self._transcript.tell(Waiting(function.name, resolve_latency(self._turn, function.latency)))
        outcome, record = await call_function(self._turn, function, arguments)
        if not is_usable(outcome):
            if entered is not None:
                go_back(self._turn, entered)
            return self._report(outcome, record, call_id)
        return await self.settle(outcome.reply, record, call_id)

    def _report(self, outcome: Outcome, record: FunctionRecord, call_id: str | None) -> Done | AskAgain:
        """Tells the model of a call that failed or gave something unusable."""
        failure = outcome.failure
        # No detail, which the model might say. What was too large it is told, to go another way.
        if failure is not None and failure.kind != TOO_LARGE:
            record.result = self._texts["function_failed"]
        else:
            problem = outcome.reply.invalid if failure is None else failure.message
            record.result = fill(self._texts["function_invalid"], problem=problem or "")
        self._add_result(call_id, record.result)
        if failure is None:
            # A function that returns something unusable does so again, and models go on trying.
            self._invalid_returns += 1
            if self._invalid_returns >= self._turn.ports.limits.invalid_returns:
                return self._cut_short("invalid_returns")
        return ASK_AGAIN

    async def settle(self, reply: Reply, record: FunctionRecord, call_id: str | None) -> Next:
        """Acts on a function's answer: words, then the end of the conversation, then navigation."""
        turn, utterance = self._turn, reply.utterance
        if utterance is None and reply.handoff:
            utterance = reply.handoff.utterance
        if utterance is not None:
            self._dialog.listen = reply.listen
            self._transcript.as_keys = reply.utterance_channel == "DTMF"
        if utterance:
            await self._transcript.utter(await self._worded(utterance))
        if reply.handoff:
            hand_off(turn, reply.handoff)
        elif reply.hangup:
            turn.end(EndReason.HANGUP)
        # Before the model is told: references in the content read as they do in the new step.
        entered = navigate(turn, reply.transition) if reply.transition else None
        self._tell_model(reply, record, call_id)
        if reply.end_turn is None:  # words end the turn, unless they lead to a function step
            ends_turn = self._dialog.ended or (utterance is not None and entered is None)
        else:
            ends_turn = self._dialog.ended or reply.end_turn
        if entered is not None:
            return Entered(entered.step, entered.came_from, ends_turn)
        return DONE if ends_turn else ASK_AGAIN

    def _tell_model(self, reply: Reply, record: FunctionRecord, call_id: str | None) -> None:
        """The content is for the model, its references resolved as they read after the navigation."""
        if reply.content:
            content = render(reply.content, self._turn.scope())
            if content.tools:
                self._turn.offer(*content.tools)
            record.result = content.text
            self._add_result(call_id, content.text)
        elif call_id is not None:
            self._add_result(call_id, self._texts["function_done"])
            self._dialog.pending_content = ""  # not None: that something ran is worth knowing, even without news

    async def _worded(self, text: str) -> str:
        """A function's words are said as they are, unless the project wants them rephrased on web chats."""
        turn = self._turn
        if turn.family != WEBCHAT or not turn.compiled.project.experimental.wrap_utterances_on_webchat:
            return text
        named = language_name(self._dialog.language)
        prompt = fill(self._texts["rephrase"], language_name=named, utterance=text)
        try:
            return clean(await complete(turn.ports.model, Request([Message("user", prompt)]))) or text
        except ModelError:
            turn.trace.notes.append("an utterance could not be rephrased")
            return text


def is_usable(outcome: Outcome) -> bool:
    return outcome.failure is None and not outcome.reply.invalid


def _request_record(question: Question, flow: str | None, step: str | None) -> ModelRequestRecord:
    request = question.request
    return ModelRequestRecord(
        model=request.model,
        messages=len(request.messages),
        prompt_characters=question.characters,
        tools=tuple(map(_name_of, request.tools)),
        flow=flow,
        step=step,
    )
