"""Which variants and languages a conversation of `parley dev` may have."""

from __future__ import annotations

from parley.cli.dev.session import Choices

CHOICES = Choices(("Harrogate", "St Ives"), ("en-GB", "es-ES"))


def test_what_the_project_has_is_taken() -> None:
    assert [CHOICES.refuse_variant(name) for name in ("", "St Ives")] == ["", ""]
    assert CHOICES.refuse_language("es-ES") == ""


def test_what_it_has_not_is_refused_with_what_it_has() -> None:
    wrong = "The project has no variant 'St Ive'; it has Harrogate, St Ives; did you mean 'St Ives'?."
    assert CHOICES.refuse_variant("St Ive") == wrong.replace("?.", "?")
    assert CHOICES.refuse_language("xx") == "The project has no language 'xx'; it has en-GB, es-ES."
    assert Choices().refuse_variant("Leeds") == "The project has no variant 'Leeds'; it has none."
