# SPDX-License-Identifier: Apache-2.0
"""The bars of a domain of many nodes and many components, and of a file that it serves."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from orbweaver.bench.bars import Row
from orbweaver.bench.fleet import Fleet, Ground, fleet
from orbweaver.bench.ratios import interleave, ratios, spread
from orbweaver.model.peer import LIMIT, OURS
from orbweaver.problems import Problem

COMPONENTS = 16
NODES_BAR = 1.15
CHAINS, IN_A_HOST = 10, 200
MEMORY_BAR_KIB = 64
FILE_MIB = 64
FILE_BAR = 0.9
FRESH_DOMAINS = 3


@dataclass(frozen=True)
class Wanted:
    """What to measure, and how often."""

    repetitions: int
    bin_folder: Path | None
    nodes: Sequence[int] = ()
    """ascending; none: not measured"""
    many: bool = False
    file: bool = False


def measure_fleet(wanted: Wanted, ground: Ground) -> Iterator[Row]:
    """A row for each bar; what cannot be measured is a missed bar with its reason."""
    if wanted.nodes:
        yield from _nodes(wanted, ground)
    if wanted.many:
        yield _many(wanted, ground)
    if wanted.file:
        yield _file(wanted)


def _nodes(wanted: Wanted, ground: Ground) -> Iterator[Row]:
    one, *more = wanted.nodes
    rows = [
        Row(f"{COMPONENTS} components on {count} nodes ÷ on {one}: create to running",
            ground.words, "at most", NODES_BAR, unit="ms", against=f"on {one}")
        for count in more
    ]  # fmt: skip
    try:
        times = _times_on(wanted, ground)
    except Problem as problem:
        yield from (_missed(row, problem) for row in rows)
        return
    for count, row in zip(more, rows, strict=True):
        ratio = spread(ratios(times[count], times[one]))
        yield replace(row, ratio=ratio, ours=spread(times[count]), limit=spread(times[one]))


def _times_on(wanted: Wanted, ground: Ground) -> Mapping[int, list[float]]:
    """Of each number of nodes. All belong to one domain, which takes them by turns."""

    def turn(all_of_it: Fleet, count: int) -> float:
        answer = all_of_it.bench.ask({
            "case": "nodes", "components": COMPONENTS, "domain": all_of_it.domain,
            "devices": all_of_it.devices[:count],
        })  # fmt: skip
        return float(str(answer["running_ms"]))

    with fleet(max(wanted.nodes), ground, wanted.bin_folder) as result:
        blocks = [partial(turn, result, count) for count in wanted.nodes]
        for warm_up in blocks:
            warm_up()
        measured = interleave(blocks, wanted.repetitions)
    return dict(zip(wanted.nodes, measured, strict=True))


def _many(wanted: Wanted, ground: Ground) -> Row:
    name = f"{CHAINS * IN_A_HOST:,} components in hosts of {IN_A_HOST}: domain's memory for each"
    row = Row(name, ground.words, "at most", MEMORY_BAR_KIB, unit="KiB", against=OURS)
    try:
        grown = spread([_growth_kib(wanted, ground) for _ in range(FRESH_DOMAINS)])
    except Problem as problem:
        return _missed(row, problem)
    return replace(row, ratio=grown, ours=grown)


def _growth_kib(wanted: Wanted, ground: Ground) -> float:
    """For each component, of a domain that has had one component before."""
    with fleet(1, ground, wanted.bin_folder) as result:

        def deploy(chains: int, number: int) -> float:
            answer = result.bench.ask({
                "case": "many", "chains": chains, "components": number, "domain": result.domain,
                "process": result.process,
            })  # fmt: skip
            return float(str(answer["memory_kib"])) / (chains * number)

        deploy(1, 1)
        return deploy(CHAINS, IN_A_HOST)


def _file(wanted: Wanted) -> Row:
    name = f"{FILE_MIB} MiB through CF::File over tcp: rate ÷ raw socket's"
    row = Row(name, "loopback", "at least", FILE_BAR, unit="MiB/s", against=LIMIT)
    try:
        ours, raw = _rates(wanted)
    except Problem as problem:
        return _missed(row, problem)
    return replace(row, ratio=spread(ratios(ours, raw)), ours=spread(ours), limit=spread(raw))


def _rates(wanted: Wanted) -> tuple[list[float], list[float]]:
    """MiB a second, by CF::File and by the raw socket."""
    with fleet(0, Ground(False, ""), wanted.bin_folder) as result:
        file = result.root / "large.bin"
        file.write_bytes(os.urandom(FILE_MIB << 20))
        commands: list[dict[str, object]] = [
            {"case": "file", "file": f"/{file.name}", "domain": result.domain},
            {"case": "raw-file", "file": str(file)},
        ]
        blocks = [partial(result.bench.ask, command) for command in commands]
        for warm_up in blocks:
            warm_up()
        ours, raw = interleave(blocks, wanted.repetitions)
    rates = [[FILE_MIB * 1000 / float(str(entry["load_ms"])) for entry in all_of_it]
             for all_of_it in (ours, raw)]  # fmt: skip
    return rates[0], rates[1]


def _missed(row: Row, problem: Problem) -> Row:
    return replace(row, reason=str(problem))
