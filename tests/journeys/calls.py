"""A real `parley up` that takes and places phone calls: its numbers, its trunk, its records, and a model that is told
what to do by the keys that callers press."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from tests.certificates import Authority
from tests.fake_openai import Body, FakeOpenAI, Reply, call, fake_openai, words
from tests.journeys.installation import files_of
from tests.journeys.instance import Instance, parley, up
from tests.telephony.peers.process import LOOPBACK
from tests.telephony.peers.sound import loudness
from tests.waiting import until

DEMO = ("--account", "demo", "--project", "restaurant")
DNI_SECONDS = 5.0
KEY_HEADERS = {"outbound": "x-service-auth-token"}
PATIENCE = 60.0
LOUD = 0.01
"""Speech is louder than this, a line on which nobody speaks is not."""
MOMENT = 4_000
"""Bytes of sound: a quarter of a second."""
PAID = "It is paid."

_numbers = count(1)


@dataclass(slots=True)
class Switchboard:
    """The demo of an instance, with the agent of `agents/calls` and two trunks: one that calls come through, from this
    machine, and one for calls that are placed."""

    instance: Instance
    http: httpx.AsyncClient
    model: FakeOpenAI
    authority: Authority
    inbound: str = ""
    outbound: str = ""
    outbound_key: str = ""
    """The demo's own leads to the demo's own line."""

    @property
    def port(self) -> int:
        return int(self.instance.credentials["sip"].rpartition(":")[2])

    @property
    def tls_port(self) -> int:
        return int(self.instance.credentials["sips"].rpartition(":")[2])

    def uri(self, number: str) -> str:
        return f"sip:{number}@{LOOPBACK}:{self.port}"

    async def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        """The build service, of the agent."""
        known = self.instance.credentials
        url = f"{known['build_url']}/v1/agents/{known['project_id']}{path}"
        return await self.http.request(
            method, url, headers={"x-api-key": known["keys"]["build"]}, json=body if body else None
        )

    async def build(self, method: str, path: str, status: int, **body: Any) -> Any:
        answer = await self.ask(method, path, **body)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    async def platform(self, method: str, path: str, key: str, **options: Any) -> httpx.Response:
        known = self.instance.credentials
        secret = self.outbound_key if key == "outbound" else known["keys"][key]
        headers = {KEY_HEADERS.get(key, "x-api-key"): secret, **options.pop("headers", {})}
        return await self.http.request(method, f"{known['platform_url']}{path}", headers=headers, **options)

    async def number(self, **fields: Any) -> str:
        """A number that nobody has called yet."""
        number = f"+4420795{next(_numbers):05}"
        await self.build("POST", "/telephony/phone-numbers", 201, phoneNumbers=[number], **fields)
        return number

    async def connector(self, **fields: Any) -> str:
        made = await self.build("POST", "/telephony/connectors", 201, name="Another", **fields)
        return str(made["connectorId"])

    async def change(self, connector: str, **fields: Any) -> None:
        await self.build("PATCH", f"/telephony/connectors/{connector}", 200, **fields)

    async def records(self, number: str) -> list[dict[str, Any]]:
        """Of conversations with this number, on either side; the oldest first."""
        answer = await self.platform("GET", "/v3/demo/restaurant/conversations?limit=200", "conversations")
        assert answer.status_code == 200, answer.text
        found = [one for one in answer.json()["conversations"] if number in (one["to_number"], one["from_number"])]
        return found[::-1]

    async def record(self, number: str, turns: int | None = None) -> dict[str, Any]:
        """Of the only conversation with this number: once it has so many turns, or its end function has run."""

        async def is_there() -> bool:
            found = await self.records(number)
            return bool(found) and (_is_finished(found[0]) if turns is None else found[0]["num_turns"] >= turns)

        await until(is_there, PATIENCE)
        (found,) = await self.records(number)
        return found

    async def detail(self, conversation: str) -> dict[str, Any]:
        found: dict[str, Any] = await self.build("GET", f"/conversations/{conversation}", 200)
        return found

    async def project(self, number: str, **fields: Any) -> str:
        answer = await self.platform(
            "POST",
            "/v1/outbound-calling",
            "outbound",
            json={"to_number": number, **fields},
        )
        assert answer.status_code == 200, answer.text
        return str(answer.json()["call_sid"])

    async def status(self, call_sid: str) -> tuple[str, str]:
        answer = await self.platform("GET", f"/v1/outbound-calling/{call_sid}/status", "outbound")
        assert answer.status_code == 200, answer.text
        return answer.json()["status"], answer.json()["reason"]

    async def until_status(self, call_sid: str, wanted: str, seconds: float = PATIENCE) -> str:
        """The reason that comes with it."""

        async def is_so() -> bool:
            return (await self.status(call_sid))[0] == wanted

        await until(is_so, seconds)
        return (await self.status(call_sid))[1]

    async def recording(self, conversation: str) -> bytes:
        known = self.instance.credentials
        url = f"{known['build_url']}/v1/agents/{known['project_id']}/conversations/{conversation}/audio"
        answer = await self.http.get(url, headers={"x-api-key": known["keys"]["build"]})
        assert answer.status_code == 200, answer.text
        return answer.content

    async def voice(self) -> dict[str, Any]:
        """How the voice process is."""
        return dict((await self.instance.health())["voice"])

    async def until_quiet(self) -> None:
        """No call runs any more."""

        async def is_quiet() -> bool:
            return bool((await self.voice()).get("calls") == 0)

        await until(is_quiet, PATIENCE)


def assert_said(record: dict[str, Any], *replies: str) -> None:
    """These were the agent's replies. Of one that a key interrupted the record holds what was heard; never of the
    last."""
    found = [turn["agent_response"].strip() for turn in record["turns"]]
    assert len(found) == len(replies), found
    for heard, whole in zip(found, replies, strict=True):
        assert whole.startswith(heard), found
    assert found[-1] == replies[-1]


async def until_loud(heard: Callable[[], bytes], after: int = 0) -> None:
    """Until a telephone has heard words, later than so many bytes."""

    async def is_loud() -> bool:
        return loudness(heard()[after:]) > LOUD

    await until(is_loud, PATIENCE)


async def until_silent(heard: Callable[[], bytes]) -> None:
    """Until nobody has spoken to a telephone for a moment."""

    async def is_silent() -> bool:
        return loudness(heard()[-MOMENT:]) < LOUD

    await until(is_silent, PATIENCE)


@asynccontextmanager
async def spoken_switchboard(
    folder: Path, answer: Callable[[Body], Reply], agent: str = "booking", **settings: str
) -> AsyncIterator[Switchboard]:
    """One that hears and speaks with the embedded engines. Its agent is in `agents`, its model is given."""
    async with fake_openai() as model, httpx.AsyncClient(trust_env=False, timeout=20) as http:
        model.otherwise = answer
        env = {
            "PARLEY_SPEECH": "auto",
            "PARLEY_RECOGNITION": "moonshine",
            "PARLEY_EMBEDDINGS": "none",
            "PARLEY_LLM_BASE_URL": model.url,
            "PARLEY_LLM_MODEL": "books",
            **settings,
        }
        async with up(folder, env=env) as instance:
            board = Switchboard(instance, http, model, Authority(folder))
            await _prepare(board, folder / "agent", agent)
            yield board


@asynccontextmanager
async def switchboard(folder: Path) -> AsyncIterator[Switchboard]:
    authority = Authority(folder)
    async with fake_openai() as model, httpx.AsyncClient(trust_env=False, timeout=20) as http:
        model.otherwise = answer
        env = {
            "PARLEY_SPEECH": "espeak",
            "PARLEY_RECOGNITION": "none",
            "PARLEY_EMBEDDINGS": "none",
            "PARLEY_LLM_BASE_URL": model.url,
            "PARLEY_LLM_MODEL": "keys",
            "PARLEY_SIP_CA_FILE": str(authority.file),
            "PARLEY_DNI_SECONDS": str(DNI_SECONDS),
        }
        async with up(folder, env=env) as instance:
            board = Switchboard(instance, http, model, authority)
            await _prepare(board, folder / "agent")
            yield board


async def _prepare(board: Switchboard, agent: Path, name: str = "calls") -> None:
    """As an operator does who has numbers and trunks of their own: the demo's make room for them."""
    for number in (await board.build("GET", "/telephony/phone-numbers", 200))["phoneNumbers"]:
        await board.build("DELETE", f"/telephony/phone-numbers/{number['number']}", 200)
    for connector in (await board.build("GET", "/telephony/connectors", 200))["connectors"]:
        await board.build("DELETE", f"/telephony/connectors/{connector['connectorId']}", 200)
    for path, text in files_of(name).items():
        (agent / path).parent.mkdir(parents=True, exist_ok=True)
        (agent / path).write_text(text)
    inbound = ("connectors", "create", "In", *DEMO, "--network", f"{LOOPBACK}/32")
    outbound = ("connectors", "create", "Out", *DEMO, "--outbound", "--host", LOOPBACK, "--caller-id", "+442071230000")
    _, made_in, made_out = await asyncio.gather(
        _done(board, "push", str(agent), "--to", "live", *DEMO),
        _done(board, *inbound, "--json"),
        _done(board, *outbound, "--json"),
    )
    board.inbound, board.outbound = _connector(made_in), _connector(made_out)
    issued = await _done(board, "keys", "issue", "outbound", *DEMO, "--connector", board.outbound, "--json")
    board.outbound_key = _secret(issued)


async def _done(board: Switchboard, *command: str) -> str:
    done = await asyncio.to_thread(parley, board.instance.data, *command)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _is_finished(record: dict[str, Any]) -> bool:
    """The last metric is the end function's."""
    return not record["in_progress"] and "LINES" in record["metrics"]


def _secret(printed: str) -> str:
    found = re.search(r"pk_out_\w+", printed)
    assert found is not None
    return found[0]


def _connector(printed: str) -> str:
    found = re.search(r"CONNECTOR-\w+", printed)
    assert found is not None
    return found[0]


def answer(body: Body) -> Reply:
    """Keys, or silence, are for the agent's function; an event is talked about."""
    said = str(body["messages"][-1]["content"])
    if '"paid"' in said:
        return words(PAID)
    return call("pressed", keys=said if re.fullmatch(r"[0-9*#]+", said) else "")
