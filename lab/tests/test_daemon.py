# SPDX-License-Identifier: Apache-2.0
"""Daemons that print a JSON object a line: awaited, ended, and never left behind."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from orbweaver.problems import JobFailed
from orbweaver.run.daemon import Daemon

SECONDS = 60.0


def program(folder: Path, body: str) -> Path:
    path = folder / "some-daemon"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def test_the_next_line_with_the_wanted_members_is_awaited(tmp_path: Path) -> None:
    body = """echo '{"event": "a", "n": 1}'; echo '{"event": "b", "n": 2}'; cat"""
    with Daemon(program(tmp_path, body), []) as daemon:
        assert daemon.await_line(SECONDS, event="b")["n"] == 2


@pytest.mark.parametrize(
    ("printed", "complaint"),
    [
        ('{"event": "failure", "line": "the name is taken"}', "some-daemon: the name is taken"),
        ("no JSON", "some-daemon printed no JSON but no JSON"),
    ],
)
def test_what_a_daemon_complains_of_is_a_failure(
    tmp_path: Path, printed: str, complaint: str
) -> None:
    with (
        Daemon(program(tmp_path, f"echo '{printed}'; cat"), []) as daemon,
        pytest.raises(JobFailed, match=complaint),
    ):
        daemon.await_line(SECONDS, event="ready")


def test_a_daemon_that_ends_is_a_failure_with_its_last_words(tmp_path: Path) -> None:
    with (
        Daemon(program(tmp_path, "echo 'some-daemon: no root' >&2; exit 2"), []) as daemon,
        pytest.raises(JobFailed, match="some-daemon ended with status 2: no root"),
    ):
        daemon.await_line(SECONDS, event="ready")


def test_a_line_that_does_not_come_is_a_failure(tmp_path: Path) -> None:
    with (
        Daemon(program(tmp_path, "cat"), []) as daemon,
        pytest.raises(JobFailed, match=r"does not answer|printed no line"),
    ):
        daemon.await_line(0.01, event="ready")


def test_a_daemon_is_asked_to_end(tmp_path: Path) -> None:
    ended = tmp_path / "ended"
    ready = """echo '{"event": "ready"}'; while :; do read x; done"""
    body = f"trap 'touch {ended}; exit 0' TERM; {ready}"
    with Daemon(program(tmp_path, body), []) as daemon:
        daemon.await_line(SECONDS, event="ready")
    assert ended.exists()


def test_a_daemon_ends_when_what_started_it_is_killed(tmp_path: Path) -> None:
    path = program(tmp_path, 'echo "{\\"event\\": \\"ready\\", \\"pid\\": $$}"; exec sleep 1000')
    starter = subprocess.Popen(
        [sys.executable, "-c",
         "from pathlib import Path; from orbweaver.run.daemon import Daemon; import sys, time\n"
         "daemon = Daemon(Path(sys.argv[1]), [])\n"
         "print(daemon.await_line(60, event='ready')['pid'], flush=True)\n"
         "time.sleep(1000)", str(path)],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert starter.stdout is not None
    handle = os.pidfd_open(int(starter.stdout.readline()))
    starter.send_signal(signal.SIGKILL)
    readable, _, _ = select.select([handle], [], [], SECONDS)
    os.close(handle)
    starter.wait()
    starter.stdout.close()
    assert readable
