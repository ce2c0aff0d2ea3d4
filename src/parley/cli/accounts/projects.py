"""`parley projects`: the agents of an account."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Any

import orjson
import typer

from parley.cli.operator import AsJson, Data, duration, moment, run, settings_for, show, show_one
from parley.domain.accounts.actions import get_account
from parley.domain.messaging.desk import LONGEST_WAIT, SHORTEST_WAIT
from parley.domain.messaging.desk import SETTING as DESK
from parley.domain.projects import actions, store
from parley.domain.projects.info import ProjectInfo
from parley.domain.recordings.model import (
    CONSENT_SETTING,
    LONGEST_CONSENT,
    PRIVATE_SETTING,
    SETTING,
    PrivateAudio,
    RecordingMode,
    lacks_consent,
)
from parley.kit.text.redact import KINDS
from parley.runtime.session.translation import SETTING as TRANSLATE
from parley.storage.db import Connection

app = typer.Typer(help="Projects: the agents of an account.", no_args_is_help=True)


class Region(StrEnum):
    us_1 = "us-1"
    uk_1 = "uk-1"
    euw_1 = "euw-1"


class TestGate(StrEnum):
    off = "off"
    on_promotion = "on_promotion"
    required = "required"


AccountOption = Annotated[str, typer.Option("--account", help="Slug or id of the account.")]
ProjectOption = Annotated[str, typer.Option("--project", help="Slug or id of the project.")]


async def find_project(tx: Connection, account: str, project: str) -> ProjectInfo:
    return await actions.get_project(tx, (await get_account(tx, account)).id, project)


@app.command("create")
def create(
    slug: Annotated[str, typer.Argument(help="Short name used in addresses.")],
    account: AccountOption,
    name: Annotated[str | None, typer.Option(help="Name for people.")] = None,
    project_id: Annotated[str | None, typer.Option("--id", help="Keep a known id (PROJECT-…).")] = None,
    region: Annotated[Region | None, typer.Option(help="Where it lives (default: this node's region).")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Create a project.

    Example: parley projects create desk --account acme --name 'Front desk'
    """

    async def work(tx: Connection) -> ProjectInfo:
        owner = await get_account(tx, account)
        home = region or settings_for(data).region
        return await actions.create_project(tx, owner.id, slug, home, name=name, project_id=project_id)

    show_one(_row(run(data, work)), COLUMNS, as_json)


@app.command("list")
def list_(
    account: Annotated[str | None, typer.Option(help="Only of this account.")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List the projects.

    Example: parley projects list --account acme
    """

    async def work(tx: Connection) -> list[ProjectInfo]:
        owner = await get_account(tx, account) if account else None
        return await store.list_projects(tx, owner.id if owner else None)

    show([_row(project_info) for project_info in run(data, work)], COLUMNS, as_json)


@app.command("set")
def set_(
    project: Annotated[str, typer.Argument(help="Slug or id of the project.")],
    account: AccountOption,
    transcripts: Annotated[bool | None, typer.Option(help="Show transcripts in conversation records.")] = None,
    metrics: Annotated[str | None, typer.Option(help="Metrics to show: names with commas, '*' or 'none'.")] = None,
    llm: Annotated[
        str | None,
        typer.Option(help="The project's own model, as JSON {base_url or provider, model, fallbacks, api_key_secret}."),
    ] = None,
    retention_days: Annotated[
        str | None, typer.Option(help="Keep conversations for so many days, or 'forever'.")
    ] = None,
    redact: Annotated[
        str | None, typer.Option(help="What to hide in what is kept: phone, email, card with commas, or 'none'.")
    ] = None,
    recording: Annotated[
        RecordingMode | None, typer.Option(help="Record calls, or only behind the text of --recording-consent.")
    ] = None,
    recording_consent: Annotated[
        str | None, typer.Option(help="What callers hear first with '--recording after_consent'.")
    ] = None,
    recording_private: Annotated[
        PrivateAudio | None, typer.Option(help="Keep what callers say of personal parts, or silence it.")
    ] = None,
    whitelist: Annotated[bool | None, typer.Option(help="Version 1 of the records: show ids and times only.")] = None,
    translate: Annotated[bool | None, typer.Option(help="Have the model add English to the records.")] = None,
    tests: Annotated[
        TestGate | None, typer.Option(help="Run the test suite on promotion, or demand it before live.")
    ] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Change a project's settings; what you do not name stays. `--llm '{}'` goes back to the installation's model.

    Example: parley projects set restaurant --account demo --retention-days 30 --redact phone,email
    """
    settings: dict[str, Any] = {}
    if retention_days is not None:
        settings["retention_days"] = _days(retention_days)
    if redact is not None:
        settings["redact"] = _kinds(redact)
    settings |= _recording(recording, recording_consent, recording_private)
    switches = {"enable_whitelist": whitelist, TRANSLATE: translate, "show_transcripts": transcripts}
    settings |= {name: value for name, value in switches.items() if value is not None}
    if tests is not None:
        settings["tests"] = tests.value
    if llm is not None:
        settings["llm"] = _model(llm)
    if metrics is not None:
        settings["response_metrics"] = metric_names(metrics)

    async def work(tx: Connection) -> ProjectInfo:
        found = await find_project(tx, account, project)
        if lacks_consent({**found.settings, **settings}):
            raise typer.BadParameter("say with --recording-consent what callers hear first")
        return await actions.change_settings(tx, found, settings)

    show_one(_row(run(data, work)), (*COLUMNS, "settings"), as_json)


@app.command("desk")
def desk(
    project: Annotated[str, typer.Argument(help="Slug or id of the project.")],
    account: AccountOption,
    is_on: Annotated[bool, typer.Option("--on/--off", help="Whether people take over.")] = True,
    wait: Annotated[str, typer.Option(help="How long users wait for them before the agent goes on.")] = "5m",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Let people at a desk take over what agents hand over in messaging sessions; for conversations from now on.

    Example: parley projects desk restaurant --account demo --wait 2m
    """
    span = duration(wait)
    if not SHORTEST_WAIT <= span <= LONGEST_WAIT:
        raise typer.BadParameter("users wait at least 10s and at most 1d")
    change = {DESK: {"is_on": is_on, "wait_seconds": int(span.total_seconds())}}

    async def work(tx: Connection) -> ProjectInfo:
        return await actions.change_settings(tx, await find_project(tx, account, project), change)

    show_one(_row(run(data, work)), (*COLUMNS, "settings"), as_json)


def _recording(mode: RecordingMode | None, consent: str | None, private: PrivateAudio | None) -> dict[str, Any]:
    given = {SETTING: mode, CONSENT_SETTING: consent and consent.strip(), PRIVATE_SETTING: private}
    if consent is not None and len(consent) > LONGEST_CONSENT:
        raise typer.BadParameter(f"the text has more than {LONGEST_CONSENT} characters")
    return {name: str(value) for name, value in given.items() if value is not None}


def _model(text: str) -> dict[str, Any]:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        value = None
    if not isinstance(value, dict) or not set(value) <= {
        "base_url",
        "provider",
        "model",
        "fallbacks",
        "api_key_secret",
    }:
        raise typer.BadParameter("give a JSON object with base_url or provider, model, fallbacks and api_key_secret")
    return value


def metric_names(text: str) -> list[str] | None:
    """None stands for all metrics."""
    if text == "*":
        return None
    return [] if text == "none" else [name.strip() for name in text.split(",") if name.strip()]


LONGEST_RETENTION = 10_000


def _days(text: str) -> int | None:
    """None stands for ever."""
    if text == "forever":
        return None
    if not re.fullmatch(r"[1-9][0-9]{0,4}", text) or int(text) > LONGEST_RETENTION:
        raise typer.BadParameter(f"give a number of days from 1 to {LONGEST_RETENTION}, or 'forever'")
    return int(text)


def _kinds(text: str) -> list[str]:
    asked = set() if text == "none" else {kind.strip() for kind in text.split(",")}
    if not asked <= set(KINDS):
        raise typer.BadParameter(f"choose among {', '.join(KINDS)}, with commas, or 'none'")
    return [kind for kind in KINDS if kind in asked]


COLUMNS = ("id", "slug", "name", "account_id", "region", "created_at")


def _row(project_info: ProjectInfo) -> dict[str, Any]:
    return {
        "id": project_info.id,
        "slug": project_info.slug,
        "name": project_info.name,
        "account_id": project_info.account_id,
        "region": project_info.region,
        "settings": dict(project_info.settings),
        "created_at": moment(project_info.created_at),
    }
