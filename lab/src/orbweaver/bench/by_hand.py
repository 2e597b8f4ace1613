# SPDX-License-Identifier: Apache-2.0
"""The hand-written programs of a peer (peers/by_hand.md): started, read, ended."""

import re
import subprocess
import tempfile
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from orbweaver.model.events import shown
from orbweaver.model.peer import peers
from orbweaver.problems import JobFailed
from orbweaver.run import programs
from orbweaver.run.line_program import LineProgram, ProgramEnded
from orbweaver.run.pair import Place

START_SECONDS = 20.0
WORK_SECONDS = 120.0

Case = tuple[str, int]
_MEASURED = re.compile(r"(twoway|oneway) (\d+): ([\d.]+) (?:ns|messages/s)", re.ASCII)
_BEGAN = re.compile(r"began at (\d+) ns")
_LAST = re.compile(r"(\d+) packets, the last at (\d+) ns")


class Serving:
    """A server or a stage: the first line that it prints says where; it ends with its input."""

    def __init__(self, program: Path, arguments: Sequence[str], cpu: int | None) -> None:
        self._program = LineProgram(program.name, [*_placed(cpu), str(program), *arguments])
        try:
            self.references = self.line(START_SECONDS).split()
        except BaseException:
            self.close()
            raise

    def line(self, seconds: float) -> str:
        """The next line that it prints; raises JobFailed."""
        return self._program.line(seconds).decode("utf-8", "replace")

    def close(self) -> None:
        """End it, kindly at first."""
        self._program.close()


def measure_by_hand(peer: str, place: Place, calls: int) -> dict[Case, float]:
    """Start a peer's server, and its client for all cases: the median of calls, rates of streams.

    Raises BadInput, JobFailed.
    """
    pinning = place.pinning
    client = programs.locate(f"{peer}-by-hand-client", place.bin)
    with _serving(peer, "server", place, pinning.server) as server:
        arguments = [place.transport, *server.references, str(calls)]
        return parse_measured(client.name, _run(client, arguments, pinning.client))


def pipeline_by_hand(peer: str, place: Place, stages: int, packets: int) -> float:
    """Send packets through stages that only hand them on: packets in a second."""
    cpu = place.pinning.client
    following: list[str] = []
    with ExitStack() as stack:
        last: Serving | None = None
        for _ in range(stages):
            stage = stack.enter_context(_serving(peer, "stage", place, cpu, following))
            last, following = last or stage, stage.references
        assert last
        producer = programs.locate(f"{peer}-by-hand-producer", place.bin)
        said = _run(producer, [place.transport, *following, str(packets)], cpu)
        return parse_pipeline(said, last.line(WORK_SECONDS), packets)


def parse_measured(name: str, text: str) -> dict[Case, float]:
    """Read what a client printed; raises JobFailed if it measured nothing."""
    found = {(case, int(size)): float(value) for case, size, value in _MEASURED.findall(text)}
    if not found:
        raise JobFailed(f"{name} printed no measurement but {shown(text) or 'nothing'}")
    return found


def parse_pipeline(producer: str, stage: str, packets: int) -> float:
    """Packets in a second, out of what both ends said; raises JobFailed if some were lost."""
    began, ended = _BEGAN.search(producer), _LAST.search(stage)
    if began is None or ended is None:
        raise JobFailed(f"a hand-written pipeline printed {shown(producer)} and {shown(stage)}")
    if int(ended[1]) != packets:
        raise JobFailed(f"{ended[1]} of {packets} packets came through a hand-written pipeline")
    return packets * 1e9 / (int(ended[2]) - int(began[1]))


@contextmanager
def _serving(
    peer: str, role: str, place: Place, cpu: int | None, following: Sequence[str] = ()
) -> Generator[Serving]:
    program = programs.locate(f"{peer}-by-hand-{role}", place.bin)
    with tempfile.TemporaryDirectory(prefix="by-hand-") as folder:
        own = [folder] if peers()[peer].takes_folder else []
        serving = Serving(program, [place.transport, *own, *following], cpu)
        try:
            yield serving
        finally:
            serving.close()


def _run(program: Path, arguments: Sequence[str], cpu: int | None) -> str:
    try:
        done = subprocess.run(
            [*_placed(cpu), str(program), *arguments], stdin=subprocess.DEVNULL,
            capture_output=True, timeout=WORK_SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise JobFailed(f"{program.name} does not end: it is stopped or hangs") from None
    if done.returncode != 0:
        raise ProgramEnded(program.name, done.returncode, done.stderr)
    return done.stdout.decode("utf-8", "replace")


def _placed(cpu: int | None) -> list[str]:
    """What runs a program on one processor."""
    return [] if cpu is None else ["taskset", "--cpu-list", str(cpu)]
