"""What running functions ask for, checked and put to their Backstage."""

from __future__ import annotations

from parley.agent_host.messages import EVENT_ID, Ask
from parley.agent_host.protocol import HostServiceError, HostServices, Json

TEXTS = {
    "prompt_llm": ("prompt",),
    "secret": ("name",),
    "api": ("integration", "operation"),
    "history": (),
    "external_event": ("id",),
}
"""What there is to ask for, with the arguments that must be text."""


def wrong(ask: Ask) -> HostServiceError | None:
    """Why a question makes no sense; the surface never asks such."""
    names = TEXTS.get(ask.what)
    if names is None:
        return HostServiceError("unknown", "There is nothing of that kind to ask for.")
    for name in names:
        if not isinstance(ask.arguments.get(name), str):
            return HostServiceError("arguments", f"{name} must be text.")
    if ask.what == "external_event" and not EVENT_ID.fullmatch(ask.arguments["id"]):
        return HostServiceError("arguments", "id must be that of an external event.")
    return None


async def consult(ask: Ask, services: HostServices) -> Json:
    """Raises BackstageError, also for questions that make no sense."""
    if (problem := wrong(ask)) is not None:
        raise problem
    given = ask.arguments
    if ask.what == "prompt_llm":
        model = given.get("model")
        return await services.prompt_llm(
            given["prompt"],
            given.get("show_history") is True,
            given.get("return_json") is True,
            model if isinstance(model, str) else None,
        )
    if ask.what == "secret":
        return await services.secret(given["name"])
    if ask.what == "api":
        arguments = given.get("arguments")
        found = arguments if isinstance(arguments, dict) else {}
        return await services.api(given["integration"], given["operation"], found)
    if ask.what == "history":
        return [{"role": line.role, "text": line.text} for line in await services.history()]
    return await services.expect_event(given["id"], given.get("send_to_llm") is True)
