"""The APIs that a project configures: called for its functions, with credentials that agent code never sees."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import quote

import orjson

from parley.agent_host.protocol import HostServiceError, Json
from parley.domain.projects.model import ApiIntegration, ApiOperation, ApiTarget, Project
from parley.domain.projects.needs import credential_names
from parley.kit.outbound.connection import NoAnswer, Reason
from parley.kit.outbound.egress import Egress

RESPONSE_LIMIT = 1 << 20
TOKEN_LIMIT = 1 << 16
TIMEOUT_SECONDS = 8.0
REASONS = {
    Reason.ADDRESS: "its address is in no network that the operator has opened (PARLEY_API_NETWORKS)",
    Reason.SIZE: f"the answer is larger than {RESPONSE_LIMIT} bytes",
    Reason.TIMEOUT: f"it took longer than {TIMEOUT_SECONDS:g} seconds",
}


class Secrets(Protocol):
    async def get(self, name: str) -> Json | None: ...


@dataclass(frozen=True, slots=True)
class ConfiguredApis:
    """Of a project in one environment."""

    project: Project
    environment: str
    secrets: Secrets
    egress: Egress

    async def call(self, integration: str, operation: str, arguments: Mapping[str, Json]) -> Mapping[str, Json]:
        """Calls a configured operation; credentials are added here and never reach agent code."""
        found = self.project.api_integrations.get(integration)
        target = found.environments.get(self.environment) if found else None
        if found is None or target is None or operation not in found.operations:
            raise HostServiceError("ApiError", f"{integration}.{operation} is not configured for {self.environment}.")
        request = _request(target, found.operations[operation], arguments)
        # Ours last: a function cannot put its own credentials in their place.
        request["headers"] = {**request["headers"], **await self._credentials(found, target)}
        try:
            answer = await self.egress.fetch(**request, seconds=TIMEOUT_SECONDS, largest=RESPONSE_LIMIT)
        except NoAnswer as failure:
            raise HostServiceError("ApiError", f"{integration}.{operation} failed: {_told(failure)}") from None
        return {
            "status_code": answer.status,
            "text": answer.text,
            "headers": answer.headers,
            "url": answer.url,
        }

    async def _credentials(self, integration: ApiIntegration, target: ApiTarget) -> dict[str, str]:
        """From the secret `api.<integration>.<environment>`, else `api.<integration>`."""
        if target.auth_type == "none":
            return {}
        names = credential_names(integration.name, self.environment)
        values = [await self.secrets.get(name) for name in names]
        secret = next((value for value in values if isinstance(value, Mapping)), None)
        if secret is None:
            raise HostServiceError(
                "ApiError", f"The credentials of {integration.name} are not set: secret '{names[0]}'."
            )
        if target.auth_type == "basic":
            pair = f"{secret.get('username', '')}:{secret.get('password', '')}"
            return {"authorization": f"Basic {b64encode(pair.encode()).decode()}"}
        if target.auth_type == "oauth2":
            return {"authorization": f"Bearer {await self._token(secret)}"}
        return {str(secret.get("header", "x-api-key")): str(secret.get("value", ""))}

    async def _token(self, secret: Mapping[str, Any]) -> str:
        if "access_token" in secret:
            return str(secret["access_token"])
        form = {"grant_type": "client_credentials", "client_id": secret.get("client_id", "")}
        form["client_secret"] = secret.get("client_secret", "")
        form |= {"scope": secret["scope"]} if secret.get("scope") else {}
        url = str(secret.get("token_url", ""))
        try:
            answer = await self.egress.fetch("POST", url, data=form, seconds=TIMEOUT_SECONDS, largest=TOKEN_LIMIT)
            if not 200 <= answer.status < 300:
                raise HostServiceError("ApiError", f"No access token: status {answer.status}")
            return str(orjson.loads(answer.text)["access_token"])
        except NoAnswer as failure:
            raise HostServiceError("ApiError", f"No access token: {_told(failure)}") from None
        except (ValueError, KeyError, TypeError) as error:
            raise HostServiceError("ApiError", f"No access token: {type(error).__name__}") from None


def _request(target: ApiTarget, operation: ApiOperation, arguments: Mapping[str, Json]) -> dict[str, Any]:
    """Path arguments fill `{name}` in the resource; the rest goes where its keyword says."""
    path = operation.resource
    for name, value in (arguments.get("path") or {}).items():
        # Quoted whole, slashes too: an argument cannot lead to another resource.
        path = path.replace("{" + str(name) + "}", quote(str(value), safe=""))
    request: dict[str, Any] = {
        "method": operation.method.upper(),
        "url": target.base_url.rstrip("/") + "/" + path.lstrip("/"),
        "headers": {str(name): str(value) for name, value in (arguments.get("headers") or {}).items()},
    }
    for name in ("params", "json", "data"):
        if arguments.get(name) is not None:
            request[name] = arguments[name]
    return request


def _told(failure: NoAnswer) -> str:
    return REASONS.get(failure.reason, failure.reason.value)
