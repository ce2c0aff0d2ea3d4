"""The half of `conv` that reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from parley.agent_host.protocol import Json, TranscriptLine
from parley.agent_host.surface import outgoing_messages
from parley.agent_host.surface.api import ApiExecutor, Integrations
from parley.agent_host.surface.attributes import (
    Attributes,
    Entities,
    GenericExternalEvent,
    MetricEvent,
    RealtimeConfig,
    Variant,
)
from parley.agent_host.surface.context import Scene
from parley.agent_host.surface.entities import collected
from parley.agent_host.surface.handoffs import Directory, HandoffConfig
from parley.agent_host.surface.history import AgentResponse, UserInput, lines
from parley.agent_host.surface.logs import ConversationLogger
from parley.agent_host.surface.memory import Memory, VerifiedContext
from parley.agent_host.surface.outgoing_messages import OutgoingSMS, OutgoingSMSTemplate, SMSTemplate
from parley.agent_host.surface.places import Clock, KnowledgeBase, TranslationReplacementProxy
from parley.agent_host.surface.state import State
from parley.agent_host.surface.telephony import AgenticDial, ExternalEvents
from parley.agent_host.surface.utils import Utils
from parley.agent_host.surface.webchat import WebchatInterface


class Reading:
    def __init__(self, scene: Scene) -> None:
        view, recorder = scene.view, scene.recorder
        self._scene = scene
        self._recorder = recorder
        self._history: list[UserInput | AgentResponse] | None = None
        self._language = view.language
        self._variant_name = view.variant
        self._variants: dict[str, Variant] | None = None
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
        self.entities: Entities = collected(view.entities)
        self.current_flow = view.current_flow
        self.current_step = view.current_step
        self.transcript_alternatives: list[str] = list(view.transcript_alternatives)
        self.started_at = view.started_at
        self.log = ConversationLogger(recorder)
        self.metadata: dict[str, Any] = {}
        self._analytics_events: list[Any] = []

    def __reduce__(self) -> Any:
        raise TypeError("conv cannot be kept in the state")

    @property
    def state(self) -> State:
        return self._scene.state

    @state.setter
    def state(self, values: Mapping[str, Any]) -> None:
        self._scene.state = State(values)

    @property
    def real_time_config(self) -> RealtimeConfig:
        return RealtimeConfig(self._scene.view.real_time_config)

    @property
    def memory(self) -> Memory:
        return Memory(self._scene.view.memory)

    @property
    def verified_context(self) -> VerifiedContext:
        return VerifiedContext()

    @property
    def utils(self) -> Utils:
        return Utils(self._scene)

    @property
    def api(self) -> ApiExecutor:
        return ApiExecutor(self._scene)

    @property
    def integrations(self) -> Integrations:
        return Integrations(self._scene)

    @property
    def history(self) -> list[UserInput | AgentResponse]:
        if self._history is None:
            view = self._scene.view
            said = view.recent
            if view.earlier:
                said = [TranscriptLine(line["role"], line["text"]) for line in self._scene.ask("history", {})]
            self._history = lines(said)
        return self._history

    @property
    def num_turns(self) -> int:
        return sum(isinstance(line, UserInput) for line in self.history)

    @property
    def language(self) -> str:
        return self._language

    @property
    def translations(self) -> TranslationReplacementProxy:
        default = str(self._scene.project.get("default_language") or "")
        return TranslationReplacementProxy(self._scene.section("translations"), self._language, default, self._recorder)

    @property
    def variants(self) -> dict[str, Variant]:
        if self._variants is None:
            self._variants = _variants(self._scene)
        return self._variants

    @property
    def variant_name(self) -> str | None:
        return self._variant_name

    @property
    def variant(self) -> Variant | None:
        return self.variants.get(self._variant_name) if self._variant_name else None

    @variant.setter
    def variant(self, attributes: Mapping[str, Any]) -> None:
        if self._variant_name:
            self.variants[self._variant_name] = Variant(attributes)

    @property
    def handoffs(self) -> dict[str, HandoffConfig]:
        return self._directory.configs()

    @property
    def _directory(self) -> Directory:
        return Directory(self._scene.section("handoffs"), self.state)

    @property
    def sms_templates(self) -> dict[str, SMSTemplate]:
        return outgoing_messages.templates(self._scene.section("sms_templates"), self.env)

    @property
    def sms_queue(self) -> list[OutgoingSMS | OutgoingSMSTemplate]:
        return outgoing_messages.queued(self._recorder.messages)

    @property
    def metric_events(self) -> list[MetricEvent]:
        written = [MetricEvent(name, value) for name, value in self._scene.view.metric_events]
        return written + [MetricEvent(name, value) for name, value, _ in self._recorder.metrics]

    @property
    def metrics_queue(self) -> list[dict[str, Json]]:
        return [{"name": name, "value": value} for name, value, _ in self._recorder.metrics]

    @property
    def generic_external_events(self) -> list[GenericExternalEvent]:
        return [GenericExternalEvent(event) for event in self._scene.view.external_events]

    @property
    def external_events(self) -> ExternalEvents:
        return ExternalEvents(self._recorder, [])

    @property
    def knowledge_base(self) -> KnowledgeBase:
        return KnowledgeBase(self._scene)

    @property
    def timezone(self) -> ZoneInfo | None:
        name = self._scene.kept.get("timezone")
        return ZoneInfo(name) if name else None

    @property
    def clock(self) -> Clock:
        return Clock(self._scene.now, self._scene.kept.get("timezone") or "UTC")

    @property
    def provider_voice_id(self) -> str:
        return str((self._scene.kept.get("voice") or {}).get("provider_voice_id", ""))

    @property
    def attachments(self) -> list[Any]:
        return self._recorder.attachments

    @property
    def response_suggestions(self) -> list[str]:
        return self._recorder.suggestions

    @property
    def context_vault(self) -> Attributes:
        self._recorder.log("warning", "conv.context_vault is always empty here.")
        return Attributes()


class Extras(Reading):
    """Parts that keep something of their own during a call."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.webchat = WebchatInterface(scene.recorder)
        self.agentic_dial = AgenticDial(scene.recorder)


def _variants(scene: Scene) -> dict[str, Variant]:
    """Attributes that code wrote in an earlier call win over the project's."""
    written = scene.kept.get("variants") or {}
    return {
        name: Variant({**variant["attributes"], **written.get(name, {})})
        for name, variant in scene.section("variants").items()
    }
