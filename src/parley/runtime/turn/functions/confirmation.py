"""What a user has to agree to before it happens: the question, what counts as agreement, and what waits for it. Pure.

The model has no part in it. The runtime words the question from the arguments that will be used, and reads the answer
itself: a whole answer made of nothing but words that agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Self

import orjson

from parley.agent_host.protocol import Json
from parley.domain.projects.loading.confirmations import PLACEHOLDER
from parley.domain.projects.model import Function
from parley.kit.values import value
from parley.runtime.turn.reply import phrases

MOST_ARGUMENTS = 4_000
"""Characters of arguments as JSON: nobody agrees to what they cannot take in."""
MOST_SHOWN = 300
"""Characters of one argument in a question."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_AGREE = {
    "en": "yes yeah yep yup yea sure ok okay correct right confirm confirmed agreed absolutely definitely certainly",
    "es": "sí si claro vale correcto confirmo acuerdo adelante exacto",
    "fr": "oui ouais d'accord accord ok exactement confirme volontiers",
    "de": "ja jawohl jo genau richtig gerne gern okay bestätige bestätigt einverstanden",
    "it": "sì si certo esatto confermo d'accordo ok bene",
    "pt": "sim claro certo confirmo ok correto",
    "nl": "ja jawel klopt akkoord prima oké bevestig",
}
_POLITE = {
    "en": "please thanks thank you that's that is it i do go ahead of course um uh oh well",
    "es": "por favor gracias de está bien lo",
    "fr": "s'il vous te plaît merci je bien sûr c'est",
    "de": "bitte danke das ist ich sehr",
    "it": "per favore grazie va è",
    "pt": "por favor obrigado obrigada está bem",
    "nl": "alstublieft graag bedankt dat is ik dank u",
}
_REFUSE = {
    "en": "no nope nah don't not cancel stop never",
    "es": "no nunca cancele cancela",
    "fr": "non pas annulez annule",
    "de": "nein nee nicht abbrechen",
    "it": "no non annulla",
    "pt": "não nao cancele",
    "nl": "nee niet annuleer",
}


@value
class HeldCall:
    """A call that waits. Where it was asked for counts: elsewhere it might not be offered."""

    function: str
    flow: str | None
    step: str | None
    arguments: Mapping[str, Json]

    def to_json(self) -> dict[str, Json]:
        return {"function": self.function, "flow": self.flow, "step": self.step, "arguments": dict(self.arguments)}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Self:
        return cls(data["function"], data["flow"], data["step"], data["arguments"])


def is_too_long(arguments: Mapping[str, Json]) -> bool:
    return len(orjson.dumps(arguments).decode()) > MOST_ARGUMENTS


def question(ask: str, function: Function, arguments: Mapping[str, Json], language: str) -> str:
    """What the user hears: every argument stands in it, whatever the author's question leaves out."""
    shown = {name: _shown(given) for name, given in arguments.items()}
    if ask:
        # In one pass: what stands in an argument is no placeholder.
        asked = PLACEHOLDER.sub(lambda found: shown.get(found[1], found[0]), ask)
        left = {name: text for name, text in shown.items() if name not in PLACEHOLDER.findall(ask)}
        listed = f" ({_listed(left)})" if left else ""
    else:
        asked = phrases.sentence(phrases.CONFIRM, language)
        listed = f" {_named(function.name)}" + (f" ({_listed(shown)})" if shown else "") + "."
    return f"{asked}{listed} {phrases.sentence(phrases.YES_OR_NO, language)}"


def agrees(text: str, language: str, more: Iterable[str] = ()) -> bool:
    """Nothing but agreement. Who agrees and wants something else besides has not agreed to this."""
    words = _words(text)
    agree, polite = _known(_AGREE, language) | set(more), _known(_POLITE, language)
    return bool(words) and not agree.isdisjoint(words) and agree | polite >= set(words)


def refuses(text: str, language: str) -> bool:
    """A plain no, and nothing that the model should hear of."""
    words = _words(text)
    return 0 < len(words) <= 3 and not _known(_REFUSE, language).isdisjoint(words)


def _known(table: Mapping[str, str], language: str) -> set[str]:
    """English counts everywhere: a question in a language that we do not know is asked in it."""
    return {*table["en"].split(), *table.get(language.partition("-")[0].lower(), "").split()}


def _words(text: str) -> list[str]:
    return [word.replace("’", "'") for word in _WORD.findall(text.lower())]


def _named(name: str) -> str:
    return name.replace("_", " ")


def _listed(shown: Mapping[str, str]) -> str:
    return ", ".join(f"{_named(name)}: {text}" for name, text in shown.items())


def _shown(given: Json) -> str:
    text = " ".join(given.split()) if isinstance(given, str) else orjson.dumps(given).decode()
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}… ({len(text):,})"
