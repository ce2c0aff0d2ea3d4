"""voice/ and chat/: greeting and manner of each channel, and what is done to speech on its way in and out."""

from __future__ import annotations

from collections.abc import Iterator

from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.findings import Target
from parley.domain.projects.loading.patterns import STREAMED, check_pattern, replacement_fits
from parley.domain.projects.loading.source import Source
from parley.domain.projects.loading.tree import to_json
from parley.domain.projects.model import Channel, Correction, Json, PhraseFilter, Pronunciation

STYLES = ("precise", "balanced", "swift", "sonic", "turbo")
BOOSTS = ("default", "boosted", "maximum")
REPLACEMENTS = ("full", "partial", "substring")


def load_channel(source: Source, folder: str) -> Channel | None:
    """None when the folder has no configuration."""
    fields = source.yaml(f"{folder}/configuration.yaml")
    if not fields.present:
        return None
    greeting = fields.inner("greeting")
    disclaimer = fields.inner("disclaimer_messages")
    message = disclaimer.prompt("message")
    return Channel(
        greeting=greeting.prompt("welcome_message"),
        greeting_language=greeting.optional("language_code"),
        style_prompt=fields.inner("style_prompt").prompt("prompt"),
        disclaimer=message if disclaimer.flag("enabled") else "",
        disclaimer_language=disclaimer.optional("language_code"),
    )


def load_speech(source: Source) -> dict[str, Json]:
    settings = source.yaml("voice/speech_recognition/asr_settings.yaml")
    settings.choice("interaction_style", STYLES, fatal=False)
    settings.accept("barge_in")
    boosting = source.yaml_list("voice/speech_recognition/keyphrase_boosting.yaml", "keyphrases")
    speech: dict[str, Json] = {}
    if settings.present:
        speech["asr_settings"] = to_json(settings.node)
    if boosting.present:
        speech["keyphrases"] = [
            {"keyphrase": item.text("keyphrase"), "level": item.choice("level", BOOSTS, "default", fatal=False)}
            for item in boosting.each("keyphrases")
        ]
    return speech


def load_corrections(source: Source) -> tuple[Correction, ...]:
    fields = source.yaml_list("voice/speech_recognition/transcript_corrections.yaml", "corrections")
    return tuple(correction for group in fields.each("corrections") for correction in _corrections(group))


def _corrections(group: Fields) -> Iterator[Correction]:
    group.note("name", "description")
    for rule in group.each("regular_expressions"):
        if (correction := _correction(rule)) is not None:
            yield correction


def _correction(rule: Fields) -> Correction | None:
    kind = rule.choice("replacement_type", REPLACEMENTS, "full")
    expression = _required_pattern(rule, "regular_expression", whole=kind == "full")
    replacement = rule.text("replacement")
    if expression is None or not replacement_fits(rule, "replacement", expression, replacement):
        return None
    return Correction(expression, replacement, whole=kind == "full")


def load_pronunciations(source: Source) -> tuple[Pronunciation, ...]:
    fields = source.yaml_list("voice/response_control/pronunciations.yaml", "pronunciations")
    return tuple(found for rule in fields.each("pronunciations") if (found := _pronunciation(rule)))


def _pronunciation(rule: Fields) -> Pronunciation | None:
    rule.note("name", "description")
    case_sensitive = rule.flag("case_sensitive")
    expression = _required_pattern(rule, "regex", ignore_case=not case_sensitive)
    replacement = rule.text("replacement")
    if expression is None or not replacement_fits(rule, "replacement", expression, replacement):
        return None
    return Pronunciation(expression, replacement, case_sensitive, rule.optional("language_code"))


def load_phrase_filters(source: Source) -> tuple[PhraseFilter, ...]:
    fields = source.yaml_list("voice/response_control/phrase_filtering.yaml", "phrase_filtering")
    return tuple(_phrase_filter(item) for item in fields.each("phrase_filtering"))


def _phrase_filter(item: Fields) -> PhraseFilter:
    item.note("description")
    key = "regular_expressions"
    patterns = [check_pattern(item, key, text, line, use=STREAMED) for line, text in item.lined_texts(key)]
    function = item.optional("function")
    if function:
        item.mention("function", Target.FUNCTION, function)
    return PhraseFilter(
        name=item.name(),
        patterns=tuple(text for text in patterns if text),
        say_phrase=item.flag("say_phrase"),
        language=item.optional("language_code"),
        function=function,
    )


def _required_pattern(rule: Fields, key: str, *, ignore_case: bool = True, whole: bool = False) -> str | None:
    text = rule.text(key)
    if not text:
        rule.problem(key, f"'{key}' is missing")
        return None
    return check_pattern(rule, key, text, ignore_case=ignore_case, whole=whole)
