# SPDX-License-Identifier: Apache-2.0
"""examples/monitor on an installed Orbweaver: names, callbacks, Any, a session each."""

import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest
from prefix import build_example, run

ENDS_WITHIN_S = 120
SAID = """\
there is no channel temperature
power: -42.500000 dBm
mode: receive
position: 48.150000, 11.580000
the session is closed, 0 clients are left
"""


def started(*command: str | Path) -> Generator[str, None, None]:
    """A server's reference, while it runs."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()
        assert server.wait(ENDS_WITHIN_S) == 0


@pytest.fixture(scope="module")
def monitor(prefix: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_example("monitor", prefix, tmp_path_factory.mktemp("monitor"))


@pytest.fixture
def names(prefix: Path) -> Generator[str, None, None]:
    yield from started(prefix / "bin/orbweaver-naming", "--endpoint", "giop:tcp:127.0.0.1:0")


@pytest.fixture
def station(monitor: Path, names: str) -> Generator[str, None, None]:
    where = f"NameService={names}"
    yield from started(monitor / "monitor-server", "-ORBInitRef", where, "station.1")


def test_clients_find_the_station_by_its_name_and_are_called_back(
    monitor: Path, names: str, station: str
) -> None:
    assert station.startswith("IOR:")
    where = ["-ORBInitRef", f"NameService={names}"]
    for _ in range(2):
        done = run(monitor / "monitor-client", *where, "corbaname:rir:#station.1")
        assert (done.returncode, done.stderr, done.stdout) == (0, "", SAID)


def test_a_name_that_is_not_bound_is_reported_in_one_line(monitor: Path, names: str) -> None:
    where = ["-ORBInitRef", f"NameService={names}"]
    done = run(monitor / "monitor-client", *where, "corbaname:rir:#nobody")
    assert done.returncode == 1
    assert done.stderr.startswith("monitor-client: ")
