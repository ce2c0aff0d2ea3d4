"""Takes turns like everybody's, and remembers them; sets the scene that a case of a test suite wants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from parley.domain.conversations.model import InputDetails
from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.model import TestCase
from parley.runtime.agent.agents import Agent
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.opening import ConversationStart
from parley.runtime.session.sessions import Sessions
from parley.runtime.test_runs.mocks import MockApis, NoSecrets
from parley.runtime.turn.commitment import COUNTS, Commitment
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.output import TurnResult
from parley.runtime.turn.ports import Ports

TurnTaken = Callable[[int, TurnResult, bool], None]
"""Hears of a turn: how many lines the caller had begun when it was taken, and whether it was a barge-in."""


@dataclass(frozen=True, slots=True)
class CaseDependencies(Dependencies):
    """Without secrets, and with APIs that answer as the case says."""

    case: TestCase | None = None

    @classmethod
    def of(cls, dependencies: Dependencies, case: TestCase) -> CaseDependencies:
        return cls(**{each.name: getattr(dependencies, each.name) for each in fields(Dependencies)}, case=case)

    async def ports(
        self, agent: Agent, project: ProjectInfo, dialog: DialogState, commitment: Commitment = COUNTS
    ) -> Ports:
        ports = await Dependencies.ports(self, agent, project, dialog, commitment)
        mocks = self.case.api_mocks if self.case else {}
        return replace(ports, secrets=NoSecrets(), apis=MockApis(mocks))


class ObservedSessions(Sessions):
    def __init__(
        self,
        dependencies: Dependencies,
        idle: timedelta,
        *,
        taken: TurnTaken,
        line: Callable[[], int] = lambda: 0,
        was_cut: Callable[[str], None] = lambda _heard: None,
        case: TestCase | None = None,
    ) -> None:
        """`line`: how many lines the caller has begun. `was_cut` hears what the caller heard of a reply that was
        interrupted."""
        super().__init__(dependencies, idle)
        self._taken = taken
        self._line = line
        self._was_cut = was_cut
        self._case = case

    async def open(self, project: ProjectInfo, start: ConversationStart, **options: Any) -> TurnResult:
        result = await super().open(project, self._set_scene(start), **options)
        self._taken(0, result, False)
        return result

    async def respond(
        self, project: ProjectInfo, environment: str, conversation: UUID, text: str | None, **options: Any
    ) -> TurnResult:
        line = self._line()
        result = await super().respond(project, environment, conversation, text, **options)
        details = options.get("details", InputDetails())
        self._taken(line, result, details.barge_in)
        return result

    async def cut_reply(self, project: ProjectInfo, conversation: UUID, heard: str) -> None:
        await super().cut_reply(project, conversation, heard)
        self._was_cut(heard)

    def _set_scene(self, start: ConversationStart) -> ConversationStart:
        case = self._case
        if case is None:
            return start
        return replace(
            start,
            variant=case.variant or start.variant,
            language=case.language or start.language,
            integration_attributes=case.integration_attributes or start.integration_attributes,
            from_number=case.caller_number or start.from_number,
            sip_headers={**start.sip_headers, **case.sip_headers},
            simulated_at=case.simulated_at,
        )
