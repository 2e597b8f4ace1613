# SPDX-License-Identifier: Apache-2.0
"""The issuer of a node: what a thief of it signs is refused by openssl, too."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from certificates import keys, openssl

USUAL = "URI:spiffe://application.n1.radio/fm,DNS:localhost,IP:127.0.0.1"
SUBJECT = "/O=n1 applications"
NAME = "permitted subtree violation"


@dataclass
class Thief:
    """A program openssl that has the issuer of the node n1, and a folder of its own."""

    keys: Path
    own: Path

    def sign(self, subject: str, extensions: str, issuer: Path | None = None) -> Path:
        """A certificate with those names."""
        issuer = issuer or self.keys / "n1.issuer"
        file = self.own / "forged"
        request = openssl(
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-keyout", f"{file}.key", "-out", f"{file}.request", "-subj", subject,
        )  # fmt: skip
        assert request.returncode == 0, request.stderr
        (self.own / "extensions").write_text(extensions)
        done = openssl(
            "x509", "-req", "-in", f"{file}.request", "-CA", f"{issuer}.pem",
            "-CAkey", f"{issuer}.key", "-CAcreateserial", "-CAserial", self.own / "serial",
            "-extfile", self.own / "extensions", "-days", "1", "-out", f"{file}.pem",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return file

    def verify(self, certificate: Path, *chain: Path) -> str:
        """What openssl says of it, with the issuer and the chain beside."""
        between = self.own / "chain.pem"
        between.write_text(
            "".join(one.read_text() for one in (self.keys / "n1.issuer.pem", *chain))
        )
        done = openssl(
            "verify", "-purpose", "sslclient", "-CAfile", self.keys / "authority.pem",
            "-untrusted", between, f"{certificate}.pem",
        )  # fmt: skip
        return done.stdout + done.stderr

    def forged(self, names: str = USUAL, subject: str = SUBJECT) -> str:
        """What openssl says of an end certificate with those names."""
        return self.verify(self.sign(subject, f"subjectAltName={names}\n"))


@pytest.fixture
def thief(tmp_path: Path) -> Thief:
    folder = tmp_path / "keys"
    for words in (["new-ca"], ["new-node", "n1", "--host", "n1.example", "--host", "192.0.2.7"]):
        done = keys(*words, "--dir", str(folder))
        assert done.returncode == 0, done.stderr
    own = tmp_path / "own"
    own.mkdir()
    return Thief(folder, own)


def test_an_issuer_signs_for_an_application_of_its_node(thief: Thief) -> None:
    assert ": OK" in thief.forged()
    assert ": OK" in thief.forged(f"{USUAL},DNS:n1.example,DNS:n1,IP:192.0.2.7,IP:::1")


@pytest.mark.parametrize(
    "name",
    [
        "URI:spiffe://radio/user/ann",
        "URI:spiffe://radio/node/n1",
        "URI:spiffe://radio/node/n2",
        "URI:spiffe://application.n2.radio/fm",
        "URI:spiffe://application.n1.radio.example/fm",
        "URI:spiffe://x.application.n1.radio/fm",
        "URI:spiffe://ann@application.n1.radio/fm",
        "DNS:n2",
        "DNS:n2.example",
        "DNS:example",
        "IP:192.0.2.8",
        "IP:::2",
        "email:ann@example.org",
    ],
)
def test_a_thief_of_it_signs_for_no_other(thief: Thief, name: str) -> None:
    assert NAME in thief.forged(f"{USUAL},{name}")


@pytest.mark.parametrize("name", ["DNS:deep.n1.example", "DNS:*.localhost"])
def test_a_thief_of_it_signs_for_no_host_below(thief: Thief, name: str) -> None:
    assert "excluded subtree violation" in thief.forged(f"{USUAL},{name}")


@pytest.mark.parametrize("subject", ["/CN=ann", "/O=n2 applications", "/CN=ann/O=n1 applications"])
def test_a_thief_of_it_signs_for_no_other_subject(thief: Thief, subject: str) -> None:
    assert NAME in thief.forged(subject=subject)


def test_a_thief_of_it_signs_no_further_authority(thief: Thief) -> None:
    thief.sign(
        "/O=n1 applications/CN=further",
        "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n",
    )
    for kind in ("pem", "key"):
        (thief.own / f"forged.{kind}").rename(thief.own / f"further.{kind}")
    below = thief.sign(SUBJECT, f"subjectAltName={USUAL}\n", thief.own / "further")
    assert "path length constraint exceeded" in thief.verify(below, thief.own / "further.pem")


def test_a_thief_of_it_is_no_peer_with_it(thief: Thief) -> None:
    said = thief.verify(thief.keys / "n1.issuer")
    assert "nsuitable certificate purpose" in said or "nsupported certificate purpose" in said
