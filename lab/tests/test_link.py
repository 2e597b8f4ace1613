# SPDX-License-Identifier: Apache-2.0
"""Hosts on one machine: made, joined, slowed down, loaded, and gone whatever happens."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from orbweaver.link.commands import call
from orbweaver.link.namespaces import (
    ABSENT,
    DEVICE,
    burst_bytes,
    hosts_here,
    linked,
    maker_of,
    remove_leftovers,
    why_not,
)
from orbweaver.link.traffic import FRAME, gap_seconds
from orbweaver.problems import JobFailed
from orbweaver.run import tools
from orbweaver.run.bench_program import BenchProgram
from orbweaver.run.tools import find_tool

PATIENCE_SECONDS = 60
NOT_HERE = why_not()
needs_hosts = pytest.mark.skipif(NOT_HERE is not None, reason=str(NOT_HERE))
MAKER = """
import sys
from orbweaver.link.namespaces import linked
try:
    with linked(10):
        print("made", flush=True)
        sys.stdin.read()
except KeyboardInterrupt:
    sys.exit(130)
"""


def mine() -> list[str]:
    return [name for name in hosts_here() if maker_of(name) == os.getpid()]


def maker() -> subprocess.Popen[str]:
    """A process that holds a link until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", MAKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "made\n"
    return process


def of(process: subprocess.Popen[str]) -> list[str]:
    return [name for name in hosts_here() if maker_of(name) == process.pid]


@pytest.mark.parametrize(
    ("name", "pid"),
    [("orbweaver-12-a", 12), ("orbweaver-x-a", 0), ("orbweaver-٣-a", 0), ("lab", 0)],
)
def test_a_host_names_its_maker(name: str, pid: int) -> None:
    assert maker_of(name) == pid


def test_a_burst_holds_a_frame_and_grows_with_the_link() -> None:
    assert [burst_bytes(mbit) for mbit in (10, 100, 1000)] == [1540, 1540, 12500]


def test_datagrams_come_at_random_moments_at_the_rate_on_average() -> None:
    chance = random.Random(3)
    gaps = [gap_seconds(chance, 10.0) for _ in range(20_000)]
    assert sum(gaps) / len(gaps) == pytest.approx(FRAME * 8 / 10e6, rel=0.03)
    assert min(gaps) < 0.1 * max(gaps)


@needs_hosts
def test_the_hosts_reach_each_other_and_are_gone_afterwards() -> None:
    with linked(10) as link:
        assert mine() == [link.near.name, link.far.name]
        call(*link.near.wrapper, sys.executable, "-c", _connection(link.far.address))
    assert mine() == []


def _connection(address: str) -> str:
    # To a port without a listener: only a host that is there refuses.
    return (
        "import socket\n"
        f"try: socket.create_connection(({address!r}, 4711))\n"
        "except ConnectionRefusedError: pass"
    )


@needs_hosts
def test_the_link_is_shaped_in_both_directions_and_anew() -> None:
    with linked(10) as link:
        for mbit, reported in ((100, "rate 100Mbit"), (1000, "rate 1Gbit")):
            link.shape(mbit)
            for host in link.hosts:
                assert reported in call("tc", "-n", host.name, "qdisc", "show", "dev", DEVICE)


@needs_hosts
def test_a_failure_inside_leaves_nothing() -> None:
    with pytest.raises(JobFailed, match="in the middle"), linked(10):
        raise JobFailed("in the middle")
    assert mine() == []


@needs_hosts
def test_ctrl_c_leaves_nothing() -> None:
    process = maker()
    try:
        assert len(of(process)) == 2
        process.send_signal(signal.SIGINT)
        # Python may be just about to read: then only the end of what it reads shows it the signal.
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE_SECONDS) == 130
        assert of(process) == []
    finally:
        process.kill()
        process.wait()


@needs_hosts
def test_what_a_killed_maker_left_is_removed_and_what_is_in_use_stays() -> None:
    killed, living = maker(), maker()
    killed.kill()
    killed.communicate()
    assert len(of(killed)) == 2
    remove_leftovers()
    assert (len(of(killed)), len(of(living))) == (0, 2)
    living.communicate()
    assert of(living) == []


@needs_hosts
def test_other_traffic_passes_the_link() -> None:
    def received() -> int:
        counters = Path(f"/sys/class/net/{DEVICE}/statistics/rx_packets")
        return int(call(*link.far.wrapper, "cat", str(counters)))

    with linked(10) as link:
        options = ["-m", "orbweaver.link.traffic", "--to", ABSENT, "--mbit", "1"]
        with BenchProgram(Path(sys.executable), options, wrapper=link.near.wrapper):
            before, deadline = received(), time.monotonic() + PATIENCE_SECONDS
            while received() < before + 20:
                assert time.monotonic() < deadline, "no datagrams arrive"


@needs_hosts
def test_without_the_right_there_is_one_line_that_says_how_to_get_it() -> None:
    reported = subprocess.run(
        ["setpriv", "--bounding-set=-all", "--inh-caps=-all", sys.executable, "-c",
         "from orbweaver.link.namespaces import why_not; print(why_not())"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert "run as root" in reported
    assert len(reported.splitlines()) == 1


def test_without_the_programs_there_is_one_line_that_says_how_to_install_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(tools, "SYSTEM_FOLDERS", ())
    assert why_not() == "ip is not installed: apt-get install iproute2"


def test_system_programs_are_found_where_a_persons_search_path_does_not_lead(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(tools, "SYSTEM_FOLDERS", (str(tmp_path / "sbin"),))
    assert find_tool("tc") is None
    (tmp_path / "sbin").mkdir()
    (tmp_path / "sbin" / "tc").touch(mode=0o755)
    assert find_tool("tc") == str(tmp_path / "sbin" / "tc")
