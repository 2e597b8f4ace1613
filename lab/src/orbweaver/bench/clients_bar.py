"""The bars on several clients that call one object, or one each, at the same time, over tcp."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from orbweaver.bench.bars import Effort, Row
from orbweaver.bench.beside import OMNIORB
from orbweaver.bench.ratios import interleave, ratios, spread
from orbweaver.model.peer import LIMIT, OURS
from orbweaver.problems import Problem
from orbweaver.run.many_clients import ManyClients, Together
from orbweaver.run.pair import Pinning, Place
from orbweaver.run.peer_programs import missing_bench

NUMBERS = (1, 2, 4, 8, 16, 64)
FAIR_AMONG = 16
CALLS = 20_000
STARTS = 3
"""Which programs share a processor is the system's choice, and stays so until they start anew."""
ANYWHERE = Pinning("anywhere", None, None)
THREADINGS = ("per-connection", "pool")


@dataclass(frozen=True)
class ClientsBar:
    """So many clients; ours against the other's, both with this threading if they have a choice."""

    number: int
    threading: str
    against: str
    least: float
    apart: bool = False
    """each client calls an object of its own, all in the same server"""

    @property
    def name(self) -> str:
        """Of the row."""
        clients = "1 client" if self.number == 1 else f"{self.number} clients"
        each = " each" if self.apart else ""
        return f"{clients} of one object{each}, {self.threading}: calls a second ÷ {self.against}'s"

    def measure(self, effort: Effort, bin_folder: Path | None) -> Row:
        """What cannot be measured is a missed bar with its reason."""
        absent = missing_bench(self.against, bin_folder)
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
        objects = self.number if self.apart else 1
        with (
            _open(self.against, self.threading, bin_folder, objects) as others,
            _open(OURS, self.threading, bin_folder, objects) as ours,
        ):
            blocks = [_block(each, self.number, effort) for each in (others, ours)]
            for warm in blocks:
                warm()
            return interleave(blocks, max(effort.repetitions // STARTS, 1))

    def _row(
        self, own: list[float] | None = None, others: list[float] | None = None, reason: str = ""
    ) -> Row:
        if not own or not others:
            return Row(self.name, ANYWHERE.name, "at least", self.least, unit="calls/s",
                       against=self.against, reason=reason)  # fmt: skip
        return Row(self.name, ANYWHERE.name, "at least", self.least, spread(ratios(own, others)),
                   "calls/s", spread(own), spread(others), self.against)  # fmt: skip


def clients_bars() -> list[ClientsBar]:
    """Against omniORB in both threadings; against the limit, a thread for each connection."""
    return [*_bars(NUMBERS, apart=False), *_bars(NUMBERS[1:], apart=True)]


def _bars(numbers: Sequence[int], apart: bool) -> list[ClientsBar]:
    return [
        *(ClientsBar(n, way, OMNIORB, 1.0, apart) for way in THREADINGS for n in numbers),
        *(ClientsBar(n, THREADINGS[0], LIMIT, 0.85, apart) for n in numbers),
    ]


FAIRNESS = f"slowest ÷ mean of {FAIR_AMONG} clients of one object"
LEAST_FAIR = 0.8


def measure_fairness(effort: Effort, bin_folder: Path | None) -> Row:
    """What the slowest client gets, a thread for each connection."""
    shares: list[float] = []
    try:
        for _ in range(STARTS):
            with _open(OURS, THREADINGS[0], bin_folder) as clients:
                clients.grow_to(FAIR_AMONG)
                for _ in range(max(effort.repetitions // STARTS, 1)):
                    shares.append(share_of_slowest(clients.ask(FAIR_AMONG, effort.calls(CALLS))))
    except Problem as problem:
        return Row(FAIRNESS, ANYWHERE.name, "at least", LEAST_FAIR, reason=str(problem))
    return Row(FAIRNESS, ANYWHERE.name, "at least", LEAST_FAIR, spread(shares))


def share_of_slowest(together: Together) -> float:
    """Its calls in a second, over the mean of all clients'."""
    rates = [one.per_second for one in together.answers]
    return min(rates) * len(rates) / sum(rates)


def _open(orb: str, threading: str, bin_folder: Path | None, objects: int = 1) -> ManyClients:
    if orb == LIMIT:  # its connections have no object in common
        return ManyClients(orb, Place("tcp", ANYWHERE, bin_folder))
    options = ("--threading", threading)
    return ManyClients(orb, Place("tcp", ANYWHERE, bin_folder, server_options=options), objects)


def _block(clients: ManyClients, number: int, effort: Effort) -> Callable[[], float]:
    clients.grow_to(number)
    return lambda: clients.ask(number, effort.calls(CALLS)).calls_per_second
