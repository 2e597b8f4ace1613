# SPDX-License-Identifier: Apache-2.0
"""A bench program (peers/CONTRACT.md): started, asked one command at a time, ended."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from orbweaver.model.events import Garbage, parse_object, shown
from orbweaver.problems import JobFailed
from orbweaver.run.line_program import LineProgram, ProgramEnded

START_SECONDS = 20.0
ANSWER_SECONDS = 120.0


class Refused(JobFailed):
    """The program says that it cannot do this: it has no such transport, case or size."""


class BenchProgram:
    """One program that lives on between commands, so that blocks of several can be interleaved."""

    def __init__(
        self,
        program: Path,
        arguments: list[str],
        environment: Mapping[str, str] | None = None,
        wrapper: Sequence[str] = (),
    ) -> None:
        self.name = program.name
        self._program = LineProgram(self.name, [*wrapper, str(program), *arguments], environment)
        try:
            ready = self._read("ready", START_SECONDS)
            self.reference = str(ready.get("reference", ""))
            self.references = _texts(ready.get("references")) or [self.reference]
            self.first_call_ns = float(str(ready.get("first_call_ns", "nan")))
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The process id, until `close`."""
        return self._program.pid

    def ask(self, command: Mapping[str, object]) -> dict[str, object]:
        """Give one command and wait for its answer; raises Refused, JobFailed."""
        self.give(command)
        return self.answer()

    def give(self, command: Mapping[str, object]) -> None:
        """Give one command and go on: others may be given theirs before `answer`."""
        self._program.tell(json.dumps(command).encode())

    def answer(self) -> dict[str, object]:
        """Wait for the answer to the command that was given; raises Refused, JobFailed."""
        return self._read("measured", ANSWER_SECONDS)

    def close(self) -> None:
        """End it, kindly at first; nothing that it started survives."""
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

    def _read(self, wanted: str, seconds: float) -> dict[str, object]:
        line = self._line(seconds)
        try:
            answer = parse_object(line)
        except Garbage as problem:
            raise JobFailed(f"{self.name} printed {problem}") from None
        if answer.get("event") == "error":
            raise Refused(f"{self.name}: {answer.get('error')}")
        if answer.get("event") != wanted:
            raise JobFailed(f"{self.name} printed no '{wanted}' line but {shown(line)}")
        return answer

    def _line(self, seconds: float) -> bytes:
        try:
            return self._program.line(seconds)
        except ProgramEnded as end:
            if end.status != 2:
                raise
            why = end.words or "it refused its options, and said nothing"
            raise Refused(f"{self.name}: {why}") from None


def _texts(values: object) -> list[str]:
    """Those of a list; of what is none, none."""
    return [str(one) for one in values] if isinstance(values, list) else []  # pyright: ignore
