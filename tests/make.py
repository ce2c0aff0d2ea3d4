"""Factories: what a test needs to exist, made the way the operator makes it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any

from parley.domain.accounts import actions as accounts
from parley.domain.accounts.actions import IssuedKey
from parley.domain.accounts.model import Account, Family, Scope
from parley.domain.projects import actions as projects
from parley.domain.projects.place import Place
from parley.resources import Resources

_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Make:
    resources: Resources

    async def account(self, slug: str | None = None) -> Account:
        async with self.resources.db.transaction() as tx:
            return await accounts.create_account(tx, slug or f"account-{next(_numbers)}")

    async def project(self, account: Account | None = None, slug: str | None = None, **fields: Any) -> Place:
        account = account or await self.account()
        region = fields.pop("region", self.resources.settings.region)
        async with self.resources.db.transaction() as tx:
            return await projects.create_project(tx, account.id, slug or f"project-{next(_numbers)}", region, **fields)

    async def key(self, family: Family, place: Place, *, lifetime: timedelta | None = None, **scope: Any) -> IssuedKey:
        """A key for the project; a build key for its account."""
        if family in (Family.CHAT, Family.CHAT_TOKEN, Family.OUTBOUND, Family.DNI):
            scope.setdefault("environment", "live")
        if family is not Family.BUILD:
            scope.setdefault("project_id", place.id)
        bound = Scope(account_id=place.account_id, region=place.region, **scope)
        async with self.resources.db.transaction() as tx:
            return await accounts.issue_key(tx, family, bound, self.resources.clock.now(), lifetime=lifetime)

    async def revoke(self, issued: IssuedKey) -> None:
        async with self.resources.db.transaction() as tx:
            await accounts.revoke_key(tx, issued.key.id, self.resources.clock.now())
