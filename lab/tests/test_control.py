"""How `orbweaver install`, `apps` and so on call their program; what it does: tests/control."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from orbweaver.cli import verbs
from orbweaver.cli.main import run_command
from orbweaver.cli.verbs import VERBS
from orbweaver.run import programs

LAUNCHER = Path(__file__).resolve().parents[1] / "launcher.sh"


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


def start(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as a user starts it."""
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | environment
    )


HELD_UP = """
import sys
sys.modules["typer"] = None
from orbweaver.cli.entry import main
sys.argv = ["orbweaver", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize("verb", VERBS)
def test_the_program_is_reached_without_what_takes_long(verb: str, calls: Path) -> None:
    words = [verb, "my radio", "gain=-2", "", "--help", "-ORBx", "a b"]
    done = start(sys.executable, "-c", HELD_UP, *words, STATUS="1")
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(calls.read_text()) == words


def test_a_program_that_cannot_be_started_is_one_line(calls: Path, tmp_path: Path) -> None:
    (tmp_path / "bin/orbweaver-control").write_bytes(b"\x7fELF of another machine")
    whole = HELD_UP.replace('sys.modules["typer"] = None', "")
    done = start(sys.executable, "-c", whole, "apps")
    assert done.returncode == 1
    assert re.fullmatch(r"orbweaver: .*Exec format error.*\n", done.stderr)
    assert not calls.exists()


def test_the_program_has_the_signals_that_a_shell_would_give_it(tmp_path: Path) -> None:
    program = tmp_path / "orbweaver-control"
    program.write_text("#!/bin/sh\nexec grep SigIgn /proc/self/status\n")
    program.chmod(0o755)
    done = start(sys.executable, "-c", HELD_UP, "apps", ORBWEAVER_BIN=str(tmp_path))
    ignored = int(done.stdout.split()[1], 16)
    assert not ignored & (1 << (signal.SIGPIPE - 1) | 1 << (signal.SIGXFSZ - 1))


@pytest.mark.parametrize("verb", VERBS)
def test_the_installed_command_hands_each_verb_over(verb: str, calls: Path) -> None:
    words = [verb, "my radio", "gain=-2", "", "--help", "-ORBx", "a b"]
    done = start(LAUNCHER, *words, STATUS="2")
    assert (done.returncode, done.stderr) == (2, "")
    assert json.loads(calls.read_text()) == words


def test_the_installed_command_knows_the_same_verbs() -> None:
    (line,) = re.findall(r"^  (install .*)\)$", LAUNCHER.read_text(), re.MULTILINE)
    assert line.split(" | ") == list(VERBS)


def installed(tmp_path: Path) -> Path:
    """The installed command, with a stand-in for all that is Python's."""
    command = tmp_path / "prefix/bin/orbweaver"
    command.parent.mkdir(parents=True)
    command.write_text(LAUNCHER.read_text())
    command.chmod(0o755)
    python = tmp_path / "prefix/lib/orbweaver/launcher.py"
    python.parent.mkdir(parents=True)
    python.write_text("import json, sys\nprint(json.dumps(sys.argv[1:]))\n")
    return command


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--help"],
        ["doctor"],
        ["run", "apps"],
        ["apps", "--bin", "x"],
        ["apps", "--bin=x"],
        ["apps"],  # the program is not there
    ],
)
def test_the_rest_of_the_installed_command_is_python(words: list[str], tmp_path: Path) -> None:
    command = installed(tmp_path)
    done = start(command, *words, ORBWEAVER_BIN="")
    assert (done.returncode, json.loads(done.stdout)) == (0, words)


def test_the_installed_command_may_be_a_link(calls: Path, tmp_path: Path) -> None:
    command = installed(tmp_path)
    (command.parent / "orbweaver-control").symlink_to(tmp_path / "bin/orbweaver-control")
    (tmp_path / "link").symlink_to(command)
    done = start(tmp_path / "link", "apps", ORBWEAVER_BIN="")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(calls.read_text()) == ["apps"]


def test_the_installed_command_may_be_a_script_of_this_folder(tmp_path: Path) -> None:
    """`sh orbweaver`: its name has no slash."""
    done = subprocess.run(
        ["sh", "orbweaver", "doctor"],
        cwd=installed(tmp_path).parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == ["doctor"]


def test_the_short_way_leads_where_the_long_one_does(
    calls: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert verbs.program_for(["apps"]) == str(programs.locate(verbs.PROGRAM))
    assert calls.parent.is_dir()
    monkeypatch.delenv("ORBWEAVER_BIN")
    found = programs.find(verbs.PROGRAM)
    assert verbs.program_for(["apps"]) == (str(found) if found else None)


@pytest.mark.parametrize("words", [[], ["doctor"], ["--version"], ["apps", "--bin", "x"]])
def test_other_words_are_for_the_whole_command(words: list[str], calls: Path) -> None:
    assert verbs.program_for(words) is None
    assert not calls.exists()
