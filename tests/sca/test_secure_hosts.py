# SPDX-License-Identifier: Apache-2.0
"""A radio on two hosts over TLS, with rules, and those that are not let in."""

import json
import subprocess
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest
from orbweaver.link.namespaces import Host, linked
from programs import ENDS_WITHIN_S, path_of
from two_hosts import FAST_MBIT, Hosts, Open, needs_hosts

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
        lines = [json.loads(line) for line in self.audit.read_text().splitlines()]
        return [line for line in lines if line["decision"] == "deny"]


@pytest.fixture
def stack() -> Generator[ExitStack]:
    with ExitStack() as result:
        yield result


def as_user(hosts: Hosts, name: str, *words: str) -> subprocess.CompletedProcess[str]:
    """What the operator's program says to that user, on the far host."""
    naming = f"corbaloc:ssliop:{hosts.naming}/NameService"
    return subprocess.run(
        [*hosts.far.wrapper, path_of("orbweaver-control"), *words, "--timeout", "60",
         "--domain", "Orbweaver", "--naming", naming, *hosts.protection.of_user(name)],
        capture_output=True, text=True, check=False, timeout=ENDS_WITHIN_S,
    )  # fmt: skip


@needs_hosts
def test_a_receiver_runs_over_tls_and_strangers_are_refused(
    stack: ExitStack, tmp_path: Path
) -> None:
    link = stack.enter_context(linked(FAST_MBIT))
    protection = Secured(tmp_path, *link.hosts)
    addresses = (link.near.address, link.far.address)
    hosts = Hosts(tmp_path, stack, link.hosts, addresses, protection)
    near = hosts.start_node(link.near, "Mast")
    far = hosts.start_node(link.far, "Cabin")
    assert protection.denials() == []

    wav = tmp_path / "two.wav"
    hosts.create("two", wav)
    hosts.operate("start", "two")
    near.await_line("wav_", "end_of_stream", event="output")
    assert wav.stat().st_size > 0
    assert protection.denials() == []

    intruder = hosts.launch_node(link.far, hosts.write_dcd("Intruder"), "Intruder")
    line = intruder.await_line("NO_PERMISSION")
    print(line)
    intruder.process.kill()
    for name in ("bob", "eve", ANONYMOUS):
        done = as_user(hosts, name, "stop", "two")
        print(done.stderr)
        assert done.returncode != 0
    done = as_user(hosts, "bob", "apps")
    assert done.returncode == 0, done.stderr

    hosts.operate("release", "two")
    hosts.operate("uninstall", "two")
    assert [far.end(), near.end(), hosts.domain.end()] == [0, 0, 0]
