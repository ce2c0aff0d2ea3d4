"""What an agent is known to say on calls before anybody calls: pure. Nothing of a caller is in it, because nobody has
called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice

from parley.agent_host.protocol import Json
from parley.kit.values import value
from parley.runtime.agent.channels import VOICE, for_language
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.agent.references import Scope, render
from parley.runtime.agent.spoken_constants import read_constants
from parley.runtime.turn.opening import opening_text
from parley.runtime.turn.reply import phrases

MOST_TEXTS, MOST_VARIANTS, MOST_VOICES = 200, 20, 4
LONGEST_TEXT = 1_000


UNKNOWN = "{{}}"
"""Stands for what is known only in a conversation."""


class _Unknown(dict[str, str]):
    """Has a value for every name."""

    def __contains__(self, _name: object) -> bool:
        return True

    def __missing__(self, _name: str) -> str:
        return UNKNOWN

    def get(self, _name: object, _otherwise: object = None) -> str:
        return UNKNOWN


@value
class FixedUtterances:
    texts: tuple[tuple[str, str], ...]
    """Each with its language; what is said first comes first."""
    voices: tuple[Mapping[str, Json], ...]
    """Those that code names. There is another one: what speaks where nobody names a voice."""


def fixed_utterances(compiled: CompiledProject, channel_type: str) -> FixedUtterances:
    constants = [read_constants(text) for path, text in sorted(compiled.project.files.items())]
    said = [text for each in constants for text in each.texts]
    voices = [voice for each in constants for voice in each.voices]
    texts = dict.fromkeys(_all(compiled, channel_type, said))
    unique = [voice for at, voice in enumerate(voices) if voice not in voices[:at]]
    return FixedUtterances(tuple(islice(texts, MOST_TEXTS)), tuple(unique[:MOST_VOICES]))


def _all(compiled: CompiledProject, channel_type: str, said: list[str]) -> Iterator[tuple[str, str]]:
    scopes = list(_scopes(compiled))
    for scope in scopes:
        yield from _whole(opening_text(compiled, VOICE, channel_type, partial(_resolve, scope)), scope)
    for text, language in _configured(compiled):
        for scope in scopes:
            if language is None or scope.language == language:
                yield from _whole(_resolve(scope, text), scope)
    for text in said:
        for scope in scopes:
            yield from _whole(_resolve(scope, text), scope)


def _resolve(scope: Scope, text: str) -> str:
    return render(text, scope).text


def _whole(text: str, scope: Scope) -> Iterator[tuple[str, str]]:
    """Unless something in it is known only in a conversation."""
    if text.strip() and len(text) <= LONGEST_TEXT and "{{" not in text and "$" not in text:
        yield text, scope.language


def _scopes(compiled: CompiledProject) -> Iterator[Scope]:
    """A conversation's beginning, in each language and for each variant."""
    variants = [each.attributes for each in compiled.project.variants.values()] or [{}]
    for language in compiled.languages:
        for attributes in variants[:MOST_VARIANTS]:
            yield Scope(compiled.names, VOICE, language, _Unknown(), attributes, _Unknown())


def _configured(compiled: CompiledProject) -> Iterator[tuple[str, str | None]]:
    """Without a language: in each."""
    settings = compiled.project.experimental
    for language in compiled.languages:
        yield for_language(settings.hangup_utterance, language) or phrases.sentence(phrases.GOODBYE, language), language
        for key in (phrases.TROUBLE, phrases.TRANSFER, phrases.NOT_TRANSFERRED, phrases.BLOCKED):
            yield phrases.sentence(key, language), language
        for text in (for_language(settings.fillers.utterances, language) or ()) if settings.fillers else ():
            yield text, language
    functions = [*compiled.project.functions.values()]
    functions += [function for flow in compiled.project.flows.values() for function in flow.functions.values()]
    for function in functions:
        for response in function.latency.responses if function.latency else ():
            yield response.text, None
