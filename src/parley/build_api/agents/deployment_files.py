"""What a deployment consists of: its files, and the text of each."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.agents.archives import zipped
from parley.build_api.agents.deployments import ONE, find_deployment, read_artifact
from parley.domain.deployments.contents import FileContent, FileEntry, list_files, read_file
from parley.domain.deployments.model import DeploymentFileNotFound, DeploymentNotFound
from parley.domain.projects.files import LIMITS, unpack
from parley.domain.projects.info import ProjectNotFound
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response

ZIP = "application/zip"


class DeploymentFile(BaseModel):
    path: str = Field(examples=["functions/book_table.py"])
    size: int = Field(description="In bytes.")
    isText: bool


class DeploymentFiles(BaseModel):
    deploymentId: str
    version: str
    environment: str
    files: list[DeploymentFile] = Field(description="In the order of their paths.")


class DeploymentFileText(DeploymentFile):
    text: str = Field(description="Empty for what is no text.")
    truncated: bool = Field(description="It goes on: the first 512 KB are here.")


class FileQuery(BaseModel):
    path: Annotated[str, Field(max_length=LIMITS.path_bytes, examples=["agent_settings/rules.txt"])]


async def list_deployment_files(request: ApiRequest[None, None]) -> Response:
    deployment = await find_deployment(request, request.path["deploymentId"])
    packed = await read_artifact(request.resources, deployment)
    entries = await asyncio.to_thread(_list_packed, packed)
    return json_response({
        "deploymentId": str(deployment.id),
        "version": deployment.version,
        "environment": deployment.environment,
        "files": [_entry_json(each) for each in entries],
    })  # fmt: skip


async def read_deployment_file(request: ApiRequest[None, FileQuery]) -> Response:
    packed = await read_artifact(request.resources, await find_deployment(request, request.path["deploymentId"]))
    content = await asyncio.to_thread(_read_packed, packed, request.query.path)
    if content is None:
        raise DeploymentFileNotFound
    return json_response({**_entry_json(content.entry), "text": content.text, "truncated": content.is_cut})


async def download_deployment(request: ApiRequest[None, None]) -> Response:
    deployment = await find_deployment(request, request.path["deploymentId"])
    packed = await read_artifact(request.resources, deployment)
    name = f"{request.project.slug}-{deployment.version[:10]}.zip"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(await asyncio.to_thread(_zip_packed, packed), headers=headers, media_type=ZIP)


def _zip_packed(packed: bytes) -> bytes:
    return zipped(unpack(packed).files)


def _list_packed(packed: bytes) -> list[FileEntry]:
    return list(list_files(unpack(packed)))


def _read_packed(packed: bytes, path: str) -> FileContent | None:
    return read_file(unpack(packed), path)


def _entry_json(entry: FileEntry) -> dict[str, Any]:
    return {"path": entry.path, "size": entry.size, "isText": entry.is_text}


ENDPOINTS = (
    Endpoint(
        "GET",
        f"{ONE}/files",
        list_deployment_files,
        AGENTS,
        "The files of a deployment",
        description="Their paths and sizes. The text of one is asked for by its path.",
        reply=DeploymentFiles,
        errors=(ProjectNotFound, DeploymentNotFound),
    ),
    Endpoint(
        "GET",
        f"{ONE}/files.zip",
        download_deployment,
        AGENTS,
        "All files of a deployment, as a zip archive",
        reply=bytes,
        reply_media_type=ZIP,
        errors=(ProjectNotFound, DeploymentNotFound),
        description="The project as it was deployed: unpacked, changed and published again it is the next version.",
    ),
    Endpoint(
        "GET",
        f"{ONE}/files/text",
        read_deployment_file,
        AGENTS,
        "The text of one file of a deployment",
        query=FileQuery,
        reply=DeploymentFileText,
        errors=(ProjectNotFound, DeploymentNotFound, DeploymentFileNotFound),
        description="Line ends are plain newlines, whatever the file has. Of what is no text only the size is told.",
    ),
)
