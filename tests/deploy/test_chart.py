"""The Helm chart: Helm takes it, Kubernetes knows all of it, and its pods have no right that they do not need."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from parley.cli.commands import load
from parley.cli.environment import unknown_variables
from tests.deploy.image import CONTAINER_FILE, REPOSITORY, image

NEEDS_HELM = pytest.mark.skipif(platform.machine() != "x86_64", reason="Helm is to be had for x86-64 alone")
pytestmark = [pytest.mark.io, pytest.mark.xdist_group("image"), NEEDS_HELM]

CHART = REPOSITORY / "deploy" / "helm" / "parley"
TOOLS = Path(sys.prefix) / "share" / "deploy"
EVERYTHING = {
    "roles": {"voice": {"enabled": True, "hostNetwork": True}, "worker": {"settings": {"PARLEY_LOG_LEVEL": "debug"}}},
    "image": {"repository": "registry.example.com/parley", "digest": "sha256:" + "a" * 64},
    "imagePullSecrets": [{"name": "registry"}],
    "podAnnotations": {"example.com/team": "voice"},
    "nodeSelector": {"pool": "agents"},
    "tolerations": [{"key": "agents", "operator": "Exists", "effect": "NoSchedule"}],
    "ingress": {
        "enabled": True,
        "className": "nginx",
        "tlsSecretName": "tls",
        "hosts": {"us-1.platform.example.com": "platform", "console.example.com": "build"},
    },
    "networkPolicy": {
        "from": [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "ingress"}}}],
        "metricsFrom": [{"namespaceSelector": {}}],
    },
}


def helm(*arguments: str, values: object = None) -> subprocess.CompletedProcess[str]:
    program = TOOLS / "helm"
    assert program.is_file(), "run make .venv/.deploy"
    given = ("--values", "-") if values is not None else ()
    text = None if values is None else yaml.safe_dump(values)
    return subprocess.run(
        [str(program), *arguments, str(CHART), *given], input=text, capture_output=True, text=True, check=False
    )


@cache
def rendered(which: str) -> tuple[dict[str, Any], ...]:
    done = helm("template", "shop", values=EVERYTHING if which == "everything" else {})
    assert done.returncode == 0, done.stderr
    return tuple(document for document in yaml.safe_load_all(done.stdout) if document)


def of_kind(which: str, kind: str) -> list[dict[str, Any]]:
    return [each for each in rendered(which) if each["kind"] == kind]


def pods(which: str) -> list[dict[str, Any]]:
    return [each["spec"]["template"] for each in (*of_kind(which, "Deployment"), *of_kind(which, "Job"))]


def schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((TOOLS / "kubernetes" / name).read_text())
    return found


both = pytest.mark.parametrize("which", ["defaults", "everything"])


def test_helm_finds_no_fault() -> None:
    for values in ({}, EVERYTHING):
        done = helm("lint", "--strict", values=values)
        assert done.returncode == 0, done.stdout


def problems(document: dict[str, Any]) -> list[str]:
    """What Kubernetes would refuse, unknown words included."""

    def retrieve(address: str) -> Resource[Any]:
        return DRAFT202012.create_resource(schema(address.rpartition("/")[2]))

    group, _, version = document["apiVersion"].rpartition("/")
    parts = (document["kind"].lower(), group.split(".")[0], version)
    known = schema("-".join(part for part in parts if part) + ".json")
    registry: Registry[Any] = Registry(retrieve=retrieve)  # type: ignore[call-arg]
    found = jsonschema.Draft202012Validator(known, registry=registry).iter_errors(document)
    return [f"{document['kind']}: {each.json_path} {each.message}" for each in found]


@both
def test_kubernetes_knows_every_word(which: str) -> None:
    for document in rendered(which):
        assert problems(document) == []
    first = of_kind(which, "Deployment")[0]
    assert problems({**first, "spec": {**first["spec"], "replica": 2}}) != []  # else nothing is known of anything


@both
def test_pods_keep_to_the_restricted_standard(which: str) -> None:
    user = image(CONTAINER_FILE.read_text()).user
    for pod in pods(which):
        spec = pod["spec"]
        assert spec["securityContext"]["runAsNonRoot"]
        assert spec["securityContext"]["runAsUser"] == user
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert spec["automountServiceAccountToken"] is False
        assert {next(iter(volume.keys() - {"name"})) for volume in spec["volumes"]} == {"emptyDir"}
        for container in spec["containers"]:
            allowed = container["securityContext"]
            assert allowed["readOnlyRootFilesystem"]
            assert allowed["allowPrivilegeEscalation"] is False
            assert allowed["capabilities"] == {"drop": ["ALL"]}
            assert container["resources"]["limits"]["memory"]


@both
def test_pods_run_commands_that_there_are_with_settings_that_there_are(which: str) -> None:
    for pod in pods(which):
        (container,) = pod["spec"]["containers"]
        command, *rest = container["args"]
        load(command).make_context(command, list(rest))
        assert list(unknown_variables({each["name"]: "" for each in container["env"]})) == []
        # Secrets are somebody else's: named here, and read by nobody but the kubelet.
        assert container["envFrom"] == [{"secretRef": {"name": "parley"}}]
        assert not {each["name"] for each in container["env"]} & {"PARLEY_SECRET_KEY", "PARLEY_DATABASE_URL"}


@both
def test_every_role_is_watched_found_and_spared(which: str) -> None:
    roles = {each["metadata"]["labels"]["app.kubernetes.io/component"]: each for each in of_kind(which, "Deployment")}
    expected = {"platform", "build", "messaging", "worker"} | ({"voice"} if which == "everything" else set())
    assert roles.keys() == expected
    for role in roles.values():
        (container,) = role["spec"]["template"]["spec"]["containers"]
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        assert ports["ops"] == int(container["args"][-1])
        assert container["livenessProbe"]["httpGet"] == {"path": "/healthz", "port": "ops"}
        assert container["readinessProbe"]["httpGet"] == {"path": "/readyz", "port": "ops"}
        chosen = role["spec"]["selector"]["matchLabels"].items()
        assert chosen <= role["spec"]["template"]["metadata"]["labels"].items()
        assert role["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    served = {each["metadata"]["labels"]["app.kubernetes.io/component"] for each in of_kind(which, "Service")}
    assert served == expected - {"worker"}
    spared = {
        each["metadata"]["labels"]["app.kubernetes.io/component"] for each in of_kind(which, "PodDisruptionBudget")
    }
    assert spared == expected - {"voice"}  # of one pod a budget would keep nodes from being emptied


@both
def test_the_database_is_migrated_before_anything_new_runs(which: str) -> None:
    (job,) = of_kind(which, "Job")
    assert job["metadata"]["annotations"]["helm.sh/hook"] == "pre-install,pre-upgrade"
    assert job["spec"]["template"]["spec"]["containers"][0]["args"] == ["migrate"]


def test_settings_of_a_role_come_before_those_of_all() -> None:
    done = helm(
        "template",
        "shop",
        values={
            "settings": {"PARLEY_LOG_LEVEL": "info", "PARLEY_REGION": "uk-1"},
            "roles": {"worker": {"settings": {"PARLEY_LOG_LEVEL": "debug"}}},
        },
    )
    found = {}
    for each in yaml.safe_load_all(done.stdout):
        if each and each["kind"] == "Deployment":
            (container,) = each["spec"]["template"]["spec"]["containers"]
            found[container["name"]] = {pair["name"]: pair["value"] for pair in container["env"]}
    assert found["worker"]["PARLEY_LOG_LEVEL"] == "debug"
    assert found["platform"]["PARLEY_LOG_LEVEL"] == "info"
    assert {values["PARLEY_REGION"] for values in found.values()} == {"uk-1"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"roles": {"platfrom": {"enabled": True, "replicas": 1}}},
        {"settings": {"PARLEY_SECRET_KEY": "in the open"}},
        {"settings": {"LOG_LEVEL": "info"}},
        {"image": {"repository": "parley", "digest": "latest"}},
        {"roles": {"worker": {"replicas": "two"}}},
        {"ingress": {"hosts": {"example.com": "worker"}}},
    ],
)
def test_values_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    done = helm("template", "shop", values=wrong)
    assert done.returncode != 0
    assert "don't meet the specifications of the schema" in done.stderr


def test_the_chart_is_that_of_this_version() -> None:
    described = yaml.safe_load((CHART / "Chart.yaml").read_text())
    pyproject = (REPOSITORY / "pyproject.toml").read_text()
    assert f'\nversion = "{described["appVersion"]}"\n' in pyproject
