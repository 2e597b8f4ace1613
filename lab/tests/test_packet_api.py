"""Paper 4: packets between two hosts, and what nuttcp says of them."""

import os
import shutil
from pathlib import Path

import pytest

from experiments_by_name import study_of
from orbweaver.experiments.find import all_experiments
from orbweaver.experiments.packet_api import measure as study
from orbweaver.experiments.packet_api import nuttcp
from orbweaver.link.namespaces import hosts_here, maker_of, why_not
from orbweaver.model.settings import Settings
from orbweaver.model.task import silent
from orbweaver.problems import JobFailed

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
