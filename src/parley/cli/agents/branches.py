"""`parley branches`: drafts of an agent, from a folder and back into what is published."""

from __future__ import annotations

import getpass
from typing import Annotated, Any, Literal

import typer

from parley.cli.accounts.projects import AccountOption, ProjectOption, find_project
from parley.cli.agents.check import Folder, print_problems, read_project
from parley.cli.agents.pull import branch_named
from parley.cli.operator import AsJson, Data, console, errors, moment, now, printable, run, show, show_json
from parley.domain.branches import actions, merge_actions
from parley.domain.branches.branch_files import read_head
from parley.domain.branches.edits import carry_ids
from parley.domain.branches.merge_actions import Done
from parley.domain.branches.model import Branch, BranchMergeConflict, BranchReadOnly
from parley.domain.branches.store import list_branches
from parley.domain.branches.tree_merge import Resolution
from parley.domain.projects.files import pack
from parley.storage.db import Connection

app = typer.Typer(help="Branches: drafts of an agent. List, create, push, merge, delete.", no_args_is_help=True)

BranchName = Annotated[str, typer.Argument(help="The branch, by its id or its name.")]
COLUMNS = ("id", "name", "parent", "sequence", "tag", "created_by", "updated_at")


@app.command("list")
def list_(account: AccountOption, project: ProjectOption, data: Data = None, as_json: AsJson = False) -> None:
    """List the branches of an agent, main first.

    Example: parley branches list --account demo --project restaurant
    """

    async def work(tx: Connection) -> list[dict[str, Any]]:
        project_info = await find_project(tx, account, project)
        main = await branch_named(tx, project_info, "main")
        return [_row(each) for each in (main, *await list_branches(tx, project_info.id, archived=False))]

    show(run(data, work), COLUMNS, as_json)


@app.command("create")
def create(
    name: Annotated[str, typer.Argument(help="What the branch is called.")],
    account: AccountOption,
    project: ProjectOption,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Make a branch that begins with what was published last.

    Example: parley branches create "winter menu" --account demo --project restaurant
    """

    async def work(tx: Connection) -> Branch:
        project_info = await find_project(tx, account, project)
        main = await branch_named(tx, project_info, "main")
        return await actions.create(tx, project_info, name, main, now=now(), created_by=getpass.getuser())

    branch = run(data, work)
    if as_json:
        show_json(_row(branch))
    else:
        console.print(f"{branch.code} begins at {branch.sequence}.", markup=False)


@app.command("push")
def push(
    branch: BranchName,
    folder: Folder,
    account: AccountOption,
    project: ProjectOption,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Replace the files of a branch by those of a folder. Nothing answers differently until it is merged.

    Example: parley branches push "winter menu" my-agent --account demo --project restaurant
    """
    loaded, bundle, problems = read_project(folder)
    print_problems(problems)
    if loaded is None or bundle is None:
        errors.print("[bold red]Nothing was pushed.[/]")
        raise typer.Exit(1)
    packed = pack(bundle)

    async def work(tx: Connection) -> int:
        found = await _writable(tx, account, project, branch)
        head = await read_head(tx, found)
        before, after = head.files.files, bundle.files
        paths = [path for path in {*before, *after} if before.get(path) != after.get(path)]
        if not paths:
            return head.sequence
        ids = carry_ids(head.files, bundle, head.ids, paths)
        return await actions.replace_files(tx, found, head.sequence, packed, ids, paths=paths, now=now())

    sequence = run(data, work)
    if as_json:
        show_json({"sequence": sequence})
    else:
        console.print(f"The branch is at {sequence}.")


@app.command("merge")
def merge(
    branch: BranchName,
    account: AccountOption,
    project: ProjectOption,
    take: Annotated[
        Literal["ours", "theirs"] | None,
        typer.Option(help="Whose change counts in every conflict: ours (published) or theirs (of the branch)."),
    ] = None,
    message: Annotated[str, typer.Option("--message", "-m", help="A note on this deployment.")] = "",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Merge a branch and publish it to the sandbox. Conflicts are listed, and nothing is changed then.

    Example: parley branches merge "winter menu" --account demo --project restaurant
    """

    async def work(tx: Connection) -> Done | list[dict[str, Any]]:
        project_info = await find_project(tx, account, project)
        found = await _writable(tx, account, project, branch)
        must_load = found.parent_id is None
        try:
            plan = await merge_actions.plan_merge(tx, found, None, {}, must_load=must_load)
        except BranchMergeConflict as conflict:
            conflicts: list[dict[str, Any]] = conflict.members["conflicts"]
            if take is None:
                return conflicts
            chosen = {tuple(each["path"]): Resolution(take) for each in conflicts}
            plan = await merge_actions.plan_merge(tx, found, None, chosen, must_load=must_load)
        return await merge_actions.merge(
            tx, project_info, plan, message=message, now=now(), created_by=getpass.getuser()
        )

    done = run(data, work)
    if as_json:
        deployment = done.deployment if isinstance(done, Done) else None
        conflicts = [] if isinstance(done, Done) else done
        show_json({"conflicts": conflicts, "deployment": deployment.to_json() if deployment else None})
    elif isinstance(done, Done):
        where = f"published: deployment {done.deployment.id}" if done.deployment else "in its parent"
        console.print(f"The branch is merged and {where}.", soft_wrap=True)
    else:
        _tell(done)
    if not isinstance(done, Done):
        raise typer.Exit(1)


def _tell(conflicts: list[dict[str, Any]]) -> None:
    for conflict in conflicts:
        errors.print(f"{conflict['type']}: {printable(' > '.join(conflict['path']))}", markup=False, soft_wrap=True)
    errors.print("Both sides changed these: say with --take whose change counts, or bring them together in the folder.")


@app.command("delete")
def delete(
    branch: BranchName, account: AccountOption, project: ProjectOption, data: Data = None, as_json: AsJson = False
) -> None:
    """Put a branch into the archive, where it stays for 30 days.

    Example: parley branches delete "winter menu" --account demo --project restaurant
    """

    async def work(tx: Connection) -> Branch:
        found = await _writable(tx, account, project, branch)
        await actions.archive(tx, found, None, now())
        return found

    gone = run(data, work)
    if as_json:
        show_json(_row(gone))
    else:
        console.print(f"{gone.code} is in the archive for 30 days.", markup=False)


async def _writable(tx: Connection, account: str, project: str, reference: str) -> Branch:
    found = await branch_named(tx, await find_project(tx, account, project), reference)
    if found.is_main:
        raise BranchReadOnly
    return found


def _row(branch: Branch) -> dict[str, Any]:
    return {
        "id": branch.code,
        "name": branch.name,
        "parent": branch.parent_code,
        "sequence": branch.sequence,
        "tag": branch.tag or "",
        "created_by": branch.created_by,
        "updated_at": moment(branch.updated_at),
    }
