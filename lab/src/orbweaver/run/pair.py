# SPDX-License-Identifier: Apache-2.0
"""A bench server and client of a peer: where they run, and what they send."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from orbweaver.problems import BadInput
from orbweaver.run import giop, programs
from orbweaver.run.answer import Measured, parse_answer
from orbweaver.run.bench_program import BenchProgram
from orbweaver.run.giop import Payload, Shape
from orbweaver.run.peer_programs import missing_bench


@dataclass(frozen=True)
class Pinning:
    """Where client and server run; None: the system chooses."""

    name: str
    client: int | None
    server: int | None

    def options(self, side: int | None) -> list[str]:
        """As a bench program takes it."""
        return [] if side is None else ["--cpus", str(side)]


def pinnings(cpus: list[int]) -> list[Pinning]:
    """Both pinnings that these processors allow."""
    same = Pinning("same core", cpus[0], cpus[0])
    return [same] if len(cpus) < 2 else [same, Pinning("across cores", cpus[0], cpus[1])]


@dataclass(frozen=True)
class Message:
    """What is sent: the case, and its payload."""

    case: str
    bytes: int = 0
    payload: Payload = "octets"
    shape: Shape = "sequence"
    every_us: int = 0
    """a call begins each so many microseconds; 0: as soon as the last one has its answer"""


@dataclass
class Pair:
    """A server and its client, both running."""

    peer: str
    server: BenchProgram
    client: BenchProgram
    key_bytes: int = 0
    """of the ORB that `raw` stands beside: it carries the same bytes"""

    def ask(
        self, message: Message, calls: int, warm_up: int = 0, batch: int = 1, keep: int = 0
    ) -> Measured:
        """Measure one block; `keep`: so many single times, of packets to a port."""
        answer = self.client.ask(
            {**self._sizes(message), "case": message.case, "calls": calls, "warm_up": warm_up,
             "batch": batch, **({"keep": keep} if keep else {}),
             **({"every_us": message.every_us} if message.every_us else {})}
        )  # fmt: skip
        return parse_answer(self.client.name, answer)

    def close(self) -> None:
        """End both."""
        self.client.close()
        self.server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _sizes(self, message: Message) -> dict[str, object]:
        kind = "twoway" if message.case in ("first", "second") else message.case
        if not self.key_bytes or kind not in ("twoway", "oneway"):
            shape = {} if message.shape == "sequence" else {"shape": message.shape}
            return {"bytes": message.bytes, "payload": message.payload, **shape}
        return {
            "bytes": giop.request_bytes(
                self.key_bytes, kind, message.bytes, message.payload, message.shape
            ),
            "reply_bytes": giop.REPLY_BYTES,
        }


@dataclass(frozen=True)
class Place:
    """Where a pair runs, and over what it sends."""

    transport: str
    pinning: Pinning
    bin: Path | None = None
    client_options: tuple[str, ...] = ()
    server_options: tuple[str, ...] = ()
    client_environment: Mapping[str, str] = field(default_factory=dict[str, str])
    server_environment: Mapping[str, str] = field(default_factory=dict[str, str])
    client_wrapper: tuple[str, ...] = ()
    """a program, and its options, that runs the client"""
    server_wrapper: tuple[str, ...] = ()


def open_pair(peer: str, place: Place, key_bytes: int = 0) -> Pair:
    """Start a peer's server and client; raises BadInput, Refused, JobFailed."""
    missing = missing_bench(peer, place.bin)
    if missing:
        raise BadInput(f"the peer {peer} is missing: {missing.reason}")
    pinning = place.pinning
    server = BenchProgram(
        programs.locate(f"{peer}-bench-server", place.bin),
        ["--transport", place.transport, *pinning.options(pinning.server), *place.server_options],
        place.server_environment,
        place.server_wrapper,
    )
    try:
        client = open_client(peer, place, server.reference)
    except BaseException:
        server.close()
        raise
    return Pair(peer, server, client, key_bytes)


def open_client(peer: str, place: Place, reference: str) -> BenchProgram:
    """Start one more client of a server; raises BadInput, Refused, JobFailed."""
    pinning = place.pinning
    return BenchProgram(
        programs.locate(f"{peer}-bench-client", place.bin),
        ["--transport", place.transport, "--reference", reference,
         *pinning.options(pinning.client), *place.client_options],
        place.client_environment,
        place.client_wrapper,
    )  # fmt: skip
