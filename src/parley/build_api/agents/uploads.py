"""A project's files in a request: a zip archive, or a JSON object of paths and texts. Checked as `parley push` does."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from urllib.parse import unquote

from pydantic import BaseModel, Field, ValidationError

from parley.build_api.agents.archives import unzip
from parley.domain.deployments.model import SEQUENCE, DeploymentsInvalidEnvironment, DeploymentsValidationFailed
from parley.domain.projects.files import Bundle, bundle_files, find_collisions
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Problem
from parley.kit.errors import FieldError, ValidationFailed
from parley.web import bodies
from parley.web.errors import field_errors
from parley.web.headers import Headers

MESSAGE_HEADER = "x-deployment-message"


class Files(BaseModel):
    files: dict[str, str] = Field(default={}, description="Texts by path. Left out: what was published last.")
    deploymentMessage: str | None = Field(default="", max_length=2_000)
    environment: str = Field(
        default=SEQUENCE[0], max_length=500, description="Where it is published; files only to the sandbox."
    )


@dataclass(frozen=True, slots=True)
class Upload:
    bundle: Bundle | None
    """None: what was published last is meant."""
    message: str
    environment: str


def read_upload(raw: bytes, headers: Headers) -> Upload:
    """The files, when they are a project that can be deployed. Raises with every problem otherwise."""
    environment = SEQUENCE[0]
    if bodies.media_type(headers) == "application/zip" or zipfile.is_zipfile(io.BytesIO(raw)):
        files, message = unzip(raw), unquote(headers.get(MESSAGE_HEADER, ""))[:2_000]
    else:
        given = _read_json_files(raw, headers)
        files, message = {path: text.encode() for path, text in given.files.items()}, given.deploymentMessage or ""
        environment = given.environment
        if environment not in SEQUENCE:
            raise DeploymentsInvalidEnvironment
        if "files" not in given.model_fields_set:
            return Upload(None, message, environment)
        if environment != SEQUENCE[0]:
            raise DeploymentsInvalidEnvironment("Files are published to the sandbox, and promoted from there.")
    bundle, problems = bundle_files(files)
    # Here and not in the loader: what was deployed before this was checked must still load.
    if colliding := find_collisions(bundle.files if bundle is not None else ()):
        bundle, problems = None, colliding
    if bundle is not None:
        project, found = load_project(bundle)
        problems = [*problems, *found]
        if project is not None:
            return Upload(bundle, message, environment)
    raise DeploymentsValidationFailed(fields=[_field_error(problem) for problem in problems])


def _read_json_files(raw: bytes, headers: Headers) -> Files:
    try:
        # The usual limit counts commas and brackets, of which code is full. Files have limits of their own.
        return Files.model_validate(bodies.parse_json(raw, headers, most_values=None) if raw else {})
    except ValidationError as error:
        problems = field_errors(error.errors(include_url=False, include_input=False))
        raise ValidationFailed(fields=problems) from None


def _field_error(problem: Problem) -> FieldError:
    return FieldError(f"{problem.path}:{problem.line}" if problem.path else "files", problem.message)
