# SPDX-License-Identifier: Apache-2.0
"""The bars on several clients that call one object, or one each, at the same time, over tcp."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from orbweaver.bench.bars import Effort, Row
from orbweaver.bench.beside import OMNIORB
from orbweaver.bench.rates_bar import ANYWHERE, STARTS, Block, RatesBar, rates_in_turns
from orbweaver.bench.ratios import spread
from orbweaver.model.peer import LIMIT, OURS
from orbweaver.problems import Problem
from orbweaver.run.many_clients import ManyClients, Together
from orbweaver.run.pair import Place

NUMBERS = (1, 2, 4, 8, 16, 64)
FAIR_AMONG = 16
CALLS = 20_000
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
        entry = " each" if self.apart else ""
        return (
            f"{clients} of one object{entry}, {self.threading}: calls a second ÷ {self.against}'s"
        )

    def measure(self, effort: Effort, bin_folder: Path | None) -> Row:
        """As a row of the table; both have the same threading."""
        bar = RatesBar(self.name, self.against, self.least)
        return bar.measure(lambda: self._start(effort, bin_folder), bin_folder)

    def _start(self, effort: Effort, bin_folder: Path | None) -> list[list[float]]:
        objects = self.number if self.apart else 1
        with (
            _open(self.against, self.threading, bin_folder, objects) as others,
            _open(OURS, self.threading, bin_folder, objects) as ours,
        ):
            blocks = [_block(other, self.number, effort) for other in (others, ours)]
            return rates_in_turns(blocks, effort)


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


def _block(clients: ManyClients, number: int, effort: Effort) -> Block:
    clients.grow_to(number)
    return lambda: clients.ask(number, effort.calls(CALLS)).calls_per_second
