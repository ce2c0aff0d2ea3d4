from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.runtime.agent.references import MAX_EXPANDED_CHARACTERS, Names, Scope, render
from tests.properties import examples
from tests.runtime.turn.stage import functions

NAMES = Names(
    functions=functions("book", "cancel"),
    handoff_tools={"default": "transfer_to_front_desk", "Front Desk": "transfer_to_front_desk"},
    sms_tools={"link": "send_sms_link"},
    entities=frozenset({"date"}),
    translations={"hello": {"en-US": "Hello $name", "es-ES": "Hola", "fr": "Bonjour"}},
)
STATE = {
    "name": "Ann",
    "plan": "First call {{fn:book}}, then $more.",
    "more": "{{fn:cancel}}",
    "loop": "x $loop",
    "none": None,
    "count": 3,
}
SCOPE = Scope(NAMES, "voice", "en-US", STATE, {"city": "Leeds", "note": "call {{fn:cancel}}"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hi {{vrbl:name}}, $name!", "Hi Ann, Ann!"),
        ("{{ vrbl : name }}", "Ann"),
        ("{{vrbl:missing}}|$missing|{{vrbl:none}}|$none", "|$missing||"),
        ("It is $8.99 or $1.50, US$ or $", "It is $8.99 or $1.50, US$ or $"),
        ("$name's $name.first $named ${count}", "Ann's Ann.first $named 3"),
        ("{{attr:city}} {{va:city}} ${variant_city} [{{attr:x}}${variant_x}]", "Leeds Leeds Leeds []"),
        ("{{entity:date}} {{entity:other}}", "date {{entity:other}}"),
        ("{{tn:hello}} {{tn:nope}}", "Hello Ann {{tn:nope}}"),
        ("{{fn:book}} {{ft:book}} {{fn:nope}}", "book book {{fn:nope}}"),
        ("{{ho:Front Desk}} {{ho:DEFAULT}} {{ho:x}}", "transfer_to_front_desk transfer_to_front_desk {{ho:x}}"),
        ("{{twilio_sms:link}} {{sms:link}} {{sms:x}}", "send_sms_link send_sms_link {{sms:x}}"),
        ("{{unknown:x}} {{}} {{fn}} }} {{", "{{unknown:x}} {{}} {{fn}} }} {{"),
        ("<channel:voice>say</channel><channel:webchat>type</channel>", "say"),
        ("<language:en>a</language><language:en-GB>b</language><language:en-us>c</language>", "ac"),
        ("<channel:voice>1<language:es>2<channel:voice>3</channel></language>4</channel>5", "145"),
        ("<channel:sms>a<channel:voice>b</channel>c</channel>d", "d"),
        ("a</channel>b<channel:voice>c", "a</channel>b<channel:voice>c"),
        ("<channel:voice>a<language:en>b</channel>c</language>", "a<language:en>bc</language>"),
        ("a < b and c > d", "a < b and c > d"),
    ],
)
def test_each_kind_of_reference(text: str, expected: str) -> None:
    assert render(text, SCOPE).text == expected


def test_values_are_resolved_in_turn_and_make_their_tools_visible() -> None:
    rendered = render("$plan", SCOPE)
    assert rendered.text == "First call book, then cancel."
    assert rendered.tools == ("book", "cancel")
    assert render("{{attr:note}}", SCOPE).tools == ("cancel",)


def test_tools_in_blocks_that_are_left_out_stay_invisible() -> None:
    assert render("<channel:sms>{{fn:book}}</channel>{{fn:cancel}} {{fn:cancel}}", SCOPE).tools == ("cancel",)


def test_the_functions_of_the_current_flow_can_be_named() -> None:
    scope = Scope(NAMES, flow_functions=functions("save"))
    assert render("{{ft:save}} {{ft:book}}", scope).tools == ("save", "book")
    assert render("{{ft:save}}", SCOPE).tools == ()


def test_a_collected_entity_shows_its_value() -> None:
    assert render("{{entity:date}}", Scope(NAMES, entities={"date": "2025-03-05"})).text == "2025-03-05"


@pytest.mark.parametrize(
    ("language", "expected"),
    [("es-ES", "Hola"), ("es-MX", "Hola"), ("fr-CA", "Bonjour"), ("de-DE", "Hello $name"), ("en-GB", "Hello $name")],
)
def test_translations_fall_back(language: str, expected: str) -> None:
    assert render("{{tn:hello}}", Scope(NAMES, language=language)).text == expected


def test_self_reference_ends() -> None:
    assert render("$loop", SCOPE).text.startswith("x x x x")


def test_expansion_is_bounded_in_work_and_size() -> None:
    doubling = {f"v{n}": f"$v{n + 1} " * 50 for n in range(7)} | {"v7": ""}
    assert len(render("$v0", Scope(NAMES, state=doubling)).text) < 100_000
    swelling = {f"v{n}": f"$v{n + 1} " * 20 for n in range(7)} | {"v7": "word " * 1_000}
    assert len(render("$v0", Scope(NAMES, state=swelling)).text) < MAX_EXPANDED_CHARACTERS + 50_000


def test_deep_nesting_of_blocks_is_no_problem() -> None:
    depth = 5_000
    assert render("<channel:voice>" * depth + "x" + "</channel>" * depth, SCOPE).text == "x"


WRITTEN = (
    "{{vrbl:a}} $a $b ${variant_v} {{attr:v}} {{fn:book}} {{tn:hello}} {{entity:date}} $8.99 $ {{ }} < word "
    "<channel:voice> </channel> <language:en> <language:es> </language>"
)
TOKENS = st.sampled_from(WRITTEN.split())
TEXTS = st.lists(TOKENS | st.text(max_size=5), max_size=12).map("".join)


@examples(60)
@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_nothing_raises_and_everything_ends(text: str, a: str, b: str, attribute: str) -> None:
    scope = Scope(NAMES, "voice", "en-US", {"a": a, "b": b}, {"v": attribute})
    rendered = render(text, scope)
    assert len(rendered.text) < 2_000_000
    assert set(rendered.tools) <= {"book"}


@examples(40)
@given(st.integers(0, 9_999), st.integers(0, 99), st.text(max_size=20).filter(lambda t: not set(t) & set("${<")))
def test_prices_and_plain_words_stay_as_they_are(whole: int, cents: int, words: str) -> None:
    text = f"{words} ${whole}.{cents:02} {words}"
    assert render(text, SCOPE).text == text
