"""The time below which no pipeline of single-threaded stages can finish.

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

Stages that process several packets at once (one-way calls into a thread pool) can be faster: the
paper's experiment 1 is. The floor then tells how much of the pipeline's order was given up.
"""

from typing import Literal

Work = Literal["wait", "spin"]


def floor_ms(
    packets: int,
    stages: int,
    work_ms: float,
    work: Work,
    processors: int,
    pace_ms: float = 0.0,
) -> float:
    """The floor in milliseconds. Waiting needs no processor, spinning needs one all the time."""
    if min(packets, stages) == 0:
        return 0.0
    parallel = min(stages, packets)
    if work == "spin":
        parallel = min(parallel, processors)
    busy = (packets * stages / parallel + parallel - 1) * work_ms
    paced = (packets - 1) * pace_ms + stages * work_ms
    return max(busy, paced)
