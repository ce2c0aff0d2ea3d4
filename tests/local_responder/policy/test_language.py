from __future__ import annotations

from parley.local_responder.context import SWITCH_LANGUAGE
from parley.runtime.turn.conclusion import is_apology
from tests.local_responder.situations import called, respond, tool

SWITCH = tool(SWITCH_LANGUAGE, "Changes the language.", language={"type": "string", "enum": ["en-GB", "es-ES"]})


def test_the_callers_language_is_taken_where_the_project_has_it() -> None:
    reply = respond("Hola, ¿qué horario tienen?", SWITCH, language="en-GB")
    assert (reply.tool, reply.arguments) == (SWITCH_LANGUAGE, {"language": "es-ES"})


def test_it_is_changed_once_and_then_answered_in() -> None:
    reply = respond(
        "Hola, ¿qué horario tienen?", SWITCH, language="es-ES", after=called(SWITCH_LANGUAGE, language="es-ES")
    )
    assert reply.tool is None
    assert "Perdone" in reply.text


def test_another_language_hears_which_there_are_and_counts_as_not_understood() -> None:
    reply = respond("Bonjour je voudrais prolonger mes livres", SWITCH, language="en-GB")
    assert reply.text.startswith("I'm sorry, I don't understand French. I can help you in English or Spanish.")
    assert is_apology(reply.text, "en-GB")
