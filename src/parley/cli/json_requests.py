"""Requests of commands to an instance: JSON there and back, and one clear line when that fails."""

from __future__ import annotations

from typing import Any

import httpx

from parley.cli.operator import fail


def request_json(client: httpx.Client, method: str, url: str, body: dict[str, Any]) -> dict[str, Any]:
    try:
        response = client.request(method, url, json=body)
        answer: dict[str, Any] = response.json()
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        fail(f"Cannot reach {url}: {type(error).__name__}.")
    except ValueError:
        fail(f"What answers at {url} is not Parley ({response.status_code}).")
    if response.is_error:
        # Each family of endpoints has an envelope of its own.
        fail(f"{response.status_code}: {answer.get('message') or answer.get('error_message') or answer}")
    return answer
