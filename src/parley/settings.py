"""Every setting, read from the environment once, at the start of a process."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from pathlib import Path
from typing import Any

from pydantic import Field, FilePath, field_validator

from parley.kit.comma_lists import Codecs, Environments, Names, Networks, Pauses
from parley.kit.http_limits import LIMITS, HttpLimits
from parley.kit.outbound.addresses import Rules
from parley.providers.recognition.protocol import RecognitionChoice
from parley.providers.speech.protocol import SpeechChoice
from parley.providers.turn_end.protocol import TurnModelChoice
from parley.storage.settings import StorageSettings

PLATFORM_REGIONS = ("us-1", "uk-1", "euw-1")
BUILD_REGIONS = {"us-1": "us", "uk-1": "uk", "euw-1": "eu"}


EVERYWHERE = ("0.0.0.0/0", "::/0")
PRIVATE_NETWORKS: tuple[IPv4Network | IPv6Network, ...] = (
    *map(IPv4Network, ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16")),
    *map(IPv6Network, ("::1/128", "fc00::/7", "fe80::/10")),
)
LEAST_HUNG_SECONDS = 2.0
"""Signs of life come twice a second: a single one that is late must not cost a process."""


class Settings(StorageSettings):
    """Named `PARLEY_<FIELD>` in the environment."""

    data: Path = Field(default=Path(".parley"), description="Folder of the embedded database, credentials and logs.")

    region: str = Field(default="us-1", pattern="^(us-1|uk-1|euw-1)$", description="The region this node serves.")
    region_urls: dict[str, str] = Field(
        default={}, description="Addresses of other regions, named in errors (JSON object)."
    )
    own_hosts: Names = Field(
        default=(), description="Host names without a region label that mean this node's region, separated by commas."
    )

    llm_base_url: str | None = Field(
        default=None, description="An OpenAI-compatible endpoint; without one the built-in responder answers."
    )
    llm_provider: str | None = Field(
        default=None,
        description="A vendor with an interface of its own, such as anthropic (needs parley[vendors]), or `small`.",
    )
    llm_api_key: str | None = Field(default=None, description="Its key.")
    llm_model: str = Field(default="", description="Its model.")
    llm_fallbacks: Names = Field(default=(), description="Models to try when it fails, separated by commas.")
    llm_first_word_seconds: float = Field(default=20.0, gt=0, description="How long to wait for a model's first word.")
    llm_seconds: float = Field(default=60.0, gt=0, description="How long a model's whole answer may take.")
    llm_threads: int = Field(
        default=0, ge=0, le=64, description="Threads of a model on this machine; 0 for half of the processors."
    )
    # Off: what was said goes to the model once more, and costs tokens.
    summaries: bool = Field(default=False, description="Have the model sum up conversations that have ended.")
    embeddings: str = Field(
        default="local", description="`local` (a model in this package), `none`, or an OpenAI-compatible address."
    )
    embeddings_model: str = Field(default="", description="The model at that address.")
    embeddings_dims: int = Field(default=1536, ge=1, description="How many numbers its vectors have.")
    embeddings_api_key: str | None = Field(default=None, description="The key for that address.")
    # 64 MB hold a million conversations with the local model: 48 bytes of signature and 16 of id each.
    semantic_cache_mb: int = Field(
        default=64, ge=0, description="Memory that a process may use to keep what semantic searches compare."
    )

    # As long as ids of external events are good for: a chat that waits for one must not end before it comes.
    chat_idle_seconds: float = Field(default=3600.0, gt=0, description="A chat this long without a word has ended.")
    function_seconds: float = Field(default=10.0, gt=0, description="How long one function of an agent may run.")
    agent_memory_mb: int = Field(default=512, ge=64, description="Memory of one agent host.")
    agent_hosts: int = Field(default=8, ge=1, le=256, description="Most hosts that one deployment gets in a process.")
    agent_ports: Names = Field(
        default=(), description="TCP ports that agents' own code may connect to, separated by commas; `*` for any."
    )
    # Off: code of tenants that silently runs as root would be the worst hole in the sandbox.
    agent_as_root: bool = Field(
        default=False, description="Let agents' code run as root where no other user can read the interpreter."
    )
    agent_scratch_mb: int = Field(default=64, ge=1, description="Temporary files of a deployment, in megabytes.")
    agent_scratch_files: int = Field(default=4096, ge=64, description="Temporary files of a deployment, in number.")
    deployment_memory_mb: int = Field(default=2048, ge=64, description="Memory of all hosts of a deployment.")
    deployment_threads: int = Field(default=256, ge=16, description="Threads of all hosts of a deployment.")
    deployment_cpus: float = Field(
        default=0.0, ge=0, description="Processors that a deployment may keep busy; 0 for half of them, at least one."
    )

    dni_seconds: float = Field(
        default=900.0, ge=1, le=24 * 3600, description="How long a number is reserved for a caller."
    )

    sms_url: str | None = Field(default=None, description="A Twilio-compatible address; without one SMS are recorded.")
    sms_account: str = Field(default="", description="Its account SID.")
    sms_token: str = Field(default="", description="Its auth token.")
    smtp_host: str | None = Field(default=None, description="A mail server; without one mails are recorded.")
    smtp_port: int = Field(default=587, description="Its port.")
    smtp_user: str = Field(default="", description="Its user.")
    smtp_password: str = Field(default="", description="Its password.")
    mail_from: str = Field(default="parley@localhost", description="Sender of mails.")

    sip_host: str = Field(default="127.0.0.1", description="The address that calls come to and leave from.")
    sip_port: int = Field(default=5060, ge=0, le=65535, description="Its UDP port; 0 takes any free one.")
    sip_tls_port: int = Field(default=5061, ge=0, le=65535, description="Its TLS port; 0 takes any free one.")
    sip_public_address: IPv4Address | IPv6Address | None = Field(
        default=None, description="The IP address that others see, behind a router that translates addresses."
    )
    sip_public_port: int | None = Field(default=None, ge=1, le=65535, description="Its UDP port, if not our own.")
    sip_public_tls_port: int | None = Field(default=None, ge=1, le=65535, description="Its TLS port, if not our own.")
    sip_local_networks: Networks = Field(
        default=PRIVATE_NETWORKS, description="Peers that reach us without that router, separated by commas."
    )
    sip_certificate: FilePath | None = Field(
        default=None, description="Our certificate and its key (PEM) for TLS (default: made in the data folder)."
    )
    sip_ca_file: FilePath | None = Field(
        default=None, description="Authorities (PEM) that trunks are checked against (default: the system's)."
    )
    sip_calls: int = Field(default=100, ge=1, le=250, description="Most calls at once in one voice process.")
    sip_codecs: Codecs = Field(
        default=("pcmu", "pcma", "g722", "opus"), description="Audio codecs by preference, separated by commas."
    )
    rtp_ports: tuple[int, int] = Field(default=(10000, 20000), description="First and last UDP port of calls' media.")

    webrtc_host: str | None = Field(default=None, description="Where browsers' audio comes to (default: as SIP).")
    webrtc_public_address: IPv4Address | IPv6Address | None = Field(default=None, description="What they see of it.")
    webrtc_ports: tuple[int, int] = Field(default=(30000, 30999), description="First and last UDP port of that audio.")
    webrtc_ice_servers: Names = Field(default=(), description="STUN and TURN servers for browsers, between commas.")
    webrtc_turn_secret: str | None = Field(default=None, description="The secret that these TURN servers share.")
    public_url: str | None = Field(
        default=None,
        pattern="^https?://[^/?#]+(/[^?#]*[^/?#])?$",
        description="Where carriers of media streams reach the voice process: https://… (default: where it listens).",
    )
    messaging_public_url: str | None = Field(
        default=None,
        pattern="^https?://[^/?#]+(/[^?#]*[^/?#])?$",
        description="Where browsers reach the messaging service (default: where they got the widget from).",
    )
    console_url: str | None = Field(default=None, pattern="^https?://[^/?#]+$", description="Where the console is.")
    calls_url: str | None = Field(
        default=None,
        pattern="^(https?|wss?)://[^/?#]+(/[^?#]*[^/?#])?$",
        description="Where browsers reach the gateway of calls; without one the widget offers none.",
    )
    demo_widget: str | None = Field(
        default=None, description="The public token of a messaging key, whose widget is shown at /demo."
    )
    twilio_url: str = Field(
        default="https://api.twilio.com", pattern="^https?://", description="Twilio's interface, or a region's own."
    )
    texts_url: str | None = Field(
        default=None,
        pattern="^https?://[^/?#]+(/[^?#]*[^/?#])?$",
        description="Where carriers of text messages reach the platform service: https://… (default: as they came).",
    )
    telnyx_url: str = Field(default="https://api.telnyx.com", pattern="^https?://", description="Telnyx's interface.")
    plivo_url: str = Field(default="https://api.plivo.com", pattern="^https?://", description="Plivo's interface.")

    speech: SpeechChoice = Field(
        default="auto",
        description="What speaks on calls: `auto`, `hibari`, `flite`, `espeak`, or `silent` for benchmarks.",
    )
    speech_services: Names = Field(
        default=(),
        description="Services that speak although a project names none of their voices, in this order: `elevenlabs`, "
        "`cartesia`, `openai`.",
    )
    elevenlabs_api_key: str | None = Field(default=None, description="ElevenLabs' key; with one, its voices speak.")
    elevenlabs_url: str = Field(
        default="https://api.elevenlabs.io", pattern="^https?://", description="Its address, or that of a region."
    )
    elevenlabs_model: str = Field(default="eleven_flash_v2_5", description="Its model, where a voice names none.")
    elevenlabs_voice: str = Field(
        default="JBFqnCBsd6RMkjVDRZzb", description="Its voice, where a project names none of its own."
    )
    cartesia_api_key: str | None = Field(default=None, description="Cartesia's key; with one, its voices speak.")
    cartesia_url: str = Field(default="https://api.cartesia.ai", pattern="^https?://", description="Its address.")
    cartesia_model: str = Field(default="sonic-3", description="Its model, where a voice names none.")
    cartesia_voice: str = Field(
        default="6ccbfb76-1fc6-48f7-b71d-91ac6298247b", description="Its voice, where a project names none of its own."
    )
    speech_base_url: str | None = Field(
        default=None, description="An OpenAI-compatible endpoint that speaks; its provider name is `openai`."
    )
    speech_api_key: str | None = Field(default=None, description="Its key.")
    speech_model: str = Field(default="gpt-4o-mini-tts", description="Its model, where a voice names none.")
    speech_voice: str = Field(default="alloy", description="Its voice, where a project names none of its own.")
    speech_vendors: dict[str, Any] = Field(
        default={},
        description="More services, through Pipecat (JSON object: their class and its arguments by provider name).",
    )
    recognition_vendors: dict[str, Any] = Field(
        default={}, description="Services that hear, through Pipecat (JSON object: class and arguments by name)."
    )
    recognition: RecognitionChoice = Field(default="auto", description="What hears callers: auto, moonshine or none.")
    recognition_workers: int = Field(
        default=1, ge=1, le=64, description="Processes that recognise speech, for each voice process."
    )
    turn_model: TurnModelChoice = Field(
        default="none", description="What hears whether a caller's turn is complete: smart-turn or none."
    )
    foresee_turns: bool = Field(
        default=True, description="Begin the answer when a caller has probably said all, before that is certain."
    )
    deepgram_api_key: str | None = Field(
        default=None, description="Deepgram's key; with one, it recognises what callers say."
    )
    deepgram_url: str = Field(
        default="wss://api.deepgram.com/v1/listen", pattern="^wss?://", description="Its address, or that of your own."
    )
    deepgram_model: str = Field(default="nova-3", description="Its model.")
    transcription_base_url: str | None = Field(
        default=None, description="An OpenAI-compatible endpoint that recognises what callers say."
    )
    transcription_api_key: str | None = Field(default=None, description="Its key.")
    transcription_model: str = Field(default="whisper-1", description="Its model.")
    call_seconds: float = Field(
        default=3600.0, gt=0, description="How long a call may last. Two machines that talk to each other never tire."
    )
    voice_drain_seconds: float = Field(
        default=30.0, ge=0, description="How long a stopping voice process waits for calls to finish."
    )

    alert_environments: Environments = Field(
        default=("live",), description="Environments that alert rules look at, separated by commas."
    )

    # Closed unless somebody opens it: whoever has a build key chooses where these requests go.
    api_networks: Networks = Field(
        default=(),
        description="Networks besides the public internet that API integrations may go to; `any` for all of them.",
    )

    webhook_networks: Networks = Field(
        default=(), description="Networks besides the public internet that webhooks may go to, separated by commas."
    )
    webhook_plain_http: bool = Field(default=False, description="Let webhooks go to http:// addresses too.")
    webhook_ca_file: FilePath | None = Field(
        default=None, description="Certificates (PEM) of authorities to trust besides the public ones."
    )
    # Six attempts in five hours and a half: the schedule that receivers are told of.
    webhook_pauses: Pauses = Field(
        default=(60, 300, 900, 3600, 14400), description="Seconds between the attempts of a delivery."
    )
    webhook_at_once: int = Field(default=512, ge=1, le=4096, description="Deliveries that a worker sends at once.")
    # No overlap: whoever rotates a secret expects the old one to be void at once.
    webhook_overlap_seconds: float = Field(
        default=0.0, ge=0, description="How long an old signing secret goes on signing beside a new one."
    )
    # The names that existing receivers verify.
    webhook_header_prefix: str = Field(
        default="X-PolyAI-",
        pattern="^[Xx]-[A-Za-z0-9-]*$",
        description="What the names of signature headers begin with.",
    )
    webhook_log_days: float = Field(default=30.0, gt=0, description="How long events and attempts are kept.")

    # Off: a prompt holds the operator's rules and everything that was said before.
    keep_prompts: bool = Field(default=False, description="Keep what models were sent and answered, in traces.")
    audit_log_days: float = Field(default=400.0, gt=0, description="How long entries of the audit log are kept.")

    outbound_per_minute: int = Field(
        default=60, ge=0, description="Calls that an account may ask for in a minute; 0 for any number."
    )

    requests_per_minute: int = Field(
        default=0, ge=0, description="Requests that a key may make in a minute, by process; 0 for any number."
    )
    requests_waiting: int = Field(
        default=200, ge=1, le=100_000, description="Requests of an account that may wait for their turn, by process."
    )
    max_body_bytes: int = Field(default=1 << 20, ge=1024, description="Largest request body.")
    http_headers: int = Field(default=LIMITS.headers, ge=16, description="Most headers of a request.")
    http_header_bytes: int = Field(default=LIMITS.header_bytes, ge=2048, description="Most bytes of its headers.")
    http_url_bytes: int = Field(default=LIMITS.url_bytes, ge=256, description="Most bytes of its address.")
    http_head_seconds: float = Field(
        default=LIMITS.head_seconds, gt=0, description="How long a client may take to send the headers of a request."
    )
    http_body_seconds: float = Field(
        default=LIMITS.body_seconds, gt=0, description="How long it may take to send a body, plus what its size allows."
    )
    http_bytes_per_second: int = Field(
        default=LIMITS.bytes_per_second, ge=1, description="The size that allows a body, or an answer, a second more."
    )
    http_idle_seconds: float = Field(
        default=LIMITS.idle_seconds, gt=0, description="How long a connection is kept open between requests."
    )
    http_write_seconds: float = Field(
        default=LIMITS.write_seconds, gt=0, description="How long a client that does not read its answer is waited for."
    )
    http_requests_per_connection: int = Field(
        default=LIMITS.requests_per_connection, ge=1, description="A connection is closed after so many requests."
    )
    http_connections: int = Field(
        default=LIMITS.connections, ge=16, description="Most connections at once to a process."
    )
    http_connections_per_address: int = Field(
        default=LIMITS.connections_per_address, ge=1, description="Most of them from one address."
    )
    http_trusted_proxies: Networks = Field(
        default=LIMITS.trusted_proxies,
        description="Networks of proxies whose X-Forwarded-For says the address, separated by commas.",
    )
    http_body_memory_mb: int = Field(
        default=LIMITS.body_memory >> 20, ge=1, description="Memory for bodies that are still coming in, by process."
    )
    drain_seconds: float = Field(
        default=30.0, ge=0, description="How long a stopping process waits for requests in flight."
    )
    leave_seconds: float = Field(
        default=0.0,
        ge=0,
        le=600,
        description="How long it takes requests before that, while /readyz says that it goes.",
    )
    # Twelve signs of life in a row, which come twice a second.
    hung_seconds: float = Field(
        default=6.0, ge=0, description="A child of `parley up` that gives no sign of life for this long is replaced."
    )
    start_seconds: float = Field(
        default=60.0, ge=5, description="How long a child of `parley up` may take to its first sign of life."
    )
    preload: bool = Field(
        default=True, description="`parley up` imports everything once and forks its children from that process."
    )
    traces_url: str | None = Field(default=None, pattern="^https?://", description="A collector of traces (OTLP/HTTP).")
    traces_headers: dict[str, str] = Field(default={}, repr=False, description="Headers for it (JSON object).")
    traces_share: float = Field(default=1.0, ge=0, le=1, description="The share of what begins here that is traced.")
    traces_text: bool = Field(default=False, description="Put prompts, replies and arguments into traces.")
    log_level: str = Field(default="info", pattern="^(debug|info|warning|error)$")
    log_file: Path | None = Field(default=None, description="Write logs here (rotating) instead of to stderr.")

    # Before what the type says: it is split there.
    @field_validator("api_networks", mode="before")
    @classmethod
    def _any(cls, value: object) -> object:
        return EVERYWHERE if isinstance(value, str) and value.strip().lower() == "any" else value

    @field_validator("hung_seconds")
    @classmethod
    def _is_several_beats(cls, value: float) -> float:
        if 0 < value < LEAST_HUNG_SECONDS:
            raise ValueError(f"is neither 0 nor at least {LEAST_HUNG_SECONDS:g}")
        return value

    @property
    def webhook_rules(self) -> Rules:
        return Rules(self.webhook_networks, self.webhook_plain_http)

    @property
    def http_limits(self) -> HttpLimits:
        return HttpLimits(
            headers=self.http_headers,
            header_bytes=self.http_header_bytes,
            url_bytes=self.http_url_bytes,
            head_seconds=self.http_head_seconds,
            body_seconds=self.http_body_seconds,
            bytes_per_second=self.http_bytes_per_second,
            idle_seconds=self.http_idle_seconds,
            write_seconds=self.http_write_seconds,
            requests_per_connection=self.http_requests_per_connection,
            connections=self.http_connections,
            connections_per_address=self.http_connections_per_address,
            trusted_proxies=self.http_trusted_proxies,
            body_memory=self.http_body_memory_mb << 20,
        )

    @property
    def build_region(self) -> str:
        return BUILD_REGIONS[self.region]
