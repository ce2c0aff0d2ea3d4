"""Alert rules of an account, and the alerts that are active."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from parley.build_api.monitoring.alert_models import (
    ActiveAlertList,
    ActiveAlertsQuery,
    AlertRuleChanges,
    AlertRuleList,
    AlertRuleRecord,
    AlertRulesQuery,
    NewAlertRule,
)
from parley.domain.alerts import actions, store
from parley.domain.alerts.model import ID, AlertRuleIdInvalid, AlertRuleNotFound, Rule, State, TooManyAlertRules
from parley.domain.projects.info import ProjectNotFound
from parley.kit.clock import iso
from parley.kit.errors import FieldError
from parley.resources import Resources
from parley.web.auth import Caller
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import MONITORING
from parley.web.responses import json_response


async def create_alert_rule(request: ApiRequest[NewAlertRule, None]) -> Response:
    fields = await _with_project_id(request, request.body.model_dump())
    async with request.change() as tx:
        rule = await actions.create_rule(tx, request.caller.account_id, fields, request.resources.clock.now())
    return json_response(_rule_json(rule), 201)


async def list_alert_rules(request: ApiRequest[None, AlertRulesQuery]) -> Response:
    found = await _list_rules(request, request.query, enabled=request.query.enabled, state=request.query.state)
    return json_response({"data": [_rule_json(rule) for rule in found]})


async def list_alerts(request: ApiRequest[None, ActiveAlertsQuery]) -> Response:
    found = await _list_rules(request, request.query, enabled=True, state=State.ALERT)
    return json_response(
        {"data": [{"alert_rule_id": rule.id, **condition_json(rule), **_state_json(rule)} for rule in found]}
    )


async def get_alert_rule(request: ApiRequest[None, None]) -> Response:
    return json_response(_rule_json(await find_rule(request.resources, request.caller, request.path)))


async def update_alert_rule(request: ApiRequest[AlertRuleChanges, None]) -> Response:
    changes = await _with_project_id(request, request.body.model_dump(exclude_unset=True))
    async with request.change() as tx:
        now, rule_id = request.resources.clock.now(), request.path["rule_id"]
        rule = await actions.change_rule(tx, request.caller.account_id, rule_id, changes, now)
    return json_response(_rule_json(rule))


async def delete_alert_rule(request: ApiRequest[None, None]) -> Response:
    async with request.change() as tx:
        await actions.remove_rule(tx, request.caller.account_id, request.path["rule_id"])
    return Response(status_code=204)


async def check_id(_resources: Resources, _caller: Caller, path: Mapping[str, str]) -> None:
    if not ID.fullmatch(path["rule_id"]):
        raise AlertRuleIdInvalid(fields=[FieldError("rule_id", "does not match ^ar_[A-Za-z0-9]+$")])


async def _check_exists(resources: Resources, caller: Caller, path: Mapping[str, str]) -> None:
    await check_id(resources, caller, path)
    await find_rule(resources, caller, path)


async def find_rule(resources: Resources, caller: Caller, path: Mapping[str, str]) -> Rule:
    rule = await store.find_rule(resources.db, caller.account_id, path["rule_id"])
    if rule is None:
        raise AlertRuleNotFound
    return rule


async def _check_project(resources: Resources, caller: Caller, given: Any) -> list[FieldError]:
    reference = given.get("project_id") if isinstance(given, dict) else None
    if isinstance(reference, str) and reference:
        try:
            await resources.tenants.project(caller.account_id, reference)
        except ProjectNotFound:
            return [FieldError("project_id", "is not a project of this account")]
    return []


async def _with_project_id(request: ApiRequest[Any, Any], fields: dict[str, Any]) -> dict[str, Any]:
    """Whichever way the project was named."""
    if fields.get("project_id") is None:
        return fields
    project_info = await request.resources.tenants.project(request.caller.account_id, fields["project_id"])
    return {**fields, "project_id": project_info.id}


async def _list_rules(
    request: ApiRequest[None, Any], query: ActiveAlertsQuery, enabled: bool | None, state: State | None
) -> list[Rule]:
    """A project that there is not has no rules."""
    account_id, project_id = request.caller.account_id, query.project_id
    if project_id is not None:
        try:
            project_id = (await request.resources.tenants.project(account_id, project_id)).id
        except ProjectNotFound:
            return []
    return await store.list_rules(
        request.resources.db, account_id, project_id=project_id, metric=query.metric, enabled=enabled, state=state
    )


def condition_json(rule: Rule) -> dict[str, Any]:
    return {
        "name": rule.name,
        "project_id": rule.project_id,
        "metric": rule.metric,
        "operator": rule.operator,
        "threshold_value": rule.threshold_value,
        "window_duration": rule.window_duration,
    }


def _state_json(rule: Rule) -> dict[str, Any]:
    return {
        "since": iso(rule.since) if rule.since else None,
        "last_evaluated_at": iso(rule.last_evaluated_at) if rule.last_evaluated_at else None,
        "current_value": rule.current_value,
    }


def _rule_json(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        **condition_json(rule),
        "enabled": rule.enabled,
        "current_state": rule.state,
        "created_at": iso(rule.created_at),
        "updated_at": iso(rule.updated_at),
        **_state_json(rule),
    }


PATH = "/v1/alert-rules"
ONE = PATH + "/{rule_id}"
NOT_FOUND = (AlertRuleIdInvalid, AlertRuleNotFound)

ENDPOINTS = (
    Endpoint(
        "POST",
        PATH,
        create_alert_rule,
        MONITORING,
        "Create an alert rule",
        body=NewAlertRule,
        comparison=_check_project,
        reply=AlertRuleRecord,
        status=201,
        errors=(TooManyAlertRules,),
        description="An account has at most 10 rules. A new one is `ok` until it is first evaluated, half a minute "
        "later at most.",
    ),
    Endpoint(
        "GET",
        PATH,
        list_alert_rules,
        MONITORING,
        "The alert rules of the account",
        description="Each with the state that it is in and the value it measured last.",
        query=AlertRulesQuery,
        reply=AlertRuleList,
    ),
    Endpoint(
        "GET",
        ONE,
        get_alert_rule,
        MONITORING,
        "An alert rule",
        description="With the state that it is in and the value it measured last.",
        reply=AlertRuleRecord,
        before=check_id,
        errors=NOT_FOUND,
    ),
    Endpoint(
        "PATCH",
        ONE,
        update_alert_rule,
        MONITORING,
        "Change an alert rule",
        body=AlertRuleChanges,
        body_required=False,
        reply=AlertRuleRecord,
        before=_check_exists,
        comparison=_check_project,
        errors=NOT_FOUND,
        description="The state stays as it is until the rule is next evaluated. A disabled rule is not evaluated.",
    ),
    Endpoint(
        "DELETE",
        ONE,
        delete_alert_rule,
        MONITORING,
        "Delete an alert rule",
        description="Its history and an alert that is active go with it: no further event is sent.",
        status=204,
        before=check_id,
        errors=NOT_FOUND,
    ),
    Endpoint(
        "GET",
        "/v1/alerts",
        list_alerts,
        MONITORING,
        "The alerts that are active",
        query=ActiveAlertsQuery,
        reply=ActiveAlertList,
        description="Enabled rules in the state `alert`.",
    ),
)
