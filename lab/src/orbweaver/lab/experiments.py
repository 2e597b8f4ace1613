"""The experiments, and what in the papers each one repeats."""

from dataclasses import dataclass

from orbweaver.lab.modes import MODES, Mode

PAPER = (
    "Bernier, Latour, Zamora Zapata: How different messaging semantics can affect SCA "
    "applications performances"
)


@dataclass(frozen=True)
class Experiment:
    """One experiment: the mode, the producer's pace, and its places in the paper."""

    name: str
    mode: Mode
    pace_ms: float
    tables: tuple[int, int]
    figures: tuple[int, ...]
    question: str


@dataclass(frozen=True)
class PipelineSetup:
    """What the paper keeps the same in all experiments; its values are the defaults."""

    packets: int = 1000
    elements: int = 1024
    stages: int = 3
    work_ms: float = 5.0


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
    )
}
