# SPDX-License-Identifier: Apache-2.0
"""Calls a second of Orbweaver's programs ÷ another ORB's; all are started several times."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from orbweaver.bench.bars import Effort, Row
from orbweaver.bench.ratios import interleave, ratios, spread
from orbweaver.problems import Problem
from orbweaver.run.pair import Pinning
from orbweaver.run.peer_programs import missing_bench

STARTS = 3
"""Which programs share a processor is the system's choice, and stays so until they start anew."""
ANYWHERE = Pinning("anywhere", None, None)

Block = Callable[[], float]
"""Measures once: calls a second."""


@dataclass(frozen=True)
class RatesBar:
    """The row of a bar, and whom ours is held against."""

    name: str
    against: str
    least: float

    def measure(self, start: Callable[[], list[list[float]]], bin_folder: Path | None) -> Row:
        """`start` returns the other's rates and ours. What cannot be measured is a missed bar with
        its reason."""
        absent = missing_bench(self.against, bin_folder)
        if absent:
            return self._row(reason=f"the peer {absent.peer} is missing: {absent.reason}")
        own: list[float] = []
        others: list[float] = []
        try:
            for _ in range(STARTS):
                theirs, ours = start()
                others.extend(theirs)
                own.extend(ours)
        except Problem as problem:
            return self._row(reason=str(problem))
        return self._row(own, others)

    def _row(
        self, own: list[float] | None = None, others: list[float] | None = None, reason: str = ""
    ) -> Row:
        if not own or not others:
            return Row(self.name, ANYWHERE.name, "at least", self.least, unit="calls/s",
                       against=self.against, reason=reason)  # fmt: skip
        return Row(self.name, ANYWHERE.name, "at least", self.least, spread(ratios(own, others)),
                   "calls/s", spread(own), spread(others), self.against)  # fmt: skip


def rates_in_turns(blocks: list[Block], effort: Effort) -> list[list[float]]:
    """Of one start: each block once to warm up, then all of them by turns."""
    for warm in blocks:
        warm()
    return interleave(blocks, max(effort.repetitions // STARTS, 1))
