# SPDX-License-Identifier: Apache-2.0
"""A server and more and more clients of its objects, each a process with one connection."""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from orbweaver.run.answer import Measured, parse_answer
from orbweaver.run.bench_program import BenchProgram
from orbweaver.run.pair import Place, open_client, open_pair

FEWEST_CALLS = 50
WARM_UP = 50


@dataclass(frozen=True)
class Together:
    """Calls of several clients that called at the same time."""

    answers: Sequence[Measured]
    """one of each client"""
    seconds: float
    """from the first command to the last answer, so that their warm-up counts, too"""

    @property
    def calls_per_second(self) -> float:
        """Of all clients."""
        return sum(one.calls + WARM_UP for one in self.answers) / self.seconds


class ManyClients:
    """Begins with one client. Raises BadInput, Refused, JobFailed, as `open_pair` does.

    The clients take the server's objects by turns: as many as there are objects have one each.
    """

    def __init__(self, orb: str, place: Place, objects: int = 1) -> None:
        self._orb, self._place = orb, _with_objects(place, objects)
        self._stack = ExitStack()
        pair = self._stack.enter_context(open_pair(orb, self._place))
        self._references = pair.server.references
        self._programs: list[BenchProgram] = [pair.client]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    @property
    def first_calls_us(self) -> list[float]:
        """What each client's first call took, connection included; `raw` makes none."""
        return [one.first_call_ns / 1000 for one in self._programs if one.first_call_ns > 0]

    def grow_to(self, number: int) -> None:
        """Start clients until there are so many."""
        while len(self._programs) < number:
            reference = self._references[len(self._programs) % len(self._references)]
            client = open_client(self._orb, self._place, reference)
            self._programs.append(self._stack.enter_context(client))

    def ask(self, number: int, calls: int) -> Together:
        """`calls` of the first so many clients together, at the same time; the others rest."""
        entry = max(calls // number, FEWEST_CALLS)
        command = {"case": "twoway", "bytes": 64, "reply_bytes": 24, "calls": entry,
                   "warm_up": WARM_UP}  # fmt: skip
        calling = self._programs[:number]
        begun = time.monotonic()
        for one in calling:
            one.give(command)
        answers = [parse_answer(one.name, one.answer()) for one in calling]
        return Together(answers, time.monotonic() - begun)


def _with_objects(place: Place, number: int) -> Place:
    """A server of one object is not asked for it: not every peer knows the option."""
    if number == 1:
        return place
    return replace(place, server_options=(*place.server_options, "--objects", str(number)))
