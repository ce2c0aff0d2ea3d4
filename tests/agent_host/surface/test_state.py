"""`conv.state`: attribute and item access, what is kept between calls, what is reported as changed."""

from __future__ import annotations

import copy
import pickle

import pytest

from parley.agent_host.surface.errors import TooLarge
from parley.agent_host.surface.state import Lost, State, find_difference, load, store
from tests.agent_host.in_process import PROJECT, run_body, run_in_process


def test_a_missing_attribute_is_none_a_missing_item_an_error() -> None:
    state = State(a=1)
    assert (state.a, state.b, state.get("b", 5), "b" in state) == (1, None, 5, False)
    assert getattr(state, "b", "default") is None
    assert hasattr(state, "anything")
    with pytest.raises(KeyError):
        state["b"]


def test_writing_and_deleting_both_ways() -> None:
    state = State()
    state.a = 1
    state["b"] = 2
    del state.a
    del state["b"]
    del state.never_there
    assert state == {}


def test_python_itself_finds_no_strange_members() -> None:
    state = State(a=[1])
    copied = copy.deepcopy(state)
    copied.a.append(2)
    assert (state.a, type(copied), type(copy.copy(state))) == ([1], State, State)
    with pytest.raises(AttributeError):
        state.__wrapped__  # noqa: B018 reading it is the test


def test_what_cannot_be_pickled_is_dropped_by_name_and_the_rest_kept() -> None:
    stored = store({"good": [1], "bad": lambda: None}, {"timezone": "UTC"}, 10_000)
    assert list(stored.dropped) == ["bad"]
    found = load(stored.data)
    assert (found.state, found.kept) == ({"good": [1]}, {"timezone": "UTC"})


def test_shared_objects_stay_shared() -> None:
    order = {"id": 1}
    state = load(store({"order": order, "orders": [order]}, {}, 10_000).data).state
    assert state.order is state.orders[0]


def test_a_state_too_large_is_refused_while_it_is_written() -> None:
    with pytest.raises(TooLarge):
        store({"a": "x" * 1000}, {}, 900)


def test_objects_of_vanished_classes_leave_a_mark_and_nothing_else() -> None:
    data = store({"a": 1, "b": Lost()}, {}, 10_000).data
    broken = data.replace(b"Lost", b"Gone")
    found = load(broken)
    assert (found.state.a, type(found.state.b)) == (1, Lost)
    assert [name.rpartition(".")[2] for name in found.lost] == ["Gone"]


@pytest.mark.parametrize(("module", "name"), [("api", "ApiResponse"), ("logs", "BoundLogger")])
def test_states_of_earlier_versions_are_read(module: str, name: str) -> None:
    """Opcodes of pickle: a tuple of {"a": <the class>} and {}."""
    found = load(f"((dVa\ncparley.runtime.host.surface.{module}\n{name}\ns(dt.".encode())
    assert (found.state.a.__name__, found.lost) == (name, ())


def test_difference() -> None:
    found = find_difference({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 5, "d": 4})
    assert (found.added, found.updated, found.removed) == ({"d": 4}, {"b": 5}, ("c",))


def test_changes_are_those_of_the_function_not_of_the_prefill() -> None:
    outcome = run_body("conv.state.b = conv.state.a + 1", prefill={"a": 1})
    assert outcome.state_json == {"a": 1, "b": 2}
    assert outcome.changes.added == {"b": 2}


def test_live_objects_come_back_in_the_next_call() -> None:
    files = {
        "functions/model.py": """
            import dataclasses, pydantic
            from _gen import *

            @dataclasses.dataclass
            class Order:
                id: int
                tags: set

            class Patient(pydantic.BaseModel):
                name: str
        """,
        "functions/put.py": """
            from _gen import *
            from datetime import datetime
            from zoneinfo import ZoneInfo
            from functions.model import Order, Patient

            def put(conv):
                conv.state.order = Order(7, {"a"})
                conv.state.patient = Patient(name="Bo")
                conv.state.when = datetime(2025, 1, 1, tzinfo=ZoneInfo("US/Central"))
                conv.state.said = conv.history + [UserInput("hi")]
                conv.state.later = {"utterance": "bye", "hangup": True}
        """,
        "functions/get.py": """
            def get(conv):
                conv.state.order.tags.add("b")
                conv.state.patient.name += "!"
                assert conv.state.said[0].text == "hi"
                assert str(conv.state.when.tzinfo) == "US/Central"
                return conv.state.later
        """,
    }
    with run_in_process(files, PROJECT) as harness:
        first = harness.call("functions/put.py")
        assert first.failure is None
    with run_in_process(files, PROJECT) as harness:
        second = harness.call("functions/get.py", state=first.state)
    assert second.failure is None
    assert sorted(second.state_json["order"]["tags"]) == ["a", "b"]
    assert second.changes.updated["patient"] == {"name": "Bo!"}
    assert (second.reply.utterance, second.reply.hangup) == ("bye", True)


def test_unpicklable_values_are_logged_and_leave_the_projection() -> None:
    outcome = run_body("conv.state.ok = 1\nconv.state.conv = conv\nconv.state.gen = (n for n in [1])")
    assert outcome.failure is None
    assert outcome.state_json == {"ok": 1}
    assert [line.level for line in outcome.effects.logs] == ["error", "error"]
    assert "conv.state.gen" in outcome.effects.logs[1].message


def test_a_state_too_large_fails_the_call_and_keeps_the_old_state() -> None:
    before = run_body("conv.state.a = 1")
    outcome = run_body("conv.state.b = 'x' * 5_000_000\nconv.write_metric('M')", state=before.state)
    assert outcome.failure is not None
    assert (outcome.failure.kind, outcome.state, outcome.state_known) == ("too_large", before.state, False)
    assert outcome.effects.metrics == (("M", None, False),)


def test_a_state_that_is_no_pickle_is_a_failure_not_an_end() -> None:
    outcome = run_body("pass", state=b"garbage")
    assert outcome.failure is not None
    assert (outcome.failure.kind, outcome.state, outcome.state_known) == ("state", b"garbage", False)


def test_the_whole_state_may_be_replaced() -> None:
    outcome = run_body("conv.state = {'b': 2}\nconv.state.c = 3", prefill={"a": 1})
    assert (outcome.state_json, outcome.changes.removed) == ({"b": 2, "c": 3}, ("a",))


def test_what_was_written_before_an_exception_stays() -> None:
    outcome = run_body("conv.state.tries = 1\nconv.say('hm')\nconv.write_metric('TRY')\nraise ValueError('no')")
    assert outcome.failure is not None
    assert (outcome.failure.kind, outcome.failure.message) == ("ValueError", "no")
    assert outcome.failure.where == "functions/f.py:8"
    assert outcome.state_json == {"tries": 1}
    assert outcome.effects.metrics == (("TRY", None, False),)
    assert outcome.reply.utterance is None


def test_the_surface_remembers_beside_the_state() -> None:
    first = run_body("conv.set_timezone('Europe/Madrid')\nconv.variant.phone = '+9'\nconv.disable_kb_topics(['Fees'])")
    second = run_body(
        "conv.knowledge_base.disable_topics(['Rates'])\nreturn f'{conv.timezone} {conv.variant.phone}'",
        state=first.state,
    )
    assert first.state_json == {}
    assert first.effects.variant_attributes == {"north": {"phone": "+9"}}
    assert second.reply.content == "Europe/Madrid +9"
    assert (second.effects.disabled_topics, second.effects.variant_attributes) == (("Fees", "Rates"), None)


def test_attributes_that_were_written_can_be_taken_back() -> None:
    first = run_body("conv.state.before = conv.variant.phone\nconv.variant.phone = '+9'")
    second = run_body("conv.variant.phone = conv.state.before", state=first.state)
    assert second.effects.variant_attributes == {}
    third = run_body("return conv.variant.phone == conv.state.before and 'as before'", state=second.state)
    assert third.reply.content == "as before"


def test_stored_states_name_the_public_module_not_ours() -> None:
    outcome = run_body("conv.state.address = Address(city='York')\nconv.state.e = MetricEvent('a', 1)")
    assert b"parley" not in outcome.state
    assert pickle.loads(outcome.state)[0]["address"].city == "York"
