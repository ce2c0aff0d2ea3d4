"""`conv`: the half that acts. Every method only records what is wanted; the function always runs to its end."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from parley.agent_host.allowance import MESSAGE_CHARACTERS, RETURN_CHARACTERS, weigh
from parley.agent_host.protocol import NewExternalEvent, OutgoingMessage
from parley.agent_host.surface import handoffs
from parley.agent_host.surface.api import log_response
from parley.agent_host.surface.catch_all import text_of
from parley.agent_host.surface.context import Scene
from parley.agent_host.surface.errors import MissingTemplate, TooLarge
from parley.agent_host.surface.function_calls import Flow, FunctionExecutor
from parley.agent_host.surface.projection import bounded, project
from parley.agent_host.surface.reading import Extras
from parley.agent_host.surface.tts_voices import TTSVoice, VoiceWeighting, weights
from parley.agent_host.surface.webchat import as_dict


class Navigating(Extras):
    def __init__(self, scene: Scene, flow_folder: str = "") -> None:
        super().__init__(scene)
        self._flow_folder = flow_folder
        self._voice: TTSVoice | None = None

    def say(self, utterance: str) -> None:
        self._recorder.utterance = bounded(utterance, RETURN_CHARACTERS, "The utterance")

    def goto_flow(self, flow_name: str) -> None:
        self._recorder.go_to_flow(str(flow_name))

    def exit_flow(self) -> None:
        self._recorder.exits = True

    def goto_csat_flow(self) -> None:
        self._recorder.csat["flow_requested"] = True
        self._recorder.log("warning", "There is no built-in survey here: conv.goto_csat_flow() is only recorded.")

    def call_handoff(
        self,
        destination: str = "default",
        reason: str | None = None,
        utterance: str | None = None,
        sip_headers: Mapping[str, str] | None = None,
        route: str | None = None,
    ) -> dict[str, Any]:
        response = handoffs.response(self._directory, str(destination), reason, utterance, sip_headers, route)
        request = handoffs.understand(response["handoff"], self._directory)
        if not isinstance(request, handoffs.Goodbye):
            self._recorder.handoff = request
        return response

    transfer_call = call_handoff

    def set_variant(self, variant: str) -> None:
        name = str(variant)
        by_id = {entry["id"]: known for known, entry in self._scene.section("variants").items()}
        name = by_id.get(name, name)
        if name not in self.variants:
            self._recorder.log("warning", f"There is no variant named {name!r}.")
            return
        self._variant_name = self._recorder.variant = name

    def set_language(self, language: str) -> None:
        """A language that the project does not have falls back to its default."""
        project_languages = self._scene.project.get("languages") or [language]
        folded = {code.casefold(): code for code in project_languages}
        default = str(self._scene.project.get("default_language") or project_languages[0])
        self._language = self._recorder.language = folded.get(str(language).casefold(), default)

    def set_timezone(self, tz: str | ZoneInfo) -> None:
        self._scene.kept["timezone"] = self._recorder.other["timezone"] = str(ZoneInfo(str(tz)))

    @property
    def functions(self) -> FunctionExecutor:
        return FunctionExecutor(self._scene, self, self._flow())

    def _flow(self) -> Flow:
        folder = self._flow_folder
        if not folder and self.current_flow:
            folder = f"flows/{self._scene.section('flows').get(self.current_flow, '')}"
        return Flow(self._scene, self, folder)


class Sending(Navigating):
    """Messages are queued and sent when the turn ends; what becomes of them never reaches the code."""

    def send_sms_template(self, to_number: str | None, template: str, retry_count: int | None = None) -> None:
        if template not in self._scene.section("sms_templates"):
            raise MissingTemplate(f"There is no SMS template named {template!r}.")
        self._send("sms", to_number, template=template, retry_count=retry_count or 0)

    def send_sms(
        self, to_number: str | None, from_number: str | None = None, content: str = "", retry_count: int | None = None
    ) -> None:
        self._send("sms", to_number, body=content, sender=from_number, retry_count=retry_count or 0)

    def send_whatsapp(
        self,
        to_number: str | None,
        from_number: str | None = None,
        content_id: str | None = None,
        content: str | None = "",
        retry_count: int | None = None,
    ) -> None:
        self._send(
            "whatsapp",
            to_number,
            body=content or "",
            sender=from_number,
            template=content_id,
            retry_count=retry_count or 0,
        )

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
        details = {"whatsapp": bool(whatsapp), "content_variables": project(dict(content_variables or {}))}
        self._send(
            "content_template",
            to_number,
            body=content or "",
            sender=messaging_service_id,
            template=content_id,
            retry_count=retry_count or 0,
            details=details,
        )

    def send_email(self, to: str, body: str, subject: str = "") -> None:
        self._send("email", to, body=body, subject=str(subject))

    def _send(self, kind: str, to: str | None, body: object = "", sender: str | None = None, **rest: Any) -> None:
        sent_by = None if sender is None else str(sender)
        text = bounded(body, MESSAGE_CHARACTERS, "The message")
        message = OutgoingMessage(kind, str(to or ""), text, sent_by, **rest)
        if weigh(message, 2 * MESSAGE_CHARACTERS) > 2 * MESSAGE_CHARACTERS:
            raise TooLarge(f"The message has more than {MESSAGE_CHARACTERS:,} characters")
        self._recorder.send(message)


class Measuring(Sending):
    def write_metric(self, name: str, value: Any = None, *, write_once: bool = False) -> None:
        if write_once and any(event.name == name for event in self.metric_events):
            return
        self._recorder.metric(name, value, bool(write_once))

    def log_api_response(self, response: Any, override_url: str | None = None) -> None:
        log_response(self._recorder, response, override_url)

    def set_csat_eligibility(self, eligible: bool, reason: str | None = None) -> None:
        self._recorder.csat |= {"eligible": bool(eligible), "reason": project(reason)}

    def set_csat_phone_number(self, phone_number: str) -> None:
        self._recorder.csat["phone_number"] = str(phone_number)

    def set_csat_score(self, score: int) -> None:
        self._recorder.csat["score"] = project(score)

    def set_csat_survey_entered(self) -> None:
        self._recorder.csat["survey_entered"] = True

    def generate_external_event(self, *, send_to_llm: bool = False) -> str:
        """The id itself is the permission to speak into this conversation, so nobody may guess it."""
        self._recorder.admit_event()
        event = NewExternalEvent(secrets.token_hex(16), bool(send_to_llm))
        self._scene.ask("external_event", {"id": event.id, "send_to_llm": event.send_to_llm})
        self._recorder.new_events.append(event)
        return event.id


class Conversation(Measuring):
    """Everything that agent code can know and do about its conversation."""

    @property
    def voice_change(self) -> TTSVoice | None:
        return self._voice

    def set_voice(self, voice: TTSVoice) -> None:
        self._voice = voice
        described = voice.to_dict() if hasattr(voice, "to_dict") else {"provider_voice_id": text_of(voice)}
        self._recorder.voice = self._scene.kept["voice"] = project(described)

    def randomize_voice(self, voice_weights: Sequence[VoiceWeighting]) -> None:
        choices = list(voice_weights)
        shares = weights(choices)
        if not choices:
            return
        chosen = random.choices(choices, shares if any(shares) else None)[0]  # noqa: S311 - nothing secret
        self.set_voice(chosen.voice)

    def set_asr_biasing(
        self, keywords: Sequence[str] | None = None, custom_biases: Mapping[str, float] | None = None
    ) -> None:
        self._recorder.asr_biasing = project({"keywords": keywords, "custom_biases": custom_biases})

    def clear_asr_biasing(self) -> None:
        self._recorder.asr_biasing = {}

    def set_background_track(self, name: str, loudness: float = -40) -> None:
        self._recorder.other["background_track"] = project({"name": name, "loudness": loudness})

    def disable_kb_topics(self, topics: Sequence[str]) -> None:
        self.knowledge_base.replace(list(topics))

    def clear_disabled_kb_topics(self) -> None:
        self.knowledge_base.enable_all_topics()

    def add_attachments(self, attachments: Any) -> None:
        given = attachments if isinstance(attachments, list | tuple) else [attachments]
        self._recorder.attachments.extend(given)

    def set_response_suggestions(self, suggestions: Sequence[str]) -> None:
        self._recorder.suggestions = [str(suggestion) for suggestion in suggestions]

    def discard_recording(self) -> None:
        self._recorder.discard_recording = True

    def _finish(self) -> None:
        """The call is over: what lies in the conversation's own objects goes into the record."""
        self.agentic_dial.recorded()
        self._recorder.attachments = [as_dict(attachment) for attachment in self._recorder.attachments]
        if self._variants is not None:
            self._keep_attributes(self._variants)

    def _keep_attributes(self, variants: Mapping[str, Mapping[str, Any]]) -> None:
        """Attributes that code has changed, now or before."""
        configured = self._scene.section("variants")
        written = {}
        for name, attributes in variants.items():
            original = configured[name]["attributes"] if name in configured else {}
            changed = {key: value for key, value in attributes.items() if original.get(key) != value}
            if changed:
                written[name] = project(changed)
        if written != self._scene.kept.get("variants", {}):
            self._scene.kept["variants"] = self._recorder.variant_attributes = written
