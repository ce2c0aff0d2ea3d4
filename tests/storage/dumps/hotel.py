"""The account that the dump is about: an agent at the front desk of a hotel, with its clients and its operator."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from parley.domain.accounts.model import Family
from parley.providers.llm.scripted import Answer, Call, Move, Say
from parley.storage import queue
from tests.build_api.builder import run_jobs
from tests.clocks import ShiftedClock
from tests.expecting import WEBHOOK
from tests.journeys.installation import Agent, Installation, Talk, files_of

Notes = dict[str, Any]

BOOKING = (
    ("A room, please", (Call("start_booking"), Say("Which room, and for how long?"))),
    (
        "Sea view, three nights from the third of May 2031",
        (
            Call("save_entities", {"room": "sea view", "nights": 3, "arrival": "2031-05-03"}),
            Call("choose_path", {"condition": "All known"}),
            Say("Shall I book it?"),
        ),
    ),
)
"""What the guest says, and what the model answers, up to the last question."""


@dataclass(slots=True)
class Hotel:
    installation: Installation
    clock: ShiftedClock
    agent: Agent
    notes: Notes = field(default_factory=lambda: {"keys": {}, "reads": []})
    """What a test of the dump has to know: keys, ids, and what the services answered."""

    @classmethod
    async def create(cls, installation: Installation, clock: ShiftedClock) -> Hotel:
        """Deployed to two environments, to one of them twice, with a key of every family."""
        files, make = files_of("hotel"), installation.make
        older = files | {"agent_settings/rules.txt": "You answer for a hotel."}
        agent = await installation.agent(
            older, account=await make.account("harbour-hotels"), slug="front-desk", name="Front desk"
        )
        await agent.deploy(files, "sandbox")
        await agent.deploy(files)
        hotel = cls(installation, clock, agent)
        hotel.notes |= {"account": agent.project_info.account_id, "project": agent.project_info.id}
        hotel.keys[Family.CHAT] = agent.keys["live"]
        for family in set(Family) - {Family.CHAT, Family.CHAT_TOKEN}:
            header = "x-service-auth-token" if family is Family.OUTBOUND else "x-api-key"
            hotel.keys[family] = {header: (await make.key(family, agent.project_info)).secret}
        await make.revoke(await make.key(Family.CONVERSATIONS, agent.project_info))
        return hotel

    @property
    def keys(self) -> dict[str, dict[str, str]]:
        """The headers that a client of each family sends."""
        keys: dict[str, dict[str, str]] = self.notes["keys"]
        return keys

    async def platform(self, family: Family, method: str, path: str, **options: Any) -> Any:
        headers = {**self.keys[family], **options.pop("headers", {})}
        answer = await self.installation.platform.request(method, path, headers=headers, **options)
        assert answer.is_success, answer.text
        return answer.json()

    async def build(self, method: str, path: str, **body: Any) -> Any:
        """A path without a version is one of the agent."""
        path = path if path.startswith("/v1/") else f"/v1/agents/{self.notes['project']}{path}"
        headers = self.keys[Family.BUILD]
        answer = await self.installation.build.request(method, path, headers=headers, json=body or None)
        assert answer.is_success, answer.text
        return answer.json()

    async def note_answer(self, family: Family, path: str) -> None:
        """Notes what is answered now: after a migration it has to be the same."""
        service = self.installation.build if family is Family.BUILD else self.installation.platform
        answer = await service.get(path, headers=self.keys[family])
        assert answer.is_success, answer.text
        self.notes["reads"].append({"key": family, "path": path, "body": answer.json()})

    async def talk(self, *turns: tuple[str | None, tuple[Answer | Move, ...]], **opening: Any) -> Talk:
        talk = await self.agent.open(**opening)
        await self.go_on(talk, *turns)
        return talk

    async def go_on(self, talk: Talk, *turns: tuple[str | None, tuple[Answer | Move, ...]]) -> None:
        for said, moves in turns:
            self.agent.plays(*moves)
            await talk.say(said)

    async def run(self, kind: str) -> None:
        """Does a periodic job now."""
        resources = self.installation.resources
        async with resources.db.transaction() as tx:
            await queue.defer(tx, kind, {})
        await run_jobs(resources, [kind])

    async def place_call(self, number: str, **headers: str) -> str:
        body = {"to_number": number, "metadata": {"X-Campaign": "spring"}}
        path = "/v1/outbound-calling"
        return str((await self.platform(Family.OUTBOUND, "POST", path, headers=headers, json=body))["call_sid"])

    async def reserve_number(self, **attributes: str) -> str:
        path, body = "/v1/conversations/dni-reservation", {"attributes": attributes}
        return str((await self.platform(Family.DNI, "POST", path, json=body))["dni"])

    async def post_event(self, event_id: str, **data: Any) -> None:
        place = {"account_id": self.notes["account"], "project_id": self.notes["project"]}
        params = {"event_id_location": "payload", "event_id_path": "event", **place}
        body = {"event": event_id, **data}
        await self.platform(Family.EXTERNAL_EVENTS, "POST", WEBHOOK, params=params, json=body)
