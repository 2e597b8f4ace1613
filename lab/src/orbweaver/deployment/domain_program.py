"""The program orbweaver-domain: started, read on both pipes, ended by handing on signals.

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

HANDED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
MOST_OF_A_MESSAGE = 2000
NAME = "orbweaver-domain"


class DomainProgram:
    """One run of the program. `interrupted`: it was asked to end by a signal."""

    def __init__(self, command: Sequence[str]) -> None:
        self.interrupted = False
        try:
            self._popen = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                bufsize=0, start_new_session=True, preexec_fn=end_with_this_tool,  # noqa: PLW1509
            )  # fmt: skip
        except OSError as problem:
            raise BadInput(f"cannot start {command[0]}: {problem.strerror}") from None
        assert self._popen.stdout and self._popen.stderr
        self._output = LineReader(os.dup(self._popen.stdout.fileno()))
        self._errors = LineReader(os.dup(self._popen.stderr.fileno()))
        self._popen.stdout.close()
        self._popen.stderr.close()

    def read(self, on_line: Callable[[bytes], None], on_message: Callable[[str], None]) -> int:
        """Hand on each line as it comes, until the program has ended; gives its status.

        The program prints what it reports first as a line of standard output, then in words on
        standard error. Read the other way round, the line is always handed on before its words.
        """
        readers = (self._errors, self._output)
        try:
            while any(reader.open for reader in readers):
                select.select([reader.fd for reader in readers if reader.open], [], [])
                messages, lines = [list(reader.read()) for reader in readers]
                for line in lines:
                    on_line(line)
                for message in messages:
                    on_message(_message(message))
        except LineTooLong:
            raise JobFailed(f"{NAME} printed a line without an end") from None
        return self._popen.wait()

    @contextlib.contextmanager
    def handing_on(self) -> Generator[None]:
        """Signals to this tool go to the program; it ends in order, and at once at the second."""

        def hand_on(number: int, _: FrameType | None) -> None:
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


def _message(line: bytes) -> str:
    return shown(line, MOST_OF_A_MESSAGE).removeprefix(f"{NAME}: ")
