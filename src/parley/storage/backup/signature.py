"""Signs requests to S3-compatible stores: AWS Signature Version 4, as values."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

_ALGORITHM = "AWS4-HMAC-SHA256"


@dataclass(frozen=True, slots=True)
class Credentials:
    access_key: str
    secret_key: str
    region: str


def signed_headers(
    method: str,
    host: str,
    path: str,
    query: Mapping[str, str],
    content: bytes,
    credentials: Credentials,
    now: datetime,
) -> dict[str, str]:
    """`path` is encoded already, as it will be sent."""
    moment = now.strftime("%Y%m%dT%H%M%SZ")
    digest = hashlib.sha256(content).hexdigest()
    headers = {"host": host, "x-amz-content-sha256": digest, "x-amz-date": moment}
    names = ";".join(headers)
    lines = "".join(f"{name}:{value}\n" for name, value in headers.items())
    request = "\n".join([method, path, encoded_query(query), lines, names, digest])
    scope = f"{moment[:8]}/{credentials.region}/s3/aws4_request"
    to_sign = "\n".join([_ALGORITHM, moment, scope, hashlib.sha256(request.encode()).hexdigest()])
    signature = hmac.new(_key(credentials, scope), to_sign.encode(), hashlib.sha256).hexdigest()
    authorization = f"{_ALGORITHM} Credential={credentials.access_key}/{scope}, SignedHeaders={names}"
    return {**headers, "authorization": f"{authorization}, Signature={signature}"}


def encoded_query(query: Mapping[str, str]) -> str:
    return "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in sorted(query.items()))


def _key(credentials: Credentials, scope: str) -> bytes:
    key = f"AWS4{credentials.secret_key}".encode()
    for part in scope.split("/"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return key
