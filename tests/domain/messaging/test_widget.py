from __future__ import annotations

from typing import Any

import pytest

from parley.domain.messaging.widget import WidgetInvalid, WidgetSettings, read_widget

WHOLE = {
    "name": "Shop",
    "agent_name": "Ava",
    "avatar_url": "https://shop.example/ava.png",
    "header_text": "Support",
    "header_image_url": "",
    "colour": "#1f6f5c",
    "disclaimer": {
        "texts": {"en": "You talk to a machine. {{privacyPolicyUrl}}", "pt-BR": "…"},
        "show": "always",
        "consent": True,
        "privacy_policy_url": "https://shop.example/privacy",
        "terms_url": "",
    },
    "languages": ["en", "pt-BR"],
    "streaming": False,
    "csat": True,
    "calls": True,
}


def test_what_is_read_is_what_is_kept() -> None:
    assert read_widget(WHOLE).to_json() == WHOLE
    assert read_widget(read_widget({}).to_json()) == WidgetSettings() == read_widget({})


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ([], "file"),
        ({"color": "#fff"}, "color"),
        ({"name": 7}, "name"),
        ({"agent_name": "x" * 51}, "agent_name"),
        ({"header_text": "a\x00b"}, "header_text"),
        ({"avatar_url": "javascript:alert(1)"}, "avatar_url"),
        ({"avatar_url": 'https://e.example/"><script>'}, "avatar_url"),
        ({"header_image_url": "https://[bad"}, "header_image_url"),
        ({"colour": "red"}, "colour"),
        ({"colour": "#12345;background:url(x)"}, "colour"),
        ({"languages": "en"}, "languages"),
        ({"languages": ["en", "no language"]}, "languages"),
        ({"csat": 1}, "csat"),
        ({"disclaimer": "text"}, "disclaimer"),
        ({"disclaimer": {}}, "disclaimer.texts"),
        ({"disclaimer": {"texts": {}}}, "disclaimer.texts"),
        ({"disclaimer": {"texts": {"en": "x" * 501}}}, "disclaimer.texts"),
        ({"disclaimer": {"texts": {"en": "x"}, "show": "never"}}, "disclaimer.show"),
        ({"disclaimer": {"texts": {"en": "x"}, "terms_url": "http://e.example"}}, "disclaimer.terms_url"),
        ({"disclaimer": {"texts": {"en": "x"}, "other": 1}}, "disclaimer.other"),
    ],
)
def test_what_is_wrong_is_named(given: Any, field: str) -> None:
    with pytest.raises(WidgetInvalid) as refused:
        read_widget(given)
    assert [problem.field for problem in refused.value.fields] == [field]


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(WidgetInvalid) as refused:
        read_widget({"colour": "red", "calls": "yes", "unknown": 1})
    assert {problem.field for problem in refused.value.fields} == {"colour", "calls", "unknown"}
