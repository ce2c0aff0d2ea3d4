"""Factories: what a test needs to exist, made the way the operator makes it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count
from typing import Any

from parley.domain.accounts import actions as accounts
from parley.domain.accounts.actions import IssuedKey
from parley.domain.accounts.model import PERMISSIONS, Account, Family, Role, Scope
from parley.domain.console.actions import SignedIn, sign_in_with_key
from parley.domain.console.model import csrf_token
from parley.domain.deployments.actions import publish
from parley.domain.deployments.model import Deployment
from parley.domain.projects import actions as projects
from parley.domain.projects.files import bundle_files
from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.loader import load_project
from parley.providers.llm.protocol import Model
from parley.resources import Resources
from parley.runtime.session.sessions import Sessions

_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Make:
    resources: Resources

    async def account(self, slug: str | None = None) -> Account:
        async with self.resources.db.transaction() as tx:
            return await accounts.create_account(tx, slug or f"account-{next(_numbers)}")

    async def project(self, account: Account | None = None, slug: str | None = None, **fields: Any) -> ProjectInfo:
        account = account or await self.account()
        region = fields.pop("region", self.resources.settings.region)
        async with self.resources.db.transaction() as tx:
            return await projects.create_project(tx, account.id, slug or f"project-{next(_numbers)}", region, **fields)

    async def key(
        self,
        family: Family,
        project_info: ProjectInfo,
        *,
        lifetime: timedelta | None = None,
        permissions: Collection[Family] = (),
        **scope: Any,
    ) -> IssuedKey:
        """A key for the project; a build key for its account; an api key with these permissions, or else all."""
        if family in (Family.CHAT, Family.CHAT_TOKEN, Family.OUTBOUND, Family.DNI, Family.MESSAGING, Family.DESK):
            scope.setdefault("environment", "live")
        if family is Family.MESSAGING:
            scope.setdefault("settings", {"hosts": ["localhost"]})
        if family is Family.API:
            permissions = permissions or PERMISSIONS
            scope.setdefault("project_ids", frozenset({project_info.id}))
        elif family is Family.CONSOLE:
            scope.setdefault("settings", {"role": "viewer"})
        elif family is not Family.BUILD:
            scope.setdefault("project_id", project_info.id)
        bound = Scope(account_id=project_info.account_id, region=project_info.region, **scope)
        async with self.resources.db.transaction() as tx:
            now = self.resources.clock.now()
            return await accounts.issue_key(tx, family, bound, now, lifetime=lifetime, permissions=permissions)

    async def deploy(
        self, project_info: ProjectInfo, files: Mapping[str, str], environment: str = "live"
    ) -> Deployment:
        """An agent made of these files; `project.yaml` is added when it is not among them."""
        identity = f"project_id: {project_info.id}\naccount_id: {project_info.account_id}\nproject_name: Test\n"
        bundle, problems = bundle_files(
            {"project.yaml": identity.encode(), **{k: v.encode() for k, v in files.items()}}
        )
        assert bundle is not None, problems
        project, found = load_project(bundle)
        assert project is not None, found
        async with self.resources.db.transaction() as tx:
            now = self.resources.clock.now()
            return await publish(tx, project_info, bundle, environment, now=now, created_by="test")

    def use_model(self, model: Model) -> None:
        """Every project of this process is answered by `model` from now on."""

        async def model_for(_place: ProjectInfo) -> Model:
            return model

        self._depend_on(model_for=model_for)

    def keep_prompts(self) -> None:
        """As `PARLEY_KEEP_PROMPTS` does."""
        self._depend_on(keeps_prompts=True)

    def _depend_on(self, **changes: Any) -> None:
        self.resources.dependencies = replace(self.resources.dependencies, **changes)
        self.resources.sessions = Sessions(self.resources.dependencies, self.resources.sessions.idle)
        self.resources.messaging.verbs.sessions = self.resources.sessions

    async def chat_headers(self, project_info: ProjectInfo, **scope: Any) -> dict[str, str]:
        return {
            "x-api-key": (await self.key(Family.CHAT, project_info, **scope)).secret,
            "x-token": (await self.key(Family.CHAT_TOKEN, project_info, **scope)).secret,
        }

    async def signed_in(self, project_info: ProjectInfo, role: Role = Role.ADMIN, **settings: Any) -> SignedIn:
        """A browser of somebody in the console, for the account of the project."""
        key = await self.key(Family.CONSOLE, project_info, settings={"role": role.value, **settings})
        async with self.resources.db.transaction() as tx:
            return await sign_in_with_key(tx, key.secret, self.resources.clock.now())

    async def browser_headers(
        self, project_info: ProjectInfo, role: Role = Role.ADMIN, **settings: Any
    ) -> dict[str, str]:
        return browser_headers((await self.signed_in(project_info, role, **settings)).secret)

    async def revoke(self, issued: IssuedKey) -> None:
        async with self.resources.db.transaction() as tx:
            await accounts.revoke_key(tx, issued.key.id, self.resources.clock.now())


def browser_headers(secret: str) -> dict[str, str]:
    return {"cookie": f"parley_console={secret}", "x-csrf-token": csrf_token(secret)}
