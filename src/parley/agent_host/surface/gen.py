"""The modules that every project imports without having them: `_gen`, `imports`, `plog`, `polyai`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from parley.agent_host.surface import attributes, entities, errors, tts_voices
from parley.agent_host.surface.api import ApiExecutor, Integrations
from parley.agent_host.surface.conversation import Conversation
from parley.agent_host.surface.extraction import Address
from parley.agent_host.surface.function_calls import Flow, FunctionExecutor
from parley.agent_host.surface.handoffs import HandoffConfig
from parley.agent_host.surface.history import AgentResponse, UserInput
from parley.agent_host.surface.knowledge_base import KnowledgeBase
from parley.agent_host.surface.localization import Clock, TranslationReplacementProxy
from parley.agent_host.surface.logs import BoundLogger, ConversationLogger
from parley.agent_host.surface.memory import Memory, VerifiedContext
from parley.agent_host.surface.outgoing_messages import OutgoingSMS, OutgoingSMSTemplate, SMSTemplate
from parley.agent_host.surface.state import Lost, State
from parley.agent_host.surface.telephony import AgenticDial, Destination, Destinations, ExternalEvents, SMSReceived
from parley.agent_host.surface.utils import Utils
from parley.agent_host.surface.webchat import Attachment, ChatCallAction, WebchatInterface

F = TypeVar("F", bound=Callable[..., Any])
SHADOWED = ("_gen", "imports", "polyai")


_PLACEHOLDER_NAMES = (
    *("AgenticDialConfig", "AgenticDialData", "MessageToChild", "MessageToParent"),
    *("ApiIntegrationData", "ASRBiasing", "BackgroundTrack", "Event"),
    *("BaseRangeConfig", "NonNegativeMaxRangeConfig"),
    *("FlowTransition", "StepTransition", "Transition", "Handoff"),
    *("OutgoingEmail", "SMSClient", "SMSCredentials", "SMSObj", "SMSSentEvent", "TelnyxSMSClient", "TwilioSMSClient"),
)


class Placeholder(attributes.Attributes):
    """A type that the format names and nothing here makes or reads: code may mention, extend and build it. It takes any
    arguments and remembers those that were named."""

    def __init__(self, *_: Any, **members: Any) -> None:
        super().__init__(members)


PLACEHOLDERS = {name: type(name, (Placeholder,), {"__module__": "_gen"}) for name in _PLACEHOLDER_NAMES}


def _leave_unchanged(*_: Any, **__: Any) -> Callable[[F], F]:
    """Decorators are read from the source by the serving process; here they leave the function alone."""
    return lambda function: function


def _public_classes(module: ModuleType) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if _is_own_class(module, value)}


def _is_own_class(module: ModuleType, value: object) -> bool:
    return (
        isinstance(value, type) and value.__module__ in (module.__name__, "_gen") and not value.__name__.startswith("_")
    )


def public_names() -> dict[str, Any]:
    """What `from _gen import *` brings."""
    classes = [
        *(Address, AgentResponse, AgenticDial, ApiExecutor, Attachment, ChatCallAction, Clock, Conversation),
        *(ConversationLogger, Destination, Destinations, ExternalEvents, Flow, FunctionExecutor, HandoffConfig),
        *(Integrations, KnowledgeBase, Lost, Memory, OutgoingSMS, OutgoingSMSTemplate, SMSReceived, SMSTemplate, State),
        *(TranslationReplacementProxy, UserInput, Utils, VerifiedContext, WebchatInterface),
    ]
    found: dict[str, Any] = {**PLACEHOLDERS, **{kind.__name__: kind for kind in classes}}
    for module in (attributes, entities, errors, tts_voices):
        found |= _public_classes(module)
    return found | {
        "FlowFunctionExecutor": FunctionExecutor,
        "VoiceType": tts_voices.VoiceType,
        "EmotionKindValue": str,
        "EmotionIntensityValue": str,
        "SupportedLanguageCodes": str,
        "func_description": _leave_unchanged,
        "func_parameter": _leave_unchanged,
        "func_latency_control": _leave_unchanged,
    }


def create_module(name: str) -> ModuleType:
    """A module of that name with all of it in it, whatever part of the surface the project expects there."""
    found = ModuleType(name, "Provided by Parley.")
    found.__dict__.update(public_names())
    found.__dict__["__all__"] = sorted(public_names())
    # With a path it is a package, and `_gen.conversation` can be imported from it.
    found.__path__ = []
    return found


def create_plog() -> ModuleType:
    found = ModuleType("plog", "Provided by Parley: log lines become part of the record of the call.")
    logger = BoundLogger()
    members = ("debug", "info", "warning", "warn", "error", "critical", "fatal", "exception", "bind", "new", "tmp_bind")
    found.__dict__.update({member: getattr(logger, member) for member in members})
    found.__dict__.update({"get_logger": logger.get_logger, "getLogger": logger.get_logger, "logger": logger})
    return found


def install() -> None:
    """Once per process. Classes that may be pickled into a state say that they live in `_gen`, wherever that is."""
    for name in SHADOWED:
        sys.modules[name] = create_module(name)
    sys.modules["plog"] = create_plog()
    # After the modules exist: pickle looks a class up where it says that it lives.
    for value in public_names().values():
        if isinstance(value, type) and value.__module__.startswith("parley."):
            value.__module__ = "_gen"
