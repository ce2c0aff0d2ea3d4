from __future__ import annotations

import pytest

from parley.local_responder.languages import detect_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Hola, ¿qué horario tienen?", "es"),
        ("hello, tengo una pregunta, cuánto es la multa?", "es"),
        ("Guten Tag, ich brauche ein Auto", "de"),
        ("Bonjour je voudrais prolonger mes livres s'il vous plaît", "fr"),
        ("Buongiorno, vorrei sapere quanto costa", "it"),
        ("I would like to book a table", "en"),
        ("Jean de la Cruz", None),
        ("quiero una cita", "es"),
        ("Quiero cita", "es"),
        ("Vorrei prenotare", "it"),
        ("gracias", None),
        ("friday", None),
        ("no", None),
        ("", None),
    ],
)
def test_a_language_is_told_by_its_small_words(text: str, language: str | None) -> None:
    assert detect_language(text) == language
