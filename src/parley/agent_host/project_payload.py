"""What the surface needs to know of a project, as JSON for the child."""

from __future__ import annotations

from collections.abc import Mapping

from parley.agent_host.protocol import Json
from parley.domain.projects.model import Handoff, Project


def project_payload(project: Project) -> Mapping[str, Json]:
    return {
        "default_language": project.default_language,
        "languages": [project.default_language, *project.additional_languages],
        "variants": {
            variant.name: {"id": variant.id, "is_default": variant.is_default, "attributes": dict(variant.attributes)}
            for variant in project.variants.values()
        },
        "handoffs": {handoff.name: _handoff(handoff) for handoff in project.handoffs.values()},
        "sms_templates": {
            template.name: {"text": template.text, "phone_numbers": dict(template.phone_numbers)}
            for template in project.sms_templates.values()
        },
        "translations": {name: dict(texts) for name, texts in project.translations.items()},
        "apis": {
            integration.name: {
                operation.name: {"method": operation.method, "resource": operation.resource}
                for operation in integration.operations.values()
            }
            for integration in project.api_integrations.values()
        },
        "flows": {flow.name: flow.slug for flow in project.flows.values()},
    }


def _handoff(handoff: Handoff) -> dict[str, Json]:
    return {
        "is_default": handoff.is_default,
        "method": handoff.method,
        "phone_number": handoff.phone_number,
        "outbound_endpoint": handoff.outbound_endpoint,
        "outbound_encryption": handoff.outbound_encryption,
        "sip_headers": dict(handoff.sip_headers),
    }
