"""A call as the door sees it: who talks to which agent, and through which trunk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from parley.agent_host.protocol import Json
from parley.domain.calls.model import Call, Direction, Encryption
from parley.domain.conversations.model import CALL_PREFIX, INBOUND_PREFIX
from parley.domain.numbers.model import Connector
from parley.domain.projects.info import ProjectInfo
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.session.sessions import ConversationStart
from parley.telephony.sip.protocol import DialRequest, Peer

CHANNEL = "VOICE-SIP"
CHANNEL_TYPE = "sip.polyai"


@dataclass(frozen=True, slots=True)
class CallRoute:
    call: Call
    project: ProjectInfo
    connector: Connector
    password: str = field(default="", repr=False)
    """The trunk's, for calls that we place through it."""
    sip_headers: Mapping[str, str] = field(default_factory=dict)
    """What the agent's functions see of the invitation."""
    attributes: Mapping[str, Json] | None = None
    """What a reservation brings along."""
    source: str = ""
    """The address that a call came from."""

    def with_variant_of(self, agent: CompiledProject) -> CallRoute:
        """A variant that a newer deployment no longer has is forgotten: the caller gets the usual one."""
        known = not self.call.variant_id or agent.variant(self.call.variant_id) is not None
        return self if known else replace(self, call=replace(self.call, variant_id=""))

    def opening(self) -> ConversationStart:
        """To the agent the caller is whoever it talks to, also when it was the agent who called."""
        call, outbound = self.call, self.call.direction is Direction.OUTBOUND
        ours = call.from_number or self.connector.trunk.caller_id
        caller, called = (call.to_number, ours) if outbound else (call.from_number, call.to_number)
        return ConversationStart(
            environment=call.environment,
            channel=CHANNEL,
            channel_type=CHANNEL_TYPE,
            variant=call.variant_id or None,
            integration_attributes=self.attributes,
            from_number=caller,
            to_number=called,
            sip_headers=self.sip_headers,
            id=call.id,
            prefix=CALL_PREFIX if outbound else INBOUND_PREFIX,
        )

    def dialled(
        self,
        number: str,
        encryption: Encryption,
        headers: Mapping[str, str],
        *,
        host: str = "",
        port: int | None = None,
        caller: str = "",
    ) -> DialRequest:
        """A call through the trunk, or to another `host`, which learns no password of ours."""
        trunk = self.connector.trunk
        tls, srtp = encryption.value.startswith("TLS"), encryption.value.endswith("SRTP")
        usual = (trunk.tls_port if tls else trunk.port) if not host else (5061 if tls else 5060)
        peer = Peer(
            host=host or trunk.host,
            port=port or usual,
            caller=caller or self.call.from_number or trunk.caller_id or "parley",
            domain=trunk.from_domain or trunk.host or host,
            user="" if host else trunk.user,
            password="" if host else self.password,
        )
        return DialRequest(number, peer, tls, srtp, headers)
