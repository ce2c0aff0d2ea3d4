"""What functions reach beyond the conversation: models, secrets, web services; and which model answers where."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import orjson
import pytest

from parley.domain.projects.actions import change_settings
from parley.providers.llm.scripted import Call
from tests.fake_openai import FakeOpenAI, Reply, call, calls, failing, words
from tests.journeys.installation import Agent, Installation, files_of
from tests.journeys.shop import Shop

pytestmark = pytest.mark.io


def reach(whom: str) -> Call:
    return Call("reach_out", {"whom": whom})


@pytest.fixture(scope="module")
async def modelled(thinking: Installation) -> Agent:
    """The agent that uses the whole format, with a model behind an endpoint."""
    return await thinking.agent(files_of("everything"))


async def test_secrets(everything: Agent) -> None:
    await everything.secret("door", {"code": "1234"})
    everything.plays(reach("secret"), reach("missing secret"))
    talk = await everything.open()
    assert (await talk.say("the code?")).text == "1234"
    assert (await talk.say("another?")).text == "SecretNotFound is a Exception"


async def test_web_services_with_credentials_from_the_vault(everything: Agent, shop: Shop) -> None:
    await everything.secret("api.shop.live", {"username": "ada", "password": "pass:word"})
    await everything.secret("api.bank", {"header": "X-Bank-Key", "value": "k-1"})
    everything.plays(reach("shop"), reach("bank"), reach("nobody"))
    talk = await everything.open()
    basic = f"Basic {b64encode(b'ada:pass:word').decode()}"
    assert (await talk.say("shop")).text == f"200 /shop/orders/A%2F1?deep=yes {basic} / 409 sold out"
    ordered, made = shop.requests[-2:]
    assert ordered["headers"]["x-trace"] == "7"
    assert (made["method"], orjson.loads(made["content"])) == ("POST", {"item": "apple"})
    assert (await talk.turns())[-1]["api_errors"] == 1, "a logged error status counts"
    assert (await talk.say("bank")).text == "/bank/accounts/42/balance?currency=GBP k-1"
    assert (await talk.say("nobody")).text == "failed with requests.ConnectionError"
    turn = (await talk.turns())[-1]
    assert (turn["api_errors"], turn["function_errors"]) == (1, 0)
    (asked,) = turn["trace"]["functions"][0]["api_calls"]
    assert asked["error"] == "open_data.anything failed: connection_failed"
    assert "ada:pass" not in str(await talk.turns())


async def test_a_service_without_credentials(installation: Installation, shop: Shop) -> None:
    agent = await installation.agent(files_of("everything", port=str(shop.port)))
    agent.plays(reach("bank"), Call("give_back", {"form": "utterance"}))
    talk = await agent.open()
    assert (await talk.say("bank")).text == "Word for word $price."
    turn = (await talk.turns())[-1]
    assert (turn["api_errors"], turn["function_errors"]) == (1, 1)
    assert "credentials of bank are not set" in turn["trace"]["functions"][0]["error"]


async def test_functions_ask_the_model_from_two_threads(modelled: Agent, server: FakeOpenAI) -> None:
    def spell(body: Mapping[str, Any]) -> Reply:
        word = str(body["messages"][-1]["content"]).removeprefix("Spell ")
        return words("-".join(word))

    server.plays(call("reach_out", whom="two questions"), otherwise=spell)
    talk = await modelled.open()
    assert (await talk.say("spell")).text == "o-n-e and t-w-o"
    assert len(server.requests) == 3


async def test_functions_ask_for_json(modelled: Agent, server: FakeOpenAI) -> None:
    server.plays(call("reach_out", whom="json"), words('```json\n{"answer": "forty-two"}\n```'))
    talk = await modelled.open()
    assert (await talk.say("what is it?")).text == "forty-two"
    assert (server.models[-1], server.requests[-1]["response_format"]) == ("other-model", {"type": "json_object"})
    assert "user: what is it?" in server.told()
    server.plays(call("reach_out", whom="json"), words("no JSON at all"), words("I don't know."))
    assert (await talk.say("again")).text == "I don't know."
    assert (await talk.turns())[-1]["function_errors"] == 1


async def test_projects_flows_and_steps_choose_their_model(modelled: Agent, server: FakeOpenAI) -> None:
    server.plays(
        call("go", flow_name="Order (V2)", step_name="NA"),
        call("save_entities", colour="red"),
        call("choose_path", condition="Only a colour"),
        call("confirmed", how="leave"),
        words("Done."),
    )
    talk = await modelled.open()
    assert (await talk.say("a red one")).text == "Done."
    assert server.models == ["project-model", "flow-model", "flow-model", "step-model", "project-model"]
    assert [request["temperature"] for request in server.requests] == [0.1, 0.7, 0.7, 0.7, 0.1]
    assert [request.get("reasoning_effort") for request in server.requests] == [None, None, None, "high", None]
    assert [used["model"] for used in (await talk.trace())["model_requests"]] == server.models


async def test_a_model_that_the_server_does_not_know(thinking: Installation, server: FakeOpenAI) -> None:
    """Projects name models of the service that they were written for; the installation's own answers then."""
    agent = await thinking.agent(files_of("everything"))
    server.plays(failing(404, "model_not_found", "The model does not exist"), words("Hello."), words("Again."))
    talk = await agent.open()
    assert (await talk.say("hi")).text == "Hello."
    assert (await talk.say("hi")).text == "Again."
    assert server.models == ["project-model", "big", "big"], "learnt from the first answer"


async def test_a_project_with_an_endpoint_of_its_own(installation: Installation, server: FakeOpenAI) -> None:
    own = {"base_url": server.url, "model": "own-model", "api_key_secret": "llm_key"}
    agent = await installation.agent({"agent_settings/rules.txt": "Be kind."}, settings={"llm": own})
    await agent.secret("llm_key", "sk-project")
    server.plays(words("From my own model."))
    talk = await agent.open()
    assert (await talk.say("hello")).text == "From my own model."
    assert (server.models, server.keys) == (["own-model"], ["Bearer sk-project"])
    async with installation.resources.db.transaction() as tx:
        await change_settings(tx, agent.project_info, {"llm": {**own, "model": "newer-model"}})


async def test_words_calls_and_results_in_the_order_that_servers_demand(modelled: Agent, server: FakeOpenAI) -> None:
    """The fake server refuses what a strict one would; here is everything that could get out of order."""
    server.plays(
        calls(("give_back", {"form": "utterance and go on"}), ("give_back", {"form": "text"}), say="Both. "),
        calls(("go", {"flow_name": "Chain", "step_name": "speak_and_chain"}), ("look", {})),
        words("So far."),
    )
    talk = await modelled.open()
    assert (await talk.say("go")).text == "Both. One moment. One second. So far."
    assert await talk.called() == ["give_back", "give_back", "go", "speak_and_chain", "second_link"]
    server.plays(calls(("finish", {}), ("look", {})))
    assert (await talk.say("done")).text == "Chain finished."
    server.plays(words("Yes."))
    assert (await talk.say("still there?")).text == "Yes."


async def test_channels_and_variants_choose_their_model(thinking: Installation, server: FakeOpenAI) -> None:
    chosen = {
        "channel_overrides": {"webchat.polyai": {"provider_model_id": "for-chats"}},
        "variant_overrides": {"south": {"provider_model_id": "for-the-south", "max_tokens": 9}},
    }
    variants = "variants: [{name: north, is_default: true}, {name: south}]\n"
    for override, models in (
        ("channel_overrides", ["for-chats", "big"]),
        ("variant_overrides", ["big", "for-the-south"]),
    ):
        settings = orjson.dumps({"llm": {override: chosen[override]}}).decode()
        agent = await thinking.agent(
            {"agent_settings/experimental_config.json": settings, "config/variant_attributes.yaml": variants}
        )
        server.plays(words("One."), words("Two."))
        await (await agent.open()).say("hello")
        await (await agent.call(variant="south")).say("hello")
        assert server.models == models
    assert server.requests[-1]["max_tokens"] == 9


async def test_utterances_are_rephrased_where_the_project_wants_it(thinking: Installation, server: FakeOpenAI) -> None:
    wrapped = {"agent_settings/experimental_config.json": '{"webchat": {"llm_wrapped_utterances": true}}'}
    agent = await thinking.agent({**files_of("everything"), **wrapped})
    talk = await agent.open()
    server.plays(call("give_back", form="utterance"), words("In other words: five."))
    assert (await talk.say("go")).text == "In other words: five."
    assert "Word for word $price." in server.told()
    server.plays(call("give_back", form="utterance"), failing(400), failing(400))
    assert (await talk.say("go")).text == "Word for word $price.", "a model that fails changes nothing"
    by_phone = await agent.call()
    server.plays(call("give_back", form="utterance"))
    assert (await by_phone.say("go")).text == "Word for word $price."
