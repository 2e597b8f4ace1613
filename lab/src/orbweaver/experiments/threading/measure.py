# SPDX-License-Identifier: Apache-2.0
"""Calls over 1 to 64 connections, read by a thread each or by a pool (paper 3, section 4.4)."""

from statistics import fmean, median

from orbweaver.model.peer import LIMIT, peers
from orbweaver.model.schema import StudyRow
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.run.many_clients import ManyClients, Together
from orbweaver.run.pair import Pinning, Place
from orbweaver.studies.measurement import Measurement
from orbweaver.studies.packets.push import summary_us

TRANSPORT = "tcp"
CONNECTIONS, QUICK_CONNECTIONS = (1, 2, 4, 8, 16, 32, 64), (1, 4, 16)
VIRTUAL_MACHINES, QUICK_VIRTUAL_MACHINES = 16, 4
"""Clients at most that are virtual machines, which take memory and seconds to warm up."""
CALLS, QUICK_CALLS = 20_000, 3_000
"""In all connections together."""
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
        with ManyClients(orb, place) as clients:
            for number in numbers:
                progress(f"{threading}, {number} connections")
                clients.grow_to(number)
                at: StudyRow = {"threading": threading, "connections": number}
                rows.append({**at, "calling": "one", **figures(clients.ask(1, calls))})
                rows.append({**at, "calling": "all", **figures(clients.ask(number, calls))})
            if clients.first_calls_us:
                rows.append({"threading": threading, **first_call_row(clients.first_calls_us)})
    return Measurement({"transport": TRANSPORT, "calls": calls}, rows)


def figures(found: Together) -> StudyRow:
    """The times of the client in the middle, the slowest call of all, and all calls together."""
    summaries = sorted((one.ns for one in found.answers if one.ns), key=lambda ns: ns.p50)
    return {
        "call_us": summary_us(summaries[len(summaries) // 2]),
        "slowest_call_us": max(ns.max for ns in summaries) / 1000,
        "calls_per_second": found.calls_per_second,
    }


def first_call_row(values_us: list[float]) -> StudyRow:
    """One of each client."""
    summary = {
        "count": len(values_us), "min": min(values_us), "mean": fmean(values_us),
        "p50": median(values_us), "max": max(values_us),
    }  # fmt: skip
    return {"calling": "first", "first_call_us": summary, "samples_us": values_us}
