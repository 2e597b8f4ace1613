# SPDX-License-Identifier: Apache-2.0
"""The bars of deployment: a domain beside a bare launcher that starts the same programs.

One program is both (peers/orbweaver/deploy), so that they take turns with the same pinning. What an
idle component takes of the memory is held against the same component on omniORB.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from orbweaver.bench.bars import Row
from orbweaver.bench.ratios import interleave, ratios, spread
from orbweaver.model.peer import OURS
from orbweaver.problems import Problem
from orbweaver.run import programs
from orbweaver.run.bench_program import BenchProgram
from orbweaver.run.peer_programs import BUILD_BENCH

PROGRAM = "orbweaver-deploy-bench"
COUNTS = (1, 10, 50, 200)
FEW, MANY = 10, 200
PLACEMENTS = ("separate", "together")
LAUNCHER = "bare launcher"
REPETITIONS, QUICK_REPETITIONS = 11, 3
RATIO_BAR, GROWTH_BAR, MEMORY_BAR = 1.5, 1.5, 1.0
FEW_RUNNING_MS, FEW_GONE_MS, MANY_TOGETHER_MS = 300, 100, 500


@dataclass(frozen=True)
class Turn:
    """What the program is asked to do once."""

    case: str
    components: int


@dataclass(frozen=True)
class Figure:
    """A number of its answer."""

    turn: Turn
    key: str
    """ends with the unit"""
    is_each: bool = False
    """divided by the number of components"""

    @property
    def unit(self) -> str:
        """As a table shows it."""
        return {"kib": "KiB"}.get(self.key.rpartition("_")[2], "ms")

    def of(self, answer: Mapping[str, object]) -> float:
        """Its value."""
        value = float(str(answer[self.key]))
        return value / self.turn.components if self.is_each else value


@dataclass(frozen=True)
class DeployBar:
    """A figure that is held against a bar: by itself, or divided by another."""

    name: str
    ours: Figure
    bar: float
    other: Figure | None = None
    against: str = ""


@dataclass(frozen=True)
class Course:
    """How the bars are measured."""

    repetitions: int
    cpus: str | None
    """processors, as 0,1; None: all"""
    bin_folder: Path | None

    @property
    def pinning(self) -> str:
        """In words."""
        return f"on {self.cpus}" if self.cpus else "all cores"


def deploy_bars() -> list[DeployBar]:
    """All of them, in the order of the table."""
    return [*_ratios(), *_absolutes(), *_growth(), *_memory()]


def _ratios() -> Iterator[DeployBar]:
    for placement in PLACEMENTS:
        for count in COUNTS:
            yield DeployBar(
                f"{count} {placement}: create to running ÷ {LAUNCHER}",
                Figure(Turn(placement, count), "running_ms"), RATIO_BAR,
                Figure(Turn("bare", count), "running_ms"), LAUNCHER,
            )  # fmt: skip


def _absolutes() -> Iterator[DeployBar]:
    for placement in PLACEMENTS:
        few = Turn(placement, FEW)
        yield DeployBar(
            f"{FEW} {placement}: create to running, ms", Figure(few, "running_ms"), FEW_RUNNING_MS
        )
        yield DeployBar(
            f"{FEW} {placement}: release to gone, ms", Figure(few, "gone_ms"), FEW_GONE_MS
        )
    many = Figure(Turn("together", MANY), "running_ms")
    yield DeployBar(f"{MANY} together: create to running, ms", many, MANY_TOGETHER_MS)


def _growth() -> Iterator[DeployBar]:
    for placement in PLACEMENTS:
        few, many = (
            Figure(Turn(placement, count), "running_ms", is_each=True) for count in (FEW, MANY)
        )
        name = f"{placement}: cost of each at {MANY} ÷ at {FEW}"
        yield DeployBar(name, many, GROWTH_BAR, few, f"at {FEW}")


def _memory() -> Iterator[DeployBar]:
    for count, words in ((1, "alone"), (FEW, f"one of {FEW}")):
        for key, what in (("unique_kib", "unique"), ("pss_kib", "PSS")):
            yield DeployBar(
                f"idle component, {words}: {what} ÷ omniORB's", Figure(Turn("idle", count), key),
                MEMORY_BAR, Figure(Turn("idle-omniorb", count), key), "omniorb",
            )  # fmt: skip


def measure_deployment(bars: Sequence[DeployBar], course: Course) -> list[Row]:
    """Measure the bars in one run; what cannot be measured is a missed bar with its reason."""
    program = programs.find(PROGRAM, course.bin_folder)
    if program is None:
        where = programs.folder(course.bin_folder)
        reason = f"the program {PROGRAM} is not in {where}; build it with: {BUILD_BENCH}"
        return [_missed(bar, course, reason) for bar in bars]
    arguments = ["--cpus", course.cpus] if course.cpus else []
    with BenchProgram(program.absolute(), arguments) as bench:
        turns = Turns(bench, list(dict.fromkeys(_turns_of(bars))))
        turns.take(course.repetitions)
    return [_row(bar, course, turns) for bar in bars]


def _turns_of(bars: Sequence[DeployBar]) -> Iterator[Turn]:
    for bar in bars:
        yield bar.ours.turn
        if bar.other:
            yield bar.other.turn


class Turns:
    """Takes all turns, one after the other; those that failed once are left out."""

    def __init__(self, bench: BenchProgram, turns: Sequence[Turn]) -> None:
        # Those that are divided by each other stand beside each other.
        self._turns = sorted(turns, key=lambda turn: turn.components)
        self._bench = bench
        self.reasons: dict[Turn, str] = {}
        self.answers: dict[Turn, list[Mapping[str, object]]] = {}

    def take(self, repetitions: int) -> None:
        """Each once to warm up, then each once in every repetition."""
        for turn in self._turns:
            self._ask(turn)
        blocks = [lambda turn=turn: self._ask(turn) for turn in self._turns]
        results = interleave(blocks, repetitions)
        self.answers = dict(zip(self._turns, results, strict=True))

    def _ask(self, turn: Turn) -> Mapping[str, object]:
        if turn in self.reasons:
            return {}
        try:
            return self._bench.ask({"case": turn.case, "components": turn.components})
        except Problem as problem:
            self.reasons[turn] = str(problem)
            return {}

    def values(self, figure: Figure) -> list[float]:
        """One for each repetition."""
        return [figure.of(answer) for answer in self.answers[figure.turn]]


def _row(bar: DeployBar, course: Course, turns: Turns) -> Row:
    for figure in filter(None, (bar.ours, bar.other)):
        if figure.turn in turns.reasons:
            return _missed(bar, course, turns.reasons[figure.turn])
    own = turns.values(bar.ours)
    if bar.other is None:
        return Row(bar.name, course.pinning, "at most", bar.bar, spread(own), bar.ours.unit,
                   spread(own), against=OURS)  # fmt: skip
    others = turns.values(bar.other)
    return Row(bar.name, course.pinning, "at most", bar.bar, spread(ratios(own, others)),
               bar.ours.unit, spread(own), spread(others), bar.against)  # fmt: skip


def _missed(bar: DeployBar, course: Course, reason: str) -> Row:
    return Row(bar.name, course.pinning, "at most", bar.bar, unit=bar.ours.unit,
               against=bar.against, reason=reason)  # fmt: skip
