"""What an agent's Python says and how, as far as it stands in the source: read from the syntax tree, never run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parley.agent_host.protocol import Json
from parley.agent_host.surface import tts_voices
from parley.agent_host.surface.tts_voices import TTSVoice, describe_voice

SAYING = frozenset({"say", "utter"})
"""Methods whose first argument is said."""
VOICES = {
    name: found
    for name, found in vars(tts_voices).items()
    if isinstance(found, type) and issubclass(found, TTSVoice) and found is not TTSVoice
}


@dataclass(frozen=True, slots=True)
class SpokenConstants:
    texts: tuple[str, ...] = ()
    voices: tuple[Mapping[str, Json], ...] = ()


def read_constants(source: str) -> SpokenConstants:
    """Nothing, of source that cannot be read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in an author's text would be written to our stderr
            module = ast.parse(source)
        nodes = list(ast.walk(module))
    # The last two are what the parser raises for code that is nested too deeply.
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return SpokenConstants()
    return SpokenConstants(
        tuple(text for node in nodes for text in _texts(node)),
        tuple(voice for node in nodes for voice in _voices(node)),
    )


def _texts(node: ast.AST) -> Iterator[str]:
    said: list[ast.expr] = []
    if isinstance(node, ast.Dict):
        said = [
            value
            for key, value in zip(node.keys, node.values, strict=True)
            if isinstance(key, ast.Constant) and key.value == "utterance"
        ]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SAYING:
        said = node.args[:1]
    for value in said:
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value.strip():
            yield value.value


def _voices(node: ast.AST) -> Iterator[Mapping[str, Json]]:
    if not isinstance(node, ast.Call):
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    kind = VOICES.get(name)
    if kind is None:
        return
    try:
        args = [ast.literal_eval(each) for each in node.args]
        options = {each.arg: ast.literal_eval(each.value) for each in node.keywords if each.arg}
    # What is known only when it runs.
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return
    yield describe_voice(kind(*args, **options))
