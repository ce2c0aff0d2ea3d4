"""`conv`, `flow` and what hangs on them, the decorators, the state."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import requests

from . import _values
from ._project import (
    Entities,
    FlowName,
    FunctionExecutor,
    HandoffName,
    LanguageCode,
    StepName,
    TemplateName,
    TopicName,
    Variant,
    VariantName,
)
from ._values import (
    Address,
    AgenticDial,
    Attributes,
    EntityValidationResponse,
    ExternalEvents,
    GenericExternalEvent,
    HandoffConfig,
    Memory,
    MetricEvent,
    OutgoingSMS,
    OutgoingSMSTemplate,
    RealtimeConfig,
    SMSTemplate,
    State,
    TTSVoice,
    VerifiedContext,
    VoiceWeighting,
    WebchatInterface,
)

_F = TypeVar("_F", bound=Callable[..., Any])

# Decorators of functions that the model calls

def func_description(description: str) -> Callable[[_F], _F]:
    """What the function does and when to call it: the model reads this."""

def func_parameter(name: str, description: str) -> Callable[[_F], _F]:
    """What the model is to put into a parameter. Its type is that of the signature: str, int, float or bool."""

def func_latency_control(
    delay_before_responses_start: float = 0,
    silence_after_each_response: float = 0,
    delay_responses: Sequence[tuple[str, float]] = (),
    randomize: bool = False,
) -> Callable[[_F], _F]:
    """What a caller hears while the function runs: texts with the seconds that each takes, and pauses."""

# The conversation

class Conversation:
    id: str
    account_id: str
    project_id: str
    env: str
    """sandbox, pre-release or live; draft while it is tried without a deployment."""
    channel_type: str
    caller_number: str | None
    callee_number: str | None
    sip_headers: dict[str, str]
    integration_attributes: dict[str, Any] | None
    """What the integrator gave when the conversation began."""
    entities: Entities
    current_flow: str | None
    """As it was before this function moved on."""
    current_step: str | None
    transcript_alternatives: list[str]
    """What the user just said, the likeliest first; empty after silence."""
    started_at: str
    log: ConversationLogger
    metadata: dict[str, Any]
    webchat: WebchatInterface
    agentic_dial: AgenticDial

    # What is known
    @property
    def state(self) -> State:
        """Kept from call to call. `conv.state.x` is None until it is set."""
    @state.setter
    def state(self, values: Mapping[str, Any]) -> None: ...
    @property
    def real_time_config(self) -> RealtimeConfig:
        """What operators edit without a deployment, for this environment."""
    @property
    def memory(self) -> Memory: ...
    @property
    def verified_context(self) -> VerifiedContext: ...
    @property
    def context_vault(self) -> Attributes:
        """What the site that the user is on has vouched for; empty elsewhere."""
    @property
    def history(self) -> list[UserInput | AgentResponse]:
        """Everything said so far, this input included."""
    @property
    def num_turns(self) -> int: ...

    # What the platform does for it
    @property
    def utils(self) -> Utils: ...
    @property
    def api(self) -> ApiExecutor:
        """`conv.api.<integration>.<operation>(…)`, with credentials that code never sees."""
    @property
    def integrations(self) -> Integrations: ...
    @property
    def functions(self) -> FunctionExecutor:
        """The project's global functions, without `conv`: `conv.functions.say_goodbye()`."""
    def log_api_response(self, response: Any, override_url: str | None = None) -> None: ...

    # Where it goes on
    def say(self, utterance: str) -> None:
        """Word for word to the user; the turn ends. The last call counts."""
    def goto_flow(self, flow_name: FlowName) -> None:
        """Into the flow, at its start step, once this function has returned."""
    def exit_flow(self) -> None: ...
    @property
    def handoffs(self) -> dict[str, HandoffConfig]: ...
    def call_handoff(
        self,
        destination: HandoffName = "default",
        reason: str | None = None,
        utterance: str | None = None,
        sip_headers: Mapping[str, str] | None = None,
        route: str | None = None,
    ) -> dict[str, Any]:
        """Hand over to a configured destination; return what it returns."""
    transfer_call = call_handoff

    # Variant, language, time
    @property
    def variants(self) -> dict[str, Variant]: ...
    @property
    def variant_name(self) -> str | None: ...
    @property
    def variant(self) -> Variant:
        """The attributes of the current variant; None in a project without variants."""
    @variant.setter
    def variant(self, attributes: Mapping[str, Any]) -> None: ...
    def set_variant(self, name: VariantName) -> None: ...
    @property
    def language(self) -> str: ...
    def set_language(self, code: LanguageCode) -> None:
        """A language that the project does not have falls back to its default."""
    @property
    def translations(self) -> TranslationReplacementProxy:
        """`conv.translations.<name>`: the text in the current language."""
    @property
    def timezone(self) -> ZoneInfo | None: ...
    def set_timezone(self, tz: str | ZoneInfo) -> None: ...
    @property
    def clock(self) -> Clock: ...

    # Messages: queued, and sent when the turn ends
    @property
    def sms_templates(self) -> dict[str, SMSTemplate]: ...
    @property
    def sms_queue(self) -> list[OutgoingSMS | OutgoingSMSTemplate]: ...
    def send_sms_template(
        self,
        to_number: str | None = None,
        template: TemplateName = "",
        retry_count: int | None = None,
        to: str | None = None,
    ) -> None: ...
    def send_sms(
        self, to_number: str | None, from_number: str | None = None, content: str = "", retry_count: int | None = None
    ) -> None: ...
    def send_whatsapp(
        self,
        to_number: str | None,
        from_number: str | None = None,
        content_id: str | None = None,
        content: str | None = "",
        retry_count: int | None = None,
    ) -> None: ...
    def send_content_template(
        self,
        messaging_service_id: str,
        to_number: str | None,
        content_id: str,
        content: str | None = "",
        whatsapp: bool | None = False,
        content_variables: Mapping[str, Any] | None = None,
        retry_count: int | None = None,
    ) -> None: ...
    def send_email(self, to: str, body: str, subject: str = "") -> None: ...

    # Metrics and the survey
    @property
    def metric_events(self) -> list[MetricEvent]: ...
    @property
    def metrics_queue(self) -> list[dict[str, Any]]: ...
    def write_metric(self, name: str, value: Any = None, *, write_once: bool = False) -> None: ...
    def goto_csat_flow(self) -> None: ...
    def set_csat_eligibility(self, eligible: bool, reason: str | None = None) -> None: ...
    def set_csat_phone_number(self, phone_number: str) -> None: ...
    def set_csat_score(self, score: int) -> None: ...
    def set_csat_survey_entered(self) -> None: ...

    # External events
    @property
    def generic_external_events(self) -> list[GenericExternalEvent]: ...
    @property
    def external_events(self) -> ExternalEvents: ...
    def generate_external_event(self, *, send_to_llm: bool = False) -> str:
        """An id under which others may post something into this conversation, for an hour."""

    # Speech
    @property
    def voice_change(self) -> TTSVoice | None: ...
    @property
    def provider_voice_id(self) -> str: ...
    def set_voice(self, voice: TTSVoice) -> None: ...
    def randomize_voice(self, voice_weights: Sequence[VoiceWeighting]) -> None: ...
    def set_asr_biasing(
        self, keywords: Sequence[str] | None = None, custom_biases: Mapping[str, float] | None = None
    ) -> None:
        """Words that recognition expects, until they are cleared."""
    def clear_asr_biasing(self) -> None: ...
    def set_background_track(self, name: str, loudness: float = -40) -> None: ...
    def discard_recording(self) -> None: ...

    # Knowledge and web chat
    @property
    def knowledge_base(self) -> KnowledgeBase: ...
    def disable_kb_topics(self, topics: Sequence[TopicName]) -> None:
        """Topics that retrieval leaves out until further notice, instead of those before."""
    def clear_disabled_kb_topics(self) -> None: ...
    @property
    def attachments(self) -> list[Any]: ...
    def add_attachments(self, attachments: Any) -> None: ...
    @property
    def response_suggestions(self) -> list[str]: ...
    def set_response_suggestions(self, suggestions: Sequence[str]) -> None: ...

class Flow:
    """The flow that a transition function or a function step belongs to."""

    @property
    def current_step(self) -> str | None: ...
    @property
    def functions(self) -> FlowFunctionExecutor: ...
    def goto_step(self, step_name: StepName, label: str | None = None) -> None: ...

class FlowFunctionExecutor:
    """Functions of the flow, its function steps and global ones."""

    def __getattr__(self, name: str) -> Any: ...
    def __getitem__(self, name: str) -> Any: ...
    def __contains__(self, name: str) -> bool: ...

class _Line:
    def __init__(self, text: str) -> None: ...
    @property
    def text(self) -> str: ...
    @property
    def role(self) -> str: ...
    def to_dict(self) -> dict[str, str]: ...
    def to_string(self) -> str: ...

class UserInput(_Line): ...
class AgentResponse(_Line): ...

class ConversationLogger:
    """One method for each level: the text, then any named fields; `is_pii=True` for what is personal."""

    def debug(self, *args: Any, **fields: Any) -> None: ...
    def info(self, *args: Any, **fields: Any) -> None: ...
    def warning(self, *args: Any, **fields: Any) -> None: ...
    def warn(self, *args: Any, **fields: Any) -> None: ...
    def error(self, *args: Any, **fields: Any) -> None: ...
    def critical(self, *args: Any, **fields: Any) -> None: ...
    def fatal(self, *args: Any, **fields: Any) -> None: ...
    def exception(self, *args: Any, **fields: Any) -> None: ...

class Clock:
    """The agent's clock, which stands still in a simulation."""

    @property
    def timezone(self) -> str: ...
    def now(self) -> datetime: ...
    def now_utc(self) -> datetime: ...
    def today(self) -> date: ...

class TranslationReplacementProxy:
    def __getattr__(self, name: str) -> str: ...
    def __getitem__(self, name: str) -> str: ...

class KnowledgeBase:
    @property
    def disabled_topics(self) -> list[str]: ...
    def replace(self, names: list[str]) -> None: ...
    def disable_topics(self, topic_names: list[str]) -> None: ...
    def enable_topics(self, topic_names: list[str]) -> None: ...
    def enable_all_topics(self) -> None: ...

# What the platform does

class ApiExecutor:
    def __getattr__(self, name: str) -> _Integration: ...

class Integrations:
    def __getattr__(self, name: str) -> _Integration: ...

class _Integration:
    def __getattr__(self, name: str) -> Callable[..., _ApiResponse]: ...

class _ApiResponse(requests.Response):
    """A response of requests; items are those of its JSON."""

    def __getitem__(self, key: Any) -> Any: ...
    def get(self, key: str, default: Any = None) -> Any: ...

class Utils:
    EntityType: type[_values.EntityType]
    NumericType: type[_values.NumericType]
    EntityConfig: type[_values.EntityConfig]
    NumericConfig: type[_values.NumericConfig]
    QuantityConfig: type[_values.QuantityConfig]
    CurrencyConfig: type[_values.CurrencyConfig]
    NameConfig: type[_values.NameConfig]
    FreeTextConfig: type[_values.FreeTextConfig]
    AlphanumericConfig: type[_values.AlphanumericConfig]
    DateConfig: type[_values.DateConfig]
    EmailConfig: type[_values.EmailConfig]
    TimeConfig: type[_values.TimeConfig]
    PhoneNumberConfig: type[_values.PhoneNumberConfig]
    EnumConfig: type[_values.EnumConfig]
    def prompt_llm(
        self,
        prompt: str,
        *,
        show_history: bool = False,
        return_json: bool = False,
        model: str | None = None,
        **_: Any,
    ) -> Any:
        """A model's answer; with `return_json` what its JSON says."""
    def get_secret(self, secret_name: str) -> Any:
        """A text or a dictionary; raises SecretNotFound or MissingAccess."""
    def validate_entity(self, value: object, entity_config: Any) -> EntityValidationResponse: ...
    def extract_address(self, addresses: Sequence[Address] | None = None, country: str = "US") -> Address:
        """An address in what the user just said; raises ExtractionError."""
    def extract_city(
        self, city_spellings: Sequence[str] | None = None, states: Sequence[str] | None = None, country: str = "US"
    ) -> Address: ...
    def geocode_address(self, full_address: str, provider: str = "google_maps") -> Address: ...
    def extract_and_geocode_address(
        self,
        country: str = "US",
        postcodes: Sequence[str] | None = None,
        biases: Sequence[str] | None = None,
        provider: str = "google_maps",
    ) -> Address: ...
