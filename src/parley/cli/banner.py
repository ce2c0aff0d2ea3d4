"""What `parley up` prints once everything runs: addresses, keys, and lines that work when pasted."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def text(credentials: dict[str, Any], path: Path) -> str:
    lines = [
        "",
        "Parley is running.",
        "",
        f"  platform    {credentials['platform_url']}    (API pages: {credentials['platform_url']}/docs)",
        f"  build       {credentials['build_url']}    (API pages: {credentials['build_url']}/docs)",
        f"  operations  {credentials['ops_url']}/healthz  /readyz  /metrics",
        f"  credentials {path}",
    ]
    if "keys" in credentials:
        lines += ["", "Demo keys", *_keys(credentials["keys"]), "", "Try", *_tries(credentials)]
    else:
        lines += [
            "",
            "Make an account, a project and keys with `parley accounts`, `parley projects` and `parley keys`.",
        ]
    return "\n".join([*lines, "", "Ctrl-C stops it.", ""])


def _keys(keys: dict[str, Any]) -> list[str]:
    flat = {name: value for name, value in keys.items() if isinstance(value, str)}
    flat = {"chat api key": keys["chat"]["api_key"], "chat token": keys["chat"]["token"], **flat}
    return [f"  {name:<16} {value}" for name, value in flat.items()]


def _tries(credentials: dict[str, Any]) -> list[str]:
    keys = credentials["keys"]
    account = credentials["account_id"]
    return [f"  curl -s {credentials['build_url']}/v1/accounts/{account}/agents -H 'x-api-key: {keys['build']}'"]
