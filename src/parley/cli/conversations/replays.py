"""`parley conversations replay`: what the user said, said again to another version, over the build service."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import Annotated, Any

import httpx
import typer
from rich.text import Text

from parley.cli import credentials
from parley.cli.json_requests import request_json
from parley.cli.operator import AsJson, Data, console, fail, printable, settings_for, show_json

SECONDS = 120
STOPPED = {
    "ended": "The agent ended the conversation earlier than before.",
    "turns": "Not all turns were played: there are too many.",
    "time": "Not all turns were played: it took too long.",
    "shutdown": "Not all turns were played: the service was stopped.",
}


class Environment(StrEnum):
    SANDBOX = "sandbox"
    PRE_RELEASE = "pre-release"


def replay_command(
    conversation: Annotated[str, typer.Argument(metavar="ID", help="The conversation's id: CONV-… or OUT-….")],
    deployment: Annotated[str | None, typer.Option(help="Version to talk to (default: what is active there).")] = None,
    environment: Annotated[
        Environment, typer.Option("--env", "--environment", help="Whose variables and secrets it gets.")
    ] = Environment.SANDBOX,
    variant: Annotated[str | None, typer.Option(help="Variant (default: that of the original).")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 when something differs.")] = False,
    url: Annotated[str | None, typer.Option(help="Build service (default: of the running instance).")] = None,
    project: Annotated[str | None, typer.Option(help="Project (default: the demo's).")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Play a conversation again, in a new one. Functions run for real; text messages are not sent.

    The key comes from PARLEY_BUILD_KEY (default: the demo's): everyone can see a command line.

    Example: parley conversations replay CONV-019b… --strict
    """
    known = credentials.read(settings_for(data).data)
    base, key = url or known.get("build_url"), os.environ.get("PARLEY_BUILD_KEY") or known.get("keys", {}).get("build")
    agent = project or known.get("project_id")
    if not base or not key or not agent:
        fail(
            "There is no running instance here. Start one with `parley up`, or give --url and --project and set "
            "PARLEY_BUILD_KEY."
        )
    if not key.isascii():
        fail("PARLEY_BUILD_KEY is to be a key, whole and as it was issued.")
    body = {"deploymentId": deployment, "clientEnv": environment, "variantId": variant, "seconds": SECONDS}
    whole = _replayed(f"{base}/v1/agents/{agent}/conversations/{conversation}/replay", key, body)
    if as_json:
        show_json(whole)
    else:
        _show(whole)
    if strict and (whole["differing"] or whole["stopped"]):
        raise typer.Exit(1)


def _replayed(url: str, key: str, body: dict[str, Any]) -> dict[str, Any]:
    # The turn that runs when the time is over still comes to its end.
    with httpx.Client(headers={"x-api-key": key}, timeout=SECONDS * 2, trust_env=False) as client:
        return request_json(client, "POST", url, body)


def _show(whole: dict[str, Any]) -> None:
    for turn in whole["turns"]:
        if turn["userInput"] is not None:
            _line("user  ", turn["userInput"])
        before, after = turn["before"], turn["after"]
        if after is None:
            _line("before", _told(before))
            continue
        if turn["differences"]:
            _line("before", _told(before), "red")
        _line("now   ", _told(after), "green" if turn["differences"] else "")
        if turn["differences"]:
            _line("      ", f"differs: {', '.join(turn['differences'])}", "dim")
    console.print()
    _line("replay", whole["conversationId"])
    differing = f"{whole['differing']} of {len(whole['turns'])} turns differ."
    _line("      ", " ".join(filter(None, (differing, STOPPED.get(whole["stopped"])))))


def _told(answer: dict[str, Any]) -> str:
    calls = [f"{each['name']}()" for each in answer["functions"]]
    place = " · ".join(filter(None, (answer["flow"], answer["step"])))
    marks = [*calls, place, f"to {answer['handoff']}" if answer["handoff"] else "", "ended" if answer["ended"] else ""]
    shown = ", ".join(filter(None, marks))
    return f"{answer['response']}  [{shown}]" if shown else str(answer["response"])


def _line(title: str, text: str, style: str = "") -> None:
    console.print(Text.assemble((title, "bold"), " ", (printable(text), style)), soft_wrap=True)
