# SPDX-License-Identifier: Apache-2.0
import os
import socket
import tempfile
from pathlib import Path

import pytest

from orbweaver.run.sockets import remove_announced, remove_unannounced
from references import unix_reference


def listen(path: Path) -> None:
    """Leave a socket file behind, as a killed program does."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))


def test_an_announced_socket_goes_with_its_private_folder(tmp_path: Path) -> None:
    private = Path(tempfile.mkdtemp(dir=tmp_path))
    listen(private / "s")
    remove_announced(unix_reference(str(private / "s")))
    assert not private.exists()


def test_a_shared_folder_stays(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    listen(shared / "s")
    remove_announced(unix_reference(str(shared / "s")))
    assert list(shared.iterdir()) == []


def test_a_file_that_is_no_socket_stays(tmp_path: Path) -> None:
    """A reference is foreign text: it must not be a way to have files removed."""
    precious = tmp_path / "precious"
    precious.touch()
    link = tmp_path / "link"
    link.symlink_to(precious)
    remove_announced(unix_reference(str(precious)))
    remove_announced(unix_reference(str(link)))
    assert precious.exists()
    assert link.is_symlink()


def test_abstract_names_and_bad_references_remove_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    listen(tmp_path / "@name")
    remove_announced(unix_reference("@name"))
    remove_announced("IOR:nonsense")
    assert (tmp_path / "@name").exists()


def test_an_unannounced_socket_is_found_by_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    pid = os.getpid()
    private = Path(tempfile.mkdtemp(prefix=f"orbweaver-{pid}-"))
    listen(private / "s")
    listen(tmp_path / f"orbweaver-{pid}-socket")
    listen(tmp_path / f"orbweaver-{pid}1-other")
    remove_unannounced(pid)
    assert [path.name for path in tmp_path.iterdir()] == [f"orbweaver-{pid}1-other"]
