from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.text.forms import MOST, forms
from parley.kit.text.words import words

PAIRS = {
    "english": "reservations reservation, booked booking, policy policies, running runs, cancelled cancellation",
    "spanish": "reservas reserva, reservaciones reservación, cancelado cancelar, habitaciones habitación",
    "french": "chambres chambre, annulée annuler, réservations réservation, commandes commandé",
    "german": "Häuser Haus, Buchungen Buchung, gebuchten gebucht, Termine Termin",
    "italian": "prenotazioni prenotazione, stanze stanza, prenotato prenotare",
    "portuguese": "reservas reserva, reservações reservação, quartos quarto, cancelado cancelar",
    "dutch": "kamers kamer, boekingen boeking, reserveringen reservering",
}


def finds(asked: str, said: str) -> bool:
    """As a search does: by the word's beginning, or by one of its forms."""
    [word], [found] = words(asked), words(said)
    return found.startswith(word) or found in forms(word)


@pytest.mark.parametrize(("one", "other"), [pair.split() for pairs in PAIRS.values() for pair in pairs.split(", ")])
def test_forms_find_each_other(one: str, other: str) -> None:
    assert finds(one, other)
    assert finds(other, one)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("policy", "police"),
        ("order", "ordinary"),
        ("went", "go"),
        ("been", "bee"),
    ],
)
def test_other_words_are_no_forms(asked: str, said: str) -> None:
    assert said not in forms(asked)


@given(st.text(max_size=70))
def test_every_text_has_few_forms_and_none_is_found_anyway(text: str) -> None:
    for word in words(text):
        found = forms(word)
        assert len(found) <= MOST
        assert not any(form.startswith(word) for form in found)
