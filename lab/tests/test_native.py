# SPDX-License-Identifier: Apache-2.0
"""The native program `orbweaver`: it becomes the program of a command, or Python's part."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from native import ROOT, add_stand_in, installed, native, start
from orbweaver.cli.names import COMMANDS

ODD = ["my radio", "gain=-2", "--domain", "Orbweaver", "--json", "--set", "a={}", "-1", "",
       "-ORBInitRef", "NameService=corbaloc::host:2809/NameService", "--help", "a b"]  # fmt: skip
TABLE = ROOT / "programs/orbweaver/commands.cpp"
ROWS = re.findall(r'Command\{"(\w+)", (\w+), "([^"]*)"\}', TABLE.read_text())
CONTROL = [name for name, served_by, _ in ROWS if served_by == "control"]
PROGRAMS = [name for name, served_by, _ in ROWS if served_by == "program"]
READABLE = [name for name, served_by, _ in ROWS if served_by == "readable"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    result = tmp_path / "bin"
    result.mkdir()
    monkeypatch.setenv("ORBWEAVER_BIN", str(result))
    return result


def words_of(noted: Path) -> list[str]:
    return cast(list[str], json.loads(noted.read_text()))


def test_the_table_was_read() -> None:
    assert {"apps", "devices", "create", "tap"} <= set(CONTROL)
    assert {"domain", "node", "check", "plan"} <= set(PROGRAMS)


def test_python_has_the_commands_that_the_table_says() -> None:
    assert set(COMMANDS) == {name for name, by, _ in ROWS if by in ("python", "readable")}


def test_the_table_is_described_as_json() -> None:
    described = json.loads(start(native(), "--describe").stdout)
    assert [(one["name"], one["served_by"], one["does"]) for one in described["commands"]] == ROWS


@pytest.mark.parametrize("verb", CONTROL)
def test_every_word_of_a_verb_is_passed_on_as_it_is(verb: str, folder: Path) -> None:
    noted = add_stand_in(folder / "orbweaver-control")
    done = start(native(), verb, *ODD, STATUS="1")
    assert (done.returncode, done.stderr) == (1, "")
    assert words_of(noted) == [verb, *ODD]


@pytest.mark.parametrize("command", PROGRAMS)
def test_every_word_of_a_program_is_passed_on_as_it_is(command: str, folder: Path) -> None:
    noted = add_stand_in(folder / f"orbweaver-{command}")
    done = start(native(), command, *ODD, STATUS="2")
    assert (done.returncode, done.stderr) == (2, "")
    assert words_of(noted) == ODD


@pytest.mark.parametrize("option", [["--bin", "{}"], ["--bin={}"]])
@pytest.mark.parametrize("is_before", [True, False])
def test_the_folder_of_the_programs_is_for_this_tool(
    option: list[str], is_before: bool, tmp_path: Path
) -> None:
    noted = add_stand_in(tmp_path / "other/orbweaver-control")
    bin_option = [word.format(tmp_path / "other") for word in option]
    before, after = (bin_option, []) if is_before else ([], bin_option)
    done = start(native(), *before, "apps", "--json", *after, "--timeout", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert words_of(noted) == ["apps", "--json", "--timeout", "2"]


@pytest.mark.parametrize("status", [0, 1, 2, 3])
def test_the_status_is_the_program_s(status: int, folder: Path) -> None:
    assert add_stand_in(folder / "orbweaver-control")
    assert start(native(), "start", "radio", STATUS=str(status)).returncode == status


def test_a_program_that_is_killed_is_killed_for_the_caller_too(folder: Path) -> None:
    assert add_stand_in(folder / "orbweaver-control")
    assert start(native(), "start", "radio", STATUS="-9").returncode == -signal.SIGKILL


def test_the_command_becomes_the_program(folder: Path) -> None:
    """A supervisor's signals reach it."""
    program = folder / "orbweaver-domain"
    program.write_text("#!/bin/sh\necho $$\nexit 3\n")
    program.chmod(0o755)
    with subprocess.Popen([native(), "domain"], stdout=subprocess.PIPE, text=True) as started:
        output, _ = started.communicate(timeout=60)
    assert (output, started.returncode) == (f"{started.pid}\n", 3)


@pytest.mark.parametrize(("command", "program"), [("devices", "control"), ("node", "node")])
def test_a_missing_program_says_how_to_get_it(command: str, program: str, folder: Path) -> None:
    done = start(native(), command)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"orbweaver: the program orbweaver-{program} is not in {folder}:")
    assert "./x build" in done.stderr


def test_a_failure_is_json_for_a_program_that_asks_for_it(tmp_path: Path) -> None:
    odd = tmp_path / 'a "folder"\n'
    done = start(native(), "apps", "--json", ORBWEAVER_BIN=str(odd))
    said: dict[str, Any] = json.loads(done.stdout)
    assert said["error"]["line"].startswith("the program orbweaver-control is not in ")
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("words", "is_json"),
    [(["--json", "-"], True), (["--json=-"], True), (["--json", "plan.json"], False)],
)
def test_a_failure_is_no_json_where_json_goes_to_a_file(
    words: list[str], is_json: bool, folder: Path
) -> None:
    done = start(native(), "plan", "radio.sad.xml", *words)
    assert folder.exists()
    assert done.returncode == 2
    assert done.stderr.startswith("orbweaver: the program orbweaver-plan is not in ")
    assert done.stdout.startswith('{"error": {"line": "the program ') == is_json
    assert bool(done.stdout) == is_json


def test_a_program_that_cannot_be_started_is_one_line(folder: Path) -> None:
    program = folder / "orbweaver-control"
    program.write_bytes(b"\x7fELF of another machine")
    program.chmod(0o755)
    done = start(native(), "apps")
    assert done.returncode == 1
    assert re.fullmatch(r"orbweaver: .*Exec format error.*\n", done.stderr)


@pytest.mark.parametrize(
    ("typed", "meant"), [("aps", "apps"), ("dveices", "devices"), ("instal", "install")]
)
def test_an_unknown_command_has_the_nearest_one_beside_it(typed: str, meant: str) -> None:
    done = start(native(), typed)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"orbweaver: '{typed}' is no command; did you mean {meant}? (try --help)\n"
    )


def test_a_command_that_is_near_to_none_is_refused_alone() -> None:
    done = start(native(), "pigeon")
    assert (done.returncode, done.stderr) == (2, "orbweaver: 'pigeon' is no command (try --help)\n")


def test_without_a_command_the_help_is_printed_and_the_status_is_2() -> None:
    done = start(native())
    assert (done.returncode, done.stdout) == (2, start(native(), "--help").stdout)


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"]])
def test_the_help_names_every_command(words: list[str]) -> None:
    done = start(native(), *words)
    assert done.returncode == 0
    assert {name for name, _, _ in ROWS} <= set(re.findall(r"[a-z]+", done.stdout))
    assert len(done.stdout.splitlines()) <= 40
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_help_of_a_command_is_the_program_s(folder: Path) -> None:
    noted = add_stand_in(folder / "orbweaver-control")
    assert start(native(), "help", "apps").returncode == 0
    assert words_of(noted) == ["apps", "--help"]


def test_the_version_is_that_of_the_project() -> None:
    (version,) = re.findall(
        r"^project\(orbweaver VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE
    )
    assert start(native(), "--version").stdout == f"orbweaver {version}\n"


@pytest.mark.parametrize("words", [["doctor"], ["lab", "run", "--bin", "x"], ["idl", ""]])
def test_python_gets_the_rest_of_the_installed_command(words: list[str], tmp_path: Path) -> None:
    done = start(installed(tmp_path / "prefix"), *words, ORBWEAVER_BIN="")
    assert (done.returncode, json.loads(done.stdout)) == (0, words)


@pytest.mark.parametrize("command", READABLE)
def test_python_prints_tables_where_it_is_there(command: str, tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    program = installed(prefix)
    noted = add_stand_in(prefix / f"bin/orbweaver-{command}")
    done = start(program, command, "x", ORBWEAVER_BIN="")
    assert (done.returncode, json.loads(done.stdout)) == (0, [command, "x"])
    assert not noted.exists()


@pytest.mark.parametrize("command", READABLE)
def test_without_python_the_program_serves(command: str, tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    program = installed(prefix)
    # A script of /bin/sh: there is no Python.
    stand_in = prefix / f"bin/orbweaver-{command}"
    stand_in.write_text('#!/bin/sh\necho "served: $*"\n')
    stand_in.chmod(0o755)
    done = start(program, command, "x", "y", ORBWEAVER_BIN="", PATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "served: x y\n")


def test_without_pythons_packages_the_program_serves(tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    program = installed(prefix)
    (prefix / "lib/orbweaver/packages").rmdir()
    noted = add_stand_in(prefix / "bin/orbweaver-run")
    assert start(program, "run", "x", ORBWEAVER_BIN="").returncode == 0
    assert words_of(noted) == ["x"]


def test_without_python_a_command_of_it_is_one_line_and_status_1(tmp_path: Path) -> None:
    done = start(installed(tmp_path / "prefix"), "doctor", ORBWEAVER_BIN="", PATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"orbweaver: the command doctor needs Python: .*\n", done.stderr)


def test_the_installed_command_may_be_a_link(tmp_path: Path) -> None:
    command = installed(tmp_path / "prefix")
    noted = add_stand_in(command.parent / "orbweaver-control")
    (tmp_path / "link").symlink_to(command)
    done = start(tmp_path / "link", "apps", ORBWEAVER_BIN="")
    assert (done.returncode, done.stderr) == (0, "")
    assert words_of(noted) == ["apps"]


def test_the_command_may_be_started_from_its_folder(tmp_path: Path) -> None:
    command = installed(tmp_path / "prefix")
    done = subprocess.run(
        ["sh", "-c", "./orbweaver doctor"],
        cwd=command.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == ["doctor"]


HELD_UP = """
import sys
sys.modules["typer"] = None
from orbweaver.cli.entry import main
sys.argv = ["orbweaver", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize("words", [["apps", *ODD], ["--version"], [], ["check", "x"]])
def test_the_command_of_the_tree_becomes_the_native_one_without_what_takes_long(
    words: list[str], folder: Path
) -> None:
    noted = add_stand_in(folder / "orbweaver")
    done = start(sys.executable, "-c", HELD_UP, *words, STATUS="1")
    assert (done.returncode, done.stderr) == (1, "")
    assert words_of(noted) == words


def test_the_native_one_has_the_signals_that_a_shell_would_give_it(tmp_path: Path) -> None:
    program = tmp_path / "orbweaver"
    program.write_text("#!/bin/sh\nexec grep SigIgn /proc/self/status\n")
    program.chmod(0o755)
    done = start(sys.executable, "-c", HELD_UP, "apps", ORBWEAVER_BIN=str(tmp_path))
    ignored = int(done.stdout.split()[1], 16)
    assert not ignored & (1 << (signal.SIGPIPE - 1) | 1 << (signal.SIGXFSZ - 1))


def test_a_tree_that_is_not_built_says_so(folder: Path) -> None:
    done = start(sys.executable, "-m", "orbweaver", "apps")
    assert done.returncode == 2
    assert done.stderr.startswith(f"orbweaver: the program orbweaver is not in {folder}:")
    assert done.stderr.count("\n") == 1


LOADED = """
import sys
import orbweaver.cli.main
print(*(name for name in sys.modules if name.startswith("orbweaver.")))
"""


def test_the_command_knows_no_experiment() -> None:
    """Each command is loaded when it is asked for: `run` needs nothing of the laboratory."""
    done = start(sys.executable, "-c", LOADED)
    packages = {name.split(".")[1] for name in done.stdout.split()}
    of_the_lab = {"bench", "compare", "experiments", "lab", "pipelines", "report", "series",
                  "studies"}  # fmt: skip
    assert packages
    assert not packages & of_the_lab


@pytest.mark.parametrize("command", ["run", "ior", "log", "new", "sad", "idl"])
def test_a_command_loads_no_experiment(command: str) -> None:
    code = (
        "import sys; from orbweaver.cli.main import app_of; app_of(sys.argv[1:]); "
        "print(*sys.modules)"
    )
    loaded = start(sys.executable, "-c", code, command).stdout.split()
    assert "orbweaver.cli.main" in loaded
    of_the_lab = ("orbweaver.experiments", "orbweaver.bench", "orbweaver.lab", "orbweaver.report")
    assert not [name for name in loaded if name.startswith(of_the_lab)]
