# SPDX-License-Identifier: Apache-2.0
"""What one message costs its two processes, in steady state: allocations, system calls, waits.

Each number is a difference: of a block of N messages less a block of one, over N - 1. So what a
command itself costs (reading it, answering it) cancels out.
"""

import mmap
import os
import re
import shutil
import struct
import tempfile
from collections import Counter
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from orbweaver.bench.system_calls import ALL, MACHINE, SystemCalls, count_system_calls
from orbweaver.model.peer import LIMIT, OURS, peers
from orbweaver.problems import BadInput, JobFailed, Problem
from orbweaver.run import programs
from orbweaver.run.bench_program import BenchProgram
from orbweaver.run.pair import Message, Pair, Pinning, Place, open_pair
from orbweaver.run.peer_programs import missing_bench

INTERPOSER = "libcount_allocations.so"
WARM_UP = 500
SIMULATED = 301


@dataclass(frozen=True)
class Mode:
    """A way to send a message."""

    peer: str
    case: str
    transport: str
    sync: str = ""
    collocated: bool = False

    @property
    def name(self) -> str:
        """In words."""
        kind = "two-way" if self.case == "twoway" else "one-way"
        words = [kind, self.sync and f"SYNC_{self.sync.upper()}",
                 "collocated" if self.collocated else self.transport]  # fmt: skip
        return " ".join(word for word in words if word)

    def options(self) -> tuple[str, ...]:
        """Of the client."""
        sync = {"with_transport": "transport", "with_server": "server", "with_target": "target"}
        chosen = ("--sync", sync.get(self.sync, self.sync)) if self.sync else ()
        return (*chosen, "--collocated") if self.collocated else chosen


def modes() -> list[Mode]:
    """All modes of Orbweaver, and what the others do on the same way."""
    ours = OURS
    found: list[Mode] = []
    for transport in ("unix", "tcp", "shm"):
        found.append(Mode(ours, "twoway", transport))
        for sync in ("none", "with_transport", "with_server", "with_target"):
            found.append(Mode(ours, "oneway", transport, sync))
    found += [Mode(ours, "twoway", "unix", collocated=True),
              Mode(ours, "oneway", "unix", "with_transport", collocated=True)]  # fmt: skip
    for peer in peers().values():
        if peer.cost_of_path:
            found += [Mode(peer.name, "twoway", "unix"), Mode(peer.name, "oneway", "unix")]
    return found


@dataclass(frozen=True)
class Costs:
    """Of one process: counts since its start, or for each message."""

    allocations: float = 0
    allocated_bytes: float = 0
    voluntary: float = 0
    """context switches: it waited"""
    involuntary: float = 0
    """context switches: its time was up, or another was more urgent"""
    system_calls: dict[str, float] = field(default_factory=dict[str, float])
    instructions: float | None = None
    """None: the machine has no such counter, and callgrind was not asked for"""
    cycles: float | None = None


@dataclass(frozen=True)
class PathRow:
    """What a mode costs each side for each message."""

    mode: Mode
    pinning: str
    bytes: int
    client: Costs | None = None
    server: Costs | None = None
    tool: str = ""
    """what counted the system calls"""
    reason: str = ""
    """why there are no costs"""


class _Watched:
    """One process under observation, with its own file of counters."""

    def __init__(self, program: BenchProgram, counters: mmap.mmap) -> None:
        self._program = program
        self._counters = counters
        self._calls: SystemCalls | None = None
        self._before = self._now()

    def begin(self) -> None:
        """From here."""
        self._calls = count_system_calls(self._program.pid)
        self._before = self._now()

    def end(self) -> tuple[Costs, str]:
        """To here; also the tool that counted system calls."""
        after, before = self._now(), self._before
        names: Counter[str] = self._calls.counts() if self._calls else Counter()
        grown = [b - a for a, b in zip(before, after, strict=True)]
        instructions, cycles = (names.pop(name, None) for name in MACHINE)
        costs = Costs(grown[0], grown[1], grown[2], grown[3], dict(names), instructions, cycles)
        return costs, self._calls.tool if self._calls else "none"

    def _now(self) -> tuple[int, int, int, int]:
        allocations, size = struct.unpack_from("=QQ", self._counters, 0)
        return allocations, size, *context_switches(self._program.pid)


def context_switches(pid: int) -> tuple[int, int]:
    """Voluntary and involuntary, of all threads that the process has."""
    voluntary = involuntary = 0
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        text = status.read_text()
        voluntary += _number(text, "voluntary_ctxt_switches")
        involuntary += _number(text, "nonvoluntary_ctxt_switches")
    return voluntary, involuntary


def _number(text: str, key: str) -> int:
    found = re.search(rf"^{key}:\s*(\d+)$", text, re.MULTILINE)
    return int(found[1]) if found else 0


def per_message(many: Costs, one: Costs, messages: int) -> Costs:
    """What each of the messages beyond the first costs."""
    names = many.system_calls.keys() | one.system_calls.keys()

    def each(total: float, base: float) -> float:
        return max((total - base) / (messages - 1), 0.0)

    calls = {
        n: each(many.system_calls.get(n, 0), one.system_calls.get(n, 0)) for n in sorted(names)
    }
    machine = [
        None if more is None or less is None else each(more, less)
        for more, less in ((many.instructions, one.instructions), (many.cycles, one.cycles))
    ]
    # Polling makes the two blocks' sums differ by chance; the sum never says less than its parts.
    if ALL in calls:
        calls[ALL] = max(calls[ALL], sum(n for name, n in calls.items() if name != ALL))
    return Costs(
        each(many.allocations, one.allocations),
        each(many.allocated_bytes, one.allocated_bytes),
        each(many.voluntary, one.voluntary),
        each(many.involuntary, one.involuntary),
        calls,
        *machine,
    )


def measure_path(
    mode: Mode, pinning: Pinning, size: int, messages: int, bin_folder: Path | None
) -> PathRow:
    """Count for one mode; what cannot be counted says why."""
    absent = missing_bench(mode.peer, bin_folder)
    if absent:
        return PathRow(
            mode, pinning.name, size, reason=f"the peer {absent.peer} is missing: {absent.reason}"
        )
    try:
        return _measured(mode, pinning, size, messages, bin_folder)
    except Problem as problem:
        return PathRow(mode, pinning.name, size, reason=str(problem))


def _measured(
    mode: Mode, pinning: Pinning, size: int, messages: int, bin_folder: Path | None
) -> PathRow:
    message = _message(mode, size)
    with ExitStack() as stack:
        files = [stack.enter_context(_counters()) for _ in ("client", "server")]
        place = Place(mode.transport, pinning, bin_folder, mode.options(),
                      client_environment=_environment(files[0][0], bin_folder),
                      server_environment=_environment(files[1][0], bin_folder))  # fmt: skip
        # As many bytes on the wire as a key of Orbweaver makes.
        pair = stack.enter_context(open_pair(mode.peer, place, 14 if mode.peer == LIMIT else 0))
        client = _Watched(pair.client, files[0][1])
        server = _Watched(pair.server, files[1][1])
        pair.ask(message, WARM_UP)
        many, tool = _block(pair, client, server, message, messages)
        one, _ = _block(pair, client, server, message, 1)
        return PathRow(mode, pinning.name, size,
                       per_message(many[0], one[0], messages),
                       None if mode.collocated else per_message(many[1], one[1], messages),
                       tool)  # fmt: skip


def _message(mode: Mode, size: int) -> Message:
    return Message(mode.case, size, "doubles" if size % 8 == 0 else "octets")


def _block(
    pair: Pair, client: _Watched, server: _Watched, message: Message, calls: int
) -> tuple[tuple[Costs, Costs], str]:
    client.begin()
    server.begin()
    pair.ask(message, calls)
    ours, tool = client.end()
    theirs, _ = server.end()
    return (ours, theirs), tool


def count_instructions(row: PathRow, pinning: Pinning, bin_folder: Path | None) -> PathRow:
    """The row with the instructions that callgrind counts, in runs of their own.

    The simulator runs a process many times slower than the other side's kernel work, so what polls
    shows more polling than in life.
    """
    if row.client is None:
        return row
    many, one = (_simulated(row, pinning, calls, bin_folder) for calls in (SIMULATED, 1))
    entry = [max(more - less, 0) / (SIMULATED - 1) for more, less in zip(many, one, strict=True)]
    server = replace(row.server, instructions=entry[1]) if row.server else None
    return replace(row, client=replace(row.client, instructions=entry[0]), server=server)


def _simulated(
    row: PathRow, pinning: Pinning, calls: int, bin_folder: Path | None
) -> tuple[int, int]:
    mode = row.mode
    with tempfile.TemporaryDirectory(prefix="orbweaver-callgrind-") as folder:
        files = [Path(folder) / side for side in ("client", "server")]
        place = Place(mode.transport, pinning, bin_folder, mode.options(),
                      client_wrapper=_callgrind(files[0]),
                      server_wrapper=_callgrind(files[1]))  # fmt: skip
        with open_pair(mode.peer, place, 14 if mode.peer == LIMIT else 0) as pair:
            pair.ask(_message(mode, row.bytes), calls)
        return callgrind_total(files[0].read_text()), callgrind_total(files[1].read_text())


def _callgrind(file: Path) -> tuple[str, ...]:
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise BadInput("valgrind, which counts instructions, is missing: apt-get install valgrind")
    return (valgrind, "-q", "--tool=callgrind", f"--callgrind-out-file={file}")


def callgrind_total(text: str) -> int:
    """The instructions of a whole run, from callgrind's file."""
    found = re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE)
    if found is None:
        raise JobFailed("callgrind wrote no total: the program did not end by itself")
    return int(found[1])


@contextmanager
def _counters() -> Generator[tuple[Path, mmap.mmap]]:
    """A page that a program counts its allocations in."""
    handle, name = tempfile.mkstemp(prefix="orbweaver-allocations-")
    try:
        os.ftruncate(handle, mmap.PAGESIZE)
        with mmap.mmap(handle, mmap.PAGESIZE) as page:
            yield Path(name), page
    finally:
        os.close(handle)
        Path(name).unlink()


def _environment(counters: Path, bin_folder: Path | None) -> dict[str, str]:
    folder = programs.folder(bin_folder)
    interposer = folder / INTERPOSER if folder else None
    if interposer is None or not interposer.is_file():
        raise JobFailed(
            f"{INTERPOSER}, which counts allocations, is not in {folder}: {programs.how_to_get()}"
        )
    return {"LD_PRELOAD": str(interposer.absolute()), "ORBWEAVER_ALLOCATIONS": str(counters)}


def named_calls(costs: Costs) -> str:
    """ "sendto 1, recvfrom 1.2, other 0.1": what makes up the sum."""
    total = costs.system_calls.get(ALL, 0)
    named = {name: n for name, n in costs.system_calls.items() if name != ALL and n >= 0.005}
    other = total - sum(named.values())
    if other >= 0.005:
        named["other"] = other
    ordered = sorted(named.items(), key=lambda item: -item[1])
    return ", ".join(f"{name} {n:.2f}" for name, n in ordered)
