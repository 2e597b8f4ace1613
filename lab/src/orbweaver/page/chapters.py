"""The page's chapters: one for each paper, and one for what we add."""

from dataclasses import dataclass
from typing import Literal

from orbweaver.lab.published import papers

ChapterName = Literal["messaging", "ours", "marshalling", "latency", "packet-api"]


@dataclass(frozen=True)
class Chapter:
    """A paper, or our own question; `experiments` are those it needs, there or not."""

    name: ChapterName
    title: str
    source: str
    experiments: tuple[str, ...]


def chapters() -> list[Chapter]:
    """All of them, in the order of the page."""
    every = papers()
    return [
        Chapter(
            "messaging",
            "Messaging semantics",
            f"Paper 1. {every.messaging_semantics.paper}",
            ("exp1", "exp2", "exp3", "exp4", "exp5", "exp6"),
        ),
        Chapter(
            "ours",
            "Beyond the paper: one-way speed with two-way order",
            "Our extensions of paper 1",
            tuple(f"exp{number}" for number in range(7, 16)),
        ),
        Chapter(
            "marshalling",
            "Marshalling and connections",
            f"Paper 2. {every.orb_marshalling_profile.paper}",
            ("invocation", "marshalling", "connect", "data-rate", "overhead"),
        ),
        Chapter(
            "latency",
            "Latency and scheduling",
            f"Paper 3. {every.latency_profiling_ossie.paper}",
            ("latency", "scheduling", "packet-size", "threading", "clocks"),
        ),
        Chapter(
            "packet-api",
            "Packets between two hosts",
            f"Paper 4. {every.packet_api_orbs.paper}",
            ("packet-api",),
        ),
    ]
