"""What `parley up` prints once everything runs: addresses, keys, and lines that work when pasted."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Any

from parley.cli.accounts.console import sign_in_url
from parley.cli.up import demo_telephony


def text(credentials: dict[str, Any], path: Path, link: str | None = None) -> str:
    """`link` is the secret that signs in to the console once."""
    address = credentials["console_url"]
    console = f"{sign_in_url(address, link)}    (signs you in once, within an hour)" if link else address
    lines = [
        "",
        "Parley is running.",
        "",
        f"  platform    {credentials['platform_url']}    (API pages: {credentials['platform_url']}/docs)",
        f"  build       {credentials['build_url']}    (API pages: {credentials['build_url']}/docs)",
        f"  messaging   {credentials['messaging_url']}    (API pages: {credentials['messaging_url']}/docs)",
        f"  operations  {credentials['ops_url']}/healthz  /readyz  /metrics",
        f"  credentials {path}",
    ]
    if "sip" in credentials:
        lines.insert(-2, f"  calls       sip:{credentials['sip']}  sips:{credentials['sips']}")
        lines.insert(-2, f"  streams     {credentials['streams_url']}/streams/CONNECTOR/voice")
        lines.insert(-2, f"  browsers    {credentials['webrtc_url']}/api/v1/webrtc/signal")
    if "keys" in credentials:
        lines.insert(
            -2, f"  widget      {credentials['messaging_url']}/demo    (a page with the demo agent's chat widget)"
        )
        lines += [
            "",
            f"Console: {console}",
            "",
            "Demo keys",
            *_keys(credentials["keys"]),
            "",
            "Try",
            *_tries(credentials, path),
        ]
    else:
        lines += [
            "",
            f"Console: {console}",
            "",
            "Make an account, a project and keys with `parley accounts`, `parley projects` and `parley keys`.",
        ]
    return "\n".join([*lines, "", "Ctrl-C stops it.", ""])


def _keys(keys: dict[str, Any]) -> list[str]:
    flat = {name: value for name, value in keys.items() if isinstance(value, str)}
    flat["messaging"] = f"{keys['messaging']['token']}  (host: {keys['messaging']['host']})"
    flat = {"chat api key": keys["chat"]["api_key"], "chat token": keys["chat"]["token"], **flat}
    return [f"  {name:<16} {value}" for name, value in flat.items()]


def _tries(credentials: dict[str, Any], path: Path) -> list[str]:
    keys, account = credentials["keys"], credentials["account_id"]
    chat = f"{credentials['platform_url']}/v1/{account}/{credentials['project_id']}/chat"
    headers = f"-H 'X-API-KEY: {keys['chat']['api_key']}' -H 'X-TOKEN: {keys['chat']['token']}'"
    body = "-H 'Content-Type: application/json' -d"
    take_id = """sed 's/.*"conversation_id":"\\([^"]*\\)".*/\\1/'"""
    message = '"{\\"conversation_id\\": \\"$CONVERSATION\\", \\"message\\": \\"Do you have anything vegan?\\"}"'
    close = '"{\\"conversation_id\\": \\"$CONVERSATION\\"}"'
    return [
        f"  CONVERSATION=$(curl -s -X POST {chat}/create {headers} | {take_id}); echo $CONVERSATION",
        f"  curl -s -X POST {chat}/respond {headers} {body} {message}",
        f"  curl -s -X PUT {chat}/close {headers} {body} {close}",
        f"  curl -s {credentials['build_url']}/v1/accounts/{account}/agents -H 'x-api-key: {keys['build']}'",
        *_calls(credentials, body),
        f"  {_command()} chat --data {shlex.quote(_short(path.parent))}",
    ]


def _calls(credentials: dict[str, Any], body: str) -> list[str]:
    """A call to the demo's own number: two agents talk to each other until both fall silent."""
    if "sip" not in credentials:
        return []
    keys, platform = credentials["keys"], f"{credentials['platform_url']}/v1"
    return [
        f"  curl -s -X POST {platform}/outbound-calling -H 'X-Service-Auth-Token: {keys['outbound']}' {body} "
        f'\'{{"to_number": "{demo_telephony.NUMBER}"}}\'',
        f"  curl -s -X POST {platform}/conversations/dni-reservation -H 'x-api-key: {keys['dni']}' {body} "
        f'\'{{"attributes": {{"basket": 42}}}}\'',
    ]


def _command() -> str:
    """This very `parley`, as one would type it here."""
    beside = Path(sys.executable).parent / "parley"
    return shlex.quote(_short(beside)) if beside.exists() else f"{shlex.quote(sys.executable)} -m parley.cli.main"


def _short(path: Path) -> str:
    relative = os.path.relpath(path)
    return relative if len(relative) < len(str(path)) else str(path)
