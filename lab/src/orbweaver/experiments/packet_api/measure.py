# SPDX-License-Identifier: Apache-2.0
"""Packets between two hosts on links of 10, 100 and 1000 Mb/s (paper 4)."""

import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median, pstdev

from orbweaver.experiments.packet_api import nuttcp
from orbweaver.link.namespaces import ABSENT, Link, burst_bytes, linked, why_not
from orbweaver.model.peer import LIMIT
from orbweaver.model.schema import StudyRow
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.run.bench_program import BenchProgram
from orbweaver.run.pair import Message, Pair, Pinning, Place, open_pair
from orbweaver.studies.measurement import Measurement
from orbweaver.studies.packets.push import programs_missing, row_of

LINKS_MBIT = (10, 100, 1000)
TRAFFIC_SHARE = 0.1
"""Of the link, in each direction, for others."""
MOST_WARM_UP = 200
SMALLEST_FRAME = 66
"""Bytes of a TCP segment without content, link layer included."""
ANYWHERE = Pinning("anywhere", None, None)


@dataclass(frozen=True)
class Plan:
    """What is sent over each link."""

    sizes: tuple[int, ...]
    packets: int
    nuttcp_packets: int


@dataclass(frozen=True)
class Between:
    """A peer's programs at both ends of a link."""

    peer: str
    link: Link
    bin: Path | None


FULL = Plan(tuple(2**n for n in range(1, 19)), 100, 10)
QUICK = Plan((2, 16, 128, 512, 4096, 32768, 262144), 3, 1)


def check(orb: str, settings: Settings) -> str | None:
    """The programs, and the right to make hosts."""
    return programs_missing(orb, settings) or why_not()


def measure(orb: str, settings: Settings, progress: Progress) -> Measurement:
    """Each size over each link; with `raw` also nuttcp, if it is here."""
    plan = QUICK if settings.quick else FULL
    with_nuttcp = orb == LIMIT and nuttcp.is_here()
    rows: list[StudyRow] = []
    with linked(LINKS_MBIT[0]) as link:
        place = Between(orb, link, settings.bin)
        for mbit in LINKS_MBIT:
            link.shape(mbit)
            with other_traffic(link, mbit):
                rows += _pushed(place, progress, mbit, plan)
                if with_nuttcp:
                    rows += _by_nuttcp(progress, link, mbit, plan)
    messages = [nuttcp.MISSING] if orb == LIMIT and not with_nuttcp else []
    config = {"packets": plan.packets, "traffic_percent": round(100 * TRAFFIC_SHARE)}
    return Measurement(config, rows, messages)


@contextmanager
def other_traffic(link: Link, mbit: int) -> Generator[None]:
    """For as long as the context lasts, a tenth of the link each way."""
    with ExitStack() as stack:
        for seed, host in enumerate(link.hosts, 1):
            options = ["-m", "orbweaver.link.traffic", "--to", ABSENT,
                       "--mbit", str(mbit * TRAFFIC_SHARE), "--seed", str(seed)]  # fmt: skip
            program = BenchProgram(Path(sys.executable), options, wrapper=host.wrapper)
            stack.enter_context(program)
        yield


def _pushed(between: Between, progress: Progress, mbit: int, plan: Plan) -> list[StudyRow]:
    rows: list[StudyRow] = []
    with _between_hosts(between) as pair:
        for size in plan.sizes:
            progress(f"{mbit} Mb/s, {size} bytes")
            found = pair.ask(Message("packet", size), plan.packets, warm_up=warm_up(size, mbit))
            rows.append({"link_mbit": mbit, "payload": size, "sender": "own", **row_of(found)})
    return rows


def warm_up(size: int, mbit: int) -> int:
    """Packets that spend what the link saved while it rested: two bursts, if they are small."""
    return min(2 + 2 * burst_bytes(mbit) // (size + SMALLEST_FRAME), MOST_WARM_UP)


def _between_hosts(between: Between) -> Pair:
    link = between.link
    return open_pair(
        between.peer,
        Place(
            "tcp", ANYWHERE, between.bin,
            server_options=("--endpoint", f"giop:tcp:{link.far.address}:0"),
            client_wrapper=link.near.wrapper,
            server_wrapper=link.far.wrapper,
        ),
    )  # fmt: skip


def _by_nuttcp(progress: Progress, link: Link, mbit: int, plan: Plan) -> list[StudyRow]:
    rows: list[StudyRow] = []
    with nuttcp.served(link.far):
        for size in plan.sizes:
            progress(f"{mbit} Mb/s, {size} bytes, nuttcp")
            taken = [nuttcp.seconds_of_packet(link, size) * 1e6 for _ in range(plan.nuttcp_packets)]
            rows.append({"link_mbit": mbit, "payload": size, "sender": "nuttcp",
                         "packets_count": len(taken), "taken_us": _summary(taken)})  # fmt: skip
    return rows


def _summary(values: list[float]) -> dict[str, float]:
    """Of a few values: no tail that they could tell of."""
    return {
        "count": len(values), "min": min(values), "mean": fmean(values),
        "stddev": pstdev(values), "p50": median(values), "max": max(values),
    }  # fmt: skip
