# SPDX-License-Identifier: Apache-2.0
"""What `bench deploy --nodes, --many, --file` starts, asks for, and makes of the answers."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from orbweaver.bench import fleet
from orbweaver.bench.fleet_bars import CHAINS, COMPONENTS, FILE_MIB, IN_A_HOST
from orbweaver.cli.main import run_command

FAKE = Path(__file__).parent / "fake_fleet_bench.py"
DCD = '<deviceconfiguration id="Orbweaver:this_machine" name="this_machine"/>'
Rows = dict[str, dict[str, object]]
Deploy = Callable[..., tuple[int, Rows]]


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))
    monkeypatch.setattr(fleet, "why_no_star", lambda: "no network namespaces here")
    return tmp_path / "log"


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """A build tree with fake programs."""
    result = tmp_path / "build"
    for folder in ("bin", "bench-sdr/dom/relay", "sdr/dev/nodes/this_machine"):
        (result / folder).mkdir(parents=True)
    (result / "sdr/dev" / fleet.DCD).write_text(DCD)
    for name in (fleet.BENCH, fleet.MANAGER, fleet.NODE):
        program = result / "bin" / name
        program.write_text(f"#!{sys.executable}\nexec(open({str(FAKE)!r}).read())\n")
        program.chmod(0o755)
    return result


@pytest.fixture
def deploy(tmp_path: Path, build: Path, log: Path) -> Deploy:
    def run(*words: str) -> tuple[int, Rows]:
        target = tmp_path / "deploy.json"
        command = ["bench", "deploy", "--quick", "--bin", str(build / "bin"), "--json"]
        status = run_command([*command, str(target), *words])
        return status, {row["name"]: row for row in json.loads(target.read_text())["bars"]}

    return run


def asked(log: Path, case: str) -> list[dict[str, object]]:
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    return [line for line in lines if line.get("case") == case]


def started(log: Path, program: str) -> list[list[str]]:
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    return [line["words"] for line in lines if line.get("program") == program]


def test_each_number_of_nodes_is_held_against_the_least_by_turns(deploy: Deploy, log: Path) -> None:
    status, rows = deploy("--nodes", "1,4,2")
    assert status == 0
    assert list(rows) == [
        f"{COMPONENTS} components on {count} nodes ÷ on 1: create to running" for count in (2, 4)
    ]
    assert all(row["ratio"] == 1 and row["bar"] == 1.15 for row in rows.values())
    turns = [len(line["devices"]) for line in asked(log, "nodes")]  # type: ignore[arg-type]
    assert turns == [1, 2, 4, 1, 2, 4, 4, 2, 1, 1, 2, 4]
    assert asked(log, "nodes")[0]["domain"] == "IOR:1"


def test_nodes_have_ids_of_their_own_and_components_that_listen(deploy: Deploy, log: Path) -> None:
    deploy("--nodes", "1,2")
    nodes = sorted(started(log, fleet.NODE))
    assert [Path(words[0]).name for words in nodes] == ["node1.dcd.xml", "node2.dcd.xml"]
    for words in nodes:
        assert "NameService=corbaloc::h/N" in words
        assert words[-2:] == ["--orb", "endPoint=giop:tcp:127.0.0.1:0"]
    assert asked(log, "nodes")[-1]["devices"] == ["Node1:device", "Node2:device"]


def test_without_namespaces_the_result_says_so(deploy: Deploy) -> None:
    _, rows = deploy("--nodes", "1,2")
    (row,) = rows.values()
    assert "processes on the loopback" in str(row["pinning"])
    assert "no network namespaces here" in str(row["pinning"])


def test_a_missed_bar_ends_with_status_1(deploy: Deploy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_RATIO", "4")
    status, rows = deploy("--nodes", "1,2", "--many", "--file")
    assert status == 1
    assert [row["ok"] for row in rows.values()] == [False, False, False]


def test_a_domain_of_many_is_fresh_each_time_and_has_had_one_component(
    deploy: Deploy, log: Path
) -> None:
    status, rows = deploy("--many")
    (row,) = rows.values()
    assert status == 0
    assert row["ratio"] == 40_000 / (CHAINS * IN_A_HOST)
    assert len(started(log, fleet.MANAGER)) == 3
    sizes = [(line["chains"], line["components"]) for line in asked(log, "many")]
    assert sizes == [(1, 1), (CHAINS, IN_A_HOST)] * 3
    assert {line["process"] for line in asked(log, "many")} == {42}


def test_a_file_is_held_against_a_raw_socket(deploy: Deploy, log: Path) -> None:
    status, rows = deploy("--file")
    (row,) = rows.values()
    assert status == 0
    assert row["ratio"] == 1
    assert row["sense"] == "at least"
    assert row["ours"]["median"] == FILE_MIB * 1000 / 20  # type: ignore[index]
    assert len(asked(log, "file")) == len(asked(log, "raw-file")) == 4


def test_what_is_not_built_is_a_missed_bar_with_its_reason(deploy: Deploy, build: Path) -> None:
    (build / "bench-sdr/dom").rename(build / "elsewhere")
    status, rows = deploy("--nodes", "1,2")
    (row,) = rows.values()
    assert status == 1
    assert "bench-sdr/dom is not there; build it with" in str(row["reason"])


@pytest.mark.parametrize("numbers", ["1", "0,1", "1,1", "1,x", "1,201", "", "1,,2"])
def test_odd_numbers_of_nodes_are_wrong_usage(
    numbers: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["bench", "deploy", "--nodes", numbers]) == 2
    assert "give two or more numbers from 1 to 200, as 1,2,4,8" in capsys.readouterr().err
