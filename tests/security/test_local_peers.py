# SPDX-License-Identifier: Apache-2.0
"""Programs of several users, and of several containers, by a socket in a shared folder."""

import json
import os
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from programs import Running, path_of, running

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be other users")

SERVER, FRIEND, STRANGER = 65001, 65002, 65003
PACKETS = 400  # of 1024 doubles: 8 KiB each, one-way
TRUST = f"ORBlocalPeer=user:{SERVER}"
WITHIN_S = 120
CONTAINER = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child"]


def as_user(user: int) -> list[str]:
    """The command that runs another as this user."""
    number = str(user)
    return ["setpriv", "--reuid", number, "--regid", number, "--clear-groups"]


@dataclass
class Folder:
    """A folder that the users share, with the socket, the rules, and the server's log."""

    path: Path

    @property
    def rules(self) -> Path:
        """The rules of the server."""
        return self.path / "rules.toml"

    @property
    def log(self) -> Path:
        """What the server wrote on its standard error."""
        return self.path / "log"

    def let_in(self, *users: int) -> None:
        """These users may call everything, others nothing."""
        text = 'default = "deny"\n'
        for user in users:
            text += f'[[rule]]\ndecide = "allow"\nclient = "user:{user}"\n'
        new = self.path / "rules.new"
        new.write_text(text)
        new.rename(self.rules)

    @contextmanager
    def server(
        self, program: str, transport: str, *more: str, within: list[str] | None = None
    ) -> Generator[Running]:
        """A server of its own user, at a socket in the folder."""
        with (
            self.log.open("w") as errors,
            running(
                program, "--endpoint", f"giop:{transport}:{self.path}/radio", *more,
                within=[*(within or []), *as_user(SERVER)], errors=errors,
            ) as served,
        ):  # fmt: skip
            yield served


@pytest.fixture
def folder() -> Generator[Folder]:
    """A folder of the server's user, into which others may look."""
    path = Path(tempfile.mkdtemp(prefix="orbweaver-shared-"))
    os.chown(path, SERVER, SERVER)
    path.chmod(0o755)
    yield Folder(path)
    shutil.rmtree(path)


def call(
    user: int, program: str, *options: str, within: list[str] | None = None
) -> subprocess.CompletedProcess[str]:
    """What a program of that user printed."""
    return subprocess.run(
        [*(within or []), *as_user(user), path_of(program), *options],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=WITHIN_S,
    )  # fmt: skip


def poke(user: int, reference: str, transport: str, *more: str) -> subprocess.CompletedProcess[str]:
    """A two-way call of that user."""
    return call(
        user, "orbweaver-echo-client", "--ior", reference, "--transport", transport,
        "--case", "echo_string", *more,
    )  # fmt: skip


def open_to_all(folder: Folder) -> list[str]:
    """The options of a server with rules, whose socket every user may try."""
    return ["--orb", f"ORBrules={folder.rules}", "--orb", "ORBsocketMode=0666"]


@pytest.mark.parametrize("transport", ["shm", "unix"])
def test_a_user_that_a_rule_lets_in_calls_in_every_way(folder: Folder, transport: str) -> None:
    folder.let_in(FRIEND)
    with folder.server("orbweaver-echo-server", transport, *open_to_all(folder)) as server:
        assert stat.S_IMODE((folder.path / "radio").stat().st_mode) == 0o666
        done = call(
            FRIEND, "orbweaver-echo-client", "--ior", server.ior, "--transport", transport,
            "--case", "echo_string", "--case", "poke_sync_transport", "--case", "poke_sync_target",
            "--case", "echo_doubles", "--case", "echo_octets_16_mib", "--orb", TRUST,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) >= 5


def result_of(program: Running, kind: str) -> dict[str, Any]:
    """The line that it prints when its part is done."""
    assert program.process.stdout is not None
    result: dict[str, Any] = json.loads(program.process.stdout.readline())[kind]
    return result


@pytest.mark.parametrize("within", [[], CONTAINER], ids=["one", "two"])
def test_samples_come_through_shared_memory(folder: Folder, within: list[str]) -> None:
    """In two containers neither has the other's network, nor sees its processes."""
    folder.let_in(FRIEND)
    options = [*open_to_all(folder), "--work-ms", "0"]
    with (
        folder.server("orbweaver-stage", "shm", *options, within=within) as stage,
        running(
            "orbweaver-producer", "--next", stage.ior, "--transport", "shm",
            "--packets", str(PACKETS), "--orb", TRUST, within=[*within, *as_user(FRIEND)],
        ) as producer,
    ):  # fmt: skip
        assert result_of(producer, "producer")["transport"] == "shm"
        result = result_of(stage, "stage")
    assert (result["received"], result["lost"]) == (PACKETS, 0)


@pytest.mark.parametrize("transport", ["shm", "unix"])
def test_a_third_user_is_refused_with_the_line_that_says_why(
    folder: Folder, transport: str
) -> None:
    folder.let_in(FRIEND)
    with folder.server("orbweaver-echo-server", transport, *open_to_all(folder)) as server:
        assert poke(STRANGER, server.ior, transport, "--orb", TRUST).returncode == 1
        assert poke(FRIEND, server.ior, transport, "--orb", TRUST).returncode == 0
    (line,) = (line for line in folder.log.read_text().splitlines() if "refused" in line)
    assert f"{transport}:{folder.path}/radio: refused user {STRANGER} (process " in line
    assert f'no rule of {folder.rules} allows anything to client "user:{STRANGER}"' in line


@pytest.mark.parametrize("transport", ["shm", "unix"])
def test_another_user_is_refused_without_rules(folder: Folder, transport: str) -> None:
    mode = ["--orb", "ORBsocketMode=0666"]
    with folder.server("orbweaver-echo-server", transport, *mode) as server:
        assert poke(FRIEND, server.ior, transport, "--orb", TRUST).returncode == 1
    assert f"refused user {FRIEND} " in folder.log.read_text()
    assert "-ORBrules" in folder.log.read_text()


def test_a_default_lets_no_other_user_in(folder: Folder) -> None:
    folder.rules.write_text('default = "allow"\n[[rule]]\ndecide = "allow"\n')
    with folder.server("orbweaver-echo-server", "shm", *open_to_all(folder)) as server:
        assert poke(FRIEND, server.ior, "shm", "--orb", TRUST).returncode == 1
    assert f"refused user {FRIEND} " in folder.log.read_text()


def test_a_client_calls_another_user_only_if_it_names_it(folder: Folder) -> None:
    folder.let_in(FRIEND)
    with folder.server("orbweaver-echo-server", "shm", *open_to_all(folder)) as server:
        done = poke(FRIEND, server.ior, "shm")
    assert done.returncode == 1
    assert f"the server is of user {SERVER}" in done.stdout + done.stderr
    assert f"-ORBlocalPeer user:{SERVER}" in done.stdout + done.stderr


def until(condition: Callable[[], bool]) -> None:
    """Returns when the condition holds."""
    deadline = time.monotonic() + WITHIN_S
    while not condition():
        assert time.monotonic() < deadline
        os.sched_yield()


@pytest.mark.parametrize("rest", ['default = "deny"\n', 'default = "allow"\n'])
def test_a_rule_that_is_taken_away_ends_the_calls_of_a_connection(
    folder: Folder, rest: str
) -> None:
    folder.let_in(FRIEND)
    audit = folder.path / "audit"
    options = [*open_to_all(folder), "--work-ms", "0", "--orb", f"ORBaudit={audit}"]
    with (
        folder.server("orbweaver-stage", "shm", *options) as stage,
        running(
            "orbweaver-producer", "--next", stage.ior, "--transport", "shm", "--orb", TRUST,
            "--messaging", "twoway", "--packets", "1000000", "--pace-ms", "5",
            within=as_user(FRIEND),
        ) as producer,
    ):  # fmt: skip
        until(lambda: '"decision":"allow"' in audit.read_text())
        new = folder.path / "rules.new"
        new.write_text(rest)
        new.rename(folder.rules)
        assert producer.process.stdout is not None
        assert "NO_PERMISSION" in producer.process.stdout.readline()
    assert f"user {FRIEND} (process {producer.pid}) may not call" in folder.log.read_text()


def test_a_mode_that_is_no_mode_is_refused(folder: Folder) -> None:
    mode = ["--orb", "ORBsocketMode=rw-rw----"]
    done = call(SERVER, "orbweaver-stage", "--endpoint", f"giop:shm:{folder.path}/radio", *mode)
    assert done.returncode != 0
    assert "-ORBsocketMode takes three or four octal digits" in done.stdout + done.stderr
