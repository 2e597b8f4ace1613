# SPDX-License-Identifier: Apache-2.0
"""The time below which no pipeline can finish.

Each of P packets is worked on for `work` in each of S stages, one packet at a time per stage.

Let k be how many stages can work at the same moment: at most S, at most P, and at most the number
of processors if the work needs one. At the start the second stage can only begin one work later,
the third two, and so on until k of them work; at the end they fall idle one by one. That costs
k - 1 works over the P·S/k that k busy stages need:

    floor = (P·S/k + k - 1) · work

With k = S it is the paper's (P + S - 1) · work, with one processor P·S · work.

A producer on a schedule hands out packet n at (n - 1) · pace; the last one still has all stages to
pass, so the floor is also at least (P - 1) · pace + S · work. A producer that waits before its
first packet too is later, never earlier.

A parallel stage works on N packets at once. The packets then pass in ceil(P/N) rounds, each of
which takes one work, and the last round still has all stages to pass:

    floor = (ceil(P/N) + S - 1) · work

A round is a packet where N = 1. Work that needs processors cannot be faster than all of it,
P·S·work, shared by as many as there are, or as there are threads: S·N.

Where the work follows the data, each packet is as much work in every stage. Stages that take one
packet at a time then need all of the work, and the longest once more for each further stage, behind
which the others wait (a flow shop whose machines are alike); N threads share the work, and the last
packet still has all stages to pass:

    floor = total + (S - 1) · longest            floor = total/N + (S - 1) · shortest

Stages that process several packets at once without saying so (one-way calls into a thread pool) can
be faster: the paper's experiment 1 is. The floor then says how much of the pipeline's order was
given up.
"""

from dataclasses import dataclass
from math import ceil
from typing import Literal

from orbweaver.model.events import WorkSpread

Work = Literal["wait", "spin"]


@dataclass(frozen=True)
class Workload:
    """What passes a pipeline, and what works on it.

    `pace_ms`: the producer's schedule; 0: none. `at_once`: packets that each stage works on at the
    same time.
    """

    packets: int
    stages: int
    work_ms: float
    work: Work
    processors: int
    pace_ms: float = 0.0
    at_once: int = 1


def floor_ms(load: Workload) -> float:
    """The floor in milliseconds. Waiting needs no processor, spinning needs one all the time."""
    packets, stages, work_ms = load.packets, load.stages, load.work_ms
    if min(packets, stages) == 0:
        return 0.0
    rounds = ceil(packets / load.at_once)
    spins = load.work == "spin"
    busy = _busy_steps(rounds, stages, load.processors if spins else stages) * work_ms
    if spins:
        busy = max(busy, packets * stages / min(load.processors, stages * load.at_once) * work_ms)
    paced = (packets - 1) * load.pace_ms + stages * work_ms
    return max(busy, paced)


def _busy_steps(rounds: int, stages: int, processors: int) -> float:
    """Works one after the other, for stages that take one round at a time."""
    together = min(stages, rounds, processors)
    return rounds * stages / together + together - 1


def varied_floor_ms(
    work: WorkSpread, stages: int, kind: Work, processors: int, at_once: int = 1
) -> float:
    """The same where the work follows the data, as the first stage reports what it was."""
    further = (work.longest if at_once == 1 else work.shortest) * (stages - 1)
    alone = work.total / at_once + further
    shared = work.total * stages / min(processors, stages * at_once) if kind == "spin" else 0.0
    return max(alone, shared) / 1e6
