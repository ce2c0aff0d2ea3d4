"""`parley pull`: from a version of an agent back to a folder on your disk, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated
from uuid import UUID

import typer

from parley.cli.accounts.projects import AccountOption, ProjectOption, find_project
from parley.cli.operator import AsJson, Data, console, fail, printable, run, show_json
from parley.domain.branches.branch_files import find_main, read_head
from parley.domain.branches.model import Branch, BranchNotFound, main_branch
from parley.domain.branches.store import list_branches
from parley.domain.deployments import store
from parley.domain.deployments.model import DeploymentNotFound
from parley.domain.projects.files import Bundle, read_folder, unpack
from parley.domain.projects.info import ProjectInfo
from parley.storage.db import Connection

MOST_SHOWN = 20


def pull_command(
    folder: Annotated[Path, typer.Argument(help="Where to: a new folder, or one that was pulled or pushed before.")],
    account: AccountOption,
    project: ProjectOption,
    branch: Annotated[str | None, typer.Option(help="A branch, by its id or name (default: main).")] = None,
    deployment: Annotated[str | None, typer.Option(help="A deployment instead, by its id.")] = None,
    force: Annotated[
        bool, typer.Option(help="Write over files that differ, and delete those that are not in it.")
    ] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Bring a version of an agent back as a folder. Without a branch or deployment: what was published last.

    Example: parley pull my-agent --account demo --project restaurant
    """
    if branch is not None and deployment is not None:
        fail("Name a branch or a deployment, not both.")

    async def work(tx: Connection) -> Bundle:
        project_info = await find_project(tx, account, project)
        if deployment is not None:
            return await _deployed(tx, project_info, deployment)
        return (await read_head(tx, await branch_named(tx, project_info, branch or "main"))).files

    files = run(data, work)
    if not files.files:
        fail("There are no files yet: nothing was published.")
    written, deleted = _write(folder, files, force=force)
    if as_json:
        show_json({"folder": str(folder), "files": len(files.files), "written": written, "deleted": deleted})
    else:
        done = f"{len(files.files)} files in {folder}: {len(written)} written, {len(deleted)} deleted"
        console.print(done, soft_wrap=True, markup=False)


async def branch_named(tx: Connection, project_info: ProjectInfo, reference: str) -> Branch:
    """By its id or its name."""
    main = main_branch(project_info, await find_main(tx, project_info.id))
    for branch in (main, *await list_branches(tx, project_info.id, archived=False)):
        if reference in (branch.code, branch.name, str(branch.id)):
            return branch
    raise BranchNotFound(f"There is no branch '{reference}' of {project_info.slug}.")


async def _deployed(tx: Connection, project_info: ProjectInfo, deployment_id: str) -> Bundle:
    try:
        found = await store.find_deployment(tx, UUID(deployment_id))
    except ValueError:
        found = None
    if found is None or found.project_id != project_info.id:
        raise DeploymentNotFound(f"There is no deployment {deployment_id} of {project_info.slug}.")
    packed = await store.find_artifact(tx, found.artifact_hash)
    assert packed is not None, "a deployment keeps its artifact"
    return unpack(packed)


def _write(folder: Path, files: Bundle, *, force: bool) -> tuple[list[str], list[str]]:
    """Which files were written and deleted. What a push leaves out stays as it is."""
    there: Mapping[str, bytes] = {}
    if folder.exists():
        bundle, problems = read_folder(folder)
        if bundle is None:
            fail(f"{folder} cannot be written to: {'; '.join(str(problem) for problem in problems[:MOST_SHOWN])}")
        there = bundle.files
    written = [path for path, content in files.files.items() if there.get(path) != content]
    deleted = [path for path in there if path not in files.files]
    lost = [path for path in (*written, *deleted) if path in there]
    if lost and not force:
        shown = ", ".join(printable(path) for path in lost[:MOST_SHOWN])
        fail(f"{len(lost)} files in {folder} differ and would be lost: {shown}. With --force they are.")
    home = folder.resolve()
    for path in deleted:
        (home / path).unlink()
    for path in written:
        target = home / path
        # A link to a folder outside would take the file there.
        if not target.parent.resolve().is_relative_to(home) or target.is_symlink():
            fail(f"{printable(path)} leads through a link: remove it first.")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(files.files[path])
    return written, deleted
