# SPDX-License-Identifier: Apache-2.0
"""What `./x install` puts there is enough for a project of one's own: examples/tuner is one."""

import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest
from prefix import run

ENDS_WITHIN_S = 120


def test_the_page_builds_with_optimisation(built: Path) -> None:
    assert "CMAKE_BUILD_TYPE:STRING=Release" in (built / "CMakeCache.txt").read_text()


@pytest.fixture
def reference(built: Path) -> Generator[str, None, None]:
    with subprocess.Popen([built / "tuner-server"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()
        assert server.wait(ENDS_WITHIN_S) == 0


def test_what_was_fed_by_one_way_calls_is_seen_by_the_next_two_way_call(
    built: Path, reference: str
) -> None:
    done = run(built / "tuner-client", reference, "1090004000")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "tuned to 1090000000 Hz\nmean power 0.25\n"


def test_a_user_exception_reaches_the_client(built: Path, reference: str) -> None:
    done = run(built / "tuner-client", reference, "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "tuner-client: the tuner takes 30000000 to 1700000000 Hz\n"


def test_an_absent_server_is_reported_in_one_line(built: Path) -> None:
    done = run(built / "tuner-client", "corbaloc::127.0.0.1:1/tuner", "1")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("tuner-client: ")
    assert "TRANSIENT" in done.stderr
