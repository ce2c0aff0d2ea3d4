"""Runs inside the confined root and says what it found there, as one JSON object.

It is the engine's part: it starts the image's command, asks for its health as the engine would, and stops it. Its
arguments are the command, its standard input the health check; nothing of Parley is imported.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

DATA = Path("/var/lib/parley")
PATIENCE = 120.0
BROWSER = {"Accept": "text/html"}


def main() -> None:
    health_check = json.loads(sys.stdin.read())
    with (DATA / "printed").open("wb") as printed:
        process = subprocess.Popen(sys.argv[1:], stdout=printed, stderr=printed)
    try:
        found: dict[str, Any] = {"healthy": is_healthy(process, health_check)}
        if found["healthy"]:
            found |= talk() | what_may_be_done()
    finally:
        process.send_signal(signal.SIGTERM)
        status = process.wait(PATIENCE)
    found |= {"status": status, "printed": (DATA / "printed").read_text()}
    print(json.dumps(found))


def is_healthy(process: subprocess.Popen[bytes], health_check: list[str]) -> bool:
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up and process.poll() is None:
        if subprocess.run(health_check, capture_output=True, check=False).returncode == 0:
            return True
        time.sleep(0.1)
    return False


def talk() -> dict[str, Any]:
    """Three turns with the agent of the demo, and what the console and the widget are served as."""
    given = json.loads((DATA / "credentials.json").read_text())
    chat = f"{given['platform_url']}/v1/{given['account_id']}/{given['project_id']}/chat"
    keys = given["keys"]["chat"]
    headers = {"X-API-KEY": keys["api_key"], "X-TOKEN": keys["token"], "Content-Type": "application/json"}
    created = ask(f"{chat}/create", headers, {})
    turn = {"conversation_id": created["conversation_id"], "message": "A table for two tomorrow at 7 pm, please"}
    answered = ask(f"{chat}/respond", headers, turn)
    health = json.loads(fetch("http://127.0.0.1:9090/healthz"))
    return {
        "greeting": created["response"],
        "answer": answered["response"],
        "sandboxes": list(sandboxes_in(health)),
        "console": fetch(urllib.request.Request(f"{given['build_url']}/sign-in", headers=BROWSER)).decode()[:200],
        "script": len(fetch(f"{given['messaging_url']}/sdk/parley.js")),
    }


def sandboxes_in(value: Any) -> Any:
    """What confines the code of agents, wherever a child says so."""
    if isinstance(value, dict):
        if "sandbox" in value:
            yield value["sandbox"]
        for inner in value.values():
            yield from sandboxes_in(inner)


def what_may_be_done() -> dict[str, Any]:
    status = Path("/proc/self/status").read_text()
    return {
        "written": [path for path in ("/opt/parley/x", "/etc/x", "/usr/x", "/x", "/tmp/x") if may_write(Path(path))],
        "user": os.getuid(),
        "capabilities": [line.split()[1] for line in status.splitlines() if line.startswith(("CapEff", "CapBnd"))],
        "processes": sorted({path.stat().st_uid for path in Path("/proc").iterdir() if path.name.isdigit()}),
    }


def may_write(path: Path) -> bool:
    try:
        path.write_bytes(b"")
    except OSError:
        return False
    return True


def ask(url: str, headers: dict[str, str], body: dict[str, Any]) -> Any:
    return json.loads(fetch(urllib.request.Request(url, json.dumps(body).encode(), headers)))


def fetch(what: str | urllib.request.Request) -> bytes:
    with urllib.request.urlopen(what, timeout=60) as answer:
        content: bytes = answer.read()
    return content


if __name__ == "__main__":
    main()
