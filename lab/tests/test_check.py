"""How `orbweaver check` calls its program; what the program does: tests/sca/test_check.py."""

import sys
from pathlib import Path

import pytest

from orbweaver.cli.main import run_command


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for the program: it notes its words, and ends with the status in STATUS."""
    program = tmp_path / "bin/orbweaver-check"
    program.parent.mkdir()
    program.write_text(
        f"#!{sys.executable}\nimport os, sys\n"
        f"open({str(tmp_path / 'words')!r}, 'w').write(' '.join(sys.argv[1:]))\n"
        "status = int(os.environ.get('STATUS', 0))\n"
        "os.kill(os.getpid(), -status) if status < 0 else sys.exit(status)\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("ORBWEAVER_BIN", str(program.parent))
    return tmp_path / "words"


def test_options_are_passed_on(calls: Path, tmp_path: Path) -> None:
    words = ["--root", str(tmp_path), "--strict", "--json", "-", "a.sad.xml", "b.spd.xml"]
    assert run_command(["check", *words]) == 0
    assert calls.read_text() == f"--root={tmp_path} --strict --json=- -- a.sad.xml b.spd.xml"


@pytest.mark.parametrize("status", [0, 1, 2])
def test_the_status_is_the_program_s(
    status: int, calls: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATUS", str(status))
    assert run_command(["check", "a.sad.xml"]) == status
    assert calls.read_text() == "-- a.sad.xml"


def test_a_program_that_is_killed_is_a_failure(
    calls: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATUS", "-9")
    assert run_command(["check", "a.sad.xml"]) == 1
    assert capsys.readouterr().err == "orbweaver: orbweaver-check ended with status -9\n"
    assert calls.exists()


@pytest.mark.parametrize(
    "words", [[], ["a", "--root", "/none"], ["a", "--json", "/none/x.json"], ["a", "--json", "."]]
)
def test_wrong_usage_is_one_line_and_status_2_without_a_call(
    words: list[str], calls: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["check", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not calls.exists()


def test_a_missing_program_says_how_to_get_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["check", "a.sad.xml", "--bin", str(tmp_path)]) == 2
    assert "./x build" in capsys.readouterr().err
