"""`parley webhooks`: where events go, what became of them, and sending them once more."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import typer

from parley.cli.operator import (
    AsJson,
    Data,
    duration,
    encryptor_for,
    moment,
    now,
    run,
    show,
    show_json,
    tell,
    when,
)
from parley.domain.accounts.actions import get_account
from parley.domain.webhooks import actions, delivery_store, store
from parley.domain.webhooks.delivery import DeliveryStatus
from parley.domain.webhooks.model import WebhookEndpoint, WebhookEndpointNotFound
from parley.storage.db import Connection, Row

app = typer.Typer(help="Webhooks: endpoints, deliveries, replays.", no_args_is_help=True)

EndpointId = Annotated[str, typer.Argument(help="Id of the endpoint (whe_…).")]
Limit = Annotated[int, typer.Option(min=1, max=10_000, help="How many, the newest first.")]


Since = Annotated[str, typer.Option(help="Events from then on: ISO 8601, or a time ago (12h).")]
Until = Annotated[str | None, typer.Option(help="Events before then. Default: now.", show_default=False)]


@app.command("list")
def list_(
    account: Annotated[str | None, typer.Option(help="Only of this account.")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List the endpoints.

    Example: parley webhooks list --account demo
    """

    async def work(tx: Connection) -> list[WebhookEndpoint]:
        return await store.list_endpoints(tx, (await get_account(tx, account)).id if account else None)

    rows = [
        {
            "id": endpoint.id,
            "account_id": endpoint.account_id,
            "name": endpoint.name,
            "url": endpoint.url,
            "event_types": ", ".join(endpoint.event_types),
            "enabled": endpoint.enabled,
            "disabled_reason": endpoint.disabled_reason,
            "failing_since": moment(endpoint.failing_since),
        }
        for endpoint in run(data, work)
    ]
    show(rows, list(rows[0]) if rows else (), as_json)


@app.command("deliveries")
def list_deliveries(
    endpoint: Annotated[str | None, typer.Option(help="Only to this endpoint (whe_…).")] = None,
    status: Annotated[DeliveryStatus | None, typer.Option(help="Only those of this status.")] = None,
    limit: Limit = 50,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List the latest deliveries.

    Example: parley webhooks deliveries --status failed --limit 20
    """
    _show(run(data, lambda tx: delivery_store.list_deliveries(tx, endpoint, status, limit)), as_json)


@app.command("attempts")
def list_attempts(delivery_id: UUID, data: Data = None, as_json: AsJson = False) -> None:
    """List the attempts of a delivery.

    Example: parley webhooks attempts 019b…
    """
    _show(run(data, lambda tx: delivery_store.list_attempts(tx, delivery_id)), as_json)


@app.command("replay")
def replay(delivery_id: UUID, data: Data = None, as_json: AsJson = False) -> None:
    """Send an event to its endpoint once more.

    Example: parley webhooks replay 019b…
    """
    run(data, lambda tx: actions.replay_delivery(tx, delivery_id))
    tell("It is on its way.", as_json, delivery=str(delivery_id))


@app.command("recover")
def recover(
    endpoint_id: EndpointId,
    since: Since,
    until: Until = None,
    delivered: Annotated[bool, typer.Option("--delivered", help="Also what it got already.")] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Send an endpoint what it missed of the events of a time.

    Example: parley webhooks recover whe_1a2b3c --since 12h
    """
    begin, end = when(since), when(until) if until else now()

    async def work(tx: Connection) -> int:
        endpoint = await _found(tx, endpoint_id)
        return await actions.replay_deliveries(tx, endpoint, begin, end, delivered=delivered, now=now())

    count = run(data, work)
    tell(f"{count} on their way.", as_json, deliveries=count)


@app.command("rotate")
def rotate(
    endpoint_id: EndpointId,
    overlap: Annotated[str, typer.Option(help="How long the old secret goes on signing beside it.")] = "0s",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Issue a new signing secret for an endpoint; it is printed once.

    Example: parley webhooks rotate whe_1a2b3c --overlap 24h
    """
    encryptor, span = encryptor_for(data), duration(overlap)

    async def work(tx: Connection) -> str:
        endpoint = await _found(tx, endpoint_id)
        return await actions.rotate_secret(tx, encryptor, endpoint.account_id, endpoint.id, now(), span)

    secret = run(data, work)
    if as_json:
        show_json({"endpoint": endpoint_id, "secret": secret})
    else:
        typer.echo(secret)


async def _found(tx: Connection, endpoint_id: str) -> WebhookEndpoint:
    endpoint = await store.find_endpoint_by_id(tx, endpoint_id)
    if endpoint is None:
        raise WebhookEndpointNotFound(f"There is no webhook endpoint '{endpoint_id}'.")
    return endpoint


def _show(rows: list[Row], as_json: bool) -> None:
    plain = [{name: _plain(value) for name, value in row.items()} for row in rows]
    show(plain, list(plain[0]) if plain else (), as_json)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return moment(value)
    return str(value) if isinstance(value, UUID) else value
