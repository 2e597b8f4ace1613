# SPDX-License-Identifier: Apache-2.0
"""Nodes with issuers: each component shows the certificate of its application."""

import os
import re
import shutil
import stat
import subprocess
import time
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import control_program
import pytest
from free_port import free_port
from lab_place import DCD, Daemon
from programs import ENDS_WITHIN_S, path_of
from stream_radio import StreamRadio, sink, source

NODES = ("mast", "cabin")
LISTENING = "0A"
"""As /proc/net/tcp has it."""


def keys(folder: Path, *words: str) -> None:
    subprocess.run([path_of("orbweaver-keys"), *words, "--dir", folder], check=True)


def orb_options(values: dict[str, Path]) -> list[object]:
    return [word for name, value in values.items() for word in (f"-ORB{name}", value)]


def run_as_libraries(radio: StreamRadio) -> None:
    """Each in a process of its own: programs of tests are linked statically, and load no TLS."""
    text = radio.sad.read_text()
    for number, placement in enumerate(
        re.findall("<componentplacement>.*?</componentplacement>", text, re.DOTALL)
    ):
        host = f'<hostcollocation id="host {number}">{placement}</hostcollocation>'
        text = text.replace(placement, host)
    radio.sad.write_text(text)


def port_of(process: int) -> int:
    """The port at which a process listens."""
    links = (Path(f"/proc/{process}/fd") / name for name in os.listdir(f"/proc/{process}/fd"))
    sockets = {link.readlink().name.removeprefix("socket:[").rstrip("]") for link in links}
    rows = [row.split() for row in Path(f"/proc/{process}/net/tcp").read_text().splitlines()[1:]]
    (port,) = (
        int(row[1].split(":")[1], 16) for row in rows if row[3] == LISTENING and row[9] in sockets
    )
    return port


class Place:
    """A domain and two nodes whose components listen at TLS ports alone."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack = folder, stack
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        self.keys = folder / "keys"
        keys(self.keys, "new-ca")
        for node in ("domain", *NODES):
            keys(self.keys, "new-node", node)
        keys(self.keys, "new-user", "ann")
        parts = [source("source", packets=0, size=64), sink("sink")]
        radio = StreamRadio(folder, parts, ["source > sink"])
        run_as_libraries(radio)
        port = free_port()
        self.naming = f"corbaloc::127.0.0.1:{port}/NameService"
        self.domain = self.start(
            "domain", "--root", radio.root, "--lease", 10_000,
            "--endpoint", f"giop:tcp:127.0.0.1:{port}",
            *orb_options(self.tls("domain")),
        )  # fmt: skip
        self.manager = str(self.domain.await_line(event="ready")["domain_manager"])
        for node in NODES:
            self.start_node(node)
        self.operate("install", "--no-copy", "/radio.sad.xml")

    def tls(self, name: str) -> dict[str, Path]:
        """The options of a program with the certificate of that name."""
        return {
            "tlsCertificate": self.keys / f"{name}.pem",
            "tlsKey": self.keys / f"{name}.key",
            "tlsCA": self.keys / "authority.pem",
        }

    def start(self, program: str, *words: object) -> Daemon:
        daemon = Daemon(f"orbweaver-{program}", self.folder / f"{program}.errors", *words)
        self.stack.callback(lambda: daemon.kill() if daemon.process.poll() is None else None)
        return daemon

    def start_node(self, name: str) -> None:
        files = self.folder / "dev" / name
        shutil.copytree(path_of("orbweaver-domain").parent.parent / "sdr/dev", files)
        text = (files / DCD).read_text().replace("Orbweaver:this_machine", name)
        (files / DCD).write_text(text.replace('"this_machine"', f'"{name}"'))
        options = {"endPoint": "giop:tls:127.0.0.1:0", **self.tls(name)}
        options_of_device = [f"--orb={option}={value}" for option, value in options.items()]
        node = self.start(
            "node", files / DCD, "-ORBInitRef", f"NameService={self.naming}",
            *orb_options(self.tls(name)), *options_of_device,
        )  # fmt: skip
        self.domain.await_line(event="node_change", what="registered", id=f"{name}:device")
        node.await_line(event="node", state="up")

    def operate(self, *words: str) -> Any:
        """What the program of the operator ann says."""
        return control_program.operate(words, self.domain_for_ann())

    def domain_for_ann(self) -> list[str]:
        return ["--ior", self.manager, *map(str, orb_options(self.tls("ann")))]

    def create(self, name: str, **places: str) -> dict[str, int]:
        """The radio as an application of that name; the process of each component."""
        wishes = (("--on", f"{part}={node}:device") for part, node in places.items())
        self.operate("create", "radio", "--name", name, *(word for wish in wishes for word in wish))
        (made,) = (one for one in self.operate("apps")["running"] if one["name"] == name)
        return {entry["id"].split(":")[0]: entry["process"] for entry in made["components"]}

    def has_packets(self, name: str) -> bool:
        """Whether samples come over a connection of that application."""
        rows = self.operate("stats", name, "--seconds", "0.05")["connections"]
        return any(row["packets"] for row in rows)

    def certificate_of(self, process: int) -> str:
        """What openssl says of the certificate that a component shows."""
        shown = subprocess.run(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{port_of(process)}",
             "-CAfile", self.keys / "authority.pem", "-verify_return_error",
             "-cert", self.keys / "ann.pem", "-key", self.keys / "ann.key"],
            input="", capture_output=True, text=True, check=False, timeout=ENDS_WITHIN_S,
        )  # fmt: skip
        assert "Verify return code: 0 (ok)" in shown.stdout, shown.stdout + shown.stderr
        return subprocess.run(
            ["openssl", "x509", "-noout", "-subject", "-ext", "subjectAltName"],
            input=shown.stdout, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip

    def uri_of(self, process: int) -> str:
        (uri,) = re.findall(r"URI:([^,\s]+)", self.certificate_of(process))
        return str(uri)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Place, None, None]:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    with ExitStack() as stack:
        yield Place(tmp_path, stack)


def test_components_on_two_nodes_show_their_application(place: Place) -> None:
    left = place.create("left", source="mast", sink="cabin")
    assert place.uri_of(left["source"]) == "spiffe://application.mast.radio/left"
    assert place.uri_of(left["sink"]) == "spiffe://application.cabin.radio/left"
    right = place.create("the right one", source="mast", sink="mast")
    for part in ("source", "sink"):
        uri = place.uri_of(right[part])
        assert uri == "spiffe://application.mast.radio/the%20right%20one"
    place.operate("start", "left")
    deadline = time.monotonic() + ENDS_WITHIN_S
    while not place.has_packets("left"):
        assert time.monotonic() < deadline


def test_only_its_owner_reads_the_file_of_an_application(place: Place) -> None:
    place.create("left", source="mast", sink="mast")
    (file,) = place.temporary.glob("**/certificates/*.pem")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert "PRIVATE KEY" in file.read_text()


def test_without_an_issuer_components_show_their_node(place: Place) -> None:
    for kind in ("pem", "key"):
        (place.keys / f"mast.issuer.{kind}").unlink()
    left = place.create("left", source="mast", sink="cabin")
    assert place.uri_of(left["source"]) == "spiffe://radio/node/mast"
    assert place.uri_of(left["sink"]) == "spiffe://application.cabin.radio/left"


def test_an_application_without_a_certificate_is_not_started(place: Place) -> None:
    (place.keys / "mast.issuer.key").unlink()
    done = subprocess.run(
        [path_of("orbweaver-control"), "create", "radio", "--on", "source=mast:device",
         "--on", "sink=mast:device", *place.domain_for_ann()],
        capture_output=True, text=True, check=False, timeout=ENDS_WITHIN_S,
    )  # fmt: skip
    assert done.returncode != 0
    assert f"{place.keys}/mast.issuer.key cannot be read" in done.stdout + done.stderr
    assert place.operate("apps")["running"] == []
