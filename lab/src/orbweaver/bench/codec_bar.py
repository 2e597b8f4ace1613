# SPDX-License-Identifier: Apache-2.0
"""The bars on marshalling: encode and decode against two memcpy, by the codec's micro-benchmark."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypedDict

from orbweaver.bench.bars import Effort, Row
from orbweaver.bench.ratios import ratios, spread
from orbweaver.run import programs

PROGRAM = "cdr_bench"


@dataclass(frozen=True)
class CodecBar:
    """Two of the program's benchmarks with as many doubles each."""

    name: str
    ours: str
    limit: str
    most: float
    clock: Literal["cpu_time", "real_time"]
    """`cpu_time`: both sides only compute, and what others take of the machine is not theirs.
    `real_time`: what the benchmark itself reports"""


def codec_bars() -> list[CodecBar]:
    """Where the allocator puts buffers, and at the worst offset of source and target in a page."""
    plain, placed = "sequence<double> encode + decode ÷ two memcpy", "1/manual_time"
    return [
        *(CodecBar(f"{plain}, {words}", f"encode_and_decode/native/{count}", f"two_memcpy/{count}",
                   1.2, "cpu_time") for words, count in (("8 KiB", 1024), ("8 MiB", 1 << 20))),
        *(CodecBar(f"{plain} at their best, {words} at its worst of 512 offsets",
                   f"encode_and_decode_worst_placed/{count}/iterations:{placed}",
                   f"two_memcpy_best_placed/{count}/iterations:{placed}", 1.5, "real_time")
          for words, count in (("8 KiB", 1024), ("1 MiB", 1 << 17))),
    ]  # fmt: skip


class Timing(TypedDict):
    """One line of google benchmark's JSON, as far as it matters here."""

    run_name: str
    run_type: str
    cpu_time: float
    real_time: float
    time_unit: str


def measure_codec(effort: Effort, cpu: int, bin_folder: Path | None) -> list[Row]:
    """One row for each bar, both sides interleaved at random by the benchmark itself."""
    program = programs.find(PROGRAM, bin_folder)
    if program is None:
        where = programs.folder(bin_folder)
        return [_missed(bar, f"{PROGRAM} is not in {where}: ./x build") for bar in codec_bars()]
    timings = _timings(program, effort, cpu)
    return [row(bar, timings) for bar in codec_bars()]


def row(bar: CodecBar, timings: list[Timing]) -> Row:
    """The bar, out of the benchmark's repetitions."""
    ours, limit = _of(timings, bar, bar.ours), _of(timings, bar, bar.limit)
    if not ours or len(ours) != len(limit):
        return _missed(bar, f"{PROGRAM} has no {bar.ours} beside {bar.limit}")
    return Row(bar.name, "one core", "at most", bar.most, spread(ratios(ours, limit)), "ns",
               spread(ours), spread(limit), "memcpy")  # fmt: skip


def _missed(bar: CodecBar, reason: str) -> Row:
    return Row(
        bar.name, "one core", "at most", bar.most, unit="ns", against="memcpy", reason=reason
    )


def _of(timings: list[Timing], bar: CodecBar, name: str) -> list[float]:
    to_ns = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
    return [
        one[bar.clock] * to_ns[one["time_unit"]]
        for one in timings
        if one["run_type"] == "iteration" and one["run_name"] == name
    ]


def _timings(program: Path, effort: Effort, cpu: int) -> list[Timing]:
    wanted = "|".join(name for bar in codec_bars() for name in (bar.ours, bar.limit))
    done = subprocess.run(
        [
            program,
            f"--benchmark_filter=^({wanted})$",
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
