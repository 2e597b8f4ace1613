"""The bar on marshalling: encode and decode against two memcpy, by the codec's micro-benchmark."""

import json
import os
import subprocess
from pathlib import Path
from typing import TypedDict

from orbweaver.bench.bars import Effort, Row
from orbweaver.bench.ratios import ratios, spread
from orbweaver.run import programs

PROGRAM = "cdr_bench"
MOST = 1.2
OURS, LIMIT = "encode_and_decode/native", "two_memcpy"
ELEMENTS = {"8 KiB": 1024, "8 MiB": 1 << 20}


class Timing(TypedDict):
    """One line of google benchmark's JSON, as far as it matters here."""

    run_name: str
    run_type: str
    cpu_time: float
    time_unit: str


def measure_codec(effort: Effort, cpu: int, bin_folder: Path | None) -> list[Row]:
    """One row for each size, both sides interleaved at random by the benchmark itself."""
    program = programs.find(PROGRAM, bin_folder)
    if program is None:
        where = programs.folder(bin_folder)
        return [_row(words, reason=f"{PROGRAM} is not in {where}: ./x build") for words in ELEMENTS]
    timings = _timings(program, effort, cpu)
    return [row(words, elements, timings) for words, elements in ELEMENTS.items()]


def row(words: str, elements: int, timings: list[Timing]) -> Row:
    """The bar at one size, out of the benchmark's repetitions."""
    ours = _of(timings, f"{OURS}/{elements}")
    limit = _of(timings, f"{LIMIT}/{elements}")
    if not ours or len(ours) != len(limit):
        return _row(words, reason=f"{PROGRAM} has no {OURS}/{elements} beside {LIMIT}/{elements}")
    return Row(_name(words), "one core", "at most", MOST, spread(ratios(ours, limit)), "ns",
               spread(ours), spread(limit), "memcpy")  # fmt: skip


def _row(words: str, reason: str) -> Row:
    return Row(
        _name(words), "one core", "at most", MOST, unit="ns", against="memcpy", reason=reason
    )


def _name(words: str) -> str:
    return f"sequence<double> encode + decode ÷ two memcpy, {words}"


# Processor time: both sides only compute, and what others take of the machine is not theirs.
def _of(timings: list[Timing], name: str) -> list[float]:
    to_ns = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
    return [
        one["cpu_time"] * to_ns[one["time_unit"]]
        for one in timings
        if one["run_type"] == "iteration" and one["run_name"] == name
    ]


def _timings(program: Path, effort: Effort, cpu: int) -> list[Timing]:
    done = subprocess.run(
        [
            program,
            f"--benchmark_filter=^({LIMIT}|{OURS})/",
            f"--benchmark_repetitions={effort.repetitions}",
            f"--benchmark_min_time={0.1 * effort.share:.2f}",
            "--benchmark_enable_random_interleaving=true",
            "--benchmark_format=json",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
        preexec_fn=lambda: os.sched_setaffinity(0, {cpu}),
    )
    try:
        return json.loads(done.stdout)["benchmarks"]
    except (ValueError, KeyError):
        return []
