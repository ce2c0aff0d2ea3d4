"""Spanish words for days, times, numbers and everyday requests, as the English ones that everything else reads."""

from __future__ import annotations

import re

from parley.local_responder.cache import cached_per_decision
from parley.local_responder.languages import detect_language

# "Once" (eleven) and "una" (a) are left out: in English, or without a number meant, they are common words.
_NUMBERS = "dos tres cuatro cinco seis siete ocho nueve diez doce trece catorce quince veinte treinta"
_ENGLISH = "two three four five six seven eight nine ten twelve thirteen fourteen fifteen twenty thirty"
_DAYS = "lunes martes miércoles jueves viernes sábado domingo"
_ENGLISH_DAYS = "monday tuesday wednesday thursday friday saturday sunday"
_MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
_ENGLISH_MONTHS = "january february march april may june july august september october november december"


def _words(spanish: str, english: str) -> list[tuple[str, str]]:
    plain = spanish.translate(str.maketrans("áéíóú", "aeiou"))
    pairs = zip(spanish.split() + plain.split(), english.split() * 2, strict=True)
    return [(rf"\b{word}\b", meaning) for word, meaning in dict(pairs).items()]


# Longer phrases first: "mañana" alone is tomorrow, and the morning only behind "de la".
_PHRASES = (
    (r"\bpasado ma[ñn]ana\b", "the day after tomorrow"),
    (r"\b(?:de|por) la ma[ñn]ana\b", "in the morning"),
    (r"\b(?:de|por) la tarde\b", "in the afternoon"),
    (r"\b(?:de|por) la noche\b", "in the evening"),
    (r"\besta (?:noche|tarde)\b", "tonight"),
    (r"\bma[ñn]ana\b", "tomorrow"),
    (r"\bhoy\b", "today"),
    (r"\b(?:a|para) la una\b", "at one"),
    (r"\ba las (?=\w)", "at "),
    (r"\bpersonas\b", "people"),
    (r"\bpara (?=\w)", "for "),
)
_PATTERNS = [
    (re.compile(pattern, re.IGNORECASE), meaning)
    for pattern, meaning in (
        *_PHRASES,
        *_words(_NUMBERS, _ENGLISH),
        *_words(_DAYS, _ENGLISH_DAYS),
        (r"\bat (\w+) y media\b", r"at half past \1"),
        (r"\bat (\w+) y cuarto\b", r"at quarter past \1"),
    )
]
_MONTH = [(re.compile(rf"(?<=\bde ){word}", re.IGNORECASE), month)
          for word, month in zip(_MONTHS.split(), _ENGLISH_MONTHS.split(), strict=True)]  # fmt: skip

_REQUESTS_IN_ENGLISH = """
    quiero=I_want quisiera=I_would_like gustaría=I_would_like necesito=I_need una=a un=a el=the la=the los=the las=the
    mi=my mis=my de=of para=for con=with por=for reservar=book reserva=booking renovar=renew prolongar=extend
    cambiar=change cancelar=cancel anular=cancel comprar=buy pagar=pay alquilar=hire pedir=order devolver=return
    hablar=speak saber=know cita=appointment mesa=table sala=room habitación=room habitacion=room estudio=study
    libro=book libros=volumes préstamo=loan préstamos=loans coche=car furgoneta=van pedido=order entrega=delivery
    cuenta=account factura=bill recibo=bill precio=price horario=hours tarjeta=card llave=key perdí=lost perdido=lost
    accidente=accident daño=damage visita=visit médico=doctor perro=dog gato=cat receta=prescription
"""
_REQUESTS = dict(word.split("=") for word in _REQUESTS_IN_ENGLISH.split())
_REQUEST_WORD = re.compile(rf"\b(?:{'|'.join(_REQUESTS)})\b", re.IGNORECASE)


@cached_per_decision
def translate_requests(text: str) -> str:
    """Word for word, for comparing with an author's English; other texts stay as they are."""
    if detect_language(text) != "es":
        return text
    return _REQUEST_WORD.sub(lambda word: _REQUESTS[word[0].lower()].replace("_", " "), translate_to_english(text))


_ANY = re.compile("|".join(pattern.pattern for pattern, _ in _PATTERNS) + r"|\bde \w", re.IGNORECASE)


@cached_per_decision
def translate_to_english(text: str) -> str:
    """Unchanged when it holds none of these words."""
    if not _ANY.search(text):
        return text
    for pattern, meaning in (*_PATTERNS, *_MONTH):
        text = pattern.sub(meaning, text)
    return re.sub(rf"\bde (?={'|'.join(_ENGLISH_MONTHS.split())})", "of ", text)
