# SPDX-License-Identifier: Apache-2.0
"""The hand-written programs, which the harness is held against, do all that they time."""

import re
import subprocess
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from orbweaver.bench.check import ways
from orbweaver.model.peer import peers, with_programs
from programs import path_of

WITHIN_S = 120
CALLS = 50
PACKETS = 200
WAYS = ways()
PIPELINES = [(peer, way) for peer, way in WAYS if peer in with_programs("pipeline")]

Serving = subprocess.Popen[str]


@contextmanager
def serving(program: str, *arguments: str) -> Generator[tuple[Serving, list[str]]]:
    """A server or stage, and what it printed first: where it serves."""
    process = subprocess.Popen(
        [path_of(program), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().split()
        # The end of its input ends it.
        process.communicate(timeout=WITHIN_S)
        assert process.returncode == 0
    finally:
        process.kill()
        process.communicate()


def run(program: str, *arguments: str) -> str:
    """What a program prints that ends by itself, and well."""
    done = subprocess.run(
        [path_of(program), *arguments], capture_output=True, text=True,
        timeout=WITHIN_S, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def folder(peer: str, path: Path) -> list[str]:
    """Where its socket may lie, if it asks."""
    return [str(path)] if peers()[peer].takes_folder else []


@pytest.mark.parametrize(("peer", "way"), WAYS)
def test_a_client_times_calls_and_a_stream_that_arrives(
    peer: str, way: str, tmp_path: Path
) -> None:
    with serving(f"{peer}-by-hand-server", way, *folder(peer, tmp_path)) as (_, references):
        said = run(f"{peer}-by-hand-client", way, *references, str(CALLS))
    number = r"[1-9]\d*(\.\d+)?"
    expected = (
        rf"twoway 0: {number} ns\ntwoway 8192: {number} ns\n"
        rf"oneway 8192: {number} messages/s, {4 * CALLS} arrived\n"
    )
    assert re.fullmatch(expected, said)


@pytest.mark.parametrize(("peer", "way"), PIPELINES)
def test_all_packets_come_through_three_stages(peer: str, way: str, tmp_path: Path) -> None:
    references: list[str] = []
    stages: list[Serving] = []
    with ExitStack() as stack:
        for name in ("last", "second", "first"):
            (tmp_path / name).mkdir()
            own = folder(peer, tmp_path / name)
            stage = serving(f"{peer}-by-hand-stage", way, *own, *references)
            process, references = stack.enter_context(stage)
            stages.append(process)
        began = run(f"{peer}-by-hand-producer", way, *references, str(PACKETS))
        assert stages[0].stdout is not None
        ended = stages[0].stdout.readline()
        first = re.fullmatch(r"began at (\d+) ns\n", began)
        last = re.fullmatch(rf"{PACKETS} packets, the last at (\d+) ns\n", ended)
        assert first and last
        assert int(first[1]) < int(last[1])


@pytest.mark.parametrize("peer", sorted({peer for peer, _ in WAYS}))
def test_a_hand_written_program_says_what_it_wants(peer: str) -> None:
    for role in ("client", "server"):
        done = subprocess.run(
            [path_of(f"{peer}-by-hand-{role}")], capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        assert done.stderr.startswith(f"usage: {peer}-by-hand-{role} ")
