# SPDX-License-Identifier: Apache-2.0
"""What systemd hears of the daemons, at a socket of the test, and what it says to their units."""

import json
import shutil
import signal
import socket
import subprocess
from pathlib import Path

import pytest
from free_port import free_port
from programs import ENDS_WITHIN_S, ROOT, path_of

UNITS = sorted((ROOT / "packaging/systemd").glob("*.service"))


class Manager:
    """As systemd starts a service of Type=notify with a watchdog."""

    def __init__(self, folder: Path, *command: object) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.settimeout(ENDS_WITHIN_S)
        self.socket.bind(str(folder / "notify"))
        self.service = subprocess.Popen(
            [str(entry) for entry in command],
            stdout=subprocess.PIPE,
            text=True,
            env={
                "NOTIFY_SOCKET": str(folder / "notify"),
                "WATCHDOG_USEC": "2000000",
                "XDG_RUNTIME_DIR": str(folder),
                "PATH": "/usr/bin:/bin",
            },
        )

    def next(self) -> str:
        return self.socket.recv(256).decode()

    def await_line(self, **wanted: object) -> dict[str, object]:
        assert self.service.stdout is not None
        for line in self.service.stdout:
            read: dict[str, object] = json.loads(line)
            if wanted.items() <= read.items():
                return read
        raise AssertionError(f"it never printed {wanted}")

    def expect_whole_life(self) -> None:
        assert self.next() == "READY=1"
        assert [self.next() for _ in range(3)] == ["WATCHDOG=1"] * 3
        self.service.send_signal(signal.SIGTERM)
        heard = self.next()
        while heard == "WATCHDOG=1":
            heard = self.next()
        assert heard == "STOPPING=1"
        self.service.communicate(timeout=ENDS_WITHIN_S)
        assert self.service.returncode == 0


def domain_of(folder: Path) -> Manager:
    (folder / "dom").mkdir()
    return Manager(folder, path_of("orbweaver-domain"), "--root", folder / "dom")


def test_a_domain_says_that_it_is_ready_that_it_serves_and_that_it_ends(tmp_path: Path) -> None:
    domain_of(tmp_path).expect_whole_life()


def test_a_node_says_so_while_it_waits_for_its_domain(tmp_path: Path) -> None:
    nowhere = f"NameService=corbaloc::127.0.0.1:{free_port()}/NameService"
    node = Manager(tmp_path, path_of("orbweaver-node"), "-ORBInitRef", nowhere)
    node.expect_whole_life()


def test_a_service_that_is_to_reload_nothing_goes_on(tmp_path: Path) -> None:
    domain = domain_of(tmp_path)
    domain.await_line(event="ready")
    domain.service.send_signal(signal.SIGHUP)
    notice = domain.await_line(event="notice")
    assert notice["line"] == "SIGHUP: there is no --wanted that could be read again"
    domain.expect_whole_life()


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_takes_the_unit(unit: Path, tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed")
    copy = tmp_path / unit.name
    programs = path_of("orbweaver-domain").parent
    copy.write_text(unit.read_text().replace("/usr/local/bin", str(programs)))
    done = subprocess.run([analyze, "verify", copy], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
