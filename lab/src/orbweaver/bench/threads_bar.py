# SPDX-License-Identifier: Apache-2.0
"""The bars on many threads of one client that call through one reference, over one connection.

omniORB opens up to five connections to a server, and has one call under way on each. Here it has
one, as ours (`ORBmaxGIOPConnectionPerServer=1`): its threads take turns, call by call
(docs/verify/measurements/calls.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from orbweaver.bench.bars import Effort, Row
from orbweaver.bench.beside import OMNIORB
from orbweaver.bench.rates_bar import ANYWHERE, Block, RatesBar, rates_in_turns
from orbweaver.model.peer import OURS
from orbweaver.run.answer import parse_answer
from orbweaver.run.pair import Pair, Place, open_pair

NUMBERS = (1, 8, 64, 256, 512)
WAYS = {"tcp": "tcp", "unix": "unix", "shm": "unix"}
"""Ours, and omniORB's beside it, which has no shared memory."""
CALLS = 20_000
WARM_UP = 1_000
ONE_CONNECTION = {"ORBmaxGIOPConnectionPerServer": "1"}


@dataclass(frozen=True)
class ThreadsBar:
    """So many threads of one client."""

    number: int
    transport: str
    least: float = 1.0
    against_environment: Mapping[str, str] = field(default_factory=lambda: ONE_CONNECTION)
    """of omniORB's client"""

    @property
    def name(self) -> str:
        """Of the row."""
        threads = "1 thread" if self.number == 1 else f"{self.number} threads"
        against = f"{OMNIORB}'s"
        if WAYS[self.transport] != self.transport:
            against += f" over {WAYS[self.transport]}"
        return f"{threads} on one connection, {self.transport}: calls a second ÷ {against}"

    def measure(self, effort: Effort, bin_folder: Path | None) -> Row:
        """As a row of the table."""
        bar = RatesBar(self.name, OMNIORB, self.least)
        return bar.measure(lambda: self._start(effort, bin_folder), bin_folder)

    def _start(self, effort: Effort, bin_folder: Path | None) -> list[list[float]]:
        beside = Place(
            WAYS[self.transport], ANYWHERE, bin_folder, client_environment=self.against_environment
        )
        with (
            open_pair(OMNIORB, beside) as others,
            open_pair(OURS, Place(self.transport, ANYWHERE, bin_folder)) as ours,
        ):
            blocks = [self._block(pair, effort) for pair in (others, ours)]
            return rates_in_turns(blocks, effort)

    def _block(self, pair: Pair, effort: Effort) -> Block:
        command = {"case": "together", "bytes": 0, "threads": self.number,
                   "calls": effort.calls(CALLS), "warm_up": effort.calls(WARM_UP)}  # fmt: skip
        return lambda: parse_answer(pair.client.name, pair.client.ask(command)).per_second


def threads_bars() -> list[ThreadsBar]:
    """Each number of threads over each transport."""
    return [ThreadsBar(number, way) for way in WAYS for number in NUMBERS]
