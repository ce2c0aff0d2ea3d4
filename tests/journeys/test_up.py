"""The first five minutes: `parley up` in an empty folder, and everything that it prints."""

from __future__ import annotations

import asyncio
import re
import stat
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from parley.cli.up.command import default_processes
from tests.conftest import private_folder
from tests.journeys.instance import ANY_PORTS, Instance, parley, up

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]

KEYS = {
    "chat",
    "conversations",
    "concurrency",
    "outbound",
    "external_events",
    "dni",
    "handoff",
    "build",
    "messaging",
    "console",
    "api",
}


@pytest.fixture(scope="module")
async def first() -> AsyncIterator[Instance]:
    with private_folder() as folder:
        (home := folder / "my agents' home").mkdir()
        async with up(home) as instance:
            yield instance


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
        yield client


async def test_the_banner_names_addresses_keys_and_the_file(first: Instance) -> None:
    credentials = first.credentials
    for url in ("platform_url", "build_url", "messaging_url", "ops_url"):
        assert credentials[url] in first.stdout
    assert str(first.credentials_file) in first.stdout
    for secret in first.secrets:
        assert secret in first.stdout
    assert first.stderr == ""


async def test_the_printed_link_signs_in_to_the_console_once(first: Instance, http: httpx.AsyncClient) -> None:
    found = re.search(r"^Console: (\S+)/sign-in#(\w+) ", first.stdout, re.MULTILINE)
    assert found is not None
    assert found[1] == first.credentials["console_url"]
    answers = [await http.post(f"{found[1]}/console/session", json={"link": found[2]}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 401]
    assert answers[0].json()["role"] == "admin"


async def test_the_credentials_are_complete_and_for_their_owner_only(first: Instance) -> None:
    credentials = first.credentials
    addresses = {"platform_url", "build_url", "messaging_url", "ops_url", "streams_url", "webrtc_url", "sip", "sips"}
    assert set(credentials) == addresses | {"account_id", "project_id", "keys", "console_url"}
    assert set(credentials["keys"]) == KEYS
    assert set(credentials["keys"]["chat"]) == {"api_key", "token"}
    assert len(set(first.secrets)) == len(KEYS) + 1
    assert stat.S_IMODE(first.credentials_file.stat().st_mode) == 0o600
    assert list(first.data.glob("*.new")) + list(first.data.glob(".*.new")) == []


async def test_the_printed_commands_work_when_pasted(first: Instance) -> None:
    script = commands_to_try(first.stdout)
    assert "curl" in script
    strict = 'set -euo pipefail; curl() { command curl --fail-with-body "$@"; };\n'
    pasted = await asyncio.create_subprocess_exec(
        "bash", "-c", strict + script, cwd=first.folder, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT
    )
    printed, _ = await asyncio.wait_for(pasted.communicate(), 240)
    assert pasted.returncode == 0, printed
    assert first.credentials["project_id"].encode() in printed


def commands_to_try(printed: str) -> str:
    _, _, rest = printed.partition("\nTry\n")
    block, _, _ = rest.partition("\nCtrl-C stops it.")
    return block


async def test_health_readiness_and_metrics_are_on_the_operations_port(
    first: Instance, http: httpx.AsyncClient
) -> None:
    ops = first.credentials["ops_url"]
    children = (await http.get(f"{ops}/healthz")).json()["children"]
    pairs = {f"{role}-{n}" for role in ("platform", "messaging") for n in range(1, default_processes() + 1)}
    assert set(children) == {*pairs, "build", "worker", "voice"}
    assert set(first.processes()) >= {child["pid"] for child in children.values()}
    assert all(child["status"] == "ok" and child["restarts"] == 0 for child in children.values())
    assert (await http.get(f"{ops}/readyz")).json() == {"status": "ready"}
    await first.agents()
    families = list(text_string_to_metric_families((await http.get(f"{ops}/metrics")).text))
    assert len({family.name for family in families}) == len(families), "each family once"
    answered = [sample for family in families if family.name == "parley_http_requests" for sample in family.samples]
    assert any(sample.labels["process"] == "build" and sample.labels["status"] == "200" for sample in answered)


async def test_both_services_serve_their_documents(first: Instance, http: httpx.AsyncClient) -> None:
    for url in (first.credentials["platform_url"], first.credentials["build_url"]):
        assert (await http.get(f"{url}/docs")).headers["content-type"].startswith("text/html")
        assert (await http.get(f"{url}/healthz")).status_code == 200


async def test_no_secret_is_in_a_process_list_a_log_or_beside_the_banner(first: Instance) -> None:
    await first.agents()
    await first.agents("pk_build_wrong")
    hidden = [*first.secrets, first.database_password]
    assert first.database_password not in first.stdout
    for name, text in seen_by_others(first):
        assert [secret for secret in hidden if secret in text] == [], f"a secret is in {name}"


def seen_by_others(instance: Instance) -> Iterator[tuple[str, str]]:
    """What anybody may look at, and what an operator hands to somebody else: process list, logs, standard error."""
    processes = instance.processes()
    assert len(processes) > 4, "the supervisor, three children and PostgreSQL"
    for pid, command in processes.items():
        yield f"the command line of {pid}", command
    logs = [*(instance.data / "logs").iterdir(), instance.data / "postgres.log"]
    assert {path.name for path in logs} >= {"supervisor.log", "build.log", "platform-1.log", "worker.log"}
    for path in logs:
        yield path.name, path.read_text()
    yield "standard error", instance.stderr
    banner = instance.stdout.find("\nParley is running.")
    yield "what is printed before the banner", instance.stdout[:banner]
    yield "what is printed after it", instance.stdout.partition("\nCtrl-C stops it.")[2]


async def test_files_of_the_instance_are_closed_to_others(first: Instance) -> None:
    assert stat.S_IMODE(first.data.stat().st_mode) & 0o007 == 0
    for name in ("credentials.json", "postgres.password", "postgres.log"):
        assert stat.S_IMODE((first.data / name).stat().st_mode) == 0o600
    assert stat.S_IMODE((first.data / "postgres").stat().st_mode) == 0o700


async def test_a_second_start_on_the_folder_says_who_has_it_and_harms_nothing(first: Instance) -> None:
    before = first.credentials_file.read_bytes()
    second = parley(first.data, "up", *ANY_PORTS)
    assert second.returncode == 1
    assert second.stderr.count("\n") == 1
    assert f"already running (pid {first.pid})" in second.stderr
    assert first.credentials_file.read_bytes() == before
    assert (await first.agents()).status_code == 200
