"""`parley rtc`: values of an agent that change without a deployment."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from parley.cli.accounts.keys import Environment
from parley.cli.accounts.projects import AccountOption, ProjectOption, find_project
from parley.cli.operator import AsJson, Data, now, run, show, show_json
from parley.domain.deployments.model import SEQUENCE
from parley.domain.deployments.real_time import read_config, read_files
from parley.domain.projects import real_time_actions
from parley.domain.projects.real_time import RealTimeConfig
from parley.storage.db import Connection

app = typer.Typer(
    help="Real-time configuration: values of an agent that change without a deployment.", no_args_is_help=True
)

Env = Annotated[Environment, typer.Option("--env", help="The environment.")]
JsonFile = typer.Option(exists=True, dir_okay=False, help="A JSON file that holds an object.")


@app.command("show")
def show_pages(
    account: AccountOption,
    project: ProjectOption,
    env: Annotated[Environment | None, typer.Option("--env", help="Only this environment.")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Show what conversations get that begin now, and whether it comes from the files or was set.

    Example: parley rtc show --account demo --project restaurant
    """

    async def work(tx: Connection) -> list[RealTimeConfig]:
        project_info = await find_project(tx, account, project)
        return [await read_config(tx, project_info.id, each) for each in ([env.value] if env else SEQUENCE)]

    pages = run(data, work)
    if as_json:
        show_json([page.to_json() for page in pages])
    else:
        show([row for page in pages for row in _rows(page)], COLUMNS, as_json)


@app.command("set")
def set_(
    account: AccountOption,
    project: ProjectOption,
    env: Env,
    values: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE…", help="VALUE is JSON, else a text; null takes NAME away."),
    ] = None,
    file: Annotated[Path | None, JsonFile] = None,
    schema: Annotated[Path | None, JsonFile] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Set variables, from arguments and from a file, and their JSON Schema; what you do not name stays.

    Example: parley rtc set --account demo --project restaurant --env live open=true opening_hours='9 to 5'
    """
    changes = {**(_object(file) if file else {}), **dict(map(_pair, values or ()))}
    new_schema = _object(schema) if schema else None

    async def work(tx: Connection) -> RealTimeConfig:
        project_info = await find_project(tx, account, project)
        page = await read_config(tx, project_info.id, env.value)
        # The schema first: variables are checked when they are set, and the new ones are meant for it.
        if new_schema is not None:
            page = await real_time_actions.edit_schema(tx, project_info, env.value, page.files, new_schema, now())
        if changes:
            page = await real_time_actions.edit_variables(tx, project_info, env.value, page.files, changes, now())
        return page

    _show_page(run(data, work), as_json)


@app.command("reset")
def reset(account: AccountOption, project: ProjectOption, env: Env, data: Data = None, as_json: AsJson = False) -> None:
    """Go back to what the deployed files say.

    Example: parley rtc reset --account demo --project restaurant --env live
    """

    async def work(tx: Connection) -> RealTimeConfig:
        project_info = await find_project(tx, account, project)
        return await real_time_actions.drop_edits(
            tx, project_info, env.value, await read_files(tx, project_info.id, env.value), now()
        )

    _show_page(run(data, work), as_json)


def _pair(text: str) -> tuple[str, Any]:
    name, separator, value = text.partition("=")
    if not name or not separator:
        raise typer.BadParameter(f"write NAME=VALUE, not {text!r}")
    try:
        return name, orjson.loads(value)
    except orjson.JSONDecodeError:
        return name, value


def _object(path: Path) -> dict[str, Any]:
    try:
        value = orjson.loads(path.read_bytes())
    except orjson.JSONDecodeError:
        value = None
    if not isinstance(value, dict):
        raise typer.BadParameter(f"{path} does not hold a JSON object")
    return value


def _show_page(page: RealTimeConfig, as_json: bool) -> None:
    if as_json:
        show_json(page.to_json())
    else:
        show(_rows(page), COLUMNS, as_json)


COLUMNS = ("environment", "name", "value", "from")


def _rows(page: RealTimeConfig) -> list[dict[str, str]]:
    return [
        {
            "environment": page.environment,
            "name": name,
            "value": orjson.dumps(value).decode(),
            "from": "set" if name in page.edits.variables else "files",
        }
        for name, value in page.variables.items()
    ]
