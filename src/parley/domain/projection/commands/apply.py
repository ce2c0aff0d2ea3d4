"""A batch applied to a tree: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy

from parley.domain.projection.commands import flows, lists, settings
from parley.domain.projection.commands.batch import Batch
from parley.domain.projection.records import Json

_Apply = Callable[[Json, str, Json], None]

APPLIED: Mapping[str, _Apply] = {
    **dict.fromkeys(lists.CREATED, lists.create),
    **dict.fromkeys(lists.UPDATED, lists.update),
    **dict.fromkeys(lists.DELETED, lists.delete),
    "handoff_set_default": lists.set_default_handoff,
    "update_transcript_corrections": lists.update_corrections,
    "variant_create_variant": lists.create_variant,
    "variant_update_variant": lists.update_variant,
    "variant_delete_variant": lists.delete_variant,
    "variant_set_default_variant": lists.set_default_variant,
    "variant_create_attribute": lists.create_attribute,
    "variant_update_attribute": lists.update_attribute,
    "variant_delete_attribute": lists.delete_attribute,
    "update_api_integration_config": lists.update_integration_config,
    "create_api_integration_operation": lists.set_operation,
    "update_api_integration_operation": lists.set_operation,
    "delete_api_integration_operation": lists.delete_operation,
    "document_create": lists.create_document,
    "document_update": lists.update_document,
    "document_delete": lists.delete_document,
    **dict.fromkeys(settings.AGENT, settings.update_agent),
    "update_content_filter_settings": settings.update_filters,
    "languages_update_default_language": settings.set_default_language,
    "languages_add_language": settings.add_language,
    "languages_delete_language": settings.delete_language,
    "experimental_config_update_config": settings.update_experimental,
    "voice_channel_update_asr_settings": settings.update_asr,
    "voice_channel_update_disclaimer": settings.update_disclaimer,
    "channel_update_greeting": settings.update_channel,
    "channel_update_style_prompt": settings.update_channel,
    "channel_update_safety_filters": settings.update_channel,
    "channel_update_status": settings.update_status,
    "create_start_function": settings.create_special,
    "update_start_function": settings.update_special,
    "delete_start_function": settings.delete_special,
    "create_end_function": settings.create_special,
    "update_end_function": settings.update_special,
    "delete_end_function": settings.delete_special,
    "create_flow": flows.create_flow,
    "update_flow": flows.update_flow,
    "delete_flow": flows.delete_flow,
    "create_flow_step": flows.create_step,
    "update_flow_step": flows.update_step,
    "delete_flow_step": flows.delete_step,
    "create_no_code_step": flows.create_default_step,
    "update_no_code_step": flows.update_default_step,
    "delete_no_code_step": flows.delete_step,
    "create_step": flows.create_function_step,
    "update_step": flows.update_function_step,
    "delete_step": flows.delete_step,
    "create_no_code_condition": flows.set_condition,
    "update_no_code_condition": flows.set_condition,
    "delete_no_code_condition": flows.delete_condition,
    "update_step_settings": flows.update_settings,
    "clear_step_settings": flows.clear_settings,
    "create_flow_transition_function": flows.create_function,
    "update_flow_transition_function": flows.update_function,
    "delete_flow_transition_function": flows.delete_function,
    "update_flow_transition_function_latency_control": flows.update_latency,
    "update_latency_control": flows.update_latency,
}


def apply(tree: Json, batch: Batch) -> None:
    """Changes the tree, which is of no use when it raises."""
    for command in batch.commands:
        APPLIED[command.type](tree, command.type, deepcopy(command.payload))
