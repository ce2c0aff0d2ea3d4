from __future__ import annotations

import pytest

from parley.voice.endpointing import Expected, expected_answer


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("How can I help you today?", Expected.ANYTHING),
        ("Please tell me what happened.", Expected.ANYTHING),
        ("Would you like a window seat?", Expected.YES_NO),
        ("Can you tell me what went wrong?", Expected.ANYTHING),
        ("I have put that down. Anything else?", Expected.OFFER),
        ("For which day? We are closed on Mondays.", Expected.FACT),
        ("What is your phone number?", Expected.PHONE),
        ("Please give me the card number.", Expected.CARD),
        ("And the postcode?", Expected.DIGITS),
        ("What is your date of birth?", Expected.BIRTH),
        ("Could you spell that?", Expected.SPELLING),
        ("", Expected.UNKNOWN),
    ],
)
def test_the_kind_of_answer_is_told_by_the_last_question(asked: str, expected: Expected) -> None:
    assert expected_answer(asked, "en-GB") is expected


def test_other_languages_have_their_own_words() -> None:
    assert expected_answer("¿Cuál es su número de teléfono?", "es-ES") is Expected.PHONE
    assert expected_answer("Wie ist Ihre Telefonnummer?", "de-DE") is Expected.PHONE
    assert expected_answer("Désirez-vous autre chose ?", "fr-FR") is Expected.OFFER
    assert expected_answer("What is your phone number?", "ja-JP") is Expected.UNKNOWN
