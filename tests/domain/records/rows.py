"""Conversations for tests of records, written by the same functions that write real ones, at any moment and stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import orjson

from parley.domain.accounts.actions import create_account
from parley.domain.conversations import actions, store, turn_store
from parley.domain.conversations.model import Conversation, Ending, LiveState, Turn, public_id
from parley.domain.projects.actions import create_project
from parley.domain.projects.info import ProjectInfo
from parley.domain.records.actions import write_snapshot
from parley.kit.ids import random_hex, uuid7_at
from parley.storage.db import Database

STEP = timedelta(seconds=10)


def a_moment_ago(minutes: float = 60) -> datetime:
    return datetime.now(UTC) - timedelta(minutes=minutes)


async def new_project(db: Database) -> ProjectInfo:
    async with db.transaction() as tx:
        name = random_hex(8)
        return await create_project(tx, (await create_account(tx, name)).id, name, "us-1")


@dataclass(frozen=True, slots=True)
class Rows:
    """`stage`: running, ended (its end function has not run yet), finished (as before there were snapshots) or
    snapshot."""

    db: Database
    project: ProjectInfo
    ids: list[UUID] = field(default_factory=list)

    async def add(
        self,
        stage: str = "snapshot",
        *,
        at: datetime | None = None,
        said: Sequence[tuple[str, str]] = (("", "Hello!"), ("hi", "How can I help?")),
        ending: Ending | None = None,
        state: Mapping[str, Any] | None = None,
        metrics: Sequence[tuple[str, Any]] = (),
        turn: Mapping[str, Any] | None = None,
        **columns: Any,
    ) -> UUID:
        at = at or a_moment_ago()
        conversation = self._conversation(at, columns)
        dialog = orjson.dumps({"state_json": state or {}})
        async with self.db.transaction() as tx:
            await store.insert_conversation(tx, conversation)
            await store.insert_live(tx, conversation, LiveState({}, dialog, b"", len(said)), at, stage != "running")
            for number, (user, agent) in enumerate(said):
                own = metrics if number == 0 else ()
                given = {"metrics": own, "is_silence": number > 0 and not user, "latency_ms": 250.0, **(turn or {})}
                heard = at + number * STEP
                spoken = Turn(number, user, heard, agent, heard + timedelta(seconds=1), **given)
                await turn_store.insert_turn(tx, conversation.id, spoken)
        self.ids.append(conversation.id)
        await self.bring(conversation.id, stage, at=at + len(said) * STEP, ending=ending, state=state)
        return conversation.id

    async def bring(
        self, conversation_id: UUID, stage: str, *, at: datetime | None = None, ending: Ending | None = None,
        state: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        async with self.db.transaction() as tx:
            if stage != "running":
                await store.set_ended(tx, conversation_id, ending or Ending("closed"), at or datetime.now(UTC))
            if stage in ("finished", "snapshot"):
                await actions.finish(tx, conversation_id, state or {}, [])
            if stage == "snapshot":
                await write_snapshot(tx, conversation_id)

    def _conversation(self, at: datetime, columns: Mapping[str, Any]) -> Conversation:
        conversation_id = uuid7_at(at)
        given: dict[str, Any] = {
            "environment": "live",
            "deployment_id": UUID(int=1),
            "channel": "WEBCHAT",
            "variant_id": "",
            "variant_name": "",
            "language": "en-US",
            **columns,
        }
        return Conversation(
            id=conversation_id,
            public_id=public_id(conversation_id),
            account_id=self.project.account_id,
            project_id=self.project.id,
            started_at=at,
            **given,
        )
