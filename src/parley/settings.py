"""Every setting, read from the environment once, at the start of a process."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PLATFORM_REGIONS = ("us-1", "uk-1", "euw-1")
BUILD_REGIONS = {"us-1": "us", "uk-1": "uk", "euw-1": "eu"}


class Settings(BaseSettings):
    """Named `PARLEY_<FIELD>` in the environment."""

    model_config = SettingsConfigDict(env_prefix="PARLEY_", frozen=True, extra="ignore")

    data: Path = Field(default=Path(".parley"), description="Folder of the embedded database, credentials and logs.")
    database_url: str | None = Field(
        default=None, description="A PostgreSQL server of your own instead of the embedded one."
    )
    pg_bin: Path | None = Field(default=None, description="Folder of the PostgreSQL programs for the embedded server.")
    database_connections: int = Field(default=8, ge=2, le=100, description="Connections that each process keeps.")

    region: str = Field(default="us-1", pattern="^(us-1|uk-1|euw-1)$", description="The region this node serves.")
    region_urls: dict[str, str] = Field(
        default={}, description="Addresses of other regions, named in errors (JSON object)."
    )
    own_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(), description="Host names without a region label that mean this node's region, separated by commas."
    )

    max_body_bytes: int = Field(default=1 << 20, ge=1024, description="Largest request body.")
    drain_seconds: float = Field(
        default=30.0, ge=0, description="How long a stopping process waits for requests in flight."
    )
    log_level: str = Field(default="info", pattern="^(debug|info|warning|error)$")
    log_file: Path | None = Field(default=None, description="Write logs here (rotating) instead of to stderr.")

    @field_validator("own_hosts", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return tuple(filter(None, value.split(","))) if isinstance(value, str) else value

    @property
    def build_region(self) -> str:
        return BUILD_REGIONS[self.region]
