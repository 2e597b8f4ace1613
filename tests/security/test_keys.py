# SPDX-License-Identifier: Apache-2.0
"""`orbweaver keys`: what it makes is what others read, and it replaces nothing."""

import stat
from pathlib import Path

import pytest
from certificates import keys, openssl


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


@pytest.mark.parametrize("name", ["", "../ann", "a/b", ".hidden", "an n", "authority", "revoked",
                                  "n1.issuer"])  # fmt: skip
def test_a_name_is_a_plain_word(authority: Path, name: str) -> None:
    done = keys("new-user", "--dir", str(authority), "--", name)
    assert done.returncode == 1
    assert "is no name for a certificate" in done.stderr


@pytest.mark.parametrize(
    "name", ["Radio", "radio_1", "radio.example", "-radio", "radio-", "r" * 51]
)
def test_a_nodes_name_is_a_part_of_a_host_name(authority: Path, name: str) -> None:
    done = keys("new-node", "--dir", str(authority), "--", name)
    assert done.returncode == 1
    assert "is no name for a node" in done.stderr
    assert not list(authority.glob(f"{name}*"))


def test_the_longest_name_of_a_node(authority: Path) -> None:
    assert keys("new-node", "n" * 50, "--dir", str(authority)).returncode == 0


@pytest.mark.parametrize(
    "domain", ["Radio", "a/user/ann", "a..b", "a.", "application", "application.n1.radio"]
)
@pytest.mark.parametrize("kind", ["node", "user"])
def test_a_trust_domain_is_no_host_of_applications(authority: Path, kind: str, domain: str) -> None:
    done = keys(f"new-{kind}", "other", "--dir", str(authority), f"--domain={domain}")
    assert done.returncode == 1
    assert "is no trust domain" in done.stderr


def test_a_trust_domain_may_have_dots(authority: Path) -> None:
    done = keys("new-node", "dots", "--dir", str(authority), "--domain", "radio.example.org")
    assert "of spiffe://radio.example.org/node/dots" in done.stdout


def test_a_node_says_what_its_issuer_is_for(tmp_path: Path) -> None:
    assert keys("new-ca", "--dir", str(tmp_path)).returncode == 0
    said = keys("new-node", "n1", "--dir", str(tmp_path)).stdout
    assert f"-ORBtlsCertificate {tmp_path}/n1.pem" in said
    assert f"Made {tmp_path}/n1.issuer.pem and .key" in said
    assert "applications of this node, and for nothing else" in said


def test_a_node_is_not_made_in_part(tmp_path: Path) -> None:
    assert keys("new-ca", "--dir", str(tmp_path)).returncode == 0
    (tmp_path / "n1.issuer.key").write_text("of another")
    done = keys("new-node", "n1", "--dir", str(tmp_path))
    assert done.returncode == 1
    assert "n1.issuer.key is there already" in done.stderr
    assert not (tmp_path / "n1.pem").exists()


def test_without_an_authority_it_says_how_to_make_one(tmp_path: Path) -> None:
    done = keys("new-user", "ann", "--dir", str(tmp_path))
    assert done.returncode == 1
    assert "orbweaver keys new-ca" in done.stderr


def test_an_authority_begins_with_a_list(authority: Path) -> None:
    done = openssl(
        "verify", "-crl_check", "-CAfile", str(authority / "authority.pem"),
        "-CRLfile", str(authority / "revoked.pem"), str(authority / "ann.pem"),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


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


def test_the_issuer_of_a_revoked_node_is_on_the_list(tmp_path: Path) -> None:
    folder = str(tmp_path)
    for words in (["new-ca"], ["new-node", "n1"], ["new-node", "n2"]):
        assert keys(*words, "--dir", folder).returncode == 0
    said = keys("revoke", "n1", "--dir", folder).stdout
    assert "and so are the applications that it runs" in said
    for name, is_revoked in {"n1": True, "n1.issuer": True, "n2.issuer": False}.items():
        done = openssl(
            "verify", "-crl_check", "-CAfile", f"{folder}/authority.pem",
            "-CRLfile", f"{folder}/revoked.pem", f"{folder}/{name}.pem",
        )  # fmt: skip
        assert ("certificate revoked" in done.stderr) == is_revoked, done.stderr
