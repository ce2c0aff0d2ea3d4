"""A project's files in a request: a zip archive, or a JSON object of paths and texts. Checked as `parley push` does."""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import dataclass
from urllib.parse import unquote

from pydantic import BaseModel, Field, ValidationError

from parley.domain.deployments.model import DeploymentsValidationFailed
from parley.domain.projects.files import LIMITS, Bundle, gather
from parley.domain.projects.loader import load
from parley.domain.projects.model import Problem
from parley.kit.errors import FieldError, ValidationFailed
from parley.web import bodies
from parley.web.errors import field_errors
from parley.web.headers import Headers

MESSAGE_HEADER = "x-deployment-message"
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How files may be compressed. The others take far more memory to read than what comes out of them."""
UNREADABLE = (
    zipfile.BadZipFile,  # it is none, or a checksum is wrong
    zlib.error,  # what was deflated is damaged
    EOFError,  # a file ends too early
    RuntimeError,  # a file is encrypted; NotImplementedError, which is one: it is patched or needs a newer reader
    ValueError,  # a name is not the UTF-8 that it claims to be, or something is said to be before the beginning
)
"""What `zipfile` raises for an archive that is at fault."""


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
        files, message = _unzipped(raw), unquote(headers.get(MESSAGE_HEADER, ""))[:2_000]
    else:
        files, message = _listed(raw, headers)
    bundle, problems = gather(files)
    if bundle is not None:
        project, found = load(bundle)
        problems = [*problems, *found]
        if project is not None:
            return Upload(bundle, message)
    raise DeploymentsValidationFailed(fields=[_error(problem) for problem in problems])


def _listed(raw: bytes, headers: Headers) -> tuple[dict[str, bytes], str]:
    try:
        given = Files.model_validate(bodies.parse_json(raw, headers, most_values=None))
    except ValidationError as error:
        problems = field_errors(error.errors(include_url=False, include_input=False))
        raise ValidationFailed(fields=problems) from None
    return {path: text.encode() for path, text in given.files.items()}, given.deploymentMessage or ""


def _unzipped(raw: bytes) -> dict[str, bytes]:
    """Sizes are looked at before anything is unpacked, and no more is read than was announced."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            # Not `is_dir`, which breaks on an entry without a name: that one is refused with the paths.
            entries = [entry for entry in archive.infolist() if not entry.filename.endswith("/")]
            if len(entries) > LIMITS.files or sum(entry.file_size for entry in entries) > LIMITS.total_bytes:
                raise DeploymentsValidationFailed("The archive holds more than a project may.")
            if any(entry.compress_type not in METHODS for entry in entries):
                raise ValidationFailed(fields=[FieldError("body", "holds files that are neither stored nor deflated")])
            files = {entry.filename: _content(archive, entry) for entry in entries}
    except UNREADABLE:
        raise ValidationFailed(fields=[FieldError("body", "is not a zip archive that can be read")]) from None
    return _rooted(files)


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    with archive.open(entry) as file:
        return file.read(entry.file_size)


def _rooted(files: dict[str, bytes]) -> dict[str, bytes]:
    """An archive of the folder itself has everything one level down."""
    roots = [path for path in files if path.rpartition("/")[2] == "project.yaml"]
    root = min(roots, key=len, default="").removesuffix("project.yaml")
    return {path.removeprefix(root): content for path, content in files.items() if path.startswith(root)}


def _error(problem: Problem) -> FieldError:
    return FieldError(f"{problem.path}:{problem.line}" if problem.path else "files", problem.message)
