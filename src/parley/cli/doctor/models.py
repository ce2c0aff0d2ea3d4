"""The models: which answers, and whether it can be reached with this key."""

from __future__ import annotations

from collections.abc import AsyncIterator
from importlib.util import find_spec
from typing import Any

import httpx

from parley.cli.doctor.finding import Finding, Level
from parley.providers.local_model.catalogue import MODELS, LocalModel
from parley.providers.local_model.installation import engine_is_installed
from parley.settings import Settings

SECONDS = 5.0
REFUSED = (401, 403)


async def examine(settings: Settings, client: httpx.AsyncClient) -> AsyncIterator[Finding]:
    if settings.llm_provider in MODELS:
        yield _installed(MODELS[settings.llm_provider])
    elif settings.llm_provider:
        yield _vendor(settings.llm_provider)
    elif settings.llm_base_url:
        models = (settings.llm_model, *settings.llm_fallbacks)
        yield await _endpoint(client, "language", settings.llm_base_url, settings.llm_api_key, models, "LLM")
    else:
        yield Finding("models", "language", "none set: the built-in responder answers (docs/models.md)")
    if settings.embeddings in ("local", "none"):
        what = "in this package" if settings.embeddings == "local" else "none: topics are found by their words"
        yield Finding("models", "embeddings", what)
    else:
        key = settings.embeddings_api_key
        models = (settings.embeddings_model,)
        yield await _endpoint(client, "embeddings", settings.embeddings, key, models, "EMBEDDINGS")


def _installed(model: LocalModel) -> Finding:
    if model.is_installed() and engine_is_installed():
        return Finding("models", "language", f"{model.name} on this machine: {model.title}")
    why = f"PARLEY_LLM_PROVIDER is {model.name}, and every turn fails without it."
    todo = f"parley models install {model.name}"
    return Finding("models", "language", f"{model.name} is not installed", Level.PROBLEM, why, todo)


def _vendor(name: str) -> Finding:
    if find_spec("any_llm") is not None:
        return Finding("models", "language", f"{name}, by its own interface")
    why = f"PARLEY_LLM_PROVIDER is {name}, and every turn fails without its library."
    return Finding(
        "models", "language", f"{name} is not installed", Level.PROBLEM, why, "pip install 'parley[vendors]'"
    )


async def _endpoint(
    client: httpx.AsyncClient, subject: str, url: str, key: str | None, wanted: tuple[str, ...], name: str
) -> Finding:
    """The list of its models costs nothing and shows whether address and key are right."""
    address = f"{url.rstrip('/').removesuffix('/chat/completions')}/models"
    host = httpx.URL(url).netloc.decode()
    why = "Turns fail without it." if subject == "language" else "Searches by meaning fail without it."
    try:
        answer = await client.get(
            address, headers={"Authorization": f"Bearer {key}"} if key else {}, timeout=SECONDS, follow_redirects=False
        )
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        what = f"{host} cannot be reached ({type(error).__name__})"
        todo = f"Check the address (PARLEY_{name}_BASE_URL, up to and including /v1) and that the server runs."
        return Finding("models", subject, what, Level.PROBLEM, why, todo.replace("EMBEDDINGS_BASE_URL", "EMBEDDINGS"))
    if answer.status_code in REFUSED:
        todo = f"Set PARLEY_{name}_API_KEY to a key that works."
        return Finding("models", subject, f"{host} refuses the key ({answer.status_code})", Level.PROBLEM, why, todo)
    known = _names(answer)
    missing = [model for model in wanted if model and known and model not in known]
    if missing:
        what = f"{host} does not list {', '.join(missing)}"
        return Finding("models", subject, what, Level.WARNING, why, f"It lists: {', '.join(sorted(known)[:8])}.")
    return Finding("models", subject, f"{', '.join(filter(None, wanted)) or 'its default'} at {host}")


def _names(answer: httpx.Response) -> set[str]:
    """Empty where the endpoint has no such list."""
    try:
        content: Any = answer.json()
        return {str(each["id"]) for each in content["data"]}
    except (ValueError, KeyError, TypeError):
        return set()
