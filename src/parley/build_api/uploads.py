"""A project's files in a request: a zip archive, or a JSON object of paths and texts. Checked as `parley push` does."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from urllib.parse import unquote

from pydantic import BaseModel, Field, ValidationError

from parley.build_api.archives import unzip
from parley.domain.deployments.model import DeploymentsValidationFailed
from parley.domain.projects.files import Bundle, bundle_files, find_collisions
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Problem
from parley.kit.errors import FieldError, ValidationFailed
from parley.web import bodies
from parley.web.errors import field_errors
from parley.web.headers import Headers

MESSAGE_HEADER = "x-deployment-message"


class Files(BaseModel):
    files: dict[str, str] = Field(min_length=1)
    deploymentMessage: str | None = Field(default="", max_length=2_000)


@dataclass(frozen=True, slots=True)
class Upload:
    bundle: Bundle
    message: str


def read_upload(raw: bytes, headers: Headers) -> Upload:
    """The files, when they are a project that can be deployed. Raises with every problem otherwise."""
    if bodies.media_type(headers) == "application/zip" or zipfile.is_zipfile(io.BytesIO(raw)):
        files, message = unzip(raw), unquote(headers.get(MESSAGE_HEADER, ""))[:2_000]
    else:
        files, message = _read_json_files(raw, headers)
    bundle, problems = bundle_files(files)
    # Here and not in the loader: what was deployed before this was checked must still load.
    if colliding := find_collisions(bundle.files if bundle is not None else ()):
        bundle, problems = None, colliding
    if bundle is not None:
        project, found = load_project(bundle)
        problems = [*problems, *found]
        if project is not None:
            return Upload(bundle, message)
    raise DeploymentsValidationFailed(fields=[_field_error(problem) for problem in problems])


def _read_json_files(raw: bytes, headers: Headers) -> tuple[dict[str, bytes], str]:
    try:
        # The usual limit counts commas and brackets, of which code is full. Files have limits of their own.
        given = Files.model_validate(bodies.parse_json(raw, headers, most_values=None))
    except ValidationError as error:
        problems = field_errors(error.errors(include_url=False, include_input=False))
        raise ValidationFailed(fields=problems) from None
    return {path: text.encode() for path, text in given.files.items()}, given.deploymentMessage or ""


def _field_error(problem: Problem) -> FieldError:
    return FieldError(f"{problem.path}:{problem.line}" if problem.path else "files", problem.message)
