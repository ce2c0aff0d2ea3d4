"""Which language somebody writes, by the small words that only it has. None when that is not plain."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parley.local_responder.cache import cached_per_decision

MIN_WORDS = 2
MIN_SHARE = 0.3
"""Of all words; less could be a name or a quotation."""

# Words that are common in two of them, or parts of names (de, la, von), are left out.
_WORDS = {
    "en": """the is are you your what when where how much many can could would i i'm my me want need like please have
        has do does it's this that with hello hi thanks there and of to for tomorrow
        actually make it people rather not don't give""",
    "es": """hola quiero quisiera tengo tiene tienen necesito puedo puede pueden cuánto cuanto cuándo cuando dónde
        donde qué cómo está están una unos mi mis su por favor gracias para mañana hoy usted ustedes buenos buenas días
        tardes hay es muy también pero hacer reservar horario""",
    "fr": """bonjour bonsoir je j'ai j'aimerais voudrais veux suis vous nous votre vos mes une est avec pour s'il plaît
        plait merci où quand comment combien puis pouvez peux avez qu'est-ce ça mais aussi aujourd'hui demain""",
    "de": """guten hallo ich brauche möchte will kann können könnte sie ihr wir ein eine einen und nicht ist sind wann
        wo wie viel bitte danke für mit morgen heute haben habe auch oder mein meine mir das der""",
    "it": """buongiorno ciao vorrei voglio ho bisogno posso può quando dove quanto costa grazie sono siete avete il gli
        con perché domani oggi anche questo una è""",
    "pt": """olá oi bom dia quero queria gostaria preciso posso pode vocês você quando onde quanto custa obrigado
        obrigada uma não são está amanhã hoje também meu minha""",
    "nl": """goedendag hallo ik wil graag kan kunt een het niet wanneer waar hoe hoeveel dank alstublieft voor met
        morgen vandaag heb hebben ook mijn jullie""",
}
# One of these is enough in a few words: nobody is called so, and no other language has borrowed them.
_WISHES = {
    "es": "quiero quisiera necesito",
    "fr": "voudrais j'aimerais",
    "de": "brauche möchte",
    "it": "vorrei",
    "pt": "gostaria preciso",
}
MAX_WORDS_OF_WISH = 4
_VOCABULARY = {code: frozenset(words.split()) for code, words in _WORDS.items()}
_NAMES = {
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "de": "German",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
}
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_MARKS = re.compile(r"[¿¡]")


@cached_per_decision
def detect_language(text: str) -> str | None:
    """Its code, "es"."""
    said = [word.replace("’", "'") for word in _WORD.findall(text.lower())]
    found = {code: sum(word in words for word in said) for code, words in _VOCABULARY.items()}
    found["es"] += MIN_WORDS if _MARKS.search(text) else 0
    first, second = sorted(found, key=lambda code: -found[code])[:2]
    is_plain = found[first] >= max(MIN_WORDS, MIN_SHARE * len(said)) and found[first] > found[second]
    return first if is_plain else _language_of_wish(said)


def _language_of_wish(said: Sequence[str]) -> str | None:
    if len(said) > MAX_WORDS_OF_WISH:
        return None
    return next((code for code, words in _WISHES.items() if not set(said).isdisjoint(words.split())), None)


def language_name(code: str) -> str:
    """The code itself when it is none of ours."""
    return _NAMES.get(base_language(code), code)


def base_language(code: str) -> str:
    """ "en" of "en-GB"."""
    return code.partition("-")[0].lower()
