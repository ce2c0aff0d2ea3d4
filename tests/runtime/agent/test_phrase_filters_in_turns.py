"""Phrase filters in conversation."""

from __future__ import annotations

from parley.agent_host.protocol import HandoffRequest, Reply
from parley.domain.projects.model import Parameter, PhraseFilter, Pronunciation
from parley.providers.llm.scripted import Answer, Call, Move, Say
from parley.runtime.agent.compiled import CompiledProject
from tests.runtime.turn.stage import Part, Stage, advanced, flow, function, functions, goto, project


def stage(phrase_filter: PhraseFilter, answers: list[Answer | Move], **parts: Part) -> Stage:
    known = {**functions("act", "end_call"), "handoff": function("handoff", Parameter("reason", "string"))}
    agent = project(functions=known, phrase_filters=(phrase_filter,), flows=[flow("f", advanced("s", "Next."))])
    return Stage(agent, answers, parts)


async def test_a_phrase_without_a_function_only_cuts_the_text() -> None:
    result = await stage(PhraseFilter("x", ("one moment",)), [Say("It is nine. One moment please.")]).say("Time?")
    assert result.reply == "It is nine."
    assert result.dialog.history[-1].text == "It is nine."
    assert result.trace.notes == ["phrase filter: x"]


async def test_a_text_that_is_wholly_cut_says_nothing() -> None:
    assert (await stage(PhraseFilter("x", ("one moment",)), [Say("One moment.")]).say("Time?")).reply == ""


async def test_the_function_runs_without_arguments_after_the_phrase_is_said() -> None:
    goodbye = PhraseFilter("bye", ("goodbye",), True, function="end_call")
    s = stage(goodbye, [Say("Thanks, goodbye. And one more thing.")], end_call=Reply(hangup=True))
    result = await s.say("That is all")
    assert (result.reply, result.end_conversation) == ("Thanks, goodbye", True)
    assert s.host.calls[0].arguments == {}


async def test_content_of_the_function_goes_to_the_model() -> None:
    hold = PhraseFilter("hold", ("let me check",), function="act")
    s = stage(hold, [Say("Let me check that."), Say("It is free.")], act=Reply(content="free"))
    assert (await s.say("Free?")).reply == "It is free."
    assert s.requests[-1].messages[-1].content == "free"


async def test_words_of_the_function_end_the_turn() -> None:
    hold = PhraseFilter("hold", ("let me check",), function="act")
    assert (await stage(hold, [Say("Let me check.")], act=Reply(utterance="Done.")).say("x")).reply == "Done."


async def test_a_function_that_moves_on_lets_the_model_speak_under_the_new_step() -> None:
    move = PhraseFilter("move", ("let us begin",), True, function="act")
    s = stage(move, [Say("Let us begin."), Say("Your name?")], act=Reply(transition=goto("f")))
    assert (await s.say("Go")).reply == "Let us begin Your name?"


async def test_a_function_that_does_nothing_ends_the_turn_once_something_was_said() -> None:
    note = PhraseFilter("note", ("thanks",), True, function="act")
    assert (await stage(note, [Say("Thanks a lot.")], act=Reply()).say("x")).reply == "Thanks"


async def test_a_function_that_needs_arguments_is_for_the_model_to_call() -> None:
    transfer = PhraseFilter("transfer", ("transfer you",), function="handoff")
    s = stage(
        transfer,
        [Say("Let me transfer you."), Call("handoff", {"reason": "angry"})],
        handoff=Reply(handoff=HandoffRequest("desk", "angry")),
    )
    result = await s.say("Human!")
    assert (result.reply, result.end_reason) == ("Let me", "handoff")
    assert s.host.calls[0].arguments == {"reason": "angry"}
    assert "Call the function handoff now" in s.requests[1].messages[-1].content
    assert s.tools == ["handoff"]


async def test_a_model_that_calls_it_by_itself_is_not_reminded() -> None:
    transfer = PhraseFilter("transfer", ("transfer you",), True, function="handoff")
    agent = project(
        rules="{{fn:handoff}}",
        functions={"handoff": function("handoff", Parameter("reason", "string"))},
        phrase_filters=(transfer,),
    )
    answer = Answer((Say("I transfer you now."), Call("handoff", {"reason": "angry"})))
    s = Stage(agent, [answer], {"handoff": Reply(handoff=HandoffRequest("desk", "angry"))})
    result = await s.say("Human!")
    assert (result.reply, result.end_reason, len(s.requests)) == ("I transfer you", "handoff", 1)


async def test_reminders_are_limited() -> None:
    transfer = PhraseFilter("transfer", ("transfer you",), function="handoff")
    s = stage(transfer, [Answer((Say("transfer you"),), repeat=True)])
    result = await s.say("Human!")
    assert (len(s.requests), result.trace.caps) == (3, ["nudges"])
    assert result.reply


async def test_filters_may_hold_for_one_language_and_name_unknown_functions() -> None:
    spanish = PhraseFilter("es", ("nine",), language="es-ES")
    assert (await stage(spanish, [Say("At nine.")]).say("x")).reply == "At nine."
    unknown = PhraseFilter("u", ("nine",), function="gone")
    result = await stage(unknown, [Say("At nine.")]).say("x")
    assert (result.reply, result.trace.notes[-1]) == ("At", "unknown function of a phrase filter: gone")
    unsaid = await stage(unknown, [Say("Nine o'clock.")]).say("x")
    assert "trouble" in unsaid.reply


async def test_functions_words_are_not_filtered() -> None:
    agent = project(rules="{{fn:act}}", functions=functions("act"), phrase_filters=(PhraseFilter("x", ("nine",)),))
    assert (await Stage(agent, [Call("act")], {"act": Reply(utterance="At nine.")}).say("x")).reply == "At nine."


async def test_pronunciations_are_for_speech_only_and_in_order() -> None:
    entries = (
        Pronunciation(r"\bSt\b", "Street", case_sensitive=True),
        Pronunciation("street", "strasse", language="de-DE"),
        Pronunciation(r"(\d+)am", r"\1 A M"),
        Pronunciation("x", r"\9"),
    )
    compiled = CompiledProject(project(pronunciations=entries))
    assert await compiled.pronounced("Main St, st 9AM x", "en-US") == r"Main Street, st 9 A M \9"
    assert await compiled.pronounced("Main St", "de-DE") == "Main strasse"
