# SPDX-License-Identifier: Apache-2.0
"""What holds for every verb, and every option of one, whatever the next one is."""

import os
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import typer

from orbweaver.cli import names
from orbweaver.cli.describe import description, help_of
from orbweaver.cli.main import app_of, run_command
from orbweaver.cli.names import COMMANDS

APP = typer.main.get_command(app_of(COMMANDS))
COMMANDS_FILE = Path(names.__file__).with_name("commands.json")
STREAMS = (0, 1, 2)
WITHOUT = [chosen for count in (1, 2, 3) for chosen in combinations(STREAMS, count)]


def verbs(command: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Those of programs of C++ are tested with them (tests/streams)."""
    command = command or APP
    yield path
    for name, below in getattr(command, "commands", {}).items():
        yield from verbs(below, (*path, name))


def options_that_take_a_float() -> Iterator[tuple[str, ...]]:
    for path in verbs():
        command: Any = APP
        for name in path:
            command = command.commands[name]
        for option in command.params:
            if option.type_descriptor.annotation is float:
                yield (*path, option.opts[0])


ALL = list(verbs())
FLOATS = list(options_that_take_a_float())


def test_there_are_verbs_and_floats() -> None:
    assert ("ior",) in ALL
    assert ("lab", "run", "--work-ms") in FLOATS


@pytest.mark.parametrize("words", FLOATS, ids=" ".join)
def test_no_option_takes_nan(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """No comparison finds NaN outside a range; a range with both ends refuses it."""
    assert run_command([*words, "nan"]) == 2
    assert words[-1] in capsys.readouterr().err


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_help_can_be_printed(path: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command([*path, "--help"]) == 0
    shown = capsys.readouterr().out
    assert not [c for c in shown if unicodedata.category(c) == "Cc" and c != "\n"]


def in_a_process_without(
    streams: tuple[int, ...], words: list[str], output: Path, full: int | None = None
) -> tuple[int, str]:
    """Run the command as a user does: it finds its streams closed, or its disk full."""

    def close() -> None:
        if full is not None:
            os.dup2(os.open("/dev/full", os.O_WRONLY), full)
        for stream in streams:
            os.close(stream)

    code = "from orbweaver.cli.main import main; main()"
    with output.open("w") as errors:
        done = subprocess.run(
            [sys.executable, "-c", code, *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, check=False,
            preexec_fn=close, timeout=120,
        )  # fmt: skip
    return done.returncode, output.read_text()


@pytest.mark.parametrize("streams", WITHOUT, ids=str)
def test_a_command_works_without_its_streams(streams: tuple[int, ...], tmp_path: Path) -> None:
    status, errors = in_a_process_without(streams, ["ior", "corbaloc::h/k"], tmp_path / "errors")
    assert (status, errors) == (0, "")


@pytest.mark.parametrize("streams", [(0,), (1,), (2,), (0, 1, 2)], ids=str)
def test_a_failure_is_reported_without_the_streams_too(
    streams: tuple[int, ...], tmp_path: Path
) -> None:
    status, errors = in_a_process_without(streams, ["ior", "IOR:01zz"], tmp_path / "errors")
    assert status == 2
    assert errors.count("\n") == (2 not in streams)


@pytest.mark.parametrize("words", [["ior", "corbaloc::h/k"], ["--help"], ["lab", "list"]])
def test_a_full_disk_is_one_line_and_status_1(words: list[str], tmp_path: Path) -> None:
    status, errors = in_a_process_without((), words, tmp_path / "errors", full=1)
    assert (status, errors) == (1, "orbweaver: standard output: No space left on device\n")


def test_a_full_disk_below_standard_error_keeps_the_status(tmp_path: Path) -> None:
    status, _ = in_a_process_without((), ["ior", "IOR:01zz"], tmp_path / "errors", full=2)
    assert status == 2


IN_ONE_PROCESS = """
import os, sys
import orbweaver.cli.main as command

failed = []
for line in sys.stdin.read().splitlines():
    for streams in ((0,), (1,), (2,), (0, 1, 2)):
        child = os.fork()
        if child == 0:
            quiet = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(quiet, stream)
            os.close(quiet)
            for stream in streams:
                os.close(stream)
                setattr(sys, ("stdin", "stdout", "stderr")[stream], None)
            sys.argv = ["orbweaver", *line.split(), "--help"]
            try:
                command.main()
            except SystemExit as end:
                os._exit(end.code)
            os._exit(99)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status != 0:
            failed.append(f"{line} without {streams}: status {status}")
print("\\n".join(failed))
"""


def test_every_verb_works_without_its_streams() -> None:
    """Each in a copy of one process: starting Python for each would take a minute."""
    done = subprocess.run(
        [sys.executable, "-c", IN_ONE_PROCESS], input="\n".join(map(" ".join, ALL)),
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    assert done.stdout.strip() == ""


SCREEN = (40, 100)
"""lines and columns"""


def command_of(path: tuple[str, ...]) -> Any:
    command: Any = APP
    for name in path:
        command = command.commands[name]
    return command


def has_its_own_help(path: tuple[str, ...]) -> bool:
    """False: its program prints the help, which tests/streams holds."""
    return command_of(path).context_settings.get("help_option_names") != []


@pytest.mark.parametrize("path", [*filter(has_its_own_help, ALL)], ids=" ".join)
def test_help_fits_a_screen_and_has_examples(path: tuple[str, ...]) -> None:
    command = command_of(path)
    lines = help_of(command, " ".join(("orbweaver", *path))).splitlines()
    assert len(lines) <= SCREEN[0]
    assert max(map(len, lines)) <= SCREEN[1]
    is_typed_through = command.context_settings.get(
        "ignore_unknown_options"
    )  # its --help is that of a program
    assert "Examples:" in lines or is_typed_through or getattr(command, "commands", {})


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("new", "name a verb: component, waveform, node, device (try orbweaver new --help)"),
        ("sad", "name a verb: add, connect, disconnect, set, controller, remove, show"),
        ("lab", "name a verb: run, report, compare, list"),
        ("new foo", "'foo' is no verb of orbweaver new; there are: component, waveform, node"),
        ("new componnt x", "'componnt' is no verb of orbweaver new; did you mean component?"),
        ("bench foo", "'foo' is no verb of orbweaver bench; there are: size, cost, tail"),
        ("ior", "give STRING: IOR:…, corbaloc:…, corbaname:… or file://PATH"),
        ("idl", "give FILE.idl: "),
    ],
)
def test_a_word_that_is_missing_or_unknown_has_what_may_stand_there(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(words.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"orbweaver: {said}")
    assert shown.err.count("\n") == 1


def test_the_description_in_the_tree_is_of_these_commands() -> None:
    """Completion and manual pages are made of it, also where nothing can run the commands."""
    assert COMMANDS_FILE.read_text() == description(APP) + "\n", (
        "run: python -m orbweaver.cli.main --describe > lab/src/orbweaver/cli/commands.json"
    )
