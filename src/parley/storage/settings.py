"""Settings of where data is and what keeps it: the database, its key, its backups."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

from pydantic import Field, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from parley.kit.comma_lists import Names

SECRET_KEY_BYTES = 32


class StorageSettings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="PARLEY_", frozen=True, extra="ignore")

    database_url: str | None = Field(
        default=None, description="A PostgreSQL server of your own instead of the embedded one."
    )
    database_direct_url: str | None = Field(
        default=None,
        description="The same server without the pooler that PARLEY_DATABASE_URL then leads to.",
    )
    database_replica_urls: Names = Field(
        default=(), repr=False, description="Replicas of that server, separated by commas, which records are read from."
    )
    database_replica_lag_seconds: float = Field(
        default=2.0, ge=0.5, le=3600, description="A replica that is further behind answers nothing."
    )
    pg_bin: Path | None = Field(default=None, description="Folder of the PostgreSQL programs for the embedded server.")
    database_connections: int = Field(default=8, ge=2, le=100, description="Connections that each process keeps.")

    secret_key: str | None = Field(
        default=None, description="Seals agents' secrets: 32 bytes in base64 (default: made in the data folder)."
    )

    backup_to: str | None = Field(
        default=None,
        min_length=1,
        description="Where `parley up` keeps backups and the log: a folder, or s3://bucket/prefix.",
    )
    backup_key: str | None = Field(default=None, description="Encrypts backups: 32 bytes in base64; keep it apart.")
    backup_seconds: float = Field(
        default=5.0, ge=0.2, le=3600, description="How far the kept log is behind, in seconds."
    )
    backup_hours: float = Field(default=24.0, gt=0, description="Hours between two base backups.")
    backup_keep_days: float = Field(
        default=14.0, gt=0, le=36_500, description="Any moment of so many days can be restored."
    )
    backup_s3_url: str | None = Field(
        default=None, pattern="^https?://[^/?#]+", description="The S3-compatible store (default: that of AWS)."
    )
    backup_s3_region: str = Field(default="us-east-1", min_length=1, description="Its region.")
    backup_s3_access_key: str | None = Field(default=None, description="Its access key.")
    backup_s3_secret_key: str | None = Field(default=None, description="The secret key to that.")

    @field_validator("database_replica_urls")
    @classmethod
    def _are_of_a_server(cls, value: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        if value and info.data.get("database_url") is None:
            raise ValueError("have no meaning without PARLEY_DATABASE_URL, the address of their primary")
        if not all(each.startswith(("postgresql://", "postgres://")) for each in value):
            raise ValueError("are addresses that begin with postgresql://, separated by commas")
        return value

    @field_validator("database_direct_url")
    @classmethod
    def _is_beside_another(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is not None and info.data.get("database_url") is None:
            raise ValueError("has no meaning without PARLEY_DATABASE_URL, the address of the pooler")
        return value

    @field_validator("secret_key", "backup_key")
    @classmethod
    def _is_a_key(cls, value: str | None) -> str | None:
        try:
            good = value is None or len(b64decode(value, validate=True)) == SECRET_KEY_BYTES
        except ValueError:
            good = False
        if not good:
            raise ValueError(f"is not {SECRET_KEY_BYTES} bytes in base64")
        return value
