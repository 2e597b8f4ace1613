# SPDX-License-Identifier: Apache-2.0
"""The page's chapters: one for each paper, and one for what goes beyond them."""

from dataclasses import dataclass
from typing import Literal

from orbweaver.model.published import papers

ChapterName = Literal["messaging", "ours", "marshalling", "latency", "packet-api"]


@dataclass(frozen=True)
class Chapter:
    """A paper, or the questions that follow from it."""

    name: ChapterName
    title: str
    source: str


def chapters() -> list[Chapter]:
    """All of them, in the order of the page."""
    every = papers()
    return [
        Chapter(
            "messaging",
            "Messaging semantics",
            f"Paper 1. {every.messaging_semantics.paper}",
        ),
        Chapter(
            "ours",
            "Beyond the paper: one-way speed with two-way order",
            "Our extensions of paper 1",
        ),
        Chapter(
            "marshalling",
            "Marshalling and connections",
            f"Paper 2. {every.orb_marshalling_profile.paper}",
        ),
        Chapter(
            "latency",
            "Latency and scheduling",
            f"Paper 3. {every.latency_profiling_ossie.paper}",
        ),
        Chapter(
            "packet-api",
            "Packets between two hosts",
            f"Paper 4. {every.packet_api_orbs.paper}",
        ),
    ]
