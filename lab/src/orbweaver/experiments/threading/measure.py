"""Calls over 1 to 64 connections, read by a thread each or by a pool (paper 3, section 4.4)."""

import time
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import fmean, median

from orbweaver.model.peer import LIMIT, peers
from orbweaver.model.schema import StudyRow
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.run.answer import Measured, parse_answer
from orbweaver.run.bench_program import BenchProgram
from orbweaver.run.pair import Pinning, Place, open_client, open_pair
from orbweaver.studies.measurement import Measurement
from orbweaver.studies.packets.push import summary_us

TRANSPORT = "tcp"
CONNECTIONS, QUICK_CONNECTIONS = (1, 2, 4, 8, 16, 32, 64), (1, 4, 16)
VIRTUAL_MACHINES, QUICK_VIRTUAL_MACHINES = 16, 4
"""Clients at most that are virtual machines, which take memory and seconds to warm up."""
CALLS, QUICK_CALLS = 20_000, 3_000
"""In all connections together."""
FEWEST_CALLS = 50
WARM_UP = 50
ANYWHERE = Pinning("anywhere", None, None)


def threadings_of(orb: str) -> tuple[str, ...]:
    """How its server may read connections."""
    return peers()[orb].threadings


def connections_of(orb: str, settings: Settings) -> tuple[int, ...]:
    """More and more of them."""
    numbers = QUICK_CONNECTIONS if settings.quick else CONNECTIONS
    most = QUICK_VIRTUAL_MACHINES if settings.quick else VIRTUAL_MACHINES
    return tuple(number for number in numbers if number <= most or not peers()[orb].virtual_machine)


def measure(orb: str, settings: Settings, progress: Progress) -> Measurement:
    """Both ways to read connections, with more and more connections; each is a process."""
    calls, numbers = QUICK_CALLS if settings.quick else CALLS, connections_of(orb, settings)
    rows: list[StudyRow] = []
    for threading in threadings_of(orb):
        options = () if orb == LIMIT else ("--threading", threading)
        place = Place(TRANSPORT, ANYWHERE, settings.bin, server_options=options)
        with _Clients(orb, place) as clients:
            for number in numbers:
                progress(f"{threading}, {number} connections")
                clients.grow_to(number)
                at: StudyRow = {"threading": threading, "connections": number}
                rows.append({**at, "calling": "one", **clients.ask(1, calls)})
                rows.append({**at, "calling": "all", **clients.ask(number, calls)})
            if clients.first_calls_us:
                rows.append({"threading": threading, **first_call_row(clients.first_calls_us)})
    return Measurement({"transport": TRANSPORT, "calls": calls}, rows)


class _Clients:
    """A server, and more and more clients, each a process with one connection."""

    def __init__(self, orb: str, place: Place) -> None:
        self._orb, self._place = orb, place
        self._stack = ExitStack()
        pair = self._stack.enter_context(open_pair(orb, place))
        self._reference = pair.server.reference
        self._programs: list[BenchProgram] = [pair.client]

    def __enter__(self) -> "_Clients":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def first_calls_us(self) -> list[float]:
        """What each client's first call took, connection included; `raw` makes none."""
        return [one.first_call_ns / 1000 for one in self._programs if one.first_call_ns > 0]

    def grow_to(self, number: int) -> None:
        """Start clients until there are so many."""
        while len(self._programs) < number:
            client = open_client(self._orb, self._place, self._reference)
            self._programs.append(self._stack.enter_context(client))

    def ask(self, number: int, calls: int) -> StudyRow:
        """Calls of the first so many clients at the same time; the others rest, connected."""
        each = max(calls // number, FEWEST_CALLS)
        command = {"case": "twoway", "bytes": 64, "reply_bytes": 24, "calls": each,
                   "warm_up": WARM_UP}  # fmt: skip
        calling = self._programs[:number]
        begun = time.monotonic()
        for one in calling:
            one.give(command)
        answers = [parse_answer(one.name, one.answer()) for one in calling]
        return figures(answers, time.monotonic() - begun)


def figures(found: Sequence[Measured], seconds: float) -> StudyRow:
    """The times of the client in the middle, the slowest call of all, and all calls together.

    `seconds` are those from the first command to the last answer, so their warm-up counts too.
    """
    summaries = sorted((one.ns for one in found if one.ns), key=lambda ns: ns.p50)
    return {
        "call_us": summary_us(summaries[len(summaries) // 2]),
        "slowest_call_us": max(ns.max for ns in summaries) / 1000,
        "calls_per_second": sum(one.calls + WARM_UP for one in found) / seconds,
    }


def first_call_row(values_us: list[float]) -> StudyRow:
    """One of each client."""
    summary = {
        "count": len(values_us), "min": min(values_us), "mean": fmean(values_us),
        "p50": median(values_us), "max": max(values_us),
    }  # fmt: skip
    return {"calling": "first", "first_call_us": summary, "samples_us": values_us}
