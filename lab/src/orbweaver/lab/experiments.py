"""The experiments, and what in the papers each one repeats."""

from dataclasses import dataclass, replace

from orbweaver.lab.modes import (
    MODES,
    Collocation,
    Dispatch,
    Mode,
    ModeName,
    Processes,
    SyncScope,
)

PAPER = (
    "Bernier, Latour, Zamora Zapata: How different messaging semantics can affect SCA "
    "applications performances"
)


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
OTHER_ORBS = ("omniorb", "jacorb", "tao")
VIRTUAL_MACHINES = ("jacorb",)
"""ORBs of which each program is a virtual machine: dozens find no room, and each starts anew."""
LIGHT = tuple(orb for orb in ("orbweaver", *OTHER_ORBS) if orb not in VIRTUAL_MACHINES)


@dataclass(frozen=True)
class Point:
    """One point of a sweep: what it has that the others have not; None: as the whole sweep."""

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
    orbs: tuple[str, ...] | None = None
    """who has this point; None: all"""


@dataclass(frozen=True)
class Experiment:
    """One experiment: the mode, the producer's pace, and its places in the paper.

    `parallel`: threads of each stage that process at once, with one more that hands on in order; 0:
    whoever processes hands on. `points`: a sweep; each of them is a run. `vary`: the work follows
    each packet's data. `senders`: threads of the producer. `skip_ms`: each stage puts packets in
    order itself and waits so long for a missing one; with a `link`, which takes datagrams, the ORB
    does. `orbs`: who can take part in what is ours, and `needs` what others lack; those without
    lanes take part in the nearest way that they have.
    """

    name: str
    mode: Mode
    pace_ms: float
    tables: tuple[int, ...]
    figures: tuple[int, ...]
    question: str
    parallel: int = 0
    processes: Processes = "separate"
    collocation: Collocation | None = None
    points: tuple[Point, ...] = ()
    vary: bool = False
    senders: int = 1
    skip_ms: float | None = None
    link: Link | None = None
    orbs: tuple[str, ...] = ("orbweaver",)
    needs: str = "ordered lanes; exp15 has the parallel stages of other ORBs"

    @property
    def expects_losses(self) -> bool:
        """It is about packets that are lost, or given up."""
        return any(one.link is not None or one.skip_ms is not None for one in self.points)

    def mode_of(self, orb: str, point: Point) -> Mode:
        """As an ORB has it at a point."""
        mode = MODES[point.mode] if point.mode else self.mode
        if point.dispatch:
            return replace(mode, dispatch=point.dispatch)
        return WITHOUT_LANES if mode.dispatch == "lane" and orb in OTHER_ORBS else mode

    def points_of(self, orb: str) -> tuple[Point, ...]:
        """Those that an ORB has."""
        return tuple(one for one in self.points if one.orbs is None or orb in one.orbs)


@dataclass(frozen=True)
class PipelineSetup:
    """What the paper keeps the same in all experiments; its values are the defaults."""

    packets: int = 1000
    elements: int = 1024
    stages: int = 3
    work_ms: float = 5.0


ONE_PROCESS = "a program that hosts all components in one process"

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        Experiment(
            "exp1",
            MODES["oneway"],
            0,
            (2, 3),
            (9, 10),
            "one-way calls, unpaced: how much order do parallel ORB threads cost?",
        ),
        Experiment(
            "exp2",
            MODES["oneway"],
            5,
            (4, 5),
            (),
            "one-way calls, paced: does pacing the producer keep the order?",
        ),
        Experiment(
            "exp3",
            MODES["oneway-worker"],
            0,
            (6, 7),
            (11, 12),
            "one-way calls, worker threads, unpaced: does a worker thread keep the order?",
        ),
        Experiment(
            "exp4",
            MODES["oneway-worker"],
            5,
            (8, 9),
            (),
            "one-way calls, worker threads, paced: both together",
        ),
        Experiment(
            "exp5",
            MODES["twoway"],
            0,
            (10, 11),
            (13, 14),
            "two-way calls on the processing path: the empty pipeline",
        ),
        Experiment(
            "exp6",
            MODES["twoway-worker"],
            0,
            (12, 13),
            (15, 16),
            "two-way calls, worker threads: order kept and the pipeline full",
        ),
        Experiment(
            "exp7",
            MODES["ordered"],
            0,
            (),
            (),
            "ordered one-way calls, hand-over overlapped: one-way speed with two-way order?",
            parallel=1,
        ),
        Experiment(
            "exp8",
            MODES["ordered"],
            0,
            (),
            (),
            "as exp7, each stage parallel on 2 threads: twice as fast, still in order?",
            parallel=2,
        ),
        Experiment(
            "exp9",
            MODES["ordered"],
            0,
            (),
            (),
            "as exp7, each stage parallel on 4 threads: four times as fast, still in order?",
            parallel=4,
        ),
        Experiment(
            "exp10",
            MODES["ordered"],
            0,
            (),
            (),
            "as exp7, all components in one process: does the pipeline stay full?",
            parallel=1,
            processes="collocated",
            needs=ONE_PROCESS,
        ),
        Experiment(
            "exp11",
            MODES["ordered"],
            0,
            (),
            (),
            "all components in one process, each mode: which keep the pipeline full and ordered?",
            processes="collocated",
            points=tuple(Point(mode=mode) for mode in MODES),
            needs=ONE_PROCESS,
        ),
        Experiment(
            "exp12",
            MODES["ordered"],
            0,
            (),
            (),
            "ordered one-way calls, each sync scope: what does each promise cost?",
            parallel=1,
            points=tuple(Point(sync=sync) for sync in ("none", "transport", "server", "target")),
            orbs=("orbweaver", "jacorb", "tao"),
            needs="sync scopes besides that of the transport",
        ),
        Experiment(
            "exp13",
            MODES["ordered"],
            0,
            (),
            (),
            "depth of the queues, and low watermark of a lane: how little is enough, and when "
            "should a full one let its senders go on?",
            parallel=1,
            points=(
                *(Point(depth=depth) for depth in (1, 4, 16, 64, 256)),
                *(Point(depth=64, lane_low=low, orbs=("orbweaver",)) for low in (0, 32, 63)),
            ),
            orbs=("orbweaver", *OTHER_ORBS),
            needs="parallel stages",
        ),
        Experiment(
            "exp14",
            MODES["ordered"],
            0,
            (),
            (),
            "1 to 32 stages: does the overhead grow with the pipeline?",
            parallel=1,
            points=(
                *(Point(stages=stages) for stages in (1, 2, 4, 8)),
                *(Point(stages=stages, orbs=LIGHT) for stages in (16, 32)),
            ),
            orbs=("orbweaver", *OTHER_ORBS),
            needs="parallel stages",
        ),
        Experiment(
            "exp15",
            MODES["ordered"],
            0,
            (),
            (),
            "0 (who processes hands on) to 8 threads of a parallel stage: what does each gain?",
            points=tuple(Point(parallel=parallel) for parallel in (0, 1, 2, 4, 8)),
            orbs=("orbweaver", *OTHER_ORBS),
            needs="parallel stages",
        ),
        Experiment(
            "exp16",
            MODES["ordered"],
            0,
            (),
            (),
            "work that follows the data, as a dictionary coder's: who keeps order, and how full?",
            points=(
                Point(mode="oneway"),
                Point(mode="oneway-worker"),
                Point(mode="twoway"),
                Point(mode="twoway-worker"),
                Point(mode="ordered", parallel=1),
                Point(mode="ordered", parallel=4),
            ),
            vary=True,
            orbs=("orbweaver", *OTHER_ORBS),
            needs="work that follows the data (--vary)",
        ),
        Experiment(
            "exp17",
            MODES["ordered"],
            0,
            (),
            (),
            "1 to 8 threads of the producer share a reference: how much order does that cost, and "
            "what brings it back?",
            points=(
                *(Point(senders=senders) for senders in (1, 2, 4, 8)),
                Point(senders=4, mode="twoway-worker", parallel=0),
                Point(senders=4, skip_ms=1000, parallel=0, orbs=("orbweaver",)),
            ),
            parallel=1,
            orbs=("orbweaver", *OTHER_ORBS),
            needs="a producer of several threads",
        ),
        Experiment(
            "exp18",
            MODES["oneway"],
            6,
            (),
            (),
            "reorder buffers, as paper 1 asks of components behind one-way calls: how long must "
            "they wait for a missing packet?",
            vary=True,
            needs="reorder buffers",
            points=(Point(), *(Point(skip_ms=skip) for skip in (0, 1, 4, 16))),
        ),
        Experiment(
            "exp19",
            MODES["ordered"],
            8,
            (),
            (),
            "datagrams over links that lose and delay them: is all that is lost counted, and "
            "the rest in order and in time?",
            points=(
                *(Point(link=Link(loses), skip_ms=20) for loses in (0, 1, 5)),
                *(Point(link=Link(1, delays=5), skip_ms=skip) for skip in (2, 20, 80)),
            ),
            needs="one-way calls as datagrams",
        ),
        Experiment(
            "exp20",
            MODES["oneway"],
            0,
            (),
            (),
            "one-way calls, each dispatch that an ORB has: is it the call that reorders, or the "
            "dispatch?",
            points=(
                Point(dispatch="pool"),
                Point(dispatch="connection"),
                Point(dispatch="lane", orbs=("orbweaver",)),
            ),
            orbs=("orbweaver", *OTHER_ORBS),
            needs="objects, to which an ORB hands requests",
        ),
    )
}
