"""The project of a folder in an instance, and keys for as long as somebody works on it."""

from __future__ import annotations

import getpass
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from parley.cli.operator import now
from parley.domain.accounts import actions as accounts
from parley.domain.accounts import store as account_store
from parley.domain.accounts.actions import IssuedKey
from parley.domain.accounts.model import ACCOUNT_PREFIXES, Account, AccountNotFound, Family, Role, Scope, spellings
from parley.domain.audit.actions import act_as
from parley.domain.audit.model import OPERATOR
from parley.domain.console.actions import make_link
from parley.domain.deployments import actions as deployments
from parley.domain.deployments.model import Deployment
from parley.domain.projects import actions as projects
from parley.domain.projects import store as project_store
from parley.domain.projects.files import Bundle
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.domain.projects.loading.source import slug
from parley.storage.db import Connection, Database

ACCOUNT = "demo"
ENVIRONMENT = "sandbox"
KEY_LIFETIME = timedelta(hours=12)
"""Should we be killed, the keys end by themselves."""
KEY_NAME = "parley dev"


@dataclass(frozen=True, slots=True)
class Workspace:
    db: Database
    project: ProjectInfo
    build_key: str
    events_key: str
    link: str
    """The secret that signs in to the console once."""

    async def deploy(self, bundle: Bundle) -> Deployment:
        async with self.db.transaction() as tx:
            await act_as(tx, OPERATOR)
            return await deployments.publish(
                tx, self.project, bundle, ENVIRONMENT, now=now(), created_by=getpass.getuser(), message=KEY_NAME
            )


def project_name(folder: Path) -> str:
    """Of a folder whose project was not named."""
    return slug(folder.resolve().name).replace("_", "-") or "agent"


@asynccontextmanager
async def open_workspace(
    db: Database, account: str, project: str, region: str, *, creates: bool = True
) -> AsyncIterator[Workspace]:
    """`creates`: account and project are made where they do not exist. The keys are revoked in the end."""
    async with db.transaction() as tx:
        await act_as(tx, OPERATOR)
        owner = await _account(tx, account, creates)
        found = await project_store.find_project(tx, owner.id, project)
        if found is None and not creates:
            raise ProjectNotFound(f"There is no project '{project}' in {owner.slug}.")
        info = found or await projects.create_project(tx, owner.id, project, region)
        keys = await _issue_keys(tx, owner, info)
        link = await make_link(tx, keys[Family.CONSOLE].key.id, now())
    try:
        yield Workspace(db, info, keys[Family.BUILD].secret, keys[Family.EXTERNAL_EVENTS].secret, link)
    finally:
        async with db.transaction() as tx:
            await act_as(tx, OPERATOR)
            for issued in keys.values():
                await accounts.revoke_key(tx, issued.key.id, now())


async def _account(tx: Connection, reference: str, creates: bool) -> Account:
    found = await account_store.find_account(tx, reference, spellings(reference, ACCOUNT_PREFIXES))
    if found is None and not creates:
        raise AccountNotFound(f"There is no account '{reference}'.")
    return found or await accounts.create_account(tx, reference)


async def _issue_keys(tx: Connection, owner: Account, project: ProjectInfo) -> dict[Family, IssuedKey]:
    scopes = {
        Family.BUILD: Scope(account_id=owner.id, region=project.region),
        Family.EXTERNAL_EVENTS: Scope(account_id=owner.id, project_id=project.id, region=project.region),
        Family.CONSOLE: Scope(account_id=owner.id, region=project.region, settings={"role": Role.ADMIN.value}),
    }
    return {
        family: await accounts.issue_key(tx, family, scope, now(), name=KEY_NAME, lifetime=KEY_LIFETIME)
        for family, scope in scopes.items()
    }
