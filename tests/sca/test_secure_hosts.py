# SPDX-License-Identifier: Apache-2.0
"""A radio on two hosts over TLS, with rules, and those that are not let in."""

import json
import subprocess
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest
import test_two_nodes as two
from orbweaver.link.namespaces import Host, linked
from programs import ENDS_WITHIN_S, path_of
from two_hosts import FAST_MBIT, Hosts, Open, needs_hosts, wav_of_one_process

ANONYMOUS = "anonymous"
INVITED = ("mast", "cabin")
UNINVITED = "intruder"


def keys(folder: Path, *words: str) -> None:
    subprocess.run([path_of("orbweaver-keys"), *words, "--dir", str(folder)], check=True)


class Secured(Open):
    """TLS with a certificate for each program, and rules that name two nodes and two users."""

    transport = "tls"

    def __init__(self, folder: Path, near: Host, far: Host) -> None:
        self.keys = folder / "keys"
        self.rules = folder / "rules.toml"
        self.audit = folder / "audit.log"
        keys(self.keys, "new-ca")
        for name, host in (("domain", near), ("mast", near), ("cabin", far), (UNINVITED, far)):
            keys(self.keys, "new-node", name, "--host", host.address)
        for user in ("ann", "bob", "eve"):
            keys(self.keys, "new-user", user)
        invited = [word for name in INVITED for word in ("--node", name)]
        rules = subprocess.run(
            [path_of("orbweaver-rules"), "new", "--operator", "ann", "--observer", "bob", *invited],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        self.rules.write_text(rules.stdout)

    def of_server(self, name: str) -> list[str]:
        audit = ["-ORBaudit", str(self.audit)] if name == "domain" else []
        return [*self.of_user(name), "--rules", str(self.rules), *audit]

    def of_user(self, name: str) -> list[str]:
        if name == ANONYMOUS:
            return ["-ORBtlsCA", str(self.keys / "authority.pem")]
        return ["--identity", str(self.keys / name.lower())]

    def denials(self) -> list[dict[str, str]]:
        """What the domain has denied."""
        whole, _, _ = self.audit.read_text().rpartition("\n")
        lines = [json.loads(line) for line in whole.splitlines()]
        return [line for line in lines if line["decision"] == "deny"]


@pytest.fixture
def stack() -> Generator[ExitStack]:
    with ExitStack() as result:
        yield result


class Radio:
    """The FM receiver, which runs as application `two` across both hosts."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        link = stack.enter_context(linked(FAST_MBIT))
        self.folder = folder
        self.protection = Secured(folder, *link.hosts)
        addresses = (link.near.address, link.far.address)
        self.hosts = Hosts(folder, stack, link.hosts, addresses, self.protection)
        self.near = self.hosts.start_node(link.near, "Mast")
        self.far = self.hosts.start_node(link.far, "Cabin")
        self.wav = folder / "two.wav"
        self.hosts.create("two", self.wav)

    def as_user(self, name: str, *words: str) -> subprocess.CompletedProcess[str]:
        """What the operator's program says to that user, on the far host."""
        return self.run(words, self.protection.of_user(name))

    def as_application(self, name: str, *words: str) -> subprocess.CompletedProcess[str]:
        """What it says to a program with the certificate of that application's components."""
        (file,) = [
            file for file in self.folder.glob("tmp/*/*/certificates/*.pem")
            if f"URI:spiffe://application.cabin.radio/{name}," in subject_alternatives(file)
        ]  # fmt: skip
        own = ["-ORBtlsCertificate", str(file), "-ORBtlsKey", str(file)]
        return self.run(words, [*own, *self.protection.of_user(ANONYMOUS)])

    def run(self, words: tuple[str, ...], identity: list[str]) -> subprocess.CompletedProcess[str]:
        naming = f"corbaloc:ssliop:{self.hosts.naming}/NameService"
        return subprocess.run(
            [*self.hosts.far.wrapper, path_of("orbweaver-control"), *words, "--timeout", "60",
             "--domain", "Orbweaver", "--naming", naming, *identity],
            capture_output=True, text=True, check=False, timeout=ENDS_WITHIN_S,
        )  # fmt: skip

    def launch_node(self, label: str, certificate: str) -> two.Daemon:
        """On the far host, with the certificate of that name."""
        dcd = self.hosts.write_dcd(label)
        return self.hosts.launch_node(self.hosts.far, dcd, certificate)


def subject_alternatives(certificate: Path) -> str:
    return subprocess.run(
        ["openssl", "x509", "-in", certificate, "-noout", "-ext", "subjectAltName"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip


@pytest.fixture
def radio(stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Radio:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    return Radio(stack, tmp_path)


@needs_hosts
def test_a_receiver_runs_over_tls_with_rules(radio: Radio, tmp_path: Path) -> None:
    hosts = radio.hosts
    hosts.operate("start", "two")
    radio.near.await_line("wav_", "end_of_stream", event="output")
    assert hosts.operate("health")["problems"] == []
    hosts.operate("release", "two")
    hosts.operate("uninstall", "two")
    assert radio.wav.read_bytes() == wav_of_one_process(tmp_path / "embedded")
    assert radio.protection.denials() == []
    assert [radio.far.end(), radio.near.end(), hosts.domain.end()] == [0, 0, 0]


@needs_hosts
def test_strangers_are_refused_and_a_line_says_why(radio: Radio) -> None:
    uninvited = radio.launch_node("Intruder", "intruder")
    assert "NO_PERMISSION" in str(uninvited.await_line(state="waiting")["why"])
    denied = {denial["client"] for denial in radio.protection.denials()}  # it tries again
    assert denied == {"uri:spiffe://radio/node/intruder"}

    thief = radio.launch_node("Tower", "cabin")
    failure = str(thief.await_line(event="failure")["line"])
    assert "spiffe://radio/node/cabin is not that of node 'Tower'" in failure
    assert "spiffe://.../node/tower (orbweaver keys new-node)" in failure

    radio.hosts.create("other", radio.folder / "other.wav")
    foreign = radio.as_application("other", "props", "two/audio")
    assert foreign.returncode != 0
    assert "NO_PERMISSION" in foreign.stderr
    line = str(radio.far.await_line("may not call", event="output")["line"])
    assert "spiffe://application.cabin.radio/other" in line
    assert "rule 'components call their own application only'" in line
    assert radio.as_application("two", "props", "two/audio").returncode == 0

    anonymous = radio.as_user(ANONYMOUS, "stop", "two")
    assert anonymous.returncode != 0
    assert "-ORBtlsCertificate" in anonymous.stderr


@needs_hosts
def test_users_may_do_what_their_roles_allow(radio: Radio) -> None:
    assert radio.as_user("bob", "apps").returncode == 0
    assert radio.as_user("bob", "props", "two/audio").returncode == 0
    for words in (("stop", "two"), ("release", "two"), ("install", "fm"),
                  ("props", "two/audio", "deemphasis_us=75")):  # fmt: skip
        refused = radio.as_user("bob", *words)
        assert refused.returncode != 0, words
        assert "NO_PERMISSION" in refused.stderr
    stranger = radio.as_user("eve", "apps")
    assert stranger.returncode != 0
    assert "NO_PERMISSION" in stranger.stderr
    assert radio.as_user("ann", "stop", "two").returncode == 0
    assert {denial["client"].rpartition("/")[2] for denial in radio.protection.denials()} == {
        "bob", "eve"
    }  # fmt: skip
