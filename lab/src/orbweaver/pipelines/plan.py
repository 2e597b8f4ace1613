# SPDX-License-Identifier: Apache-2.0
"""How an experiment runs a pipeline: what its producer, stages and links are, and its sweep."""

from dataclasses import dataclass, replace

from orbweaver.model.modes import (
    MODES,
    Collocation,
    Dispatch,
    Mode,
    ModeName,
    Processes,
    SyncScope,
)
from orbweaver.model.peer import Ability, peers


@dataclass(frozen=True)
class Link:
    """What a link between two components does to datagrams, in percent of them."""

    loses: float
    delays: float = 0.0
    """so many come DELAY_MS later"""


DELAY_MS = 10.0

WITHOUT_LANES = replace(MODES["oneway"], dispatch="connection")
"""What an ORB without lanes has instead, where order is asked for: one-way calls, of which those of
a connection run one at a time."""


@dataclass(frozen=True)
class Point:
    """One point of a sweep: in what it differs from the experiment; None: in nothing."""

    mode: ModeName | None = None
    sync: SyncScope | None = None
    depth: int | None = None
    lane_low: int | None = None
    stages: int | None = None
    parallel: int | None = None
    processes: Processes | None = None
    dispatch: Dispatch | None = None
    senders: int | None = None
    skip_ms: float | None = None
    link: Link | None = None
    needs: Ability | None = None
    """what a peer must be able to do to have this point; None: as the experiment"""
    many_programs: bool = False
    """left out for peers of which each program is a virtual machine"""


@dataclass(frozen=True)
class PipelinePlan:
    """The mode, the producer's pace, and what else is special.

    `parallel`: threads of each stage that process at once, with one more that hands on in order; 0:
    the thread that processes hands on. `points`: a sweep; each of them is a run. `vary`: the work
    follows each packet's data. `senders`: threads of the producer. `skip_ms`: each stage puts
    packets in order itself and waits so long for a missing one; with a `link`, which takes
    datagrams, the ORB does. Peers without lanes take part in the nearest way that they have.
    """

    mode: Mode
    pace_ms: float = 0
    needs: Ability = "pipelines"
    """what a peer must be able to do to take part"""
    parallel: int = 0
    processes: Processes = "separate"
    collocation: Collocation | None = None
    points: tuple[Point, ...] = ()
    vary: bool = False
    senders: int = 1
    skip_ms: float | None = None
    link: Link | None = None

    @property
    def expects_losses(self) -> bool:
        """It is about packets that are lost, or given up."""
        return any(one.link is not None or one.skip_ms is not None for one in self.points)

    def mode_of(self, peer: str, point: Point) -> Mode:
        """As a peer has it at a point."""
        mode = MODES[point.mode] if point.mode else self.mode
        if point.dispatch:
            return replace(mode, dispatch=point.dispatch)
        return WITHOUT_LANES if mode.dispatch == "lane" and not peers()[peer].has_lanes else mode

    def points_of(self, peer: str) -> tuple[Point, ...]:
        """Those that a peer has."""
        about = peers()[peer]
        return tuple(
            one
            for one in self.points
            if (one.needs is None or about.can(one.needs))
            and not (one.many_programs and about.virtual_machine)
        )
