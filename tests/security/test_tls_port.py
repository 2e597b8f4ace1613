# SPDX-License-Identifier: Apache-2.0
"""A TLS port of a program, as other programs see it: openssl, and peers that misbehave."""

import socket
import subprocess
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest
from naming_at_tls import Naming, naming_at_tls

HALF_OPEN = 1000


@pytest.fixture
def naming(authority: Path, tmp_path: Path) -> Generator[Naming]:
    """A naming service at a TLS port."""
    with naming_at_tls(authority, tmp_path / "log") as served:
        yield served


def test_it_speaks_the_newest_version_and_a_good_cipher(naming: Naming) -> None:
    said = naming.with_certificate()
    assert "New, TLSv1.3, Cipher is TLS_AES_" in said
    assert "Verify return code: 0 (ok)" in said
    assert "TLSv1.2, Cipher is ECDHE-" in naming.with_certificate("-tls1_2")


@pytest.mark.parametrize("version", ["-tls1", "-tls1_1"])
def test_it_refuses_older_versions(naming: Naming, version: str) -> None:
    said = naming.with_certificate(version, "-cipher", "ALL:@SECLEVEL=0")
    assert "Cipher is (NONE)" in said


def test_it_does_not_renegotiate(naming: Naming) -> None:
    assert "Secure Renegotiation IS supported" in naming.with_certificate("-tls1_2")
    done = subprocess.run(
        ["openssl", "s_client", "-tls1_2", "-connect", f"127.0.0.1:{naming.port}",
         "-cert", str(naming.folder / "ann.pem"), "-key", str(naming.folder / "ann.key")],
        input="R\n", capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert "no renegotiation" in done.stdout + done.stderr


def test_it_says_why_a_client_is_refused(naming: Naming) -> None:
    naming.s_client()
    assert "the peer shows no certificate" in naming.log.read_text()


def test_it_says_that_a_client_uses_no_tls(naming: Naming) -> None:
    with socket.create_connection(("127.0.0.1", naming.port)) as plain:
        plain.sendall(b"GIOP\x01\x02\x01\x00\x00\x00\x00\x00")
        plain.recv(100)
    assert "bytes that are no TLS" in naming.log.read_text()


def test_half_open_handshakes_hold_up_no_good_client(naming: Naming) -> None:
    with ExitStack() as open_ones:
        for _ in range(HALF_OPEN):
            silent = open_ones.enter_context(socket.create_connection(("127.0.0.1", naming.port)))
            silent.sendall(b"\x16\x03\x01\x00")  # the beginning of a record
        assert "Verify return code: 0 (ok)" in naming.with_certificate()


def test_handshakes_that_stop_at_each_byte_leave_it_whole(naming: Naming) -> None:
    hello = _client_hello()
    for size in range(1, len(hello)):
        with socket.create_connection(("127.0.0.1", naming.port)) as cut:
            cut.sendall(hello[:size])
    assert "Verify return code: 0 (ok)" in naming.with_certificate()


def _client_hello() -> bytes:
    """What openssl sends first."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with subprocess.Popen(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{port}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        ) as client:  # fmt: skip
            connection, _ = listener.accept()
            with connection:
                hello = connection.recv(65536)
        client.wait(60)
    return hello
