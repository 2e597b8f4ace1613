# SPDX-License-Identifier: Apache-2.0
"""The program orbweaver-run, or one like it: started, read on both pipes, ended by handing on
signals.

It is in a session of its own, so that Ctrl-C reaches this tool alone, which hands it on once. If
this tool dies, the kernel ends the domain, and with it, by its guard, every component.
"""

import contextlib
import os
import select
import signal
import subprocess
from collections.abc import Callable, Generator, Sequence
from types import FrameType

from orbweaver.model.events import shown
from orbweaver.problems import BadInput, JobFailed
from orbweaver.run.end_with_this_tool import end_with_this_tool
from orbweaver.run.lines import LineReader, LineTooLong

HANDED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR2)
MOST_OF_A_MESSAGE = 2000
NAME = "orbweaver-run"


class DomainProgram:
    """One run of the program. `interrupted`: it was asked to end by a signal.

    `interrupts` says whether Ctrl-C is for the program: another one may have the terminal
    meanwhile.
    """

    def __init__(
        self,
        command: Sequence[str],
        interrupts: Callable[[], bool] = lambda: True,
    ) -> None:
        self.interrupted = False
        self._interrupts = interrupts
        lines, far_end = os.pipe()
        try:
            self._popen = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=far_end, stderr=subprocess.PIPE,
                bufsize=0, start_new_session=True, preexec_fn=end_with_this_tool,  # noqa: PLW1509
            )  # fmt: skip
        except OSError as problem:
            os.close(lines)
            raise BadInput(f"cannot start {command[0]}: {problem.strerror}") from None
        finally:
            os.close(far_end)
        assert self._popen.stderr
        self._output = LineReader(lines)
        self._errors = LineReader(os.dup(self._popen.stderr.fileno()))
        self._popen.stderr.close()

    def read(self, on_line: Callable[[bytes], None], on_message: Callable[[str], None]) -> int:
        """Hand on each line as it comes, until the program has ended; gives its status.

        The program prints what it reports first as a line, then in words on standard error. Read
        the other way round, the line is always handed on before its words.
        """
        readers = (self._errors, self._output)
        try:
            while any(reader.open for reader in readers):
                select.select([reader.fd for reader in readers if reader.open], [], [])
                messages, lines = [list(reader.read()) for reader in readers]
                for line in lines:
                    on_line(line)
                for message in messages:
                    on_message(self._message(message))
        except LineTooLong:
            raise JobFailed(f"{NAME} printed a line without an end") from None
        return self._popen.wait()

    @contextlib.contextmanager
    def handing_on(self) -> Generator[None]:
        """Signals to this tool go to the program; it ends in order, and at once at the second."""

        def hand_on(number: int, _: FrameType | None) -> None:
            if number == signal.SIGINT and not self._interrupts():
                return
            self.interrupted = True
            self.send(number)

        before = {number: signal.signal(number, hand_on) for number in HANDED_ON}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def send(self, number: int) -> None:
        """A signal to the program, unless it has ended."""
        if self._popen.poll() is None:
            self._popen.send_signal(number)

    def close(self) -> None:
        """End it if it still runs: its guard ends what it started."""
        if self._popen.poll() is None:
            self._popen.kill()
        self._popen.wait()
        self._output.close()
        self._errors.close()

    def _message(self, line: bytes) -> str:
        return as_message(line.removeprefix(f"{NAME}: ".encode()))


def as_message(text: bytes | str) -> str:
    """What a program says in words, as it is handed on: one line, and not too long."""
    return shown(text, MOST_OF_A_MESSAGE)


def note_failure(failures: list[str], line: str) -> None:
    """Add what a program reports as a failure, once, in the form of its words on standard error."""
    text = as_message(line)
    if text not in failures:
        failures.append(text)
