"""Words that say "I am listening" and are no turn of their own. Pure."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")

BACKCHANNELS = {
    "en": """
        mhm mm-hmm mm-hm mmhmm mm hmm hm uh-huh uhuh huh yeah yep yup yes ya okay ok right alright sure fine good great
        cool nice lovely perfect wow oh ah aha i see got it go on i understand uh um thanks thank you of course exactly
        absolutely definitely totally really indeed makes sense
    """,
    "es": "mhm mm hmm ajá aja sí si vale bien claro ya ah oh entiendo de acuerdo bueno perfecto eso gracias",
    "de": "mhm mm hmm ja jaja okay ok gut genau klar achso ach so aha stimmt richtig verstehe alles klar danke",
    "fr": "mhm mm hmm oui ouais d'accord ok okay bien ah oh je vois voilà parfait entendu merci",
    "it": "mhm mm hmm sì si va bene ok okay certo capisco ah oh esatto perfetto grazie",
    "pt": "mhm mm hmm sim tá ok okay certo claro entendi ah oh perfeito isso obrigado obrigada",
    "nl": "mhm mm hmm ja oké ok okay goed precies klopt ah oh duidelijk bedankt",
}
MOST_WORDS = 4
"""Who says more than that wants to say something."""

_WORDS = {language: frozenset(words.split()) for language, words in BACKCHANNELS.items()}


def is_backchannel(text: str, language: str) -> bool:
    """Whether there is nothing in it but such words. True when there are no words at all."""
    words = _WORD.findall(text.lower().replace("’", "'"))
    known = _WORDS.get(language.partition("-")[0].lower(), _WORDS["en"])
    return len(words) <= MOST_WORDS and all(word in known for word in words)
