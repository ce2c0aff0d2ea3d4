"""Twenty sentences of Spanish by three voices of Kokoro (Apache-2.0), as a phone call carries them: 8 kHz, 8 bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FILE = Path(__file__).with_suffix(".npz")
SENTENCES = (
    "Buenos días, quisiera reservar una mesa para dos personas mañana por la noche.",
    "¿A qué hora abren los sábados?",
    "Quiero hablar con una persona sobre mi factura.",
    "Sí, eso es correcto, muchas gracias.",
    "¿Cuánto cuesta la habitación más grande?",
    "Por favor, cancele mi cita del lunes por la mañana.",
    "He perdido mi tarjeta de crédito y necesito una nueva.",
    "¿Cuánto se tarda en llegar al aeropuerto?",
    "Mi número de teléfono es seis uno cinco, dos tres cuatro, siete ocho nueve.",
    "Me llamo Ana García y vivo en Barcelona.",
    "No, gracias, eso es todo por hoy.",
    "Necesito cambiar la fecha de mi reserva.",
    "¿Tienen una mesa libre en la terraza?",
    "Quisiera un taxi para las ocho y media.",
    "El pedido todavía no ha llegado a mi casa.",
    "¿Puedo pagar con tarjeta o solo en efectivo?",
    "Somos cuatro adultos y dos niños.",
    "Soy alérgico a los frutos secos.",
    "Llegaremos un poco tarde por el tráfico.",
    "¿Puede repetir la dirección, por favor?",
)


def load() -> list[tuple[str, NDArray[np.int16]]]:
    """Each sentence with its samples."""
    with np.load(FILE) as stored:
        return [(text, _expand(stored[name])) for text, name in zip(SENTENCES, sorted(stored.files), strict=True)]


def _expand(codes: NDArray[np.int8]) -> NDArray[np.int16]:
    """Mu-law: each step is a fraction of the level."""
    share = codes / 127
    return np.asarray(np.rint(np.sign(share) * (256 ** np.abs(share) - 1) / 255 * 32_767), np.int16)
