# SPDX-License-Identifier: Apache-2.0
"""A program that prints a JSON object a line until SIGTERM, as the core framework's daemons do."""

import contextlib
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from orbweaver.model.events import Garbage, parse_object, shown
from orbweaver.problems import JobFailed
from orbweaver.run.line_program import LineProgram

WITH_THIS_PROCESS = ("setpriv", "--pdeathsig", "KILL")
"""What else it started ends by its own guard."""


class Daemon:
    """One program; it does not outlive this process."""

    def __init__(
        self, program: Path, arguments: Sequence[str], wrapper: Sequence[str] = ()
    ) -> None:
        self.name = program.name
        self._program = LineProgram(
            self.name, [*wrapper, *WITH_THIS_PROCESS, str(program), *arguments]
        )

    def await_line(self, seconds: float, **wanted: object) -> dict[str, object]:
        """The next line that has these members; raises JobFailed if none comes in time."""
        deadline = time.monotonic() + seconds
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                raise JobFailed(f"{self.name} printed no line with {wanted} within {seconds:g} s")
            line = self._program.line(left)
            try:
                found = parse_object(line)
            except Garbage:
                raise JobFailed(f"{self.name} printed no JSON but {shown(line)}") from None
            if found.get("event") == "failure":
                raise JobFailed(f"{self.name}: {found.get('line')}")
            if wanted.items() <= found.items():
                return found

    def close(self) -> None:
        """End it by SIGTERM, and by SIGKILL if that does not do."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._program.pid, signal.SIGTERM)
        self._program.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
