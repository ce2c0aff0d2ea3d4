"""Which region an address means. A node serves its own region and says plainly where another one is."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from parley.kit.errors import ParleyError


class RegionRequired(ParleyError):
    """The address names no region."""

    status = 400


class WrongRegion(ParleyError):
    """This node serves another region."""

    status = 421


@dataclass(frozen=True, slots=True)
class Regions:
    """The regions of one service, and which of them is ours."""

    own: str
    all: tuple[str, ...]
    own_hosts: frozenset[str] = frozenset()
    urls: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    """What this service calls the regions that data live in, where it calls them otherwise."""

    def split(self, path: str) -> tuple[str, str]:
        """The region that the path begins with, empty when it begins with none, and the path without it."""
        first, _, rest = path[1:].partition("/")
        return (first, "/" + rest) if first in self.all else ("", path)

    def strip(self, host: str, path: str) -> str:
        """The path without its region segment. Raises when the address means no region or not ours."""
        region, path = self.split(path)
        if region:
            self._must_be_own(region)
        elif not (named := self._labels(host)) and not self._is_local(host):
            raise RegionRequired(
                f"This address names no region. Use a host such as {self.own}.example.com or a path such as "
                f"/{self.own}/v1/…; the regions are {', '.join(self.all)}."
            )
        else:
            for region in named:
                self._must_be_own(region)
        return path

    def check(self, region: str) -> None:
        """For data that belongs to a region of its own."""
        self._must_be_own(self.names.get(region, region))

    def _labels(self, host: str) -> list[str]:
        return [label for label in _labels_of(host) if label in self.all]

    def _is_local(self, host: str) -> bool:
        # By number or as localhost the node itself is meant: whoever tries it out need not name a region.
        name = _hostname(host)
        return name in self.own_hosts or name == "localhost" or name.endswith(".localhost") or _is_address(name)

    def _must_be_own(self, region: str) -> None:
        if region != self.own:
            where = f" Its address is {self.urls[region]}." if region in self.urls else ""
            raise WrongRegion(f"This node serves {self.own}, not {region}.{where}")


@lru_cache(maxsize=256)
def _labels_of(host: str) -> tuple[str, ...]:
    return tuple(_hostname(host).split("."))


@lru_cache(maxsize=256)
def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _hostname(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()
