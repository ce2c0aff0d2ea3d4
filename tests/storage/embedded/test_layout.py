from __future__ import annotations

import tempfile
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from parley.storage.embedded.layout import SOCKET_PATH_LIMIT, Layout, layout_of, replace_private, socket_in


def test_the_socket_is_in_the_data_folder_when_its_path_fits() -> None:
    longest = Path("/" + "d" * (SOCKET_PATH_LIMIT - len("//run/.s.PGSQL.5432")))

    assert len(str(socket_in(Layout(longest).socket_folder()))) == SOCKET_PATH_LIMIT
    assert Layout(longest).socket_folder() == longest / "run"
    assert Layout(Path(f"{longest}d")).socket_folder().parent == Path(tempfile.gettempdir())


@pytest.mark.parametrize("name", ["a,b", "quote'd", "naïve", 'say "hi"', "back\\slash", "new\nline"])
def test_a_path_that_needs_quoting_in_lists_of_hosts_is_avoided(name: str) -> None:
    assert Layout(Path("/srv") / name).socket_folder().parent == Path(tempfile.gettempdir())


def test_a_temporary_folder_that_is_too_long_itself_is_avoided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/t" * 60)

    assert Layout(Path("/d" * 60)).socket_folder().parent == Path("/tmp")


def test_two_data_folders_never_share_a_socket() -> None:
    assert Layout(Path("/a" * 60)).socket_folder() != Layout(Path("/b" * 60)).socket_folder()


def test_the_dsn_survives_any_password_and_path() -> None:
    parts = urlsplit(Layout(Path("/srv")).dsn(Path("/srv/my data/run"), "p@ss/w%rd"))

    assert parts.password == "p%40ss%2Fw%25rd"
    assert parse_qs(parts.query) == {"host": ["/srv/my data/run"], "port": ["5432"]}


def test_symbolic_links_to_a_data_folder_are_the_same_folder(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "data")

    assert layout_of(tmp_path / "link") == layout_of(tmp_path / "data")


def test_a_private_file_is_replaced_whole_and_never_through_a_link(tmp_path: Path) -> None:
    victim, path = tmp_path / "victim", tmp_path / "file"
    victim.write_text("untouched")
    (tmp_path / "file.new").symlink_to(victim)

    replace_private(path, "first")
    replace_private(path, "second")

    assert path.read_text() == "second"
    assert path.stat().st_mode & 0o777 == 0o600
    assert victim.read_text() == "untouched"
