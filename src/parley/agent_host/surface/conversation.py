"""`conv`: everything that agent code can know and do about its conversation, in one list.

Each member stands for one thing that a part does. What acts only records what is wanted: the function always runs to
its end, and the turn does it afterwards.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from parley.agent_host.allowance import RETURN_CHARACTERS
from parley.agent_host.protocol import HostServiceError, Json, NewExternalEvent
from parley.agent_host.surface.api import ApiExecutor, Integrations, log_response
from parley.agent_host.surface.attributes import (
    Attributes,
    Entities,
    GenericExternalEvent,
    MetricEvent,
    RealtimeConfig,
    Variant,
)
from parley.agent_host.surface.context import CallContext
from parley.agent_host.surface.entities import wrap_collected
from parley.agent_host.surface.errors import to_agent_error
from parley.agent_host.surface.function_calls import Flow, FunctionExecutor
from parley.agent_host.surface.handoffs import HandoffConfig, HandoffDirectory
from parley.agent_host.surface.history import AgentResponse, History, UserInput
from parley.agent_host.surface.knowledge_base import KnowledgeBase
from parley.agent_host.surface.localization import Clock, Localization, TranslationReplacementProxy
from parley.agent_host.surface.logs import ConversationLogger
from parley.agent_host.surface.memory import Memory, VerifiedContext
from parley.agent_host.surface.outgoing_messages import MessageQueue, OutgoingSMS, OutgoingSMSTemplate, SMSTemplate
from parley.agent_host.surface.projection import bounded_text, project
from parley.agent_host.surface.state import State
from parley.agent_host.surface.telephony import AgenticDial, ExternalEvents
from parley.agent_host.surface.tts_voices import TTSVoice, VoiceWeighting, choose_voice, describe_voice
from parley.agent_host.surface.utils import Utils
from parley.agent_host.surface.variants import Variants
from parley.agent_host.surface.webchat import WebchatInterface, to_plain


class Conversation:
    """Everything that agent code can know and do about its conversation."""

    def __init__(self, context: CallContext, flow_folder: str = "") -> None:
        """`flow_folder`: where the function lies, when it belongs to a flow."""
        view, recorder = context.view, context.recorder
        self._context = context
        self._recorder = recorder
        self._flow_folder = flow_folder
        # These parts have slots: code puts `conv` into logs and states, where an object without text of its own becomes
        # the members of its __dict__, and through each part the whole context would come in once more.
        self._past = History(context)
        self._variants = Variants(context)
        self._handoffs = HandoffDirectory(context)
        self._voice_change: TTSVoice | None = None
        # Code may change its copies as it likes; of these only `entities` is read back.
        self.id = view.id
        self.account_id = view.account_id
        self.project_id = view.project_id
        self.env = view.env
        self.channel_type = view.channel_type
        self.caller_number = view.caller_number
        self.callee_number = view.callee_number
        self.sip_headers: dict[str, str] = dict(view.sip_headers)
        attributes = view.integration_attributes
        self.integration_attributes: dict[str, Any] | None = None if attributes is None else dict(attributes)
        self.entities: Entities = wrap_collected(view.entities)
        self.current_flow = view.current_flow
        self.current_step = view.current_step
        self.transcript_alternatives: list[str] = list(view.transcript_alternatives)
        self.started_at = view.started_at
        self.log = ConversationLogger(recorder)
        answered = {"answered_by": view.answered_by} if view.answered_by else {}
        self.metadata: dict[str, Any] = {**view.metadata, **answered}
        self._analytics_events: list[Any] = []
        self.webchat = WebchatInterface(recorder)
        self.agentic_dial = AgenticDial(recorder)

    def __reduce__(self) -> Any:
        raise TypeError("conv cannot be kept in the state")

    # What is known

    @property
    def state(self) -> State:
        return self._context.state

    @state.setter
    def state(self, values: Mapping[str, Any]) -> None:
        self._context.state = State(values)

    @property
    def real_time_config(self) -> RealtimeConfig:
        return RealtimeConfig(self._context.view.real_time_config)

    @property
    def memory(self) -> Memory:
        return Memory(self._context.view.memory)

    @property
    def verified_context(self) -> VerifiedContext:
        return VerifiedContext()

    @property
    def context_vault(self) -> Attributes:
        """What the site that the user is on has vouched for; empty elsewhere."""
        return Attributes(self._context.view.context_vault)

    @property
    def history(self) -> list[UserInput | AgentResponse]:
        return self._past.lines

    @property
    def num_turns(self) -> int:
        return sum(isinstance(line, UserInput) for line in self.history)

    # What the platform does for it

    @property
    def utils(self) -> Utils:
        return Utils(self._context)

    @property
    def api(self) -> ApiExecutor:
        return ApiExecutor(self._context)

    @property
    def integrations(self) -> Integrations:
        return Integrations(self._context)

    def log_api_response(self, response: Any, override_url: str | None = None) -> None:
        log_response(self._recorder, response, override_url)

    # Where it goes on

    @property
    def functions(self) -> FunctionExecutor:
        return FunctionExecutor(self._context, self, self._flow())

    def _flow(self) -> Flow:
        folder = self._flow_folder
        if not folder and self.current_flow:
            folder = f"flows/{self._context.section('flows').get(self.current_flow, '')}"
        return Flow(self._context, self, folder)

    def say(self, utterance: str) -> None:
        self._recorder.utterance = bounded_text(utterance, RETURN_CHARACTERS, "The utterance")

    def goto_flow(self, flow_name: str) -> None:
        self._recorder.go_to_flow(str(flow_name))

    def exit_flow(self) -> None:
        self._recorder.exits = True

    @property
    def handoffs(self) -> dict[str, HandoffConfig]:
        return self._handoffs.configs()

    def call_handoff(
        self,
        destination: str = "default",
        reason: str | None = None,
        utterance: str | None = None,
        sip_headers: Mapping[str, str] | None = None,
        route: str | None = None,
    ) -> dict[str, Any]:
        return self._handoffs.request(str(destination), reason, utterance, sip_headers, route)

    transfer_call = call_handoff

    # Variant, language, time

    @property
    def variants(self) -> dict[str, Variant]:
        return self._variants.all

    @property
    def variant_name(self) -> str | None:
        return self._variants.name

    @property
    def variant(self) -> Variant | None:
        return self._variants.current

    @variant.setter
    def variant(self, attributes: Mapping[str, Any]) -> None:
        self._variants.replace_current(attributes)

    def set_variant(self, name: str) -> None:
        self._variants.select(str(name))

    @property
    def _localization(self) -> Localization:
        return Localization(self._context)

    @property
    def language(self) -> str:
        return self._localization.language

    def set_language(self, code: str) -> None:
        """A language that the project does not have falls back to its default."""
        self._localization.set_language(code)

    @property
    def translations(self) -> TranslationReplacementProxy:
        return self._localization.translations

    @property
    def timezone(self) -> ZoneInfo | None:
        return self._localization.timezone

    def set_timezone(self, tz: str | ZoneInfo) -> None:
        self._localization.set_timezone(tz)

    @property
    def clock(self) -> Clock:
        return self._localization.clock

    # Messages

    @property
    def _messages(self) -> MessageQueue:
        return MessageQueue(self._context)

    @property
    def sms_templates(self) -> dict[str, SMSTemplate]:
        return self._messages.templates(self.env)

    @property
    def sms_queue(self) -> list[OutgoingSMS | OutgoingSMSTemplate]:
        return self._messages.queued()

    def send_sms_template(
        self, to_number: str | None = None, template: str = "", retry_count: int | None = None, to: str | None = None
    ) -> None:
        self._messages.add_template(to_number if to is None else to, template, retry_count)

    def send_sms(
        self, to_number: str | None, from_number: str | None = None, content: str = "", retry_count: int | None = None
    ) -> None:
        self._messages.add("sms", to_number, content, from_number, retry_count=retry_count)

    def send_whatsapp(
        self,
        to_number: str | None,
        from_number: str | None = None,
        content_id: str | None = None,
        content: str | None = "",
        retry_count: int | None = None,
    ) -> None:
        body = content or ""
        self._messages.add("whatsapp", to_number, body, from_number, template=content_id, retry_count=retry_count)

    def send_content_template(
        self,
        messaging_service_id: str,
        to_number: str | None,
        content_id: str,
        content: str | None = "",
        whatsapp: bool | None = False,
        content_variables: Mapping[str, Any] | None = None,
        retry_count: int | None = None,
    ) -> None:
        self._messages.add(
            "content_template",
            to_number,
            content or "",
            messaging_service_id,
            template=content_id,
            retry_count=retry_count,
            details={"whatsapp": bool(whatsapp), "content_variables": project(dict(content_variables or {}))},
        )

    def send_email(self, to: str, body: str, subject: str = "") -> None:
        self._messages.add("email", to, body, subject=str(subject))

    # Metrics and the survey

    @property
    def metric_events(self) -> list[MetricEvent]:
        written = [MetricEvent(name, value) for name, value in self._context.view.metric_events]
        return written + [MetricEvent(name, value) for name, value, _ in self._recorder.metrics]

    @property
    def metrics_queue(self) -> list[dict[str, Json]]:
        return [{"name": name, "value": value} for name, value, _ in self._recorder.metrics]

    def write_metric(self, name: str, value: Any = None, *, write_once: bool = False) -> None:
        if write_once and any(event.name == name for event in self.metric_events):
            return
        self._recorder.add_metric(name, value, bool(write_once))

    def goto_csat_flow(self) -> None:
        self._recorder.csat["flow_requested"] = True
        self._recorder.log("warning", "There is no built-in survey here: conv.goto_csat_flow() is only recorded.")

    def set_csat_eligibility(self, eligible: bool, reason: str | None = None) -> None:
        self._recorder.csat |= {"eligible": bool(eligible), "reason": project(reason)}

    def set_csat_phone_number(self, phone_number: str) -> None:
        self._recorder.csat["phone_number"] = str(phone_number)

    def set_csat_score(self, score: int) -> None:
        self._recorder.csat["score"] = project(score)

    def set_csat_survey_entered(self) -> None:
        self._recorder.csat["survey_entered"] = True

    # External events

    @property
    def generic_external_events(self) -> list[GenericExternalEvent]:
        return [GenericExternalEvent(event) for event in self._context.view.external_events]

    @property
    def external_events(self) -> ExternalEvents:
        return ExternalEvents(self._recorder, [])

    def generate_external_event(self, *, send_to_llm: bool = False) -> str:
        """The id itself is the permission to speak into this conversation, so nobody may guess it."""
        self._recorder.require_event_allowance()
        event = NewExternalEvent(secrets.token_hex(16), bool(send_to_llm))
        # Before the code has the id: an answer may come while the function still runs.
        try:
            self._context.services.expect_event(event.id, event.send_to_llm)
        except HostServiceError as error:
            raise to_agent_error(error) from None
        self._recorder.new_events.append(event)
        return event.id

    # Speech

    @property
    def voice_change(self) -> TTSVoice | None:
        return self._voice_change

    @property
    def provider_voice_id(self) -> str:
        return str((self._context.kept.get("voice") or {}).get("provider_voice_id", ""))

    def set_voice(self, voice: TTSVoice) -> None:
        self._voice_change = voice
        self._recorder.voice = self._context.kept["voice"] = describe_voice(voice)

    def randomize_voice(self, voice_weights: Sequence[VoiceWeighting]) -> None:
        if (chosen := choose_voice(voice_weights)) is not None:
            self.set_voice(chosen.voice)

    def set_asr_biasing(
        self, keywords: Sequence[str] | None = None, custom_biases: Mapping[str, float] | None = None
    ) -> None:
        self._recorder.asr_biasing = project({"keywords": keywords, "custom_biases": custom_biases})

    def clear_asr_biasing(self) -> None:
        self._recorder.asr_biasing = {}

    def set_background_track(self, name: str, loudness: float = -40) -> None:
        self._recorder.other["background_track"] = project({"name": name, "loudness": loudness})

    def discard_recording(self) -> None:
        self._recorder.discard_recording = True

    # Knowledge and web chat

    @property
    def knowledge_base(self) -> KnowledgeBase:
        return KnowledgeBase(self._context)

    def disable_kb_topics(self, topics: Sequence[str]) -> None:
        self.knowledge_base.replace(list(topics))

    def clear_disabled_kb_topics(self) -> None:
        self.knowledge_base.enable_all_topics()

    @property
    def attachments(self) -> list[Any]:
        return self._recorder.attachments

    def add_attachments(self, attachments: Any) -> None:
        given = attachments if isinstance(attachments, list | tuple) else [attachments]
        self._recorder.attachments.extend(given)

    @property
    def response_suggestions(self) -> list[str]:
        return self._recorder.suggestions

    def set_response_suggestions(self, suggestions: Sequence[str]) -> None:
        self._recorder.suggestions = [str(suggestion) for suggestion in suggestions]

    def _finish(self) -> None:
        """The call is over: what lies in the conversation's own objects goes into the record."""
        self.agentic_dial.recorded()
        self._recorder.attachments = [to_plain(attachment) for attachment in self._recorder.attachments]
        self._variants.record_changes()
