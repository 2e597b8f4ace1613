# SPDX-License-Identifier: Apache-2.0
"""`orbweaver log` shows the file that --log of a daemon names."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from names_under_test import odd_names
from orbweaver.cli.main import run_command


def record(text: str, level: str = "ADMINISTRATIVE_EVENT") -> str:
    return json.dumps(
        {"time": "2026-03-01T12:00:00.000042Z", "level": level, "producer": "Lab", "name": "Lab",
         "text": text}
    ) + "\n"  # fmt: skip


ALARM = "FAILURE_ALARM"


def test_it_shows_each_record_on_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "domain.log"
    file.write_text(record("node 'n1' registered") + record("it is lost", ALARM))
    assert run_command(["log", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "2026-03-01T12:00:00.000042Z ADMINISTRATIVE_EVENT Lab: node 'n1' registered",
        "2026-03-01T12:00:00.000042Z FAILURE_ALARM        Lab: it is lost",
    ]


def test_the_file_before_comes_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "domain.log"
    file.write_text(record("new"))
    (tmp_path / "domain.log.1").write_text(record("old"))
    assert run_command(["log", str(file), "--json"]) == 0
    assert capsys.readouterr().out == record("old") + record("new")


def test_a_level_leaves_out_what_is_less_severe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "domain.log"
    levels = ["SECURITY_ALARM", ALARM, "FLOW_CONTROL_ERROR", "ADMINISTRATIVE_EVENT"]
    file.write_text("".join(record(level, level) for level in levels))
    assert run_command(["log", str(file), "--level", ALARM, "--json"]) == 0
    shown = [json.loads(line)["text"] for line in capsys.readouterr().out.splitlines()]
    assert shown == ["SECURITY_ALARM", ALARM]


def test_what_is_no_record_is_shown_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "domain.log"
    file.write_text("half a li\n[]\n")
    assert run_command(["log", str(file)]) == 0
    assert capsys.readouterr().out == "half a li\n[]\n"


def test_a_line_of_many_brackets_is_shown_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "domain.log"
    file.write_text("[" * 200_000 + "\n" + record("it goes on"))
    assert run_command(["log", str(file)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "[" * 200_000
    assert second.endswith("it goes on")


FORGED = "it broke\n2026-03-01T12:00:00Z SECURITY_ALARM Lab: forged\r\x1b[2J\x9b\u202e\u2028\x7f"


def test_a_record_stays_on_its_line_and_steers_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "domain.log"
    file.write_text(record(FORGED) + "no record \x1b[31m\x08\n")
    assert run_command(["log", str(file)]) == 0
    shown, raw = capsys.readouterr().out.split("\n")[:2]
    assert shown.isprintable()
    assert r"it broke\x0a2026-03-01T12:00:00Z SECURITY_ALARM Lab: forged" in shown
    assert shown.endswith(r"forged\x0d\x1b[2J\x9b\u202e\u2028\x7f")
    assert raw == r"no record \x1b[31m\x08"


def test_each_line_of_json_is_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "domain.log"
    file.write_text(record(FORGED) + "half a \x1bli\n[]\n")
    assert run_command(["log", str(file), "--json"]) == 0
    first, *others = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert first["text"] == FORGED
    assert others == [{"line": "half a \x1bli"}, {"line": "[]"}]


def test_names_beyond_ascii_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "domain.log"
    file.write_text("".join(record(odd_name) for odd_name in odd_names()))
    assert run_command(["log", str(file)]) == 0
    shown = [line.split("Lab: ")[1] for line in capsys.readouterr().out.splitlines()]
    assert shown == odd_names()


def test_a_file_that_is_missing_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["log", str(tmp_path / "no.log")]) == 2
    assert capsys.readouterr().err == f"orbweaver: {tmp_path}/no.log: No such file or directory\n"


def test_it_follows_the_log_into_a_new_file(tmp_path: Path) -> None:
    file = tmp_path / "domain.log"
    file.write_text(record("1"))
    command = [sys.executable, "-m", "orbweaver", "log", str(file), "--follow", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as follower:
        assert follower.stdout is not None
        assert follower.stdout.readline() == record("1")
        with file.open("a") as stream:
            stream.write(record("2"))
        assert follower.stdout.readline() == record("2")
        file.rename(tmp_path / "domain.log.1")
        file.write_text(record("3"))
        assert follower.stdout.readline() == record("3")
        follower.kill()
