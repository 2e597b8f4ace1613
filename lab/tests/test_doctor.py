import json
from pathlib import Path

import pytest

from orbweaver.cli.main import run_command
from orbweaver.doctor.checks import (
    Machine,
    check_clock,
    check_leftovers,
    check_omniidl,
    check_programs,
)


def clock(tmp_path: Path, name: str) -> Machine:
    folder = tmp_path / "devices/system/clocksource/clocksource0"
    folder.mkdir(parents=True)
    (folder / "current_clocksource").write_text(f"{name}\n")
    return Machine(sys=tmp_path)


def process(proc: Path, pid: int, parent: int, command: str) -> None:
    folder = proc / str(pid)
    folder.mkdir(parents=True)
    (folder / "cmdline").write_bytes(f"/opt/{command}\0--name\0x\0".encode())
    (folder / "stat").write_text(f"{pid} (a (b) c) S {parent} 1 1")


def test_a_fast_clock_is_fine_and_a_slow_one_has_a_mend(tmp_path: Path) -> None:
    assert check_clock(clock(tmp_path / "a", "tsc")).status == "ok"
    slow = check_clock(clock(tmp_path / "b", "acpi_pm"))
    assert slow.status == "warn"
    assert "clocksource=tsc" in slow.mend
    assert check_clock(Machine(sys=tmp_path / "none")).status == "warn"


def test_missing_programs_fail_with_a_mend(tmp_path: Path, fake_bin: Path) -> None:
    missing = check_programs(Machine(bin=tmp_path))
    assert missing.status == "fail"
    assert "orbweaver-producer, orbweaver-stage" in missing.found
    assert "./x build" in missing.mend
    assert check_programs(Machine(bin=fake_bin)).status == "ok"


def test_only_orphaned_programs_are_leftovers(tmp_path: Path) -> None:
    process(tmp_path, 11, 1, "orbweaver-stage")
    process(tmp_path, 12, 99, "orbweaver-stage")
    process(tmp_path, 13, 1, "sshd")
    process(tmp_path, 14, 1, "adsb-source")
    (tmp_path / "meminfo").touch()
    found = check_leftovers(Machine(proc=tmp_path))
    assert found.status == "warn"
    assert found.found == "orbweaver-stage (11), adsb-source (14)"
    assert found.mend == "kill 11 14"
    assert check_leftovers(Machine(proc=tmp_path / "11")).status == "ok"


def test_a_missing_omniidl_fails_with_a_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    finding = check_omniidl(Machine())
    assert (finding.status, finding.mend) == ("fail", "apt install omniidl")


def test_the_command_tells_programs_whether_all_is_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["doctor", "--json", "--bin", str(tmp_path)]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is False
    assert all(check["mend"] for check in report["checks"] if check["status"] != "ok")
    assert run_command(["doctor", "--bin", str(tmp_path)]) == 1
    assert "mend: build them with ./x build" in capsys.readouterr().out
