"""`parley push`: from a folder on your disk to an agent that answers."""

from __future__ import annotations

import getpass
from typing import Annotated

import typer

from parley.cli.accounts.keys import Environment
from parley.cli.agents.check import Folder, print_problems, read_project
from parley.cli.operator import AsJson, Data, console, errors, now, run, settings_for, show_json
from parley.domain.accounts import actions as accounts
from parley.domain.accounts import store as account_store
from parley.domain.accounts.model import ACCOUNT_PREFIXES, PROJECT_PREFIXES, Account, AccountNotFound, spellings
from parley.domain.branches.branch_files import ids_of_push
from parley.domain.deployments import actions
from parley.domain.deployments.model import Deployment
from parley.domain.projects import actions as projects
from parley.domain.projects import store as project_store
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.kit.ids import random_hex
from parley.storage.db import Connection


def push_command(
    folder: Folder,
    to: Annotated[Environment, typer.Option(help="Environment to deploy to.")] = Environment.sandbox,
    account: Annotated[str | None, typer.Option(help="Account (default: the one in project.yaml).")] = None,
    project: Annotated[str | None, typer.Option(help="Project (default: the one in project.yaml).")] = None,
    create: Annotated[bool, typer.Option(help="Create the account and the project when they do not exist.")] = False,
    message: Annotated[str, typer.Option("--message", "-m", help="A note on this deployment.")] = "",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Check a project and deploy it.

    Example: parley push my-agent --account demo --project my-agent --create --to live
    """
    loaded, bundle, problems = read_project(folder)
    print_problems(problems)
    if loaded is None or bundle is None:
        errors.print("[bold red]Nothing was deployed.[/]")
        raise typer.Exit(1)
    region = settings_for(data).region

    async def work(tx: Connection) -> Deployment:
        owner = await _account(tx, account or loaded.account_id, create)
        project_info = await _project(tx, owner, project or loaded.project_id, loaded.name, region, create)
        ids, who = await ids_of_push(tx, project_info.id, bundle), getpass.getuser()
        return await actions.publish(
            tx, project_info, bundle, to.value, now=now(), created_by=who, message=message, record_ids=ids
        )

    deployment = run(data, work, makes_database=create)
    if as_json:
        show_json(deployment.to_json())
    else:
        console.print(f"Deployed {deployment.project_id} to {to.value}: deployment {deployment.id}", soft_wrap=True)


async def _account(tx: Connection, reference: str, create: bool) -> Account:
    found = await account_store.find_account(tx, reference, spellings(reference, ACCOUNT_PREFIXES))
    if found is not None:
        return found
    if not create or not reference:
        raise AccountNotFound(
            f"There is no account '{reference}'. Create it with --create, or name one with --account."
        )
    is_id = reference.startswith(ACCOUNT_PREFIXES)
    slug = f"account-{random_hex(6)}" if is_id else reference
    return await accounts.create_account(tx, slug, account_id=reference if is_id else None)


async def _project(tx: Connection, owner: Account, reference: str, name: str, region: str, create: bool) -> ProjectInfo:
    found = await project_store.find_project(tx, owner.id, reference)
    if found is not None:
        return found
    if not create:
        raise ProjectNotFound(f"There is no project '{reference}' in {owner.slug}. Create it with --create.")
    is_id = reference.startswith(PROJECT_PREFIXES)
    slug = f"project-{random_hex(6)}" if is_id else reference
    return await projects.create_project(
        tx, owner.id, slug, region, name=name or slug, project_id=reference if is_id else None
    )
