"""How `orbweaver install`, `apps` and so on call their program; what it does: tests/control."""

import json
import sys
from pathlib import Path

import pytest

from orbweaver.cli.control import VERBS
from orbweaver.cli.main import run_command


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for the program: it notes its words, and ends with the status in STATUS."""
    program = tmp_path / "bin/orbweaver-control"
    program.parent.mkdir()
    program.write_text(
        f"#!{sys.executable}\nimport json, os, sys\n"
        f"open({str(tmp_path / 'words')!r}, 'w').write(json.dumps(sys.argv[1:]))\n"
        "status = int(os.environ.get('STATUS', 0))\n"
        "os.kill(os.getpid(), -status) if status < 0 else sys.exit(status)\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("ORBWEAVER_BIN", str(program.parent))
    return tmp_path / "words"


@pytest.mark.parametrize("verb", VERBS)
def test_every_word_is_passed_on_as_it_is(verb: str, calls: Path) -> None:
    words = ["my radio", "gain=-2", "--domain", "Orbweaver", "--json", "--set", "a={}", "-1", "",
             "-ORBInitRef", "NameService=corbaloc::host:2809/NameService", "--help"]  # fmt: skip
    assert run_command([verb, *words]) == 0
    assert json.loads(calls.read_text()) == [verb, *words]


def test_the_folder_of_the_program_is_for_this_tool(calls: Path, tmp_path: Path) -> None:
    assert run_command(["apps", "--json", "--bin", str(tmp_path / "bin"), "--timeout", "2"]) == 0
    assert json.loads(calls.read_text()) == ["apps", "--json", "--timeout", "2"]


@pytest.mark.parametrize("status", [0, 1, 2])
def test_the_status_is_the_program_s(
    status: int, calls: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATUS", str(status))
    assert run_command(["start", "radio"]) == status
    assert calls.exists()


def test_a_program_that_is_killed_is_a_failure(
    calls: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATUS", "-9")
    assert run_command(["start", "radio"]) == 1
    assert capsys.readouterr().err == "orbweaver: orbweaver-control ended with status -9\n"
    assert calls.exists()


def test_a_missing_program_says_how_to_get_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["devices", "--bin", str(tmp_path)]) == 2
    assert "./x build" in capsys.readouterr().err


def test_the_tool_lists_the_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(verb in out for verb in VERBS)
