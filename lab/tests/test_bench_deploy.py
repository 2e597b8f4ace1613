# SPDX-License-Identifier: Apache-2.0
"""What `bench deploy` asks for, in which order, and what it makes of the answers."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from orbweaver.bench.deploy_bars import QUICK_REPETITIONS, deploy_bars
from orbweaver.cli.main import run_command

FAKE = Path(__file__).parent / "fake_deploy_bench.py"
Rows = dict[str, dict[str, object]]
Deploy = Callable[..., tuple[int, Rows]]


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))
    return tmp_path / "log"


@pytest.fixture
def deploy(tmp_path: Path, log: Path) -> Deploy:
    program = tmp_path / "bin" / "orbweaver-deploy-bench"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nexec(open({str(FAKE)!r}).read())\n")
    program.chmod(0o755)

    def run(*words: str) -> tuple[int, Rows]:
        target = tmp_path / "deploy.json"
        command = ["bench", "deploy", "--quick", "--bin", str(program.parent), "--json"]
        status = run_command([*command, str(target), *words])
        return status, {row["name"]: row for row in json.loads(target.read_text())["bars"]}

    return run


def asked(log: Path) -> list[tuple[str, int]]:
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    return [(case, components) for _, case, components in lines]


def test_each_count_is_held_against_the_launcher_in_both_placements() -> None:
    bars = [bar for bar in deploy_bars() if "÷ bare launcher" in bar.name]
    assert [(bar.ours.turn.components, bar.ours.turn.case) for bar in bars] == [
        (count, placement) for placement in ("separate", "together") for count in (1, 10, 50, 200)
    ]
    for bar in bars:
        assert bar.bar == 1.5
        assert bar.other is not None
        assert (bar.other.turn.case, bar.other.turn.components) == (
            "bare",
            bar.ours.turn.components,
        )


def test_met_bars_end_with_status_0_and_a_row_for_each(deploy: Deploy) -> None:
    status, rows = deploy()
    assert status == 0
    assert list(rows) == [bar.name for bar in deploy_bars()]
    assert all(row["ok"] for row in rows.values())
    assert rows["10 separate: create to running ÷ bare launcher"]["ratio"] == 1
    assert rows["10 separate: create to running, ms"]["ratio"] == 20
    assert rows["10 together: release to gone, ms"]["ratio"] == 10
    assert rows["separate: cost of each at 200 ÷ at 10"]["ratio"] == 1
    assert rows["idle component, alone: PSS ÷ omniORB's"]["ratio"] == 1


def test_a_missed_bar_ends_with_status_1(deploy: Deploy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_RATIO", "2")
    status, rows = deploy()
    assert status == 1
    missed = {name for name, row in rows.items() if not row["ok"]}
    ratios = {bar.name for bar in deploy_bars() if bar.against in ("bare launcher", "omniorb")}
    assert missed == ratios | {"200 together: create to running, ms"}


def test_turns_that_are_compared_stand_beside_each_other_and_go_back_and_forth(
    deploy: Deploy, log: Path
) -> None:
    deploy("--only", "10 separate: create to running ÷")
    ours, bare = ("separate", 10), ("bare", 10)
    assert asked(log) == [ours, bare, ours, bare, bare, ours, ours, bare]
    assert QUICK_REPETITIONS == 3


def test_only_what_a_chosen_bar_needs_is_asked_for(deploy: Deploy, log: Path) -> None:
    deploy("--only", "gone")
    assert set(asked(log)) == {("separate", 10), ("together", 10)}


def test_what_cannot_be_measured_is_a_missed_bar_with_its_reason(
    deploy: Deploy, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_LACKS", "idle-omniorb")
    status, rows = deploy()
    assert status == 1
    missed = [row for row in rows.values() if not row["ok"]]
    assert len(missed) == 4
    assert all("idle-omniorb: it is not built" in str(row["reason"]) for row in missed)
    assert asked(log).count(("idle-omniorb", 1)) == 1, "it was asked again after it failed"


def test_processors_are_handed_on(deploy: Deploy, log: Path) -> None:
    _, rows = deploy("--only", "10 separate: release", "--cpus", "0")
    assert {row["pinning"] for row in rows.values()} == {"on 0"}
    assert json.loads(log.read_text().splitlines()[0])[0] == ["--cpus", "0"]


def test_without_the_program_each_bar_is_missed_and_says_how_to_build_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["bench", "deploy", "--quick", "--only", "10 separate", "--bin", str(tmp_path)]
    assert run_command(command) == 1
    assert "orbweaver-deploy-bench is not in" in " ".join(capsys.readouterr().out.split())


def test_an_unknown_bar_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["bench", "deploy", "--only", "sundial", "--bin", str(tmp_path)]) == 2
    assert "no bar's name holds 'sundial'" in capsys.readouterr().err
