# SPDX-License-Identifier: Apache-2.0
"""A client that comes again resumes its session, until the files of the server change."""

import re
import shutil
import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest
from certificates import keys
from naming_at_tls import Naming, naming_at_tls

VERSIONS = {"TLSv1.2": "-tls1_2", "TLSv1.3": "-tls1_3"}
# What openssl prints once the session can be resumed; before that its file is not written.
TICKET_CAME = {
    "TLSv1.2": "    Verify return code: 0 (ok)",
    "TLSv1.3": "---\nPost-Handshake New Sess",
}
LEAVE = "Q\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An authority of this test, whose files it changes."""
    made = tmp_path / "keys"
    for words in (["new-ca"], ["new-node", "server"], ["new-node", "later"], ["new-user", "ann"],
                  ["new-user", "bob"], ["revoke", "bob"]):  # fmt: skip
        assert keys(*words, "--dir", str(made)).returncode == 0
    return made


@pytest.fixture
def naming(folder: Path, tmp_path: Path) -> Generator[Naming]:
    """It reads the list of certificates that were revoked."""
    with naming_at_tls(folder, tmp_path / "log", "-ORBtlsCRL", f"{folder}/revoked.pem") as served:
        yield served


def take_session(naming: Naming, version: str) -> Path:
    """That of a first connection of ann, which stays open until the session came."""
    session = naming.folder / f"session {version}"
    with subprocess.Popen(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{naming.port}", VERSIONS[version],
         "-cert", naming.folder / "ann.pem", "-key", naming.folder / "ann.key",
         "-CAfile", naming.folder / "authority.pem", "-sess_out", session],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as client:  # fmt: skip
        assert client.stdin is not None
        assert client.stdout is not None
        said = ""
        while TICKET_CAME[version] not in said:
            line = client.stdout.readline()
            assert line, said
            said += line
        client.stdin.write(LEAVE)
    assert f"New, {version}, " in said
    return session


def come_again(naming: Naming, version: str, session: Path) -> str:
    """What openssl says of a second connection of ann."""
    return naming.with_certificate(VERSIONS[version], "-sess_in", str(session))


@pytest.mark.parametrize("version", VERSIONS)
def test_a_second_connection_resumes_the_session(naming: Naming, version: str) -> None:
    said = come_again(naming, version, take_session(naming, version))
    assert f"Reused, {version}, " in said
    assert "Verify return code: 0 (ok)" in said


@pytest.mark.parametrize("version", VERSIONS)
def test_a_new_certificate_of_the_server_ends_sessions(naming: Naming, version: str) -> None:
    session = take_session(naming, version)
    for ending in ("key", "pem"):
        shutil.copy(naming.folder / f"later.{ending}", naming.folder / "server.new")
        (naming.folder / "server.new").rename(naming.folder / f"server.{ending}")
    said = come_again(naming, version, session)
    assert f"New, {version}, " in said
    assert re.search(r"subject=CN ?= ?later", said)  # as the version of OpenSSL writes it
    assert "Verify return code: 0 (ok)" in said


@pytest.mark.parametrize("version", VERSIONS)
def test_a_client_that_was_revoked_does_not_come_back_by_its_session(
    naming: Naming, version: str
) -> None:
    session = take_session(naming, version)
    assert keys("revoke", "ann", "--dir", str(naming.folder)).returncode == 0
    assert "Reused" not in come_again(naming, version, session)
    assert "its certificate was revoked" in naming.log.read_text()


@pytest.mark.parametrize("version", VERSIONS)
def test_a_session_of_another_server_is_none_of_this_one(
    naming: Naming, tmp_path: Path, version: str
) -> None:
    with naming_at_tls(naming.folder, tmp_path / "log of the other") as other:
        session = take_session(other, version)
    assert f"New, {version}, " in come_again(naming, version, session)
