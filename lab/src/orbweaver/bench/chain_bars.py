# SPDX-License-Identifier: Apache-2.0
"""The bars of a chain of components: in one process, in processes of their own, and as one loop.

Each is a program of its own (peers/orbweaver/chain), which lives on between blocks, so that the
blocks of all three take turns on the same processors.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from orbweaver.bench.bars import Effort, Row, Sense
from orbweaver.bench.ratios import interleave, ratios, spread
from orbweaver.problems import JobFailed, Problem
from orbweaver.run import programs
from orbweaver.run.bench_program import BenchProgram
from orbweaver.run.peer_programs import BUILD_BENCH

PROGRAM = "orbweaver-chain-bench"
TOGETHER, SEPARATE, PLAIN = "together", "separate", "plain"
SIZES = (256, 1024, 4096, 8192)
"""Samples in a packet."""
LARGEST = max(SIZES)
LEAST_RATE, MOST_PROCESSOR_TIME = 1.0, 1.1
SAMPLES_OF_BLOCK = 8_000_000
MOST_REPETITIONS = 11


@dataclass(frozen=True)
class ChainBar:
    """A figure of the chain in one process beside the same of another program."""

    name: str
    samples: int
    other: str
    figure: Callable[[Mapping[str, object]], float]
    unit: str
    sense: Sense
    bar: float


def chain_bars() -> list[ChainBar]:
    """All of them, in the order of the table."""
    return [*map(_rate, SIZES), _processor_time(LARGEST)]


def _rate(samples: int) -> ChainBar:
    return ChainBar(f"ordered {samples:,} samples: rate of components together ÷ separate, shm",
                    samples, SEPARATE, lambda answer: _of(answer, "packets") * 1e9
                    / _of(answer, "elapsed_ns"), "packets/s", "at least", LEAST_RATE)  # fmt: skip


def _processor_time(samples: int) -> ChainBar:
    name = f"ordered {samples:,} samples: processor time of components together ÷ a plain loop"
    return ChainBar(name, samples, PLAIN, lambda answer: _of(answer, "processor_ns")
                    / _of(answer, "packets"), "ns", "at most", MOST_PROCESSOR_TIME)  # fmt: skip


def _of(answer: Mapping[str, object], key: str) -> float:
    value = float(str(answer[key]))
    if value <= 0:
        raise JobFailed(f"{PROGRAM} says that {key} is {value:g}")
    return value


def placings(cpus: Sequence[int]) -> list[tuple[str, str]]:
    """Where the chain runs, and the words for it: on one processor, and on two if there are two."""
    one = ("one processor", str(cpus[0]))
    return [one] if len(cpus) < 2 else [one, ("two processors", f"{cpus[0]},{cpus[1]}")]


def measure_chain(
    bars: Sequence[ChainBar], cpus: Sequence[int], effort: Effort, bin_folder: Path | None
) -> Iterator[Row]:
    """Measure the bars of one size, which take their figures from the same blocks.

    What cannot be measured is a missed bar with its reason.
    """
    for pinning, where in placings(cpus):
        try:
            answers = _answers(bars, where, effort, bin_folder)
            yield from [_row(bar, pinning, answers) for bar in bars]
        except Problem as problem:
            yield from [_missed(bar, pinning, str(problem)) for bar in bars]


Answers = Mapping[str, list[dict[str, object]]]


def _answers(
    bars: Sequence[ChainBar], cpus: str, effort: Effort, bin_folder: Path | None
) -> Answers:
    program = programs.find(PROGRAM, bin_folder)
    if program is None:
        where = programs.folder(bin_folder)
        raise JobFailed(f"the program {PROGRAM} is not in {where}; build it with: {BUILD_BENCH}")
    samples = bars[0].samples
    packets = effort.calls(SAMPLES_OF_BLOCK // samples)
    placements = [TOGETHER, *dict.fromkeys(bar.other for bar in bars)]
    with ExitStack() as stack:
        options = ["--samples", str(samples), "--cpus", cpus, "--placement"]
        chains = [stack.enter_context(BenchProgram(program.absolute(), [*options, placement]))
                  for placement in placements]  # fmt: skip
        blocks = [lambda chain=chain: chain.ask({"packets": packets}) for chain in chains]
        for warm in blocks:
            _ = warm()
        results = interleave(blocks, min(effort.repetitions, MOST_REPETITIONS))
    return dict(zip(placements, results, strict=True))


def _row(bar: ChainBar, pinning: str, answers: Answers) -> Row:
    own, other = ([bar.figure(answer) for answer in answers[one]] for one in (TOGETHER, bar.other))
    found = spread(ratios(own, other))
    return Row(bar.name, pinning, bar.sense, bar.bar, found, bar.unit, spread(own), spread(other),
               bar.other)  # fmt: skip


def _missed(bar: ChainBar, pinning: str, reason: str) -> Row:
    return Row(bar.name, pinning, bar.sense, bar.bar, unit=bar.unit, against=bar.other,
               reason=reason)  # fmt: skip
