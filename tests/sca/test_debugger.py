# SPDX-License-Identifier: Apache-2.0
"""`orbweaver run --debug`: a debugger in the terminal, attached before the component is made."""

import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from orbweaver.cli.main import run_command
from programs import ENDS_WITHIN_S, path_of
from subject_radio import Radio

NO_DEBUGGER_HERE = shutil.which("gdb") is None
needs_gdb = pytest.mark.skipif(NO_DEBUGGER_HERE, reason="gdb is not installed")


@pytest.fixture
def radio(tmp_path: Path) -> Radio:
    return Radio(tmp_path)


class Terminal:
    """What a user sees and types."""

    def __init__(self, process: subprocess.Popen[bytes], descriptor: int) -> None:
        self.process = process
        self.seen = ""
        self._descriptor = descriptor
        self._looked_at = 0

    def type(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def see(self, text: str) -> None:
        """Waits until the text is shown, after what was waited for before."""
        end = time.monotonic() + ENDS_WITHIN_S
        while (place := self.seen.find(text, self._looked_at)) < 0:
            left = max(end - time.monotonic(), 0)
            if not select.select([self._descriptor], [], [], left)[0]:
                raise AssertionError(f"'{text}' never came, but: {self.seen}")
            self._read(text)
        self._looked_at = place + len(text)

    def _read(self, wanted: str) -> None:
        try:
            self.seen += os.read(self._descriptor, 65536).decode(errors="replace")
        except OSError:  # it is closed
            raise AssertionError(f"'{wanted}' never came, but: {self.seen}") from None


@contextmanager
def running(radio: Radio, *options: str) -> Generator[Terminal]:
    """`orbweaver run` in a terminal of its own, where Ctrl-C is a signal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "orbweaver", "run", str(radio.sad), *options]
    environment = {
        **radio.environment,
        "ORBWEAVER_BIN": str(path_of("orbweaver-run").parent),
        "DEBUGINFOD_URLS": "",
        "TERM": "dumb",
    }
    process = subprocess.Popen(
        ["setsid", "--ctty", "--wait", *command],
        stdin=theirs, stdout=theirs, stderr=theirs, env=environment, close_fds=True,
    )  # fmt: skip
    os.close(theirs)
    with process:
        try:
            yield Terminal(process, ours)
        finally:
            process.send_signal(signal.SIGKILL)
            os.close(ours)


@needs_gdb
def test_a_debugger_stops_a_component_before_it_is_made(radio: Radio) -> None:
    with running(radio, "--debug", "rx", "--debugger", "gdb -q -nx", "--seconds", "0") as terminal:
        terminal.see("(gdb) ")
        terminal.type("set pagination off\nset confirm off\n")
        terminal.type("break Subject::start\ncontinue\n")
        terminal.see("hit Breakpoint 1")
        terminal.type("backtrace 1\n")
        terminal.see("#0 ")
        terminal.type("delete\ndetach\n")
        terminal.see("detached")
        terminal.type("quit\n")
        terminal.see("as asked")
        assert terminal.process.wait(ENDS_WITHIN_S) == 0


@needs_gdb
def test_a_debugger_need_have_no_terminal(
    radio: Radio, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBWEAVER_BIN", str(path_of("orbweaver-run").parent))
    debugger = "gdb -nx -batch -ex detach"
    words = ["run", str(radio.sad), "--debug", "rx", "--debugger", debugger, "--seconds", "0"]
    assert run_command(words) == 0
    assert "detached" in capfd.readouterr().out


def test_a_component_that_is_not_there_is_refused(
    radio: Radio, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBWEAVER_BIN", str(path_of("orbweaver-run").parent))
    assert run_command(["run", str(radio.sad), "--debug", "ax", "--debugger", "true"]) == 2
    assert capfd.readouterr().err == (
        "orbweaver: --debug ax: no such component; choose from rx, tx\n"
    )


def test_a_debugger_that_is_not_there_is_refused_before_anything_runs(
    radio: Radio, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["run", str(radio.sad), "--debug", "rx", "--debugger", "no-such-debugger -q"]
    assert run_command(words) == 2
    assert capfd.readouterr().err == (
        "orbweaver: there is no program 'no-such-debugger'; install it (of Debian: apt install "
        "gdb), or name another one with --debugger\n"
    )
