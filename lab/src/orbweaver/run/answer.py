# SPDX-License-Identifier: Apache-2.0
"""What a bench program answers to a command (peers/CONTRACT.md)."""

from pydantic import BaseModel, ValidationError

from orbweaver.model.events import Summary
from orbweaver.problems import JobFailed


class Kept(BaseModel):
    """Single times: of each `every` consecutive packets the first, and the slowest."""

    every: int
    first_ns: list[float]
    slowest_ns: list[float]


class Measured(BaseModel):
    """One block."""

    case: str
    bytes: int
    calls: int
    elapsed_ns: int
    per_second: float
    ns: Summary | None = None
    """of single calls; a stream has none"""
    taken_ns: Summary | None = None
    """of packets to a port: from the call until the processing thread had the packet"""
    kept: Kept | None = None
    """of the same, if the command asked to keep some"""
    elapsed_cycles: int | None = None
    """ticks of the time stamp counter; None: the processor has none that programs may read"""
    encoded_bytes: int | None = None
    """of a program that only encodes"""

    @property
    def ghz(self) -> float | None:
        """Ticks of the time stamp counter in a nanosecond."""
        return self.elapsed_cycles / self.elapsed_ns if self.elapsed_cycles else None


def parse_answer(name: str, answer: dict[str, object]) -> Measured:
    """Read a `measured` line; raises JobFailed if it breaks the contract."""
    try:
        return Measured.model_validate(answer)
    except ValidationError as problem:
        first = problem.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise JobFailed(
            f"{name} printed an answer with a bad '{place}': {first['msg'].lower()}"
        ) from None
