# SPDX-License-Identifier: Apache-2.0
"""A producer many times too fast: memory stays within the configured watermarks, in every mode.

The last stage takes its time, the producer none. What is sent is many times what all queues may
hold, so a queue without a bound shows. Counted are bytes and packets, never times.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from footprint import Footprint
from orbweaver.model.events import Ready, StageReport
from orbweaver.model.modes import MODES, Mode
from orbweaver.run import programs
from orbweaver.run.pipeline import run_pipeline
from orbweaver.run.process import Command, Process
from orbweaver.run.supervisor import Limits, Supervisor
from programs import offers_transport, path_of
from watch import Watch

PACKETS = 1200
ELEMENTS = 8192
PACKET_BYTES = ELEMENTS * 8
DEPTH = 8
THREADS = 4
SEND_QUEUE_BYTES = 8 << 20
"""The high watermark of a connection's send queue, which SYNC_NONE fills."""

COPIES = 3
"""Of a packet at work: as it came, as the servant has it, as it leaves."""

CHUNK_BYTES = 128 << 10
"""Where messages arrive; it holds one packet, so that one that waits keeps all of it."""

IDLE_CHUNKS = 5
"""Of a connection that is read: the one that is being filled, and earlier ones for later."""

IDLE_BATCHES = 3
"""Of a send queue, of two packets each: the one that is being written, and two for later."""

SLACK_BYTES = 8 << 20
"""What code, stacks and small blocks take besides: a tenth of what is sent."""

GIVE_BACK = {"MALLOC_MMAP_THRESHOLD_": str(32 << 10)}
"""For glibc: what is freed goes back to the system at once. Otherwise each thread's arena keeps
what was freed in it, and a queue that several threads fill in turn shows once for each."""


@dataclass(frozen=True)
class Case:
    mode: Mode
    sync: str
    transport: str
    parallel: int = 0

    def __str__(self) -> str:
        parallel = f" parallel {self.parallel}" if self.parallel else ""
        return f"{self.mode.name}{parallel} {self.sync} {self.transport}"

    def commands(self) -> list[Command]:
        """A producer and two stages, the last of which is slow."""
        shared = ["--sync", self.sync, "--transport", self.transport, "--call-timeout-ms", "60000"]
        first = ["--packets", str(PACKETS), "--elements", str(ELEMENTS),
                 *self.mode.first_options(), *shared]  # fmt: skip
        stage = [*self.mode.stage_options(), "--depth", str(DEPTH), "--threads", str(THREADS),
                 "--parallel", str(self.parallel), *shared]  # fmt: skip
        program = programs.locate("orbweaver-stage")
        return [
            Command("producer", programs.locate("orbweaver-producer"), first),
            Command("stage1", program, [*stage, "--work-ms", "0"]),
            Command("stage2", program, [*stage, "--work-ms", "0.6"]),
        ]

    @property
    def own_queue(self) -> int:
        """Packets that a stage itself may hold."""
        return DEPTH if self.mode.worker or self.parallel else 0

    def most_packets(self) -> int:
        """That may wait at a stage: in its lane or the pool, and in its own queue."""
        return DEPTH + self.own_queue

    def most_bytes(self) -> int:
        """That a component may take on top of what it has when it is ready."""
        at_work = (THREADS + self.parallel + 2) * COPIES * PACKET_BYTES
        received = (self.most_packets() + 1 + IDLE_CHUNKS) * CHUNK_BYTES
        unsent = SEND_QUEUE_BYTES + IDLE_BATCHES * 2 * PACKET_BYTES if self.sync == "none" else 0
        return received + at_work + unsent + SLACK_BYTES


def cases() -> Iterator[Case]:
    for transport in ("unix", "tcp", "shm"):
        for mode in MODES.values():
            # The sync scope is about one-way calls.
            syncs = ("none", "transport", "server", "target") if mode.messaging == "oneway" else (
                "transport",
            )  # fmt: skip
            for sync in syncs:
                yield Case(mode, sync, transport)
        yield Case(MODES["ordered"], "transport", transport, parallel=2)


def check_queue(case: Case, name: str, stage: StageReport) -> None:
    assert (stage.received, stage.lost) == (PACKETS, 0), name
    # The feeder that fills a queue learns it with the packet that filled it.
    assert stage.max_queue <= case.most_packets() + 1, f"{name}: {stage.max_queue} waited"


def check_memory(case: Case, name: str, looks: list[Footprint]) -> None:
    grown = (max(look.peak_kib for look in looks) - looks[0].resident_kib) * 1024
    assert grown <= case.most_bytes(), f"{name} grew by {grown} bytes, {case.most_bytes()} allowed"


def look_between_steps(monkeypatch: pytest.MonkeyPatch, watch: Watch) -> None:
    """At each component when it is ready, and at all before they end: a run may be shorter than the
    pause between two looks.
    """
    await_ready, finish = Supervisor.await_ready, Supervisor.finish

    def ready(supervisor: Supervisor, process: Process) -> Ready:
        event = await_ready(supervisor, process)
        watch.forget(process.name)
        watch.look()
        return event

    def last(supervisor: Supervisor) -> None:
        watch.look()
        finish(supervisor)

    monkeypatch.setattr(Supervisor, "await_ready", ready)
    monkeypatch.setattr(Supervisor, "finish", last)


@pytest.mark.parametrize("case", [*cases()], ids=str)
def test_a_producer_too_fast_fills_no_more_than_the_watermarks(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBWEAVER_BIN", str(path_of("orbweaver-stage").parent))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    for name, value in GIVE_BACK.items():
        monkeypatch.setenv(name, value)
    if not offers_transport(case.transport):
        pytest.skip(f"the programs have no transport {case.transport}")
    with Watch() as watch:
        look_between_steps(monkeypatch, watch)
        outcome = run_pipeline(case.commands(), Limits(ready=30, idle=60, total=600))
    for name, stage in outcome.stages:
        check_queue(case, name, stage)
    assert set(watch.names.values()) == {"producer", "stage1", "stage2"}
    for pid, looks in watch.seen.items():
        check_memory(case, watch.names[pid], looks)
