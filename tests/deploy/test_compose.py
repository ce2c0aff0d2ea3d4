"""The compose file: the specification allows it, its parts exist, and roles have no more rights than they need."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from parley.cli.commands import load
from parley.cli.environment import unknown_variables
from tests.deploy.image import CONTAINER_FILE, REPOSITORY, stages

FILE = REPOSITORY / "deploy" / "compose" / "compose.yaml"
COMPOSE = yaml.safe_load(FILE.read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = sorted(name for name, service in SERVICES.items() if "parley" in service["image"])
VARIABLE = re.compile(r"\$\{(\w+)(:[-?][^}]*)?\}")
NOT_SETTINGS = {"POSTGRES_PASSWORD", "POSTGRES_IMAGE", "PARLEY_IMAGE", "MODEL_IMAGE", "MODEL_REPOSITORY"}


@pytest.mark.io  # what it reads is installed for those
def test_the_specification_allows_it() -> None:
    kept = Path(sys.prefix) / "share" / "deploy" / "compose-spec.json"
    assert kept.is_file(), "run make .venv/.deploy"
    # The name of the project came to the specification after this schema.
    without = {key: value for key, value in COMPOSE.items() if key != "name"}
    jsonschema.Draft7Validator(json.loads(kept.read_text())).validate(without)


def test_what_it_refers_to_is_there() -> None:
    for name, service in SERVICES.items():
        assert set(service.get("depends_on", ())) <= SERVICES.keys(), name
        assert set(service.get("networks", ())) <= COMPOSE["networks"].keys(), name
        volumes = {volume.split(":")[0] for volume in service.get("volumes", ())}
        assert volumes <= COMPOSE["volumes"].keys(), name
    build = SERVICES["platform"]["build"]
    context = (FILE.parent / build["context"]).resolve()
    assert context == REPOSITORY
    assert context / build["dockerfile"] == CONTAINER_FILE


def test_every_variable_has_a_value_or_a_word_for_who_gave_none() -> None:
    found = VARIABLE.findall(FILE.read_text())
    assert {name for name, otherwise in found if not otherwise} == set()
    names = {name for name, _ in found} - NOT_SETTINGS
    assert list(unknown_variables(dict.fromkeys(names, ""))) == []


@pytest.mark.parametrize("name", OURS)
def test_roles_run_commands_that_there_are_with_settings_that_there_are(name: str) -> None:
    command, *rest = SERVICES[name]["command"]
    load(command).make_context(command, list(rest))
    assert list(unknown_variables(SERVICES[name]["environment"])) == []
    if name != "migrate":
        # Where the health check of the image asks.
        assert rest[rest.index("--ops-port") + 1] == "9090"


@pytest.mark.parametrize("name", OURS)
def test_roles_have_no_right_that_they_do_not_need(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert not {"privileged", "user", "cap_add", "pid", "network_mode", "volumes"} & service.keys()
    (user,) = [each.rest.split(":")[0] for each in stages(CONTAINER_FILE.read_text())[-1] if each.word == "USER"]
    assert any(each.startswith("/var/lib/parley:") and f"uid={user}" in each for each in service["tmpfs"])


def test_the_world_sees_services_alone() -> None:
    """HTTP for the proxy on this machine, calls for everybody; never the database, health or metrics."""
    assert COMPOSE["networks"]["inside"]["internal"]
    assert SERVICES["postgres"]["networks"] == ["inside"]
    published = {name: service.get("ports", []) for name, service in SERVICES.items()}
    assert not published["postgres"]
    for ports in published.values():
        assert not [port for port in ports if "9090" in port]
        public = [port for port in ports if not port.startswith("127.0.0.1:")]
        assert all(port.startswith(("5060:", "5061:", "10000-")) for port in public)
