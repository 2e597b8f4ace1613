# SPDX-License-Identifier: Apache-2.0
"""Paper 4: packets between two hosts, and what nuttcp says of them."""

import json
import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, cast

import pytest

from experiments_by_name import study_of
from orbweaver.cli.main import run_command
from orbweaver.experiments.find import all_experiments
from orbweaver.experiments.packet_api import compare, deployed, nuttcp
from orbweaver.experiments.packet_api import measure as study
from orbweaver.link.namespaces import Host, hosts_here, maker_of, why_not
from orbweaver.model.settings import Settings
from orbweaver.model.task import silent
from orbweaver.problems import JobFailed
from orbweaver.run.answer import Measured, parse_answer
from orbweaver.run.daemon import Daemon
from orbweaver.run.pair import Pair

QUICK = Settings(quick=True)
NOT_HERE = why_not()
needs_hosts = pytest.mark.skipif(NOT_HERE is not None, reason=str(NOT_HERE))
REPORT = "megabytes=0.2500 real_seconds=0.22 rate_Mbps=9.5325 tx_cpu=0 rx_cpu=0 retrans=0"


def test_every_power_of_two_of_the_paper_is_sent() -> None:
    assert study.FULL.sizes[0] == 2
    assert study.FULL.sizes[-1] == 256 << 10
    assert len(study.FULL.sizes) == 18
    assert study.FULL.packets == 100


def test_small_packets_spend_first_what_the_link_saved() -> None:
    assert study.warm_up(2, 10) == 2 + 2 * 1540 // 68
    assert study.warm_up(262144, 1000) == 2
    assert study.warm_up(2, 1000) == study.MOST_WARM_UP


def test_nuttcps_time_follows_from_its_rate() -> None:
    assert nuttcp.parse_seconds(REPORT, 262144) == pytest.approx(0.22, rel=0.01)


@pytest.mark.parametrize("reported", ["", "nuttcp-t: Info", "rate_Mbps=0", "rate_Mbps=quick"])
def test_a_nuttcp_that_tells_no_rate_is_a_failure(reported: str) -> None:
    with pytest.raises(JobFailed, match="nuttcp printed no rate"):
        nuttcp.parse_seconds(reported, 64)


def test_a_listening_port_is_seen_in_the_kernels_table() -> None:
    head = "  sl  local_address rem_address   st tx_queue rx_queue\n"
    line = "   0: 00000000:1388 00000000:0000 {} 00000000:00000000 00:00000000\n"
    assert nuttcp.listens(head + line.format("0A"))
    assert not nuttcp.listens(head + line.format("01"))
    assert not nuttcp.listens(head)


@needs_hosts
@pytest.mark.usefixtures("bench_bin")
def test_each_size_goes_over_each_link_and_no_host_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nuttcp, "is_here", lambda: False)
    found = study_of(all_experiments()["packet-api"]).measure("raw", QUICK, silent)
    places = [(row["link_mbit"], row["payload"], row["sender"]) for row in found.rows]
    assert places == [(mbit, size, "own") for mbit in (10, 100, 1000) for size in study.QUICK.sizes]
    assert found.messages == [nuttcp.MISSING]
    assert "apt-get install nuttcp" in nuttcp.MISSING
    assert [name for name in hosts_here() if maker_of(name) == os.getpid()] == []


@needs_hosts
@pytest.mark.skipif(
    shutil.which("nuttcp") is None, reason="nuttcp is not installed: apt-get install nuttcp"
)
@pytest.mark.usefixtures("bench_bin")
def test_nuttcp_sends_beside_our_own_sender(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "QUICK", study.Plan((64, 4096), 2, 2))
    found = study_of(all_experiments()["packet-api"]).measure("raw", QUICK, silent)
    rows = [row for row in found.rows if row["sender"] == "nuttcp"]
    assert [(row["link_mbit"], row["payload"]) for row in rows] == [
        (mbit, size) for mbit in (10, 100, 1000) for size in (64, 4096)
    ]
    assert {row["packets_count"] for row in rows} == {2}
    assert found.messages == []


def test_who_may_not_make_hosts_is_reported_by_check(
    bench_bin: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("orbweaver.run.tools.SYSTEM_FOLDERS", ())
    reason = all_experiments()["packet-api"].why_not("orbweaver", QUICK)
    assert reason == "ip is not installed: apt-get install iproute2"


# ---- beside a waveform that is deployed; tests/sca/test_packets.py deploys it ----

ANSWER = {"event": "measured", "case": "packet", "bytes": 2, "calls": 5, "elapsed_ns": 1,
          "per_second": 1.0}  # fmt: skip


def summary(value: float) -> dict[str, float]:
    parts = ("min", "mean", "stddev", "p50", "p80", "p90", "p99", "p999", "max")
    return {"count": 5, **dict.fromkeys(parts, value)}


def measured(call: float, taken: float) -> Measured:
    return parse_answer("x", {**ANSWER, "ns": summary(call), "taken_ns": summary(taken)})


def test_a_ratio_is_that_of_the_medians_of_two_blocks() -> None:
    assert compare.ratios_of(measured(3.0, 8.0), measured(2.0, 4.0)) == {
        "call_ratio_share": 1.5, "taken_ratio_share": 2.0}  # fmt: skip


class FakeSenders(compare.Senders):
    """Notes the sender of each block."""

    asked: ClassVar[list[str]] = []

    def ask(self, sender: str, size: int, packets: int, first: int) -> Measured:
        self.asked.append(sender)
        return measured(2.0 if sender == "own" else 3.0, 4.0)


@needs_hosts
def test_the_two_senders_take_turns_and_the_ratios_of_each_link_are_summed_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @contextmanager
    def senders(*_: object) -> Generator[compare.Senders]:
        yield FakeSenders(cast(Pair, None), cast(deployed.Deployed, None))

    monkeypatch.setattr(compare, "_senders", senders)
    monkeypatch.setattr(compare, "QUICK", compare.Plan((64,), 2, 5))
    found = compare.compare("orbweaver", QUICK, silent)
    assert FakeSenders.asked == ["own", "deployed", "deployed", "own"] * 3
    assert found.config["deployed"] == "yes"
    last = found.rows[-1]
    assert (last["link_mbit"], last["sender"]) == (1000, compare.OVER)
    assert last["call_ratio_share"] == {
        "count": 2, "min": 1.5, "mean": 1.5, "stddev": 0.0, "p50": 1.5, "max": 1.5}  # fmt: skip


class FakeNode:
    """Prints what a node does."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    def await_line(self, _seconds: float, **_wanted: object) -> dict[str, object]:
        return {"event": "output", "line": self.lines.pop(0)}


class FakeDeployed(deployed.Deployed):
    """No domain behind it."""

    words: tuple[str, ...] = ()

    def operate(self, *words: str) -> None:
        self.words = words


def deployed_of(*lines: str) -> FakeDeployed:
    return FakeDeployed(Host("x", "10.0.0.1"), cast(Daemon, FakeNode(*lines)), Path("control"))


def test_the_answer_to_a_block_is_among_what_the_node_prints() -> None:
    others = ("sender_1: warming up", "no colon", 'sender_1: {"event": "measured", "block": 0}')
    asked = deployed_of(*others, f"sender_1: {json.dumps({**ANSWER, 'block': 1})}")
    assert asked.ask(64, 5, 2).calls == 5
    assert asked.words == (
        "props", "packets/sender", "payload=64", "packets=5", "warm_up=2", "block=1")  # fmt: skip


def test_a_block_that_fails_is_a_failure_with_its_cause() -> None:
    line = 'sender_1: {"event": "error", "error": "the port reports 3 packets", "block": 1}'
    with pytest.raises(JobFailed, match="packet_sender: the port reports 3 packets"):
        deployed_of(line).ask(64, 5, 2)


@needs_hosts
def test_deployed_names_what_is_not_built_and_is_of_our_own_components(bench_bin: Path) -> None:
    about = all_experiments()["packet-api"]
    settings = Settings(quick=True, deployed=True, bin=bench_bin)
    assert "the program orbweaver-domain is not in" in str(about.why_not("orbweaver", settings))
    assert "--deployed is of orbweaver" in str(about.why_not("raw", settings))


def test_only_packet_api_can_be_deployed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["lab", "run", "clocks", "--deployed"]) == 2
    assert "--deployed is of packet-api alone" in capsys.readouterr().err
