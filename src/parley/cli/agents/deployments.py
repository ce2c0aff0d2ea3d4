"""`parley deployments`: which version answers where, and moving it on or back."""

from __future__ import annotations

import getpass
from typing import Annotated, Any
from uuid import UUID

import typer

from parley.cli.accounts.keys import Environment
from parley.cli.accounts.projects import AccountOption, ProjectOption, find_project
from parley.cli.operator import AsJson, Data, console, moment, now, run, show, show_json
from parley.domain.deployments import actions, store
from parley.domain.deployments.diff import FileChange, diff_bundles
from parley.domain.deployments.model import ROLLBACK_MESSAGE, Deployment, DeploymentNotFound
from parley.domain.projects.files import Bundle, unpack
from parley.domain.projects.info import ProjectInfo
from parley.domain.test_runs import actions as tests
from parley.storage.db import Connection

app = typer.Typer(help="Deployments: list, promote, roll back, compare.", no_args_is_help=True)

DeploymentId = Annotated[UUID, typer.Argument(help="The deployment's id, as `parley deployments list` shows it.")]
Message = Annotated[str, typer.Option("--message", "-m", help="A note on this deployment.")]


@app.command("list")
def list_(
    account: AccountOption,
    project: ProjectOption,
    env: Annotated[Environment | None, typer.Option(help="Only of this environment.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many, newest first.")] = 20,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List deployments, newest first; those that answer now are marked.

    Example: parley deployments list --account demo --project restaurant
    """

    async def work(tx: Connection) -> list[dict[str, Any]]:
        project_info = await find_project(tx, account, project)
        active = {each.id for each in await store.list_active(tx, project_info.id)}
        found = await store.list_deployments(tx, project_info.id, env.value if env else None, limit)
        return [_row(each, each.id in active) for each in found]

    show(run(data, work), COLUMNS, as_json)


@app.command("promote")
def promote(
    deployment: DeploymentId,
    account: AccountOption,
    project: ProjectOption,
    to: Annotated[Environment | None, typer.Option(help="Where to (default: the next environment).")] = None,
    message: Message = "",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Put a version into the next environment, or into a named one. The project's test gate applies.

    Example: parley deployments promote 019b… --account demo --project restaurant --to live
    """

    async def work(tx: Connection) -> tuple[Deployment, list[UUID]]:
        project_info = await find_project(tx, account, project)
        source = await _deployment(tx, project_info, deployment)
        target, who = to.value if to else None, getpass.getuser()
        return await tests.promote(tx, project_info, source, target, now=now(), created_by=who, message=message)

    promoted, runs = run(data, work)
    if as_json:
        show_json({"deployment": promoted.to_json(), "testRunIds": [str(each) for each in runs]})
        return
    _show_deployment(promoted)
    for each in runs:
        console.print(f"Test run {each} begins.", soft_wrap=True)


@app.command("rollback")
def rollback(
    deployment: DeploymentId,
    account: AccountOption,
    project: ProjectOption,
    message: Message = "",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Have an earlier deployment's version answer again in its environment.

    Example: parley deployments rollback 019b… --account demo --project restaurant
    """

    async def work(tx: Connection) -> Deployment:
        project_info = await find_project(tx, account, project)
        source = await _deployment(tx, project_info, deployment)
        return await actions.roll_back(tx, source, now=now(), created_by=getpass.getuser(), message=message)

    again = run(data, work)
    if as_json:
        show_json(again.to_json())
    else:
        _show_deployment(again)


@app.command("diff")
def diff(
    before: DeploymentId,
    after: Annotated[UUID, typer.Argument(help="The deployment to compare it with.")],
    account: AccountOption,
    project: ProjectOption,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Show what changed from one deployment to another, file by file.

    Example: parley deployments diff 019b… 019b… --account demo --project restaurant
    """

    async def work(tx: Connection) -> list[FileChange]:
        project_info = await find_project(tx, account, project)
        return list(diff_bundles(await _files(tx, project_info, before), await _files(tx, project_info, after)))

    changes = run(data, work)
    if as_json:
        show_json([
            {"path": each.path, "previousPath": each.previous_path, "change": each.change.value, "diff": each.diff}
            for each in changes
        ])  # fmt: skip
        return
    for each in changes:
        was = f" (was {each.previous_path})" if each.previous_path else ""
        console.print(f"{each.change.value}: {each.path}{was}", style="bold", markup=False, highlight=False)
        console.print(each.diff, markup=False, highlight=False, soft_wrap=True)
    if not changes:
        console.print("Both hold the same files.")


async def _deployment(tx: Connection, project_info: ProjectInfo, deployment_id: UUID) -> Deployment:
    found = await store.find_deployment(tx, deployment_id)
    if found is None or found.project_id != project_info.id:
        raise DeploymentNotFound(f"There is no deployment {deployment_id} of {project_info.slug}.")
    return found


async def _files(tx: Connection, project_info: ProjectInfo, deployment_id: UUID) -> Bundle:
    packed = await store.find_artifact(tx, (await _deployment(tx, project_info, deployment_id)).artifact_hash)
    assert packed is not None, "a deployment keeps its artifact"
    return unpack(packed)


def _show_deployment(deployment: Deployment) -> None:
    text = f"{deployment.version} answers in {deployment.environment}: deployment {deployment.id}"
    console.print(text, soft_wrap=True)


COLUMNS = ("id", "environment", "active", "version", "type", "message", "created_by", "created_at")


def _row(deployment: Deployment, is_active: bool) -> dict[str, Any]:
    metadata = deployment.metadata or {}
    return {
        "id": str(deployment.id),
        "environment": deployment.environment,
        "active": "*" if is_active else "",
        "version": deployment.version,
        "type": metadata.get("deployment_type", ""),
        "message": metadata.get(ROLLBACK_MESSAGE) or metadata.get("deployment_message", ""),
        "created_by": deployment.created_by,
        "created_at": moment(deployment.created_at),
    }
