"""The templates as trees: command-line toolkits list them, and write one into the folder of a project."""

from __future__ import annotations

import asyncio
from typing import Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.toolkit.projections import DeploymentProjection
from parley.domain.projection.tree import Audit, project
from parley.domain.projects.files import bundle_files
from parley.domain.projects.templates import ABOUT, Template, template_files
from parley.kit.errors import ParleyError
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response

COMPANY = "Example Company"
"""What an agent answers for until its builder writes another name."""


class TemplateNotFound(ParleyError):
    """There is no such template."""

    status = 404


class TemplateSummary(BaseModel):
    id: str
    displayName: str = Field(description="By which toolkits ask for it.")
    description: str


class TemplateList(BaseModel):
    templates: list[TemplateSummary]


async def list_templates(_request: ApiRequest[None, None]) -> Response:
    found = [
        {"id": template.value, "displayName": template.value.title(), "description": ABOUT[template]}
        for template in Template
    ]
    return json_response({"templates": found})


async def read_template_projection(request: ApiRequest[None, None]) -> Response:
    try:
        template = Template(request.path["template_id"])
    except ValueError:
        raise TemplateNotFound from None
    return json_response({"projection": await asyncio.to_thread(_project, template)})


def _project(template: Template) -> dict[str, Any]:
    files = {path: text.encode() for path, text in template_files(template, template, COMPANY)}
    bundle, problems = bundle_files(files)
    assert bundle is not None, problems
    return project(bundle, Audit("", ""))


TEMPLATES = "/adk/v1/template-projects"

ENDPOINTS = (
    Endpoint(
        "GET",
        TEMPLATES,
        list_templates,
        AGENTS,
        "The templates (command-line toolkits)",
        description="Small agents that work, to begin with; the same as those of `parley init`.",
        reply=TemplateList,
    ),
    Endpoint(
        "GET",
        f"{TEMPLATES}/{{template_id}}/projection",
        read_template_projection,
        AGENTS,
        "A template as a tree (command-line toolkits)",
        description="As that of a deployment.",
        reply=DeploymentProjection,
        errors=(TemplateNotFound,),
    ),
)
