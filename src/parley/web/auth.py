"""Who is calling: from the headers of a request to a caller, or to the error that the group of the endpoint says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

from starlette.types import Scope as Request

from parley.domain.accounts.model import NEEDS_PROJECT, Account, Family, Key, Role, Scope
from parley.domain.console.model import secret_hash
from parley.domain.projects.info import ProjectInfo
from parley.kit.errors import ParleyError
from parley.kit.values import value
from parley.resources import Resources
from parley.web.groups import AuthUserInvalidToken, Credential, Group
from parley.web.headers import Headers
from parley.web.regions import Regions
from parley.web.sessions import BrowserSession, authenticate_session, sent_cookie


@value
class Caller:
    """A key that is good for the endpoint, and the account and project that the path means, or else the key itself."""

    key: Key
    account_id: str
    project: ProjectInfo | None = None
    browser: BrowserSession | None = None
    """Of somebody in the console: the key is the one that they signed in with."""

    @property
    def required_project(self) -> ProjectInfo:
        assert self.project is not None, "this endpoint has no project in its path"
        return self.project

    @property
    def required_browser(self) -> BrowserSession:
        assert self.browser is not None, "this endpoint takes sessions alone"
        return self.browser


STRANGER = Caller(Key(UUID(int=0), Family.CONSOLE, Scope(""), "", "", datetime.min.replace(tzinfo=UTC)), "")
"""Whoever asks for what is open to everybody."""


async def authenticate(resources: Resources, regions: Regions, group: Group, role: Role, request: Request) -> Caller:
    """`role` is what somebody in the console needs."""
    if group.is_open:
        return STRANGER
    headers: Headers = request["plain_headers"]
    # A key that is sent is what counts. What a browser adds by itself changes nothing for programs.
    if group.takes_session and not any(headers.get(credential.header) for credential in group.credentials):
        cookie = sent_cookie(headers)
        if cookie is not None:
            browser = await authenticate_session(resources, role, request, cookie)
            found = await _locate(resources, regions, group, [browser.key], request["path_params"])
            return replace(found, browser=browser)
        if not group.credentials:
            raise group.missing("Sign in first.")
    # The key before the path: without a good one nobody learns which accounts and projects there are.
    keys = [await _key(resources, group, credential, headers) for credential in group.credentials]
    return await _locate(resources, regions, group, keys, request["path_params"])


async def _locate(
    resources: Resources, regions: Regions, group: Group, keys: list[Key], path: Mapping[str, str]
) -> Caller:
    key = keys[0]
    if "account_id" in path:
        account = await resources.tenants.account(path["account_id"])
        return await _in_account(resources, regions, group, keys, account, path.get("project_id"))
    # In the account of the key alone: on the build service an agent of another account is not there.
    if (agent := path.get("agent_id")) is not None:
        account = await resources.tenants.account(key.scope.account_id)
        return await _in_account(resources, regions, group, keys, account, agent)
    if key.family in NEEDS_PROJECT and key.scope.project_id is not None:
        project_info = await resources.tenants.project(key.scope.account_id, key.scope.project_id)
        regions.check(project_info.region)
        return Caller(key, key.scope.account_id, project_info)
    return Caller(key, key.scope.account_id)


async def _key(resources: Resources, group: Group, credential: Credential, headers: Headers) -> Key:
    sent = headers.get(credential.header) or next(filter(None, map(headers.get, credential.aliases)), "")
    if not sent:
        raise group.missing(f"The header {credential.header} is required.")
    key = await _bearer(resources, sent) if credential.is_access_token else await resources.keyring.find(sent)
    if key is None:
        raise AuthUserInvalidToken
    # 403 or 401 by group: some families of the interface know no 403.
    if key.family is not credential.family and credential.family not in key.permissions:
        raise group.forbidden
    return key


async def still_works(resources: Resources, group: Group, caller: Caller, request: Request) -> bool:
    """Whether what was sent with a request that goes on is good still: a stream ends with its key or session."""
    headers: Headers = request["plain_headers"]
    try:
        if caller.browser is not None:
            return await resources.console.is_open(secret_hash(caller.browser.secret))
        for credential in group.credentials:
            await _key(resources, group, credential, headers)
    except ParleyError:
        return False
    return True


async def _bearer(resources: Resources, sent: str) -> Key | None:
    """The key that an access token was given for, as long as both work."""
    kind, _, text = sent.partition(" ")
    token = resources.access_tokens.read(text.strip()) if kind.lower() == "bearer" else None
    return await resources.keyring.find_by_fingerprint(token.key_fingerprint) if token else None


async def _in_account(
    resources: Resources, regions: Regions, group: Group, keys: list[Key], account: Account, project: str | None
) -> Caller:
    if any(key.scope.account_id != account.id for key in keys):
        raise group.forbidden
    if project is None:
        return Caller(keys[0], account.id)
    project_info = await resources.tenants.project(account.id, project)
    for key in keys:
        scope = key.scope
        # Two keys of a chat are a pair: both are for one environment.
        if not scope.covers(project_info.id, project_info.region) or scope.environment != keys[0].scope.environment:
            raise group.forbidden
    # Last: only whoever may use the project learns which region it is in.
    regions.check(project_info.region)
    return Caller(keys[0], account.id, project_info)
