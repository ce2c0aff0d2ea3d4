"""A bundle becomes a project, or a list of reasons why it cannot."""

from __future__ import annotations

from parley.domain.projects.check import check_project
from parley.domain.projects.files import Bundle
from parley.domain.projects.loading import (
    cases,
    config,
    confirmations,
    evaluations,
    experimental,
    flows,
    functions,
    settings,
    topics,
    variants,
    voice,
)
from parley.domain.projects.loading.source import Source
from parley.domain.projects.model import Channel, FunctionKind, Problem, Project

DEFAULT_LANGUAGE = "en-US"
MAX_PROBLEMS = 1_000
"""In one answer: nobody reads more, and a bundle may have one in every line."""


def load_project(bundle: Bundle) -> tuple[Project | None, list[Problem]]:
    """The project that the files describe and every problem found; None instead when one of them is fatal."""
    source = Source(bundle)
    project = _build_project(source)
    evaluations.load_evaluation(source, project.default_language)  # for what is wrong with it
    # A set: a file that is read for two purposes reports its problems twice.
    unknown = [key.problem for key in source.findings.keys.unknown()]
    problems = sorted({*source.findings.problems, *check_project(project, source), *unknown})
    fatal = any(problem.fatal for problem in problems)
    if len(problems) > MAX_PROBLEMS:
        more = Problem("", 1, f"{len(problems) - MAX_PROBLEMS} more problems are not listed", fatal)
        problems = [more, *problems[:MAX_PROBLEMS]]
    return (None if fatal else project), problems


def _build_project(source: Source) -> Project:
    identity = settings.load_identity(source)
    persona = settings.load_persona(source)
    languages = settings.load_languages(source)
    voice_channel = voice.load_channel(source, "voice")
    chat_channel = voice.load_channel(source, "chat")
    default_language = languages.default or _greeting_language(voice_channel, chat_channel) or DEFAULT_LANGUAGE
    known_variants = variants.load_variants(source)
    files = functions.load_files(source)
    known_flows = flows.load_flows(source, files)
    known_functions = functions.load_functions(source, files, "functions", FunctionKind.GLOBAL)
    return Project(
        project_id=identity.project_id,
        account_id=identity.account_id,
        name=identity.name,
        region=identity.region,
        adjectives=persona.adjectives,
        personality=persona.personality,
        role=persona.role,
        role_info=persona.role_info,
        rules=settings.load_rules(source),
        default_language=default_language,
        additional_languages=languages.additional,
        topics=topics.load_topics(source, known_variants),
        flows=known_flows,
        functions=known_functions,
        entities=config.load_entities(source),
        variants=known_variants,
        handoffs=config.load_handoffs(source),
        sms_templates=config.load_sms_templates(source),
        translations=config.load_translations(source),
        api_integrations=config.load_api_integrations(source),
        voice=voice_channel or Channel(),
        chat=chat_channel,
        safety=settings.load_safety(source),
        guardrails=settings.load_guardrails(source),
        confirmations=confirmations.load_confirmations(source, known_functions, known_flows),
        phrase_filters=voice.load_phrase_filters(source),
        corrections=voice.load_corrections(source),
        pronunciations=voice.load_pronunciations(source),
        speech=voice.load_speech(source),
        experimental=experimental.load_experimental(source),
        real_time_config=experimental.load_real_time(source, "data.json"),
        real_time_schemas=experimental.load_schemas(source),
        tests=cases.load_tests(source, default_language),
        files=files,
    )


def _greeting_language(*channels: Channel | None) -> str | None:
    """Without a languages file the agent speaks the language of its greeting."""
    return next((channel.greeting_language for channel in channels if channel and channel.greeting_language), None)
