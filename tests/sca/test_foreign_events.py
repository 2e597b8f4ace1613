# SPDX-License-Identifier: Apache-2.0
"""A domain whose event channels are omniEvents': consumers register with the domain as ever."""

import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import control_program
import pytest
import test_foreign_parts as parts
import test_two_nodes as two
from free_port import free_port
from programs import ENDS_WITHIN_S, ROOT, path_of

CHANNELS = ("ODM_Channel", "IDM_Channel")
UNPACKED = ROOT / "build/omnievents"
SAD = "waveforms/fm/fm.sad.xml"


def tool(name: str) -> str:
    """A program of omniEvents, installed or unpacked; skips the test if it is not there."""
    unpacked = (UNPACKED / folder for folder in ("usr/sbin", "usr/bin"))
    found = shutil.which(name, path=":".join(map(str, ("/usr/sbin", "/usr/bin", *unpacked))))
    if found is None:
        pytest.skip(f"{name} is neither installed nor in {UNPACKED}; ./x test fetches it")
    return found


def environment() -> dict[str, str]:
    """With the libraries of what was unpacked."""
    libraries = {str(entry.parent) for entry in UNPACKED.rglob("libomniEvents.so.*")}
    return os.environ | {"LD_LIBRARY_PATH": ":".join(sorted(libraries))}


def make_channel(address: str, name: str, naming: str) -> int:
    """Makes it with omniEvents' own tool, also reachable as corbaloc::ADDRESS/NAME."""
    return subprocess.run(
        [tool("eventc"), "-i", name, "-n", name, "-ORBInitRef", f"NameService={naming}",
         f"corbaloc::{address}/omniEvents"],
        capture_output=True, timeout=ENDS_WITHIN_S, check=False, env=environment(),
    ).returncode  # fmt: skip


@contextmanager
def naming() -> Generator[str, None, None]:
    """Omnievents' tool wants to bind each channel in one."""
    with subprocess.Popen(
        [path_of("orbweaver-naming"), "--endpoint", "giop:tcp:127.0.0.1:0"],
        stdout=subprocess.PIPE, text=True,
    ) as served:  # fmt: skip
        try:
            assert served.stdout is not None
            yield served.stdout.readline().strip()
        finally:
            served.kill()


@contextmanager
def omnievents(folder: Path) -> Generator[str, None, None]:
    """Its address; it has the domain's channels."""
    folder.mkdir()
    address = f"127.0.0.1:{free_port()}"
    with naming() as names:
        server = subprocess.Popen(
            [tool("omniEvents"), "-f", "-l", folder, "-p", address.split(":")[1],
             "-t", folder / "trace", "-ORBInitRef", f"NameService={names}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(),
        )  # fmt: skip
        try:
            # omniEvents prints nothing when it is ready: it is asked until it answers.
            result = (make_channel(address, CHANNELS[0], names) == 0 for _ in range(100))
            assert any(result), (folder / "trace").read_text()
            assert make_channel(address, CHANNELS[1], names) == 0
            yield address
        finally:
            server.kill()
            server.wait()


@pytest.fixture
def stack() -> Generator[ExitStack, None, None]:
    with ExitStack() as result:
        yield result


def domain(root: Path, address: str) -> list[str]:
    words = ["--root", str(root), "--with-this-machine"]
    for channel in CHANNELS:
        words += ["--event-channel", f"{channel}=corbaloc::{address}/{channel}"]
    return words


def test_a_listener_hears_the_domain_through_channels_of_omnievents(
    tmp_path: Path, stack: ExitStack
) -> None:
    address = stack.enter_context(omnievents(tmp_path / "events"))
    root = tmp_path / "dom"
    shutil.copytree(two.sdr_of_build() / "dom", root)
    names = f"127.0.0.1:{free_port()}"
    served = stack.enter_context(
        two.daemon("orbweaver-domain", *domain(root, address),
                   "--endpoint", f"giop:tcp:{names}")
    )  # fmt: skip
    manager = str(served.await_line(event="ready")["domain_manager"])
    listener = stack.enter_context(
        parts.program("omniorb-domain-listener", "--naming", names, "--domain", "Orbweaver")
    )
    listener.await_line(event="ready")
    control_program.operate(["install", "--no-copy", f"/{SAD}"], ["--ior", manager])
    added = listener.await_line(event="added")
    assert (added["category"], added["name"]) == ("application factory", "fm")
    assert listener.close_input() == 0
    assert served.end() == 0


def test_a_channel_that_is_not_there_ends_the_domain_with_its_name(tmp_path: Path) -> None:
    done = subprocess.run(
        [path_of("orbweaver-domain"), "--root", tmp_path,
         "--event-channel", "ODM_Channel=corbaloc::127.0.0.1:1/ODM_Channel"],
        capture_output=True, text=True, timeout=ENDS_WITHIN_S, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "event channel 'ODM_Channel' cannot be used" in done.stderr
    assert "127.0.0.1:1" in done.stderr


@pytest.mark.parametrize("word", ["ODM_Channel", "=corbaloc::h/x", "ODM_Channel="])
def test_an_option_that_is_no_channel_is_refused(tmp_path: Path, word: str) -> None:
    done = subprocess.run(
        [path_of("orbweaver-domain"), "--root", tmp_path, "--event-channel", word],
        capture_output=True, text=True, timeout=ENDS_WITHIN_S, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "NAME=REFERENCE" in done.stderr
