# SPDX-License-Identifier: Apache-2.0
"""The bars of ports: what a packet from port to port costs beside a bare call of the ORB.

Both go to the same server program from the same client program, with the same payload and policies;
the ports keep their statistics.
"""

from dataclasses import dataclass
from itertools import product
from pathlib import Path

from orbweaver.bench.bars import EIGHT_KIB, Bar, Row
from orbweaver.bench.path import Mode, PathRow, measure_path
from orbweaver.bench.ratios import spread
from orbweaver.run.pair import Message, Pinning

PORTS = "orbweaver-ports"
"""whose bench programs these are"""
TRANSPORTS = ("unix", "tcp", "shm")
MODES = ("twoway", "ordered")
SIZES = (0, EIGHT_KIB, 8 * EIGHT_KIB)
FAN_OUT = 4
EMPTY_BAR, FULL_BAR, METADATA_BAR, FAN_OUT_BAR = 1.05, 1.02, 1.02, 4.2


@dataclass(frozen=True)
class Way:
    """How a packet goes, and what it holds."""

    mode: str
    transport: str
    size: int

    def __str__(self) -> str:
        size = f"{self.size // 1024} KiB" if self.size else "empty"
        return f"{self.mode} {size}"


def port_bars() -> list[Bar]:
    """All bars that are ratios: port to port by mode, transport and size, metadata, fan-out."""
    ways = [Way(*way) for way in product(MODES, TRANSPORTS, SIZES)]
    return [*map(_port, ways),
            *(_metadata(way) for way in ways if way.size == EIGHT_KIB),
            *(_fan_out(way) for way in ways if way.size <= EIGHT_KIB)]  # fmt: skip


def _port(way: Way) -> Bar:
    name = f"{way}: port to port ÷ bare call, {way.transport}"
    return _bar(name, way, FULL_BAR if way.size else EMPTY_BAR, ("port", "bare"))


def _metadata(way: Way) -> Bar:
    name = f"{way}: metadata given ÷ not given, {way.transport}"
    return _bar(name, way, METADATA_BAR, ("said", "port"))


def _fan_out(way: Way) -> Bar:
    name = f"{way}: one port to {FAN_OUT} ÷ to one, {way.transport}"
    return _bar(name, way, FAN_OUT_BAR, ("fan", "port"))


def _bar(name: str, way: Way, bar: float, cases: tuple[str, str]) -> Bar:
    ours, other = (Message(f"{case}-{way.mode}", way.size, "doubles") for case in cases)
    return Bar(name, ours, way.transport, "at most", bar, calls=3000, against=PORTS, peer=PORTS,
               quantity="p50_ns" if way.mode == "twoway" else "ns_each",
               against_message=other)  # fmt: skip


def measure_allocations(
    mode: str, transport: str, pinning: Pinning, bin_folder: Path | None
) -> Row:
    """Allocations for each packet of 8 KiB, of the client and the server together.

    The least of three: a server that must wait for a processor starts threads for its pool, which
    are no part of a packet's way.
    """
    name = f"{mode} 8 KiB: allocations of a packet from port to port, {transport}"
    way = Mode(PORTS, f"port-{mode}", transport)
    rows = [measure_path(way, pinning, EIGHT_KIB, 2000, bin_folder) for _ in range(3)]
    found = [allocations_of(row) for row in rows if row.client and row.server]
    if not found:
        return Row(name, pinning.name, "at most", 0, reason=rows[0].reason or "nothing was counted")
    return Row(name, pinning.name, "at most", 0, spread([min(found)]))


def allocations_of(row: PathRow) -> float:
    """Of both sides, to a hundredth: a buffer that grows once is no steady state."""
    return round(sum(side.allocations for side in (row.client, row.server) if side), 2)
