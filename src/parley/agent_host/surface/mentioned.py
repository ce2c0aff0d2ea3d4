"""Types that the format names and nothing here makes or reads: code may mention, extend and build them."""

from __future__ import annotations

from typing import Any

from parley.agent_host.surface.attributes import Attributes

_NAMES = (
    *("AgenticDialConfig", "AgenticDialData", "MessageToChild", "MessageToParent"),
    *("ApiIntegrationData", "ASRBiasing", "BackgroundTrack", "Event"),
    *("BaseRangeConfig", "NonNegativeMaxRangeConfig"),
    *("FlowTransition", "StepTransition", "Transition", "Handoff"),
    *("OutgoingEmail", "SMSClient", "SMSCredentials", "SMSObj", "SMSSentEvent", "TelnyxSMSClient", "TwilioSMSClient"),
)


class Mentioned(Attributes):
    """Takes any arguments and remembers those that were named."""

    def __init__(self, *_: Any, **members: Any) -> None:
        super().__init__(members)


TYPES: dict[str, type] = {name: type(name, (Mentioned,), {"__module__": "_gen"}) for name in _NAMES}
