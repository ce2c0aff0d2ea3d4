"""The bill of materials of a release, by CycloneDX: `make sbom`. The same sources give the same bytes."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from deploy.release.locks import ROOT, Package, all_packages


def bill(packages: Sequence[Package], version: str) -> dict[str, Any]:
    own = f"pkg:pypi/parley@{version}"
    contents = "\n".join(package.url for package in packages)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, own + contents)}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "parley",
                "version": version,
                "purl": own,
                "licenses": [{"expression": "Apache-2.0"}],
            }
        },
        "components": [component(package) for package in packages],
        "dependencies": [{"ref": own, "dependsOn": [package.url for package in packages]}],
    }


def component(package: Package) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": package.url,
        "name": package.name,
        "version": package.version,
        "purl": package.url,
        # Of every file that the lock allows: one for each machine and Python.
        "hashes": [{"alg": algorithm, "content": digits} for algorithm, digits in package.hashes],
        **({"licenses": [{"expression": package.licence}]} if package.licence else {}),
    }


def own_version() -> str:
    version: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    return version


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="where to write it")
    file: Path = parser.parse_args(arguments).file
    file.parent.mkdir(parents=True, exist_ok=True)
    packages = all_packages()
    file.write_text(json.dumps(bill(packages, own_version()), indent=2) + "\n")
    sys.stdout.write(f"{file}: {len(packages)} packages\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
