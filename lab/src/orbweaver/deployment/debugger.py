# SPDX-License-Identifier: Apache-2.0
"""A debugger in this terminal, attached to a component that waits for it."""

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path

from orbweaver.problems import BadInput

DEFAULT = "gdb"


@dataclass
class Debugger:
    """`command`: how it is started; what it is to be attached to is added as `-p PROCESS`."""

    command: str = DEFAULT
    started: subprocess.Popen[bytes] | None = None

    def check(self) -> None:
        """Raises BadInput if it is not there: a component would wait for it for ever."""
        try:
            words = shlex.split(self.command)
        except ValueError as problem:
            raise BadInput(f"--debugger '{self.command}': {problem}") from None
        if not words:
            raise BadInput("--debugger names no program; leave it out for gdb")
        if shutil.which(words[0]) is None:
            raise BadInput(
                f"there is no program '{words[0]}'; install it (of Debian: apt install gdb), or "
                "name another one with --debugger"
            )

    def attach(self, process: int) -> None:
        """Starts it, on the terminal of this tool."""
        self.started = subprocess.Popen(self.words(process))
        threading.Thread(target=self._let_go, args=(self.started, process), daemon=True).start()

    def words(self, process: int) -> list[str]:
        """The command that attaches it.

        The file of a program may be gone, or another one, while the program runs: a device copies
        a file again that was built just before. Of the name gdb would find no symbols then, and
        no breakpoint; /proc/PROCESS/exe is the program itself.
        """
        words = shlex.split(self.command)
        program = [f"/proc/{process}/exe"] if Path(words[0]).name == "gdb" else []
        return [*words, *program, "-p", str(process)]

    @staticmethod
    def _let_go(debugger: subprocess.Popen[bytes], process: int) -> None:
        """A component does not see a debugger that leaves before it has run."""
        debugger.wait()
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGCONT)

    @property
    def is_there(self) -> bool:
        """Whether it runs: then Ctrl-C is for it."""
        return self.started is not None and self.started.poll() is None

    def wait(self) -> None:
        """For its end, which its user decides."""
        if self.started is not None:
            self.started.wait()
