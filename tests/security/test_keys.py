# SPDX-License-Identifier: Apache-2.0
"""`orbweaver keys`: what it makes is what others read, and it replaces nothing."""

import stat
import subprocess
from pathlib import Path

import pytest
from certificates import keys


def openssl(*words: str) -> subprocess.CompletedProcess[str]:
    """What the program openssl says."""
    return subprocess.run(["openssl", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("name", "purpose"), [("server", "sslserver"), ("ann", "sslclient")])
def test_certificates_are_for_their_purpose(authority: Path, name: str, purpose: str) -> None:
    done = openssl(
        "verify", "-purpose", purpose, "-CAfile", str(authority / "authority.pem"),
        str(authority / f"{name}.pem"),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_a_user_is_no_server(authority: Path) -> None:
    done = openssl(
        "verify", "-purpose", "sslserver", "-CAfile", str(authority / "authority.pem"),
        str(authority / "ann.pem"),
    )  # fmt: skip
    assert done.returncode != 0


def test_a_node_has_its_names(authority: Path) -> None:
    text = openssl("x509", "-in", str(authority / "server.pem"), "-noout", "-text").stdout
    assert "DNS:server, DNS:localhost, IP Address:127.0.0.1" in text
    assert "URI:spiffe://radio/node/server" in text


def test_only_the_owner_reads_keys(authority: Path) -> None:
    for key in authority.glob("*.key"):
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE((authority / "ann.pem").stat().st_mode) & 0o444


def test_nothing_is_replaced(authority: Path) -> None:
    before = (authority / "ann.key").read_bytes()
    done = keys("new-user", "ann", "--dir", str(authority))
    assert done.returncode == 1
    assert "is there already" in done.stderr
    assert (authority / "ann.key").read_bytes() == before
    done = keys("new-ca", "--dir", str(authority))
    assert done.returncode == 1


@pytest.mark.parametrize("name", ["", "../ann", "a/b", ".hidden", "an n", "authority", "revoked"])
def test_a_name_is_a_plain_word(authority: Path, name: str) -> None:
    done = keys("new-user", "--dir", str(authority), "--", name)
    assert done.returncode == 1
    assert "is no name for a certificate" in done.stderr


def test_without_an_authority_it_says_how_to_make_one(tmp_path: Path) -> None:
    done = keys("new-user", "ann", "--dir", str(tmp_path))
    assert done.returncode == 1
    assert "orbweaver keys new-ca" in done.stderr


def test_revoked_certificates_are_on_the_list(tmp_path: Path) -> None:
    folder = str(tmp_path)
    for words in (["new-ca"], ["new-user", "ann"], ["new-user", "bob"], ["new-user", "eve"]):
        assert keys(*words, "--dir", folder).returncode == 0
    for name in ("ann", "bob", "ann"):
        assert keys("revoke", name, "--dir", folder).returncode == 0

    def is_revoked(name: str) -> bool:
        done = openssl(
            "verify", "-crl_check", "-CAfile", f"{folder}/authority.pem",
            "-CRLfile", f"{folder}/revoked.pem", f"{folder}/{name}.pem",
        )  # fmt: skip
        return "certificate revoked" in done.stderr

    assert is_revoked("ann")
    assert is_revoked("bob")
    assert not is_revoked("eve")
    assert keys("revoke", "stranger", "--dir", folder).returncode == 1
