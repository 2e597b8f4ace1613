# SPDX-License-Identifier: Apache-2.0
"""Naming: omniORB's tools with our naming service, and ours with omniNames."""

import os
import select
import shutil
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from free_port import free_port
from programs import ROOT, path_of, running

WITHIN_S = 120


def tool(name: str) -> str:
    """A program of omniORB; skips the test if it is not there."""
    found = shutil.which(name)
    unpacked = ROOT / "build/omninames/usr/bin" / name
    if found is None and not unpacked.exists():
        pytest.skip(f"{name} is not installed; apt-get install omniorb omniorb-nameserver")
    return found or str(unpacked)


def first_line(process: subprocess.Popen[str]) -> str:
    """What a server prints when it is ready."""
    assert process.stdout is not None
    readable, _, _ = select.select([process.stdout], [], [], WITHIN_S)
    assert readable, "the naming service does not say that it is ready"
    return process.stdout.readline().strip()


@contextmanager
def ours() -> Generator[str]:
    """Our naming service's reference; it must end in order when it is asked to."""
    server = subprocess.Popen(
        [path_of("orbweaver-naming"), "--endpoint", "giop:tcp:127.0.0.1:0"],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield first_line(server)
        server.send_signal(signal.SIGTERM)
        assert server.wait(WITHIN_S) == 0
    finally:
        server.kill()
        server.communicate()


@contextmanager
def omninames(folder: Path) -> Generator[str]:
    """The reference of omniORB's naming service, on a port of its own."""
    program = tool("omniNames")
    port = free_port()
    server = subprocess.Popen(
        [program, "-start", str(port), "-always", "-datadir", str(folder),
         "-ORBendPoint", f"giop:tcp:127.0.0.1:{port}"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield f"corbaloc:iiop:1.2@127.0.0.1:{port}/NameService"
    finally:
        server.kill()
        server.communicate()


def nameclt(names: str, *words: str) -> subprocess.CompletedProcess[str]:
    """One command of omniORB's client of naming services."""
    return subprocess.run(
        [tool("nameclt"), "-ORBInitRef", f"NameService={names}", *words],
        capture_output=True, encoding="utf-8", timeout=WITHIN_S, check=False,
    )  # fmt: skip


def in_utf8(names: str, *words: str) -> str:
    """What a command of omniORB's client prints that reads and writes UTF-8."""
    done = nameclt(names, "-ORBnativeCharCodeSet", "UTF-8", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def wait_until_it_answers(names: str) -> None:
    """OmniNames prints nothing when it is ready: it is asked until it answers."""
    for _ in range(100):
        if nameclt(names, "list").returncode == 0:
            return
    pytest.fail("omniNames does not answer")


@pytest.mark.parametrize(
    "words", [["--port", "1"], ["--bindings", "many"], ["--endpoint"], ["--endpoint", "tcp:x"]]
)
def test_a_wrong_command_line_is_refused_in_one_line_that_begins_with_the_program(
    words: list[str],
) -> None:
    refused = subprocess.run(
        [path_of("orbweaver-naming"), *words],
        capture_output=True, text=True, timeout=WITHIN_S, check=False,
    )  # fmt: skip
    assert refused.returncode == 2
    assert refused.stderr.startswith("orbweaver-naming: ")
    assert words[0].lstrip("-").lower() in refused.stderr.lower()
    assert refused.stderr.count("\n") == 1
    assert refused.stdout == ""


def test_omniorb_s_client_finds_its_way_in_our_service() -> None:
    with ours() as names:
        assert nameclt(names, "bind_new_context", "radio").returncode == 0
        bound = nameclt(names, "bind", "radio/modem.device", "corbaloc:iiop:1.2@host:1/Modem")
        assert bound.returncode == 0, bound.stderr
        assert nameclt(names, "list").stdout == "radio/\n"
        assert nameclt(names, "list", "radio").stdout == "modem.device\n"
        found = nameclt(names, "resolve", "radio/modem.device")
        assert found.stdout.startswith("IOR:")
        missing = nameclt(names, "resolve", "radio/none")
        assert (missing.returncode, "NotFound" in missing.stderr) == (1, True)
        assert nameclt(names, "unbind", "radio/modem.device").returncode == 0
        assert nameclt(names, "list", "radio").stdout == ""


def test_names_beyond_ascii_are_the_same_for_clients_of_other_code_sets() -> None:
    with ours() as names:
        in_utf8(names, "bind_new_context", "Empfänger Ω")
        assert in_utf8(names, "list") == "Empfänger Ω/\n"
        in_latin1 = subprocess.run(
            [tool("nameclt"), "-ORBInitRef", f"NameService={names}",
             "-ORBnativeCharCodeSet", "ISO-8859-1", "bind_new_context", "Zürich".encode("latin-1")],
            capture_output=True, timeout=WITHIN_S, check=False,
        )  # fmt: skip
        assert in_latin1.returncode == 0, in_latin1.stderr
        assert sorted(in_utf8(names, "list").splitlines()) == ["Empfänger Ω/", "Zürich/"]


def test_the_name_of_a_domain_beyond_ascii_arrives(tmp_path: Path) -> None:
    with running("orbweaver-domain", "--name", "Empfänger Ω", "--root", str(tmp_path),
                 "--endpoint", "giop:tcp:127.0.0.1:0") as domain:  # fmt: skip
        names = str(domain.ready["naming"])
        assert in_utf8(names, "list") == "Empfänger Ω/\n"
        assert in_utf8(names, "resolve", "Empfänger Ω/DomainManager").startswith("IOR:")


@pytest.mark.parametrize("client", ["orbweaver", "omniorb"])
@pytest.mark.parametrize("service", ["orbweaver", "omniorb"])
def test_objects_are_called_by_their_names(client: str, service: str, tmp_path: Path) -> None:
    path_of(f"{client}-echo-client")
    with (
        ours() if service == "orbweaver" else omninames(tmp_path) as names,
        running("orbweaver-echo-server", "--endpoint", "giop:tcp:127.0.0.1:0") as server,
    ):
        if service == "omniorb":
            wait_until_it_answers(names)
        bound = nameclt(names, "bind", "echo.test", server.ior)
        assert bound.returncode == 0, bound.stderr
        called = subprocess.run(
            [path_of(f"{client}-echo-client"), "--ior", by_name(names), "--case", "add"],
            capture_output=True, text=True, timeout=WITHIN_S, check=False,
        )  # fmt: skip
        assert called.returncode == 0, called.stdout + called.stderr


def by_name(names: str) -> str:
    """A URL of the object; with ours, whose reference is an IOR, through its key."""
    if names.startswith("corbaloc:"):
        return f"corbaname:{names.removeprefix('corbaloc:')}#echo.test"
    return f"corbaname:{address_of(names)}/NameService#echo.test"


def address_of(ior: str) -> str:
    """Host and port of the first profile of a reference."""
    listed = subprocess.run(
        [tool("catior"), ior], capture_output=True, text=True, check=True
    ).stdout
    words = listed.split("IIOP 1.2 ")[1].split()
    return f"iiop:1.2@{words[0]}:{words[1]}"


def test_a_service_that_cannot_listen_says_so_in_one_line() -> None:
    refused = subprocess.run(
        [path_of("orbweaver-naming"), "--endpoint", "giop:tcp:nowhere"],
        capture_output=True, text=True, timeout=WITHIN_S, check=False,
        env={**os.environ, "LC_ALL": "C"},
    )  # fmt: skip
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1
    assert "giop:tcp:nowhere" in refused.stderr
