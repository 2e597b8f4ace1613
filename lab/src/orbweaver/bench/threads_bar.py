"""The bars on many threads of one client that call through one reference, over one connection.

omniORB opens up to five connections to a server, and has one call under way on each. Here it has
one, as ours (`ORBmaxGIOPConnectionPerServer=1`): its threads take turns, call by call
(docs/benchmarks.md).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from orbweaver.bench.bars import Effort, Row
from orbweaver.bench.beside import OMNIORB
from orbweaver.bench.clients_bar import ANYWHERE, STARTS
from orbweaver.bench.ratios import interleave, ratios, spread
from orbweaver.model.peer import OURS
from orbweaver.problems import Problem
from orbweaver.run.answer import parse_answer
from orbweaver.run.pair import Pair, Place, open_pair
from orbweaver.run.peer_programs import missing_bench

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
        """What cannot be measured is a missed bar with its reason."""
        absent = missing_bench(OMNIORB, bin_folder)
        if absent:
            return self._row(reason=f"the peer {absent.peer} is missing: {absent.reason}")
        own: list[float] = []
        others: list[float] = []
        try:
            for _ in range(STARTS):
                theirs, ours = self._start(effort, bin_folder)
                others.extend(theirs)
                own.extend(ours)
        except Problem as problem:
            return self._row(reason=str(problem))
        return self._row(own, others)

    def _start(self, effort: Effort, bin_folder: Path | None) -> list[list[float]]:
        beside = Place(
            WAYS[self.transport], ANYWHERE, bin_folder, client_environment=self.against_environment
        )
        with (
            open_pair(OMNIORB, beside) as others,
            open_pair(OURS, Place(self.transport, ANYWHERE, bin_folder)) as ours,
        ):
            blocks = [self._block(pair, effort) for pair in (others, ours)]
            for warm in blocks:
                warm()
            return interleave(blocks, max(effort.repetitions // STARTS, 1))

    def _block(self, pair: Pair, effort: Effort) -> Callable[[], float]:
        command = {"case": "together", "bytes": 0, "threads": self.number,
                   "calls": effort.calls(CALLS), "warm_up": effort.calls(WARM_UP)}  # fmt: skip
        return lambda: parse_answer(pair.client.name, pair.client.ask(command)).per_second

    def _row(
        self, own: list[float] | None = None, others: list[float] | None = None, reason: str = ""
    ) -> Row:
        if not own or not others:
            return Row(self.name, ANYWHERE.name, "at least", self.least, unit="calls/s",
                       against=OMNIORB, reason=reason)  # fmt: skip
        return Row(self.name, ANYWHERE.name, "at least", self.least, spread(ratios(own, others)),
                   "calls/s", spread(own), spread(others), OMNIORB)  # fmt: skip


def threads_bars() -> list[ThreadsBar]:
    """Each number of threads over each transport."""
    return [ThreadsBar(number, way) for way in WAYS for number in NUMBERS]
