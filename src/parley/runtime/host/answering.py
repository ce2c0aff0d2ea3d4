"""What running functions ask for, checked and put to their Backstage."""

from __future__ import annotations

from parley.runtime.host.messages import EVENT_ID, Ask
from parley.runtime.host.protocol import Backstage, BackstageError, Json

TEXTS = {
    "prompt_llm": ("prompt",),
    "secret": ("name",),
    "api": ("integration", "operation"),
    "history": (),
    "external_event": ("id",),
}
"""What there is to ask for, with the arguments that must be text."""


def wrong(ask: Ask) -> BackstageError | None:
    """Why a question makes no sense; the surface never asks such."""
    names = TEXTS.get(ask.what)
    if names is None:
        return BackstageError("unknown", "There is nothing of that kind to ask for.")
    for name in names:
        if not isinstance(ask.arguments.get(name), str):
            return BackstageError("arguments", f"{name} must be text.")
    if ask.what == "external_event" and not EVENT_ID.fullmatch(ask.arguments["id"]):
        return BackstageError("arguments", "id must be that of an external event.")
    return None


async def consult(ask: Ask, backstage: Backstage) -> Json:
    """Raises BackstageError, also for questions that make no sense."""
    if (problem := wrong(ask)) is not None:
        raise problem
    given = ask.arguments
    if ask.what == "prompt_llm":
        model = given.get("model")
        return await backstage.prompt_llm(
            given["prompt"],
            given.get("show_history") is True,
            given.get("return_json") is True,
            model if isinstance(model, str) else None,
        )
    if ask.what == "secret":
        return await backstage.secret(given["name"])
    if ask.what == "api":
        arguments = given.get("arguments")
        found = arguments if isinstance(arguments, dict) else {}
        return await backstage.api(given["integration"], given["operation"], found)
    if ask.what == "history":
        return [{"role": line.role, "text": line.text} for line in await backstage.history()]
    return await backstage.expect_event(given["id"], given.get("send_to_llm") is True)
